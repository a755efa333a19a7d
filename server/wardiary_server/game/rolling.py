"""Who rolls and who chooses, whether anybody must be waited for, and what event an answer becomes.

A unit's dice and choices are its seat's. Dice that are no seat's (a zone's, a gun's) are the server's; where everyone
types, they are the referee's, and without one the seat's that set them off. Where the faces come from is recorded with
them (D66); typed ones are held to the dice that were asked for (D46), which is in `answers`.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from .context import Context, Diverged
from .event import Event
from .events import Chosen, Rolled
from .rulebook import Refused
from .state import Part

Source = Literal["server", "typed", "script"]


class Answer(NamedTuple):
    """What one part got from people: faces or chosen values. No faces: this seat lets the server roll."""

    value: tuple[Any, ...]
    seat: str


Answers = tuple[Answer | None, ...]
"""One for each part; None for those that nobody was asked."""


def identified(ctx: Context, part: Part) -> Part:
    """The part with the seat that must answer, and the key that says which roll this is."""
    seat = part.seat or answerer(ctx, part)
    if part.kind == "choice":
        return replace(part, seat=seat)
    return replace(part, seat=seat, key=f"r{ctx.game.clock.round}/{part.key}")


def answerer(ctx: Context, part: Part) -> str:
    """Who answers: the unit's seat, else the referee, else the seat that set this off, else any that is held."""
    unit = ctx.game.units.get(part.unit)
    if unit is not None and unit.seat:
        return unit.seat
    held = [seat for seat in ctx.game.seats.values() if seat.id in ctx.table.held]
    referees = [seat.id for seat in held if seat.role == "referee"]
    return next(iter((*referees, *filter(None, [ctx.by]), *(seat.id for seat in held))), "")


# ---------------------------------------------------------------------------------------------- must anybody be asked?


def waits(ctx: Context, part: Part) -> bool:
    """Whether a part must wait for people: typed dice, and choices that the scenario does not take as likely."""
    if not part.seat:
        return False
    if part.kind == "choice":
        return part.asks and bool(part.options)
    return rolls_by_hand(ctx, part)


def rolls_by_hand(ctx: Context, part: Part) -> bool:
    """Whether real dice are rolled for this: by its unit's seat, or for what is no seat's, by everyone."""
    dice = ctx.game.dice
    unit = ctx.game.units.get(part.unit)
    if unit is not None and unit.seat:
        return dice.get(part.seat) == "typed"
    players = [seat.id for seat in ctx.game.seats.values() if seat.role == "player"]
    return bool(players) and all(dice.get(seat) == "typed" for seat in players)


# ---------------------------------------------------------------------------------------------- what it became


def answered(ctx: Context, part: Part, given: Answer | None) -> tuple[Event, tuple[Any, ...]]:
    """The event that a part became, and the plain value for the rule."""
    return chosen(part, given) if part.kind == "choice" else rolled(ctx, part, given)


def chosen(part: Part, given: Answer | None) -> tuple[Chosen, tuple[Any, ...]]:
    """What was chosen: by somebody, or the likely answer."""
    value = part.default if given is None else given.value
    labels = dict(part.options)
    event = Chosen(
        seat="" if given is None else given.seat, rule=part.rule, reason=part.reason, chosen=value,
        labels=tuple(labels[v] for v in value), unit=part.unit,
    )  # fmt: skip
    return event, value


def rolled(ctx: Context, part: Part, given: Answer | None) -> tuple[Rolled, tuple[int, ...]]:
    """What the dice showed: those on the table, or the server's."""
    nth = ctx.game.rolls.get(part.key, 0)
    faces: tuple[int, ...]
    source: Source
    faces, source = (given.value, "typed") if given is not None and given.value else server_faces(ctx, part, nth)
    shown = ctx.table.typed.get(f"{part.key}#{nth}", faces)
    event = Rolled(
        key=part.key, nth=nth, sides=part.sides, faces=faces, source=source, rule=part.rule, reason=part.reason,
        unit=part.unit, target=part.target, seat="" if given is None else given.seat, success=part.success,
        again=shown != faces,
    )  # fmt: skip
    return event, faces


def server_faces(ctx: Context, part: Part, nth: int) -> tuple[tuple[int, ...], Source]:
    """Faces from the dice; from the log instead, when a rule is run again: a replay draws nothing."""
    if ctx.script is not None:
        recorded = ctx.script.rolled.get((part.key, nth))
        if recorded is None:
            raise Diverged(f"the log has no roll {part.key}#{nth}")
        return recorded.faces, recorded.source
    if ctx.dice is None:
        raise Refused("no_dice", "There are no dice here to roll.")
    return ctx.dice.faces(f"{part.key}#{nth}", part.dice, part.sides), ctx.dice.source
