"""A room that lies around others: cut into pieces without holes.

Each hole is cut open on both sides along a straight line, across or down, wherever that is shortest and meets no door:
a door leads into one room on either side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from shapely import LineString, Polygon, get_parts, polygonize
from shapely import Point as Dot

from .lines import on_grid
from .notes import Notes
from .universal import Door

PARTS = (0.5, 0.25, 0.75, 0.4, 0.6, 0.1, 0.9, 0.05, 0.95)
"""Where across a hole it may be cut open, as parts of its width."""


def cut(face: Any, doors: Iterable[Door], notes: Notes) -> list[Any]:
    """The pieces of a face, none of which has a hole."""
    if not face.interiors:
        return [face]
    notes.add("rings")
    left, done, shut = [face], [], [LineString(door.ends).buffer(1) for door in doors]
    while left:
        piece = left.pop()
        if not piece.interiors:
            done.append(piece)
            continue
        left += _halves(piece, _shortest(piece, shut))
    return done


def _halves(piece: Any, cuts: list[Any]) -> list[Any]:
    lines = [piece.exterior, *piece.interiors, *cuts]
    faces = get_parts(polygonize(get_parts(on_grid(lines))))
    return [face for face in faces if piece.covers(face.representative_point())]


def _shortest(piece: Any, doors: list[Any]) -> list[Any]:
    """The cuts that open the first hole of a piece, of the least length; clear of doors where that can be."""
    choices = list(_choices(piece))
    clear = [cuts for cuts in choices if not any(one.intersects(door) for one in cuts for door in doors)]
    return min(clear or choices, key=lambda cuts: sum(one.length for one in cuts))


def _choices(piece: Any) -> Iterator[list[Any]]:
    """Ways to cut through the first hole, down and across."""
    hole = Polygon(piece.interiors[0])
    left, top, right, bottom = hole.bounds
    west, north, east, south = piece.bounds
    for part in PARTS:
        x, y = round(left + part * (right - left)), round(top + part * (bottom - top))
        for line in LineString([(x, north - 1), (x, south + 1)]), LineString([(west - 1, y), (east + 1, y)]):
            yield _through(piece, hole, line)


def _through(piece: Any, hole: Any, line: Any) -> list[Any]:
    """What of a line in a piece runs from a hole to the outline, on both sides; by way of other holes where they lie
    between.
    """
    meets = [line.project(Dot(at)) for part in get_parts(hole.intersection(line)) for at in part.coords]
    parts = [part for part in get_parts(line.intersection(piece)) if part.length]
    spans = sorted((*sorted(line.project(Dot(at)) for at in part.coords), n) for n, part in enumerate(parts))
    before = [(span[0], span[-1]) for span in reversed(spans) if span[-2] <= min(meets) + 1]
    after = [(span[-2], span[-1]) for span in spans if span[0] >= max(meets) - 1]
    return [parts[n] for way in (before, after) for n in _outwards(piece, line, way)]


def _outwards(piece: Any, line: Any, way: list[tuple[float, int]]) -> Iterator[int]:
    """The parts from a hole outwards, up to the first that ends at the outline."""
    for far, n in way:
        yield n
        if piece.exterior.distance(line.interpolate(far)) < 1:
            return
