"""Whether a base has room at a place, and where in a zone it has."""

from __future__ import annotations

from collections.abc import Iterator

from shapely import Point as Dot

from ..state import Game, Point, Unit
from .ground import ground, middle_of, polygon
from .places import zone_at
from .points import overlap
from .travel import HAIR, Hit, stands

TRIES = 40
"""Rows and columns of a zone that are tried for a free place."""


def taken_by(game: Game, mover: Unit, at: Point) -> Hit | None:
    """What a base would overlap at a place: somebody on their feet, a wall, a shut door. None where it has room."""
    for other in game.units.values():
        if other.id == mover.id or other.status != "ready" or other.at is None:
            continue
        if overlap(at, mover.base - 1, other.at, other.base):
            return Hit(0, "unit", other.id)
    board, middle = ground(game), Dot(at)
    for n in sorted(board.tree.query(middle, predicate="dwithin", distance=mover.base)):
        barrier = board.barriers[n]
        if barrier.what != "edge" and stands(game, barrier) and barrier.line.distance(middle) < mover.base - HAIR:
            return Hit(0, barrier.what, barrier.id)
    return None


def free_place(game: Game, mover: Unit, zone: str) -> Point | None:
    """A place in a zone where a base has room, the nearest to the zone's middle; None where there is none."""
    free = (at for at in tried(game, zone, mover.base) if zone_at(game, at) == zone and not taken_by(game, mover, at))
    return next(free, None)


def tried(game: Game, zone: str, base: int) -> Iterator[Point]:
    """Places all over a zone, from its middle outwards."""
    shape = game.zones[zone].shape
    middle = middle_of(shape)
    if middle is None:
        return
    x, y = middle
    left, top, right, bottom = (round(side) for side in polygon(shape).bounds)
    across = max(right - left, bottom - top)
    step = max(2 * base + 10, across // TRIES)
    reach = range(-(across // step) - 1, across // step + 2)
    steps = sorted(((i, j) for i in reach for j in reach), key=lambda ij: (ij[0] ** 2 + ij[1] ** 2, ij))
    yield from ((x + i * step, y + j * step) for i, j in steps)
