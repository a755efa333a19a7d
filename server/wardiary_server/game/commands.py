"""The commands that every game has whatever its rulebooks: answers, undo and its relatives, votes."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from .rulebook import Command

Number = Annotated[int, Meta(ge=0, lt=2**53)]
Word = Annotated[str, Meta(max_length=64)]


class Answer(Command, frozen=True, tag="answer"):
    """Answers one part of a question: faces for a roll, chosen values for a choice.

    Faces are numbers, or `success` and `blank` for a die with two results. `opened` is the entry that asked.
    """

    root: Number
    opened: Number
    part: Annotated[int, Meta(ge=0, le=4096)] = 0
    faces: Annotated[tuple[int | str, ...], Meta(max_length=128)] | None = None
    chosen: Annotated[tuple[Word, ...], Meta(max_length=128)] | None = None
    roll: bool = False  # let the server roll this one


class Undo(Command, frozen=True, tag="undo"):
    """Goes to before the newest command. `node` is the entry that the sender believes counts now."""

    node: Number


class Redo(Command, frozen=True, tag="redo"):
    """Returns to where the last undo came from."""

    node: Number


class Retype(Command, frozen=True, tag="retype"):
    """Goes to just before the answer that is entry `answer`, so that it can be given again."""

    node: Number
    answer: Number


class Rewind(Command, frozen=True, tag="rewind"):
    """Goes to where the game stood after entry `to`, where `round` began, or before the newest turn of `unit`."""

    node: Number
    to: Number = 0
    round: Number = 0
    unit: Word = ""


class Agree(Command, frozen=True, tag="agree"):
    """Agrees to the proposal that is made at `node`."""

    node: Number


class Disagree(Command, frozen=True, tag="disagree"):
    """Refuses the proposal that is made at `node`."""

    node: Number


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Takes back one's own proposal."""

    node: Number
