"""Dice and questions: what was rolled and chosen, what is asked, what was answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from .event import Event, put, without
from .state import Game, Open, Part, Table


class Rolled(Event, frozen=True, tag="rolled"):
    """Dice showed these faces. `key` and `nth` say which roll this was (see `dice`).

    `seat` is whose roll it was, where somebody was asked: they typed the faces, or let the server roll.
    """

    key: str
    nth: int
    sides: int
    faces: tuple[int, ...]
    source: Literal["server", "typed", "script"]
    rule: str
    reason: str
    unit: str = ""
    target: str = ""
    seat: str = ""
    success: int = 0
    again: bool = False  # this very roll had shown other faces before an undo

    def fold(self, game: Game) -> Game:
        return replace(game, rolls=put(game.rolls, self.key, self.nth + 1))

    def fold_table(self, table: Table) -> Table:
        if not self.seat:
            return table
        return replace(table, typed=put(table.typed, f"{self.key}#{self.nth}", self.faces))

    def sentence(self) -> str:
        who = "{unit}" if self.unit else "The dice"
        return who + " ({reason}): {shown}{how}"

    def args(self, game: Game) -> Mapping[str, object]:
        shown = ", ".join(face_text(face, self.success) for face in self.faces) or "no dice"
        how = " (real dice)." if self.source == "typed" else "."
        again = " Other faces had been shown for this roll before." if self.again else ""
        return {"shown": shown, "how": how + again}


def face_text(face: int, success: int) -> str:
    """A face in words: its number, or what it means on a die with two results."""
    return str(face) if not success else "Success" if face >= success else "Blank"


class Chosen(Event, frozen=True, tag="chosen"):
    """Somebody chose, or the likely answer was taken without asking (an empty `seat`)."""

    seat: str
    rule: str
    reason: str
    chosen: tuple[str, ...]
    labels: tuple[str, ...]
    unit: str = ""

    def sentence(self) -> str:
        return "{unit}, {reason}: {picked}." if self.unit else "{reason}: {picked}."

    def args(self, game: Game) -> Mapping[str, object]:
        return {"picked": ", ".join(self.labels) or "nobody and nothing"}

    def as_known(self, known: Game, real: Game, audience: str) -> Event | None:
        secret = real.units.keys() - known.units.keys()
        return None if secret & set(self.chosen) else self


class Asked(Event, frozen=True, tag="asked"):
    """A rule waits for people: these parts, in any order."""

    root: int
    opened: int
    units: tuple[str, ...]
    parts: tuple[Part, ...]

    def fold(self, game: Game) -> Game:
        asked = Open(root=self.root, opened=self.opened, units=self.units, parts=self.parts)
        return replace(game, open=put(game.open, str(self.root), asked))

    def sentence(self) -> str:
        return "Waiting for {whom}: {what}."

    def args(self, game: Game) -> Mapping[str, object]:
        whom = sorted({game.seats[p.seat].name if p.seat in game.seats else p.seat for p in self.parts})
        what = [part_text(game, p) for p in self.parts]
        return {"whom": ", ".join(whom), "what": "; ".join(what)}

    def as_known(self, known: Game, real: Game, audience: str) -> Event | None:
        """The parts that are about what is known."""
        parts = known.open[str(self.root)].parts
        return replace(self, parts=parts) if parts else None


class Answered(Event, frozen=True, tag="answered"):
    """One part was answered; an empty value lets the server roll.

    `again` is true where this very roll had shown other faces before an undo.
    """

    root: int
    part: int
    value: tuple[int | str, ...]
    seat: str
    by: str = ""  # who answered for the seat, where that was somebody else
    roll: str = ""  # key#nth, for a roll
    again: bool = False

    def fold(self, game: Game) -> Game:
        asked = game.open[str(self.root)]
        answers = put(asked.answers, str(self.part), self.value)
        return replace(game, open=put(game.open, str(self.root), replace(asked, answers=answers)))

    def fold_table(self, table: Table) -> Table:
        if not self.roll:
            return table
        faces = tuple(int(v) for v in self.value)
        return replace(table, typed=put(table.typed, self.roll, faces))

    def sentence(self) -> str:
        told = ["{who} answers for {seat}."] if self.by else []
        if self.again:
            told.append("Other faces had been shown for this roll before.")
        return " ".join(told)

    def args(self, game: Game) -> Mapping[str, object]:
        seat = game.seats.get(self.by)
        return {"who": seat.name if seat else self.by}

    def as_known(self, known: Game, real: Game, audience: str) -> Event | None:
        part = real.open[str(self.root)].parts[self.part]
        secret = real.units.keys() - known.units.keys()
        return None if secret & {part.unit, part.target} else self


class Resolved(Event, frozen=True, tag="resolved"):
    """All that was asked is answered. Not told."""

    root: int

    def fold(self, game: Game) -> Game:
        return replace(game, open=without(game.open, str(self.root)))


def awaited(game: Game) -> set[str]:
    """The units that open questions name: of their commands, or of any of their parts."""
    named: set[str] = set()
    for asked in game.open.values():
        named.update(asked.units)
        for part in asked.parts:
            named.update((part.unit, part.target), (value for value, _label in part.options))
    return named & game.units.keys()


def roll_name(game: Game, asked: Open, number: int) -> str:
    """What a part of a question will have rolled: key#nth, counting the same roll in the parts before it."""
    key = asked.parts[number].key
    before = sum(part.key == key for part in asked.parts[:number])
    return f"{key}#{game.rolls.get(key, 0) + before}"


def part_text(game: Game, part: Part) -> str:
    """What one part of a request asks, in words."""
    if part.kind == "choice":
        return f"{part_name(game, part)}: choose"
    die = "die" if part.dice == 1 else "dice"
    return f"{part_name(game, part)}: {part.dice} {die} of {part.sides}"


def part_name(game: Game, part: Part) -> str:
    """What one part of a request is about: its unit and its reason."""
    name = game.units[part.unit].name if part.unit in game.units else ""
    return f"{name}, {part.reason}" if name else part.reason
