"""Any bundled scenario played to its end from nothing but offers, by players of whom the scenario knows nothing.

Each seat plays in a style. `random` does anything that is on offer. `greedy` goes for what scores, by zones or in
inches: fetches, carries off, holds, fights whoever is near, and looks after its own; with an item (`greedy:charts`) it
goes for that above all. Both know what their seat may.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from wardiary_server.game import offers as offering
from wardiary_server.game.dice import ServerDice
from wardiary_server.game.entry import EMPTY, AnyEntry, Entry, fold, state_hash
from wardiary_server.game.frame.turns import left_to_go
from wardiary_server.game.known import audience_of, known
from wardiary_server.game.resolver import Context
from wardiary_server.game.state import Game, Unit
from wardiary_server.game.story import tell
from wardiary_server.game.table_events import Created
from wardiary_server.game.timeline import Intent, Timeline
from wardiary_server.scenario import Scenario

from .wayfinding import Wayfinding
from .wishes import Wish

Body = dict[str, Any]
Styles = Mapping[str, str]

BACK = ("undo", "redo", "agree", "disagree", "withdraw", "end_round", "say", "note", "reveal", "correct", "dice")
WAITING = ("done", "pass", "end", "begin")


class Contest:
    """One game, played to its end. `seed` makes the dice and the moods."""

    def __init__(self, scenario: Scenario, seed: int, styles: Styles) -> None:
        self.scenario, self.styles, self.mood = scenario, styles, Random(seed)
        self.secret = hashlib.sha256(f"{scenario.game.title} {seed}".encode()).digest()
        self.first: AnyEntry = Entry(
            seq=1, kind="game", at=0, root=1, events=(Created(game=scenario.game, commitment=""),), because=(-1,)
        )
        self.timeline = self.timeline_anew(keep_live=True)
        self.log: list[AnyEntry] = [self.first]
        self.sent: list[tuple[Body, str, AnyEntry]] = []
        self.ways = Wayfinding(scenario.game)

    def timeline_anew(self, keep_live: bool = False) -> Timeline:
        """The same game before its first command, with the same dice."""
        dice = self.secret
        fresh = Timeline(self.scenario.rules, lambda salts: ServerDice("contest", dice, salts), keep_live=keep_live)
        fresh.follow(self.first)
        return fresh

    @property
    def game(self) -> Game:
        return self.timeline.state.game

    def seen(self, seat: str) -> Game:
        """The game as a seat may know it."""
        return known(self.timeline.state, audience_of(self.game, seat, "player")).game

    # ------------------------------------------------------------------------------------------ what is on offer

    def offered(self, seat: str, unit: str = "") -> list[Body]:
        """All that a unit may do now, or with none its seat, but for what carries nobody on."""
        ctx = Context(self.timeline.rules, known(self.timeline.state, audience_of(self.game, seat, "player")), by=seat)
        return [body for body in offering.legal(offering.offers(ctx, unit)) if body["do"] not in BACK]

    def do(self, seat: str, body: Body) -> None:
        self.log.append(self.timeline.decide(Intent(body=body, by=seat, role="player", at=0)))
        self.sent.append((body, seat, self.log[-1]))

    # ------------------------------------------------------------------------------------------ playing

    def play(self) -> Contest:
        """From set-up to a result, which has to come."""
        for seat in self.styles:
            self.set_up(seat)
        while self.game.result is None:
            assert len(self.log) < 3_000, "this evening has no end"
            self.answer() if self.game.open else self.go()
        return self

    def set_up(self, seat: str) -> None:
        """Every unit somewhere that is on offer."""
        for unit in [u.id for u in self.game.units.values() if u.seat == seat and not u.zone]:
            if places := [body for body in self.offered(seat, unit) if body["do"] == "place"]:
                self.do(seat, self.mood.choice(places))
        self.do(seat, {"do": "ready"})

    def answer(self) -> None:
        """Whatever is asked, by whoever is asked it. Nobody who has no seat may be."""
        asked = [(seat, body) for seat in self.styles for body in self.offered(seat) if body["do"] == "answer"]
        assert asked, "nobody can answer"
        self.do(*self.mood.choice(asked))

    def go(self) -> None:
        """The next command: of the unit whose turn is on, else of one of the side whose go it is."""
        clock = self.game.clock
        units = [self.game.units[unit] for unit in clock.active] or left_to_go(self.game, clock.side)
        unit = self.mood.choice(units)
        bodies = self.offered(unit.seat, unit.id)
        choose = self.greedy if self.styles[unit.seat].startswith("greedy") else self.at_random
        self.do(unit.seat, choose(unit, bodies))

    def at_random(self, unit: Unit, bodies: list[Body]) -> Body:
        """Anything, mostly something."""
        acts = [body for body in bodies if body["do"] not in WAITING and body["do"] != "leave"]
        return self.mood.choice(acts if acts and self.mood.random() < 0.9 else bodies)

    def greedy(self, unit: Unit, bodies: list[Body]) -> Body:
        """What is worth most, if anything is worth it."""
        game = self.seen(unit.seat)
        mood = Random(f"{unit.id} {game.clock.round} {self.mood.random() // 0.2}")
        wish = Wish(game, unit, self.ways, mood, self.styles[unit.seat].partition(":")[2])
        best, n = max((wish.worth(body) + self.mood.random() * 15, n) for n, body in enumerate(bodies))
        ends = [body for word in ("end", "pass") for body in bodies if body["do"] == word]
        return bodies[n] if best > 16 or not ends else ends[0]

    # ------------------------------------------------------------------------------------------ afterwards

    def story(self, audience: str = "referee") -> Iterator[str]:
        """Every sentence, as an audience reads it."""
        state = EMPTY
        for entry in self.log:
            after = fold(state, entry)
            yield from (line.text for line in tell(entry, state, after, audience).lines)
            state = after


# ---------------------------------------------------------------------------------------------- what holds of any


def again(contest: Contest) -> None:
    """The log folded, and decided anew by a table that keeps nothing alive between answers, come to the same state."""
    folded, cold = EMPTY, contest.timeline_anew()
    for entry in contest.log:
        folded = fold(folded, entry)
    for body, seat, entry in contest.sent:
        assert cold.decide(Intent(body=body, by=seat, role="player", at=0)) == entry
    assert state_hash(contest.timeline.state) == state_hash(folded) == state_hash(cold.state)


def told_well(contest: Contest) -> None:
    """Each line of a story is a sentence, with nothing in it that was meant for a machine."""
    for line in contest.story():
        assert line[-1] in ".!?", line
        assert not set("{}_") & set(line), line
        assert not re.search(r"\d\.\d\d", line), line
