"""The ground of a board: its zones as outlines, and all that may stand in the way as lines, with a tree over each.

What stands in the way are walls, doors (while they are shut), and for movement the borders of zones wherever no link
opens them. A ground is made once for its walls, outlines and openings, and kept: a fire or a door that changes a zone
or a link changes neither. So the doors' own state is not in it; who asks says which are shut now.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from shapely import LineString, Polygon, STRtree, prepare, union_all
from shapely.ops import linemerge

from ..state import Game, Link, Point, Wall, Zone

SLACK = 50
"""How far a link's line may lie from its zones' borders and still open them: a twentieth of an inch."""

What = Literal["wall", "door", "edge"]
Corner = tuple[float, float]


class Barrier(NamedTuple):
    """One straight piece of what may stand in the way."""

    what: What
    id: str  # the wall's, the link's, or of an edge the zone's
    line: Any  # a LineString
    ends: tuple[Corner, Corner]  # the same as numbers
    move: bool
    sight: bool


@lru_cache(maxsize=1_024)
def polygon(shape: tuple[Point, ...]) -> Any:
    """An outline as a shape."""
    made = Polygon(shape)
    prepare(made)
    return made


def middle_of(shape: tuple[Point, ...]) -> Point | None:
    """A place well inside an outline; None where there is none."""
    if not shape:
        return None
    inside = polygon(shape).representative_point()
    return round(inside.x), round(inside.y)


class Ground:
    """Zones and barriers of one board."""

    def __init__(self, game: Game) -> None:
        self.zones = tuple(zone.id for zone in game.zones.values() if zone.shape)
        self.outlines = [polygon(game.zones[zone].shape) for zone in self.zones]
        self.zone_tree = STRtree(self.outlines)
        self.openings = {link.id: opening(game.zones, link) for link in game.links.values()}
        self.barriers = (*walls(game.walls), *doors(game, self.openings), *self.edges())
        self.tree = STRtree([barrier.line for barrier in self.barriers])

    def edges(self) -> Iterator[Barrier]:
        """The borders of zones wherever no link opens them."""
        opened = union_all([line for line in self.openings.values() if line is not None]).buffer(
            SLACK, cap_style="flat"
        )
        for zone, outline in zip(self.zones, self.outlines, strict=True):
            for ends in pieces(outline.exterior.difference(opened)):
                yield Barrier("edge", zone, LineString(ends), ends, move=True, sight=False)


def opening(zones: Mapping[str, Zone], link: Link) -> Any:
    """Where a link opens the border of its zones: its line, or all that they share. None where that is nothing."""
    if link.line:
        return LineString(link.line)
    a, b = zones[link.a].shape, zones[link.b].shape
    if not a or not b:
        return None
    shared = polygon(a).exterior.intersection(polygon(b).exterior)
    lines = [part for part in getattr(shared, "geoms", [shared]) if part.geom_type == "LineString" and part.length]
    return linemerge(lines) if lines else None


def middle_of_link(game: Game, link: Link) -> Point | None:
    """The middle of an opening; None where it has no line."""
    line = ground(game).openings[link.id]
    if line is None:
        return None
    middle = line.interpolate(0.5, normalized=True)
    return round(middle.x), round(middle.y)


def pieces(lines: Any) -> Iterator[tuple[Corner, Corner]]:
    """The straight pieces of one or more lines."""
    for line in getattr(lines, "geoms", [lines]):
        yield from (ends for ends in pairwise(line.coords) if ends[0] != ends[1])


def walls(known: Mapping[str, Wall]) -> Iterator[Barrier]:
    """Walls, windows and curtains."""
    for wall in known.values():
        for ends in pieces(LineString(wall.line)):
            yield Barrier("wall", wall.id, LineString(ends), ends, wall.stops != "sight", wall.stops != "move")


def doors(game: Game, openings: Mapping[str, Any]) -> Iterator[Barrier]:
    """Every link that has a door, shut or not."""
    for link in game.links.values():
        if link.door != "none" and openings[link.id] is not None:
            for ends in pieces(openings[link.id]):
                yield Barrier("door", link.id, LineString(ends), ends, move=True, sight=True)


# ---------------------------------------------------------------------------------------------- kept

_recent: deque[tuple[object, object, object, Ground]] = deque(maxlen=16)
_made: deque[tuple[object, Ground]] = deque(maxlen=8)


def ground(game: Game) -> Ground:
    """The ground of a game. States share walls, zones and links until one of them changes."""
    for walls_, zones, links, known in _recent:
        if walls_ is game.walls and zones is game.zones and links is game.links:
            return known
    found = _alike(game)
    _recent.appendleft((game.walls, game.zones, game.links, found))
    return found


def _alike(game: Game) -> Ground:
    """The ground that looks like this game's, made anew where there is none."""
    zones = tuple((zone.id, zone.shape) for zone in game.zones.values())
    links = tuple((link.id, link.a, link.b, link.line, link.door == "none") for link in game.links.values())
    look = (tuple(game.walls.values()), zones, links)
    for known, made in _made:
        if known == look:
            return made
    new = Ground(game)
    _made.appendleft((look, new))
    return new
