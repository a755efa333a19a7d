"""The lines of a drawing, made fit for finding rooms: on the picture, each once, open at doors, and joined where they
nearly meet.

All lines have their ends on whole thousandths of an inch, and meet only at their ends: that is what shapely's
`union_all` with a grid of 1 makes of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from shapely import LineString, MultiLineString, STRtree, box, get_parts, intersection, union_all
from shapely import Point as Dot

from ..game.state import Point
from .notes import NoMap, Notes
from .universal import Door, Drawing, Path

BESIDE = 60
"""How far a wall may run beside a door and still be one that runs on through it."""
STRAIGHT = 0.2
"""The sine of the angle between such a wall and the door at most."""
MOST_PIECES = 20_000
"""More than fits into the beginning of a game by far."""
LEAST = 100
"""Shorter than a tenth of an inch is no door."""


class Lines(NamedTuple):
    """What is on the picture. `bridges` close gaps; `objects` block the view and part no rooms.

    `net` is everything that parts rooms, as lines that meet only at their ends.
    """

    walls: tuple[Any, ...]
    doors: tuple[Door, ...]
    bridges: tuple[Any, ...]
    objects: tuple[Any, ...]
    net: tuple[Any, ...]


def on_grid(lines: Iterable[Any]) -> Any:
    """Lines as one shape, on whole thousandths."""
    return union_all(list(lines), grid_size=1)


def lines(drawn: Drawing, fine: int, gap: int, notes: Notes) -> Lines:
    """What of a drawing counts. Bends of less than `fine` are straightened, gaps of less than `gap` closed.

    Raises `NoMap` where there is too much of it.
    """
    frame = box(0, 0, *drawn.size)
    doors, edge = _doors(drawn.doors, frame, notes)
    walls = [*_clipped(drawn.walls, frame, fine, notes, "walls"), *edge]
    objects = _clipped(drawn.objects, frame, fine, notes, "objects")
    notes.add("objects", len(drawn.objects) - notes["outside_objects"])
    if len(walls) > MOST_PIECES:
        text = f"There are {len(walls):,} straight pieces of wall on the picture, and {MOST_PIECES:,} are the most."
        raise NoMap(f"{text} A larger --fine straightens bends; else export a smaller part of the map.")
    walls = opened(walls, doors, notes)
    net = _net([*walls, *(LineString(door.ends) for door in doors), frame.exterior])
    bridges = tuple(_bridges(net, gap, notes))
    return Lines(tuple(walls), tuple(doors), bridges, tuple(objects), _net([*net, *bridges]) if bridges else net)


def _net(lines: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(part for part in get_parts(on_grid(lines)) if part.length)


# ---------------------------------------------------------------------------------------------- on the picture


def _clipped(paths: Iterable[Path], frame: Any, fine: int, notes: Notes, what: str) -> list[Any]:
    """The straight pieces of these lines that are on the picture; walls each once."""
    if what == "objects":
        return _objects(paths, frame, fine, notes)
    pieces: Counter[tuple[Point, Point]] = Counter()
    for path in paths:
        steps = list(pairwise(path))
        notes.add("short_walls", sum(a == b for a, b in steps) or not steps)
        for a, b in pairwise(_straightened(path, fine)):
            pieces[min(a, b), max(a, b)] += 1
    notes.add("double_walls", pieces.total() - len(pieces))
    whole = [LineString(ends) for ends in pieces]
    kept = [(line, part) for line, part in zip(whole, intersection(whole, frame), strict=True) if part.length]
    notes.add("outside_walls", len(whole) - len(kept))
    notes.add("cut_walls", sum(part.length < line.length - 1 for line, part in kept))
    return [part for _, part in kept]


def _objects(paths: Iterable[Path], frame: Any, fine: int, notes: Notes) -> list[Any]:
    found = []
    for path in paths:
        points = _straightened(path, fine)
        inside = LineString(points).intersection(frame) if len(points) > 1 else LineString()
        if inside.length:
            found.append(inside)
        else:
            notes.add("outside_objects")
    return found


def _straightened(path: Path, fine: int) -> list[Point]:
    """A line without points that are where the last one was, and without small bends."""
    points = [point for n, point in enumerate(path) if not n or point != path[n - 1]]
    if len(points) < 3:
        return points
    return [(round(x), round(y)) for x, y in LineString(points).simplify(fine).coords]


def _doors(drawn: Iterable[Door], frame: Any, notes: Notes) -> tuple[list[Door], list[Any]]:
    """The doors on the picture, each once, and as walls those on its edge."""
    found: dict[tuple[Point, Point], Door] = {}
    edge = []
    for door in drawn:
        line = LineString(door.ends)
        part = line.intersection(frame)
        if line.length < LEAST:
            notes.add("short_doors")
        elif part.length < LEAST:
            notes.add("outside_doors")
        elif frame.exterior.covers(part):
            notes.add("edge_doors")
            edge.append(part)
        else:
            notes.add("cut_doors", int(part.length < line.length - 1))
            a, b = sorted((round(x), round(y)) for x, y in part.coords)
            notes.add("double_doors", int((a, b) in found))
            found.setdefault((a, b), Door((a, b), door.kind))
    return list(found.values()), edge


# ---------------------------------------------------------------------------------------------- open at doors


def opened(walls: list[Any], doors: Iterable[Door], notes: Notes) -> list[Any]:
    """Walls without what runs on through doors: some programs draw it so, and freestanding doors always are."""
    tree, kept = STRtree(walls), dict(enumerate(walls))
    for door in doors:
        line = LineString(door.ends)
        strip = line.buffer(BESIDE, cap_style="flat")
        for n in sorted(int(n) for n in tree.query(strip, predicate="intersects")):
            if _along(walls[n], line) and kept[n].intersection(strip).length > BESIDE:
                kept[n] = kept[n].difference(strip)
                notes.add("walls_in_doors")
    return [wall for wall in kept.values() if wall.length]


def _along(wall: Any, door: Any) -> bool:
    """Whether two straight lines run the same way."""
    (a, b), (c, d) = ends(wall), ends(door)
    across = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    return bool(abs(across) < STRAIGHT * wall.length * door.length)


def ends(line: Any) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where a line begins and ends."""
    return line.coords[0], line.coords[-1]


# ---------------------------------------------------------------------------------------------- joined


def _bridges(lines: Sequence[Any], gap: int, notes: Notes) -> Iterator[Any]:
    """A line from each end of a wall or door that nothing meets to the nearest line, where that is near enough."""
    meeting = Counter(end for line in lines for end in ends(line))
    pieces, owner = _pieces(lines)
    tree = STRtree(pieces)
    closed = set()
    for n, line in enumerate(lines):
        for end in ends(line):
            if meeting[end] == 1 and line.length > gap:
                to = _nearest(Dot(end), n, lines, pieces, owner, tree, gap)
                if to is not None and frozenset((end, to)) not in closed:
                    closed.add(frozenset((end, to)))
                    notes.add("gaps")
                    yield LineString((end, to))


def _pieces(lines: Sequence[Any]) -> tuple[list[Any], list[int]]:
    """The straight pieces of lines, and of which line each is."""
    pairs = [(n, ends) for n, line in enumerate(lines) for ends in pairwise(line.coords)]
    return list(MultiLineString([ends for _, ends in pairs]).geoms), [n for n, _ in pairs]


def _nearest(
    end: Any, own: int, lines: Sequence[Any], pieces: list[Any], owner: list[int], tree: Any, gap: int
) -> tuple[float, float] | None:
    """The nearest place on a line within `gap`; on a line's own way back only what is far along it."""
    best: tuple[float, tuple[float, float]] | None = None
    for m in tree.query(end, predicate="dwithin", distance=gap):
        piece = pieces[m]
        at = piece.interpolate(piece.project(end))
        place = (float(round(at.x)), float(round(at.y)))
        if owner[m] == own and abs(lines[own].project(at) - lines[own].project(end)) < 4 * gap:
            continue
        if best is None or (piece.distance(end), place) < best:
            best = (piece.distance(end), place)
    return None if best is None or not best[0] else best[1]
