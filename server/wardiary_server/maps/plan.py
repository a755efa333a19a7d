"""Where on a map the two sides begin and what they play for, so that what is imported can be played at once.

They begin in the two rooms that are farthest apart, and play for the one in the middle. On a map with one room for both
they stand at its ends, and play for something that lies in its middle.
"""

from __future__ import annotations

from itertools import combinations
from math import hypot
from typing import Any, NamedTuple

from shapely import Point as Dot
from shapely import STRtree

from ..game.board import Graph
from ..game.state import Point
from .notes import NoMap, Notes
from .rooms import Rooms, graph, main_group

INCH = 1_000
BASE = 500
SMALLEST = 100
EACH = 2
"""How many units a side has to begin with."""
AIR = 25
"""How far from a wall a unit is set at least."""


class Plan(NamedTuple):
    """The rooms in which red and blue begin. In one and the same they begin at `places`, red's and then blue's.

    `base` is the radius of the units' bases; they play for a `room`, or for what lies `at` a place.
    """

    red: int
    blue: int
    base: int
    room: int | None = None
    at: Point | None = None
    places: tuple[Point, ...] = ()


def plan(found: Rooms, walls: Any, notes: Notes) -> Plan:
    """A beginning and an aim for two sides. Raises `NoMap` where no room has space for them."""
    base = _base(found, notes)
    ways = graph(len(found.rooms), found.ways)
    main = main_group(found.rooms, ways)
    wide = [n for n in main if len(_free(found.rooms[n], walls, base)) >= EACH]
    if len(wide) < 2:
        return _in_one(found, walls, base, wide or main)
    red, blue = _farthest(found, ways, wide)
    if len(wide) == 2:
        return Plan(red, blue, base, at=_middle(found, walls, base, wide))
    from_red, from_blue = ways.distances(str(red)), ways.distances(str(blue))
    lengths = {n: (from_red[str(n)], from_blue[str(n)]) for n in wide if n not in (red, blue)}
    room = min(lengths, key=lambda n: (abs(lengths[n][0] - lengths[n][1]), sum(lengths[n]), n))
    return Plan(red, blue, base, room=room)


def _farthest(found: Rooms, ways: Graph, rooms: list[int]) -> tuple[int, int]:
    """The two rooms with the most doors between, and of such the two that lie farthest apart."""
    steps = {(a, b): ways.distances(str(a))[str(b)] for a, b in combinations(rooms, 2)}
    most = max(steps.values())
    dots = {n: found.rooms[n].representative_point() for n in rooms}
    return max(
        (pair for pair in steps if steps[pair] == most), key=lambda pair: (dots[pair[0]].distance(dots[pair[1]]), pair)
    )


def _base(found: Rooms, notes: Notes) -> int:
    """Half an inch, or less where a door is narrower than that: four tenths of the narrowest door."""
    widths = [hypot(b[0] - a[0], b[1] - a[1]) for way in found.ways if way.line for a, b in [way.line]]
    notes.add("narrow_doors", sum(width <= 2 * BASE for width in widths))
    narrowest = min(widths, default=0)
    if narrowest == 0 or narrowest > 2 * BASE:
        return BASE
    return max(SMALLEST, int(0.4 * narrowest) // 50 * 50)


# ---------------------------------------------------------------------------------------------- places


def _free(room: Any, walls: Any, base: int) -> list[Point]:
    """Places in a room where bases have space beside each other, in rows."""
    inside = room.buffer(-base - AIR)
    if inside.is_empty:
        return []
    west, north, east, south = (round(side) for side in inside.bounds)
    step = max(2 * base + AIR, (max(east - west, south - north)) // 40)
    spots = [(x, y) for y in range(north, south + 1, step) for x in range(west, east + 1, step)]
    lines = STRtree([walls])
    near = set(lines.query([Dot(at) for at in spots], predicate="dwithin", distance=base + AIR)[0].tolist())
    return [at for n, at in enumerate(spots) if n not in near and inside.covers(Dot(at))]


def _in_one(found: Rooms, walls: Any, base: int, rooms: list[int]) -> Plan:
    """Both sides in one room, at its ends."""
    room = max(rooms, key=lambda n: (found.rooms[n].area, -n))
    spots = _free(found.rooms[room], walls, base)
    if len(spots) < 2 * EACH + 1:
        raise NoMap("No room on this map has space for two sides. A larger --square makes it larger.")
    west, north, east, south = found.rooms[room].bounds
    across = 0 if east - west >= south - north else 1
    middle = (west + east) / 2, (north + south) / 2
    ends = sorted(spots, key=lambda at: (at[across], abs(at[1 - across] - middle[1 - across]), at))
    red, blue = ends[:EACH], sorted(ends, key=lambda at: (-at[across], abs(at[1 - across] - middle[1 - across])))[:EACH]
    places = (*red, *blue)
    return Plan(room, room, base, at=_nearest([at for at in spots if at not in places], middle), places=places)


def _middle(found: Rooms, walls: Any, base: int, rooms: list[int]) -> Point:
    """The place in these rooms that is nearest to the middle between them."""
    dots = [found.rooms[n].representative_point() for n in rooms]
    spots = [at for n in rooms for at in _free(found.rooms[n], walls, base)]
    return _nearest(spots, (sum(dot.x for dot in dots) / len(dots), sum(dot.y for dot in dots) / len(dots)))


def _nearest(spots: list[Point], to: tuple[float, float]) -> Point:
    return min(spots, key=lambda at: (hypot(at[0] - to[0], at[1] - to[1]), at))
