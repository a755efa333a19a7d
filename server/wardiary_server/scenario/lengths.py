"""Lengths and places in inches: as a scenario file has them, and as whole thousandths of an inch, as the state does.

A number in a file may have three decimals. What it says is kept to the letter: 0.1 is 100 thousandths, never 99.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from .positions import Path
from .values import BAD, Reading, Schema, wrong_type
from .vocabulary import Vocabulary

INCH = 1_000
MOST = 1_000 * INCH
"""The longest length: a thousand inches."""
CORNERS = 1_000


@dataclass(frozen=True)
class Inches:
    """A length in inches, with up to three decimals. `least` and `most` are in thousandths, as is what is kept."""

    least: int = -MOST
    most: int = MOST

    @property
    def what(self) -> str:
        return f"a number of inches, {inches(self.least)} to {inches(self.most)}"

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return wrong_type(reading, path, value, self.what)
        exact = Decimal(repr(value)) * INCH
        if not exact.is_finite() or not self.least <= exact <= self.most:
            reading.faults.add(path, f"This has to be {self.what}, and {str(value)[:20]} is not.")
            return BAD
        if exact != int(exact):
            hint = f"Perhaps {inches(round(exact))}."
            reading.faults.add(path, f"A length has up to three decimals, and {str(value)[:20]} has more.", hint)
            return BAD
        return int(exact)

    def schema(self, words: Vocabulary) -> Schema:
        return {"type": "number", "minimum": self.least / INCH, "maximum": self.most / INCH}


def inches(thousandths: int) -> str:
    """A length as it is written in a file: 4500 is 4.5, and 3000 is 3."""
    return format((Decimal(thousandths) / INCH).normalize(), "f")


@dataclass(frozen=True)
class Position:
    """A place: inches to the right of the board's upper left corner, and below it."""

    what: str = "a list of two numbers, [right, down] in inches"
    number: Inches = field(default=Inches())

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        if not isinstance(value, list) or len(value) != 2:
            return wrong_type(reading, path, value, self.what)
        place = tuple(self.number.read(reading, (*path, n), item) for n, item in enumerate(value))
        return BAD if BAD in place else place

    def schema(self, words: Vocabulary) -> Schema:
        return {"type": "array", "items": self.number.schema(words), "minItems": 2, "maxItems": 2}


@dataclass(frozen=True)
class Line:
    """Places one after another: the corners of an outline, or the ends of a line."""

    least: int
    most: int = CORNERS
    point: Position = field(default=Position())

    @property
    def what(self) -> str:
        number = f"{self.least}" if self.least == self.most else f"{self.least} or more"
        return f"a list of {number} places, [[right, down], ...] in inches"

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        if not isinstance(value, list) or not self.least <= len(value) <= self.most:
            return wrong_type(reading, path, value, self.what)
        places = tuple(self.point.read(reading, (*path, n), item) for n, item in enumerate(value))
        return BAD if BAD in places else places

    def schema(self, words: Vocabulary) -> Schema:
        point = self.point.schema(words)
        return {"type": "array", "items": point, "minItems": self.least, "maxItems": self.most}


@dataclass(frozen=True)
class Written:
    """A place, or several, as the deed of an event keeps them: as one text, `12500,3000 0,0`."""

    kind: Position | Line

    @property
    def what(self) -> str:
        return self.kind.what

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        found = self.kind.read(reading, path, value)
        if found is BAD:
            return BAD
        points = (found,) if isinstance(self.kind, Position) else found
        return " ".join(f"{x},{y}" for x, y in points)

    def schema(self, words: Vocabulary) -> Schema:
        return self.kind.schema(words)


SIZE = Position("a list of two numbers, [width, depth] in inches", Inches(INCH, MOST))
BASE = Inches(1, 20 * INCH)
