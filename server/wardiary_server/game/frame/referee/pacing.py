"""Scores and turns, by the referee's word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from ... import fields
from ...events import Scored, SideCalled, TurnEnded
from ...resolver import Context
from ...rulebook import Candidate, Refused, Rule, did_you_mean
from ...state import Unit
from ..queries import able_unit, unit_of
from ..turns import give_up, left_to_go, start
from .hand import ByHand, Word, act, said


class RefScore(ByHand, frozen=True, tag="ref_score"):
    """Sets what a side has scored."""

    side: Word
    total: Annotated[int, Meta(ge=-10_000, le=10_000)]


class RefSkip(ByHand, frozen=True, tag="ref_skip"):
    """A unit has had its turn, whether it was on or not. With the rules it begins and is given up."""

    unit: Word


class RefCall(ByHand, frozen=True, tag="ref_call"):
    """Calls a unit, whose turn begins out of order and even if it has had one; or, where sides alternate, a side."""

    unit: Word = ""
    side: Word = ""


def named_side(ctx: Context, side: str) -> None:
    """Raises `Refused`: `no_such_side`."""
    if side not in ctx.game.sides:
        raise Refused("no_such_side", f"There is no side {side!r}.{did_you_mean(side, ctx.game.sides)}")


def playing(ctx: Context) -> None:
    """Raises `Refused`: `not_playing`."""
    if ctx.game.clock.phase != "play":
        raise Refused("not_playing", "There is no round going on.")


# ---------------------------------------------------------------------------------------------- scores


def check_score(ctx: Context, command: RefScore) -> None:
    """Raises `Refused`: `no_such_side`, `no_change`."""
    named_side(ctx, command.side)
    if ctx.game.scores.get(command.side, 0) == command.total:
        raise Refused("no_change", f"{ctx.game.sides[command.side].name} has {command.total}.")


def set_score(ctx: Context, command: RefScore) -> Rule[None]:
    """It has so many points. Where that is enough it has won."""
    yield from said(ctx, command)
    points = command.total - ctx.game.scores.get(command.side, 0)
    yield Scored(side=command.side, points=points, total=command.total)


# ---------------------------------------------------------------------------------------------- turns


def check_skip(ctx: Context, command: RefSkip) -> None:
    """Raises `Refused`: `not_playing`, `unit_gone`, `turn_over`; with the rules what `able_unit` does."""
    unit = unit_of(ctx, command.unit)
    playing(ctx)
    if unit.status not in ("ready", "reserve"):
        raise Refused("unit_gone", f"{unit.name} is {unit.status}, and has no turn.")
    if unit.id in ctx.game.clock.done:
        raise Refused("turn_over", f"{unit.name} has had its turn this round.")
    if command.with_rules and unit.status != "reserve":
        able_unit(ctx, command.unit)


def skip(ctx: Context, command: RefSkip) -> Rule[None]:
    """The turn is over."""
    yield from said(ctx, command, command.unit)
    if command.with_rules:
        yield from give_up(ctx, command.unit)
    else:
        yield TurnEnded(unit=command.unit, why="the referee")


def check_call(ctx: Context, command: RefCall) -> None:
    """Raises `Refused`: `malformed`, `not_playing`, `turn_open`, and what `able_unit` and `check_call_side` do."""
    if bool(command.unit) == bool(command.side):
        raise Refused("malformed", "Name a unit, or a side, whose go it is to be.")
    playing(ctx)
    if command.side:
        check_call_side(ctx, command.side)
        return
    unit, clock = able_unit(ctx, command.unit), ctx.game.clock
    if unit.id in clock.active:
        raise Refused("turn_open", f"{unit.name}'s turn is on already.")
    ordered = ctx.option("frame.order") != "free"
    if busy := [u for u in clock.active if ordered or ctx.game.units[u].seat == unit.seat]:
        raise Refused("turn_open", f"{ctx.game.units[busy[0]].name}'s turn is still on: end it first.")


def check_call_side(ctx: Context, side: str) -> None:
    """Raises `Refused`: `no_such_side`, `no_change`, `turn_open`, `turn_over`."""
    named_side(ctx, side)
    clock, name = ctx.game.clock, ctx.game.sides[side].name
    if not clock.side or clock.side == side:
        raise Refused("no_change", f"It is {name}'s go." if clock.side else "Sides do not take turns in this game.")
    if clock.active:
        raise Refused("turn_open", f"{ctx.game.units[next(iter(clock.active))].name}'s turn is still on: end it first.")
    if not left_to_go(ctx.game, side):
        raise Refused("turn_over", f"{name} has nobody left to go this round.")


def call(ctx: Context, command: RefCall) -> Rule[None]:
    """It is their go."""
    yield from said(ctx, command, command.unit)
    if command.side:
        yield SideCalled(side=command.side)
    else:
        yield from start(ctx, command.unit)


# ---------------------------------------------------------------------------------------------- offers


def offer_score(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """Each side, with what it has."""
    if unit is None:
        for side in ctx.game.sides.values():
            now = ctx.game.scores.get(side.id, 0)
            total = fields.number("total", "Points in all", -10_000, 10_000, now + 1)
            body = {"do": "ref_score", "side": side.id}
            yield Candidate(f"Set {side.name}'s points ({now} now)", body, fields=(total, *fields.HAND))


def offer_skip(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """To have had its turn."""
    if unit is not None and unit.seat:
        word = "End" if unit.id in ctx.game.clock.active else "Skip"
        body = {"do": "ref_skip", "unit": unit.id}
        yield Candidate(f"{word} {unit.name}'s turn", body, fields=fields.HAND)


def offer_call(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """To go now; sides where they alternate."""
    if unit is not None and unit.seat:
        yield Candidate(f"Call {unit.name}", {"do": "ref_call", "unit": unit.id}, fields=fields.HAND)
    elif unit is None and ctx.game.clock.side:
        sides = tuple((side.id, side.name, "") for side in ctx.game.sides.values())
        yield Candidate("Call a side", {"do": "ref_call"}, "side", sides, fields=fields.HAND)


ACTIONS = (
    act(RefScore, check_score, set_score, offer_score, "ref_score red 3: set what a side has scored"),
    act(RefSkip, check_skip, skip, offer_skip, "ref_skip vega: a unit has had its turn"),
    act(RefCall, check_call, call, offer_call, "ref_call vega: let a unit go now, or a side"),
)
