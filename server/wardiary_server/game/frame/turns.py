"""Turns: who may go, and what begins and ends with a turn. Rounds are in `rounds`.

A turn belongs to a unit. It begins with the unit's first command, or with `begin`; what starts with a turn (fire
underfoot, no air, a gun that watches) happens then, and the command goes on if the unit still can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..events import ConditionChanged, Remarked, SideCalled, TurnBegan, TurnEnded, awaited
from ..resolver import Context
from ..rulebook import Candidate, Command, Refused, Rule
from ..state import Game, Unit
from .economy import purse
from .hiding import openly
from .queries import able, able_unit, own_unit
from .spots import ways_in


class Begin(Command, frozen=True, tag="begin"):
    """Begins a unit's turn. Its first command does so too."""

    unit: str


class End(Command, frozen=True, tag="end"):
    """Ends a unit's turn."""

    unit: str


class Pass(Command, frozen=True, tag="pass"):
    """Gives up a unit's turn. It is a turn all the same: what starts with one happens. Whoever could arrive waits."""

    unit: str


class Done(Command, frozen=True, tag="done"):
    """Ends the seat's turn that is on, and gives up all that it has left this round."""


# ---------------------------------------------------------------------------------------------- who may go


def played(game: Game) -> list[Unit]:
    """The units that take turns: on the board, on their feet, and somebody decides for them. By id."""
    found = [u for u in game.units.values() if u.seat and u.zone and u.status == "ready"]
    return sorted(found, key=lambda unit: unit.id)


def may_arrive(game: Game, unit: Unit, round: int = 0) -> bool:
    """Whether a unit may come from reserve in this round, or in `round`: that is its turn then."""
    arrives = unit.stats.get("arrives", 0)
    if unit.status != "reserve" or not unit.seat or not 0 < arrives <= (round or game.clock.round):
        return False
    return bool(ways_in(game, unit.side))


def left_to_go(game: Game, side: str = "") -> list[Unit]:
    """The units (of one side) that can still begin or go on with a turn this round, or arrive in it. By id."""
    found = [
        unit
        for unit in game.units.values()
        if unit.seat
        and unit.id not in game.clock.done
        and (able(unit) or may_arrive(game, unit))
        and (not side or goes_with(game, unit) == side)
    ]
    return sorted(found, key=lambda unit: unit.id)


def goes_with(game: Game, unit: Unit) -> str:
    """The side whose go it is when a unit goes: that of the seat that decides for it."""
    seat = game.seats.get(unit.seat)
    return seat.side if seat is not None and seat.side else unit.side


def next_in_order(game: Game) -> str:
    """Initiative: the unit whose turn it is. Those who came later go last, by id."""
    left = [unit.id for unit in left_to_go(game)]
    return next((unit for unit in (*game.clock.order, *left) if unit in left), "")


def next_side(game: Game, after: str) -> str:
    """Alternate: the side that goes after another: the next one that has anyone left, at last that one itself."""
    sides = list(game.sides)
    place = sides.index(after) + 1 if after in sides else 0
    return next((side for side in sides[place:] + sides[:place] if left_to_go(game, side)), "")


def may_go(ctx: Context, unit: Unit) -> None:
    """Raises `Refused` unless this unit's turn is on or may begin now.

    Codes: `not_playing`, `turn_over`, `turn_open`, `not_your_turn`.
    """
    clock = ctx.game.clock
    if clock.phase != "play":
        raise Refused("not_playing", "Play has not begun." if clock.phase == "setup" else "The round is over.")
    if unit.id in clock.done:
        raise Refused("turn_over", f"{unit.name} has had its turn this round.")
    if unit.id in clock.active:
        return
    order = ctx.option("frame.order")
    busy = [u for u in clock.active if order != "free" or ctx.game.units[u].seat == unit.seat]
    if busy:
        raise Refused("turn_open", f"{ctx.game.units[busy[0]].name}'s turn is still on: end it first.")
    if order == "alternate" and clock.side not in ("", goes_with(ctx.game, unit)) and left_to_go(ctx.game, clock.side):
        raise Refused("not_your_turn", f"It is {ctx.game.sides[clock.side].name}'s go.")
    if order == "initiative" and (first := next_in_order(ctx.game)) != unit.id:
        raise Refused("not_your_turn", f"It is {ctx.game.units[first].name if first else 'nobody'}'s turn.")


def ready_to(ctx: Context, unit: str) -> Unit:
    """A unit that the sender may command and whose turn is on or may begin. Raises `Refused`: also `turn_lost`."""
    found = able_unit(ctx, unit)
    may_go(ctx, found)
    if found.conditions.get("lost_turns") and unit not in ctx.game.clock.active:
        raise Refused("turn_lost", f"{found.name} loses this turn: it can only be begun, or passed.")
    return found


# ---------------------------------------------------------------------------------------------- a turn


def begun(
    ctx: Context, unit: str, check: Callable[[Context, Any], None] | None = None, command: Any = None
) -> Rule[bool]:
    """Begin a unit's turn unless it is on. Whether it can act in it: it may fall, or lose the turn (D12).

    What starts with a turn may ask people, and much may happen until they answer. With `check`, the `command` that
    the turn began for is checked again then; where it is not legal any more, it is told why, and it does not happen.
    """
    if unit in ctx.game.clock.active:
        return True
    if unit in ctx.game.clock.done:
        return False
    yield from start(ctx, unit)
    return unit in ctx.game.clock.active and (check is None or (yield from still_legal(ctx, unit, check, command)))


def still_legal(ctx: Context, unit: str, check: Callable[[Context, Any], None], command: Any) -> Rule[bool]:
    """Whether a command may go on after its turn's start. Where it is not legal any more, it is told why."""
    try:
        check(ctx, command)
    except Refused as refusal:
        yield Remarked(text=openly(ctx, unit, check, command, refusal), unit=unit)
        return False
    return True


def start(ctx: Context, unit: str) -> Rule[None]:
    """A turn begins, with all that starts with one; it ends at once where it is lost or the unit falls."""
    yield TurnBegan(unit=unit, buys=purse(ctx, ctx.game.units[unit]))
    here = ctx.game.units[unit]
    if not able(here):
        yield from finish(ctx, unit)
    elif here.conditions.get("lost_turns"):
        yield ConditionChanged(unit=unit, condition="lost_turns", value=here.conditions["lost_turns"] - 1)
        yield from finish(ctx, unit, "the turn is lost")


def finish(ctx: Context, unit: str, why: str = "") -> Rule[None]:
    """A turn is over, if it has not ended with its unit already."""
    if unit in ctx.game.clock.active or unit not in ctx.game.clock.done:
        yield TurnEnded(unit=unit, why=why)


def finish_spent(ctx: Context) -> Rule[None]:
    """A turn that has nothing left to spend ends by itself, but not while its unit is awaited: it may not be over."""
    if not ctx.option("frame.auto_end"):
        return
    for unit, left in list(ctx.game.clock.active.items()):
        if unit in ctx.game.clock.active and not any(left.values()) and unit not in awaited(ctx.game):
            yield from finish(ctx, unit)


def give_up(ctx: Context, unit: str) -> Rule[None]:
    """A turn is not used: what starts with one happens all the same. Who is in reserve stays there this round."""
    if ctx.game.units[unit].status == "reserve":
        yield from finish(ctx, unit, "it stays in reserve")
    elif (yield from begun(ctx, unit)):
        yield from finish(ctx, unit, "passed")


def cut_short(ctx: Context, event: Any) -> Rule[None]:
    """Whoever falls in the middle of a turn has had it (D11)."""
    yield TurnEnded(unit=event.unit)


def is_cut_short(ctx: Context, event: Any) -> bool:
    """Whether it is a unit whose turn is on that can no longer act."""
    return event.unit in ctx.game.clock.active and not able(ctx.game.units[event.unit])


def call_next(ctx: Context) -> Rule[None]:
    """Alternate: once a side's turn is over, or it has nobody left to take one, it is another side's go."""
    clock = ctx.game.clock
    if ctx.option("frame.order") != "alternate" or clock.phase != "play" or clock.active or not clock.side:
        return
    went = bool(clock.done) and goes_with(ctx.game, ctx.game.units[clock.done[-1]]) == clock.side
    if went or not left_to_go(ctx.game, clock.side):
        side = next_side(ctx.game, clock.side)
        if side not in ("", clock.side):
            yield SideCalled(side=side)


# ---------------------------------------------------------------------------------------------- commands


def check_begin(ctx: Context, command: Begin) -> None:
    """Raises `Refused`: `turn_open` where it is on, and what `able_unit` and `may_go` do."""
    unit = able_unit(ctx, command.unit)
    may_go(ctx, unit)
    if unit.id in ctx.game.clock.active:
        raise Refused("turn_open", f"{unit.name}'s turn is on already.")


def begin(ctx: Context, command: Begin) -> Rule[None]:
    """The turn begins."""
    yield from begun(ctx, command.unit)


def check_end(ctx: Context, command: End) -> None:
    """Raises `Refused`: `no_turn`, and what `own_unit` does."""
    unit = own_unit(ctx, command.unit)
    if unit.id not in ctx.game.clock.active:
        raise Refused("no_turn", f"{unit.name}'s turn is not on.")


def end(ctx: Context, command: End) -> Rule[None]:
    """The turn ends."""
    yield from finish(ctx, command.unit)


def check_pass(ctx: Context, command: Pass) -> None:
    """Raises `Refused`: what `able_unit` and `may_go` do; a unit that could arrive may pass as well."""
    unit = own_unit(ctx, command.unit)
    may_go(ctx, unit if may_arrive(ctx.game, unit) else able_unit(ctx, command.unit))


def pass_turn(ctx: Context, command: Pass) -> Rule[None]:
    """The turn is given up."""
    yield from give_up(ctx, command.unit)


def left_of(ctx: Context) -> list[Unit]:
    """The sender's units that have turns left this round, by id."""
    return [unit for unit in left_to_go(ctx.game) if unit.seat == ctx.by]


def check_done(ctx: Context, command: Done) -> None:
    """Raises `Refused`: `not_playing`, `turn_over`, or why none of the sender's units may go now."""
    if ctx.game.clock.phase != "play":
        raise Refused("not_playing", "There is no round going on.")
    refusal = Refused("turn_over", "All your units have had their turns.")
    for unit in reversed(left_of(ctx)):
        try:
            may_go(ctx, unit)
        except Refused as why:
            refusal = why
        else:
            return
    raise refusal


def done(ctx: Context, command: Done) -> Rule[None]:
    """What is on ends; then each of the others begins its turn and gives it up."""
    for unit in list(ctx.game.clock.active):
        if ctx.game.units[unit].seat == ctx.by:
            yield from finish(ctx, unit)
    for unit in [unit.id for unit in left_of(ctx)]:
        if any(unit == left.id for left in left_of(ctx)):
            yield from give_up(ctx, unit)


# ---------------------------------------------------------------------------------------------- offers


def offer_begin(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """To begin."""
    if unit is not None:
        yield Candidate(f"Begin {unit.name}'s turn", {"do": "begin", "unit": unit.id})


def offer_end(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """To end, while anybody's turn is on."""
    if unit is not None and ctx.game.clock.active:
        yield Candidate(f"End {unit.name}'s turn", {"do": "end", "unit": unit.id})


def offer_pass(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """To pass."""
    if unit is not None:
        yield Candidate(f"Pass with {unit.name}", {"do": "pass", "unit": unit.id}, cost="the whole turn")


def offer_done(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """To pass with everything."""
    if unit is None:
        yield Candidate("Pass with all that is left this round", {"do": "done"})
