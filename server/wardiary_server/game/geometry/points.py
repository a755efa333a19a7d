"""Exact places and lengths, in whole thousandths of an inch."""

from __future__ import annotations

from math import hypot, isqrt

from ..state import Point

INCH = 1_000
"""The state's unit is a thousandth of an inch."""


def squared(a: Point, b: Point) -> int:
    """The square of the distance between two points: exact, for what is decided by it."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def length(a: Point, b: Point) -> int:
    """The distance between two points, to the nearest thousandth."""
    square = squared(a, b)
    root = isqrt(square)
    return root + (square - root * root > root)


def along(a: Point, b: Point, far: float) -> Point:
    """The point so far from `a` on the straight way to `b`: that is `a` itself at 0, and `b` at its end."""
    whole = hypot(b[0] - a[0], b[1] - a[1])
    if not whole:
        return a
    part = far / whole
    return round(a[0] + (b[0] - a[0]) * part), round(a[1] + (b[1] - a[1]) * part)


def overlap(a: Point, base: int, b: Point, other: int) -> bool:
    """Whether two circles overlap. To touch is not enough (D9)."""
    return squared(a, b) < (base + other) ** 2


def point_of(text: str) -> Point:
    """A place as an event's deed keeps it: two numbers of thousandths, `12500,3000`."""
    x, _, y = text.partition(",")
    return int(x), int(y)


def points_of(text: str) -> tuple[Point, ...]:
    """Several of them, with blanks between."""
    return tuple(point_of(point) for point in text.split())


def in_inches(thousandths: int) -> str:
    """A length as people read it: 4500 is 4.5, and 3000 is 3."""
    whole, rest = divmod(abs(thousandths), INCH)
    sign = "-" if thousandths < 0 else ""
    return f"{sign}{whole}" + (f".{rest:03d}".rstrip("0") if rest else "")


def at_text(at: Point) -> str:
    """A place as people read it: 12.5, 3."""
    return f"{in_inches(at[0])}, {in_inches(at[1])}"
