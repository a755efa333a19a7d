"""A game in which something of every rulebook lies about, and commands that touch what belongs to one of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace
from wardiary_server.game.state import Area, Game, Item, Marker, Unit

from . import games

MOVERS = 8
LEVELS: Mapping[int, Mapping[str, int]] = {1: {"fire": 2}, 9: {"fire": 1}, 11: {"gas_irritating": 2}}
AREAS = (
    Area("vacuum", "airless", "Vacuum", ("z15",)),
    Area("leak", "hazard", "A leak", ("z9", "z10")),
    Area("cloud", "mustard_gas", "A cloud", ("z4",), data={"value": 4}),
)
MARKERS = (
    Marker("hull", "breach", "Torn hull", "z0", data={"joins": "space", "resolved": 1}),
    Marker("drum", "drum", "Oil drum", "z12", data={"flammable": 1}),
)
ITEMS = (
    Item("rifle", "rifle", stats={"dice": 5, "damage": 2, "ap": 1}),
    Item("turret", "turret", stats={"autonomous": 8, "damage": 2, "reach": 1}),
    Item("medkit", "medkit", kind="gear", tags=("medkit",)),
)
COMMANDS: Mapping[tuple[str, str], Mapping[str, Any]] = {
    ("zones", "move into fire"): {"do": "move", "unit": "u0", "to": "z1"},
    ("zones", "attack"): {"do": "attack", "unit": "u0", "weapon": "rifle", "target": "u1"},
    ("environments", "move into vacuum"): {"do": "move", "unit": "u0", "to": "z15"},
    ("environments", "seal a Breach"): {"do": "seal", "unit": "u0", "breach": "hull"},
    ("casualties", "move into mustard gas"): {"do": "move", "unit": "u3", "to": "z4"},
    ("casualties", "treat"): {"do": "treat", "unit": "u0", "target": "u2"},
}
"""What is commanded, by the rulebook that it needs."""


def mixed(rulebooks: tuple[str, ...]) -> Game:
    """The game, with these rulebooks on. Mover 0 is who commands, mover 1 whom it sees, mover 2 whom it may treat."""
    game = games.burning(MOVERS, 0)
    zones = {zone.id: replace(zone, levels=LEVELS.get(n, {})) for n, zone in enumerate(game.zones.values())}
    units = {unit.id: ready(unit) for unit in game.units.values()}
    units["u0"] = replace(units["u0"], items=("rifle", "medkit"))
    units["u1"] = replace(units["u1"], zone="z0")
    units["u2"] = replace(units["u2"], zone="z0", status="down")
    units["gun"] = Unit("gun", "Gun", "blue", zone="z6", status="ready", kind="machine", items=("turret",))
    options = {name: value for name, value in game.options.items() if name.split(".")[0] in ("frame", *rulebooks)}
    return replace(
        game, options=options, rulebooks=rulebooks, zones=zones, units=units, items={item.id: item for item in ITEMS},
        areas={area.id: area for area in AREAS}, markers={marker.id: marker for marker in MARKERS},
    )  # fmt: skip


def ready(unit: Unit) -> Unit:
    """A unit with all that the three rulebooks read."""
    more = {"defense": 4, "skill_die": 10, "agility": 3, "ranged_combat": 2, "speed": 5}
    return replace(unit, stats={**unit.stats, **more}, tags=("character", "vulnerable"))
