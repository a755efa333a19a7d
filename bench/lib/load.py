"""The crowd: connections whose bytes are counted by a small C program (load.c), which is compiled when it is needed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from socket import socket
from typing import NamedTuple

from .child import LIB, Child


class Counted(NamedTuple):
    """What came on all connections since the last reset; `last` on the clock of `time.perf_counter`."""

    total: int
    least: int
    most: int
    reads: int
    last: float


class Load(Child):
    """Counts what comes on connections that are open already."""

    def __init__(self, program: Path, connections: Sequence[socket], core: int) -> None:
        numbers = [one.fileno() for one in connections]
        super().__init__([str(program), *map(str, numbers)], core, hand_on=numbers)
        self.hear()

    def reset(self) -> None:
        """Counts from 0 again."""
        self.write("reset")
        self.hear()

    def until(self, total: int) -> Counted:
        """Waits until so many bytes have come."""
        self.write(f"until {total}")
        return Counted(**self.hear())


def compiled(folder: Path) -> Path:
    """The program, compiled into a folder. Says so and leaves where there is no C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        print("Skipped: the crowd is counted by a C program, and there is no `cc` here to compile it.", file=sys.stderr)
        sys.exit(0)
    program = folder / "load"
    subprocess.run([compiler, "-O2", "-Wall", "-o", str(program), str(LIB / "load.c")], check=True)
    return program
