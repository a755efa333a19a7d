"""How an area comes to be Airless or a Hazard by a scenario's word, and the only way that it stops (ENV-10, ENV-31).

While a Breach is open through which the same danger comes, nothing is restored: the referee is refused, a scenario's
event says why nothing happens. `force` restores it all the same (D80).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec.structs import replace

from wardiary_server.game import fields
from wardiary_server.game.board import place_of
from wardiary_server.game.events import AreaEnded, AreaPlaced, Remarked
from wardiary_server.game.frame.queries import named_zone
from wardiary_server.game.frame.referee.hand import Reason, act, remark
from wardiary_server.game.geometry.places import covers
from wardiary_server.game.geometry.points import point_of, points_of
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Candidate, Command, DeedSpec, Refused, Rule
from wardiary_server.game.state import Area, Game, Marker, Unit

from . import breaches
from .areas import (
    AIRLESS,
    ALIASES,
    HAZARD,
    NAMES,
    environment,
    full_name,
    listed,
    name_of,
    source_of,
    without_zones,
    zones_of,
    zones_under,
)
from .overrides import AREA_DATA


def holding(game: Game, area: Area) -> list[Marker]:
    """The open Breaches that keep an area as it is: the one that made it, and any through which the same comes in."""
    found = [marker for marker in game.markers.values() if marker.kind == breaches.BREACH]
    return [m for m in found if (m.id == source_of(area) and not is_aired(game, m)) or feeds(game, m, area)]


def is_aired(game: Game, marker: Marker) -> bool:
    """Whether a Breach joins its zone to one that has air again, so that it keeps nothing up any more."""
    return not breaches.releases(game, marker) and breaches.beyond(game, marker) != ""


def feeds(game: Game, marker: Marker, area: Area) -> bool:
    """Whether a Breach that affects some zone of an area lets in what the area is made of."""
    what = breaches.releases(game, marker)
    danger = HAZARD if what == HAZARD else AIRLESS
    return what != "" and danger == environment(area) and reaches(game, marker, area)


def reaches(game: Game, marker: Marker, area: Area) -> bool:
    """Whether a Breach affects any of an area; in inches, where no zones are named, whether it lies in it."""
    if breaches.is_measured(game, marker):
        return covers(game, area, place_of(marker))
    return not set(breaches.affected(marker)).isdisjoint(zones_under(game, area))


def restorable(game: Game, kind: str, zones: tuple[str, ...]) -> list[Area]:
    """The areas of one environment that these zones could be freed of."""
    return [
        a for a in game.areas.values() if environment(a) == kind and not set(zones).isdisjoint(zones_under(game, a))
    ]


def restore(ctx: Context, kind: str, zones: tuple[str, ...], force: bool) -> Rule[None]:
    """Free these zones of one environment, or say which Breach is in the way."""
    for area in restorable(ctx.game, kind, zones):
        yield from lift(ctx, area, zones, force)


def lift(ctx: Context, area: Area, zones: tuple[str, ...], force: bool = False) -> Rule[None]:
    """Free some zones of an area, unless an open Breach keeps it up (D80)."""
    name = full_name(ctx.game, area)
    if not force and (open_ := holding(ctx.game, area)):
        yield Remarked(text=f"{name} stays: {', '.join(breaches.name_of(m) for m in open_)} is open.")
        return
    left = without_zones(area, zones)
    if left is None:
        yield AreaEnded(area=area.id, name=name)
    else:
        freed = [zone for zone in area.zones if zone in zones]
        yield Remarked(text=f"{listed(ctx.game, freed)}: no longer {name_of(area)}.")
        yield AreaPlaced(area=left)


# ---------------------------------------------------------------------------------------------- by the referee


class RefRestore(Command, frozen=True, tag="ref_restore"):
    """The referee restores the air of some zones, or frees them of a Hazard."""

    zones: tuple[str, ...]
    kind: Literal["airless", "hazard"] = "airless"
    force: bool = False
    reason: Reason = ""


def check_restore(ctx: Context, command: RefRestore) -> None:
    """Raises `Refused`: `no_such_zone`, `no_change`, `breach_open`."""
    for zone in command.zones:
        named_zone(ctx, zone)
    areas = restorable(ctx.game, command.kind, command.zones)
    if not areas:
        raise Refused("no_change", f"There is nothing to restore in {listed(ctx.game, command.zones) or 'no zone'}.")
    open_ = {marker.id: breaches.name_of(marker) for area in areas for marker in holding(ctx.game, area)}
    if open_ and not command.force:
        raise Refused("breach_open", f"Still open: {', '.join(open_.values())}. Seal that first, or force it.")


def run_restore(ctx: Context, command: RefRestore) -> Rule[None]:
    """The referee's word."""
    yield from remark(command.reason)
    yield from restore(ctx, command.kind, command.zones, command.force)


# ---------------------------------------------------------------------------------------------- by the scenario


def deed_restore(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """A scenario event restores the air of some zones, or frees them of a Hazard."""
    kind = str(deed.get("kind", AIRLESS))
    yield from restore(ctx, ALIASES.get(kind, kind), zones_of(deed["zones"]), bool(deed.get("force")))


def deed_area(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """A scenario event declares an area; one of the same id takes the place of what was there."""
    kind, zones = ALIASES.get(str(deed["kind"]), str(deed["kind"])), zones_of(deed.get("zones", ""))
    data = {key: value for key, value in deed.items() if key in AREA_DATA}
    if "lasts" in deed:
        data["ends"] = max(1, ctx.game.clock.round) + int(deed["lasts"]) - 1
    name, label = str(deed.get("name", NAMES.get(kind, kind.capitalize()))), str(deed.get("label", ""))
    area = Area(str(deed.get("id", "-".join((kind, *zones)))), kind, name, zones, label, data=data)
    if "shape" in deed:
        area = replace(area, shape=points_of(str(deed["shape"])))
    if "centre" in deed:
        area = replace(area, centre=point_of(str(deed["centre"])), radius=int(deed.get("radius", 0)))
    yield AreaPlaced(area=area)


def offer_restore(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """Each environment that holds anywhere; also by force, where a Breach is open."""
    if unit is not None:
        return
    for kind, label in ((AIRLESS, "Let there be air again"), (HAZARD, "Make clean what was a Hazard")):
        areas = [area for area in ctx.game.areas.values() if environment(area) == kind]
        under = {zone for area in areas for zone in zones_under(ctx.game, area)}
        zones = [(zone.id, zone.name) for zone in ctx.game.zones.values() if zone.id in under]
        targets = tuple(([zone], name, "") for zone, name in zones)
        more = (fields.several("zones", "Zones", zones, kind="zone"), fields.REASON)
        body = {"do": "ref_restore", "kind": kind}
        if zones:
            yield Candidate(label, body, "zones", targets, fields=more)
            yield Candidate(f"{label}, whatever is open", {**body, "force": True}, "zones", targets, fields=more)


ACTIONS = (act(RefRestore, check_restore, run_restore, offer_restore, "ref_restore cargo: there is air again"),)

DEEDS = {
    "area": DeedSpec(
        deed_area,
        {"kind": "text"},
        {
            "zones": "zones", "shape": "outline", "centre": "place", "radius": "inches",
            "id": "text", "name": "text", "label": "text", "damage": "number", "condition": "text",
            "amount": "number", "effect": "text", "contaminated": "number", "hazard": "number", "breach": "marker",
            "ongoing": "number", "sight": "number", "within": "number", "suppressed": "number",
            "grows": "number", "moves": "text", "ends": "number", "lasts": "number",
        },
        text="zones, or on a board in inches a shape or a circle, become Airless, an Environmental Hazard, smoke, …",
    ),
    "restore": DeedSpec(
        deed_restore,
        {"zones": "zones"},
        {"kind": "text", "force": "number"},
        text="zones have air again, or with `kind = \"hazard\"` are clean again, unless a Breach is still open there",
    ),
}  # fmt: skip
