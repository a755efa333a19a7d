"""The Universal VTT format: from the JSON object to a drawing in thousandths of an inch.

    format                  0.2 or 0.3 mostly; some programs leave it out, write a text, or 1.0
    resolution              map_origin, map_size (both in grid squares), pixels_per_grid
    line_of_sight           walls, each a list of points
    objects_line_of_sight   what else blocks the view; absent before 0.3
    portals                 doors and windows: position, bounds (its two ends), rotation, closed, freestanding
    lights, environment     counted, and left out
    image                   the picture, base64

All points are in grid squares, counted from where the whole drawing begins, and `map_origin` says where in it the
picture begins. So it is subtracted, and what lies outside the picture has negative or too large numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, isfinite, sin
from typing import Any, Literal, NamedTuple

from ..game.state import Point
from .notes import NoMap, Notes

MOST_POINTS = 200_000
MOST_DOORS = 5_000
FARTHEST = 1_000_000
"""In squares. No drawing is as large."""
WIDEST = 1_000_000
"""A thousand inches: the largest board that a scenario may have."""

Path = tuple[Point, ...]
Kind = Literal["closed", "open", "window"]


class Door(NamedTuple):
    """A portal: its two ends, and what it is."""

    ends: tuple[Point, Point]
    kind: Kind = "closed"


class Drawing(NamedTuple):
    """A map as it was drawn, in thousandths of an inch from the picture's upper left corner."""

    size: Point
    walls: tuple[Path, ...] = ()
    objects: tuple[Path, ...] = ()
    doors: tuple[Door, ...] = ()
    picture: str = ""  # base64


class Frame(NamedTuple):
    """Where the picture begins, in squares, and how many thousandths of an inch a square is."""

    origin: tuple[float, float]
    square: int

    def point(self, at: tuple[float, float]) -> Point:
        """A place on the picture."""
        return round((at[0] - self.origin[0]) * self.square), round((at[1] - self.origin[1]) * self.square)


def drawing(data: Mapping[str, Any], square: int, notes: Notes, opened: Kind = "open") -> Drawing:
    """The map in this object. Raises `NoMap`.

    `square` is the side of a grid square in thousandths of an inch; `opened` is what a portal is that is not closed,
    for the format has one word for open doors and windows.
    """
    _format(data, notes)
    frame, size = _resolution(data, square, notes)
    if not data.get("line_of_sight"):
        notes.add("no_walls")
    if not data.get("portals"):
        notes.add("no_portals")
    notes.add("lights", len(_list(data, "lights")))
    walls = tuple(_paths(data, "line_of_sight", frame))
    objects = tuple(_paths(data, "objects_line_of_sight", frame))
    return Drawing(size, walls, objects, tuple(_doors(data, frame, notes, opened)), _picture(data, notes))


# ---------------------------------------------------------------------------------------------- what frames it


def _format(data: Mapping[str, Any], notes: Notes) -> None:
    known = data.get("format")
    if known is None:
        notes.add("format_missing")
        return
    if isinstance(known, str):
        notes.add("format_text")
    if str(known).strip() not in ("0.2", "0.3"):
        notes.add("format_unknown")


def _resolution(data: Mapping[str, Any], square: int, notes: Notes) -> tuple[Frame, Point]:
    found = data.get("resolution")
    if not isinstance(found, Mapping):
        raise NoMap("There is no `resolution`, so nothing says how large the map is. Is this a Universal VTT map?")
    origin = (0.0, 0.0)
    if found.get("map_origin") is None:
        notes.add("no_origin")
    else:
        origin = _point(found["map_origin"], "resolution.map_origin")
    wide, deep = _point(found.get("map_size"), "resolution.map_size")
    pixels = found.get("pixels_per_grid")
    if pixels is not None and _number(pixels, "resolution.pixels_per_grid") <= 0:
        raise NoMap("`resolution.pixels_per_grid` has to be more than 0.")
    size = round(wide * square), round(deep * square)
    if min(size) < 1_000 or max(size) > WIDEST:
        text = f"The map is {wide:g} by {deep:g} squares, {size[0] / 1000:g} by {size[1] / 1000:g} inches."
        raise NoMap(f"{text} A board may have 1 to {WIDEST // 1000} inches: see --square.")
    return Frame(origin, square), size


def _picture(data: Mapping[str, Any], notes: Notes) -> str:
    found = data.get("image")
    if not found:
        notes.add("no_picture")
        return ""
    if not isinstance(found, str):
        raise NoMap("`image` is no text: it should be a picture as base64.")
    return found


# ---------------------------------------------------------------------------------------------- what is drawn


def _paths(data: Mapping[str, Any], key: str, frame: Frame) -> Iterator[Path]:
    count = 0
    for n, path in enumerate(_list(data, key)):
        if not isinstance(path, list):
            raise NoMap(f"`{key}[{n}]` is no list of points.")
        count += len(path)
        if count > MOST_POINTS:
            raise NoMap(f"`{key}` has more than {MOST_POINTS:,} points. Export a smaller part of the map.")
        yield tuple(frame.point(_point(at, f"{key}[{n}][{m}]")) for m, at in enumerate(path))


def _doors(data: Mapping[str, Any], frame: Frame, notes: Notes, opened: Kind) -> Iterator[Door]:
    found = _list(data, "portals")
    if len(found) > MOST_DOORS:
        raise NoMap(f"`portals` has more than {MOST_DOORS:,} doors. Export a smaller part of the map.")
    for n, portal in enumerate(found):
        if not isinstance(portal, Mapping):
            raise NoMap(f"`portals[{n}]` is no object.")
        if portal.get("freestanding"):
            notes.add("freestanding")
        a, b = _ends(portal, f"portals[{n}]", notes)
        yield Door((frame.point(a), frame.point(b)), opened if portal.get("closed") is False else "closed")


def _ends(portal: Mapping[str, Any], where: str, notes: Notes) -> tuple[tuple[float, float], tuple[float, float]]:
    """Both ends of a door; without bounds a square's width around its middle."""
    bounds = portal.get("bounds")
    if isinstance(bounds, list) and len(bounds) >= 2:
        return _point(bounds[0], f"{where}.bounds[0]"), _point(bounds[-1], f"{where}.bounds[{len(bounds) - 1}]")
    notes.add("bare_doors")
    x, y = _point(portal.get("position"), f"{where}.position")
    turn = _number(portal.get("rotation", 0), f"{where}.rotation")
    across, down = cos(turn) / 2, sin(turn) / 2
    return (x - across, y - down), (x + across, y + down)


# ---------------------------------------------------------------------------------------------- its parts


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    found = data.get(key)
    if found is None:
        return []
    if not isinstance(found, list):
        raise NoMap(f"`{key}` is no list.")
    return found


def _point(value: object, where: str) -> tuple[float, float]:
    if not isinstance(value, Mapping) or "x" not in value or "y" not in value:
        raise NoMap(f'`{where}` is no point, such as {{"x": 3, "y": 4.5}}.')
    return _number(value["x"], f"{where}.x"), _number(value["y"], f"{where}.y")


def _number(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise NoMap(f"`{where}` is no number.")
    if not -FARTHEST <= value <= FARTHEST or not isfinite(value):
        raise NoMap(f"`{where}` is {str(value)[:20]}: no map is as large.")
    return float(value)
