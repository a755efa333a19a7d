"""Any bundled scenario played to its end from nothing but offers, by players of whom the scenario knows nothing.

Each seat plays in a style. `random` does anything that is on offer. `greedy` goes for what scores, by zones or in
inches: fetches, carries off, holds, fights whoever is near, and looks after its own. Both know what their seat may.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from wardiary_server.game import offers as offering
from wardiary_server.game.dice import ServerDice
from wardiary_server.game.entry import EMPTY, AnyEntry, Entry, fold, state_hash
from wardiary_server.game.frame.gear import specials
from wardiary_server.game.frame.turns import left_to_go
from wardiary_server.game.known import audience_of, known
from wardiary_server.game.resolver import Context
from wardiary_server.game.state import Area, Game, Objective, Unit
from wardiary_server.game.story import tell
from wardiary_server.game.table_events import Created
from wardiary_server.game.timeline import Intent, Timeline
from wardiary_server.scenario import Scenario

from .wayfinding import Wayfinding

Body = dict[str, Any]
Styles = Mapping[str, str]

BACK = ("undo", "redo", "agree", "disagree", "withdraw", "end_round", "say", "note", "reveal", "correct", "dice")
WAITING = ("done", "pass", "end", "begin")
SPURS = {
    "leave": 600, "take": 300, "deploy": 280, "stand": 200, "extinguish": 190, "treat": 150, "repair": 150,
    "seal": 40, "reload": 45, "unpack": 30,
}  # fmt: skip
"""How much a greedy player thinks of each kind of command by itself."""


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
        choose = self.greedy if self.styles[unit.seat] == "greedy" else self.at_random
        self.do(unit.seat, choose(unit, bodies))

    def at_random(self, unit: Unit, bodies: list[Body]) -> Body:
        """Anything, mostly something."""
        acts = [body for body in bodies if body["do"] not in WAITING and body["do"] != "leave"]
        return self.mood.choice(acts if acts and self.mood.random() < 0.9 else bodies)

    def greedy(self, unit: Unit, bodies: list[Body]) -> Body:
        """What is worth most, if anything is worth it."""
        wish = Wish(self, unit)
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


class Wish:
    """What a greedy player wants with one unit, as things stand."""

    def __init__(self, contest: Contest, unit: Unit) -> None:
        self.unit, self.ways = unit, contest.ways
        self.game = contest.seen(unit.seat)
        self.mood = Random(f"{unit.id} {self.game.clock.round} {contest.mood.random() // 0.2}")
        self.goal = self.choose()

    def worth(self, body: Body) -> float:
        """How much a command is worth."""
        word = str(body["do"])
        if word == "move":
            gain = self.gain(body)
            least = 17 if "at" in body and gain > 0.05 else 0
            return least + 12 * gain - self.danger(str(body.get("to", "")))
        if word == "attack":
            return self.worth_of_attack(body)
        if word == "leave":
            here = [out for item in self.unit.items for out in self.ways_out(item) if self.unit.zone in out.zones]
            return SPURS[word] if here else 0
        if word == "aid":
            patient = self.game.units[body["target"]]
            return 150 if patient.status == "down" else 12 * (patient.stats["max_health"] - patient.stats["health"])
        if word == "throw":
            return self.worth_of_throw(body)
        if word == "use":
            return 250 + 50 * self.prize(self.game.objectives[body["objective"]])
        if word == "open":
            link = self.game.links[body["door"]]
            return 0 if link.door in ("open", "none", "destroyed") else 70 if self.leads(link.id) else 8
        return SPURS.get(word, 0)

    def worth_of_attack(self, body: Body) -> float:
        target, weapon = self.game.units[body["target"]], self.game.items[body["weapon"]]
        worth = 40 + 4 * weapon.stats.get("damage", 1) - 3 * target.stats["health"]
        return worth + (50 if self.valued(target) else 0) - (0 if target.seat else 15)

    def worth_of_throw(self, body: Body) -> float:
        """Enemies in the zone, and no friends."""
        zone = body.get("zone") or self.game.units[body["target"]].zone
        there = [u for u in self.game.units.values() if u.zone == zone and u.status == "ready" and u.seat]
        return 40 * sum(1 if u.side != self.unit.side else -2 for u in there)

    # ------------------------------------------------------------------------------------------ where to

    def choose(self) -> Any:
        """Out with what it carries; else whatever is worth most for its way."""
        outs = [out for item in self.unit.items for out in self.ways_out(item)]
        if outs:
            return min((o.zones[0] for o in outs), key=lambda zone: self.ways.far(self.unit, zone))
        rated = [(value * self.mood.uniform(0.6, 1.4) / (self.far(at) + 2), n) for n, (value, at) in self.wanted()]
        best = max(rated, default=None)
        return dict(self.wanted())[best[1]][1] if best else self.unit.zone

    def far(self, goal: Any) -> float:
        return self.ways.far(self.unit, goal)

    def wanted(self) -> Iterator[tuple[int, tuple[float, Any]]]:
        """Everything that this unit might go for, numbered: how much it is worth, and where."""
        yield from enumerate(self.all_wanted())

    def all_wanted(self) -> Iterator[tuple[float, Any]]:
        for objective in self.game.objectives.values():
            if objective.side in ("", self.unit.side) and objective.kind != "leave" and not self.is_kept(objective):
                yield 1.0 + 2 * self.prize(objective), objective.at or objective.zones[0]
        for marker in self.game.markers.values():
            if marker.kind == "loot" and self.ways_out(str(marker.data["item"])):
                yield 7.0, marker.at or marker.zone
        for other in self.game.units.values():
            if other.zone and other.id != self.unit.id:
                yield self.interest(other), other.at or other.zone

    def interest(self, other: Unit) -> float:
        """How much it wants to be where somebody else is."""
        tags = {tag for item in self.unit.items for tag in self.game.items[item].tags}
        if other.side == self.unit.side:
            return 14.0 if other.status == "down" and tags & {"medkit", "tools"} else 0.0
        if other.status != "ready" or not other.seat:
            return 0.0
        return 8.0 if self.valued(other) else 1.5

    def is_kept(self, objective: Objective) -> bool:
        """Whether a friend holds it already."""
        friends = [u for u in self.game.units.values() if u.seat == self.unit.seat and u.id != self.unit.id]
        return objective.kind == "hold" and any(u.status == "ready" and u.zone in objective.zones for u in friends)

    def prize(self, objective: Objective) -> float:
        """What an objective brings, and what carrying off what it holds brings later."""
        outs = self.ways_out(str(objective.data.get("item", "")))
        again = 3 if objective.kind == "hold" else 1
        return again * objective.points + max((out.points for out in outs), default=0)

    def ways_out(self, item: str) -> list[Objective]:
        """Where this side scores by carrying an item off."""
        return [
            o
            for o in self.game.objectives.values()
            if o.kind == "leave" and o.side in ("", self.unit.side) and o.data.get("item") == item and item
        ]

    def valued(self, other: Unit) -> bool:
        """Whether somebody carries what the game is about."""
        return any("loot" in self.game.items[item].tags for item in other.items if item in self.game.items)

    # ------------------------------------------------------------------------------------------ how

    def gain(self, body: Body) -> float:
        """How much nearer a move brings it, in zones, or in pieces of three inches."""
        return self.far(self.goal) - self.ways.far_from(body.get("at") or body["to"], self.goal)

    def leads(self, link: str) -> bool:
        """Whether its way leads through a door."""
        return self.ways.through(self.unit, link, self.goal)

    def danger(self, zone: str) -> float:
        """What a zone is feared for."""
        if zone not in self.game.zones:
            return 0
        feared = [area for area in self.game.areas.values() if zone in area.zones and self.fears(area)]
        return 6 * self.game.zones[zone].levels.get("fire", 0) + 9 * len(feared)

    def fears(self, area: Area) -> bool:
        """Whether an area is one to keep out of."""
        if area.kind == "scenery":
            return "flammable" in self.unit.tags and bool(area.data.get("flaming"))
        shielded = {kind for special in specials(self.game, self.unit) for kind in special.against}
        return area.kind not in {*shielded, "darkness", "light"} and self.unit.kind != "vehicle"


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
