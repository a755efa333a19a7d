"""Autonomous weapons: guns that attack by themselves whoever comes into their reach, or begins a turn in it.

Range and view together are a weapon's reach (D79). What counts is the way from outside to inside; whoever moves about
within it, leaves it or lies down in it draws no fire (D55). Each weapon attacks for itself, guns in the order of their
ids (D10), as long as the target lives and there is ammunition (AUT-4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from wardiary_server.game.board import Place, ends_of, place_of
from wardiary_server.game.events import DoorChanged, TurnBegan, UnitEntered, UnitMoved
from wardiary_server.game.frame.queries import POWERED, TARGET, able
from wardiary_server.game.geometry.places import zone_at
from wardiary_server.game.geometry.travel import changes, nearest_on_way
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Rule
from wardiary_server.game.state import Game, Item, Point, State, Unit

from . import ammunition
from .attack import Shot, in_sight, strike
from .full_auto import FULL_AUTO
from .incapacity import begins_turn
from .skills import Pool
from .space import sees, within
from .weapons import reach

TARGETS = "targets:"
"""`targets:blue` on a gun's unit: it fires at blue; without such a tag, at every side but its own (D54)."""


class Gun(NamedTuple):
    """A weapon that fires by itself, and the unit that carries it."""

    unit: str
    weapon: str


# ---------------------------------------------------------------------------------------------- when they fire


def guns_about(ctx: Context, event: object) -> bool:
    """Whether this game has such weapons at all: nearly every event asks."""
    return any("autonomous" in item.stats for item in ctx.game.items.values())


def on_entering(ctx: Context, event: UnitEntered | UnitMoved) -> Rule[None]:
    """AUT-1: a unit crosses from outside a gun's reach to inside it, by whatever movement."""
    before, now = ends_of(ctx.game, event)
    crossed = [gun for gun in guns(ctx) if inside(ctx, gun, now) and not (before.zone and inside(ctx, gun, before))]
    yield from fire(ctx, [(gun, event.unit) for gun in crossed])


def noticed(ctx: Context, found: tuple[int, ...], mover: Unit, here: Point, end: Point) -> tuple[int, ...]:
    """D55 in inches: where on a straight way a unit comes into a gun's reach, so that it is shot at there (D10)."""
    return (*found, *(far for gun in guns(ctx) for far in coming_into(ctx, gun, mover, here, end)))


def coming_into(ctx: Context, gun: Gun, mover: Unit, here: Point, end: Point) -> Iterator[int]:
    """How far along a way a unit comes into one gun's reach, perhaps more than once."""
    carrier = ctx.game.units[gun.unit]
    look = [nearest_on_way(here, end, carrier.at)] if carrier.at is not None else []
    last = mover.zone

    def reached(at: Point) -> bool:
        return inside(ctx, gun, Place(zone_at(ctx.game, at) or last, at, mover.base))

    yield from (far for far, now in changes(reached, here, end, look) if now)


def on_turn(ctx: Context, event: TurnBegan) -> Rule[None]:
    """AUT-2: a unit begins its turn within a gun's reach."""
    if begins_turn(ctx, event.unit):
        yield from fire(ctx, [(gun, event.unit) for gun in guns(ctx)])


def opens_view(ctx: Context, event: DoorChanged) -> bool:
    """Whether a door that is open now can bring anybody into a gun's view."""
    return event.door in ("open", "destroyed") and bool(ctx.option("zones.view_triggers")) and guns_about(ctx, event)


def on_door(ctx: Context, event: DoorChanged) -> Rule[None]:
    """D79: a door has opened, and whoever stands behind it is now in reach."""
    past = just_before(ctx, event)
    seen = [
        (gun, unit.id)
        for gun in guns(ctx)
        for unit in sorted(past.game.units.values(), key=lambda unit: unit.id)
        if unit.zone and inside(ctx, gun, place_of(unit)) and not inside(past, gun, place_of(unit))
    ]
    yield from fire(ctx, seen)


def just_before(ctx: Context, event: DoorChanged) -> Context:
    """The moment before a door changed: units where they stood then, so that what moved since counts as moving."""
    game: Game = ctx.state.game
    for made in ctx.made:
        if made is event:
            break
        game = made.fold(game)
    else:  # people were asked something since: go by where everybody is now, and the door shut
        shut = replace(ctx.game.links[event.link], door="closed")
        game = replace(ctx.game, links={**ctx.game.links, event.link: shut})
    return Context(ctx.rules, State(seq=ctx.state.seq, game=game, table=ctx.table), by=ctx.by, role=ctx.role)


# ---------------------------------------------------------------------------------------------- who fires at whom


def guns(ctx: Context) -> list[Gun]:
    """All of them, by the id of the unit that carries them."""
    arms = {item.id for item in ctx.game.items.values() if item.kind == "weapon" and "autonomous" in item.stats}
    found = [Gun(unit.id, item) for unit in ctx.game.units.values() for item in unit.items if item in arms]
    return sorted(found, key=lambda gun: gun.unit)


def inside(ctx: Context, gun: Gun, place: Place) -> bool:
    """Whether a place is inside a gun's reach: in its range, and (D79) in its view."""
    carrier, weapon = ctx.game.units[gun.unit], ctx.game.items[gun.weapon]
    if not carrier.zone or not within(ctx, place_of(carrier), place, reach(ctx, weapon)):
        return False
    return not ctx.option("zones.view_triggers") or sees(ctx, carrier, place)


def fire(ctx: Context, shots: Iterable[tuple[Gun, str]]) -> Rule[None]:
    """One attack after another, each only if it still can be made: AUT-3, as many dice as the weapon's number."""
    for gun, target in shots:
        seen = can_fire(ctx, gun, target) and (yield from in_sight(ctx, gun.unit, target))
        if seen and can_fire(ctx, gun, target):  # somebody may have measured in between
            dice = ctx.game.items[gun.weapon].stats["autonomous"]
            yield from strike(ctx, shot_of(ctx, gun, target), Pool(dice))


def shot_of(ctx: Context, gun: Gun, target: str) -> Shot:
    """D56: full auto is a choice, and a gun makes none, unless the scenario makes it for all that can."""
    auto = FULL_AUTO in ctx.game.items[gun.weapon].tags and bool(ctx.option("zones.guns_full_auto"))
    return Shot(gun.unit, gun.weapon, target, "autonomous", auto)


def can_fire(ctx: Context, gun: Gun, target: str) -> bool:
    """D54: the gun works and is loaded; the target is one for it, on its feet, awake, seen, and in range."""
    carrier, weapon, victim = ctx.game.units[gun.unit], ctx.game.items[gun.weapon], ctx.game.units[target]
    return (
        able(carrier)
        and ctx.value(POWERED, "unit", carrier.id)
        and able(victim)
        and loaded(carrier, weapon)
        and is_target(ctx, carrier, victim)
        and within(ctx, place_of(carrier), place_of(victim), reach(ctx, weapon))
        and sees(ctx, carrier, place_of(victim))
    )


def loaded(carrier: Unit, weapon: Item) -> bool:
    """Whether a gun still has this weapon, and something in it. Nobody reloads it (D56)."""
    return weapon.id in carrier.items and not ammunition.is_empty(carrier, weapon)


def is_target(ctx: Context, carrier: Unit, victim: Unit) -> bool:
    """D54: whoever is hostile; its own side as well where the scenario says that guns know no friends."""
    if ctx.value(TARGET, carrier, victim):
        return True
    friend = victim.side == carrier.side and victim.id != carrier.id
    return friend and not listed(carrier) and not ctx.option("zones.guns_know_friends")


def listed(unit: Unit) -> list[str]:
    """The sides that a gun's unit fires at, where it lists them."""
    return [tag.removeprefix(TARGETS) for tag in unit.tags if tag.startswith(TARGETS)]


def by_side_list(ctx: Context, valid: bool, attacker: Unit, target: Unit) -> bool:
    """D54: a unit with a list of sides fires at those and at no others, its own among them if it is listed."""
    sides = listed(attacker)
    if not sides:
        return valid
    if target.side == attacker.side:
        return target.side in sides and target.id != attacker.id and target.status == "ready" and target.zone != ""
    return valid and target.side in sides
