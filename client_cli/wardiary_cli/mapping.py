"""The board as a small map, where the scenario says how its zones lie to each other.

    dock      ==d1= hangar    ##d6# spine
                                    F2
    Rook            Vega,Juno
                      |

`-` and `|` are open; a door stands in `=` where it is open, in `#` where it is closed, in `!` where it is sealed.
"""

from __future__ import annotations

from collections.abc import Mapping

from .scene import Entity, Scene
from .show import Row

_WIDE, _GAP = 10, 6
_SHORT = {"fire": "F", "gas_deadly": "Gd", "gas_irritating": "Gi"}
FRAMES = {"none": "", "open": "=", "closed": "#", "sealed": "!", "destroyed": "="}

Place = tuple[int, int]


def chart(scene: Scene) -> list[Row]:
    """The map, and below it the ways that it cannot show; no rows where the zones have no places of their own."""
    places = places_of(scene)
    if not places:
        return []
    lines: list[str] = []
    xs, ys = sorted({x for x, _ in places}), sorted({y for _, y in places})
    for y, below in zip(ys, [*ys[1:], None], strict=True):
        lines += _cells(scene, places, xs, y)
        if below is not None:
            lines.append(_downwards(scene, places, xs, y, below))
    rows = [Row(line.rstrip()) for line in lines if line.strip()]
    return [*rows, *others(scene, places, xs, ys), Row(LEGEND, "dim")]


LEGEND = "- | open   = open door   # closed   ! sealed   F FIRE, Gd deadly GAS, Gi irritating GAS"


def places_of(scene: Scene) -> Mapping[Place, str]:
    """The zones by their places; none where two lie in one place, or the view says nothing of places."""
    found: dict[Place, str] = {}
    for id, zone in scene.all("zones").items():
        place = zone.get("place", ())
        if len(place) != 2 or (place[0], place[1]) in found:
            return {}
        found[place[0], place[1]] = id
    return found if len(found) > 1 else {}


def _cells(scene: Scene, places: Mapping[Place, str], xs: list[int], y: int) -> list[str]:
    """Three lines for one row of zones: their ids and the ways between them, what burns there, who is there."""
    ids, dangers, units = "", "", ""
    for x, right in zip(xs, [*xs[1:], None], strict=True):
        zone = places.get((x, y), "")
        neighbour = places.get((right, y), "") if right is not None else ""
        ids += f"{zone[:_WIDE]:<{_WIDE}}{_across(between(scene, zone, neighbour))}"
        dangers += f"{_dangers(zone, scene):<{_WIDE + _GAP}}"
        units += f"{_units(zone, scene):<{_WIDE + _GAP}}"
    return [ids, dangers, units]


def between(scene: Scene, a: str, b: str) -> tuple[str, Entity] | None:
    """The way between two zones, with its id."""
    ways = (way for way in scene.all("links").items() if a and b and {way[1].get("a"), way[1].get("b")} == {a, b})
    return next(ways, None)


def _across(way: tuple[str, Entity] | None) -> str:
    if way is None:
        return " " * _GAP
    frame = FRAMES.get(str(way[1].get("door", "none")), "?")
    text = f"{frame}{way[0][: _GAP - 3]}{frame}".center(_GAP - 1, frame) if frame else "-" * (_GAP - 1)
    return text + " "


def _downwards(scene: Scene, places: Mapping[Place, str], xs: list[int], y: int, below: int) -> str:
    line = ""
    for x in xs:
        way = between(scene, places.get((x, y), ""), places.get((x, below), ""))
        frame = FRAMES.get(str(way[1].get("door", "none")), "?") if way else ""
        text = f"{frame}{way[0]}{frame}" if way and frame else "|" if way else ""
        line += f"  {text[: _WIDE - 2]:<{_WIDE + _GAP - 2}}"
    return line


def _dangers(zone: str, scene: Scene) -> str:
    levels: Mapping[str, int] = scene.one("zones", zone).get("levels", {})
    words = [f"{_SHORT.get(level, level[:4])}{value}" for level, value in levels.items() if value]
    areas = [
        str(area.get("name") or area.get("kind", ""))
        for area in scene.all("areas").values()
        if zone in area.get("zones", ()) and not area.get("data", {}).get("suppressed")
    ]
    return " ".join([*words, *areas])[: _WIDE + _GAP - 1]


def _units(zone: str, scene: Scene) -> str:
    names = [scene.name("units", id) for id, unit in scene.all("units").items() if zone and unit.get("zone") == zone]
    names += [f"?{number}" for number, blip in scene.all("blips").items() if zone and blip.get("zone") == zone]
    room = _WIDE + _GAP - 1
    text = ",".join(names)
    short = max(2, room // max(1, len(names)) - 1)
    return text if len(text) <= room else ",".join(name[:short] for name in names)[:room]


def others(scene: Scene, places: Mapping[Place, str], xs: list[int], ys: list[int]) -> list[Row]:
    """Ways between zones that are no neighbours on the map."""
    at = {zone: (xs.index(x), ys.index(y)) for (x, y), zone in places.items()}
    rows = []
    for id, link in scene.all("links").items():
        a, b = str(link.get("a", "")), str(link.get("b", ""))
        if a in at and b in at and abs(at[a][0] - at[b][0]) + abs(at[a][1] - at[b][1]) != 1:
            door = str(link.get("door", "none"))
            rows.append(Row(f"also: {a} - {b}" + (f" by {id} [{door}]" if door != "none" else "")))
    return rows
