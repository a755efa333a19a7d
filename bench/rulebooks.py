"""Rulebooks: what a command costs with all three rulebooks on, beside one that has only the rulebook it uses.

    python bench/rulebooks.py [--n 300]

One game on sixteen zones, in which something of every rulebook lies about: fire and gas, a gun, Airless zones, a
Breach, mustard gas, an oil drum that may burn. Each command touches what belongs to one rulebook. It is decided as a
room does it without its log: the rules, the entry's bytes, the view and its difference, the sentences. The two games
take turns, command by command, n times.

`value` is the largest of the ratios, each the median of all pairs; `limit` is what it may be. `commands` has each
command: microseconds with its rulebook alone (`one`) and with all (`all`), the ratio, and that of deciding alone.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator, Mapping
from typing import Any

from lib import machine
from lib.mixed import COMMANDS, mixed
from wardiary_server.data import rules_for
from wardiary_server.game import views
from wardiary_server.game.dice import ServerDice
from wardiary_server.game.entry import Entry, digest
from wardiary_server.game.story import tell
from wardiary_server.game.table_events import Created
from wardiary_server.game.timeline import Intent, Timeline

ALL = ("environments", "zones", "casualties")
LIMIT = 1.5
Took = tuple[float, float]
"""Seconds of processor time: of deciding, and of everything."""


def main() -> None:
    """Every command, in both games by turns."""
    given = machine.arguments(__doc__, 300, "times that each command is decided in each game")
    times = 5 if given.quick else given.n
    machine.pin(machine.cores()[0])
    runs = machine.repeated(lambda: run(times), given.repeats, patient=not given.quick)
    names = [f"{book}: {name}" for book, name in COMMANDS]
    commands = {
        name: {part: machine.median(runs, f"{name}/{part}") for part in ("one", "all", "ratio", "deciding")}
        for name in names
    }
    machine.emit(
        "rulebooks", given.n, max(found["ratio"] for found in commands.values()), "times", limit=LIMIT,
        spread=machine.spread(runs, "worst"), commands=commands, noise=machine.median(runs, "noise"),
        tries=machine.median(runs, "tries"),
    )  # fmt: skip


def run(times: int) -> machine.Run:
    """All commands; each figure by the command's name and what it is."""
    found: dict[str, float] = {}
    with machine.watched(os.getpid()) as figures:
        for (book, name), body in COMMANDS.items():
            found |= compared(f"{book}: {name}", times, Side((book,), body), Side(ALL, body))
    worst = max(value for name, value in found.items() if name.endswith("/ratio"))
    return {**found, "worst": worst, "noise": figures["noise"]}


def compared(name: str, times: int, one: Side, every: Side) -> Iterator[tuple[str, float]]:
    """What a command costs in the two games: microseconds, and the ratios."""
    for side in (one, every):
        side.once()
    pairs = [(one.once(), every.once()) for _ in range(times)]
    yield f"{name}/one", statistics.median(alone[1] for alone, _ in pairs) * 1e6
    yield f"{name}/all", statistics.median(full[1] for _, full in pairs) * 1e6
    yield f"{name}/ratio", statistics.median(full[1] / alone[1] for alone, full in pairs)
    yield f"{name}/deciding", statistics.median(full[0] / alone[0] for alone, full in pairs)


class Side:
    """One game, and the command that is decided in it again and again."""

    def __init__(self, rulebooks: tuple[str, ...], body: Mapping[str, Any]) -> None:
        self._timeline = Timeline(rules_for(rulebooks), lambda salts: ServerDice("bench", bytes(32), salts))
        created = Created(game=mixed(rulebooks), commitment="")
        self._timeline.follow(Entry(seq=1, kind="game", at=0, root=1, events=(created,), because=(-1,)))
        self._intent = Intent(
            body=body, by=f"seat{body['unit'][1:]}", role="player", at=0, id="a command", digest=digest(body)
        )  # fmt: skip
        self._view = views.view(self._timeline.state, views.SPECTATOR)

    def once(self) -> Took:
        """Decides it, makes of it what is written and what is sent, and takes it back."""
        timeline, before = self._timeline, self._timeline.state
        start = time.thread_time()
        timeline.decide(self._intent)
        decided = time.thread_time()
        for entry in timeline.since(before.seq):
            timeline.rules.codec.encode(entry)
            tell(entry, before, timeline.state, views.SPECTATOR)
        after = views.view(timeline.state, views.SPECTATOR, self._view)
        views.difference(self._view, after)
        end = time.thread_time()
        timeline.rollback(before.seq)
        return decided - start, end - start


if __name__ == "__main__":
    machine.run(main)
