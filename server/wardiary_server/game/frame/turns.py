"""Turns and rounds: who may go, what begins and ends with a turn, and what the end of a round brings.

A turn belongs to a unit. It begins with the unit's first command, or with `begin`; what starts with a turn (fire
underfoot, no air, a gun that watches) happens then, and the command goes on if the unit still can. When every unit
has had its turn, and nothing is open, the round ends: that is part of whatever command was the last.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..event import stat
from ..events import (
    ConditionChanged,
    PlayBegan,
    Remarked,
    Resolved,
    RoundBegan,
    RoundEnding,
    SideCalled,
    TurnBegan,
    TurnEnded,
)
from ..resolver import Context, ask, roll_part
from ..rulebook import Candidate, Command, Refused, Rule
from ..state import Game, Unit
from .economy import purse
from .queries import able, able_unit, own_unit


class Begin(Command, frozen=True, tag="begin"):
    """Begins a unit's turn. Its first command does so too."""

    unit: str


class End(Command, frozen=True, tag="end"):
    """Ends a unit's turn."""

    unit: str


class Pass(Command, frozen=True, tag="pass"):
    """Gives up a unit's turn. It is a turn all the same, and what starts with one happens."""

    unit: str


class Done(Command, frozen=True, tag="done"):
    """Ends the seat's turn that is on, and gives up all that it has left this round."""


class EndRound(Command, frozen=True, tag="end_round"):
    """The referee ends the round. `bare`: without anything that its end would bring, and dropping what is open."""

    bare: bool = False
    reason: str = ""


# ---------------------------------------------------------------------------------------------- who may go


def played(game: Game) -> list[Unit]:
    """The units that take turns: on the board, on their feet, and somebody decides for them. By id."""
    found = [u for u in game.units.values() if u.seat and u.zone and u.status == "ready"]
    return sorted(found, key=lambda unit: unit.id)


def left_to_go(game: Game, side: str = "") -> list[Unit]:
    """Those of them (of one side) that can still begin or go on with a turn this round."""
    done = game.clock.done
    return [u for u in played(game) if u.id not in done and able(u) and (not side or u.side == side)]


def next_in_order(game: Game) -> str:
    """Initiative: the unit whose turn it is. Those who came later go last, by id."""
    left = [unit.id for unit in left_to_go(game)]
    return next((unit for unit in (*game.clock.order, *left) if unit in left), "")


def may_go(ctx: Context, unit: Unit) -> None:
    """Raises `Refused` unless this unit's turn is on or may begin now: `not_playing`, `turn_over`, `not_your_turn`."""
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
    if order == "alternate" and clock.side and clock.side != unit.side:
        raise Refused("not_your_turn", f"It is {ctx.game.sides[clock.side].name}'s go.")
    if order == "initiative" and next_in_order(ctx.game) != unit.id:
        first = ctx.game.units.get(next_in_order(ctx.game))
        raise Refused("not_your_turn", f"It is {first.name if first else 'nobody'}'s turn.")


def ready_to(ctx: Context, unit: str) -> Unit:
    """A unit that the sender may command and whose turn is on or may begin. Raises `Refused`."""
    found = able_unit(ctx, unit)
    may_go(ctx, found)
    if found.conditions.get("lost_turns") and unit not in ctx.game.clock.active:
        raise Refused("turn_lost", f"{found.name} loses this turn: it can only be begun, or passed.")
    return found


# ---------------------------------------------------------------------------------------------- a turn


def begun(ctx: Context, unit: str) -> Rule[bool]:
    """Begin a unit's turn unless it is on. Whether it can act in it: it may fall, or lose the turn (D12)."""
    if unit not in ctx.game.clock.active:
        yield from start(ctx, unit)
    return unit in ctx.game.clock.active


def start(ctx: Context, unit: str) -> Rule[None]:
    """A turn begins, with all that starts with one; it ends at once where it is lost or the unit falls."""
    yield TurnBegan(unit=unit, buys=purse(ctx, ctx.game.units[unit]))
    here = ctx.game.units[unit]
    if not able(here):
        yield from finish(ctx, unit, "")
    elif here.conditions.get("lost_turns"):
        left = here.conditions["lost_turns"] - 1
        yield ConditionChanged(unit=unit, condition="lost_turns", value=left)
        yield from finish(ctx, unit, "the turn is lost")


def finish(ctx: Context, unit: str, why: str = "") -> Rule[None]:
    """A turn is over, if it has not ended with its unit already."""
    if unit in ctx.game.clock.active or unit not in ctx.game.clock.done:
        yield TurnEnded(unit=unit, why=why)


def finish_spent(ctx: Context) -> Rule[None]:
    """A turn that has nothing left to spend ends by itself, and so does one whose unit the referee took out of it."""
    for unit, left in list(ctx.game.clock.active.items()):
        spent = bool(ctx.option("frame.auto_end")) and not any(left.values())
        if unit in ctx.game.clock.active and (spent or not able(ctx.game.units[unit])):
            yield from finish(ctx, unit)


def cut_short(ctx: Context, event: object) -> Rule[None]:
    """Whoever falls in the middle of a turn has had it (D11)."""
    unit = str(getattr(event, "unit", ""))
    yield TurnEnded(unit=unit)


def is_cut_short(ctx: Context, event: object) -> bool:
    unit = str(getattr(event, "unit", ""))
    return unit in ctx.game.clock.active and not able(ctx.game.units[unit])


def call_next(ctx: Context) -> Rule[None]:
    """Alternate: once a side's turns are over for now, it is another side's go, if that has anyone left."""
    clock, sides = ctx.game.clock, list(ctx.game.sides)
    if ctx.option("frame.order") != "alternate" or clock.phase != "play" or clock.active or not clock.done:
        return
    mine = ctx.game.units[clock.done[-1]].side
    if mine == clock.side and mine in sides:
        turned = sides[sides.index(mine) + 1 :] + sides[: sides.index(mine) + 1]
        side = next((s for s in turned if left_to_go(ctx.game, s)), "")
        if side and side != clock.side:
            yield SideCalled(side=side)


# ---------------------------------------------------------------------------------------------- commands


def check_begin(ctx: Context, command: Begin) -> None:
    unit = able_unit(ctx, command.unit)
    may_go(ctx, unit)
    if unit.id in ctx.game.clock.active:
        raise Refused("turn_open", f"{unit.name}'s turn is on already.")


def begin(ctx: Context, command: Begin) -> Rule[None]:
    yield from begun(ctx, command.unit)


def check_end(ctx: Context, command: End) -> None:
    unit = own_unit(ctx, command.unit)
    if unit.id not in ctx.game.clock.active:
        raise Refused("no_turn", f"{unit.name}'s turn is not on.")


def end(ctx: Context, command: End) -> Rule[None]:
    yield from finish(ctx, command.unit)


def check_pass(ctx: Context, command: Pass) -> None:
    may_go(ctx, able_unit(ctx, command.unit))


def pass_turn(ctx: Context, command: Pass) -> Rule[None]:
    if (yield from begun(ctx, command.unit)):
        yield from finish(ctx, command.unit, "passed")


def check_done(ctx: Context, command: Done) -> None:
    if ctx.game.clock.phase != "play":
        raise Refused("not_playing", "There is no round going on.")
    mine = [u for u in left_to_go(ctx.game) if u.seat == ctx.by]
    if not mine:
        raise Refused("turn_over", "All your units have had their turns.")
    if not any(unit.id in ctx.game.clock.active for unit in mine):
        may_go(ctx, mine[0])


def done(ctx: Context, command: Done) -> Rule[None]:
    for unit in list(ctx.game.clock.active):
        if ctx.game.units[unit].seat == ctx.by:
            yield from finish(ctx, unit)
    for unit in [u.id for u in left_to_go(ctx.game) if u.seat == ctx.by]:
        if able(ctx.game.units[unit]) and (yield from begun(ctx, unit)):
            yield from finish(ctx, unit, "passed")


def check_end_round(ctx: Context, command: EndRound) -> None:
    if ctx.game.clock.phase not in ("play", "ending"):
        raise Refused("not_playing", "There is no round going on.")
    if ctx.game.open and not command.bare:
        raise Refused("awaiting", "Something is still to be answered. Answer it, or end the round bare.")


def end_round_now(ctx: Context, command: EndRound) -> Rule[None]:
    """The referee's way: with everything, or bare (D69)."""
    if not command.bare:
        yield from close_round(ctx)
        return
    ctx.quiet = True
    yield Remarked(text=f"The referee ends the round bare. {command.reason}")
    for root in list(ctx.game.open):
        yield Resolved(root=int(root))
    yield RoundEnding(round=ctx.game.clock.round)
    yield from open_round(ctx)


def offer_begin(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    if unit is not None:
        yield Candidate(f"Begin {unit.name}'s turn", {"do": "begin", "unit": unit.id})


def offer_end(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    if unit is not None:
        yield Candidate(f"End {unit.name}'s turn", {"do": "end", "unit": unit.id})


def offer_pass(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    if unit is not None:
        yield Candidate(f"Pass with {unit.name}", {"do": "pass", "unit": unit.id}, cost="the whole turn")


def offer_done(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    if unit is None:
        yield Candidate("Pass with all that is left this round", {"do": "done"})


# ---------------------------------------------------------------------------------------------- a round


def after_command(ctx: Context) -> Rule[None]:
    """When every turn is over and nothing is open, the round ends (D69); and the next, where nobody can act in it."""
    while is_round_over(ctx.game):
        yield from close_round(ctx)
        if not ctx.number("frame.rounds"):
            return  # without a last round this might go on for ever: the referee has to step in


def is_round_over(game: Game) -> bool:
    """Whether all turns of this round are over and nothing holds its end up."""
    clock = game.clock
    return clock.phase == "play" and not clock.active and not game.open and not left_to_go(game)


def close_round(ctx: Context) -> Rule[None]:
    """The end of a round. First every turn that was not taken begins, by id, so that nobody dodges (D71)."""
    for unit in list(ctx.game.clock.active):
        yield from finish(ctx, unit)
    for unit in [u.id for u in played(ctx.game)]:
        now = ctx.game.units[unit]
        if unit not in ctx.game.clock.done and now.status == "ready" and now.zone:
            yield from start(ctx, unit)
            if unit in ctx.game.clock.active:
                yield from finish(ctx, unit, "not taken")
    if ctx.game.result is not None:
        return
    yield RoundEnding(round=ctx.game.clock.round)
    if ctx.game.result is None:
        yield from open_round(ctx)


def open_round(ctx: Context) -> Rule[None]:
    """The next round begins, with the ways to roll that the seats have chosen."""
    number = ctx.game.clock.round + 1
    order = yield from initiative(ctx)
    sides = [s for s in ctx.game.sides if left_to_go_next(ctx.game, s)]
    first = sides[(number - 1) % len(sides)] if sides and ctx.option("frame.order") == "alternate" else ""
    yield RoundBegan(round=number, order=order, side=first, dice=ways(ctx))


def left_to_go_next(game: Game, side: str) -> bool:
    """Whether a side will have anyone to move in the next round."""
    return any(unit.side == side and able(unit) for unit in played(game))


def ways(ctx: Context) -> dict[str, str]:
    """How each seat rolls from now on."""
    default = str(ctx.option("frame.dice"))
    return {seat: ctx.table.dice.get(seat, default) for seat in ctx.game.seats}


def initiative(ctx: Context) -> Rule[tuple[str, ...]]:
    """The order of turns: highest first. Rolled once, when play begins; later rounds keep it."""
    if ctx.option("frame.order") != "initiative":
        return ()
    if ctx.game.clock.order:
        return ctx.game.clock.order
    units = played(ctx.game)
    parts = [
        roll_part(rule="initiative", reason="initiative", unit=u.id, dice=1, sides=ctx.number("frame.initiative_die"))
        for u in units
    ]
    faces = yield from ask(*parts)
    total = {u.id: faces[i][0] + stat(ctx.game.units[u.id], "initiative") for i, u in enumerate(units)}
    return tuple(sorted(total, key=lambda unit: (-total[unit], unit)))


def begin_play(ctx: Context) -> Rule[None]:
    """Set-up is over. Nothing of a round's end happens here; the first round begins."""
    yield PlayBegan(dice=ways(ctx))
    yield from open_round(ctx)
