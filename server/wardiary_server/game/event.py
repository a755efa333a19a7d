"""What an event is: a fact in the past tense, how it changes the state, and how it is told.

A fold only *assigns* what its event carries. It decides nothing, so a rule that is corrected later cannot change a
game that was played before. An event may fold into the game part, the table part, or both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from .state import Game, Table, Unit, Zone


class Event(Struct, frozen=True, tag_field="t", omit_defaults=True):
    """The base of all events. Subclasses are flat, carry plain values, and give a short `tag` that never changes.

    `template` is the sentence that tells the event; its fields are filled with names, so `{unit}` is *Vega* where
    the event has `unit="vega"` (see `story`). An empty template tells nothing.
    """

    template: ClassVar[str] = ""
    optional: ClassVar[tuple[str, ...]] = ()
    """Fields that are left out where they name what an audience may not know; any other keeps the event from it."""

    def fold(self, game: Game) -> Game:
        """The game part after this event."""
        return game

    def fold_table(self, table: Table) -> Table:
        """The table part after this event."""
        return table

    def args(self, game: Game) -> Mapping[str, object]:
        """What the template needs beyond the event's own fields; `game` is the one after its whole entry."""
        return {}

    def sentence(self) -> str:
        """The template to use, where it depends on what the event carries."""
        return self.template

    def as_known(self, known: Game, real: Game, audience: str) -> Event | None:
        """The event as an audience may be told of it; None where it may not.

        Only for what its fields do not say by themselves: an event that names what is hidden in one of them is not
        told anyway (see `story`). `known` is the game after the event as the audience may know it, `real` as it is.
        """
        return self

    @property
    def is_addressed(self) -> bool:
        """Whether it is meant for some audiences only, whatever is hidden in the game."""
        return False


def bracketed(text: str) -> str:
    """A reason at the end of a sentence, in brackets; nothing where there is none."""
    return f" ({text})" if text else ""


def with_unit(game: Game, unit: str, **changes: Any) -> Game:
    """`game` with some fields of one unit replaced."""
    return replace(game, units={**game.units, unit: replace(game.units[unit], **changes)})


def with_zone(game: Game, zone: str, **changes: Any) -> Game:
    """`game` with some fields of one zone replaced."""
    return replace(game, zones={**game.zones, zone: replace(game.zones[zone], **changes)})


def with_clock(game: Game, **changes: Any) -> Game:
    """`game` with some fields of its clock replaced."""
    return replace(game, clock=replace(game.clock, **changes))


def put(entries: Mapping[str, Any], key: str, value: Any) -> Mapping[str, Any]:
    """A map with one entry set."""
    return {**entries, key: value}


def put_number(entries: Mapping[str, int], key: str, value: int) -> Mapping[str, int]:
    """A map of numbers with one set; what is 0 is left out, so that states that mean the same are the same."""
    if value:
        return {**entries, key: value}
    return {k: v for k, v in entries.items() if k != key}


def without(entries: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """A map without one of its entries."""
    return {k: v for k, v in entries.items() if k != key}


def stat(entity: Unit, name: str, default: int = 0) -> int:
    """A unit's stat, or `default` where it states none."""
    return entity.stats.get(name, default)


def level(zone: Zone, name: str) -> int:
    """A zone's level of fire, gas, …; 0 where it has none."""
    return zone.levels.get(name, 0)
