"""Commands: N clients in one game, whose every move burns and hurts, made durable and told to all.

    python bench/commands.py [--n 16] [--watchers 4]

Each client moves its unit into a zone that burns; the rules hurt it; the entry is durable on SQLite
(`synchronous=FULL`) before it is accepted; every client and watcher is told. A client's next move leaves when its last
one was accepted. `value` is commands a second, `p50_ms` and `p99_ms` the time from sending a command to `accepted`.

Beside it, in the same run on the same disk: the bodies of the very same entries appended to a file and synced, one by
one (`limit_each`) and in the groups in which the server wrote them (`limit`).
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from itertools import repeat
from pathlib import Path
from typing import Any

from lib import games, logs, machine, sockets, synced
from lib.child import Child, python
from wardiary_protocol.messages import Command, Hello, Update
from wardiary_protocol.wire import decode_server, encode
from wardiary_server.data import LOG

SHOWN = (
    "p50_ms", "p99_ms", "limit", "limit_each", "ratio", "server_cpu_us", "server_core", "commands_per_tick",
    "bytes_per_update", "body_bytes", "client_core", "noise", "tries",
)  # fmt: skip


def main() -> None:
    """Seats everyone, warms up, measures."""
    given = machine.arguments(
        __doc__,
        16,
        "clients that move",
        ("--watchers", {"type": int, "default": 4, "help": "clients that only watch (default 4)"}),
        ("--seconds", {"type": float, "default": 3.0, "help": "of a run (default 3)"}),
    )
    seconds = 0.1 if given.quick else given.seconds
    server_core, load_core = machine.cores()
    machine.pin(load_core)
    with machine.scratch() as data, Child(serving(data, given.n), server_core) as server:
        table = Table(server, given.n, given.watchers, data)
        table.play(seconds / 2)
        runs = machine.repeated(lambda: table.run(seconds), given.repeats, patient=not given.quick)
        memory, disk = machine.memory_of(server.pid), machine.file_system(data)
    figures: dict[str, Any] = {name: machine.median(runs, name) for name in SHOWN}
    machine.emit(
        "commands", given.n, machine.median(runs, "value"), "commands/s", watchers=given.watchers,
        spread=machine.spread(runs, "value"), **figures, server_mib=memory, disk=disk,
    )  # fmt: skip


def serving(data: Path, movers: int) -> list[str]:
    """The command that starts the server. There are two units at least: alone on the board, one would have won."""
    return python("lib/serve.py", str(data / "games"), "--movers", str(max(2, movers)), "--fire", "2")


class Mover:
    """A client in a closed loop: its next move when the last was accepted, until it is told to stop."""

    def __init__(self, number: int, client: sockets.Client) -> None:
        self.socket = client.socket
        self.took: list[float] = []
        self.moving = False
        self._frames = client.frames
        self._number = number
        self._step = 0
        self._sent = 0.0

    def move(self) -> None:
        """Sends the next move."""
        self._step += 1
        command = Command(f"{self._number}.{self._step}", games.move(self._number, self._step))
        self._sent = time.perf_counter()
        self.socket.sendall(sockets.masked(encode(command, sockets.FORMAT)))

    def hear(self, data: bytes) -> None:
        """Looks for the answer among what came."""
        for payload in self._frames.feed(data):
            if sockets.is_a(b"accepted", payload):
                self.took.append(time.perf_counter() - self._sent)
                self._sent = 0.0
                if self.moving:
                    self.move()
            elif sockets.is_a(b"rejected", payload):
                raise sockets.Lost(str(decode_server(payload, sockets.FORMAT)))

    @property
    def waits(self) -> bool:
        """Whether an answer is still to come."""
        return self._sent > 0


class Table:
    """Those who move, those who watch, and what was told."""

    def __init__(self, server: Child, movers: int, watchers: int, data: Path) -> None:
        found = server.hear()
        self._server, self._data = server, data
        self._ears = sockets.Ears()
        self._heard: list[bytes] = []
        self._movers = [Mover(i, self._seated(found, i)) for i in range(movers)]
        for mover in self._movers:
            self._ears.add(mover.socket, mover.hear)
        self._watchers = [sockets.Client(found["port"], Hello(code=found["code"])) for _ in range(watchers)]
        for watcher in self._watchers:
            self._ears.add(watcher.socket, self._heard.append if watcher is self._watchers[0] else lambda _data: None)

    def _seated(self, found: Mapping[str, Any], number: int) -> sockets.Client:
        invite = found["invites"][games.seat_of(number)]
        return sockets.Client(found["port"], Hello(invite=invite, name=f"Player {number}"))

    def play(self, seconds: float) -> float:
        """Everyone moves for so long; when the last answer came, from the start."""
        start = time.perf_counter()
        for mover in self._movers:
            mover.took.clear()
            mover.moving = True
            mover.move()
        while time.perf_counter() - start < seconds:
            self._ears.listen()
        for mover in self._movers:
            mover.moving = False
        while any(mover.waits for mover in self._movers):
            self._ears.listen()
        return time.perf_counter() - start

    def run(self, seconds: float) -> machine.Run:
        """One run, and the limits beside it."""
        while self._ears.listen(0.1):
            pass
        self._heard.clear()
        with machine.watched(self._server.pid) as figures:
            wall = self.play(seconds)
        took = [one * 1000 for mover in self._movers for one in mover.took]
        value = len(took) / wall
        ticks = self._ticks()
        limits = self._limits(ticks, len(took), seconds / 2)
        return {
            **figures,
            **limits,
            "value": value,
            "ratio": value / limits["limit"],
            "p50_ms": machine.percentile(took, 0.5),
            "p99_ms": machine.percentile(took, 0.99),
            "server_cpu_us": figures["cpu"] / len(took) * 1e6,
            "server_core": figures["cpu"] / wall,
            "commands_per_tick": len(took) / len(ticks),
            "bytes_per_update": sum(map(len, self._heard)) / len(ticks),
        }

    def _ticks(self) -> list[int]:
        """How many entries there were in each update that a watcher was told of."""
        while self._ears.listen(0.1):
            pass
        messages = [decode_server(p, sockets.FORMAT) for p in sockets.Frames().feed(b"".join(self._heard))]
        return [message.seq - message.since for message in messages if isinstance(message, Update)]

    def _limits(self, ticks: list[int], commands: int, seconds: float) -> dict[str, float]:
        """What the disk allows, with the entries of this run."""
        with closing(sqlite3.connect(self._data / "games" / LOG)) as db:
            query = "SELECT body FROM entry WHERE game = ? ORDER BY seq DESC LIMIT ?"
            bodies = [body for (body,) in db.execute(query, (logs.GAME, commands))]
        return {
            "limit": synced.per_second(self._data, bodies, ticks, seconds),
            "limit_each": synced.per_second(self._data, bodies, repeat(1), seconds),
            "body_bytes": sum(map(len, bodies)) / len(bodies),
        }


if __name__ == "__main__":
    machine.run(main)
