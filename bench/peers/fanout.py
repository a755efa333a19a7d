"""The fan-out of a peer, beside plain TCP with as many bytes in the same run.

    python bench/peers/fanout.py websockets|ws|socketio|colyseus [--n 1000]

docs/performance.md says what has to be installed. There is no command and no log here: a peer sends events as fast as
its loop goes round, one to a turn, each as large as the smallest update of wardiary.
"""

from __future__ import annotations

import select
import sys
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from lib import load, machine, raw, sockets
from lib.child import Child, python
from openings import PEERS, Connected

WARM_UP = 50


def main() -> None:
    """Connects everyone to the peer and to plain TCP, then measures one after the other."""
    named = ("peer", {"choices": [name for name in PEERS if name != "boardgameio"]})
    seconds_of = ("--seconds", {"type": float, "default": 1.0, "help": "of a run (default 1)"})
    given = machine.arguments(__doc__, 1_000, "clients", named, seconds_of, repeats=9)
    watchers = 8 if given.quick else given.n
    server_core, load_core = machine.cores()
    sockets.many_files()
    machine.pin(load_core)
    peer = PEERS[given.peer]
    with (
        machine.scratch() as data,
        Child(peer.command, server_core) as server,
        Child(python("lib/raw.py"), server_core) as limit,
    ):
        port, plain_port = server.hear()["port"], limit.hear()["port"]
        program = load.compiled(data)
        everyone = [peer.join(port, "") for _ in range(watchers)]
        with (
            closing(load.Load(program, [one.socket for one in everyone[1:]], load_core)) as crowd,
            closing(load.Load(program, [sockets.plain(plain_port) for _ in everyone], load_core)) as plain,
        ):
            rates = Beside(server, limit, crowd, plain, everyone[0], watchers, data)
            rate = rates.peer(WARM_UP)["value"] / watchers
            events = max(WARM_UP, int(rate * (0.05 if given.quick else given.seconds)))
            runs = machine.repeated(lambda: rates.both(events), given.repeats, patient=not given.quick)
    figures = {name: machine.median(runs, name) for name in runs[0]}
    machine.emit(
        "fanout", watchers, figures.pop("value"), "deliveries/s", given.peer, spread=machine.spread(runs, "value"),
        **figures,
    )  # fmt: skip


class Beside:
    """A peer and plain TCP, each with its crowd."""

    def __init__(
        self, server: Child, limit: Child, crowd: load.Load, plain: load.Load, one: Connected, watchers: int, data: Path
    ) -> None:
        self._server, self._limit, self._crowd, self._plain = server, limit, crowd, plain
        self._one, self._watchers, self._data = one, watchers, data
        self._drain()
        self._server.tell(events=1)
        self._server.hear()
        self._size = self._drain()  # of one event, whatever frames it takes

    def _drain(self) -> int:
        """Reads what one of them is sent, until nothing comes for a while; how many bytes."""
        size = 0
        while select.select([self._one.socket], [], [], 0.5)[0]:
            size += len(sockets.received(self._one.socket))
        return size

    def both(self, events: int) -> machine.Run:
        """One run of each."""
        theirs, plain = self.peer(events), self.plain(events)
        return {
            **theirs,
            "limit": plain["value"],
            "ratio": theirs["value"] / plain["value"],
            "limit_cpu_s_per_million": plain["cpu_s_per_million"],
            "noise": max(theirs["noise"], plain["noise"]),
        }

    def peer(self, events: int) -> machine.Run:
        """So many events."""
        self._crowd.reset()
        with machine.watched(self._server.pid, self._crowd.pid) as figures:
            self._server.tell(events=events)
            start = self._server.hear()["began"]
            self._read(events * self._size)
            counted = self._crowd.until(events * self._size * (self._watchers - 1))
        return self._figures(figures, events, counted.last - start)

    def _read(self, size: int) -> None:
        while size > 0:
            size -= len(sockets.received(self._one.socket))

    def plain(self, events: int) -> machine.Run:
        """As many bytes over plain TCP."""
        path = self._data / "frames"
        path.write_bytes(raw.pack([bytes(self._size)] * events))
        self._plain.reset()
        with machine.watched(self._limit.pid, self._plain.pid) as figures:
            self._limit.tell(frames=str(path))
            start = self._limit.hear()["began"]
            counted = self._plain.until(events * self._size * self._watchers)
        return self._figures(figures, events, counted.last - start)

    def _figures(self, figures: machine.Run, events: int, wall: float) -> machine.Run:
        deliveries = events * self._watchers
        return {
            "value": deliveries / wall,
            "cpu_s_per_million": figures["cpu"] / deliveries * 1e6,
            "bytes_per_delivery": float(self._size),
            "client_core": figures["client_core"],
            "noise": figures["noise"],
        }


if __name__ == "__main__":
    machine.run(main)
