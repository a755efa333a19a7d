"""One letter for each unit, by which maps and lists name it, so that nothing hangs on colour."""

from __future__ import annotations

import string
from collections.abc import Mapping

from ..scene import Scene

_ANY = string.ascii_uppercase + string.ascii_lowercase + string.digits


def letters(scene: Scene) -> Mapping[str, str]:
    """Unit to letter: one of its name, else any that is left. Where none is left, `?`."""
    found: dict[str, str] = {}
    for id in scene.all("units"):
        name = scene.name("units", id).upper()
        own = [char for char in name if char.isascii() and char.isalnum()]
        taken = set(found.values())
        found[id] = next((char for char in (*own, *_ANY) if char not in taken), "?")
    return found


def style_of(unit: str, scene: Scene, selected: str = "") -> str:
    """How a unit's letter looks: by its side, and reversed where it is the one that is selected."""
    sides = list(scene.all("sides"))
    side = scene.one("units", unit).get("side")
    colour = _SIDES[sides.index(side) % len(_SIDES)] if side in sides else "$foreground-muted"
    down = " strike" if scene.one("units", unit).get("status") in ("down", "dead") else ""
    return f"bold {colour}{down}{' reverse' if unit == selected else ''}"


_SIDES = ("$text-error", "$text-primary", "$text-success", "$text-warning")
