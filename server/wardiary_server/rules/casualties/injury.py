"""What ails a unit that is up: *injured* for the rest of the game, or *disabled* for one turn; and rolls made worse.

An injured unit is at a disadvantage in all that it rolls and moves at half its speed (MED-5). A disabled one moves at
half its speed and takes no actions in that turn; with the option `disabled` it is at a disadvantage instead (D91).
Half is half of the normal speed, also for one that is both. On a board it is exact; counted in zones, half of an odd
number is rounded down in odd rounds and up in even ones, so that two rounds together are exact (D45).
"""

from __future__ import annotations

from collections.abc import Mapping

from wardiary_server.game.events import ConditionChanged, RoundEnding, Spent
from wardiary_server.game.frame.economy import BUYS, without_actions
from wardiary_server.game.frame.queries import DISADVANTAGE, SPEED
from wardiary_server.game.resolver import Context, roll
from wardiary_server.game.rulebook import Rule, Trigger
from wardiary_server.game.state import Unit

INJURED = "injured"
DISABLED = "disabled"


# ---------------------------------------------------------------------------------------------- what it changes


def half_speed(ctx: Context, speed: int, unit: Unit) -> int:
    """D45: half, in thousandths of an inch or in whole zones."""
    if not unit.conditions.get(INJURED) and not unit.conditions.get(DISABLED):
        return speed
    in_zones = ctx.game.measure == "table"
    return (speed + (in_zones and ctx.game.clock.round % 2 == 0)) // 2


def at_disadvantage(ctx: Context, already: bool, unit: Unit) -> bool:
    """MED-5, and D91 the other way."""
    disabled = unit.conditions.get(DISABLED) and ctx.option("casualties.disabled") == "disadvantage"
    return already or bool(unit.conditions.get(INJURED) or disabled)


def buys_less(ctx: Context, buys: Mapping[str, int], unit: Unit) -> Mapping[str, int]:
    """DNG-3: a turn without actions."""
    return without_actions(ctx, buys) if takes_no_actions(ctx, unit) else buys


def takes_no_actions(ctx: Context, unit: Unit) -> bool:
    """Whether a unit is disabled, and that means no actions."""
    return bool(unit.conditions.get(DISABLED)) and ctx.option("casualties.disabled") == "no_actions"


MODIFIERS = ((SPEED, half_speed), (DISADVANTAGE, at_disadvantage), (BUYS, buys_less))


# ---------------------------------------------------------------------------------------------- disabled


def disable(ctx: Context, unit: str, why: str) -> Rule[None]:
    """DNG-3: for this turn, or for the one that comes this round. Of a turn that is on, what is left gets less."""
    if ctx.game.units[unit].conditions.get(DISABLED):
        return
    full = ctx.value(SPEED, ctx.game.units[unit])
    yield ConditionChanged(unit=unit, condition=DISABLED, value=1, why=why)
    here, left = ctx.game.units[unit], ctx.game.clock.active.get(unit)
    if left is None:
        return
    if takes_no_actions(ctx, here):
        left = without_actions(ctx, left)
    if "move" in left:
        left = {**left, "move": max(0, left["move"] - full + ctx.value(SPEED, here))}
    yield Spent(unit=unit, left=left)


def wear_off(ctx: Context, event: RoundEnding) -> Rule[None]:
    """The turn is over, and with it the round."""
    for unit in [u.id for u in ctx.game.units.values() if u.conditions.get(DISABLED)]:
        yield ConditionChanged(unit=unit, condition=DISABLED, value=0)


def is_anyone_disabled(ctx: Context, event: RoundEnding) -> bool:
    """Whether there is anything to wear off."""
    return any(unit.conditions.get(DISABLED) for unit in ctx.game.units.values())


TRIGGERS = (Trigger(RoundEnding, wear_off, 400, is_anyone_disabled, always=True),)


# ---------------------------------------------------------------------------------------------- rolls


def rolled(ctx: Context, unit: str, sides: int, *, rule: str, reason: str, target: str = "") -> Rule[int]:
    """One die with numbers that a unit rolls; at a disadvantage two, of which the lower counts (D44)."""
    worse = ctx.value(DISADVANTAGE, ctx.game.units[unit])
    faces = yield from roll(
        rule=rule,
        reason=f"{reason}, the lower of two" if worse else reason,
        dice=2 if worse else 1,
        unit=unit,
        target=target,
        sides=sides,
    )
    return min(faces)
