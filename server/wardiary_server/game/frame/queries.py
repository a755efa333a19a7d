"""What the core asks and rulebooks may modify, and the checks that nearly every command makes."""

from __future__ import annotations

from ..board import Place, distance
from ..event import stat
from ..geometry.lines import clear, sees_any
from ..geometry.points import INCH
from ..resolver import Context
from ..rulebook import Query, Refused, did_you_mean
from ..state import Item, Unit


def base_speed(ctx: Context, unit: Unit) -> int:
    """The unit's own speed: zones, or on a board in inches thousandths of an inch."""
    if ctx.game.measure == "board":
        return stat(unit, "speed", ctx.number("frame.speed")) * INCH
    return stat(unit, "speed", 1)


def base_sight(ctx: Context, seer: Unit, place: Place) -> bool:
    """Whether any open way joins the two zones; on a board in inches, whether nothing stands in the line."""
    if ctx.game.measure != "board" or seer.at is None or place.at is None:
        return distance(ctx.game, seer.zone, place.zone) is not None
    if ctx.option("frame.sight_to") == "any":
        return sees_any(ctx.game, seer.at, place.at, place.base)
    return clear(ctx.game, seer.at, place.at)


def base_target(ctx: Context, attacker: Unit, target: Unit) -> bool:
    """Whether it is somebody else's, and on its feet."""
    return target.status == "ready" and target.zone != "" and target.side != attacker.side


def base_out_for_good(ctx: Context, unit: Unit) -> bool:
    """Whoever can do nothing now will never again."""
    return not able(unit)


def base_disadvantage(ctx: Context, unit: Unit) -> bool:
    """Nobody is at a disadvantage by nature."""
    return False


def base_armour(ctx: Context, unit: Unit, against: str) -> int:
    """The `ar` that a unit states, whatever hits it."""
    return stat(unit, "ar")


def base_attack_dice(ctx: Context, attacker: Unit, weapon: Item, target: Unit) -> int:
    """The dice that a weapon states."""
    return weapon.stats.get("dice", 0)


def base_powered(ctx: Context, kind: str, thing: str) -> bool:
    """Whatever is there works."""
    return True


SPEED: Query[int] = Query("speed", base_speed)
"""How far a unit moves with one move: (unit). In zones; on a board in inches in thousandths of an inch, so that half
of five inches is exact (D45)."""

SIGHT: Query[bool] = Query("sight", base_sight)
"""Whether a unit can see a place: (unit, place). By zones, no open way means unseen (D75)."""

TARGET: Query[bool] = Query("target", base_target)
"""Whether a unit is a valid target for another: (attacker, target). Sight and range are asked for separately."""

OUT_FOR_GOOD: Query[bool] = Query("out for good", base_out_for_good)
"""Whether a unit on the board will not fight any more, unless somebody helps it: (unit). A side of such is beaten."""

DISADVANTAGE: Query[bool] = Query("disadvantage", base_disadvantage)
"""Whether all that a unit rolls is at a disadvantage: (unit). What that means, each kind of roll says itself (D44)."""

POWERED: Query[bool] = Query("powered", base_powered)
"""Whether a thing has the power that it needs, if it needs any: (`door` | `objective` | `unit`, its id)."""

ARMOUR: Query[int] = Query("armour", base_armour)
"""A unit's Armour Rating against a kind of hit: (unit, `attack` | `autonomous` | `fire` | `blast` | `stun`)."""

ATTACK_DICE: Query[int] = Query("attack dice", base_attack_dice)
"""How many dice an attack by a person rolls: (attacker, weapon, target)."""


def able(unit: Unit) -> bool:
    """On the board, on its feet and awake: it can act and be shot at."""
    return unit.status == "ready" and unit.zone != "" and not unit.conditions.get("unconscious")


def unit_of(ctx: Context, unit: str) -> Unit:
    """A unit by its id. Raises `Refused`: `no_such_unit`."""
    found = ctx.game.units.get(unit)
    if found is None:
        raise Refused("no_such_unit", f"There is no unit {unit!r}.{did_you_mean(unit, ctx.game.units)}")
    return found


def own_unit(ctx: Context, unit: str) -> Unit:
    """A unit that the sender may command. Raises `Refused`: `no_such_unit`, `not_yours`."""
    found = unit_of(ctx, unit)
    if ctx.role == "player" and found.seat != ctx.by:
        raise Refused("not_yours", f"{found.name} is not yours to command.")
    return found


def able_unit(ctx: Context, unit: str) -> Unit:
    """A unit that the sender may command and that can act. Raises `Refused`: also `unit_down`, `unit_gone`."""
    found = own_unit(ctx, unit)
    if found.status in ("down", "dead"):
        raise Refused("unit_down", f"{found.name} is {found.status} and can do nothing.")
    if not found.zone:
        raise Refused("unit_gone", f"{found.name} is not on the board.")
    if found.conditions.get("unconscious"):
        raise Refused("unit_down", f"{found.name} is unconscious and can do nothing.")
    return found


def named_zone(ctx: Context, zone: str) -> str:
    """A zone's id. Raises `Refused`: `no_such_zone`."""
    if zone not in ctx.game.zones:
        raise Refused("no_such_zone", f"There is no zone {zone!r}.{did_you_mean(zone, ctx.game.zones)}")
    return zone
