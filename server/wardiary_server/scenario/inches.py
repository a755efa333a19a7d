"""Whether a board that is measured in inches can be played on: outlines, openings, places and bases fit together.

What a game by zones says in inches is of no matter to it, and is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from shapely import LinearRing, LineString

from ..game.geometry.ground import SLACK, opening, polygon
from ..game.geometry.places import zone_at
from ..game.geometry.points import in_inches, overlap
from ..game.state import Area, Game, Marker, Point
from .positions import Path
from .whole import Whole

INSIDE = 50
"""How far two zones may lie over each other before it is a fault: twice a twentieth of an inch, as drawings go."""


def on_board(whole: Whole) -> bool:
    """Whether this is played in inches."""
    return whole.game.measure == "board"


def measured(whole: Whole) -> None:
    """On a board every zone has an outline."""
    for zone in whole.game.zones.values() if on_board(whole) else ():
        path = whole.path("zones", zone.id)
        if not zone.shape and not whole.faults.touched(path):
            hint = "Such as shape = [[0, 0], [12, 0], [12, 7.5]]."
            whole.faults.lacks(path, f"The zone {zone.id!r} has no shape, and this board is measured in inches.", hint)


def outlines(whole: Whole) -> None:
    """No outline crosses itself, leaves the board, or lies over another zone's."""
    if not on_board(whole):
        return
    for zone in whole.game.zones.values():
        _outline(whole, whole.path("zones", zone.id, "shape"), zone.shape)
    for area in whole.game.areas.values():
        _outline(whole, whole.path("areas", area.id, "shape"), area.shape)
    for wall in whole.game.walls.values():
        _within(whole, whole.path("walls", wall.id, "line"), wall.line)
    _apart(whole)


def _outline(whole: Whole, path: Path, shape: tuple[Point, ...]) -> None:
    if not shape:
        return
    _within(whole, path, shape)
    if not polygon(shape).convex_hull.area:
        whole.faults.add(path, "This shape has no inside: its corners lie in a line.")
    elif not LinearRing(shape).is_simple:
        whole.faults.add(path, "This shape crosses itself.", "List its corners in order, all the way round.")


def _within(whole: Whole, path: Path, line: tuple[Point, ...]) -> None:
    """Whether a line stays on the board."""
    for n, point in enumerate(line):
        if not is_on(whole.game, point):
            _off(whole, (*path, n), point)
            return


def is_on(game: Game, at: Point) -> bool:
    """Whether a place is on the board at all."""
    return all(0 <= part <= most for part, most in zip(at, game.size, strict=True))


def _place(at: Point) -> str:
    """A place as the file has it."""
    return ", ".join(map(in_inches, at))


def _off(whole: Whole, path: Path, at: Point) -> None:
    wide, deep = map(in_inches, whole.game.size)
    whole.faults.add(path, f"{_place(at)} is off the board, which is {wide} by {deep} inches.")


def _apart(whole: Whole) -> None:
    """A unit is always in exactly one zone (D9)."""
    shaped = [zone for zone in whole.game.zones.values() if zone.shape]
    for a, b in combinations(shaped, 2):
        one, other = polygon(a.shape), polygon(b.shape)
        if not one.is_valid or not other.is_valid or not one.intersects(other):
            continue
        if not one.intersection(other).buffer(-INSIDE).is_empty:
            path = whole.path("zones", b.id, "shape")
            whole.faults.add(path, f"This lies over the zone {a.id!r}: a place is in one zone only.")


# ---------------------------------------------------------------------------------------------- links


def openings(whole: Whole) -> None:
    """Every link opens a border that its two zones share."""
    zones = whole.game.zones
    for link in whole.game.links.values() if on_board(whole) else ():
        if link.a not in zones or link.b not in zones or not zones[link.a].shape or not zones[link.b].shape:
            continue
        if not link.line:
            if opening(zones, link) is None:
                text = f"The zones {link.a!r} and {link.b!r} share no border that this link could open."
                whole.faults.lacks(whole.path("links", link.id), text, "Let their shapes touch, or leave it out.")
            continue
        path = whole.path("links", link.id, "line")
        _within(whole, path, link.line)
        for zone in (link.a, link.b):
            if not _lies_on(whole.game, zone, link.line):
                text = f"This line does not lie on the border of the zone {zone!r}."
                whole.faults.add(path, text, "Both zones' borders have to run along it.")
                break


def _lies_on(game: Game, zone: str, line: tuple[Point, ...]) -> bool:
    """Whether a line is on the border of a zone, as near as drawings are."""
    border = polygon(game.zones[zone].shape).exterior
    return bool(border.buffer(SLACK).covers(LineString(line)))


# ---------------------------------------------------------------------------------------------- places


def positions(whole: Whole) -> None:
    """Whatever is on the board has a place there, in the zone that it says."""
    if not on_board(whole) or not whole.sound("zones") or not whole.sound("links"):
        return
    for table, id, zones, at, needed in _placed(whole.game):
        path = whole.path(table, id)
        if at is None:
            if needed and not whole.faults.touched(path):
                text = "This has no place, and this board is measured in inches."
                whole.faults.lacks(path, text, "Such as at = [4.5, 3].")
        elif not is_on(whole.game, at):
            _off(whole, (*path, "at"), at)
        elif not (zone := zone_at(whole.game, at)):
            whole.faults.add((*path, "at"), f"{_place(at)} is in no zone.")
        elif zone not in zones:
            whole.faults.add((*path, "at"), f"{_place(at)} is in the zone {zone!r}.", "Leave its zone out, or mend it.")


def placed(game: Game) -> list[Marker]:
    """The markers that lie somewhere. A power supply is everywhere and nowhere."""
    return [marker for marker in game.markers.values() if marker.kind != "power"]


def _placed(game: Game) -> Iterator[tuple[str, str, tuple[str, ...], Point | None, bool]]:
    """What may have a place: its table, its id, where it says that it is, its place, and whether it needs one."""
    for unit in game.units.values():
        if unit.zone or unit.at is not None:
            yield "units", unit.id, (unit.zone,), unit.at, True
    for marker in placed(game):
        yield "breaches", marker.id, (marker.zone,), marker.at, True
    for objective in game.objectives.values():
        yield "objectives", objective.id, objective.zones, objective.at, False


def bases(whole: Whole) -> None:
    """No two bases lie over each other."""
    units = [unit for unit in whole.game.units.values() if unit.at is not None and on_board(whole)]
    for a, b in combinations(units, 2):
        if a.at is not None and b.at is not None and overlap(a.at, a.base, b.at, b.base):
            text = f"{b.name} stands on {a.name}: their bases overlap."
            whole.faults.add(whole.path("units", b.id, "at"), text, "Move one of them.")


def areas(whole: Whole) -> None:
    """Every area is somewhere, in one way; Breaches and objectives are in some zone."""
    for area in whole.game.areas.values():
        path = whole.path("areas", area.id)
        if whole.faults.touched(path):
            continue
        if not area.zones and not (on_board(whole) and (area.shape or area.centre)):
            whole.faults.lacks(path, "This area has no zones.", 'Such as zones = ["hold"].')
        elif on_board(whole) and len(_ways(area)) > 1:
            whole.faults.lacks(path, f"This area is given twice: by {' and '.join(_ways(area))}.", "Keep one.")
        elif on_board(whole) and (area.centre is None) != (not area.radius):
            whole.faults.lacks(path, "A circle has both a centre and a radius.")
    for table, zones in (
        ("breaches", {marker.id: marker.zone for marker in placed(whole.game)}),
        ("objectives", {one.id: "".join(one.zones) for one in whole.game.objectives.values()}),
    ):
        for id, zone in zones.items():
            if not zone and not whole.faults.touched(whole.path(table, id)):
                whole.faults.lacks(whole.path(table, id), "This is in no zone.", 'Such as zone = "hold".')


def _ways(area: Area) -> list[str]:
    """The ways in which an area says where it is."""
    ways = {"zones": bool(area.zones), "a shape": bool(area.shape), "a circle": area.centre is not None}
    return [way for way, said in ways.items() if said]
