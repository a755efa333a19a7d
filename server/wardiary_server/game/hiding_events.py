"""What happens to what is hidden: it is revealed, hidden again, or noticed without being known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from .event import Event, put
from .known import SPECTATORS, word_of
from .state import Blip, Game

THINGS: Mapping[str, str] = {"unit": "units", "marker": "markers", "area": "areas", "objective": "objectives"}
"""What can be hidden and revealed, and where it is in the state. Such an event names one of them."""


class Revealed(Event, frozen=True, tag="revealed"):
    """These sides, or the spectators, may know of something from now on."""

    to: tuple[str, ...]
    unit: str = ""
    marker: str = ""
    area: str = ""
    objective: str = ""

    def fold(self, game: Game) -> Game:
        return with_hidden(game, self, lambda hidden: tuple(word for word in hidden if word not in self.to))

    def sentence(self) -> str:
        return thing(self) + " is known to {whom} now."

    def args(self, game: Game) -> Mapping[str, object]:
        return {"whom": whom(game, self.to)}

    def as_known(self, known: Game, real: Game, audience: str) -> Event | None:
        news = word_of(audience) in self.to
        if not news:
            return self
        zone = real.units[self.unit].zone if self.unit else ""
        return Appeared(self.to, self.unit, self.marker, self.area, self.objective, zone)


class Appeared(Revealed, frozen=True, tag="revealed"):
    """The same, as those are told who did not know of it; never in a log."""

    zone: str = ""

    def sentence(self) -> str:
        return thing(self) + (" appears in {zone}." if self.zone else " appears.")


class HiddenFrom(Event, frozen=True, tag="hidden"):
    """These sides, or the spectators, may not know of something from now on."""

    of: tuple[str, ...]
    unit: str = ""
    marker: str = ""
    area: str = ""
    objective: str = ""

    def fold(self, game: Game) -> Game:
        return with_hidden(game, self, lambda hidden: (*hidden, *(word for word in self.of if word not in hidden)))

    def sentence(self) -> str:
        return thing(self) + " is hidden from {whom} now."

    def args(self, game: Game) -> Mapping[str, object]:
        return {"whom": whom(game, self.of)}


class Blipped(Event, frozen=True, tag="blip"):
    """One audience has noticed something moving, and does not know what. Without a unit it is known now, or gone."""

    to: str
    number: int
    unit: str = ""
    zone: str = ""
    optional: ClassVar[tuple[str, ...]] = ("unit",)

    def fold(self, game: Game) -> Game:
        return replace(game, blips=put(game.blips, f"{self.to}/{self.number}", Blip(self.to, self.unit, self.zone)))

    def as_known(self, known: Game, real: Game, audience: str) -> Event | None:
        return Noticed(self.number, self.zone) if word_of(audience) == self.to and self.zone else None


class Noticed(Event, frozen=True, tag="blip"):
    """The same, as its audience is told of it; never in a log."""

    number: int
    zone: str
    template: ClassVar[str] = "Something moves in {zone} (blip {number})."


def with_hidden(game: Game, event: Any, change: Any) -> Game:
    """`game` with another `hidden` on the thing that an event names."""
    for field, name in THINGS.items():
        if key := getattr(event, field):
            entities = getattr(game, name)
            entity = replace(entities[key], hidden=change(entities[key].hidden))
            game = replace(game, **{name: put(entities, key, entity)})
    return game


def thing(event: Any) -> str:
    """The field of such an event that names what it is about, as it begins a sentence."""
    return next((f"{{{field.capitalize()}}}" for field in THINGS if getattr(event, field)), "Nothing")


def whom(game: Game, words: tuple[str, ...]) -> str:
    """Sides and spectators, by name."""
    names = {side.id: side.name for side in game.sides.values()} | {SPECTATORS: "the spectators"}
    named = [names.get(word, word) for word in words] or ["nobody"]
    return " and ".join(filter(None, [", ".join(named[:-1]), named[-1]]))


EVENTS: tuple[type[Event], ...] = (Revealed, HiddenFrom, Blipped)
"""Every event of what is hidden."""
