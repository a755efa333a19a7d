"""The fields that offers ask for besides their target, ready made: what rulebooks put into a `Candidate`.

A page or a terminal makes its form of them (see `wardiary_protocol.messages.Field`). Whether what is filled in is
legal, the command's own check says.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wardiary_protocol.messages import Field, Target

__all__ = [
    "HAND",
    "REASON",
    "WITH_RULES",
    "Field",
    "flag",
    "number",
    "one_of",
    "outline",
    "point",
    "several",
    "text",
]

REASON = Field("reason", "text", "Reason", most=300)
WITH_RULES = Field("with_rules", "flag", "With the rules: whatever follows from it happens")
HAND = (REASON, WITH_RULES)
"""What nearly every command of the referee's hand takes."""


def flag(name: str, label: str) -> Field:
    """Something to be ticked."""
    return Field(name, "flag", label)


def number(name: str, label: str, least: int, most: int, default: int | None = None, *, needed: bool = True) -> Field:
    """A whole number within bounds; with a default it is there from the start."""
    return Field(name, "number", label, (), least, most, default, needed)


def text(name: str, label: str, most: int, *, needed: bool = False, suggested: Iterable[str] = ()) -> Field:
    """A text of at most so many characters."""
    return Field(name, "text", label, tuple(Target(word, word) for word in suggested), most=most, needed=needed)


def one_of(
    name: str, label: str, things: Iterable[tuple[Any, str]], default: Any = None, *, kind: str = "choice",
    needed: bool = False,
) -> Field:  # fmt: skip
    """One of some things: values with their labels."""
    return Field(name, kind, label, tuple(Target(value, known) for value, known in things), 0, 0, default, needed)


def several(name: str, label: str, things: Iterable[tuple[Any, str]], least: int = 0, *, kind: str = "choice") -> Field:
    """Some of several things; with `least` above 0 that many are needed."""
    targets = tuple(Target(value, known) for value, known in things)
    return Field(name, kind, label, targets, least, len(targets), needed=least > 0, many=True)


def point(name: str, label: str, *, needed: bool = False, default: Any = None) -> Field:
    """A place on a board that is measured in inches, in thousandths of an inch."""
    return Field(name, "point", label, default=default, needed=needed)


def outline(name: str, label: str) -> Field:
    """Three places or more that go round an area."""
    return Field(name, "point", label, least=3, most=64, needed=True, many=True)
