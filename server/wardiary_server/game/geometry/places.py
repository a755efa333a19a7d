"""Which zone a place is in, which areas cover it, and how far two places are apart."""

from __future__ import annotations

from shapely import Point as Dot

from ..board import Place, distance
from ..state import Area, Game, Marker, Point, Unit
from .ground import ground, polygon
from .points import INCH, length, overlap, squared

ZONE = 6 * INCH
"""How wide a zone of open ground is (ZON-3)."""
OPEN = "open"
"""The tag of a zone that is open ground, where inches count and not zones."""
_LEAST = 1e-6


def zone_at(game: Game, at: Point) -> str:
    """The zone that a point is in, "" where it is in none. On a border the scenario's first counts."""
    board = ground(game)
    found = board.zone_tree.query(Dot(at), predicate="intersects")
    return board.zones[min(found)] if len(found) else ""


def place_at(game: Game, at: Point, base: int = 0) -> Place:
    """A point with the zone that it is in."""
    return Place(zone_at(game, at), at, base)


def covers(game: Game, area: Area, place: Place) -> bool:
    """Whether a place is inside an area (D9).

    In an area of inches a base is inside as soon as any of it is; to touch is not enough. In one of zones it is
    where its middle is. By zones alone a place is inside with its zone.
    """
    if place.zone and place.zone in area.zones:
        return True
    if game.measure != "board" or place.at is None:
        return False
    if area.centre is not None and overlap(area.centre, area.radius, place.at, place.base):
        return True
    return bool(area.shape) and overlaps_shape(area.shape, place.at, place.base)


def overlaps_shape(shape: tuple[Point, ...], at: Point, base: int) -> bool:
    """Whether a base and an outline overlap, more than that they touch. A point without extent has to be inside."""
    outline, middle = polygon(shape), Dot(at)
    return bool(outline.contains_properly(middle) or outline.distance(middle) < base - _LEAST)


def gap(here: Place, there: Place) -> int:
    """The distance between two bases, edge to edge, in thousandths of an inch; 0 where they touch or overlap.

    Both have to be on a board that is measured in inches.
    """
    assert here.at is not None
    assert there.at is not None
    return max(0, length(here.at, there.at) - here.base - there.base)


def zones_apart(game: Game, here: Place, there: Place) -> int | None:
    """How many zones two places are apart; None where nothing that is open leads from one to the other.

    By zones that is the shortest way. On a board a room is one zone, whatever its size (ZON-2); wherever open ground
    is at either end, every whole six inches between two bases are a zone as well (ZON-3, D65), and the larger number
    counts.
    """
    steps = distance(game, here.zone, there.zone)
    if game.measure != "board" or here.at is None or there.at is None:
        return steps
    ends = [game.zones[zone] for zone in (here.zone, there.zone) if zone in game.zones]
    sixes = gap(here, there) // ZONE
    if steps is None:
        return sixes
    return max(steps, sixes) if any(OPEN in zone.tags for zone in ends) else steps


def in_contact(here: Unit, there: Unit | Marker, slack: int) -> bool:
    """Whether two bases touch, or are no more than `slack` thousandths apart. A marker is a point."""
    if here.at is None or there.at is None:
        return False
    base = there.base if isinstance(there, Unit) else 0
    return squared(here.at, there.at) <= (here.base + base + slack) ** 2
