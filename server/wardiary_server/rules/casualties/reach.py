"""Being within so many inches: from edge to edge on a board, by zones without one (D94)."""

from __future__ import annotations

from typing import Any, NamedTuple

from shapely import Point as Dot

from wardiary_server.game.geometry.ground import polygon
from wardiary_server.game.geometry.points import squared
from wardiary_server.game.state import Area, Game, Marker, Point, Unit


class Spot(NamedTuple):
    """Where a thing is: its zones, and on a board its middle and how far it reaches around that, or its outlines."""

    zones: tuple[str, ...]
    at: Point | None = None
    radius: int = 0
    outlines: tuple[tuple[Point, ...], ...] = ()

    @property
    def measured(self) -> bool:
        """Whether the board knows where it is; else people do."""
        return self.at is not None or bool(self.outlines)


def spot_of(game: Game, thing: Unit | Marker | Area) -> Spot:
    """Where a unit, a marker or an area is. An area that is only zones has the outlines of these."""
    if isinstance(thing, Unit):
        return Spot((thing.zone,), thing.at, thing.base)
    if isinstance(thing, Marker):
        return Spot((thing.zone,), thing.at)
    if thing.centre is not None:
        return Spot(thing.zones, thing.centre, thing.radius)
    shapes = (thing.shape, *(game.zones[zone].shape for zone in thing.zones if zone in game.zones))
    return Spot(thing.zones, outlines=tuple(shape for shape in shapes if shape))


def within(one: Spot, other: Spot, reach: int) -> bool:
    """Whether two things are at most `reach` thousandths of an inch apart, from edge to edge.

    Where the board does not know where one of them is, being in the same zone is near enough.
    """
    if not one.measured or not other.measured:
        return not set(one.zones).isdisjoint(other.zones)
    far = reach + one.radius + other.radius
    if one.at is not None and other.at is not None:
        return squared(one.at, other.at) <= far * far
    nearest: float = min(a.distance(b) for a in forms(one) for b in forms(other))
    return round(nearest) <= far


def forms(spot: Spot) -> list[Any]:
    """A thing's middle or its outlines, as shapes."""
    return [Dot(spot.at)] if spot.at is not None else [polygon(outline) for outline in spot.outlines]
