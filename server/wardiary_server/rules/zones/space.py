"""Space: how large a zone is, what lies next to it, and how far is far.

Distances are counted in zones along what is open; lengths are thousandths of an inch.
"""

from __future__ import annotations

from typing import Literal

from wardiary_server.game.board import Place, distance, graph
from wardiary_server.game.frame.queries import SIGHT
from wardiary_server.game.resolver import Context
from wardiary_server.game.state import Unit

Band = Literal["short", "medium", "long", "extreme"]

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


def band(ctx: Context, zones: int) -> Band:
    """The range band of a distance in zones (D75). Contact is not told apart from the same zone: both short (D94)."""
    if zones <= 0:
        return "short"
    if zones <= ctx.number("zones.medium"):
        return "medium"
    return "long" if zones <= ctx.number("zones.long") else "extreme"


def within(ctx: Context, place: Place, other: Place, reach: int) -> bool:
    """Whether one place is at most `reach` zones from another, along what is open."""
    far = distance(ctx.game, place.zone, other.zone)
    return far is not None and far <= reach


def sees(ctx: Context, seer: Unit, place: Place) -> bool:
    """Whether a unit can see a place, as all the rulebooks have it."""
    return ctx.value(SIGHT, seer, place)
