"""A terminal to run programs on: what they draw is kept as the screen would show it."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import re
import struct
import subprocess
import termios
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from .net import PATIENCE

_ESCAPE = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])")


class Glass:
    """Rows of text, and a cursor: as much of a terminal as our program uses."""

    def __init__(self) -> None:
        self.rows = [""]
        self.at = 0

    def draw(self, text: str) -> None:
        """Takes what a program prints."""
        while text:
            escape = _ESCAPE.match(text)
            if escape:
                self._escape(escape[1], escape[2])
                text = text[escape.end() :]
                continue
            self._char(text[0])
            text = text[1:]

    def _char(self, char: str) -> None:
        if char == "\n":
            self.rows.append("")
        elif char == "\r":
            self.at = 0
        else:
            row = self.rows[-1].ljust(self.at)
            self.rows[-1] = row[: self.at] + char + row[self.at + 1 :]
            self.at += 1

    def _escape(self, number: str, kind: str) -> None:
        if kind == "K":
            self.rows[-1] = self.rows[-1][: self.at]
        elif kind == "C":
            self.at += int(number or 1)
        else:
            assert kind == "m", f"our program does not use ESC[{number}{kind}"


class Pty:
    """One program on a terminal of its own."""

    def __init__(self, process: subprocess.Popen[bytes], master: int, slave: int) -> None:
        self.process = process
        self.before = termios.tcgetattr(slave)
        self.raw = ""
        self.glass = Glass()
        self._master = master
        self._slave = slave
        self._news = asyncio.Event()
        self._taken = 0
        asyncio.get_running_loop().add_reader(master, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self._master, 65_536).decode()
        except OSError:
            data = ""
        if not data:
            asyncio.get_running_loop().remove_reader(self._master)
        self.raw += data
        self.glass.draw(data)
        self._news.set()

    def type(self, keys: str) -> None:
        """Presses keys."""
        os.write(self._master, keys.encode())

    @property
    def modes(self) -> list[object]:
        """How the terminal is set."""
        return termios.tcgetattr(self._slave)

    @property
    def last(self) -> str:
        """The row that the cursor is in."""
        return self.glass.rows[-1]

    async def until(self, row: str) -> None:
        """Waits until a row of the screen has this in it."""
        async with asyncio.timeout(PATIENCE):
            while not any(row in shown for shown in self.glass.rows):
                self._news.clear()
                await self._news.wait()

    async def until_last(self, row: str) -> None:
        """Waits until the row with the cursor is exactly this."""
        async with asyncio.timeout(PATIENCE):
            while self.last != row:
                self._news.clear()
                await self._news.wait()

    async def ended(self) -> int:
        """Waits for the program to end; its exit code."""
        async with asyncio.timeout(PATIENCE):
            return await asyncio.to_thread(self.process.wait)

    def close(self) -> None:
        """Puts it all away."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)
        os.close(self._slave)


@asynccontextmanager
async def on_terminal(*command: str, env: Mapping[str, str], columns: int = 100) -> AsyncIterator[Pty]:
    """Runs a program as the leader of a session, on a terminal of its own."""
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    process = subprocess.Popen(  # noqa: ASYNC220 - it is waited for in a thread
        command, stdin=slave, stdout=slave, stderr=slave, start_new_session=True, env=dict(env),
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )  # fmt: skip
    pty = Pty(process, master, slave)
    try:
        yield pty
    finally:
        pty.close()
