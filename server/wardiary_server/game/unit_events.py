"""What happens to a unit: where it is, how it is, what it has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec.structs import replace

from .event import Event, bracketed, put, put_number, with_unit
from .geometry.points import at_text, inches, length, rounded
from .state import Game, Point, Status, Unit


class UnitAdded(Event, frozen=True, tag="unit_added"):
    """A unit that was not in the game is in it from now on, in reserve."""

    added: Unit
    template: ClassVar[str] = "{name} comes into the game{side}."

    def fold(self, game: Game) -> Game:
        return replace(game, units=put(game.units, self.added.id, self.added))

    def args(self, game: Game) -> Mapping[str, object]:
        side = game.sides.get(self.added.side)
        return {"name": self.added.name, "side": f", for {side.name}" if side is not None else ""}


class UnitPlaced(Event, frozen=True, tag="placed"):
    """A unit was put somewhere: at set-up, or by the referee's hand. Nobody *entered* anything (D7)."""

    unit: str
    zone: str
    why: str = ""
    at: Point | None = None
    template: ClassVar[str] = "{unit} is placed in {zone}{where}."

    def fold(self, game: Game) -> Game:
        return with_unit(game, self.unit, zone=self.zone, at=self.at, status=on_board(game, self.unit))

    def args(self, game: Game) -> Mapping[str, object]:
        return {"where": bracketed(at_text(self.at) if self.at else "")}


class UnitEntered(Event, frozen=True, tag="entered"):
    """A unit came from outside a zone to inside it, on its own feet, pulled, or arriving during play (D7)."""

    unit: str
    zone: str
    came: str = ""  # the zone it left
    how: Literal["move", "forced", "deployed"] = "move"
    at: Point | None = None  # where it is now, on a board that is measured in inches
    was: Point | None = None  # and where it was before

    def fold(self, game: Game) -> Game:
        return with_unit(game, self.unit, zone=self.zone, at=self.at, status=on_board(game, self.unit))

    def sentence(self) -> str:
        if self.how == "deployed":
            return "{unit} arrives in {zone}{where}."
        came = " from {came}" if self.came else ""
        return (
            "{unit} moves" + came + " to {zone}{where}."
            if self.how == "move"
            else "{unit} is pulled" + came + " into {zone}{where}."
        )

    def args(self, game: Game) -> Mapping[str, object]:
        return {"where": bracketed(at_text(self.at) if self.at else "")}


class UnitMoved(Event, frozen=True, tag="moved"):
    """A unit moved within a zone, on a board that is measured in inches: straight from `was` to `at`."""

    unit: str
    zone: str
    at: Point
    was: Point
    how: Literal["move", "forced"] = "move"

    def fold(self, game: Game) -> Game:
        return with_unit(game, self.unit, at=self.at)

    def sentence(self) -> str:
        return "{unit} moves {far} to {where}." if self.how == "move" else "{unit} is pulled {far} to {where}."

    def args(self, game: Game) -> Mapping[str, object]:
        return {"far": inches(rounded(length(self.was, self.at))), "where": at_text(self.at)}


def on_board(game: Game, unit: str) -> Status:
    """The status of a unit that stands on the board: who waited, or had left, is ready."""
    status = game.units[unit].status
    return "ready" if status in ("reserve", "gone") else status


class StatusChanged(Event, frozen=True, tag="status"):
    """A unit went down, died, left the board, or stood in the fight again (D74)."""

    unit: str
    status: Status
    why: str = ""
    removed: bool = False  # whoever is dead is also taken off the board (MED-3)

    def fold(self, game: Game) -> Game:
        if self.removed or self.status in ("gone", "reserve"):
            return with_unit(game, self.unit, status=self.status, zone="", at=None)
        return with_unit(game, self.unit, status=self.status)

    def sentence(self) -> str:
        return {
            "ready": "{unit} is back in the fight.",
            "down": "{unit} goes down.",
            "dead": "{unit} is out of it for good.",
            "gone": "{unit} leaves the board.",
            "reserve": "{unit} is held in reserve.",
        }[self.status] + (" {why}" if self.why else "")


class UnitHurt(Event, frozen=True, tag="hurt"):
    """A unit lost health. `health` is what is left; `amount` may be 0 where armour took it all."""

    unit: str
    amount: int
    health: int
    source: str = ""

    def fold(self, game: Game) -> Game:
        return with_unit(game, self.unit, stats=put(game.units[self.unit].stats, "health", self.health))

    def sentence(self) -> str:
        if not self.amount:
            return "{unit} takes no damage{because}."
        return "{unit} loses {amount} health{because}; {health} left."

    def args(self, game: Game) -> Mapping[str, object]:
        return {"because": bracketed(self.source)}


class UnitHealed(Event, frozen=True, tag="healed"):
    """A unit got health back. `health` is what it has now."""

    unit: str
    amount: int
    health: int
    source: str = ""
    template: ClassVar[str] = "{unit} regains {amount} health{because}; {health} now."

    def fold(self, game: Game) -> Game:
        return with_unit(game, self.unit, stats=put(game.units[self.unit].stats, "health", self.health))

    def args(self, game: Game) -> Mapping[str, object]:
        return {"because": bracketed(self.source)}


class StatChanged(Event, frozen=True, tag="stat"):
    """A number of a unit is now `value`."""

    unit: str
    stat: str
    value: int
    why: str = ""
    template: ClassVar[str] = "{unit}: {stat} is now {value}{because}."

    def fold(self, game: Game) -> Game:
        return with_unit(game, self.unit, stats=put(game.units[self.unit].stats, self.stat, self.value))

    def args(self, game: Game) -> Mapping[str, object]:
        return {"because": bracketed(self.why)}


class ConditionChanged(Event, frozen=True, tag="condition"):
    """A condition of a unit is now `value`; 0 means that it is over."""

    unit: str
    condition: str
    value: int
    why: str = ""

    def fold(self, game: Game) -> Game:
        conditions = put_number(game.units[self.unit].conditions, self.condition, self.value)
        return with_unit(game, self.unit, conditions=conditions)

    def sentence(self) -> str:
        return "{unit} is {state}{because}." if self.value else "{unit} is no longer {state}{because}."

    def args(self, game: Game) -> Mapping[str, object]:
        word = self.condition.rpartition(":")[2].replace("_", " ")  # `critical:bleeding`, a kind and a word
        if self.condition == "lost_turns":
            word = f"going to lose {self.value or 'any'} turn{'s' if self.value != 1 else ''}"
        elif self.condition == "stress":
            word = f"at stress {self.value}" if self.value else "under stress"
        elif self.condition == "panic":
            word = "in panic"
        return {"state": word, "because": bracketed(self.why)}


class MarkSet(Event, frozen=True, tag="mark"):
    """Something that may happen to a unit only once a round has been asked for in `round` (D4). Not told."""

    unit: str
    mark: str
    round: int

    def fold(self, game: Game) -> Game:
        return with_unit(game, self.unit, marks=put(game.units[self.unit].marks, self.mark, self.round))


class ItemTaken(Event, frozen=True, tag="item_taken"):
    """A unit picked something up."""

    unit: str
    item: str
    template: ClassVar[str] = "{unit} takes {item}."

    def fold(self, game: Game) -> Game:
        rest = tuple(i for i in game.units[self.unit].items if i != self.item)
        return with_unit(game, self.unit, items=(*rest, self.item))


class ItemDropped(Event, frozen=True, tag="item_dropped"):
    """A unit no longer carries something."""

    unit: str
    item: str
    template: ClassVar[str] = "{unit} drops {item}."

    def fold(self, game: Game) -> Game:
        items = tuple(i for i in game.units[self.unit].items if i != self.item)
        return with_unit(game, self.unit, items=items)
