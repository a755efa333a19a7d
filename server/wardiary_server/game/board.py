"""Zones and how they are joined: neighbours, distances and ways, through what is open now (D25).

A closed or sealed door is no way for anybody: people, fire, gas or sight. Distances are in zones.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from .state import Game, Link, Marker, Point, Unit

if TYPE_CHECKING:
    from .unit_events import UnitEntered, UnitMoved


class Place(NamedTuple):
    """Where something is: its zone, and on a board that is measured in inches the point and the radius of its base."""

    zone: str
    at: Point | None = None
    base: int = 0


def place_of(thing: Unit | Marker) -> Place:
    """Where a unit or a marker is."""
    return Place(thing.zone, thing.at, thing.base if isinstance(thing, Unit) else 0)


def ends_of(game: Game, event: UnitEntered | UnitMoved) -> tuple[Place, Place]:
    """Where a unit was before it entered a zone or moved in one, and where it was then. Before it arrived: nowhere."""
    base = game.units[event.unit].base
    came = getattr(event, "came", event.zone)
    return Place(came, event.was, base), Place(event.zone, event.at, base)


class Graph:
    """The zone graph for one set of links, with what was already found out about it."""

    def __init__(self, zones: Iterable[str], links: Mapping[str, Link]) -> None:
        self.ways: dict[str, dict[str, str]] = {zone: {} for zone in zones}
        for link in links.values():
            if link.passable:
                self.ways[link.a].setdefault(link.b, link.id)
                self.ways[link.b].setdefault(link.a, link.id)
        self._from: dict[str, dict[str, str]] = {}
        self._far: dict[str, dict[str, int]] = {}

    def neighbours(self, zone: str) -> tuple[str, ...]:
        """The zones that can be entered from this one, in the scenario's order."""
        return tuple(self.ways[zone])

    def distances(self, zone: str) -> Mapping[str, int]:
        """How far every zone is that can be reached from this one; itself 0."""
        if zone not in self._far:
            self._search(zone)
        return self._far[zone]

    def way(self, zone: str, to: str) -> tuple[str, ...]:
        """The zones of a shortest way, without the first; empty where there is none or it is the same zone."""
        if zone not in self._from:
            self._search(zone)
        came = self._from[zone]
        steps: list[str] = []
        while to != zone:
            if to not in came:
                return ()
            steps.append(to)
            to = came[to]
        return tuple(reversed(steps))

    def _search(self, start: str) -> None:
        far, came, queue = {start: 0}, {}, deque([start])
        while queue:
            here = queue.popleft()
            for there in self.ways[here]:
                if there not in far:
                    far[there] = far[here] + 1
                    came[there] = here
                    queue.append(there)
        self._far[start], self._from[start] = far, came


_recent: deque[tuple[Mapping[str, Link], Graph]] = deque(maxlen=16)


def graph(game: Game) -> Graph:
    """The zone graph as the doors are now. States share links until a door changes."""
    for links, known in _recent:
        if links is game.links:
            return known
    made = Graph(game.zones, game.links)
    _recent.appendleft((game.links, made))
    return made


def distance(game: Game, a: str, b: str) -> int | None:
    """Zones between two zones along what is open; None where no way leads there."""
    return graph(game).distances(a).get(b)


def joined(game: Game, a: str, b: str) -> tuple[Link, ...]:
    """The links between two zones, open or not."""
    return tuple(link for link in game.links.values() if {link.a, link.b} == {a, b})


def standing(game: Game, zone: str) -> tuple[Unit, ...]:
    """The units on their feet in a zone, by id."""
    found = [u for u in game.units.values() if u.zone == zone and u.status == "ready"]
    return tuple(sorted(found, key=lambda unit: unit.id))
