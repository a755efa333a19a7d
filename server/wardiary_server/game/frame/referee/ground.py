"""Zones' levels and doors, by the referee's word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from ... import fields
from ...event import level, put, put_number
from ...events import DoorChanged, LevelChanged
from ...resolver import Context
from ...rulebook import Candidate, Refused, Rule, did_you_mean
from ...state import Link, Unit, Zone
from ..queries import named_zone
from .hand import ByHand, Level, Word, act, declared, listed, named_word, playable, said

DOORS = ("open", "closed", "sealed", "destroyed")


class RefLevel(ByHand, frozen=True, tag="ref_level"):
    """Sets a level of a zone: fire, gas, or whatever the rulebooks know; 0 puts it out.

    Who stands there has not entered it: with the rules and without, it counts from their next turn (D21).
    """

    zone: Word
    level: Word
    value: Level


class RefDoor(ByHand, frozen=True, tag="ref_door"):
    """Opens, closes, seals or destroys a door."""

    door: Word
    now: Literal["open", "closed", "sealed", "destroyed"]


def check_level(ctx: Context, command: RefLevel) -> None:
    """Raises `Refused`: `no_such_level`, `no_change`, `not_playable`, and what `named_zone` does."""
    zone = ctx.game.zones[named_zone(ctx, command.zone)]
    named_word(ctx, "levels", command.level, "no_such_level", "a level")
    if level(zone, command.level) == command.value:
        raise Refused("no_change", f"{zone.name}: {command.level} is {command.value}.")
    levels = put_number(zone.levels, command.level, command.value)
    playable(ctx, replace(ctx.game, zones=put(ctx.game.zones, zone.id, replace(zone, levels=levels))), zone.id)


def set_level(ctx: Context, command: RefLevel) -> Rule[None]:
    """It is so high now."""
    yield from said(ctx, command)
    yield LevelChanged(zone=command.zone, level=command.level, value=command.value, why="the referee")


def check_door(ctx: Context, command: RefDoor) -> None:
    """Raises `Refused`: `no_such_door`, `no_change`."""
    link = ctx.game.links.get(command.door)
    if link is None or link.door == "none":
        doors = [door.id for door in real_doors(ctx)]
        raise Refused("no_such_door", f"There is no door {command.door!r}.{did_you_mean(command.door, doors)}")
    if link.door == command.now:
        raise Refused("no_change", f"{link.name or link.id} is {link.door}.")


def set_door(ctx: Context, command: RefDoor) -> Rule[None]:
    """It is like this now."""
    yield from said(ctx, command)
    yield DoorChanged(link=command.door, door=command.now, was=ctx.game.links[command.door].door)


def real_doors(ctx: Context) -> list[Link]:
    """The links that have a door."""
    return [link for link in ctx.game.links.values() if link.door != "none"]


def offer_level(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """Every level that the rulebooks know, in every zone; the highest that a scenario may set is 100."""
    if unit is None:
        zones = tuple((zone.id, zone.name, now(zone)) for zone in ctx.game.zones.values())
        for word, text in listed(declared(ctx, "levels")):
            value = fields.number("value", "Value", 0, 100, 1)
            body = {"do": "ref_level", "level": word}
            yield Candidate(f"Set a zone's {text}", body, "zone", zones, fields=(value, *fields.HAND))


def now(zone: Zone) -> str:
    """The levels that a zone has."""
    return ", ".join(f"{word} {number}" for word, number in zone.levels.items())


def offer_door(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """Every door."""
    if unit is None and (doors := real_doors(ctx)):
        words = {"open": "Open", "closed": "Close", "sealed": "Seal", "destroyed": "Destroy"}
        targets = tuple((door.id, door.name or door.id, door.door) for door in doors)
        for now, label in words.items():
            yield Candidate(f"{label} a door", {"do": "ref_door", "now": now}, "door", targets, fields=fields.HAND)


ACTIONS = (
    act(RefLevel, check_level, set_level, offer_level, "ref_level cargo fire 2: set a zone's level"),
    act(RefDoor, check_door, set_door, offer_door, "ref_door d1 open: open, close, seal or destroy a door"),
)
