"""Opening: how soon a long game is there again, what a newcomer is sent, and what an undo costs in it.

    python bench/opening.py [--n 10000]

`value` is seconds from nothing to an open room of a game of `n` entries, its directory opened and checked too, in the
worst case after a crash: the newest snapshot is 512 entries old. Beside it `tidy` (after a clean end) and `cold` (no
snapshot at all). `limit` is reading the same rows from SQLite and doing nothing with them.

    restart     seconds from starting a process to the first newcomer's welcome, after a crash
    join        the bytes and milliseconds of a welcome, at lengths up to `n`
    undo        milliseconds of an undo or redo, durable, and of going back to entry 100 (`far`); `sync_ms` is what
                the disk alone takes to make as many bytes durable
"""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import repeat
from pathlib import Path
from statistics import median

from lib import logs, machine, sockets, synced
from lib.child import Child, python
from wardiary_protocol.messages import Hello, Rejected
from wardiary_server.data import LOG, SNAPSHOTS, opened
from wardiary_server.past import SNAPSHOT_EVERY
from wardiary_server.room import Room

FAR = 100
UNDOS = 20
JOINS = 5


def main() -> None:
    """Plays the game to each length, and measures."""
    given = machine.arguments(__doc__, 10_000, "entries of the log")
    entries = 700 if given.quick else given.n
    server, load = machine.cores()
    machine.pin(server)
    with machine.scratch() as data:
        join = {}
        for length in [n for n in (100, 1_000, 10_000, 100_000) if n < entries] + [entries]:
            asyncio.run(play(data, length))
            join[str(length)] = joined(data, load)
        runs = machine.repeated(lambda: run(data, entries), given.repeats, patient=not given.quick)
        undo = asyncio.run(undone(data, 2 if given.quick else UNDOS)) | {"sync_ms": sync(data)}
    middle = {name: machine.median(runs, name) for name in runs[0]}
    machine.emit(
        "opening", entries, middle["crash"], "s", spread=machine.spread(runs, "crash"), limit=middle["rows"],
        limit_is="read all rows, do nothing with them", limit_tail=middle["tail"], tidy=middle["tidy"],
        cold=middle["cold"], cold_spread=machine.spread(runs, "cold"), restart=middle["restart"], join=join, undo=undo,
    )  # fmt: skip


async def play(data: Path, entries: int) -> None:
    """Plays on."""
    async with logs.room_of(data) as (_lobby, room):
        await logs.play(room, entries)


# ---------------------------------------------------------------------------------------------- opening


def run(data: Path, entries: int) -> machine.Run:
    """Everything once."""
    return {
        "tidy": fresh(data, entries, keep=entries),
        "crash": fresh(data, entries, keep=entries - SNAPSHOT_EVERY),
        "cold": fresh(data, entries, keep=0),
        "restart": restarted(data, entries),
        "rows": rows(data, 0),
        "tail": rows(data, entries - SNAPSHOT_EVERY),
    }


def fresh(data: Path, entries: int, keep: int) -> float:
    """Seconds until the room is open, with the snapshots up to `keep`."""
    with snapshots_to(data, keep):
        gc.collect()
        return asyncio.run(open_room(data, entries))


async def open_room(data: Path, entries: int) -> float:
    start = time.perf_counter()
    async with opened(data, "bench") as lobby:
        room = await lobby.open(logs.GAME)
        passed = time.perf_counter() - start
        assert room.state.seq == entries
    return passed


@contextmanager
def snapshots_to(data: Path, keep: int) -> Iterator[None]:
    """Leaves only the snapshots of entries up to this one, as a crash a while later would; all are back at the end."""
    kept = (data / SNAPSHOTS).read_bytes()
    with closing(sqlite3.connect(data / SNAPSHOTS)) as db, db:
        db.execute("DELETE FROM snapshot WHERE seq > ?", (keep,))
    try:
        yield
    finally:
        (data / SNAPSHOTS).write_bytes(kept)


def restarted(data: Path, entries: int) -> float:
    """Seconds from starting a process to the first welcome."""
    with snapshots_to(data, entries - SNAPSHOT_EVERY):
        start = time.perf_counter()
        with Child(python("lib/serve.py", str(data)), machine.cores()[0]) as server:
            found = server.hear()
            sockets.Client(found["port"], Hello(code=found["code"])).close()
            return time.perf_counter() - start


def rows(data: Path, after: int) -> float:
    """Seconds to read the same rows from SQLite."""
    query = "SELECT seq, commit_id, body, hash FROM entry WHERE game = ? AND seq > ? ORDER BY seq"
    start = time.perf_counter()
    db = sqlite3.connect(data / LOG)
    db.execute(query, (logs.GAME, after)).fetchall()
    passed = time.perf_counter() - start
    db.close()
    return passed


# ---------------------------------------------------------------------------------------------- joining, undoing


def joined(data: Path, core: int) -> machine.Run:
    """What a newcomer is sent, and how long it takes from connecting to having it."""
    took = []
    with Child(python("lib/serve.py", str(data)), core) as server:
        found = server.hear()
        for _ in range(JOINS):
            start = time.perf_counter()
            client = sockets.Client(found["port"], Hello(code=found["code"]))
            took.append((time.perf_counter() - start) * 1000)
            client.close()
    return {"bytes": client.bytes, "ms": median(took)}


async def undone(data: Path, times: int) -> dict[str, float]:
    """Milliseconds of an undo or redo at the end of the game, and of going back far and forth again."""
    async with logs.room_of(data) as (_lobby, room):
        near = [await rewound(room, {"do": word}) for _ in range(times) for word in ("undo", "redo")]
        back, forth = {"do": "rewind", "to": FAR}, {"do": "redo"}
        far, again = zip(*[(await rewound(room, back), await rewound(room, forth)) for _ in range(3)], strict=True)
    return {"near_ms": median(near), "near_worst_ms": max(near), "far_ms": median(far), "far_redo_ms": median(again)}


async def rewound(room: Room, body: Mapping[str, object]) -> float:
    order = logs.intent(0, {**body, "node": room.state.table.cursor})
    start = time.perf_counter()
    answer = await room.ask(order)
    passed = (time.perf_counter() - start) * 1000
    assert not isinstance(answer, Rejected), answer
    return passed


def sync(data: Path) -> float:
    """Milliseconds in which the disk makes as many bytes as an entry's durable: what no undo can do without."""
    return 1000 / synced.per_second(data, [bytes(256)] * 200, repeat(1), 5.0)


if __name__ == "__main__":
    machine.run(main)
