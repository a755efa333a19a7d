"""Replay: a long game read back into its state, as a restart without any snapshot does it.

    python bench/replay.py [--n 100000]

`value` is entries a second for all of it: read from SQLite, prove the chain, decode, fold. Beside it, on the same log
in the same minute: `limit`, reading and proving alone; `decode`, decoding alone; `fold`, folding alone; and `rows`,
the rows as SQLite gives them, unproved. The game was really played, with undo and redo in it.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from lib import games, logs, machine
from wardiary_server.data import LOG, opened, rules_for
from wardiary_server.game.dice import ScriptedDice
from wardiary_server.game.entry import AnyEntry
from wardiary_server.game.resolver import Dice
from wardiary_server.game.rulebook import Rules
from wardiary_server.game.timeline import Timeline
from wardiary_server.lobby import Lobby
from wardiary_server.log.sqlite_file import Reader


def main() -> None:
    """Makes the log, then measures."""
    given = machine.arguments(__doc__, 100_000, "entries of the log")
    entries = 600 if given.quick else given.n
    machine.pin(machine.cores()[0])
    with machine.scratch() as data:
        asyncio.run(make(data, entries))
        runs = machine.repeated(lambda: run(data, entries), given.repeats, patient=not given.quick)
    middle = {name: machine.median(runs, name) for name in runs[0]}
    machine.emit(
        "replay", entries, middle["whole"], "entries/s", spread=machine.spread(runs, "whole"), limit=middle["chain"],
        limit_is="read and prove the chain", ratio=middle["whole"] / middle["chain"], decode=middle["decode"],
        fold=middle["fold"], rows=middle["rows"], bytes_per_entry=middle["bytes"] / entries,
        noise=middle["noise"], tries=middle["tries"],
    )  # fmt: skip


async def make(data: Path, entries: int) -> None:
    """Plays the game."""
    async with logs.room_of(data) as (_lobby, room):
        await logs.play(room, entries)


def run(data: Path, entries: int) -> machine.Run:
    """Everything once, and how much others were in the way."""
    with machine.watched(os.getpid()) as figures:
        parts = parts_of(data, entries)
        gc.unfreeze()
        gc.collect()
        passed = asyncio.run(whole(data))
    return {**parts, "whole": entries / passed, "noise": figures["noise"]}


def parts_of(data: Path, entries: int) -> dict[str, float]:
    """Each step alone, entries a second; and the bytes of all bodies."""
    rules = rules_for(games.RULEBOOKS)
    bodies = [body for _seq, _commit_id, body, _hash in rows_of(data)]
    decoded = [rules.codec.decode(body) for body in bodies]
    assert len(decoded) == entries
    gc.collect()
    gc.freeze()  # what the steps are fed with is no work of theirs
    steps: dict[str, Callable[[], object]] = {
        "rows": lambda: rows_of(data),
        "chain": lambda: prove(data),
        "decode": lambda: deque(map(rules.codec.decode, bodies), 0),
        "fold": lambda: fold(rules, decoded),
    }
    return {name: entries / seconds(step) for name, step in steps.items()} | {"bytes": float(sum(map(len, bodies)))}


def seconds(step: Callable[[], object]) -> float:
    """How long it takes."""
    start = time.perf_counter()
    step()
    return time.perf_counter() - start


# ---------------------------------------------------------------------------------------------- the steps


def rows_of(data: Path) -> list[Any]:
    """The rows as SQLite has them."""
    with sqlite3.connect(data / LOG) as db:
        return db.execute("SELECT seq, commit_id, body, hash FROM entry ORDER BY game, seq").fetchall()


def prove(data: Path) -> int:
    """Reads the rows and proves that each follows the one before; how many there are."""
    with Reader(data / LOG) as reader:
        return reader.verify(logs.GAME).seq


def dice(salts: Mapping[str, str]) -> Dice:
    """Dice that nobody rolls: a replay draws none."""
    return ScriptedDice(())


def fold(rules: Rules, entries: list[AnyEntry]) -> Timeline:
    """The timeline after all entries."""
    timeline = Timeline(rules, dice)
    for entry in entries:
        timeline.follow(entry)
    return timeline


async def whole(data: Path) -> float:
    """Seconds until a server that has no snapshot has the timeline: through the log's own thread, row by row."""
    async with opened(data) as lobby:
        await forget(lobby)
        past = await lobby.past(logs.GAME)
        start = time.perf_counter()
        timeline, head = await past.open(lambda state, tree: Timeline(past.rules, dice, state, tree))
        passed = time.perf_counter() - start
    assert timeline.state.seq == head.seq
    return passed


async def forget(lobby: Lobby) -> None:
    """Drops the snapshots."""
    lobby.snapshots.forget(logs.GAME)
    await lobby.snapshots.settled()


if __name__ == "__main__":
    machine.run(main)
