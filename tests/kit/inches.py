"""Boards that are measured in inches, in a few words: everything here is given in inches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace
from wardiary_server.game.state import Game, Link, Point, Unit, Wall, Zone

from . import game, unit

Inches = float


def at(right: Inches, down: Inches) -> Point:
    """A place."""
    return round(right * 1000), round(down * 1000)


def line(*ends: Inches) -> tuple[Point, ...]:
    """`line(12, 0, 12, 5)`: from one place to the next."""
    return tuple(at(x, y) for x, y in zip(ends[::2], ends[1::2], strict=True))


def room(name: str, left: Inches, top: Inches, right: Inches, bottom: Inches, **more: Any) -> Zone:
    """A rectangular zone, in which anybody may set up."""
    shape = line(left, top, right, top, right, bottom, left, bottom)
    return Zone(name, name, deploy=("red", "blue"), shape=shape, **more)


def link(a: str, b: str, *ends: Inches, door: Any = "none", name: str = "") -> Link:
    """What joins two rooms; without ends all of their common border."""
    return Link(name or f"{a}-{b}", a, b, name, door, line(*ends))


def wall(name: str, *ends: Inches, stops: Any = "all") -> Wall:
    """What stands in the way."""
    return Wall(name, line(*ends), stops)


def stood(name: str, right: Inches, down: Inches, side: str = "red", *, base: Inches = 0.5, **more: Any) -> Unit:
    """A unit at a place; which zone that is in, `field` finds out."""
    return unit(name, side=side, at=at(right, down), base=round(base * 1000), **{"zone": "", "status": "ready", **more})


def field(
    zones: Iterable[Zone], *units: Unit, links: Iterable[Link] = (), walls: Iterable[Wall] = (), **more: Any
) -> Game:
    """A game on these rooms."""
    from wardiary_server.scenario.build import laid_out

    start = replace(
        game("a", units, **more),
        measure="board",
        zones={zone.id: zone for zone in zones},
        links={one.id: one for one in links},
        walls={one.id: one for one in walls},
    )
    return laid_out(start, None)


TWO_ROOMS = (room("dock", 0, 0, 12, 12), room("bridge", 12, 0, 24, 12))
DOOR = link("dock", "bridge", 12, 5, 12, 7, door="open", name="d1")
WALLS = (wall("north", 12, 0, 12, 5), wall("south", 12, 7, 12, 12))


def two_rooms(*units: Unit, door: str = "open", walls: Iterable[Wall] = WALLS, **more: Any) -> Game:
    """Two rooms of 12 by 12 inches, side by side, with a door two inches wide in the middle of the wall between."""
    return field(TWO_ROOMS, *units, links=[replace(DOOR, door=door)], walls=walls, **more)  # type: ignore[arg-type]
