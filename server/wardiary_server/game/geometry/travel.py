"""How far a base gets on a straight way, what stops it, and where on the way something changes.

A way is measured in whole thousandths of an inch from its beginning. Walls, shut doors and other bases stop a base
where it would touch them; the border of a zone that no link opens stops its middle. Whoever is nearer to something
than that already may still move, but no nearer: so nobody is stuck for having been pushed against a wall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import dist, hypot, sqrt
from typing import NamedTuple, TypeVar

from shapely import LineString
from shapely import Point as Dot

from ..state import Game, Point, Unit
from .ground import Barrier, Corner, Ground, ground
from .places import zone_at
from .points import along, length, squared

T = TypeVar("T")

HAIR = 1.0
"""Nearer than this to touching is touching: a place that is rounded to thousandths may be three quarters of one off."""
EDGE = 0.25
"""But so near to a wall or a border no middle comes that was not nearer already: nobody slips through."""
STEP = 250
"""A way is looked at every quarter of an inch, for what changes on it."""


class Hit(NamedTuple):
    """What stops a base, and how far along its way."""

    far: int
    what: str  # wall, door, edge or unit
    id: str


def first_hit(game: Game, mover: Unit, start: Point, end: Point) -> Hit | None:
    """The first thing in the way of a base, or None where the way is free."""
    found = [*barriers_hit(game, mover.base, start, end), *bases_hit(game, mover, start, end)]
    return min(found, default=None)


def floored(far: float) -> int:
    """A length in full thousandths; what is a hair short of one is one."""
    return int(far + 1e-3)


# ---------------------------------------------------------------------------------------------- walls and doors


def barriers_hit(game: Game, base: int, start: Point, end: Point) -> Iterator[Hit]:
    """The walls, shut doors and borders in the way."""
    if start == end:
        return
    board, way = ground(game), LineString((start, end))
    for n in board.tree.query(way, predicate="dwithin", distance=base):
        barrier = board.barriers[n]
        if stands(game, barrier):
            far = touches(barrier, 1 if barrier.what == "edge" else base, start, end, way)
            if far is not None:
                yield Hit(floored(far), barrier.what, barrier.id)


def stands(game: Game, barrier: Barrier) -> bool:
    """Whether this stops movement now: an open door does not."""
    return barrier.move and not (barrier.what == "door" and game.links[barrier.id].passable)


def touches(barrier: Barrier, base: int, start: Point, end: Point, way: LineString) -> float | None:
    """Where on its way a base comes up against one straight piece; None where it passes clear of it."""
    keep = min(base, barrier.line.distance(Dot(start)))
    if way.distance(barrier.line) >= max(keep - HAIR, min(keep, EDGE)):
        return None
    return meets(start, end, *barrier.ends, keep)


def meets(start: Point, end: Point, a: Corner, b: Corner, keep: float) -> float:
    """Where on a way one first is so near to a straight piece: to its one end, its other end, or its side."""
    far, long = dist(start, end), dist(a, b)
    right, down = (end[0] - start[0]) / far, (end[1] - start[1]) / far
    x, y = (b[0] - a[0]) / long, (b[1] - a[1]) / long
    off = (start[0] - a[0]) * -y + (start[1] - a[1]) * x
    nearing = -(right * -y + down * x) * (1 if off >= 0 else -1)
    found = [*circle_met(start, right, down, a, keep), *circle_met(start, right, down, b, keep)]
    if nearing > 0:
        side = (abs(off) - keep) / nearing
        if 0 <= (start[0] + right * side - a[0]) * x + (start[1] + down * side - a[1]) * y <= long:
            found.append(side)
    return max(0.0, min(found, default=0.0))


def circle_met(start: Point, right: float, down: float, centre: Corner, radius: float) -> Iterator[float]:
    """Where on a way in that direction one comes to a circle, if one does."""
    ahead = (centre[0] - start[0]) * right + (centre[1] - start[1]) * down
    half = radius**2 - ((centre[0] - start[0]) ** 2 + (centre[1] - start[1]) ** 2 - ahead**2)
    if half >= 0 and ahead > 0:
        yield ahead - sqrt(half)


# ---------------------------------------------------------------------------------------------- other bases


def bases_hit(game: Game, mover: Unit, start: Point, end: Point) -> Iterator[Hit]:
    """Those on their feet who stand in the way. Nobody stops for who lies there."""
    for other in game.units.values():
        if other.id != mover.id and other.status == "ready" and other.at is not None:
            far = circle_hit(start, end, other.at, mover.base + other.base)
            if far is not None:
                yield Hit(floored(far), "unit", other.id)


def circle_hit(start: Point, end: Point, centre: Point, radius: int) -> float | None:
    """Where a point on its way comes to a circle, or from inside one nearer to its middle; None where it does not."""
    whole = hypot(end[0] - start[0], end[1] - start[1])
    if not whole:
        return None
    ahead = ((centre[0] - start[0]) * (end[0] - start[0]) + (centre[1] - start[1]) * (end[1] - start[1])) / whole
    off = squared(start, centre)
    keep = min(radius**2, off)
    aside = max(0.0, off - ahead**2)
    if ahead <= 0 or aside >= keep - 2 * HAIR * sqrt(keep):
        return None
    far = max(0.0, ahead - sqrt(keep - aside))
    return far if far < whole - HAIR else None


# ---------------------------------------------------------------------------------------------- what changes


def changes(
    value: Callable[[Point], T], start: Point, end: Point, look: Iterable[float] = ()
) -> Iterator[tuple[int, T]]:
    """Each place on a way where a value becomes another: how far along, and what it is from there on.

    It is looked at every `STEP`, and at the places `look`: whatever lasts at least so long is found to the thousandth.
    """
    whole = length(start, end)

    def seen(far: int) -> T:
        return value(point_on(start, end, far))

    places = sorted({0, whole, *range(0, whole, STEP), *(max(0, min(whole, round(far))) for far in look)})
    last = seen(0)
    for here, there in pairwise(places):
        now, low = seen(there), here
        while now != last:
            low = switch(seen, low, there, last)
            last = seen(low)
            yield low, last


def switch(seen: Callable[[int], T], low: int, high: int, was: T) -> int:
    """The first place between two where a value is no longer what it was."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if seen(middle) == was else (low, middle)
    return high


def point_on(start: Point, end: Point, far: int) -> Point:
    """A point on a way; its end is its end, to the thousandth."""
    return end if far >= length(start, end) else along(start, end, far)


def nearest_on_way(start: Point, end: Point, to: Point) -> float:
    """How far along a way one is closest to a point."""
    whole = hypot(end[0] - start[0], end[1] - start[1])
    if not whole:
        return 0.0
    ahead = ((to[0] - start[0]) * (end[0] - start[0]) + (to[1] - start[1]) * (end[1] - start[1])) / whole
    return max(0.0, min(whole, ahead))


def zones_on_way(game: Game, start: Point, end: Point) -> list[tuple[int, str]]:
    """The zones that a way comes into one after another, each with how far along. What lies between is passed over."""
    look = [near for far in borders(ground(game), start, end) for near in (far - 2, far + 2)]
    last, found = zone_at(game, start), []
    for far, zone in changes(lambda at: zone_at(game, at), start, end, look):
        if zone not in ("", last):
            found.append((far, zone))
            last = zone
    return found


def borders(board: Ground, start: Point, end: Point) -> Iterator[float]:
    """Where a way crosses the outlines of zones."""
    way = LineString((start, end))
    for n in board.zone_tree.query(way, predicate="intersects"):
        crossed = way.intersection(board.outlines[n].exterior)
        for part in getattr(crossed, "geoms", [crossed]):
            yield from (way.project(Dot(point)) for point in part.coords)
