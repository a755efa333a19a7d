"""Which areas are Airless and which are an Environmental Hazard, whatever the scenario calls them.

Two kinds count by themselves, under many names (ENV-6, ENV-32). Three more are something else of their own right and
count as a Hazard only while the scenario says so: quarantine, smoke, and what burns (ENV-36, ENV-43). What fire and
smoke do by their own rules is in no text of ours, so here they only lie there (ENV-42). A zone's FIRE or GAS is a
level, never an area, and so never a Hazard by itself (D86).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from wardiary_server.game.board import Place, ends_of
from wardiary_server.game.events import UnitEntered, UnitMoved
from wardiary_server.game.geometry.ground import polygon
from wardiary_server.game.geometry.places import covers, overlaps_shape
from wardiary_server.game.geometry.points import at_text, inches, rounded
from wardiary_server.game.state import Area, Game, Zone

AIRLESS = "airless"
HAZARD = "hazard"

KINDS: Mapping[str, str] = {
    AIRLESS: "no air to breathe",
    HAZARD: "an Environmental Hazard",
    "quarantine": "closed off; a Hazard only with `contaminated`",
    "smoke": "smoke; a Hazard only with `hazard`",
    "burning": "burning terrain; a Hazard only with `hazard`",
    "darkness": "sight ends after 4 inches, or after `sight`",
    "light": "whoever stands there ignores Darkness, `within` so many inches or everywhere",
}

ALIASES: Mapping[str, str] = {
    "vacuum": AIRLESS,
    "atmosphere_loss": AIRLESS,
    "space": AIRLESS,
    "gas_leak": HAZARD,
    "airborne": HAZARD,
    "biological": HAZARD,
    "quarantine_failure": HAZARD,
    "radiation": HAZARD,
    "chemical": HAZARD,
    "burning_terrain": "burning",
    "fire_token": "burning",
}

SWITCHES: Mapping[str, str] = {"quarantine": "contaminated", "smoke": "hazard", "burning": "hazard"}
"""Kinds that are a Hazard only where their data say so, and by which word."""

WORDS: Mapping[str, str] = {"contaminated": "contaminated", "hazard": "hazardous"}
"""What is added to such an area's name while it is one."""

SUPPRESSED = ", suppressed"
"""What is added to the name of an area that does not hold."""

NAMES: Mapping[str, str] = {AIRLESS: "Airless", HAZARD: "Environmental Hazard"}


def environment(area: Area) -> str:
    """What an area counts as now: `airless`, `hazard`, or nothing (ENV-6, 32, 36, 43)."""
    if is_suppressed(area):
        return ""
    kind = ALIASES.get(area.kind, area.kind)
    if kind in NAMES:
        return kind
    return HAZARD if area.data.get(SWITCHES.get(kind, "")) else ""


def is_suppressed(area: Area) -> bool:
    """Whether an area does not hold at the moment (ENV-44)."""
    return bool(area.data.get("suppressed"))


def source_of(area: Area) -> str:
    """The Breach that made an area: noted when it did, or stated by the scenario."""
    return area.source or str(area.data.get("breach", ""))


def name_of(area: Area) -> str:
    """What an area is called in a sentence."""
    return area.name or NAMES.get(environment(area), area.kind)


def covering(game: Game, kind: str, place: Place) -> list[Area]:
    """The areas of one environment that a place is in, in the scenario's order."""
    return [area for area in game.areas.values() if environment(area) == kind and covers(game, area, place)]


def entered(game: Game, kind: str, event: UnitEntered | UnitMoved) -> list[Area]:
    """Those that a unit came into from outside. From one zone of an area to another is no entry (D7)."""
    before, now = ends_of(game, event)
    return [area for area in covering(game, kind, now) if not covers(game, area, before)]


def is_airless(game: Game, zone: str) -> bool:
    """Whether there is no air in a zone."""
    return bool(covering(game, AIRLESS, Place(zone)))


def zones_under(game: Game, area: Area) -> tuple[str, ...]:
    """The zones of an area; of one in inches, those that any of it lies in."""
    if not area.shape and area.centre is None:
        return area.zones
    return (*area.zones, *(zone.id for zone in game.zones.values() if zone.shape and lies_in(area, zone)))


def lies_in(area: Area, zone: Zone) -> bool:
    """Whether any of a shape or a circle lies in a zone."""
    if area.centre is not None and overlaps_shape(zone.shape, area.centre, area.radius):
        return True
    return bool(area.shape) and bool(polygon(area.shape).intersection(polygon(zone.shape)).area)


def zones_of(text: object) -> tuple[str, ...]:
    """Zones as a scenario lists them in one string: separated by blanks or commas."""
    return tuple(str(text).replace(",", " ").split())


def listed(game: Game, zones: Iterable[str]) -> str:
    """Zones by name, for a sentence."""
    return ", ".join(game.zones[zone].name or zone for zone in zones)


def switched(area: Area, on: bool) -> Area:
    """Smoke, fire or a quarantine as it is while it counts as a Hazard, or while it does not."""
    switch = SWITCHES[area.kind]
    word = f", {WORDS[switch]}"
    name, data = name_of(area).replace(word, ""), {key: n for key, n in area.data.items() if key != switch}
    return replace(area, name=name + word, data={**data, switch: 1}) if on else replace(area, name=name, data=data)


def suppressed(area: Area, now: bool) -> Area:
    """An area as it is while it does not hold, or while it does."""
    name, data = name_of(area), {key: n for key, n in area.data.items() if key != "suppressed"}
    name = name.replace(SUPPRESSED, "")
    if not now:
        return replace(area, name=name, data=data)
    return replace(area, name=name + SUPPRESSED, data={**data, "suppressed": 1})


def grown(game: Game, area: Area) -> Area:
    """An area with the zones that one of the same id has already: what is made twice grows, and frees nothing."""
    known = game.areas.get(area.id)
    if known is None:
        return area
    return replace(area, zones=tuple(dict.fromkeys((*known.zones, *area.zones))))


def full_name(game: Game, area: Area) -> str:
    """An area's name and where it is."""
    if area.centre is not None:
        return f"{name_of(area)} ({inches(rounded(area.radius))} around {at_text(area.centre)})"
    return f"{name_of(area)} ({listed(game, zones_under(game, area))})"


def without_zones(area: Area, zones: Iterable[str]) -> Area | None:
    """What is left of an area where these zones are freed of it; None where nothing is. A shape or a circle goes whole.

    What was more than a Hazard from the start (smoke, quarantine) stays, and only stops being one.
    """
    if area.kind in SWITCHES:
        return switched(area, on=False)
    left = tuple(zone for zone in area.zones if zone not in set(zones))
    return replace(area, zones=left, shape=(), centre=None, radius=0) if left else None
