"""What may be answered, by whom, and with what. All of it is checked before anything happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from .commands import Answer
from .events import Answered, part_text
from .resolver import Answer as Given
from .resolver import Answers
from .rulebook import Refused
from .state import Game, Open, Part, Proposal, State
from .table_events import Proposed

WORDS = {"success": True, "blank": False}


def part_of(game: Game, command: Answer) -> tuple[Open, Part]:
    """The question and the part that a command answers. Raises `Refused`: `stale_request`."""
    asked = game.open.get(str(command.root))
    if asked is None or asked.opened != command.opened or command.part >= len(asked.parts):
        raise Refused("stale_request", "That is not asked any more.")
    if str(command.part) in asked.answers:
        raise Refused("stale_request", "That was answered already.")
    return asked, asked.parts[command.part]


def may_answer(state: State, intent: Any, command: Answer, part: Part) -> Proposed | None:
    """Nothing where this seat may answer, or the proposal that it takes. Raises `Refused`: `not_yours`.

    The referee answers for anyone. Without one, the others may for a seat that has been away for a minute, if all of
    them agree.
    """
    if part.seat in ("", intent.by) or intent.role in ("referee", "operator"):
        return None
    seat = state.game.seats.get(part.seat)
    name = seat.name if seat else part.seat
    if part.seat in state.table.held and part.seat not in intent.away:
        raise Refused("not_yours", f"That is for {name} to answer.")
    if referee_seated(state, intent.away):
        raise Refused("not_yours", f"{name} is away: the referee can answer for them.")
    if not others(state, intent.by, intent.away | {part.seat}):
        return None
    text = f"answer for {name} ({part_text(state.game, part)})"
    body = msgspec.msgpack.encode(command)
    return Proposed(
        Proposal(
            kind="answer",
            by=intent.by,
            to=command.root,
            node=state.table.cursor,
            text=text,
            yes=(intent.by,),
            body=body,
        )
    )


def proposed(proposal: Proposal) -> Answer:
    """The answer that a proposal of kind `answer` asks agreement for."""
    return msgspec.msgpack.decode(proposal.body, type=Answer)


def proposed_root(proposal: Proposal | None) -> int:
    """The question that a proposal would answer; 0 where it is another kind of proposal."""
    return proposal.to if proposal is not None and proposal.kind == "answer" else 0


def accept(state: State, intent: Any, command: Answer, part: Part) -> Answered:
    """The event that an answer becomes. Raises `Refused`: `bad_answer`, with what was expected."""
    by = intent.by if intent.by != part.seat else ""
    if part.kind == "choice":
        value: tuple[Any, ...] = chosen(state.game, command, part)
        return Answered(root=command.root, part=command.part, value=value, seat=part.seat, by=by)
    if command.roll:
        return Answered(root=command.root, part=command.part, value=(), seat=part.seat, by=by)
    value = faces(state.game, command, part)
    roll = f"{part.key}#{state.game.rolls.get(part.key, 0)}"
    before = state.table.typed.get(roll)
    again = before is not None and before != value
    return Answered(root=command.root, part=command.part, value=value, seat=part.seat, by=by, roll=roll, again=again)


def faces(game: Game, command: Answer, part: Part) -> tuple[int, ...]:
    """The faces of an answer, checked against the dice that were asked for."""
    expected = part_text(game, part)
    if command.faces is None or command.chosen is not None:
        raise Refused("bad_answer", f"{expected}: type the faces.")
    if len(command.faces) != part.dice:
        raise Refused("bad_answer", f"{expected}: {len(command.faces)} faces were given.")
    return tuple(face(given, part, expected) for given in command.faces)


def face(given: int | str, part: Part, expected: str) -> int:
    """One face. *Success* and *Blank* stand for the highest and the lowest, where the die has just those two."""
    if isinstance(given, str):
        good = WORDS.get(given.lower())
        if good is None or not part.success:
            raise Refused("bad_answer", f"{expected}: {given!r} is no face of that die.")
        return part.sides if good else 1
    if not 1 <= given <= part.sides:
        raise Refused("bad_answer", f"{expected}: {given} is no face of that die.")
    return given


def chosen(game: Game, command: Answer, part: Part) -> tuple[str, ...]:
    """The values of a choice, checked against what was offered."""
    expected = part_text(game, part)
    if command.chosen is None or command.faces is not None:
        raise Refused("bad_answer", f"{expected} one of what was offered.")
    known = dict(part.options)
    strange = [value for value in command.chosen if value not in known]
    if strange or len(set(command.chosen)) != len(command.chosen):
        raise Refused("bad_answer", f"{expected}: {', '.join(command.chosen)} was not offered like that.")
    if not part.least <= len(command.chosen) <= part.most:
        raise Refused("bad_answer", f"{expected} {part.least} to {part.most}; {len(command.chosen)} were chosen.")
    return command.chosen


def in_full(asked: Open, parts: tuple[Part, ...], given: Mapping[str, tuple[Any, ...]]) -> Answers:
    """What a rule gets: the people's answers in their places, and None where the server rolls."""
    full: list[Given | None] = []
    waiting = 0
    for part in parts:
        if waiting < len(asked.parts) and asked.parts[waiting] == part:
            value = given[str(waiting)]
            waiting += 1
            source: Literal["server", "typed", "script"] = "typed"
            full.append(Given(value, source, part.seat) if value or part.kind == "choice" else None)
        else:
            full.append(None)
    return tuple(full)


def referee_seated(state: State, away: frozenset[str]) -> bool:
    """Whether there is a referee at the table who can be asked."""
    return any(
        seat.role == "referee" and seat.id in state.table.held and seat.id not in away
        for seat in state.game.seats.values()
    )


def others(state: State, by: str, away: frozenset[str]) -> tuple[str, ...]:
    """The other seated players whose word counts: those who are not away."""
    return tuple(
        seat.id
        for seat in state.game.seats.values()
        if seat.role == "player" and seat.id in state.table.held and seat.id != by and seat.id not in away
    )
