"""Where rows are shown and lines are typed: a terminal with a line that can be edited, or anything else.

On a terminal the line that is being typed stays below what comes in: it is taken away, the rows are printed, and it is
drawn again. Everywhere else rows are printed and lines are read, and there is no prompt.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from typing import Any, Protocol, TextIO

from . import keyboard
from .editor import Complete, Editor, Finished, Typed
from .show import Row, dressed, plain, wrapped

try:
    import termios
    import tty
except ImportError:  # Windows: its console edits lines by itself
    termios = tty = None  # type: ignore[assignment]

_ERASE = "\r\x1b[K"


class Screen(Protocol):
    """What a session shows rows on and reads lines from."""

    scripted: bool
    """Whether the lines come from a program or a file, so that nobody is there to read a hint."""

    def show(self, rows: Iterable[Row]) -> None:
        """Prints rows."""

    def prompt(self, text: str) -> None:
        """What stands before the line that is typed, from now on."""

    def lines(self) -> AsyncIterator[str]:
        """What is typed, line by line, to the end of the input."""


def wants_colour(out: TextIO) -> bool:
    """Colour on a terminal only, and only where nobody said no (https://no-color.org)."""
    return out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def print_rows(rows: Iterable[Row], out: TextIO) -> None:
    """Prints rows, wrapped to a terminal's width and in its colours, or as they are."""
    width = _width(out) if out.isatty() else 0
    colour = wants_colour(out)
    for row in rows:
        for line in wrapped(row, width):
            out.write((dressed(line, row.look) if colour else line) + "\n")
    out.flush()


def _width(out: TextIO) -> int:
    """How wide the terminal is now; what COLUMNS says may be long out of date."""
    with contextlib.suppress(OSError):
        return os.get_terminal_size(out.fileno()).columns or 80
    return 80


class Lines:
    """Rows and lines, one after another: pipes, files, and terminals that cannot do more."""

    def __init__(self, source: int, out: TextIO) -> None:
        self.scripted = not os.isatty(source)
        self._source = source
        self._out = out

    def show(self, rows: Iterable[Row]) -> None:
        """Prints rows."""
        print_rows(rows, self._out)

    def prompt(self, text: str) -> None:
        """Nobody sees a prompt here."""

    def lines(self) -> AsyncIterator[str]:
        """What comes in, line by line."""
        return keyboard.lines(self._source)


class Terminal:
    """A terminal on which a line is edited. To be used within `editing`.

    `complete` says how a word may go on, and `on_key` is told that somebody is typing.
    """

    scripted = False

    def __init__(self, source: int, out: TextIO) -> None:
        self.complete: Complete = lambda _before: ()
        self.on_key: Callable[[], None] = lambda: None
        self._source = source
        self._out = out
        self._editor = Editor(lambda before: self.complete(before))
        self._prompt = "> "
        self._drawn = False

    def show(self, rows: Iterable[Row]) -> None:
        """Prints rows above the line that is being typed."""
        if self._drawn:
            self._out.write(_ERASE)
        print_rows(rows, self._out)
        self.draw()

    def prompt(self, text: str) -> None:
        """Draws the line again, with this before it."""
        if text != self._prompt:
            self._prompt = text
            self.draw()

    async def lines(self) -> AsyncIterator[str]:
        """What is typed, line by line, until Ctrl-D."""
        self.draw()
        async for data in keyboard.chunks(self._source):
            for outcome in self._editor.feed(data):
                if isinstance(outcome, Typed):
                    self._leave(outcome.line)
                    yield outcome.line
                elif isinstance(outcome, Finished):
                    return
                else:
                    self.show([Row("  ".join(outcome.words), "dim")])
            if self._editor.text:
                self.on_key()
            self.draw()

    def draw(self) -> None:
        """Draws the line that is being typed."""
        row, column = self._editor.drawn(self._prompt, _width(self._out))
        there = f"\r\x1b[{column}C" if column else "\r"
        self._out.write(f"{_ERASE}{row}{there}")
        self._out.flush()
        self._drawn = True

    def erase(self) -> None:
        """Takes the line away."""
        if self._drawn:
            self._out.write(_ERASE)
            self._out.flush()
            self._drawn = False

    def _leave(self, line: str) -> None:
        """What was typed stays where it is, and the next row begins below."""
        self._out.write(f"{_ERASE}{plain(self._prompt)}{line}\n")
        self._out.flush()
        self._drawn = False


def can_edit(source: int, out: TextIO) -> bool:
    """Whether this is a terminal on which a line can be edited."""
    return termios is not None and os.isatty(source) and out.isatty() and os.environ.get("TERM", "dumb") != "dumb"


@contextlib.contextmanager
def editing(terminal: Terminal, source: int, loop: Any) -> Iterator[None]:
    """Takes the keys as they are pressed, and gives the terminal back as it was, whatever happens."""
    before = termios.tcgetattr(source)

    def take() -> None:
        tty.setcbreak(source, termios.TCSADRAIN)
        terminal.draw()

    def give_back() -> None:
        terminal.erase()
        termios.tcsetattr(source, termios.TCSADRAIN, before)

    def suspend() -> None:
        give_back()
        loop.remove_signal_handler(signal.SIGTSTP)
        os.kill(os.getpid(), signal.SIGTSTP)  # stops here, until somebody says `fg`
        loop.add_signal_handler(signal.SIGTSTP, suspend)

    handlers = {signal.SIGTSTP: suspend, signal.SIGCONT: take, signal.SIGWINCH: terminal.draw}
    take()
    try:
        for number, handler in handlers.items():
            loop.add_signal_handler(number, handler)
        yield
    finally:
        for number in handlers:
            loop.remove_signal_handler(number)
        give_back()
