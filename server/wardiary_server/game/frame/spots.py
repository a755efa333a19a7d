"""Places that a command names: by zones a zone, on a board that is measured in inches a point in thousandths."""

from __future__ import annotations

from typing import Any

from wardiary_protocol.messages import Field

from .. import fields
from ..board import Place
from ..geometry.ground import middle_of
from ..geometry.places import place_at
from ..geometry.points import at_text, point_of
from ..geometry.room import free_place, taken_by
from ..geometry.travel import Hit
from ..resolver import Context
from ..rulebook import Refused
from ..state import Game, Point, Unit
from .queries import named_zone


def by_inches(game: Game) -> bool:
    """Whether everything here has a place in inches."""
    return game.measure == "board"


def named_place(ctx: Context, zone: str, at: Point | None) -> Place:
    """The place that a command names, if it is one; who stands there is not asked.

    Raises `Refused`: `malformed`, `by_zones`, `no_such_zone`, `no_point`, `off_the_board`, `wrong_zone`.
    """
    if not by_inches(ctx.game):
        if at is not None:
            raise Refused("by_zones", "This game is played by zones: name a zone, and no point.")
        if not zone:
            raise Refused("malformed", "No zone is named.")
        return Place(named_zone(ctx, zone))
    if zone:
        named_zone(ctx, zone)
    if at is None:
        raise Refused("no_point", "This board is measured in inches: say where, at = [right, down] in thousandths.")
    place = place_at(ctx.game, at)
    if not place.zone:
        raise Refused("off_the_board", f"{at_text(at)} is in no zone.")
    if zone not in ("", place.zone):
        there, said = ctx.game.zones[place.zone].name, ctx.game.zones[zone].name
        raise Refused("wrong_zone", f"{at_text(at)} is in {there}, not in {said}.")
    return place


def with_room(ctx: Context, unit: Unit, place: Place) -> Place:
    """A place that a unit has room at. Raises `Refused`: `in_the_way`."""
    if place.at is not None and (taken := taken_by(ctx.game, unit, place.at)) is not None:
        raise Refused("in_the_way", f"{unit.name} has no room at {at_text(place.at)}: {in_words(ctx.game, taken)}.")
    return place


def place_in(game: Game, zone: str, at: object) -> Point | None:
    """The place that a scenario's event names in a zone, or the middle of that zone; by zones none."""
    if not by_inches(game):
        return None
    return point_of(str(at)) if at else middle_of(game.zones[zone].shape)


def arrival(game: Game, unit: Unit, zone: str) -> Point | None:
    """Where somebody is put who arrives in a zone and says no place: where there is room, near its middle."""
    return free_place(game, unit, zone) if by_inches(game) else None


def ways_in(game: Game, side: str) -> tuple[str, ...]:
    """The zones in which a side's reserves may arrive: its deployment zones, and where a marker lets it in (ENV-25)."""
    marked = {m.zone for m in game.markers.values() if side in str(m.data.get("entry", "")).replace(",", " ").split()}
    return tuple(zone.id for zone in game.zones.values() if side in zone.deploy or zone.id in marked)


def landings(game: Game, unit: Unit) -> tuple[str, tuple[tuple[Any, str, str], ...]]:
    """The zones where a unit may set up or arrive: what an offer asks for, and its targets. In inches, a place each."""
    known = ways_in(game, unit.side)
    zones = [z for z in game.zones.values() if z.id in known and (unit.side in z.deploy or game.clock.phase == "play")]
    if not by_inches(game):
        return "zone", tuple((zone.id, zone.name, "") for zone in zones if zone.id != unit.zone)
    places = [(arrival(game, unit, zone.id), zone.name) for zone in zones]
    return "at", tuple((list(at), name, at_text(at)) for at, name in places if at is not None)


def places(game: Game, unit: Unit) -> tuple[str, tuple[tuple[Any, str, str], ...]]:
    """All the zones as what an offer asks for and its targets; in inches a place in each where a unit has room."""
    if not by_inches(game):
        return "zone", tuple((zone.id, zone.name, "") for zone in game.zones.values())
    found = [(arrival(game, unit, zone.id), zone.name) for zone in game.zones.values()]
    return "at", tuple((list(at), name, at_text(at)) for at, name in found if at is not None)


def anywhere(asks: str, label: str) -> tuple[Field, ...]:
    """Where an offer asks for a place in inches: that any other point may be said than those it lists."""
    return (fields.point(asks, label),) if asks == "at" else ()


def in_words(game: Game, hit: Hit) -> str:
    """What stands in the way."""
    if hit.what == "unit":
        return f"{game.units[hit.id].name} is in the way"
    if hit.what == "door":
        return f"{game.links[hit.id].name or hit.id} is {game.links[hit.id].door}"
    if hit.what == "wall":
        return f"the wall {hit.id} is in the way"
    return f"no way leads out of {game.zones[hit.id].name} there"
