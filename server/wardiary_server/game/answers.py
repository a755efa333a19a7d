"""What may be answered, and with what. All of it is checked before anything happens. By whom is in `votes`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .commands import Answer
from .events import Answered, part_text, roll_name
from .rolling import Answer as Given
from .rolling import Answers
from .rulebook import Refused
from .state import Game, Open, Part, State

WORDS = {"success": True, "blank": False}


# ---------------------------------------------------------------------------------------------- what is asked


def part_of(game: Game, command: Answer) -> tuple[Open, Part]:
    """The question and the part that a command answers. Raises `Refused`: `stale_request`."""
    asked = game.open.get(str(command.root))
    if asked is None or asked.opened != command.opened or command.part >= len(asked.parts):
        raise Refused("stale_request", "That is not asked any more.")
    if str(command.part) in asked.answers:
        raise Refused("stale_request", "That was answered already.")
    return asked, asked.parts[command.part]


# ---------------------------------------------------------------------------------------------- with what


def accept(state: State, by: str, command: Answer) -> Answered:
    """The event that an answer becomes. Raises `Refused`: `stale_request`, and `bad_answer` with what was expected."""
    asked, part = part_of(state.game, command)
    value: tuple[Any, ...] = ()
    roll, again = "", False
    if part.kind == "choice":
        value = chosen(state.game, command, part)
    elif command.roll:
        if command.faces is not None or command.chosen is not None:
            raise Refused("bad_answer", "Either type the faces, or let the server roll.")
    else:
        value = faces(state.game, command, part)
        roll = roll_name(state.game, asked, command.part)
        again = state.table.typed.get(roll, value) != value
    by = by if by != part.seat else ""
    return Answered(
        root=command.root, part=command.part, value=value, seat=part.seat, by=by, roll=roll, again=again
    )  # fmt: skip


def faces(game: Game, command: Answer, part: Part) -> tuple[int, ...]:
    """The faces of an answer, checked against the dice that were asked for."""
    expected = asked_faces(game, part)
    if command.faces is None or command.chosen is not None:
        raise Refused("bad_answer", f"{expected}; you gave none.")
    if len(command.faces) != part.dice:
        raise Refused("bad_answer", f"{expected}; you gave {len(command.faces) or 'none'}.")
    return tuple(face(given, part, expected) for given in command.faces)


def asked_faces(game: Game, part: Part) -> str:
    """What a roll asks for, in words: how many faces, of which die, for whom and why."""
    unit = game.units.get(part.unit)
    whom = f"{unit.name} ({part.reason})" if unit else part.reason
    one = part.dice == 1
    either = ", or Success or Blank," if part.success else ""
    faces = f"{part.dice} {'face' if one else 'faces'} of 1 to {part.sides}{either}"
    return f"{faces} {'is' if one else 'are'} asked for {whom}"


def face(given: int | str, part: Part, expected: str) -> int:
    """One face. *Success* and *Blank* stand for the highest and the lowest, where the die has just those two."""
    if isinstance(given, str):
        good = WORDS.get(given.lower())
        if good is None or not part.success:
            raise Refused("bad_answer", f"{expected}; {given!r} is no face of that die.")
        return part.sides if good else 1
    if not 1 <= given <= part.sides:
        raise Refused("bad_answer", f"{expected}; {given} is no face of that die.")
    return given


def chosen(game: Game, command: Answer, part: Part) -> tuple[str, ...]:
    """The values of a choice, checked against what was offered."""
    expected = f"{part_text(game, part)} {how_many(part)} of {', '.join(value for value, _label in part.options)}"
    if command.chosen is None or command.faces is not None or command.roll:
        raise Refused("bad_answer", f"{expected}; you chose nothing of that.")
    known = dict(part.options)
    strange = [value for value in command.chosen if value not in known]
    if strange:
        raise Refused("bad_answer", f"{expected}; {', '.join(strange)} was not offered.")
    if len(set(command.chosen)) != len(command.chosen):
        raise Refused("bad_answer", f"{expected}; you chose something twice.")
    if not part.least <= len(command.chosen) <= part.most:
        raise Refused("bad_answer", f"{expected}; you chose {len(command.chosen) or 'none'}.")
    return command.chosen


def how_many(part: Part) -> str:
    """How many may be chosen: 1, or 0 to 3."""
    return str(part.least) if part.least == part.most else f"{part.least} to {part.most}"


def in_full(asked: Open, parts: tuple[Part, ...], given: Mapping[str, tuple[Any, ...]]) -> Answers:
    """What a rule gets: the people's answers in their places, and None where nobody was asked."""
    full: list[Given | None] = []
    waiting = 0
    for part in parts:
        if waiting < len(asked.parts) and asked.parts[waiting] == part:
            full.append(Given(given[str(waiting)], part.seat))
            waiting += 1
        else:
            full.append(None)
    return tuple(full)
