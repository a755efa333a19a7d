"""Lost turns and unconsciousness; and who is there to be burnt or choked at all."""

from __future__ import annotations

from wardiary_server.game.event import stat
from wardiary_server.game.events import ConditionChanged, MarkSet, RoundEnding, TurnBegan, UnitHurt
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Rule
from wardiary_server.game.state import Unit

LATER = "choking"
"""A condition: turns that will be lost, but not the one that is on."""
LOST_TURN = "zones:lost_turn"
"""A mark: the round in which a unit began a turn that it had lost before. Kept only where that makes a difference."""


# ---------------------------------------------------------------------------------------------- who is exposed


def exposed(ctx: Context, unit: str) -> bool:
    """Whether a unit is there for fire and gas: on the board and neither down nor dead, awake or not (D12)."""
    here = ctx.game.units[unit]
    return here.status == "ready" and here.zone != ""


def begins_turn(ctx: Context, unit: str) -> bool:
    """Whether what starts with a turn happens to a unit whose turn has begun. By default also if it is lost (D12)."""
    if not exposed(ctx, unit):
        return False
    return bool(ctx.option("zones.roll_in_lost_turn")) or not lost_before(ctx, ctx.game.units[unit])


def lost_before(ctx: Context, unit: Unit) -> bool:
    """Whether this turn was lost before it began, and not by what it began in."""
    return unit.marks.get(LOST_TURN, 0) == ctx.game.clock.round


def marks_lost_turn(ctx: Context, event: TurnBegan) -> bool:
    """Whether the mark has to be set, or an old one taken back."""
    unit = ctx.game.units[event.unit]
    return not ctx.option("zones.roll_in_lost_turn") and bool(
        unit.conditions.get("lost_turns") or lost_before(ctx, unit)
    )


def mark_lost_turn(ctx: Context, event: TurnBegan) -> Rule[None]:
    """D12, the other way: remember that this turn was lost, before what starts with it can add to that."""
    lost = ctx.game.units[event.unit].conditions.get("lost_turns", 0) > 0
    yield MarkSet(unit=event.unit, mark=LOST_TURN, round=ctx.game.clock.round if lost else 0)


# ---------------------------------------------------------------------------------------------- unconscious


def loses_too_many(ctx: Context, event: ConditionChanged) -> bool:
    """Whether the turns that were just lost are too many."""
    return event.condition in ("lost_turns", LATER) and is_overcome(ctx, ctx.game.units[event.unit])


def is_too_weak(ctx: Context, event: UnitHurt) -> bool:
    """Whether the health that was just lost leaves too little for the turns lost before."""
    return is_overcome(ctx, ctx.game.units[event.unit])


def is_overcome(ctx: Context, unit: Unit) -> bool:
    """INC-2: whether a unit has lost more turns than it has health; not yet where they are equal (D62)."""
    if unit.status != "ready" or unit.conditions.get("unconscious"):
        return False
    return outstanding(unit) > endurance(ctx, unit)


def outstanding(unit: Unit) -> int:
    """INC-1: the turns that a unit still has to lose, whatever they come from."""
    return unit.conditions.get("lost_turns", 0) + unit.conditions.get(LATER, 0)


def endurance(ctx: Context, unit: Unit) -> int:
    """What lost turns are held against: the health that is left, or all that it began with (D62)."""
    health = stat(unit, "health", 1)
    return health if ctx.option("zones.endurance") == "current" else stat(unit, "max_health", health)


def overcome(ctx: Context, event: ConditionChanged | UnitHurt) -> Rule[None]:
    """INC-2: unconscious for a stretch, which is the rest of the scenario unless that says otherwise (D63)."""
    unit = ctx.game.units[event.unit]
    why = f"{outstanding(unit)} lost turns are more than it can take"
    yield ConditionChanged(unit=unit.id, condition="unconscious", value=max(1, ctx.number("zones.stretch")), why=why)


def wears_off(ctx: Context, event: RoundEnding) -> bool:
    """Whether a stretch of unconsciousness ends at all."""
    return ctx.number("zones.stretch") > 0


def wear_off(ctx: Context, event: RoundEnding) -> Rule[None]:
    """D63, where a stretch is a number of rounds: who has lain that long wakes up."""
    for unit in [u.id for u in ctx.game.units.values() if u.conditions.get("unconscious")]:
        left = ctx.game.units[unit].conditions["unconscious"] - 1
        yield ConditionChanged(unit=unit, condition="unconscious", value=left)


def wakes(ctx: Context, event: ConditionChanged) -> bool:
    """Whether somebody has just woken up, and that clears the turns that were still to be lost (D85)."""
    return event.condition == "unconscious" and not event.value and bool(ctx.option("zones.waking_clears"))


def forget_lost_turns(ctx: Context, event: ConditionChanged) -> Rule[None]:
    """D85: who wakes up, by whatever means, has no turn left to lose."""
    for condition in ("lost_turns", LATER):
        if ctx.game.units[event.unit].conditions.get(condition):
            yield ConditionChanged(unit=event.unit, condition=condition, value=0)


def out_for_good(ctx: Context, out: bool, unit: Unit) -> bool:
    """D63: where a stretch is a number of rounds, who is only unconscious will wake up by themselves."""
    if unit.status != "ready" or unit.zone == "" or not unit.conditions.get("unconscious"):
        return out
    return ctx.number("zones.stretch") == 0
