"""Where in a TOML text each key and each value stands.

tomllib reads a document and forgets where it read what. This finds the places again, and nothing else: it does not
judge and does not convert, so it may be as simple as a document that tomllib has accepted allows. In one that tomllib
refuses it still finds the statements, so that a reader can go on behind a broken one.

    places = locate(text)
    places.of(("zones", 3, "levels", "fire"))     # line and column of the value, both from 1

Columns count characters, as tomllib's do.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

Path = tuple[str | int, ...]
"""Keys and list indexes from the top of the document down."""

MAX_DEPTH = 64
"""How deep lists and inline tables may lie in each other before the rest of a statement is passed over."""

_BLANK = re.compile(r"(?:[ \t\n]+|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE = re.compile(r"[^\s.=\[\]{},#\"']+")
_PLAIN = re.compile(r"[^,\]}#\n]*")
_STRINGS = {
    '"""': re.compile(r'"""(?:\\.|(?!""").)*+"{3,5}', re.DOTALL),
    "'''": re.compile(r"'''(?:(?!''').)*+'{3,5}", re.DOTALL),
    '"': re.compile(r'"(?:\\[^\n]|[^"\\\n])*+"'),
    "'": re.compile(r"'[^'\n]*+'"),
}
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|x([0-9A-Fa-f]{2})|(.))")
_SHORT = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}


class Place(NamedTuple):
    """A line and a column, both from 1."""

    line: int
    column: int


class Statement(NamedTuple):
    """One statement, as offsets into the text: a key with its value, or the header of a table."""

    start: int
    end: int
    header: bool


class Places:
    """The places of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.keys: dict[Path, int] = {}
        self.values: dict[Path, int] = {}
        self.statements: list[Statement] = []
        self._lines = [0, *(at + 1 for at, char in enumerate(text) if char == "\n")]

    def of(self, path: Path) -> Place:
        """Where the value at `path` stands; of what is not there, the nearest table or list around it."""
        while path and path not in self.values and path not in self.keys:
            path = path[:-1]
        return self.place(self.values.get(path, self.keys.get(path, 0)))

    def of_key(self, path: Path) -> Place:
        """Where the key at `path` stands; an item of a list has no key, and stands where it stands."""
        return self.place(self.keys[path]) if path in self.keys else self.of(path)

    def under(self, key: str) -> Places:
        """The places within one table, with paths that begin there."""
        part = Places(self.text)
        part.keys = {path[1:]: at for path, at in self.keys.items() if path[:1] == (key,)}
        part.values = {path[1:]: at for path, at in self.values.items() if path[:1] == (key,)}
        part.statements = self.statements
        return part

    def place(self, offset: int) -> Place:
        """Line and column of an offset."""
        line = bisect_right(self._lines, offset) - 1
        return Place(line + 1, offset - self._lines[line] + 1)

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column, where the text has such."""
        return self._lines[min(line, len(self._lines)) - 1] + column - 1

    def statement(self, offset: int) -> Statement | None:
        """The statement at an offset, or the last one before it."""
        before = [s for s in self.statements if s.start <= offset]
        return before[-1] if before else None


def locate(text: str) -> Places:
    """Find all places of a text whose lines end with a line feed alone."""
    return _Scanner(text).document()


class _Scanner:
    """Goes through a text once, from statement to statement."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.places = Places(text)
        self.table: Path = ()
        self.arrays: dict[Path, int] = {}  # the lists of tables, and how many there are so far

    def document(self) -> Places:
        while self.skip(_BLANK) < len(self.text):
            start = self.at
            header = self.text[self.at] == "["
            if header:
                self.header()
            else:
                self.pair(self.table, 0)
            self.at = max(self.at, start)
            self.to_line_end()
            self.places.statements.append(Statement(start, self.at, header))
        return self.places

    def skip(self, what: re.Pattern[str]) -> int:
        found = what.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.at

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def to_line_end(self) -> None:
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end

    # ------------------------------------------------------------------------------------------ statements

    def header(self) -> None:
        """`[table]` or `[[list of tables]]`."""
        start = self.at
        many = self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        keys = self.dotted()
        path: Path = ()
        for key, offset in keys:
            path = (*path, key)
            self.places.keys.setdefault(path, offset)
            last = (key, offset) == keys[-1]
            if many and last:
                self.arrays[path] = self.arrays.get(path, 0) + 1
            if path in self.arrays:
                path = (*path, self.arrays[path] - 1)
        self.places.values.setdefault(path, start)
        self.table = path

    def pair(self, table: Path, depth: int) -> None:
        """`key = value`, on a line of its own or in an inline table."""
        path = table
        for key, offset in self.dotted():
            path = (*path, key)
            self.places.keys.setdefault(path, offset)
        self.skip(_SPACE)
        if path != table and self.peek() == "=":
            self.at += 1
            self.skip(_SPACE)
            self.value(path, depth)

    def dotted(self) -> list[tuple[str, int]]:
        """The parts of a dotted key, each with its offset."""
        parts: list[tuple[str, int]] = []
        while True:
            self.skip(_SPACE)
            start = self.at
            if self.skip(_BARE) > start:
                parts.append((self.text[start : self.at], start))
            elif self.peek() in ("'", '"') and self.peek():
                parts.append((self.quoted(), start))
            self.skip(_SPACE)
            if self.peek() != ".":
                return parts
            self.at += 1

    def quoted(self) -> str:
        """A quoted key, without its quotes and escapes."""
        start = self.at
        self.string()
        inner = self.text[start + 1 : self.at - 1]
        return _ESCAPE.sub(_unescaped, inner) if self.text[start] == '"' else inner

    # ------------------------------------------------------------------------------------------ values

    def value(self, path: Path, depth: int) -> None:
        self.places.values.setdefault(path, self.at)
        char = self.peek()
        if depth > MAX_DEPTH:
            self.at = len(self.text)
        elif char == "[":
            self.array(path, depth)
        elif char == "{":
            self.inline(path, depth)
        elif char in ("'", '"') and char:
            self.string()
        else:
            self.skip(_PLAIN)

    def array(self, path: Path, depth: int) -> None:
        self.at += 1
        number = 0
        while self.skip(_BLANK) < len(self.text) and self.peek() not in ("]", "}"):
            before = self.at
            self.value((*path, number), depth + 1)
            number += 1
            self.skip(_BLANK)
            if self.peek() == ",":
                self.at += 1
            elif self.at == before or self.peek() != "]":
                return
        self.at += 1

    def inline(self, path: Path, depth: int) -> None:
        self.at += 1
        while self.skip(_BLANK) < len(self.text) and self.peek() not in ("]", "}"):
            before = self.at
            self.pair(path, depth + 1)
            self.skip(_BLANK)
            if self.peek() == ",":
                self.at += 1
            elif self.at == before or self.peek() != "}":
                return
        self.at += 1

    def string(self) -> None:
        """Past a string; one that is not closed ends with its line, or with the text where it may span lines."""
        opening = self.text[self.at : self.at + 3]
        kind = _STRINGS[opening] if opening in _STRINGS else _STRINGS[opening[0]]
        if found := kind.match(self.text, self.at):
            self.at = found.end()
        elif opening in _STRINGS:
            self.at = len(self.text)
        else:
            self.to_line_end()


def _unescaped(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3]
    return chr(int(code, 16)) if code else _SHORT.get(found[4], found[4])


def dotted(path: Iterable[str | int]) -> str:
    """A path as people read it: `zones[3].levels.fire`, list items counted from 1."""
    text = ""
    for part in path:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else part
    return text
