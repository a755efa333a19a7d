"""Rounds: how one ends, and how the next begins.

When every unit has had its turn, and nothing is open, the round ends: that is part of whatever command was the last.
First every turn that was not taken begins, so that nobody dodges what starts with one (D71). Then comes what the end
of a round brings, rulebook by rulebook in the order of their texts (D24, D95), and then the next round. While any of
this asks people, the round is `ending`, and nobody commands anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from .. import fields
from ..event import stat
from ..events import PlayBegan, Remarked, Resolved, RoundBegan, RoundClosing, RoundEnding
from ..resolver import Context, ask, roll_part
from ..rulebook import Candidate, Command, Refused, Rule
from ..state import Game, Part, Unit
from .queries import OUT_FOR_GOOD, able
from .turns import finish, goes_with, left_to_go, may_arrive, played, start

EMPTY_ROUNDS = 16
"""Rounds in which nobody can go that may pass by themselves, one after another, until somebody arrives."""


class EndRound(Command, frozen=True, tag="end_round"):
    """The referee ends the round. `bare`: without anything that its end would bring, and dropping what is open.

    Without a referee the players can, if all agree (D69).
    """

    bare: bool = False
    reason: Annotated[str, Meta(max_length=300)] = ""


# ---------------------------------------------------------------------------------------------- by itself


def is_round_over(game: Game) -> bool:
    """Whether all turns of this round are over and nothing holds its end up."""
    clock = game.clock
    return clock.phase == "play" and not clock.active and not game.open and not left_to_go(game)


def goes_on(ctx: Context) -> bool:
    """Whether a round in which nobody can go passes by itself: there is a last one, or somebody or something comes."""
    game = ctx.game
    return (
        bool(ctx.number("frame.rounds"))
        or any(unit.seat and not ctx.value(OUT_FOR_GOOD, unit) for unit in game.units.values())
        or any(unit.status == "reserve" and stat(unit, "arrives") > game.clock.round for unit in game.units.values())
        or any({"round", "round_end"} & set(happening.when) for happening in game.happenings.values())
    )


def close_round(ctx: Context) -> Rule[None]:
    """The end of a round, and the beginning of the next."""
    clock = ctx.game.clock
    if clock.active or any(unit.id not in clock.done for unit in played(ctx.game)):
        yield RoundClosing(round=clock.round)
    for unit in list(clock.active):
        yield from finish(ctx, unit)
    for unit in [u.id for u in played(ctx.game)]:
        if ctx.game.result is None and is_not_taken(ctx.game, unit):
            yield from start(ctx, unit)
            if unit in ctx.game.clock.active:
                yield from finish(ctx, unit, "not taken")
    if ctx.game.result is None:
        yield RoundEnding(round=ctx.game.clock.round)
    if ctx.game.result is None:
        yield from open_round(ctx)


def is_not_taken(game: Game, unit: str) -> bool:
    """Whether a unit is still there and has had no turn this round."""
    here = game.units[unit]
    return unit not in game.clock.done and here.status == "ready" and here.zone != ""


def open_round(ctx: Context) -> Rule[None]:
    """The next round begins, with the ways to roll that the seats have chosen."""
    number = ctx.game.clock.round + 1
    order = yield from initiative(ctx)
    sides = [side for side in ctx.game.sides if will_go(ctx.game, side, number)]
    first = sides[(number - 1) % len(sides)] if sides and ctx.option("frame.order") == "alternate" else ""
    yield RoundBegan(round=number, order=order, side=first, dice=ways(ctx))


def will_go(game: Game, side: str, round: int) -> bool:
    """Whether a side will have anyone who can go, or arrive, in a round that begins now."""
    return any(
        unit.seat and goes_with(game, unit) == side and (able(unit) or may_arrive(game, unit, round))
        for unit in game.units.values()
    )


def ways(ctx: Context) -> dict[str, str]:
    """How each seat rolls from now on."""
    default = str(ctx.option("frame.dice"))
    return {seat: ctx.table.dice.get(seat, default) for seat in ctx.game.seats}


def initiative(ctx: Context) -> Rule[tuple[str, ...]]:
    """The order of turns: highest first. Rolled or drawn once, when play begins; later rounds keep it."""
    if ctx.option("frame.order") != "initiative" or ctx.game.clock.order:
        return ctx.game.clock.order
    units = [unit.id for unit in played(ctx.game)]
    shown = yield from (drawn if ctx.option("frame.initiative") == "drawn" else rolled)(ctx, units)
    total = {unit: shown[unit] + stat(ctx.game.units[unit], "initiative") for unit in units}
    return tuple(sorted(total, key=lambda unit: (-total[unit], unit)))


def rolled(ctx: Context, units: list[str]) -> Rule[dict[str, int]]:
    """What each unit's die shows."""
    sides = ctx.number("frame.initiative_die")
    faces = yield from ask(*(initiative_part(unit, "initiative", sides) for unit in units))
    return {unit: face for unit, (face,) in zip(units, faces, strict=True)}


def drawn(ctx: Context, units: list[str]) -> Rule[dict[str, int]]:
    """The card that each unit draws: no two have the same, so there are always more cards than units.

    Each draw is a die with as many faces as cards are left, and says which of those it is, from the lowest.
    """
    cards = list(range(1, max(ctx.number("frame.initiative_die"), len(units) + 1) + 1))
    left = range(len(cards), len(cards) - len(units), -1)
    faces = yield from ask(
        *(initiative_part(unit, f"initiative: which of {n} cards", n) for unit, n in zip(units, left, strict=True))
    )
    drawn = {unit: cards.pop(face - 1) for unit, (face,) in zip(units, faces, strict=True)}
    for unit, card in drawn.items():
        yield Remarked(text=f"{ctx.game.units[unit].name} draws card {card}.", unit=unit)
    return drawn


def initiative_part(unit: str, reason: str, sides: int) -> Part:
    """One unit's roll or draw."""
    return roll_part(rule="initiative", reason=reason, unit=unit, dice=1, sides=sides)


def begin_play(ctx: Context) -> Rule[None]:
    """Set-up is over. Nothing of a round's end happens here; the first round begins."""
    yield PlayBegan(dice=ways(ctx))
    yield from open_round(ctx)


# ---------------------------------------------------------------------------------------------- by somebody's word


def check_end_round(ctx: Context, command: EndRound) -> None:
    """Raises `Refused`: `not_playing`; `awaiting` where something is open and the round should not end bare."""
    if ctx.game.clock.phase not in ("play", "ending"):
        raise Refused("not_playing", "There is no round going on.")
    if ctx.game.open and not command.bare:
        raise Refused("awaiting", "Something is still to be answered. Answer it, or end the round bare.")


def end_round(ctx: Context, command: EndRound) -> Rule[None]:
    """With everything that belongs to it, or bare (D69): nothing is triggered until the next round begins."""
    if not command.bare:
        yield from close_round(ctx)
        return
    ctx.quiet = True
    who = "The players end" if ctx.role == "player" else f"The {ctx.role} ends"
    yield Remarked(text=f"{who} the round bare. {command.reason}".strip())
    for root in list(ctx.game.open):
        yield Resolved(root=int(root))
    yield RoundEnding(round=ctx.game.clock.round)
    ctx.quiet = False
    if ctx.game.result is None:
        yield from open_round(ctx)


def in_words(command: EndRound) -> str:
    """What players propose to each other."""
    return "end the round" + (", without what its end brings and what is open" if command.bare else "")


def offer_end_round(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """To end the round: for the referee always, for players of a table without one where something is open."""
    if unit is not None:
        return
    seated = any(seat.role == "referee" and seat.id in ctx.table.held for seat in ctx.game.seats.values())
    if ctx.role != "player" and not ctx.game.open:
        bare = fields.flag("bare", "Bare: without what its end brings")
        yield Candidate("End the round", {"do": "end_round"}, fields=(bare, fields.REASON))
    elif ctx.role != "player" or (ctx.game.open and not seated and ctx.table.proposal is None):
        cost = "drops what is open, and what the round's end would bring"
        yield Candidate("End the round bare", {"do": "end_round", "bare": True}, cost=cost, fields=(fields.REASON,))
