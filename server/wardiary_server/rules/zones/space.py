"""Space: how large a zone is, what lies next to it, and how far is far.

Distances are counted in zones along what is open; lengths are thousandths of an inch.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from wardiary_server.game.board import Graph, Place, graph, place_of
from wardiary_server.game.frame.contact import in_contact
from wardiary_server.game.frame.queries import SIGHT
from wardiary_server.game.frame.spots import by_inches
from wardiary_server.game.geometry.places import zones_apart
from wardiary_server.game.resolver import Context
from wardiary_server.game.state import Link, Unit

Band = Literal["engaged", "short", "medium", "long", "extreme"]

SMALLEST, LARGEST = 4_000, 8_000
"""ZON-1: how wide a zone of open ground is on the table: 6 to 12 metres, 4 to 8 inches."""


def on_the_table(metres: int) -> int:
    """ZON-1: metres of the fiction as thousandths of an inch; an inch is one and a half metres (D65)."""
    return metres * 2_000 // 3


def is_one_zone(across: int, *, room: bool = False) -> bool:
    """Whether a space so wide is one zone: open ground of 4 to 8 inches (ZON-1), a room of whatever size (ZON-2)."""
    return room or SMALLEST <= across <= LARGEST


def neighbours(ctx: Context, zone: str) -> tuple[str, ...]:
    """Where fire and gas can go from a zone, in the scenario's order. A shut door stops them, by default (D25)."""
    if ctx.option("zones.doors_stop"):
        return graph(ctx.game).neighbours(zone)
    joined = [(link.a, link.b) for link in ctx.game.links.values() if zone in (link.a, link.b)]
    return tuple(dict.fromkeys(b if a == zone else a for a, b in joined))


def distances(ctx: Context, zone: str) -> Mapping[str, int]:
    """How far an explosion has to go from a zone to each that it can get to. A shut door stops it, by default (D25)."""
    if ctx.option("zones.doors_stop"):
        return graph(ctx.game).distances(zone)
    wide = {link.id: Link(link.id, link.a, link.b) for link in ctx.game.links.values()}
    return Graph(ctx.game.zones, wide).distances(zone)


def band(ctx: Context, zones: int) -> Band:
    """The range band of a distance in zones (D75)."""
    if zones <= 0:
        return "short"
    if zones <= ctx.number("zones.medium"):
        return "medium"
    return "long" if zones <= ctx.number("zones.long") else "extreme"


def band_to(ctx: Context, unit: Unit, other: Unit) -> Band:
    """The range band between two units. In contact they are engaged, which only a board in inches can tell (D94)."""
    if by_inches(ctx.game) and in_contact(ctx, unit, other):
        return "engaged"
    return band(ctx, apart(ctx, place_of(unit), place_of(other)) or 0)


def apart(ctx: Context, place: Place, other: Place) -> int | None:
    """How many zones two places are apart, along what is open; on open ground every six inches are one (ZON-3)."""
    return zones_apart(ctx.game, place, other) if place.zone else None


def within(ctx: Context, place: Place, other: Place, reach: int) -> bool:
    """Whether one place is at most `reach` zones from another, along what is open."""
    far = apart(ctx, place, other)
    return far is not None and far <= reach


def sees(ctx: Context, seer: Unit, place: Place) -> bool:
    """Whether a unit can see a place, as all the rulebooks have it."""
    return ctx.value(SIGHT, seer, place)
