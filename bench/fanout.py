"""Fan-out: what happens in one game, told to N spectators of it.

    python bench/fanout.py [--n 1000]

A player gives commands to the real server, which decides each, makes it durable on SQLite and tells everyone. A
*delivery* is one entry of the log told to one spectator. Beside it, in the same run, plain TCP on the same loop writes
to as many connections the very frames that a spectator was sent: that is the `limit`, and `ratio` is what of it is
reached.

    say      the smallest command, the next when the last was accepted: one to a tick, one to a frame
    move     the same with a move, whose update is larger
    joined   sixteen on the way: what waits is decided together and told in one frame

`value` is that of `say`. `cpu_s_per_million` is the server's processor time for a million deliveries, deciding and
writing included.
"""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable, Mapping
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from lib import games, load, machine, raw, sockets
from lib.child import Child, python
from wardiary_protocol.messages import Hello, Presence, ServerMessage, Update
from wardiary_protocol.wire import decode_server

WARM_UP = 20


class Mode(NamedTuple):
    """What the player does."""

    body: Callable[[], Mapping[str, Any]]
    flying: int  # commands on their way at a time


_words, _steps = count(), count(1)
MODES = {
    "say": Mode(lambda: games.say(next(_words)), 1),
    "move": Mode(lambda: games.move(0, next(_steps) % 2), 1),
    "joined": Mode(lambda: games.say(next(_words)), 16),
}


def main() -> None:
    """Measures every mode, and plain TCP beside each."""
    seconds_of = ("--seconds", {"type": float, "default": 1.0, "help": "of a run (default 1)"})
    given = machine.arguments(__doc__, 1_000, "spectators", seconds_of, repeats=9)
    watchers = 8 if given.quick else given.n
    server_core, load_core = machine.cores()
    sockets.many_files()
    machine.pin(load_core)
    with (
        machine.scratch() as data,
        Child(python("lib/serve.py", str(data / "games"), "--movers", "2", "--fire", "0"), server_core) as server,
        Child(python("lib/raw.py"), server_core) as limit,
        closing(Table(server, limit, watchers, data)) as table,
    ):
        seconds = 0.05 if given.quick else given.seconds
        found = {name: measured(table, mode, seconds, given) for name, mode in MODES.items()}
        memory = machine.memory_of(server.pid)
    say = found["say"]
    machine.emit(
        "fanout", watchers, say.pop("value"), "deliveries/s", **say, move=found["move"], joined=found["joined"],
        server_mib=memory,
    )  # fmt: skip


def measured(table: Table, mode: Mode, seconds: float, given: Namespace) -> dict[str, Any]:
    """The figures of one mode: medians over runs of ours, each followed by one of plain TCP with the same bytes."""
    rate = table.burst(mode, WARM_UP)["commands_per_s"]
    rate = table.burst(mode, max(WARM_UP, int(rate * seconds / 4)))["commands_per_s"]
    commands = max(WARM_UP, int(rate * seconds))

    def once() -> machine.Run:
        ours = table.burst(mode, commands)
        plain = table.plain(commands)
        limits = {f"limit_{name}": figure for name, figure in plain.items()}
        noise = max(ours["noise"], plain["noise"])
        return {**ours, **limits, "noise": noise, "ratio": ours["value"] / plain["value"]}

    runs = machine.repeated(once, given.repeats, patient=not given.quick)
    shown = (
        "value", "limit_value", "ratio", "cpu_s_per_million", "limit_cpu_s_per_million", "commands_per_s",
        "entries_per_frame", "bytes_per_delivery", "client_core", "limit_client_core", "noise", "tries",
    )  # fmt: skip
    figures = {name: machine.median(runs, name) for name in shown}
    figures["limit"] = figures.pop("limit_value")
    return {**figures, "spread": machine.spread(runs, "value"), "ratio_spread": machine.spread(runs, "ratio")}


class Table:
    """A player, N spectators of whom one also listens, and as many plain connections, which stand for the limit."""

    def __init__(self, server: Child, limit: Child, watchers: int, data: Path) -> None:
        self._server, self._limit, self._data, self._watchers = server, limit, data, watchers
        found, limit_port = server.hear(), limit.hear()["port"]
        self._ears = sockets.Ears()
        self._player = sockets.Client(found["port"], Hello(invite=found["invites"][games.seat_of(0)], name="Player"))
        self._ears.add(self._player.socket, self._hear_player)
        self._accepted = self._given = 0
        self._heard: list[bytes] = []
        self._frames: list[bytes] = []
        others = [sockets.Client(found["port"], Hello(code=found["code"])) for _ in range(watchers)]
        self._ears.add(others.pop().socket, self._heard.append)
        program, core = load.compiled(data), machine.cores()[1]
        self._crowd = load.Load(program, [one.socket for one in others], core)
        self._plain = load.Load(program, [sockets.plain(limit_port) for _ in range(watchers)], core)
        self._kept = others
        self._settle()

    def _settle(self) -> None:
        """Waits until everyone has been told that everyone is there."""
        while not any(isinstance(m, Presence) and m.watching == self._watchers for m in self._messages()):
            self._ears.listen()
        while self._ears.listen(0.2):
            pass

    def close(self) -> None:
        """Lets the crowd go."""
        self._crowd.close()
        self._plain.close()

    # ------------------------------------------------------------------------------------------ ours

    def burst(self, mode: Mode, commands: int) -> machine.Run:
        """So many commands; until every spectator has been told of each."""
        self._heard.clear()
        self._crowd.reset()
        self._accepted = 0
        with machine.watched(self._server.pid, self._crowd.pid) as figures:
            start = time.perf_counter()
            self._play(mode, commands)
            while self._told() < commands:
                self._ears.listen()
            listened = sum(map(len, self._heard))
            counted = self._crowd.until(listened * (self._watchers - 1))
        if not counted.least == counted.most == listened:
            raise sockets.Lost("Some spectators were behind and were sent something else: the load was too slow.")
        self._frames = [sockets.framed(payload) for payload in self._payloads()]
        return self._figures(figures, commands, counted, start) | {
            "commands_per_s": commands / (counted.last - start),
            "entries_per_frame": commands / sum(isinstance(message, Update) for message in self._messages()),
            "bytes_per_delivery": listened / commands,
        }

    def _play(self, mode: Mode, commands: int) -> None:
        sent = 0
        while self._accepted < commands:
            while sent < commands and sent - self._accepted < mode.flying:
                self._player.command(f"c{self._given}", mode.body())
                self._given += 1
                sent += 1
            self._ears.listen()

    def _hear_player(self, data: bytes) -> None:
        for payload in self._player.frames.feed(data):
            if sockets.is_a(b"accepted", payload):
                self._accepted += 1
            elif sockets.is_a(b"rejected", payload):
                raise sockets.Lost(str(decode_server(payload, sockets.FORMAT)))

    def _payloads(self) -> list[bytes]:
        """What the one who listens was sent in this run."""
        return list(sockets.Frames().feed(b"".join(self._heard)))

    def _messages(self) -> list[ServerMessage]:
        return [decode_server(payload, sockets.FORMAT) for payload in self._payloads()]

    def _told(self) -> int:
        """The entries that the one who listens was told of."""
        return sum(message.seq - message.since for message in self._messages() if isinstance(message, Update))

    # ------------------------------------------------------------------------------------------ plain TCP

    def plain(self, commands: int) -> machine.Run:
        """The frames of the last run, over plain TCP."""
        path = self._data / "frames"
        path.write_bytes(raw.pack(self._frames))
        self._plain.reset()
        with machine.watched(self._limit.pid, self._plain.pid) as figures:
            self._limit.tell(frames=str(path))
            start = self._limit.hear()["began"]
            counted = self._plain.until(sum(map(len, self._frames)) * self._watchers)
        return self._figures(figures, commands, counted, start)

    def _figures(
        self, figures: Mapping[str, float], commands: int, counted: load.Counted, start: float
    ) -> dict[str, float]:
        deliveries = commands * self._watchers
        return {
            "value": deliveries / (counted.last - start),
            "cpu_s_per_million": figures["cpu"] / deliveries * 1e6,
            "client_core": figures["client_core"],
            "noise": figures["noise"],
        }


if __name__ == "__main__":
    machine.run(main)
