"""Doors: opening, closing, sealing. Who opens one is at it: in one of its two zones, or in contact with it (D94).

One that has no power has to be forced: opening or closing it costs what opening a sealed one does (ENV-40).
"""

from __future__ import annotations

from collections.abc import Iterable

from shapely import Point as Dot

from ..events import DoorChanged
from ..geometry.ground import ground
from ..geometry.travel import HAIR
from ..resolver import Context
from ..rulebook import Candidate, Command, Refused, Rule, did_you_mean
from ..state import DoorState, Link, Unit
from .contact import at_link
from .economy import coin, pay
from .movement import cost_of
from .queries import POWERED, able
from .spots import by_inches
from .turns import begun, ready_to


class OpenDoor(Command, frozen=True, tag="open"):
    """Opens a door. One that is sealed or has no power costs a special action, any other a quick one."""

    unit: str
    door: str


class CloseDoor(Command, frozen=True, tag="close"):
    """Closes a door. With `seal` it is sealed as well, for a special action."""

    unit: str
    door: str
    seal: bool = False


def door_of(ctx: Context, unit: Unit, door: str) -> Link:
    """A door next to a unit. Raises `Refused`: `no_such_door`, `out_of_reach`, `door_destroyed`."""
    link = ctx.game.links.get(door)
    if link is None or link.door == "none":
        doors = [d.id for d in ctx.game.links.values() if d.door != "none"]
        raise Refused("no_such_door", f"There is no door {door!r}.{did_you_mean(door, doors)}")
    if not at_link(ctx, unit, link):
        raise Refused("out_of_reach", f"{unit.name} is not at {link.name or link.id}.")
    if link.door == "destroyed":
        raise Refused("door_destroyed", f"{link.name or link.id} is destroyed: it stays open.")
    return link


def check_open(ctx: Context, command: OpenDoor) -> None:
    """Raises `Refused`: `no_change`, `no_action`, and what `ready_to` and `door_of` do."""
    unit = ready_to(ctx, command.unit)
    link = door_of(ctx, unit, command.door)
    if link.door == "open":
        raise Refused("no_change", f"{link.name or link.id} is open.")
    coin(ctx, unit, opens_for(ctx, link))


def opens_for(ctx: Context, link: Link) -> str:
    """The kind of action that opens a door."""
    return "special" if link.door == "sealed" else works_for(ctx, link)


def works_for(ctx: Context, link: Link) -> str:
    """The kind of action that opens or closes a door that is not sealed."""
    return "quick" if ctx.value(POWERED, "door", link.id) else "special"


def open_door(ctx: Context, command: OpenDoor) -> Rule[None]:
    """The door is open."""
    if (yield from begun(ctx, command.unit, check_open, command)):
        yield from change(ctx, command.unit, command.door, "open", opens_for(ctx, ctx.game.links[command.door]))


def check_close(ctx: Context, command: CloseDoor) -> None:
    """Raises `Refused`: `no_change`, `in_the_way`, `no_action`, and what `ready_to` and `door_of` do."""
    unit = ready_to(ctx, command.unit)
    link = door_of(ctx, unit, command.door)
    if link.door == ("sealed" if command.seal else "closed"):
        raise Refused("no_change", f"{link.name or link.id} is {link.door}.")
    if link.door == "sealed":
        raise Refused("no_change", f"{link.name or link.id} is sealed, and that is closed.")
    if blocked := in_doorway(ctx, link):
        raise Refused("in_the_way", f"{blocked} is in the way of {link.name or link.id}.")
    coin(ctx, unit, "special" if command.seal else works_for(ctx, link))


def in_doorway(ctx: Context, link: Link) -> str:
    """Who stands in an open doorway, on a board in inches; else nothing."""
    line = ground(ctx.game).openings[link.id] if link.passable and by_inches(ctx.game) else None
    if line is None:
        return ""
    standing = [u for u in ctx.game.units.values() if u.at is not None and u.status in ("ready", "down")]
    return next((unit.name for unit in standing if line.distance(Dot(unit.at)) < unit.base - HAIR), "")


def close_door(ctx: Context, command: CloseDoor) -> Rule[None]:
    """The door is closed, or sealed."""
    if not (yield from begun(ctx, command.unit, check_close, command)):
        return
    if command.seal:
        yield from change(ctx, command.unit, command.door, "sealed", "special")
    else:
        kind = works_for(ctx, ctx.game.links[command.door])
        yield from change(ctx, command.unit, command.door, "closed", kind)


def change(ctx: Context, unit: str, door: str, now: DoorState, kind: str) -> Rule[None]:
    """A door is now like this, for what that costs."""
    yield from pay(ctx, unit, kind)
    if able(ctx.game.units[unit]):
        yield DoorChanged(link=door, door=now, by=unit, was=ctx.game.links[door].door)


def near(ctx: Context, unit: Unit, *states: str) -> list[Link]:
    """The doors at a unit that are in one of these states."""
    return [d for d in ctx.game.links.values() if d.door in states and at_link(ctx, unit, d)]


def listed(ctx: Context, doors: Iterable[Link]) -> tuple[tuple[str, str, str], ...]:
    """Doors as targets, each with how it is."""
    powered = {d.id: ctx.value(POWERED, "door", d.id) for d in doors}
    return tuple((d.id, d.name or d.id, d.door if powered[d.id] else f"{d.door}, no power") for d in doors)


def offer_open(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """The doors here that are shut; those that have to be forced by themselves, since they cost more."""
    if unit is None:
        return
    body, shut = {"do": "open", "unit": unit.id}, near(ctx, unit, "closed", "sealed")
    for kind, label in (("quick", "opens a door"), ("special", "forces a door")):
        if doors := [door for door in shut if opens_for(ctx, door) == kind]:
            targets = listed(ctx, doors)
            yield Candidate(f"{unit.name} {label}", body, "door", targets, cost=cost_of(ctx, unit, kind))


def offer_close(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """The doors here that can be closed, or sealed."""
    if unit is None:
        return
    body, open_ = {"do": "close", "unit": unit.id}, near(ctx, unit, "open")
    for kind, label in (("quick", "closes a door"), ("special", "forces a door shut")):
        if doors := [door for door in open_ if works_for(ctx, door) == kind]:
            targets = listed(ctx, doors)
            yield Candidate(f"{unit.name} {label}", body, "door", targets, cost=cost_of(ctx, unit, kind))
    if doors := near(ctx, unit, "open", "closed"):
        seals, cost = {**body, "seal": True}, cost_of(ctx, unit, "special")
        yield Candidate(f"{unit.name} seals a door", seals, "door", listed(ctx, doors), cost=cost)
