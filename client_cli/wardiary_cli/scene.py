"""What the view says, with the blanks filled in: who is who, whose go it is, what is asked of whom.

The view is plain maps in which what is empty may be missing, and which may hold collections that nobody here has
heard of. Everything that reads it goes through this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .naming import Name

Entity = Mapping[str, Any]
NOTHING: Entity = {}


class Question(NamedTuple):
    """One part of a request that is not answered yet."""

    root: int
    opened: int
    number: int
    part: Entity

    @property
    def kind(self) -> str:
        """`roll` or `choice`."""
        return str(self.part.get("kind", ""))

    @property
    def seat(self) -> str:
        """Who must answer."""
        return str(self.part.get("seat", ""))

    @property
    def unit(self) -> str:
        """The unit that it is about, or nothing."""
        return str(self.part.get("unit", ""))


@dataclass(frozen=True)
class Scene:
    """One view, as the holder of `seat` (nothing for a spectator) in `role` sees it."""

    view: Mapping[str, Any] = field(default_factory=dict)
    seat: str = ""
    role: str = "spectator"

    # ------------------------------------------------------------------------------------------ what there is

    def all(self, collection: str) -> Mapping[str, Entity]:
        """A collection's entities by id; none for a collection that is not there."""
        found = _map(self.view.get(collection))
        return {key: value for key, value in found.items() if isinstance(value, Mapping)}

    def one(self, collection: str, id: str) -> Entity:
        """An entity, or nothing."""
        return self.all(collection).get(id, NOTHING)

    @property
    def game(self) -> Entity:
        """What is about the whole game."""
        return self.one("game", "now")

    @property
    def table(self) -> Entity:
        """What is about the table."""
        return self.one("table", "now")

    @property
    def clock(self) -> Entity:
        """Phase, round, turns."""
        return _map(self.game.get("clock"))

    @property
    def phase(self) -> str:
        """`setup`, `play`, `ending` or `over`."""
        return str(self.clock.get("phase", ""))

    @property
    def cursor(self) -> int:
        """The entry whose game counts now."""
        return int(self.table.get("cursor", 0))

    # ------------------------------------------------------------------------------------------ names

    def names(self, *collections: str) -> list[Name]:
        """What can be named in these collections, or with none of them anywhere."""
        chosen = collections or tuple(
            name for name in self.view if name not in ("game", "table", "scenario", "requests")
        )
        return [Name(id, str(thing.get("name") or id)) for name in chosen for id, thing in self.all(name).items()]

    def name(self, collection: str, id: str) -> str:
        """What people call an entity."""
        return str(self.one(collection, id).get("name") or id)

    def seat_name(self, seat: str) -> str:
        """A seat by its name, and who holds it where that is another one."""
        name, held = self.name("seats", seat), self.held.get(seat, "")
        return f"{name} ({held})" if held and held.casefold() != name.casefold() else name

    @property
    def held(self) -> Mapping[str, str]:
        """The names of those who hold a seat, by seat."""
        return {seat: str(name) for seat, name in _map(self.table.get("seats")).items()}

    # ------------------------------------------------------------------------------------------ whose go

    def commanded(self) -> list[str]:
        """The units that this seat decides for; the referee decides for all."""
        units = self.all("units").items()
        return [id for id, unit in units if self.role == "referee" or (self.seat and unit.get("seat") == self.seat)]

    def acting(self) -> list[str]:
        """The units whose turn is on."""
        return list(_map(self.clock.get("active")))

    def left(self, units: Iterable[str]) -> list[str]:
        """Those units that may still have a turn this round."""
        done = self.clock.get("done", ())
        return [unit for unit in units if unit not in done and self.is_able(unit)]

    def is_able(self, id: str) -> bool:
        """On the board, on its feet, awake."""
        unit = self.one("units", id)
        awake = not _map(unit.get("conditions")).get("unconscious")
        return unit.get("status") == "ready" and bool(unit.get("zone")) and awake

    def going(self) -> list[str]:
        """The units that may go now: those whose turn is on, else those that the order of turns lets go."""
        if self.phase != "play":
            return []
        ready = self.left(id for id, unit in self.all("units").items() if unit.get("seat"))
        acting = [unit for unit in self.acting() if unit in ready]
        side, order = self.clock.get("side", ""), self.clock.get("order", ())
        if acting and (side or order):
            return acting
        if side:
            return [unit for unit in ready if self.one("units", unit).get("side") == side]
        if order:
            return next(([unit] for unit in (*order, *ready) if unit in ready), [])
        mine = {self.one("units", unit).get("seat") for unit in acting}  # free: one turn at a time for each seat
        return acting + [unit for unit in ready if self.one("units", unit).get("seat") not in mine]

    def may_go(self) -> list[str]:
        """This seat's units that may go now."""
        mine = set(self.commanded())
        return [unit for unit in self.going() if unit in mine]

    # ------------------------------------------------------------------------------------------ questions

    def awaited_unseen(self) -> list[str]:
        """The seats that are awaited for something that this one may not know of."""
        return sorted({str(seat) for asked in self.all("requests").values() for seat in asked.get("unknown", ())})

    def questions(self) -> list[Question]:
        """All that is asked and not answered, the oldest first."""
        return [asked for asked in self.parts() if not asked.part.get("answered")]

    def parts(self) -> list[Question]:
        """All parts of what is open, the oldest first, those that are answered already among them."""
        found = []
        for request in self.all("requests").values():
            for number, part in _map(request.get("parts")).items():
                found.append(Question(int(request["root"]), int(request["opened"]), int(number), part))
        return sorted(found, key=lambda asked: asked[:3])

    def asked(self) -> list[Question]:
        """What this seat is asked."""
        return [asked for asked in self.questions() if self.seat and asked.seat in ("", self.seat)]

    @property
    def correction(self) -> Entity:
        """The correction that is prepared, or nothing."""
        return _map(self.table.get("correction"))

    @property
    def proposal(self) -> Entity:
        """What somebody proposes, or nothing."""
        return _map(self.table.get("proposal"))

    def is_asked_to_agree(self) -> bool:
        """Whether this seat has a say in an open proposal and has not agreed to it yet."""
        votes = self.role in ("player", "referee") and bool(self.proposal)
        return votes and self.proposal.get("by") != self.seat and self.seat not in self.proposal.get("yes", ())

    def result(self) -> str:
        """How the game ended, or nothing."""
        result = _map(self.game.get("result"))
        if not result:
            return ""
        winner = result.get("winner", "")
        who = f"{self.name('sides', winner)} wins" if winner else "A draw"
        return f"{who}: {result.get('reason', '')}"


def _map(value: Any) -> Entity:
    return value if isinstance(value, Mapping) else NOTHING
