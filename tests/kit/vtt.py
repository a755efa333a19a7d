"""Universal VTT maps in a few words: everything here is given in grid squares."""

from __future__ import annotations

import base64
import json
from typing import Any

from wardiary_server.maps.lines import Lines, lines
from wardiary_server.maps.notes import Notes
from wardiary_server.maps.rooms import Rooms, rooms
from wardiary_server.maps.universal import Drawing, Kind, drawing

INCH = 1_000
PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)


def point(x: float, y: float) -> dict[str, float]:
    """A point as the format has it."""
    return {"x": x, "y": y}


def path(*ends: float) -> list[dict[str, float]]:
    """`path(0, 0, 4, 0)`: a wall, from one point to the next."""
    return [point(x, y) for x, y in zip(ends[::2], ends[1::2], strict=True)]


def block(left: float, top: float, right: float, bottom: float) -> list[dict[str, float]]:
    """A wall all round a rectangle."""
    return path(left, top, right, top, right, bottom, left, bottom, left, top)


def portal(x: float, y: float, u: float, v: float, *, closed: bool = True, **more: Any) -> dict[str, Any]:
    """A door from one point to another."""
    middle = point((x + u) / 2, (y + v) / 2)
    found = {"position": middle, "bounds": path(x, y, u, v), "rotation": 0, "closed": closed, "freestanding": False}
    return {**found, **more}


def vtt(wide: float, deep: float, *walls: Any, doors: Any = (), **more: Any) -> dict[str, Any]:
    """A map of so many squares; what else it has by its keys."""
    size = {"map_origin": point(0, 0), "map_size": point(wide, deep), "pixels_per_grid": 70}
    found = {
        "format": 0.3,
        "resolution": size,
        "line_of_sight": list(walls),
        "objects_line_of_sight": [],
        "portals": list(doors),
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [],
        "image": base64.b64encode(PNG).decode(),
    }
    return {**found, **more}


def as_bytes(data: object) -> bytes:
    """A map as its file has it."""
    return json.dumps(data).encode()


TWO_ROOMS = vtt(12, 6, path(6, 0, 6, 2), path(6, 3.5, 6, 6), doors=[portal(6, 2, 6, 3.5)])
"""Two rooms of 6 by 6 squares, with a door a square and a half wide between."""


def drawn(data: dict[str, Any], notes: Notes | None = None, opened: Kind = "open") -> Drawing:
    """A map as it was drawn, a square an inch."""
    return drawing(data, INCH, notes or Notes(), opened)


def lined(data: dict[str, Any], notes: Notes | None = None, *, gap: int = 200, opened: Kind = "open") -> Lines:
    """The lines of a map."""
    notes = notes or Notes()
    return lines(drawn(data, notes, opened), 10, gap, notes)


def roomed(data: dict[str, Any], notes: Notes | None = None, *, gap: int = 200, opened: Kind = "open") -> Rooms:
    """The rooms of a map."""
    notes = notes or Notes()
    return rooms(lined(data, notes, gap=gap, opened=opened), INCH, notes)
