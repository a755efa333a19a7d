"""The line that is being typed on a terminal: keys in, lines out. Pure; `terminal` reads the keys and draws the line.

It knows what people expect of a line: arrows, Home, End, Delete, Backspace, history, Tab, and the control keys of
readline. The line never takes more than one row: where it is too long for that, the part around the cursor is shown.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .show import columns, plain

Complete = Callable[[str], Sequence[str]]
"""Given what stands before the cursor: the words that its last word may become."""

HISTORY = 200
_LONGEST = 4096


class Typed(NamedTuple):
    """A line was finished."""

    line: str


class Finished(NamedTuple):
    """Ctrl-D on an empty line: no more will come."""


class Several(NamedTuple):
    """Tab, and there are several ways to go on."""

    words: tuple[str, ...]


Outcome = Typed | Finished | Several

_KEYS = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1bO.|\x1b[^\[O]|[^\x1b]", re.DOTALL)
_UNFINISHED = re.compile(r"\x1b(\[[0-?]*[ -/]*|O)?\Z")


class Editor:
    """The text, where the cursor is in it, and the lines that were typed before."""

    def __init__(self, complete: Complete = lambda _: ()) -> None:
        self.text = ""
        self.at = 0
        self._complete = complete
        self._history: list[str] = []
        self._place = 0  # in the history; at its end stands the line that is being typed
        self._draft = ""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._pending = ""

    def feed(self, data: bytes) -> list[Outcome]:
        """Takes bytes as the terminal sent them, however they were cut, and returns what came of them."""
        keys = self._pending + self._decode(data)
        cut = _UNFINISHED.search(keys)
        self._pending = cut[0] if cut else ""
        keys = keys[: cut.start()] if cut else keys
        outcomes = (self._key(found[0]) for found in _KEYS.finditer(keys))
        return [outcome for outcome in outcomes if outcome is not None]

    def _key(self, key: str) -> Outcome | None:
        if key in ("\r", "\n"):
            return self._finish()
        if key == "\x04" and not self.text:
            return Finished()
        if key == "\t":
            return self._tab()
        action = _ACTIONS.get(key)
        if action is not None:
            action(self)
        elif len(key) == 1 and key.isprintable() and len(self.text) < _LONGEST:
            self._insert(key)
        return None

    def _finish(self) -> Typed:
        line = self.text
        if line.strip() and self._history[-1:] != [line]:
            self._history = [*self._history, line][-HISTORY:]
        self._place, self._draft = len(self._history), ""
        self._set("")
        return Typed(line)

    def _set(self, text: str) -> None:
        self.text, self.at = text, len(text)

    def _insert(self, text: str) -> None:
        self.text = self.text[: self.at] + text + self.text[self.at :]
        self.at += len(text)

    # ------------------------------------------------------------------------------------------ keys

    def left(self) -> None:
        """One to the left."""
        self.at = max(0, self.at - 1)

    def right(self) -> None:
        """One to the right."""
        self.at = min(len(self.text), self.at + 1)

    def home(self) -> None:
        """To the beginning."""
        self.at = 0

    def end(self) -> None:
        """To the end."""
        self.at = len(self.text)

    def backspace(self) -> None:
        """Removes what is left of the cursor."""
        if self.at:
            self.text, self.at = self.text[: self.at - 1] + self.text[self.at :], self.at - 1

    def delete(self) -> None:
        """Removes what is under the cursor."""
        self.text = self.text[: self.at] + self.text[self.at + 1 :]

    def kill_right(self) -> None:
        """Removes the rest of the line."""
        self.text = self.text[: self.at]

    def kill_left(self) -> None:
        """Removes what stands before the cursor."""
        self.text, self.at = self.text[self.at :], 0

    def kill_word(self) -> None:
        """Removes the word before the cursor."""
        kept = re.sub(r"\S+\s*\Z", "", self.text[: self.at])
        self.text, self.at = kept + self.text[self.at :], len(kept)

    def older(self) -> None:
        """The line that was typed before."""
        self._recall(self._place - 1)

    def newer(self) -> None:
        """The line that was typed after, or the one that was being typed."""
        self._recall(self._place + 1)

    def _recall(self, place: int) -> None:
        if not 0 <= place <= len(self._history):
            return
        if self._place == len(self._history):
            self._draft = self.text
        self._place = place
        self._set(self._draft if place == len(self._history) else self._history[place])

    def _tab(self) -> Several | None:
        before = self.text[: self.at]
        word = before.rpartition(" ")[2]
        words = sorted({found for found in self._complete(before) if found.startswith(word)})
        if not words:
            return None
        common = _beginning(words[0], words[-1])
        if len(words) == 1:
            common += "" if self.text[self.at : self.at + 1] == " " else " "
        if common == word:
            return Several(tuple(words))
        self._insert(common[len(word) :])
        return None

    # ------------------------------------------------------------------------------------------ drawing

    def drawn(self, prompt: str, width: int) -> tuple[str, int]:
        """The row to draw, and the column where the cursor stands in it. Less than `width` columns."""
        prompt = _shortened(plain(prompt), max(4, width // 2))
        room = max(1, width - columns(prompt) - 1)
        start = 0
        while columns(self.text[start : self.at]) >= room:
            start += 1
        shown = self.text[start:]
        while columns(shown) > room:
            shown = shown[:-1]
        return prompt + shown, columns(prompt) + columns(self.text[start : self.at])


def _beginning(first: str, last: str) -> str:
    """What two words begin with, and so whatever is sorted between them."""
    same = next((at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    return first[:same]


def _shortened(prompt: str, room: int) -> str:
    if columns(prompt) <= room:
        return prompt
    tail = "..] > "
    while prompt and columns(prompt) + len(tail) > room:
        prompt = prompt[:-1]
    return prompt + tail


_ACTIONS: dict[str, Callable[[Editor], None]] = {
    "\x01": Editor.home,
    "\x02": Editor.left,
    "\x04": Editor.delete,
    "\x05": Editor.end,
    "\x06": Editor.right,
    "\x08": Editor.backspace,
    "\x0b": Editor.kill_right,
    "\x0e": Editor.newer,
    "\x10": Editor.older,
    "\x15": Editor.kill_left,
    "\x17": Editor.kill_word,
    "\x7f": Editor.backspace,
    "\x1b[A": Editor.older,
    "\x1b[B": Editor.newer,
    "\x1b[C": Editor.right,
    "\x1b[D": Editor.left,
    "\x1b[F": Editor.end,
    "\x1b[H": Editor.home,
    "\x1b[1~": Editor.home,
    "\x1b[3~": Editor.delete,
    "\x1b[4~": Editor.end,
    "\x1b[7~": Editor.home,
    "\x1b[8~": Editor.end,
    "\x1bOA": Editor.older,
    "\x1bOB": Editor.newer,
    "\x1bOC": Editor.right,
    "\x1bOD": Editor.left,
    "\x1bOF": Editor.end,
    "\x1bOH": Editor.home,
}
