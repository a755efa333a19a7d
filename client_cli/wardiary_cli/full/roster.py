"""The units as a list: letter, turn, name, health, place, and what ails them; all of it in words."""

from __future__ import annotations

from typing import NamedTuple

from textual.content import Content

from ..drawing import ails, health_text, hidden_text, turn_text
from ..scene import Scene
from .ink import ink
from .letters import letters, style_of


class Listed(NamedTuple):
    """One row of the list; a heading has no unit."""

    unit: str
    content: Content


MARKS = "> on its turn   * may go   - has had it"
FEW_MARKS = "> now  * may go  - done"
"""The same, where there is less room."""


def roster(scene: Scene) -> list[Listed]:
    """Every unit below its side, this seat's own side first."""
    own = scene.one("seats", scene.seat).get("side", "")
    named = dict.fromkeys([*scene.all("sides"), *(str(unit.get("side", "")) for unit in scene.all("units").values())])
    sides = sorted(named, key=lambda side: (not side, side != own))
    known = letters(scene)
    rows: list[Listed] = []
    for side in sides:
        units = [id for id, unit in scene.all("units").items() if unit.get("side", "") == side]
        if units:
            rows.append(Listed("", ink(scene.name("sides", side) if side else "Nobody's", "bold underline")))
        rows += [Listed(id, _row(id, known[id], scene)) for id in units]
    return rows


def _row(id: str, letter: str, scene: Scene) -> Content:
    unit = scene.one("units", id)
    ailing = list(ails(unit))
    first = [(f"{letter} ", style_of(id, scene)), (f"{mark(id, scene)} ", "bold")]
    where = scene.name("zones", str(unit["zone"])) if unit.get("zone") else str(unit.get("status", ""))
    said = ", ".join(part for part in (health_text(unit), where) if part)
    turn = ", ".join(part for part in (turn_text(id, scene), hidden_text(unit, scene)) if part)
    items = ", ".join(scene.name("items", str(item)) for item in unit.get("items", ()))
    more = [
        ink(", ".join(ailing), "$text-error"),
        ink(turn, "$text-warning" if id in scene.acting() else "$foreground-muted"),
        ink(items, "$foreground-muted"),
    ]
    name = ink(scene.name("units", id), "bold")
    lines = [Content.assemble(*(ink(*part) for part in first), name, ink(f"  {said}"))]
    if any(part.plain for part in more):
        lines.append(ink("    ") + Content(", ").join(part for part in more if part.plain))
    return Content("\n").join(lines)


def mark(id: str, scene: Scene) -> str:
    """One character that tells a unit's turn."""
    if id in scene.acting():
        return ">"
    if id in scene.clock.get("done", ()):
        return "-"
    return "*" if id in scene.going() else " "
