"""Sight: questions to the geometry of a board with many walls: what is seen, what is in the way, which zone.

    python bench/sight.py [--n 500]

A board of 36 by 24 inches with n walls and a hundred zones. `value` is questions a second, one third of each kind:
a line of sight of up to 12 inches, a straight move of up to 6 inches by a base of half an inch, the zone of a place.
`p99_us` is the slowest hundredth of all, in microseconds; the promise is less than 1,000. Beside it, on the same board
with the same questions: `limit`, asking every wall and every zone one after another, as one would without a tree.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from lib import machine
from shapely import LineString
from shapely import Point as Dot
from wardiary_server.game.geometry.ground import ground, polygon
from wardiary_server.game.geometry.lines import clear
from wardiary_server.game.geometry.places import zone_at
from wardiary_server.game.geometry.points import along
from wardiary_server.game.geometry.travel import first_hit
from wardiary_server.game.state import Game, Link, Point, Unit, Wall, Zone

WIDE, DEEP, SIDE = 36_000, 24_000, 10
Question = tuple[Point, Point, Point]


def main() -> None:
    """Builds the board, then measures."""
    given = machine.arguments(__doc__, 500, "walls")
    chance = random.Random(7)
    game, asked = board(given.n, chance), questions(60 if given.quick else 3_000, chance)
    machine.pin(machine.cores()[0])
    runs = machine.repeated(lambda: run(game, asked), given.repeats, patient=not given.quick)
    value, limit = machine.median(runs, "value"), machine.median(runs, "limit")
    machine.emit(
        "sight", given.n, value, "questions/s", spread=machine.spread(runs, "value"), limit=limit,
        limit_is="every wall and zone, one after another", ratio=value / limit, p50_us=machine.median(runs, "p50_us"),
        p99_us=machine.median(runs, "p99_us"), noise=machine.median(runs, "noise"), tries=machine.median(runs, "tries"),
    )  # fmt: skip


def board(walls: int, chance: random.Random) -> Game:
    """Walls of half an inch to two inches, all over a grid of zones."""
    zones = {}
    for n in range(SIDE * SIDE):
        left, top = WIDE // SIDE * (n % SIDE), DEEP // SIDE * (n // SIDE)
        right, bottom = left + WIDE // SIDE, top + DEEP // SIDE
        zones[f"z{n}"] = Zone(f"z{n}", "", shape=((left, top), (right, top), (right, bottom), (left, bottom)))
    links = [(n, n + 1) for n in range(SIDE * SIDE - 1) if n % SIDE < SIDE - 1]
    links += [(n, n + SIDE) for n in range(SIDE * SIDE - SIDE)]
    return Game(
        "a bench", measure="board", zones=zones, size=(WIDE, DEEP),
        links={f"{a}-{b}": Link(f"{a}-{b}", f"z{a}", f"z{b}") for a, b in links},
        walls={f"w{n}": Wall(f"w{n}", ends(chance, 500, 2_000)) for n in range(walls)},
    )  # fmt: skip


def ends(chance: random.Random, least: int, most: int) -> tuple[Point, Point]:
    """A line somewhere on the board."""
    start = chance.randrange(WIDE), chance.randrange(DEEP)
    toward = chance.randrange(WIDE), chance.randrange(DEEP)
    return start, along(start, toward, chance.randint(least, most))


def questions(many: int, chance: random.Random) -> list[Question]:
    """Where one stands, where one looks, where one goes."""
    found = []
    for _ in range(many):
        start, seen = ends(chance, 1_000, 12_000)
        found.append((start, seen, along(start, seen, chance.randint(500, 6_000))))
    return found


def run(game: Game, asked: Sequence[Question]) -> machine.Run:
    """Every question once, with the trees and without."""
    for warm in (see, go, find, naive):  # a tree is made when it is first asked
        warm(game, asked[0])
    with machine.watched(os.getpid()) as figures:
        times = [timed(kind, game, question) for question in asked for kind in (see, go, find)]
        slow = sum(timed(naive, game, question) for question in asked)
    return {
        "value": len(times) / sum(times), "limit": len(times) / slow, "p50_us": machine.percentile(times, 0.5) * 1e6,
        "p99_us": machine.percentile(times, 0.99) * 1e6, "noise": figures["noise"],
    }  # fmt: skip


def timed(ask: Callable[[Game, Question], Any], game: Game, question: Question) -> float:
    """Seconds that one question takes."""
    start = time.perf_counter()
    ask(game, question)
    return time.perf_counter() - start


def see(game: Game, question: Question) -> bool:
    """A line of sight."""
    return clear(game, question[0], question[1])


def go(game: Game, question: Question) -> object:
    """A straight move."""
    return first_hit(game, Unit("mover", "", base=500), question[0], question[2])


def find(game: Game, question: Question) -> str:
    """The zone of a place."""
    return zone_at(game, question[0])


def naive(game: Game, question: Question) -> object:
    """All three, by asking everything that there is."""
    start, seen, end = question
    barriers = ground(game).barriers
    sight, way, here = LineString((start, seen)), LineString((start, end)), Dot(start)
    blocked = any(one.sight and one.line.intersects(sight) for one in barriers)
    stopped = min((one.line.distance(here) for one in barriers if one.line.distance(way) < 500), default=0)
    return blocked, stopped, [zone for zone in game.zones.values() if polygon(zone.shape).intersects(here)]


if __name__ == "__main__":
    machine.run(main)
