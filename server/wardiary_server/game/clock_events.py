"""Rounds, turns, scores and the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from .event import Event, put, with_clock, without
from .state import Game, Result, Table


class PlayBegan(Event, frozen=True, tag="play_began"):
    """Set-up is over; salts are frozen, and the ways to roll are those chosen so far."""

    dice: Mapping[str, str] = {}
    template: ClassVar[str] = "Play begins."

    def fold(self, game: Game) -> Game:
        return replace(with_clock(game, phase="play"), dice=self.dice)

    def fold_table(self, table: Table) -> Table:
        return replace(table, frozen=True)


class RoundBegan(Event, frozen=True, tag="round"):
    """A round begins: nobody has had a turn, and no roll of it was made yet."""

    round: int
    order: tuple[str, ...] = ()
    side: str = ""
    dice: Mapping[str, str] = {}

    def sentence(self) -> str:
        return "Round {round} begins." + (" It is {side}'s go." if self.side else "")

    def fold(self, game: Game) -> Game:
        clock = replace(
            game.clock, phase="play", round=self.round, order=self.order, side=self.side, done=(), active={}
        )
        return replace(game, clock=clock, rolls={}, dice=self.dice)


class RoundClosing(Event, frozen=True, tag="round_closing"):
    """A round is about to end: turns that are on end, those that nobody took begin (D71), and no others do."""

    round: int
    template: ClassVar[str] = "Round {round}: the turns that were not taken."

    def fold(self, game: Game) -> Game:
        return with_clock(game, phase="ending")

    def as_known(self, known: Game, real: Game, audience: str) -> Event | None:
        """Not where all that are known have had their turns."""
        standing = (u.id for u in known.units.values() if u.seat and u.zone and u.status == "ready")
        return self if known.clock.active or set(standing) - set(known.clock.done) else None


class RoundEnding(Event, frozen=True, tag="round_ending"):
    """Every turn of the round is over; what the round's end brings happens now (D95)."""

    round: int
    template: ClassVar[str] = "Round {round} ends."

    def fold(self, game: Game) -> Game:
        return with_clock(game, phase="ending")


class SideReady(Event, frozen=True, tag="ready"):
    """A side has finished setting up."""

    side: str
    template: ClassVar[str] = "{side} is ready."

    def fold(self, game: Game) -> Game:
        rest = tuple(side for side in game.clock.ready if side != self.side)
        return with_clock(game, ready=(*rest, self.side))


class SideCalled(Event, frozen=True, tag="side"):
    """It is this side's go."""

    side: str
    template: ClassVar[str] = "It is {side}'s go."

    def fold(self, game: Game) -> Game:
        return with_clock(game, side=self.side)


class TurnBegan(Event, frozen=True, tag="turn"):
    """A unit's turn begins; `buys` is what it may spend."""

    unit: str
    buys: Mapping[str, int]
    template: ClassVar[str] = "{unit}'s turn begins."

    def fold(self, game: Game) -> Game:
        done = tuple(unit for unit in game.clock.done if unit != self.unit)  # the referee may call it once more
        return with_clock(game, active=put(game.clock.active, self.unit, self.buys), done=done)


class Spent(Event, frozen=True, tag="spent"):
    """A unit spent part of its turn; `left` is what remains. Not told: what it was spent on is."""

    unit: str
    left: Mapping[str, int]

    def fold(self, game: Game) -> Game:
        return with_clock(game, active=put(game.clock.active, self.unit, self.left))


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A unit has had its turn this round."""

    unit: str
    why: str = ""

    def fold(self, game: Game) -> Game:
        clock = game.clock
        done = clock.done if self.unit in clock.done else (*clock.done, self.unit)
        return with_clock(game, active=without(clock.active, self.unit), done=done)

    def sentence(self) -> str:
        return "{unit}'s turn is over{because}."

    def args(self, game: Game) -> Mapping[str, object]:
        return {"because": f": {self.why}" if self.why else ""}


class Scored(Event, frozen=True, tag="scored"):
    """A side scored; `total` is what it has now."""

    side: str
    points: int
    total: int
    objective: str = ""
    optional: ClassVar[tuple[str, ...]] = ("objective",)

    def fold(self, game: Game) -> Game:
        return replace(game, scores=put(game.scores, self.side, self.total))

    def sentence(self) -> str:
        if self.points < 0:
            return "{side} loses {lost}: {total} in all."
        return "{side} scores {points}" + (" for {objective}" if self.objective else "") + ": {total} in all."

    def args(self, game: Game) -> Mapping[str, object]:
        return {"lost": -self.points}


class ObjectiveClosed(Event, frozen=True, tag="objective_closed"):
    """An objective can be scored no more. `name` is what it was called."""

    objective: str
    name: str

    def fold(self, game: Game) -> Game:
        return replace(game, objectives=without(game.objectives, self.objective))


class HappeningCame(Event, frozen=True, tag="happening"):
    """Something that the scenario held ready came to pass."""

    happening: str
    text: str = ""
    template: ClassVar[str] = "{text}"

    def fold(self, game: Game) -> Game:
        return replace(game, happenings=without(game.happenings, self.happening))


class GameEnded(Event, frozen=True, tag="ended"):
    """The game is over, with this result."""

    result: Result

    def fold(self, game: Game) -> Game:
        return replace(with_clock(game, phase="over", active={}), result=self.result)

    def sentence(self) -> str:
        return "{outcome}: {reason} ({tally})."

    def args(self, game: Game) -> Mapping[str, object]:
        winner = game.sides.get(self.result.winner)
        names = {side.id: side.name for side in game.sides.values()}
        tally = ", ".join(f"{names.get(side, side)} {n}" for side, n in self.result.scores.items())
        return {
            "outcome": f"{winner.name} wins" if winner else "A draw",
            "reason": self.result.reason,
            "tally": tally or "no points",
        }


class Remarked(Event, frozen=True, tag="remark"):
    """A rule or the referee says why something did or did not happen. Changes nothing."""

    text: str
    unit: str = ""
    template: ClassVar[str] = "{text}"
    target: str = ""  # another unit that the text names
    marker: str = ""
    area: str = ""
    objective: str = ""
