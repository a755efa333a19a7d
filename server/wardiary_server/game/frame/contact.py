"""Contact: on a board in inches two bases touch, by zones both are in the same zone (D94).

Whatever a unit has to be *at* asks here: a Breach, an objective, a door, a patient, an enemy in hand to hand.
"""

from __future__ import annotations

from shapely import Point as Dot

from ..geometry import places
from ..geometry.ground import ground
from ..resolver import Context
from ..state import Link, Marker, Objective, Unit
from .spots import by_inches


def in_contact(ctx: Context, unit: Unit, thing: Unit | Marker | Objective) -> bool:
    """Whether a unit is in contact with another, with a marker, or with something that lies at an objective.

    What has no place in inches is wherever its zones are. A marker that is a door is touched anywhere along it.
    """
    if isinstance(thing, Objective):
        thing = Marker(thing.id, "", zone=unit.zone if unit.zone in thing.zones else "", at=thing.at)
    link = ctx.game.links.get(thing.link) if isinstance(thing, Marker) else None
    if link is not None:
        return at_link(ctx, unit, link)
    if by_inches(ctx.game) and thing.at is not None:
        return places.in_contact(unit, thing, ctx.number("frame.contact"))
    return unit.zone != "" and unit.zone == thing.zone


def at_link(ctx: Context, unit: Unit, link: Link) -> bool:
    """Whether a unit is at a door or an opening: in one of its zones, on a board with its base against it."""
    if unit.zone not in (link.a, link.b):
        return False
    line = ground(ctx.game).openings[link.id] if by_inches(ctx.game) and unit.at is not None else None
    return line is None or bool(line.distance(Dot(unit.at)) <= unit.base + ctx.number("frame.contact"))
