"""The export file: one game as JSON lines, to keep, to move to another server, to replay and to verify.

    {"wardiary": 1, "game": "derelict-7k2", "title": …, "epoch": …, "audience": …, "head": 2, "exported_by": …}
    {"seq": 1, "id": …, "body": …, "hash": …}                     a row of the log, its bytes in base64
    {"seq": 2, "id": …, "body": …, "hash": …, "told": {…}}        and what an audience was told of it
    {"end": 2, "hash": …, "secrets": {…}}                         that was all
    {"end": 2, "hash": …, "sealed": {…}}                          or so, with the secrets under a passphrase

A player's export before the game is closed has `told` alone: a body holds what is hidden, and a hash over it lets it
be guessed. `told` is a `messages.Told` with its changes, so that a client can replay it and needs no rules. Secrets
are there only in the operator's export, and sealed in what a referee keeps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from .proof import ZERO, Row

FORMAT = 1

_T = TypeVar("_T")


class Header(Struct, frozen=True, kw_only=True):
    """The first line. `head` is the seq of the last entry, `audience` the one whose view `told` is."""

    wardiary: int = FORMAT
    game: str
    title: str = ""
    epoch: str = ""
    audience: str = ""
    head: int
    exported_by: str = ""


class Line(Struct, frozen=True, omit_defaults=True):
    """One entry: the row of the log, or what was told of it, or both."""

    seq: int
    id: bytes | None = None
    body: bytes | None = None
    hash: bytes | None = None
    told: Any = None

    @classmethod
    def of(cls, row: Row, told: Any = None) -> Line:
        """The line of a row of the log."""
        return cls(row.seq, row.commit_id, row.body, row.hash, told)


class Sealed(Struct, frozen=True):
    """Secrets under a passphrase, of which Argon2id makes the key to the box, at this cost and with this salt."""

    version: int
    passes: int
    memory: int  # KiB
    salt: bytes
    box: bytes  # of NaCl: 24 bytes of nonce, then what is sealed and its tag


class End(Struct, frozen=True, omit_defaults=True):
    """The last line: without it the file was cut off. `hash` is that of the last row, where rows were given."""

    end: int
    hash: bytes | None = None
    secrets: Any = None
    sealed: Sealed | None = None


class _Format(Struct):
    wardiary: int


class BadExport(ValueError):
    """The file is no export, or not a whole one; the text is a sentence."""


class Export:
    """An export as it is read, line by line: first `header`, then the entries, then `end`.

    Checks the form: every line, their order, and that nothing is missing. Raises BadExport. Whether the rows are true
    is for `verify_rows` or `proof.broken` to say.
    """

    def __init__(self, lines: Iterable[bytes], name: str = "The file") -> None:
        self.name = name
        self.header = Header(game="", head=0)
        self.end: End | None = None
        self._lines = enumerate(lines, 1)
        self._read_header()

    def __iter__(self) -> Iterator[Line]:
        """The entries; `end` is there once they were all taken. They can be taken once."""
        last = Line(0, hash=ZERO)
        for number, text in self._lines:
            if text.startswith(b'{"end"'):
                self.end = self._decode(number, text, End)
                self._check_end(last, self.end)
                return
            line = self._decode(number, text, Line)
            if line.seq <= last.seq:
                raise self._bad(f"is out of order: in line {number} entry {line.seq} comes after entry {last.seq}")
            last = line
            yield line
        raise self._bad(f"was cut off: it has {last.seq} of {self.header.head} entries and no last line")

    def rows(self) -> Iterator[Row]:
        """The rows of the log, as they are in the file."""
        for line in self:
            if line.id is None or line.body is None or line.hash is None:
                raise self._bad("is a player's view of the game and has no log: it can be replayed, not verified")
            yield Row(line.seq, line.id, line.body, line.hash)

    def _read_header(self) -> None:
        number, text = next(self._lines, (1, b""))
        try:
            form = msgspec.json.decode(text, type=_Format).wardiary
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise self._bad("is no export of a wardiary game") from None
        if form > FORMAT:
            raise self._bad(f"was made by a newer wardiary (format {form}, and this one knows {FORMAT})")
        self.header = self._decode(number, text, Header)

    def _check_end(self, last: Line, end: End) -> None:
        if not last.seq == end.end == self.header.head:
            raise self._bad(f"is not whole: it ends at entry {last.seq} and should have {self.header.head} entries")
        if end.hash is not None and end.hash != last.hash:
            raise self._bad(f"contradicts itself: its last line has another hash than entry {last.seq}")
        if next(self._lines, None) is not None:
            raise self._bad("goes on after its last line")

    def _decode(self, number: int, text: bytes, kind: type[_T]) -> _T:
        try:
            return msgspec.json.decode(text, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            if not text.endswith(b"\n"):
                raise self._bad(f"was cut off in line {number}") from None
            raise self._bad(f"cannot be read in line {number} ({error})") from None

    def _bad(self, why: str) -> BadExport:
        return BadExport(f"{self.name} {why}.")


def encode(part: Header | Line | End) -> bytes:
    """One line of the file, with its end."""
    return msgspec.json.encode(part) + b"\n"
