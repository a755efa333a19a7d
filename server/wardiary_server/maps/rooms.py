"""Rooms from lines: the faces that walls, doors and the edge of the map enclose, made fit to be zones.

A zone has one outline and no holes, so
    a sliver that nobody fits into becomes part of the room beside it;
    what lies inside a room and has no door (a pillar, a block of stone) becomes part of that room, behind its walls;
    a room that lies all around others is cut in two, with an open border between (`rings`);
    what no door leads into is no zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from shapely import LineString, Polygon, STRtree, get_parts, polygonize, union_all
from shapely import Point as Dot

from ..game.board import Graph
from ..game.state import Link
from .lines import LEAST, Lines
from .notes import Notes
from .rings import cut
from .universal import Door

PROBE = 8
"""How far from a door's line it is looked at what lies on either side: nearer than anything else is drawn."""
SLIM = 0.15
"""A sliver is narrower than twice this part of a grid square, everywhere."""


class Way(NamedTuple):
    """What leads from one room to another, by their numbers: a door, or without one an open border."""

    a: int
    b: int
    line: tuple[Any, ...] = ()
    kind: str = "none"


class Rooms(NamedTuple):
    """Outlines of rooms, what joins them, the doors that join nothing, and the outlines of what no door leads into."""

    rooms: tuple[Any, ...]
    ways: tuple[Way, ...]
    idle: tuple[Door, ...]
    closed_off: tuple[Any, ...]


def rooms(lines: Lines, square: int, notes: Notes) -> Rooms:
    """The rooms that these lines enclose, from the upper left to the lower right."""
    doors = [door for door in lines.doors if door.kind != "window"]
    faces = [face for face in get_parts(polygonize(lines.net)) if face.area]
    faces = filled(merged(faces, SLIM * square, notes), doors, notes)
    kept, closed_off = parted(faces, doors)
    notes.add("closed_off", len(closed_off))
    pieces = sorted(((piece, n) for n, face in enumerate(kept) for piece in cut(face, doors, notes)), key=_place)
    outlines = [piece for piece, _ in pieces]
    ways, idle = joined(outlines, doors)
    notes.add("inner_doors", sum(door.kind == "closed" for door in idle))
    notes.add("inner_open", sum(door.kind == "open" for door in idle))
    notes.add("open_doors", sum(way.kind == "open" for way in ways))
    notes.add("windows", len(lines.doors) - len(doors))
    return Rooms(tuple(outlines), (*ways, *_borders(pieces)), tuple(idle), tuple(sorted(closed_off, key=_corner)))


def _place(piece: tuple[Any, int]) -> tuple[float, ...]:
    return _corner(piece[0])


def _corner(outline: Any) -> tuple[float, ...]:
    left, top, right, bottom = outline.bounds
    return top, left, bottom, right, float(outline.area)


# ---------------------------------------------------------------------------------------------- doors


def sides(door: Door, faces: list[Any], tree: STRtree) -> tuple[int, int] | None:
    """The faces on both sides of a door; None where there is none on one of them."""
    (a, b), line = door.ends, LineString(door.ends)
    across = (a[1] - b[1]) * PROBE / line.length, (b[0] - a[0]) * PROBE / line.length
    for part in (0.5, 0.3, 0.7):
        middle = line.interpolate(part, normalized=True)
        found = [_at(faces, tree, middle.x + s * across[0], middle.y + s * across[1]) for s in (1, -1)]
        if found[0] is not None and found[1] is not None:
            return found[0], found[1]
    return None


def _at(faces: list[Any], tree: STRtree, x: float, y: float) -> int | None:
    return min((int(n) for n in tree.query(Dot(x, y), predicate="intersects")), default=None)


def joined(faces: list[Any], doors: Iterable[Door]) -> tuple[list[Way], list[Door]]:
    """The doors that lead from one room to another, and those that do not."""
    ways, idle, tree = [], [], STRtree(faces)
    for door in doors:
        found = sides(door, faces, tree)
        line = () if found is None else opening(faces[found[0]], faces[found[1]], door)
        if found is None or found[0] == found[1] or not line:
            idle.append(door)
        else:
            ways.append(Way(min(found), max(found), line, door.kind))
    return ways, idle


def opening(a: Any, b: Any, door: Door) -> tuple[Any, ...]:
    """The part of a door that is on the border of both rooms; nothing where that is too short."""
    line = LineString(door.ends)
    border = a.boundary.intersection(b.boundary).intersection(line.buffer(PROBE))
    far = sorted(line.project(Dot(at)) for part in get_parts(border) if part.length for at in part.coords)
    if not far or far[-1] - far[0] < LEAST:
        return ()
    if far[-1] - far[0] > line.length - PROBE:
        return door.ends
    ends = [line.interpolate(length) for length in (far[0], far[-1])]
    return tuple((round(end.x), round(end.y)) for end in ends)


def _borders(pieces: list[tuple[Any, int]]) -> Iterator[Way]:
    """The open borders between the pieces of one face."""
    of: dict[int, list[int]] = {}
    for n, (_, face) in enumerate(pieces):
        of.setdefault(face, []).append(n)
    for numbers in of.values():
        for a, b in combinations(numbers, 2):
            if shared(pieces[a][0], pieces[b][0]) > LEAST:
                yield Way(a, b)


def shared(a: Any, b: Any) -> float:
    """How much of a border two outlines share."""
    return float(a.boundary.intersection(b.boundary).length)


# ---------------------------------------------------------------------------------------------- slivers and blocks


def merged(faces: list[Any], slim: float, notes: Notes) -> list[Any]:
    """These faces, slivers made part of the neighbour with which they share most of their border."""
    known = dict(enumerate(faces))
    slivers = sorted((n for n, face in known.items() if face.buffer(-slim).is_empty), key=lambda n: known[n].area)
    for n in slivers:
        sliver = known.pop(n)
        tree, keys = STRtree(list(known.values())), list(known)
        near = [keys[int(m)] for m in tree.query(sliver, predicate="intersects")]
        best = max(near, key=lambda m: (shared(sliver, known[m]), -m), default=None)
        if best is None or not shared(sliver, known[best]):
            known[n] = sliver
            continue
        known[best] = union_all([known[best], sliver], grid_size=1)
        notes.add("slivers")
    return list(known.values())


def filled(faces: list[Any], doors: list[Door], notes: Notes) -> list[Any]:
    """These faces, without holes that hold nothing with a door."""
    tree = STRtree(faces)
    with_door = {n for door in doors if (found := sides(door, faces, tree)) and found[0] != found[1] for n in found}
    gone: set[int] = set()
    made = []
    for face in faces:
        holes = []
        for ring in face.interiors:
            inside = [int(n) for n in tree.query(Polygon(ring), predicate="covers")]
            if with_door.intersection(inside):
                holes.append(ring)
            else:
                gone.update(inside)
        made.append(Polygon(face.exterior, holes))
    notes.add("solid", len(gone))
    return [face for n, face in enumerate(made) if n not in gone]


def parted(faces: list[Any], doors: list[Door]) -> tuple[list[Any], list[Any]]:
    """The faces that are rooms, and those that no door leads into. There is always one room at least."""
    tree = STRtree(faces)
    ways = [Way(*found) for door in doors if (found := sides(door, faces, tree)) and found[0] != found[1]]
    led = {n for way in ways for n in way[:2]} | set(main_group(faces, graph(len(faces), ways)))
    return [face for n, face in enumerate(faces) if n in led], [f for n, f in enumerate(faces) if n not in led]


def main_group(faces: Sequence[Any], ways: Graph) -> list[int]:
    """The rooms to play in: several that are joined before a single one, for that is the rock around them; else the
    most and largest.
    """
    return max(_groups(ways), key=lambda group: (len(group) > 1, len(group) * sum(faces[n].area for n in group)))


def _groups(ways: Graph) -> Iterator[list[int]]:
    """Rooms that can be got to from each other, as lists of their numbers."""
    left = dict.fromkeys(ways.ways)
    while left:
        group = ways.distances(next(iter(left)))
        left = {name: None for name in left if name not in group}
        yield sorted(map(int, group))


def graph(number: int, ways: Iterable[Way]) -> Graph:
    """So many rooms, by their numbers as texts, with every door open."""
    links = {str(n): Link(str(n), str(way.a), str(way.b)) for n, way in enumerate(ways)}
    return Graph(map(str, range(number)), links)
