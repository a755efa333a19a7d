"""Append and replay with the library `eventsourcing` on SQLite, with a trivial fold.

    python bench/peers/replay.py [--n 100000]

`value` is events a second from SQLite to the state; `append` is events a second made durable, sixteen to a commit.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from lib import games, machine

GROUP = 16


def main() -> None:
    """Writes a game, then reads it back."""
    given = machine.arguments(__doc__, 100_000, "events of the log")
    events = 600 if given.quick else given.n
    machine.pin(machine.cores()[0])
    with machine.scratch() as data:
        os.environ.update(PERSISTENCE_MODULE="eventsourcing.sqlite", SQLITE_DBNAME=str(data / "events.db"))
        library = Library()
        append = library.write(events)
        runs = machine.repeated(lambda: library.read(events), given.repeats, patient=not given.quick)
    machine.emit(
        "replay", events, machine.median(runs, "value"), "entries/s", "eventsourcing",
        spread=machine.spread(runs, "value"), append=append,
    )  # fmt: skip


class Library:
    """A game as its users write it: an aggregate whose events move units."""

    def __init__(self) -> None:
        try:
            from eventsourcing.application import Application  # type: ignore[import-not-found]
            from eventsourcing.domain import Aggregate, event  # type: ignore[import-not-found]
        except ImportError:
            raise machine.Trouble("This peer needs the package `eventsourcing`: see docs/performance.md.") from None

        class Game(Aggregate):  # type: ignore[misc]
            @event("Started")  # type: ignore[untyped-decorator]
            def __init__(self) -> None:
                self.zones: dict[str, str] = {}

            @event("Moved")  # type: ignore[untyped-decorator]
            def move(self, unit: str, zone: str, health: int) -> None:
                self.zones[unit] = zone

        self._application: Any = Application()
        self._game: Any = Game()

    def write(self, events: int) -> float:
        """Events a second, durable."""
        start = time.perf_counter()
        for number in range(events - 1):
            self._game.move(games.unit_of(number % 8), games.zone_of(number), games.ENDLESS - number)
            if number % GROUP == GROUP - 1:
                self._application.save(self._game)
        self._application.save(self._game)
        return events / (time.perf_counter() - start)

    def read(self, events: int) -> machine.Run:
        """All of it, folded."""
        start = time.perf_counter()
        found = self._application.repository.get(self._game.id)
        passed = time.perf_counter() - start
        assert found.version == events
        return {"value": events / passed}


if __name__ == "__main__":
    machine.run(main)
