"""The commands of a peer: N clients that move in one game, and some that watch. Nothing that they do is durable.

    python bench/peers/commands.py colyseus|boardgameio [--n 16] [--watchers 4]

docs/performance.md says what has to be installed. The rules are a toy: a step round a ring, and two health less.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from lib import games, machine, sockets
from lib.child import Child
from openings import PEERS, Connected, Peer


def main() -> None:
    """Seats everyone, warms up, measures."""
    named = ("peer", {"choices": [name for name, peer in PEERS.items() if peer.move]})
    watching = ("--watchers", {"type": int, "default": 4, "help": "clients that only watch (default 4)"})
    seconds_of = ("--seconds", {"type": float, "default": 3.0, "help": "of a run (default 3)"})
    given = machine.arguments(__doc__, 16, "clients that move", named, watching, seconds_of)
    server_core, load_core = machine.cores()
    machine.pin(load_core)
    peer, seconds = PEERS[given.peer], 0.1 if given.quick else given.seconds
    with Child(peer.command, server_core) as server:
        table = Table(peer, server, given.n, given.watchers)
        table.play(seconds / 2)
        runs = machine.repeated(lambda: table.run(seconds), given.repeats, patient=not given.quick)
    figures = {name: machine.median(runs, name) for name in runs[0]}
    machine.emit(
        "commands", given.n, figures.pop("value"), "commands/s", given.peer, watchers=given.watchers,
        spread=machine.spread(runs, "value"), **figures,
    )  # fmt: skip


class Mover:
    """A client in a closed loop."""

    def __init__(self, peer: Peer, unit: int, connected: Connected) -> None:
        self.took: list[float] = []
        self.moving = False
        self.sent = 0.0
        self._peer, self._unit, self._connected = peer, unit, connected
        self._zone = unit

    def move(self) -> None:
        """Sends the next move."""
        assert self._peer.move is not None
        self._zone = (self._zone + 1) % games.ZONES
        self.sent = time.perf_counter()
        self._connected.socket.sendall(self._peer.move(self._unit, self._zone))

    def hear(self, data: bytes) -> None:
        """Looks for the answer among what came."""
        assert self._peer.answers is not None
        for payload in self._connected.frames.feed(data):
            if self.sent and self._peer.answers(payload, self._unit):
                self.took.append(time.perf_counter() - self.sent)
                self.sent = 0.0
                if self.moving:
                    self.move()


class Table:
    """Those who move, and those who watch."""

    def __init__(self, peer: Peer, server: Child, movers: int, watchers: int) -> None:
        port = server.hear()["port"]
        self._server = server
        self._ears = sockets.Ears()
        self._movers = []
        for unit in range(movers):
            connected = peer.join(port, str(unit))
            self._movers.append(Mover(peer, unit, connected))
            self._ears.add(connected.socket, self._movers[-1].hear)
        self._watchers = [peer.join(port, "") for _ in range(watchers)]
        for watcher in self._watchers:
            self._ears.add(watcher.socket, lambda _data: None)

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
        while any(mover.sent for mover in self._movers):
            self._ears.listen()
        return time.perf_counter() - start

    def run(self, seconds: float) -> machine.Run:
        """One run."""
        while self._ears.listen(0.1):
            pass
        with machine.watched(self._server.pid) as figures:
            wall = self.play(seconds)
        took = [one * 1000 for mover in self._movers for one in mover.took]
        return {
            "value": len(took) / wall,
            "p50_ms": machine.percentile(took, 0.5),
            "p99_ms": machine.percentile(took, 0.99),
            "server_cpu_us": figures["cpu"] / len(took) * 1e6,
            "client_core": figures["client_core"],
            "noise": figures["noise"],
        }


if __name__ == "__main__":
    machine.run(main)
