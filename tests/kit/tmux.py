"""A terminal of tmux's, to run the program in as people do: its screen as they see it, and how it is left behind."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from .net import PATIENCE


class Tmux:
    """One window with a shell. What it prints comes through a pipe too, so nobody has to look again and again."""

    def __init__(self, folder: Path) -> None:
        self._socket = folder / "tmux"
        self._news = asyncio.Event()
        self._pipe = -1
        self._fifo = folder / "tmux-output"

    def run(self, *command: str) -> str:
        """A command of tmux's own; what it prints."""
        line = ["tmux", "-S", str(self._socket), "-f", os.devnull, *command]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (line, done.stderr)
        return done.stdout

    def open(self, columns: int, rows: int, environment: Mapping[str, str]) -> None:
        """Begins with an empty shell."""
        shell = ["env", "-i", *(f"{name}={value}" for name, value in environment.items()), "PS1=$ ", "sh"]
        self.run("new-session", "-d", "-x", str(columns), "-y", str(rows), *shell)
        os.mkfifo(self._fifo)
        self._pipe = os.open(self._fifo, os.O_RDWR | os.O_NONBLOCK)
        asyncio.get_running_loop().add_reader(self._pipe, self._read)
        self.run("pipe-pane", f"cat > '{self._fifo}'")

    def _read(self) -> None:
        os.read(self._pipe, 65_536)
        self._news.set()

    def close(self) -> None:
        """Ends the window and what runs in it."""
        self.run("kill-server")
        if self._pipe >= 0:
            asyncio.get_running_loop().remove_reader(self._pipe)
            os.close(self._pipe)

    def keys(self, *keys: str) -> None:
        """Presses keys, by tmux's names for them."""
        self.run("send-keys", *keys)

    def line(self, text: str) -> None:
        """Types a text, and Enter."""
        self.run("send-keys", "-l", text)
        self.keys("Enter")

    @property
    def screen(self) -> str:
        """What the window shows."""
        return self.run("capture-pane", "-p")

    def flag(self, name: str) -> str:
        """What tmux knows of the window: `cursor_flag`, `alternate_on`, …"""
        return self.run("display-message", "-p", f"#{{{name}}}").strip()

    async def until(self, shown: str | Callable[[str], bool]) -> str:
        """Waits until the screen shows something, and returns the screen."""
        is_there = shown if callable(shown) else lambda screen: shown in screen
        try:
            async with asyncio.timeout(PATIENCE):
                while not is_there(screen := self.screen):
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"never came: {shown!r}\n{self.screen}") from None
        return screen


@asynccontextmanager
async def in_tmux(
    folder: Path, environment: Mapping[str, str], columns: int = 100, rows: int = 32
) -> AsyncIterator[Tmux]:
    """A window, for as long as a test needs it."""
    assert shutil.which("tmux"), (
        "this test runs the program in tmux: install it (on Debian and Ubuntu: apt install tmux)"
    )
    window = Tmux(folder)
    window.open(columns, rows, environment)
    try:
        yield window
    finally:
        window.close()
