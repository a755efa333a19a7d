"""Doors: opening, closing, sealing. Who opens one is at it: in one of its two zones, or in contact with it (D94)."""

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
from .queries import able
from .spots import by_inches
from .turns import begun, ready_to


class OpenDoor(Command, frozen=True, tag="open"):
    """Opens a door. One that is sealed costs a special action, any other a quick one."""

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
    coin(ctx, unit, opens_for(link))


def opens_for(link: Link) -> str:
    """The kind of action that opens a door."""
    return "special" if link.door == "sealed" else "quick"


def open_door(ctx: Context, command: OpenDoor) -> Rule[None]:
    """The door is open."""
    if (yield from begun(ctx, command.unit, check_open, command)):
        yield from change(ctx, command.unit, command.door, "open", opens_for(ctx.game.links[command.door]))


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
    coin(ctx, unit, "special" if command.seal else "quick")


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
        yield from change(ctx, command.unit, command.door, "closed", "quick")


def change(ctx: Context, unit: str, door: str, now: DoorState, kind: str) -> Rule[None]:
    """A door is now like this, for what that costs."""
    yield from pay(ctx, unit, kind)
    if able(ctx.game.units[unit]):
        yield DoorChanged(link=door, door=now, by=unit)


def near(ctx: Context, unit: Unit, *states: str) -> tuple[tuple[str, str, str], ...]:
    """The doors at a unit that are in one of these states."""
    doors = [d for d in ctx.game.links.values() if d.door in states and at_link(ctx, unit, d)]
    return tuple((d.id, d.name or d.id, d.door) for d in doors)


def offer_open(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """The doors here that are shut; those that are sealed by themselves, since they cost more."""
    if unit is None:
        return
    body = {"do": "open", "unit": unit.id}
    if doors := near(ctx, unit, "closed"):
        yield Candidate(f"{unit.name} opens a door", body, "door", doors, cost=cost_of(ctx, unit, "quick"))
    if doors := near(ctx, unit, "sealed"):
        yield Candidate(f"{unit.name} forces a sealed door", body, "door", doors, cost=cost_of(ctx, unit, "special"))


def offer_close(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """The doors here that can be closed, or sealed."""
    if unit is None:
        return
    if doors := near(ctx, unit, "open"):
        cost = cost_of(ctx, unit, "quick")
        yield Candidate(f"{unit.name} closes a door", {"do": "close", "unit": unit.id}, "door", doors, cost=cost)
    if doors := near(ctx, unit, "open", "closed"):
        body = {"do": "close", "unit": unit.id, "seal": True}
        yield Candidate(f"{unit.name} seals a door", body, "door", doors, cost=cost_of(ctx, unit, "special"))
