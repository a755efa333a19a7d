"""A process on a core of its own that is told what to do, and answers, in JSON lines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from .machine import Trouble

PATIENCE = 120.0
"""Seconds that an answer may take."""

LIB = Path(__file__).resolve().parent
ROOT = LIB.parent.parent


class Failed(Trouble):
    """A process ended, or went silent, when it should have answered."""


class Child:
    """A process that reads a JSON line and writes one. It ends when its input does."""

    def __init__(self, command: Sequence[str], core: int, hand_on: Sequence[int] = ()) -> None:
        self._command = command
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
            pass_fds=hand_on,
            preexec_fn=lambda: os.sched_setaffinity(0, {core}),
        )

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def tell(self, **message: Any) -> None:
        """Writes a line of JSON."""
        self.write(json.dumps(message))

    def write(self, line: str) -> None:
        """Writes a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        """Reads a line. Raises `Failed`."""
        assert self._process.stdout is not None
        watchdog = threading.Timer(PATIENCE, self._process.kill)
        watchdog.start()
        try:
            line = self._process.stdout.readline()
        finally:
            watchdog.cancel()
        if not line:
            raise Failed(f"`{' '.join(self._command)}` ended or was silent for {PATIENCE:.0f} s.")
        heard: dict[str, Any] = json.loads(line)
        return heard

    def close(self) -> None:
        """Ends the process."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.close()
            self._process.wait(15)
        except (BrokenPipeError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def python(script: str, *arguments: str) -> list[str]:
    """The command that runs a script of bench/."""
    return [sys.executable, str(LIB.parent / script), *arguments]


def node(script: str) -> list[str]:
    """The command that runs a script of bench/peers in Node, which $BENCH_NODE may name."""
    return [os.environ.get("BENCH_NODE", "node"), str(LIB.parent / "peers" / script)]


def environment() -> dict[str, str]:
    """What a child finds around it: our packages, whether they are installed or not."""
    places = [str(ROOT / part) for part in ("protocol", "server", "client_cli")]
    before = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([*places, before] if before else places)}
