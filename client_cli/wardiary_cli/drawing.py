"""The board as text: each zone with who is there, what burns there, and which ways lead on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .naming import either
from .scene import Entity, Scene
from .show import Row
from .waiting import going_text

_LEVELS = {"fire": "FIRE", "gas_deadly": "GAS (deadly)", "gas_irritating": "GAS (irritating)"}


def board(scene: Scene) -> list[Row]:
    """Everything that lies open, for the command `look`."""
    rows = [Row(head(scene), "head", 2)]
    titles = {zone: _with_id(scene.name("zones", zone), zone) for zone in scene.all("zones")}
    width = max(map(len, titles.values()), default=0)
    for zone, title in titles.items():
        rows += _zone(zone, f"{title:<{width}}", scene)
    return [*rows, *_outlined(scene), *_elsewhere(scene), *_objectives(scene)]


def head(scene: Scene) -> str:
    """Title, round, whose go, scores: one line."""
    parts = [str(scene.game.get("title", "")), _moment(scene), _scores(scene)]
    if scene.result():
        parts.append(scene.result())
    return " | ".join(part for part in parts if part)


def _moment(scene: Scene) -> str:
    if scene.phase == "setup":
        return "set-up"
    go = f", {going_text(scene)}" if scene.going() else ""
    return f"round {scene.clock.get('round', 0)}{go}"


def _scores(scene: Scene) -> str:
    scores: Mapping[str, Any] = scene.game.get("scores", {})
    return ", ".join(f"{scene.name('sides', side)} {scores.get(side, 0)}" for side in scene.all("sides"))


# ---------------------------------------------------------------------------------------------- zones


def _zone(id: str, title: str, scene: Scene) -> list[Row]:
    rows = [Row(f"{title} {_ways(id, scene)}".rstrip(), "head", len(title) + 4)]
    if held := holds(id, scene):
        rows.append(Row(f"    ! {', '.join(held)}", "bad", 6))
    units = [unit_text(unit, scene) for unit, of in scene.all("units").items() if of.get("zone") == id]
    blips = [f"something that moves (blip {n})" for n, of in scene.all("blips").items() if of.get("zone") == id]
    return [*rows, *(Row(f"    {unit}", "", 8) for unit in (*units, *blips))]


def _ways(zone: str, scene: Scene) -> str:
    ways = []
    for id, link in scene.all("links").items():
        ends = [link.get("a"), link.get("b")]
        if zone in ends:
            other = scene.name("zones", str(ends[1] if ends[0] == zone else ends[0]))
            door = str(link.get("door", "none"))
            ways.append(other if door == "none" else f"{other} by {id} [{door}]")
    return f"-> {', '.join(ways)}" if ways else ""


def holds(zone: str, scene: Scene) -> list[str]:
    """What is in a zone besides units: levels, areas, markers."""
    return [*_levels(scene.one("zones", zone)), *_areas(zone, scene), *_markers(zone, scene)]


def _levels(zone: Entity) -> list[str]:
    levels: Mapping[str, Any] = zone.get("levels", {})
    return [f"{_LEVELS.get(level, level.replace('_', ' '))} {value}" for level, value in levels.items() if value]


def _areas(zone: str, scene: Scene) -> list[str]:
    return [
        " ".join(filter(None, [_called(id, area), _state(area), _in_brackets(hidden_text(area, scene))]))
        for id, area in scene.all("areas").items()
        if zone in area.get("zones", ())
    ]


def _state(area: Entity) -> str:
    """What is true of an area just now: one that is suppressed has no effect, one that burns lights what is near."""
    data: Mapping[str, Any] = area.get("data", {})
    states = {"suppressed": "does not hold now", "flaming": "burning"}
    return _in_brackets(", ".join(text for key, text in states.items() if data.get(key)))


def _outlined(scene: Scene) -> list[Row]:
    """Areas on a board in inches that are no zones: a shape or a circle."""
    rows = []
    for id, area in scene.all("areas").items():
        if not area.get("zones"):
            name = str(area.get("name") or area.get("kind", id))
            centre = ", ".join(inches(part) for part in area.get("centre", ()))
            where = f": {inches(area.get('radius', 0))} inches around {centre}" if centre else ""
            rows.append(Row(f"! {name}{where}", "bad", 2))
    return rows


def _markers(zone: str, scene: Scene) -> list[str]:
    found = [(id, marker) for id, marker in scene.all("markers").items() if marker.get("zone") == zone]
    return [
        " ".join(filter(None, [_with_id(_called(id, one), id), _in_brackets(hidden_text(one, scene))]))
        for id, one in found
    ]


def _called(id: str, thing: Entity) -> str:
    return str(thing.get("name") or thing.get("kind", id))


def _in_brackets(text: str) -> str:
    return f"({text})" if text else ""


def _with_id(name: str, id: str) -> str:
    return name if name.casefold() == id.casefold() else f"{name} ({id})"


# ---------------------------------------------------------------------------------------------- units


def unit_text(id: str, scene: Scene) -> str:
    """A unit with its side, its health, whatever ails it, what it carries, and its turn."""
    unit = scene.one("units", id)
    side = scene.name("sides", str(unit["side"])) if unit.get("side") else ""
    items = either([scene.name("items", str(item)) for item in unit.get("items", ())], "and")
    parts = [side, _place(unit), health_text(unit), *ails(unit), items, turn_text(id, scene), hidden_text(unit, scene)]
    return f"{_with_id(str(unit.get('name') or id), id)}: {', '.join(part for part in parts if part)}"


def _place(unit: Entity) -> str:
    """Where it stands on a board in inches: `at 12.5, 3.0`."""
    return f"at {', '.join(inches(part) for part in unit['at'])}" if unit.get("at") else ""


def inches(thousandths: int) -> str:
    """A length or a coordinate in inches, to the nearest tenth."""
    return left_inches(thousandths + 50)


def left_inches(thousandths: int) -> str:
    """A length that is left to somebody, in inches, rounded down to a tenth: nobody is promised more than there is."""
    return f"{thousandths // 1000}.{thousandths % 1000 // 100}"


def hidden_text(thing: Entity, scene: Scene) -> str:
    """From whom a thing is hidden, for those who may know of it; nothing where it is not."""
    words = [str(word) for word in thing.get("hidden", ())]
    names = [scene.name("sides", word) if word in scene.all("sides") else f"the {word}" for word in words]
    return f"hidden from {either(names, 'and')}" if names else ""


def turn_text(id: str, scene: Scene) -> str:
    """A unit's turn: on, with what is left of it, or over; nothing where it has not begun."""
    if id in scene.acting():
        left = scene.clock["active"][id]
        measured = scene.game.get("measure") == "board" and "move" in left
        return _turn({**left, "move": left_inches(left["move"])} if measured and left["move"] else left)
    return "has had its turn" if id in scene.clock.get("done", ()) else ""


def health_text(unit: Entity) -> str:
    """`health 5 of 6`; nothing for a unit without health."""
    stats: Mapping[str, Any] = unit.get("stats", {})
    if "health" not in stats:
        return ""
    most = f" of {stats['max_health']}" if "max_health" in stats else ""
    return f"health {stats['health']}{most}"


def ails(unit: Entity) -> Iterable[str]:
    """Whatever ails a unit: `DOWN`, `stress 2`."""
    status = unit.get("status")
    if status in ("down", "dead"):
        yield str(status).upper()
    for condition, value in unit.get("conditions", {}).items():
        word = condition.replace("_", " ").replace(":", ": ")
        if value:
            yield word if value == 1 else f"{word} {value}"


def _turn(left: Mapping[str, Any]) -> str:
    coins = [f"{n} {coin}" for coin, n in left.items() if n]
    return f"ON ITS TURN ({either(coins, 'and')} left)" if coins else "ON ITS TURN (nothing left)"


def _elsewhere(scene: Scene) -> list[Row]:
    """Units that are not on the board."""
    off = [(id, unit) for id, unit in scene.all("units").items() if not unit.get("zone")]
    words = {"reserve": "In reserve", "gone": "Left the board"}
    rows = []
    for status in dict.fromkeys(str(unit.get("status", "")) for _, unit in off):
        there = [_with_id(str(unit.get("name") or id), id) for id, unit in off if unit.get("status") == status]
        rows.append(Row(f"{words.get(status, status.capitalize() or 'Elsewhere')}: {either(there, 'and')}", "", 4))
    return rows


def _objectives(scene: Scene) -> list[Row]:
    return [
        Row(f"To win: {_objective(id, objective, scene)}", "", 4) for id, objective in scene.all("objectives").items()
    ]


def _objective(id: str, objective: Entity, scene: Scene) -> str:
    where = either([scene.name("zones", str(zone)) for zone in objective.get("zones", ())], "and") or "any zone"
    where += f" at {', '.join(inches(part) for part in objective['at'])}" if objective.get("at") else ""
    points = int(objective.get("points", 0))
    worth = f", {points} {'point' if points == 1 else 'points'}" if points else ""
    who = f", for {scene.name('sides', str(objective['side']))}" if objective.get("side") else ""
    return f"{_with_id(str(objective.get('name') or id), id)}: {objective.get('kind', '')} in {where}{worth}{who}"
