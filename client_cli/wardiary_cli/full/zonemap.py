"""The zones as boxes, where the scenario says how they lie to each other, with what is in them and the ways between.

    ┌ Port dock ───┐     ┌ Hangar ──────┐
    │ R Rook       │=d1= │ ! FIRE 2     │
    └──────────────┘     └──────────────┘

`─` and `│` between boxes are open; a door stands in `=` where it is open, in `#` where it is closed, in `!` where it is
sealed (see `mapping`).
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import NamedTuple

from ..drawing import holds
from ..mapping import FRAMES, Place, between, others, places_of
from ..scene import Entity, Scene
from ..show import plain
from .canvas import Canvas
from .letters import letters, style_of

_NARROW, _WIDE = 10, 26
"""Columns of a box, at least and at most."""
_WAY = 5
"""Columns between two boxes."""
_ROOMY = 16
"""Columns inside a box from which on long lines are wrapped; before that they are cut, so that boxes stay low."""
_MOST = 6
"""Units of a zone that have a line each; more of them share lines, by their letters."""


class _Piece(NamedTuple):
    """One line in a box: its text, how it looks, and the unit that a click on it means."""

    text: str
    style: str = ""
    unit: str = ""


def zone_map(scene: Scene, width: int, selected: str = "") -> Canvas | None:
    """The map, for a window so many columns wide; it may be wider. None where the zones have no places of their own."""
    places = places_of(scene)
    if not places:
        return None
    xs, ys = sorted({x for x, _ in places}), sorted({y for _, y in places})
    wide = min(_WIDE, max(_NARROW, (width - _WAY * (len(xs) - 1)) // len(xs)))
    known = letters(scene)
    inside = {zone: _inside(zone, scene, known, wide - 2, selected) for zone in places.values()}
    heights = [max((len(inside[places[x, y]]) for x in xs if (x, y) in places), default=0) + 2 for y in ys]
    also = [row.text for row in others(scene, places, xs, ys)]
    across = len(xs) * (wide + _WAY) - _WAY
    canvas = Canvas(max(across, *map(len, ("", *also))), sum(heights) + len(ys) - 1 + len(also))
    tops = [sum(heights[:row]) + row for row in range(len(ys))]
    for (x, y), zone in places.items():
        left, row = xs.index(x) * (wide + _WAY), ys.index(y)
        _box(canvas, zone, scene, left, tops[row], wide, heights[row])
        for line, piece in enumerate(inside[zone], tops[row] + 1):
            canvas.put(left + 1, line, piece.text, piece.style, piece.unit)
    _ways(canvas, scene, places, xs, ys, wide, tops, heights)
    for line, text in enumerate(also, canvas.height - len(also)):
        canvas.put(0, line, text, "$foreground-muted")
    return canvas


def _box(canvas: Canvas, zone: str, scene: Scene, left: int, top: int, wide: int, high: int) -> None:
    canvas.box(
        left, top, left + wide - 1, top + high - 1, "$text-warning" if holds(zone, scene) else "$foreground-muted"
    )
    name = plain(scene.name("zones", zone))
    room = wide - 2
    canvas.put(left + 1, top, f" {name} " if len(name) <= room - 2 else _cut(name, room), "bold")


def _inside(zone: str, scene: Scene, known: Mapping[str, str], room: int, selected: str) -> list[_Piece]:
    """What is in a zone, line by line."""
    lines = [_Piece(line, "$text-warning") for text in holds(zone, scene) for line in _danger(plain(text), room)]
    units = [id for id, unit in scene.all("units").items() if unit.get("zone") == zone]
    if len(units) <= _MOST:
        lines += [
            _Piece(f"{known[id]} {plain(scene.name('units', id))}"[:room], style_of(id, scene, selected), id)
            for id in units
        ]
    else:
        lines += [_Piece(line) for line in textwrap.wrap(" ".join(known[id] for id in units), room)]
    blips = [number for number, blip in scene.all("blips").items() if blip.get("zone") == zone]
    return [*lines, *(_Piece(f"? something moves ({number})"[:room]) for number in blips)] or [_Piece("")]


def _danger(text: str, room: int) -> list[str]:
    return textwrap.wrap(f"! {text}", room, subsequent_indent="  ") if room >= _ROOMY else [_cut(f"!{text}", room)]


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"


# ---------------------------------------------------------------------------------------------- ways


def _ways(
    canvas: Canvas, scene: Scene, places: Mapping[Place, str], xs: list[int], ys: list[int], wide: int,
    tops: list[int], heights: list[int],
) -> None:  # fmt: skip
    """The ways between neighbours: to the right, and down."""
    for (x, y), zone in places.items():
        column, row = xs.index(x), ys.index(y)
        left = column * (wide + _WAY)
        right = places.get((xs[column + 1], y), "") if column + 1 < len(xs) else ""
        below = places.get((x, ys[row + 1]), "") if row + 1 < len(ys) else ""
        if way := between(scene, zone, right):
            middle = tops[row] + heights[row] // 2
            canvas.put(left + wide, middle, _across(*way), _style(way[1]))
        if way := between(scene, zone, below):
            canvas.put(left + 2, tops[row] + heights[row], _down(*way, wide - 2), _style(way[1]))


def _frame(link: Entity) -> str:
    return FRAMES.get(str(link.get("door", "none")), "?")


def _style(link: Entity) -> str:
    return "" if link.get("passable", True) else "$text-error"


def _across(id: str, link: Entity) -> str:
    frame = _frame(link)
    return f"{frame}{plain(id)[: _WAY - 2]}{frame}".center(_WAY, frame) if frame else "─" * _WAY


def _down(id: str, link: Entity, room: int) -> str:
    frame = _frame(link)
    return f"{frame}{plain(id)}{frame}"[:room] if frame else "│"
