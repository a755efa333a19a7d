"""Lines of sight: what stands in them, and what they run through."""

from __future__ import annotations

from math import sqrt
from typing import Any

from shapely import LineString

from ..board import Place
from ..state import Area, Game, Point
from .ground import ground, polygon
from .points import along, squared


def clear(game: Game, a: Point, b: Point) -> bool:
    """Whether no wall and no shut door stands between two points. A window does not, a curtain does."""
    board = ground(game)
    for n in board.tree.query(LineString((a, b)), predicate="intersects"):
        barrier = board.barriers[n]
        if barrier.sight and not (barrier.what == "door" and game.links[barrier.id].passable):
            return False
    return True


def sees_any(game: Game, a: Point, b: Point, base: int) -> bool:
    """Whether any of a base can be seen from a point: its middle, or as far left or right as it reaches."""
    return any(clear(game, a, point) for point in (b, *sides(a, b, base)))


def sides(a: Point, b: Point, base: int) -> tuple[Point, ...]:
    """The outermost points of a base around `b` as one sees it from `a`."""
    if not base or a == b:
        return ()
    across = b[0] - (b[1] - a[1]), b[1] + (b[0] - a[0])
    left = along(b, across, base)
    return left, (2 * b[0] - left[0], 2 * b[1] - left[1])


def line_crosses(game: Game, area: Area, here: Place, there: Place) -> int:
    """How much of the line between two places runs through an area, in thousandths of an inch (D39). 0: nothing.

    Only on a board that is measured in inches: without points there is no line.
    """
    if game.measure != "board" or here.at is None or there.at is None or here.at == there.at:
        return 0
    if area.centre is not None:
        return chord(here.at, there.at, area.centre, area.radius)
    shapes = [area.shape] if area.shape else [game.zones[zone].shape for zone in area.zones if zone in game.zones]
    line: Any = LineString((here.at, there.at))
    return round(sum(float(line.intersection(polygon(shape)).length) for shape in shapes if shape))


def chord(a: Point, b: Point, centre: Point, radius: int) -> int:
    """How much of the line between two points lies in a circle, in thousandths of an inch."""
    whole = sqrt(squared(a, b))
    middle = ((centre[0] - a[0]) * (b[0] - a[0]) + (centre[1] - a[1]) * (b[1] - a[1])) / whole
    half = radius**2 - (squared(a, centre) - middle**2)
    if half <= 0:
        return 0
    return round(max(0.0, min(whole, middle + sqrt(half)) - max(0.0, middle - sqrt(half))))
