"""Moving on a board that is measured in inches: straight from place to place, until something stops it.

A move is made piece by piece: up to the next place where something changes (another zone, an area, whatever a rulebook
looks out for), with everything that this sets off, and then on from there, if the unit still can (D10, D11). So what
comes first on the way happens first. Whoever comes into a Control Zone stops there (D76).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from ..board import Place
from ..event import Event
from ..events import Remarked, Spent, UnitEntered, UnitMoved
from ..geometry.places import covers
from ..geometry.points import INCH, inches, length, overlap, rounded_down, rounded_up
from ..geometry.travel import changes, first_hit, nearest_on_way, point_on, zones_on_way
from ..resolver import Context
from ..rulebook import Query, Refused, Rule
from ..state import Area, Point, Unit
from .economy import economy, pay_way, purse
from .hiding import shows_itself
from .queries import SPEED, TARGET, able
from .spots import in_words, named_place


class Leg(NamedTuple):
    """A straight piece of a move."""

    start: Point
    end: Point


def legs_of(unit: Unit, path: Iterable[str | Point], at: Point) -> list[Leg]:
    """The straight pieces of a move, without those that lead nowhere. Raises `Refused`: `no_point`."""
    assert unit.at is not None
    points = [unit.at]
    for point in (*path, at):
        if isinstance(point, str):
            raise Refused("no_point", "On a board in inches the path is a list of places, [[right, down], ...].")
        points.append(point)
    return [Leg(start, end) for start, end in pairwise(points) if start != end]


def check_march(ctx: Context, unit: Unit, path: Iterable[str | Point], zone: str, at: Point | None) -> None:
    """Raises `Refused`: `no_point`, `off_the_board`, `wrong_zone`, `no_change`, `in_the_way`, `out_of_reach`."""
    place = named_place(ctx, zone, at)
    assert place.at is not None
    if unit.at is None:
        raise Refused("no_point", f"{unit.name} has no place on the board: the referee has to put them somewhere.")
    legs = legs_of(unit, path, place.at)
    if not legs:
        raise Refused("no_change", f"{unit.name} is there.")
    for leg in legs:
        clear_way(ctx, unit, leg)
    far, reach = sum(length(*leg) for leg in legs), range_of(ctx, unit)
    if far > reach:
        text = f"That is {inches(rounded_up(far))}; {unit.name} can move {rounded_down(reach)}."
        raise Refused("out_of_reach", text)


def clear_way(ctx: Context, unit: Unit, leg: Leg) -> None:
    """Raises `Refused` where something stands in a leg's way: `in_the_way`."""
    hit = first_hit(ctx.game, unit, *leg)
    if hit is not None:
        text = in_words(ctx.game, hit)
        raise Refused("in_the_way", f"{text}, {inches(rounded_down(hit.far))} on.")


def range_of(ctx: Context, unit: Unit) -> int:
    """How far a unit can move now, in thousandths: what is left of its move, or with one payment its whole speed."""
    return purse(ctx, unit).get("move", 0) if economy(ctx).steps else ctx.value(SPEED, unit)


# ---------------------------------------------------------------------------------------------- on the way


def march(ctx: Context, unit: str, path: Iterable[str | Point], at: Point) -> Rule[None]:
    """Leg by leg, piece by piece. Whoever falls, is taken off the way, or finds it barred now, stops there."""
    for leg in legs_of(ctx.game.units[unit], path, at):
        here = leg.start
        while here != leg.end:
            if not able(ctx.game.units[unit]) or unit not in ctx.game.clock.active:
                return
            if stop := why_halt(ctx, unit, Leg(here, leg.end)):
                if stop.target:
                    yield from shows_itself(ctx, stop.target)  # whoever stands in the way is known from then on (D96)
                yield stop
                return
            there = next_stop(ctx, ctx.game.units[unit], here, leg.end)
            if economy(ctx).steps:
                yield from pay_way(ctx, unit, length(leg.start, there) - length(leg.start, here))
            held = held_by(ctx, ctx.game.units[unit], there) - held_by(ctx, ctx.game.units[unit], here)
            yield step(ctx, ctx.game.units[unit], there)
            if held and able(ctx.game.units[unit]):
                yield from halt(ctx, unit, min(held))
                return
            here = there


def drag(ctx: Context, unit: str, toward: Point, most: int, keep: int = 0) -> Rule[None]:
    """Force a unit straight toward a place: `most` thousandths, until something is in the way or it is `keep` away.

    What it comes into on the way happens as with a move; Control Zones do not stop it (ENV-18). Whoever falls, or is
    taken elsewhere, is dragged no further (D11).
    """
    start = here = ctx.game.units[unit].at
    if start is None or start == toward:
        return
    hit = first_hit(ctx.game, ctx.game.units[unit], start, toward)
    far = min(most, max(0, length(start, toward) - keep), length(start, toward) if hit is None else hit.far)
    end = point_on(start, toward, far)
    while here is not None and here != end:
        there = next_stop(ctx, ctx.game.units[unit], here, end, forced=True)
        before = ctx.game.units[unit].status
        yield step(ctx, ctx.game.units[unit], there, "forced")
        if ctx.game.units[unit].at != there or ctx.game.units[unit].status != before:
            return
        here = there


def why_halt(ctx: Context, unit: str, leg: Leg) -> Remarked | None:
    """Why a unit on its way cannot go on, or nothing."""
    mover = ctx.game.units[unit]
    if said := why_not(ctx, mover, leg.start):
        return Remarked(text=said, unit=unit)
    hit = first_hit(ctx.game, mover, *leg)
    if hit is None:
        return None
    target = hit.id if hit.what == "unit" else ""
    return Remarked(text=f"{mover.name} goes no further: {in_words(ctx.game, hit)} now.", unit=unit, target=target)


def why_not(ctx: Context, mover: Unit, here: Point) -> str:
    """Why a unit goes no further whatever is in its way, or nothing."""
    if mover.at != here:
        return f"{mover.name} is not on the way any more."
    if mover.conditions.get("prone"):
        return f"{mover.name} lies prone, and goes no further."
    if economy(ctx).steps and not purse(ctx, mover).get("move"):
        return f"{mover.name} can go no further this turn."
    return ""


def step(ctx: Context, mover: Unit, there: Point, how: str = "move") -> Event:
    """The event of a straight piece that ends at `there`: into another zone, or within one."""
    assert mover.at is not None
    zones = zones_on_way(ctx.game, mover.at, there)
    zone = zones[-1][1] if zones else mover.zone
    if zone != mover.zone:
        return UnitEntered(unit=mover.id, zone=zone, came=mover.zone, how=how, at=there, was=mover.at)  # type: ignore[arg-type]
    return UnitMoved(unit=mover.id, zone=zone, at=there, was=mover.at, how=how)  # type: ignore[arg-type]


def next_stop(ctx: Context, mover: Unit, here: Point, end: Point, forced: bool = False) -> Point:
    """The next place on a way where something changes, or its end."""
    held = () if forced else held_on_way(ctx, mover, here, end)
    found = [far for far in (*stops(ctx, mover, here, end), *held) if far > 0]
    return point_on(here, end, min(found)) if found else end


def stops(ctx: Context, mover: Unit, here: Point, end: Point) -> Iterator[int]:
    """How far along a way everything is that it comes into."""
    yield from (far for far, _zone in zones_on_way(ctx.game, here, end))
    for area in ctx.game.areas.values():
        yield from entries(ctx, mover, area, here, end)
    yield from ctx.value(NOTICED, mover, here, end)


def entries(ctx: Context, mover: Unit, area: Area, here: Point, end: Point) -> Iterator[int]:
    """Where on a way a base comes into an area of inches, from outside to inside (D9)."""
    if area.centre is None and not area.shape:
        return

    def inside(at: Point) -> bool:
        return covers(ctx.game, area, Place("", at, mover.base))

    look = [nearest_on_way(here, end, point) for point in (*area.shape, *([area.centre] if area.centre else []))]
    yield from (far for far, now in changes(inside, here, end, look) if now)


def base_noticed(ctx: Context, mover: Unit, here: Point, end: Point) -> tuple[int, ...]:
    """The frame itself looks out for zones, areas and Control Zones; those need no rulebook."""
    return ()


NOTICED: Query[tuple[int, ...]] = Query("noticed", base_noticed)
"""Places on a straight way at which a rulebook has something to do: (unit, from, to), each in thousandths of an inch
from its beginning. The unit's move is told up to each of them by an event of its own, so that triggers fire there."""


# ---------------------------------------------------------------------------------------------- Control Zones


def held_by(ctx: Context, mover: Unit, at: Point) -> frozenset[str]:
    """The units in whose Control Zone a base would be at a place (D76): those that it is a target of."""
    reach = ctx.number("frame.control_zone") * INCH
    return frozenset(
        other.id
        for other in ctx.game.units.values()
        if reach
        and other.at is not None
        and overlap(at, mover.base, other.at, other.base + reach)
        and able(other)
        and ctx.value(TARGET, other, mover)
    )


def held_on_way(ctx: Context, mover: Unit, here: Point, end: Point) -> Iterator[int]:
    """Where on a way a base comes into another Control Zone."""
    look = [nearest_on_way(here, end, other.at) for other in ctx.game.units.values() if other.at is not None]
    last = held_by(ctx, mover, here)
    for far, held in changes(lambda at: held_by(ctx, mover, at), here, end, look):
        if held - last:
            yield far
        last = held


def halt(ctx: Context, unit: str, by: str) -> Rule[None]:
    """D76: a Control Zone ends the move of whoever comes into it."""
    left = ctx.game.clock.active.get(unit, {})
    if left.get("move"):
        yield Spent(unit=unit, left={**left, "move": 0})
    yield from shows_itself(ctx, by)
    names = ctx.game.units[unit].name, ctx.game.units[by].name
    yield Remarked(text=f"{names[0]} stops in the Control Zone of {names[1]}.", unit=unit, target=by)
