"""What burns and what can: units, markers and areas, seen as one kind of thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeVar

from msgspec.structs import replace

from wardiary_server.game.event import Event, put
from wardiary_server.game.state import Area, Game, Marker, Unit

from .reach import Spot, spot_of

ON_FIRE = "on_fire"
"""The condition of a unit that burns."""

SCENERY = "scenery"

KINDS = {SCENERY: "something that lies or stands there, such as a wreck or a wood"}
AREA_DATA = {"flaming": "1: it burns", "flammable": "1: it catches fire from flames near it"}
TAGS = {
    "flaming": "of a unit: it is on fire when play begins",
    "flammable": "of a unit: it catches fire from flames near it",
}

Scenery = TypeVar("Scenery", Marker, Area)
Table = Literal["units", "markers", "areas"]


class Thing(NamedTuple):
    """Something that burns, or can."""

    table: Table
    id: str
    name: str
    spot: Spot

    @property
    def key(self) -> str:
        """The word by which a choice names it: a unit's is its id."""
        return self.id if self.table == "units" else f"{self.table}:{self.id}"


class FlamesChanged(Event, frozen=True, tag="flames"):
    """A marker or an area burns from now on, or burns no more. `name` is what it is called."""

    name: str
    flaming: int
    marker: str = ""
    area: str = ""

    def fold(self, game: Game) -> Game:
        if self.marker:
            return replace(game, markers=put(game.markers, self.marker, self.changed(game.markers[self.marker])))
        return replace(game, areas=put(game.areas, self.area, self.changed(game.areas[self.area])))

    def changed(self, thing: Scenery) -> Scenery:
        """The marker or area as it is now."""
        return replace(thing, data=put(thing.data, "flaming", self.flaming))

    def sentence(self) -> str:
        return "{Name} catches fire." if self.flaming else "{Name} burns no more."


def things(game: Game) -> Iterator[tuple[Unit | Marker | Area, Thing]]:
    """Everything on the board, in the scenario's order: units, markers, areas."""
    for unit in game.units.values():
        if unit.zone:
            yield unit, Thing("units", unit.id, unit.name, spot_of(game, unit))
    for marker in game.markers.values():
        yield marker, Thing("markers", marker.id, marker.name or marker.kind, spot_of(game, marker))
    for area in game.areas.values():
        yield area, Thing("areas", area.id, area.name or area.id.replace("_", " "), spot_of(game, area))


def flaming(game: Game) -> list[Thing]:
    """What burns now."""
    return [thing for entity, thing in things(game) if burns(entity)]


def tinder(game: Game) -> list[Thing]:
    """What can catch fire, and does not burn."""
    return [thing for entity, thing in things(game) if can_burn(entity) and not burns(entity)]


def burns(entity: Unit | Marker | Area) -> bool:
    """Whether this burns."""
    return bool(entity.conditions.get(ON_FIRE) if isinstance(entity, Unit) else entity.data.get("flaming"))


def can_burn(entity: Unit | Marker | Area) -> bool:
    """Whether flames near it light this."""
    return "flammable" in entity.tags if isinstance(entity, Unit) else bool(entity.data.get("flammable"))


def changed(thing: Thing, flaming: int) -> FlamesChanged:
    """The event for a marker or an area."""
    if thing.table == "markers":
        return FlamesChanged(name=thing.name, flaming=flaming, marker=thing.id)
    return FlamesChanged(name=thing.name, flaming=flaming, area=thing.id)


def is_flaming(game: Game, thing: Thing) -> bool:
    """Whether a thing is there and burns."""
    entity = getattr(game, thing.table).get(thing.id)
    return entity is not None and burns(entity)
