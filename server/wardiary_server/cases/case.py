"""What a case is once it is read: a start, steps, and what must hold after each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..game.rulebook import Rules
from ..game.state import Game, Table
from ..scenario.positions import Place
from .dice import Given
from .paths import Address, Setting

Choices = tuple[tuple[str, ...], ...]


class Expect(NamedTuple):
    """What must hold after a step."""

    state: tuple[Setting, ...] = ()
    gone: tuple[Address, ...] = ()
    events: tuple[Mapping[str, Any], ...] = ()
    only: bool = False
    without: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    rejected: str = ""


class Step(NamedTuple):
    """One command, with the dice and choices of all that it leads to. `place` is where it stands in the file."""

    number: int
    place: Place
    by: str
    command: Mapping[str, Any]
    dice: Given = ()
    choices: Choices | Mapping[str, Choices] = ()
    agreed: bool = False
    expect: Expect = Expect()


class Case(NamedTuple):
    """A case that can be tried. `file` is what people call the file."""

    file: str
    title: str
    rules: Rules
    game: Game
    table: Table
    steps: tuple[Step, ...]
