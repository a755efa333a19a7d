"""An evening of a scenario with two players who know what they want: chosen from their offers, on fair dice."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from wardiary_server.game.board import Graph
from wardiary_server.game.dice import ServerDice
from wardiary_server.game.entry import AnyEntry, Entry
from wardiary_server.game.frame.turns import left_to_go
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.resolver import Context
from wardiary_server.game.state import Game, Link, Unit
from wardiary_server.game.table_events import Created
from wardiary_server.game.timeline import Intent, Timeline
from wardiary_server.scenario import Scenario

Body = dict[str, Any]
Plan = Mapping[str, str]
"""Which objective each unit goes for."""

LOOT = ("recorder", "strongbox")
EXITS = {"red": "dock", "blue": "lock"}
SPURS = {"leave": 500, "use": 300, "take": 250, "stand": 200, "seal": 30}
"""How much each kind of command is worth to a player by itself."""


class Evening:
    """One game, played to its end. `seed` makes the dice and the moods."""

    def __init__(self, scenario: Scenario, seed: int, plans: Mapping[str, Plan]) -> None:
        secret = hashlib.sha256(str(seed).encode()).digest()
        self.timeline = Timeline(scenario.rules, lambda salts: ServerDice("evening", secret, salts))
        self.mood = Random(seed)
        self.plans = plans
        first: AnyEntry = Entry(
            seq=1, kind="game", at=0, root=1, events=(Created(game=scenario.game, commitment=""),), because=(-1,)
        )
        self.timeline.follow(first)
        self.log: list[AnyEntry] = [first]
        open_ = {key: Link(key, link.a, link.b) for key, link in scenario.game.links.items()}
        self.ways = Graph(scenario.game.zones, open_)

    @property
    def game(self) -> Game:
        return self.timeline.state.game

    def do(self, seat: str, body: Body) -> None:
        self.log.append(self.timeline.decide(Intent(body=body, by=seat, role="player", at=0)))

    def legal(self, seat: str, unit: str) -> list[Body]:
        """All that a unit may do now."""
        return list(legal(offers(Context(self.timeline.rules, self.timeline.state, by=seat), unit)))

    def play(self) -> Evening:
        """From set-up to a result. Nothing may wait for anybody on the way."""
        for seat in self.plans:
            for unit in [u for u in self.game.units.values() if u.seat == seat and "brought" not in u.tags]:
                self.do(seat, self.mood.choice([b for b in self.legal(seat, unit.id) if b["do"] == "place"]))
            self.do(seat, {"do": "ready"})
        while self.game.result is None:
            assert not self.game.open, "somebody is asked something"
            assert len(self.log) < 2_000, "this evening has no end"
            self.go()
        return self

    def go(self) -> None:
        """The next command: of the unit whose turn is on, else of one of the side whose go it is."""
        clock = self.game.clock
        units = [self.game.units[unit] for unit in clock.active] or left_to_go(self.game, clock.side)
        unit = self.mood.choice(units)
        bodies = self.legal(unit.seat, unit.id)
        rated = [(self.worth(unit, body) + self.mood.random() * 15, n) for n, body in enumerate(bodies)]
        best, n = max(rated)
        ends = [body for word in ("end", "pass") for body in bodies if body["do"] == word]
        self.do(unit.seat, bodies[n] if best > 15 else ends[0])

    # ------------------------------------------------------------------------------------------ what they want

    def worth(self, unit: Unit, body: Body) -> float:
        """How much a player thinks of a command."""
        word = str(body["do"])
        if word == "leave" and not carries(unit):
            return 0
        if word == "attack":
            return self.worth_of_attack(body)
        if word == "move":
            gain = self.gain(unit, body["to"])
            return gain * (120 if carries(unit) else 35) - self.danger(unit, body["to"])
        if word == "open":
            link = self.game.links[body["door"]]
            gain = self.gain(unit, link.b if link.a == unit.zone else link.a)
            return (60 if link.door == "closed" else 5) if gain > 0 else 0
        return SPURS.get(word, 0)

    def worth_of_attack(self, body: Body) -> float:
        target, weapon = self.game.units[body["target"]], self.game.items[body["weapon"]]
        worth = 40 + weapon.stats["dice"] * weapon.stats.get("damage", 1) - 5 * target.stats["health"]
        return worth + (60 if carries(target) else 0) - (0 if target.seat else 15)

    def danger(self, unit: Unit, zone: str) -> int:
        levels = self.game.zones[zone].levels
        gas = 0 if "gas_immune" in unit.tags else 8 * levels.get("gas_irritating", 0) + 15 * levels.get("gas_deadly", 0)
        return 8 * levels.get("fire", 0) + gas

    def gain(self, unit: Unit, zone: str) -> int:
        """How much nearer a zone is to where the unit wants to be."""
        far = self.ways.distances(self.goal(unit))
        return far[unit.zone] - far[zone]

    def goal(self, unit: Unit) -> str:
        """Out with what it carries; else to what lies about, to its plan, to whoever has the loot, to the bridge."""
        if carries(unit):
            return EXITS[unit.side]
        plan = self.plans[unit.seat].get(unit.id, LOOT[0])
        lying = [m.zone for m in self.game.markers.values() if m.kind == "loot"]
        near = [z for z in lying if plan == LOOT[0] or self.ways.distances(z)[unit.zone] <= 2]
        planned = [self.game.objectives[plan].zones[0]] if plan in self.game.objectives else []
        thieves = [u.zone for u in self.game.units.values() if u.side != unit.side and u.zone and carries(u)]
        return [*near, *planned, *thieves, "bridge"][0]


def carries(unit: Unit) -> bool:
    """Whether a unit has something that is worth carrying out."""
    return any(item in unit.items for item in LOOT)


def happened(evenings: Sequence[Any]) -> Iterator[Any]:
    """Every event of all of them."""
    for evening in evenings:
        for entry in evening.log:
            yield from entry.events
