"""What a unit may move to on a board in inches, for menus and bots: doors, whatever lies about, other units, zones.

Anybody may move anywhere; a client draws the circle. These are the places that are worth a name, each as far as the
unit gets on the straight way there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..geometry.ground import ground, middle_of
from ..geometry.lines import clear
from ..geometry.places import zone_at
from ..geometry.points import along, at_text, inches, length, rounded_down, rounded_up
from ..geometry.travel import first_hit, point_on
from ..resolver import Context
from ..rulebook import Candidate
from ..state import Link, Point, Unit
from .marching import range_of
from .spots import anywhere

STRIDE = 100
"""How far behind an opening a unit is put that goes through, beyond its own base: a tenth of an inch."""

Landmark = tuple[str, Point]


def offer_march(ctx: Context, unit: Unit, cost: str) -> Iterable[Candidate]:
    """The landmarks, with how far each is, or any other place; and how far the unit can move."""
    reach = range_of(ctx, unit)
    targets: dict[Point, tuple[Any, str, str]] = {}
    for name, to in landmarks(ctx, unit):
        for at, note in toward(ctx, unit, reach, to):
            targets.setdefault(at, (list(at), name, note))
    label = f"Move {unit.name}, up to {inches(rounded_down(reach))}"
    body = {"do": "move", "unit": unit.id}
    yield Candidate(label, body, "at", tuple(targets.values()), cost, anywhere("at", "To where"))


def toward(ctx: Context, unit: Unit, reach: int, to: Point) -> Iterator[tuple[Point, str]]:
    """As far as a unit gets on the straight way to a place, if it gets anywhere, and how far that is in words."""
    if unit.at is None or unit.at == to:
        return
    hit, whole = first_hit(ctx.game, unit, unit.at, to), length(unit.at, to)
    far = min(reach, whole if hit is None else hit.far)
    at = point_on(unit.at, to, far)
    if length(unit.at, at) > far:  # a place is a whole thousandth, and the nearest one may lie beyond what there is
        at = point_on(unit.at, to, far - 1)
    if far > 0 and at != unit.at:
        way = rounded_up(whole, reach) if far == whole else f"{rounded_down(far)} of {rounded_up(whole)}"
        yield at, f"{inches(way)}, to {at_text(at)}"


def landmarks(ctx: Context, unit: Unit) -> Iterator[Landmark]:
    """Everything that has a name and can be seen, doors first."""
    here = unit.at
    if here is None:
        return
    for link in ctx.game.links.values():
        if unit.zone in (link.a, link.b):
            yield from at_link(ctx, unit, link)
    named: list[tuple[str, Point | None]] = [
        *((marker.name or marker.id, marker.at) for marker in ctx.game.markers.values()),
        *((objective.name, objective.at) for objective in ctx.game.objectives.values()),
        *((other.name, other.at) for other in ctx.game.units.values() if other.id != unit.id),
        *((zone.name, middle_of(zone.shape)) for zone in ctx.game.zones.values()),
    ]
    yield from ((name, at) for name, at in named if at is not None and clear(ctx.game, here, at))


def at_link(ctx: Context, unit: Unit, link: Link) -> Iterator[Landmark]:
    """The place before an opening of a unit's zone, in contact with a door that is shut; and what lies behind it."""
    line = ground(ctx.game).openings[link.id]
    other = ctx.game.zones[link.b if link.a == unit.zone else link.a]
    name = link.name or other.name
    for point in beside(line, unit.base + (STRIDE if link.passable else 0)) if line is not None else ():
        zone = zone_at(ctx.game, point)
        if zone == unit.zone:
            yield name, point
        elif zone == other.id and link.passable:
            yield f"through {name}", point


def beside(line: Any, far: int) -> Iterator[Point]:
    """The two places that are so far from the middle of a line, straight across it."""
    middle = line.interpolate(0.5, normalized=True)
    at, (x, y), (right, down) = (round(middle.x), round(middle.y)), line.coords[0], line.coords[-1]
    for sign in (1, -1):
        yield along(at, (at[0] + sign * round(y - down), at[1] + sign * round(right - x)), far)
