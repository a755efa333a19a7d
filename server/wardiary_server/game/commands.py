"""The commands that every game has whatever its rulebooks: answers, undo and its relatives, votes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta

from .rulebook import Command

Number = Annotated[int, Meta(ge=0, lt=2**53)]
Word = Annotated[str, Meta(max_length=64)]
Faces = Annotated[tuple[int | str, ...], Meta(max_length=128)]
Values = Annotated[tuple[Word, ...], Meta(max_length=128)]


class Answer(Command, frozen=True, tag="answer"):
    """Answers one part of a question: faces for a roll, chosen values for a choice.

    Faces are numbers, or `success` and `blank` for a die with two results. `opened` is the entry that asked.
    """

    root: Number
    opened: Number
    part: Annotated[int, Meta(ge=0, le=4096)] = 0
    faces: Faces | None = None
    chosen: Values | None = None
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


class Correct(Command, frozen=True, tag="correct"):
    """Says what should stand in place of entry `entry`; the first one begins to prepare a correction.

    Of an answer its true `faces` or what was `chosen`; of a command what it should have been (`command`), that it
    should not have been (`drop`), or that it counts although it is no longer legal (`keep`). With `part`, answers what
    the entry newly asks. `same` takes back what was said of the entry. Without any entry all is worked out anew.
    """

    entry: Number = 0
    faces: Faces | None = None
    chosen: Values | None = None
    roll: bool = False
    part: Annotated[int, Meta(ge=-1, le=4096)] = -1
    command: Mapping[str, Any] | None = None
    drop: bool = False
    keep: bool = False
    same: bool = False


class Accept(Command, frozen=True, tag="accept"):
    """Lets the correction that is prepared count, if that is the one of entry `draft` (0: whichever)."""

    node: Number
    draft: Number = 0


class Agree(Command, frozen=True, tag="agree"):
    """Agrees to the proposal that is made at `node`."""

    node: Number


class Disagree(Command, frozen=True, tag="disagree"):
    """Refuses the proposal that is made at `node`."""

    node: Number


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Takes back one's own proposal."""

    node: Number
