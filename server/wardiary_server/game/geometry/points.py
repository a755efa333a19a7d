"""Exact places and lengths, in whole thousandths of an inch, and how people read them.

Whatever is decided or sent is exact. People read tenths, rounded so that nobody is promised more than there is: what is
left to a unit, or within its reach, is rounded down; what something costs, or how far away it is, is rounded up. A
place, or a way that has been gone, promises nothing: it is rounded to the nearest tenth. What somebody has written or
measured themselves, in a file or in a command, is said back to them exactly.
"""

from __future__ import annotations

from math import hypot, isqrt

from ..state import Point

INCH = 1_000
"""The state's unit is a thousandth of an inch."""
TENTH = INCH // 10
"""What people read at most."""


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
    """A length exactly, as it is written in a file: 4137 is 4.137, and 3000 is 3."""
    whole, rest = divmod(abs(thousandths), INCH)
    sign = "-" if thousandths < 0 else ""
    return f"{sign}{whole}" + (f".{rest:03d}".rstrip("0") if rest else "")


def rounded(thousandths: int) -> str:
    """A length or coordinate that promises nothing, to the nearest tenth: 4137 is 4.1, and 4150 is 4.2."""
    return in_inches((thousandths + TENTH // 2) // TENTH * TENTH)


def rounded_down(thousandths: int) -> str:
    """What is left or within reach, in full tenths: 4190 is 4.1."""
    return in_inches(thousandths // TENTH * TENTH)


def rounded_up(thousandths: int, left: int = 0) -> str:
    """What something costs or how far it is, in tenths begun: 4110 is 4.2.

    Where there is enough `left` for it, it never reads as more than that does: 4110 of 4120 is 4.1 of 4.1.
    """
    tenths = -(-thousandths // TENTH)
    return in_inches((min(tenths, left // TENTH) if thousandths <= left else tenths) * TENTH)


def inches(number: str) -> str:
    """A length in words: 1 inch, 2.5 inches."""
    return f"{number} {'inch' if number == '1' else 'inches'}"


def at_text(at: Point) -> str:
    """A place as people read it: 12.5, 3."""
    return f"{rounded(at[0])}, {rounded(at[1])}"
