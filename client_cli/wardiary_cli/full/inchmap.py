"""A board in inches, drawn to scale: outlines of zones, walls, doors, areas, and a letter for each unit.

A character is about twice as high as it is wide, so an inch takes twice as many columns as rows. Heavy lines are walls,
light ones borders of zones; an opening is a gap, a door `=` open, `#` closed, `!` sealed. `*1` is a thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import Any

from ..mapping import FRAMES
from ..scene import Entity, Scene
from ..show import plain
from .canvas import Canvas, between
from .letters import letters, style_of

Point = Sequence[int]


class _Scale:
    """Thousandths of an inch to columns and rows."""

    def __init__(self, columns_of_inch: float) -> None:
        self._columns = columns_of_inch / 1000

    def __call__(self, point: Point) -> tuple[int, int]:
        return round(point[0] * self._columns), round(point[1] * self._columns / 2)


def is_measured(scene: Scene) -> bool:
    """Whether this game is played on a board in inches."""
    return scene.game.get("measure") == "board" and len(scene.game.get("size", ())) == 2


def inch_map(scene: Scene, width: int, selected: str = "", zoom: float = 1.0) -> Canvas:
    """The board as wide as the window, or `zoom` times that."""
    across, down = scene.game["size"]
    scale = _Scale(max(0.5, (width - 1) * 1000 / max(1, across)) * zoom)
    right, bottom = scale((across, down))
    canvas = Canvas(right + 1, bottom + 1)
    for zone in scene.all("zones").values():
        _outline(canvas, scale, zone.get("shape", ()), "$foreground-muted")
    for wall in scene.all("walls").values():
        heavy = wall.get("stops", "all") == "all"
        _path(canvas, scale, wall.get("line", ()), "" if heavy else "$foreground-muted", heavy=heavy)
    for id, link in scene.all("links").items():
        _opening(canvas, scale, id, link)
    for id, area in scene.all("areas").items():
        _area(canvas, scale, str(area.get("name") or area.get("kind", id)), area)
    _names(canvas, scale, scene)
    _markers(canvas, scale, scene)
    _units(canvas, scale, scene, selected)
    return canvas


# ---------------------------------------------------------------------------------------------- lines


def _path(canvas: Canvas, scale: _Scale, points: Sequence[Point], style: str, *, heavy: bool = False) -> None:
    for a, b in pairwise(points):
        canvas.line(*scale(a), *scale(b), style, heavy=heavy)


def _outline(canvas: Canvas, scale: _Scale, points: Sequence[Point], style: str) -> None:
    if points:
        _path(canvas, scale, [*points, points[0]], style)


def _opening(canvas: Canvas, scale: _Scale, id: str, link: Entity) -> None:
    ends = link.get("line", ())
    if len(ends) != 2:
        return
    frame = FRAMES.get(str(link.get("door", "none")), "?") or " "
    style = "" if link.get("passable", True) else "$text-error"
    places = list(between(*scale(ends[0]), *scale(ends[1])))
    for x, y in places:
        canvas.put(x, y, frame, style)
    if frame.strip():
        (x, y), name = places[len(places) // 2], plain(id)[:4]
        level = places[0][1] == places[-1][1] and len(places) > len(name) + 1
        canvas.put(x - len(name) // 2 if level else x + 1, y, name, style)


def _area(canvas: Canvas, scale: _Scale, name: str, area: Entity) -> None:
    """A template or an outline; an area that is a zone is named in it."""
    centre, radius = area.get("centre", ()), int(area.get("radius", 0))
    if centre:
        round_it = [(centre[0] + radius * cos(n * pi / 24), centre[1] + radius * sin(n * pi / 24)) for n in range(48)]
        for x, y in {scale((round(px), round(py))) for px, py in round_it}:
            if canvas.is_free(x, y):
                canvas.put(x, y, "~", "$text-warning")
    _outline(canvas, scale, area.get("shape", ()), "$text-warning")
    where = centre or _middle(area.get("shape", ()))
    if where:
        _centred(canvas, *scale(where), f"! {name}", "$text-warning")


# ---------------------------------------------------------------------------------------------- names and things


def _names(canvas: Canvas, scale: _Scale, scene: Scene) -> None:
    """Each zone's name at its upper border."""
    for id, zone in scene.all("zones").items():
        shape = zone.get("shape", ())
        if shape:
            left, top = scale((min(x for x, _ in shape), min(y for _, y in shape)))
            right, _ = scale((max(x for x, _ in shape), 0))
            name = plain(scene.name("zones", id))[: max(0, right - left - 2)]
            canvas.put(left + 2, top + 1, name, "$foreground-muted italic")
            dangers = [str(area.get("name") or area.get("kind")) for area in _in_zone(id, scene)]
            canvas.put(left + 2, top + 2, ", ".join(dangers)[: max(0, right - left - 2)], "$text-warning")


def _in_zone(zone: str, scene: Scene) -> Iterable[Entity]:
    return (area for area in scene.all("areas").values() if zone in area.get("zones", ()))


def _markers(canvas: Canvas, scale: _Scale, scene: Scene) -> None:
    for number, (_name, at) in things(scene).items():
        canvas.put(*scale(at), f"*{number}", "bold $text-accent")


def things(scene: Scene) -> Mapping[int, tuple[str, Point]]:
    """What lies on the board and is no unit, by the number that it has on the map: its name, and where."""
    lying = [
        (str(thing.get("name") or id), thing["at"])
        for kind in ("markers", "objectives")
        for id, thing in scene.all(kind).items()
        if thing.get("at")
    ]
    return dict(enumerate(lying, 1))


def _units(canvas: Canvas, scale: _Scale, scene: Scene, selected: str) -> None:
    """Each unit's letter; where another stands in the way, as near as can be."""
    known = letters(scene)
    for id, unit in scene.all("units").items():
        if unit.get("at") and unit.get("zone"):
            x, y = scale(unit["at"])
            x, y = min(x, canvas.width - 1), min(y, canvas.height - 1)
            place = next((near for near in _near(x, y) if canvas.is_free(*near)), (x, y))
            canvas.put(*place, known[id], style_of(id, scene, selected), id)


def _near(x: int, y: int) -> Iterable[tuple[int, int]]:
    steps = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1), (2, 0), (-2, 0))
    return ((x + right, y + down) for right, down in steps)


def _centred(canvas: Canvas, x: int, y: int, text: str, style: str) -> None:
    canvas.put(max(0, min(x - len(text) // 2, canvas.width - len(text))), y, text, style)


def _middle(points: Sequence[Any]) -> Point:
    if not points:
        return ()
    return sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)
