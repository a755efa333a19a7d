"""What happens to the board: zones' levels, doors, areas, markers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from .event import Event, bracketed, put, put_number, with_zone, without
from .state import Area, DoorState, Game, Marker


class LevelChanged(Event, frozen=True, tag="level"):
    """A level of a zone is now `value`."""

    zone: str
    level: str
    value: int
    why: str = ""
    template: ClassVar[str] = "{zone}: {word} {value}{because}."

    def fold(self, game: Game) -> Game:
        levels = put_number(game.zones[self.zone].levels, self.level, self.value)
        return with_zone(game, self.zone, levels=levels)

    def args(self, game: Game) -> Mapping[str, object]:
        words = {"fire": "FIRE", "gas_deadly": "GAS (deadly)", "gas_irritating": "GAS (irritating)"}
        return {"word": words.get(self.level, self.level.replace("_", " ")), "because": bracketed(self.why)}


class DoorChanged(Event, frozen=True, tag="door"):
    """A door is now open, closed, sealed or destroyed."""

    link: str
    door: DoorState
    by: str = ""  # the unit that did it
    why: str = ""
    was: DoorState | None = None  # before that, where it is known
    optional: ClassVar[tuple[str, ...]] = ("by",)

    def fold(self, game: Game) -> Game:
        return replace(game, links=put(game.links, self.link, replace(game.links[self.link], door=self.door)))

    def sentence(self) -> str:
        was = ", and was {was}" if self.was in ("sealed", "destroyed") else ""
        what = "{by}: {link} is now {door}" if self.by else "{Link} is now {door}"
        return f"{what}{was}." + (" {why}" if self.why else "")


class AreaPlaced(Event, frozen=True, tag="area"):
    """An area holds from now on, or holds differently."""

    area: Area

    def fold(self, game: Game) -> Game:
        return replace(game, areas=put(game.areas, self.area.id, self.area))

    def sentence(self) -> str:
        return "{zones}: {what} from now on." if self.area.zones else "{what} from now on."

    def args(self, game: Game) -> Mapping[str, object]:
        names = ", ".join(game.zones[z].name if z in game.zones else z for z in self.area.zones)
        return {"zones": names, "what": self.area.name or self.area.kind}


class AreaEnded(Event, frozen=True, tag="area_ended"):
    """An area holds no more. `name` is what it was called."""

    area: str
    name: str
    why: str = ""

    def fold(self, game: Game) -> Game:
        return replace(game, areas=without(game.areas, self.area))

    def sentence(self) -> str:
        return "{Name} is over." + (" {why}" if self.why else "")


class MarkerPlaced(Event, frozen=True, tag="marker"):
    """A marker lies on the board, or is different from now on."""

    marker: Marker
    template: ClassVar[str] = "{what}{where}."

    def fold(self, game: Game) -> Game:
        return replace(game, markers=put(game.markers, self.marker.id, self.marker))

    def args(self, game: Game) -> Mapping[str, object]:
        zone, link = game.zones.get(self.marker.zone), game.links.get(self.marker.link)
        where = f" in {zone.name}" if zone else f" at {link.name or link.id}" if link else " is on the board"
        what = self.marker.name or self.marker.kind
        return {"what": what[:1].upper() + what[1:], "where": where}


class MarkerRemoved(Event, frozen=True, tag="marker_gone"):
    """A marker was taken away. `name` is what it was called."""

    marker: str
    name: str
    why: str = ""

    def fold(self, game: Game) -> Game:
        return replace(game, markers=without(game.markers, self.marker))

    def sentence(self) -> str:
        return "{Name} is gone." + (" {why}" if self.why else "")
