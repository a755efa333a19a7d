"""How far it is to somewhere, for players in tests: as if every door were open. By zones, or in inches by the doors."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import dist
from typing import Any

from wardiary_server.game.board import Graph
from wardiary_server.game.geometry.ground import middle_of, middle_of_link
from wardiary_server.game.geometry.places import zone_at
from wardiary_server.game.state import Game, Link, Unit

PIECE = 3_000
"""Thousandths of an inch that count like one zone."""


class Wayfinding:
    """The ways of one scenario's board."""

    def __init__(self, game: Game) -> None:
        self.game = game
        open_ = {key: Link(key, link.a, link.b) for key, link in game.links.items()}
        self.graph = Graph(game.zones, open_)
        self.middles = {key: middle_of_link(game, link) for key, link in game.links.items()}
        self.known: dict[Any, dict[str, float]] = {}
        self.zone_at = cache(lambda at: zone_at(game, at))
        self.doors = cache(lambda zone: [key for key, link in game.links.items() if zone in (link.a, link.b)])

    def far(self, unit: Unit, goal: Any) -> float:
        """From where a unit is; a goal is a zone or a place in inches."""
        return self.far_from(unit.at or unit.zone, goal) if unit.zone else 99.0

    def far_from(self, here: Any, goal: Any) -> float:
        """From a zone, or from a place in inches."""
        if self.game.measure != "board":
            return float(self.graph.distances(goal).get(here, 99))
        here, goal = (self.place(x) for x in (here, goal))
        if self.zone_at(here) == self.zone_at(goal):
            return dist(here, goal) / PIECE
        costs = self.costs(goal)
        ways = [costs[link] + dist(here, self.middles[link]) for link in self.doors(self.zone_at(here))]
        return min(ways, default=99 * PIECE) / PIECE

    def through(self, unit: Unit, link: str, goal: Any) -> bool:
        """Whether the shortest way leads through this link."""
        ends = self.game.links[link]
        other = ends.b if ends.a == unit.zone else ends.a
        if self.game.measure != "board":
            return self.far_from(other, goal) < self.far(unit, goal)
        goal = self.place(goal)
        if unit.zone == self.zone_at(goal) or unit.at is None:
            return False
        at = unit.at
        return link == min(self.doors(unit.zone), key=lambda one: self.costs(goal)[one] + dist(at, self.middles[one]))

    # ------------------------------------------------------------------------------------------ in inches

    def between(self, a: str, b: str) -> float:
        """How far two links are apart."""
        return dist(self.middles[a], self.middles[b])

    def place(self, where: Any) -> Any:
        """A place; of a zone its middle."""
        return middle_of(self.game.zones[where].shape) if isinstance(where, str) else tuple(where)

    def costs(self, goal: Any) -> dict[str, float]:
        """How far it is from the middle of each link to a place."""
        if goal not in self.known:
            costs = dict.fromkeys(self.middles, 1000000.0)
            costs |= {link: dist(self.middles[link], goal) for link in self.doors(self.zone_at(goal))}
            for _ in self.game.zones:
                for zone in self.game.zones:
                    for a, b in product(self.doors(zone), repeat=2):
                        costs[a] = min(costs[a], costs[b] + self.between(a, b))
            self.known[goal] = costs
        return self.known[goal]
