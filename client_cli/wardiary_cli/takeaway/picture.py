"""The board at one moment as an SVG: zones with their doors and what fills them, walls, areas, and who is where.

By zones it is a grid, as each zone's `place` says; in inches it is the board itself, to scale. Nothing in the picture
is told by colour alone: levels and markers have words, sides a shape of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from ..scene import Entity, Scene

Point = tuple[float, float]

CELL, PITCH, EDGE = 120.0, 160.0, 20.0
"""A zone in a grid, from one zone to the next, and what is left free around the drawing."""
PER_INCH = 32.0
UNIT = 11.0
HEAD = 30.0
SHAPES = ("circle", "square", "diamond", "triangle")
"""How the units of the first, second, third side and of nobody are drawn."""
COLOURS = ("#14594d", "#9a4a12", "#4b3f8f", "#555555")
DOORS = {"open": "open", "closed": "closed", "sealed": "sealed", "destroyed": "broken"}


class Drawing(NamedTuple):
    """Where everything is: the size of the picture, outlines of zones, their middles, and the places of units."""

    width: float
    height: float
    zones: Mapping[str, list[Point]]
    middles: Mapping[str, Point]
    units: Mapping[str, tuple[Point, float]]


def picture(scene: Scene, moment: str = "") -> str:
    """The SVG. `moment` is added to the title, such as *after entry 41*."""
    drawing = _measured(scene) if scene.game.get("measure") == "board" else _grid(scene)
    title = " · ".join(part for part in (str(scene.game.get("title", "")), moment, scene.result()) if part)
    body = [*_zones(scene, drawing), *_walls(scene), *_areas(scene, drawing), *_links(scene, drawing)]
    body += [*_markers(scene, drawing), *_units(scene, drawing)]
    width, height = drawing.width, drawing.height + HEAD
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-family="sans-serif" '
        f'font-size="12" role="img" aria-label={quoteattr(title)}>',
        f'<rect width="{width:g}" height="{height:g}" fill="#f6f4ee"/>',
        f'<text x="{EDGE:g}" y="20" font-size="15" font-weight="bold">{_text(title)}</text>',
        f'<g transform="translate(0 {HEAD:g})">',
        *body,
        "</g>",
        "</svg>",
        "",
    ])  # fmt: skip


# ---------------------------------------------------------------------------------------------- where things are


def _grid(scene: Scene) -> Drawing:
    """Zones by their places. Those of one and the same place stand in rows instead."""
    ids = list(scene.all("zones"))
    places = {id: tuple(scene.one("zones", id).get("place", (0, 0))) for id in ids}
    if len(set(places.values())) < len(ids):
        places = {id: (n % 4, n // 4) for n, id in enumerate(ids)}
    left = min((x for x, _ in places.values()), default=0)
    top = min((y for _, y in places.values()), default=0)
    corners = {id: (EDGE + (x - left) * PITCH, EDGE + (y - top) * PITCH) for id, (x, y) in places.items()}
    width = max((x for x, _ in corners.values()), default=0) + CELL + EDGE
    height = max((y for _, y in corners.values()), default=0) + CELL + EDGE
    zones = {id: [(x, y), (x + CELL, y), (x + CELL, y + CELL), (x, y + CELL)] for id, (x, y) in corners.items()}
    middles = {id: (x + CELL / 2, y + CELL / 2) for id, (x, y) in corners.items()}
    return Drawing(width, height, zones, middles, dict(_settled(scene, corners)))


def _settled(scene: Scene, corners: Mapping[str, Point]) -> Iterator[tuple[str, tuple[Point, float]]]:
    """Units in rows of four in the lower part of their zone."""
    for zone, (x, y) in corners.items():
        here = [id for id, unit in scene.all("units").items() if unit.get("zone") == zone]
        for n, id in enumerate(here):
            yield id, ((x + 18 + n % 4 * 28, y + 62 + n // 4 * 30), UNIT)


def _measured(scene: Scene) -> Drawing:
    """To scale."""
    wide, high = scene.game.get("size", (0, 0))
    zones = {id: _points(zone.get("shape", ())) for id, zone in scene.all("zones").items()}
    middles = {id: _middle(points) for id, points in zones.items()}
    units = {
        id: (_point(unit["at"]), _inches(unit.get("base", 500)))
        for id, unit in scene.all("units").items()
        if unit.get("at") and unit.get("zone")
    }
    return Drawing(_inches(wide) + 2 * EDGE, _inches(high) + 2 * EDGE, zones, middles, units)


def _inches(thousandths: int) -> float:
    return thousandths * PER_INCH / 1000


def _point(at: Iterable[int]) -> Point:
    x, y = at
    return EDGE + _inches(x), EDGE + _inches(y)


def _points(shape: Iterable[Iterable[int]]) -> list[Point]:
    return [_point(at) for at in shape]


def _middle(points: list[Point]) -> Point:
    count = len(points) or 1
    return sum(x for x, _ in points) / count, sum(y for _, y in points) / count


# ---------------------------------------------------------------------------------------------- what is drawn


def _zones(scene: Scene, drawing: Drawing) -> Iterator[str]:
    for id, zone in scene.all("zones").items():
        points = drawing.zones[id]
        if not points:
            continue
        yield f'<path d="{_path(points)}" fill="#ffffff" stroke="#8a9294"/>'
        x, y = min(x for x, _ in points) + 6, min(y for _, y in points) + 16
        yield f'<text x="{x:g}" y="{y:g}" font-weight="bold">{_text(scene.name("zones", id))}</text>'
        for n, line in enumerate(_holding(scene, id, zone)):
            yield f'<text x="{x:g}" y="{y + 15 + 13 * n:g}" font-size="11" fill="#9a2f12">{_text(line)}</text>'


def _holding(scene: Scene, id: str, zone: Entity) -> list[str]:
    """What fills a zone, in words."""
    levels = [f"{name.replace('_', ' ')} {number}" for name, number in zone.get("levels", {}).items() if number]
    areas = [
        str(area.get("name") or area["kind"]) for area in scene.all("areas").values() if id in area.get("zones", ())
    ]
    return levels + areas


def _walls(scene: Scene) -> Iterator[str]:
    for wall in scene.all("walls").values():
        line = _path(_points(wall["line"]), closed=False)
        dashes = "" if wall.get("stops", "all") == "all" else ' stroke-dasharray="6 3"'
        yield f'<path d="{line}" fill="none" stroke="#1b2021" stroke-width="3"{dashes}/>'


def _areas(scene: Scene, drawing: Drawing) -> Iterator[str]:
    for area in scene.all("areas").values():
        look = 'fill="#9a2f12" fill-opacity="0.1" stroke="#9a2f12" stroke-dasharray="4 3"'
        if area.get("shape"):
            yield f'<path d="{_path(_points(area["shape"]))}" {look}/>'
        elif area.get("centre"):
            x, y = _point(area["centre"])
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{_inches(area.get("radius", 0)):g}" {look}/>'


def _links(scene: Scene, drawing: Drawing) -> Iterator[str]:
    for link in scene.all("links").values():
        if link.get("line"):
            a, b = _points(link["line"])
        elif link["a"] in drawing.middles and link["b"] in drawing.middles and scene.game.get("measure") != "board":
            a, b = _between(drawing.middles[link["a"]], drawing.middles[link["b"]])
        else:
            continue
        door = link.get("door", "none")
        look = {"none": 'stroke-dasharray="2 4"', "open": 'stroke-dasharray="8 4"'}.get(door, "")
        yield f'<path d="{_path([a, b], closed=False)}" stroke="#14594d" stroke-width="4" {look}/>'
        if door in DOORS:
            x, y = _middle([a, b])
            halo = 'paint-order="stroke" stroke="#f6f4ee" stroke-width="4"'
            yield f'<text x="{x:g}" y="{y - 5:g}" font-size="10" text-anchor="middle" {halo}>{DOORS[door]}</text>'


def _between(a: Point, b: Point) -> tuple[Point, Point]:
    """The part of the way between two zones of a grid that lies between their borders."""
    far = max(abs(b[0] - a[0]), abs(b[1] - a[1])) or 1.0
    part = CELL / 2 / far
    dx, dy = (b[0] - a[0]) * part, (b[1] - a[1]) * part
    return (a[0] + dx, a[1] + dy), (b[0] - dx, b[1] - dy)


def _markers(scene: Scene, drawing: Drawing) -> Iterator[str]:
    for marker in scene.all("markers").values():
        place = _point(marker["at"]) if marker.get("at") else drawing.middles.get(marker.get("zone", ""))
        if place is not None:
            x, y = place
            name = _text(str(marker.get("name") or marker["kind"]))
            yield f'<path d="M{x - 5:g} {y - 5:g}l10 10m0 -10l-10 10" stroke="#9a2f12" stroke-width="2"/>'
            yield f'<text x="{x + 8:g}" y="{y + 4:g}" font-size="10">{name}</text>'


def _units(scene: Scene, drawing: Drawing) -> Iterator[str]:
    sides = list(scene.all("sides"))
    for id, ((x, y), radius) in drawing.units.items():
        unit = scene.one("units", id)
        nth = sides.index(unit["side"]) % 3 if unit.get("side") in sides else 3
        name = str(unit.get("name") or id)
        faint = "" if unit.get("status") == "ready" else ' opacity="0.45"'
        title = _text(f"{name}: {unit.get('status', '')}")
        yield f"<g{faint}><title>{title}</title>"
        yield f'<path d="{_token(SHAPES[nth], x, y, radius)}" fill="{COLOURS[nth]}"/>'
        below = y + radius + 11
        yield f'<text x="{x:g}" y="{below:g}" font-size="10" text-anchor="middle">{_text(name[:9])}</text></g>'


def _token(shape: str, x: float, y: float, r: float) -> str:
    """The outline of a unit."""
    if shape == "circle":
        return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0z"
    s = 0.85 * r
    corners = {
        "square": [(x - s, y - s), (x + s, y - s), (x + s, y + s), (x - s, y + s)],
        "diamond": [(x, y - r), (x + r, y), (x, y + r), (x - r, y)],
        "triangle": [(x, y - r), (x + r, y + s), (x - r, y + s)],
    }
    return _path(corners[shape])


def _path(points: Iterable[Point], *, closed: bool = True) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + ("z" if closed else "")


def _text(words: Any) -> str:
    """Words as they may stand in an SVG: what people wrote never becomes markup, nor what no XML may hold."""
    return escape("".join(c for c in str(words) if c in "\t\n" or c >= " "))
