"""An export file, read: the story that it tells, replayed view by view; and the log in it, proved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from wardiary_protocol.changes import DoesNotFit, apply, as_hex, hash_of, rehash
from wardiary_protocol.export import BadExport, Export, Header, Line
from wardiary_protocol.messages import Told
from wardiary_protocol.proof import Row
from wardiary_protocol.verify import Verdict, verify_rows

from .exits import Ended, Exit


class Replayed(NamedTuple):
    """A file's story so far: the entries, the view after the last of them, and what is wrong, if anything is."""

    header: Header
    entries: list[Told]
    view: Mapping[str, Any]
    fault: str = ""


def replay(path: Path, to: int | None = None) -> Replayed:
    """The story of a file up to entry `to`. Every view is made from the one before, and held against its hash.

    Stops at the first fault. Raises `Ended` for a file that cannot be read.
    """
    with _opened(path) as export:
        entries: list[Told] = []
        follower = _Follower()
        try:
            for line in export:
                if to is not None and line.seq > to:
                    break
                entries.append(follower.follow(line))
        except (BadExport, _Untrue) as wrong:
            return Replayed(export.header, entries, follower.view, str(wrong))
        return Replayed(export.header, entries, follower.view)


def verify(path: Path) -> Verdict:
    """What a file proves: its chain, its dice, and that the story in it is one of that log, with its dice and views.

    Raises `Ended` for a file that cannot be read, or that has no log in it.
    """
    with _opened(path) as export:
        tales: list[str] = []
        try:
            verdict = verify_rows(export.header.game, _rows(export, tales))
        except BadExport as wrong:
            raise Ended(Exit.FAULT, str(wrong)) from None
        if verdict.ok and tales:
            return replace(verdict, fault=tales[0])
        return verdict


def verdict_text(path: Path, verdict: Verdict) -> str:
    """A verdict in a sentence or two."""
    if not verdict.ok:
        return f"{path}: NOT PROVED. {verdict.fault}"
    parts = [f"{verdict.entries} entries, an unbroken chain", f"{verdict.rolls} rolls of the server's dice proved"]
    if verdict.sealed:
        parts.append(f"{verdict.sealed} that cannot be checked before the game is closed")
    if verdict.typed:
        parts.append(f"{verdict.typed} typed from real dice, which nobody can check")
    return f"{path}: PROVED. {'; '.join(parts)}."


# ---------------------------------------------------------------------------------------------- lines of the file


class _Untrue(Exception):
    """What a line tells is nothing that could be replayed, or not what happened."""


class _Follower:
    """Follows a story from its first entry on, view by view."""

    def __init__(self) -> None:
        self.view: Mapping[str, Any] = {}
        self._hash = hash_of(self.view)

    def follow(self, line: Line) -> Told:
        """What the next entry tells. Raises `_Untrue`, and the view is as it was."""
        told = _told(line)
        try:
            view = apply(self.view, told.changes or ())
        except DoesNotFit as wrong:
            raise _Untrue(f"Entry {line.seq} does not fit the view before it: {wrong}.") from None
        hash = rehash(self._hash, self.view, view)
        if as_hex(hash) != told.hash:
            raise _Untrue(f"The view after entry {line.seq} has another hash.")
        self.view, self._hash = view, hash
        return told


@contextmanager
def _opened(path: Path) -> Iterator[Export]:
    try:
        with path.open("rb") as file:
            yield Export(file, str(path))
    except OSError as wrong:
        raise Ended(Exit.USAGE, f"{path} cannot be read: {wrong.strerror}.") from None
    except BadExport as wrong:
        raise Ended(Exit.FAULT, str(wrong)) from None


def _told(line: Line) -> Told:
    if line.told is None:
        raise _Untrue(f"Entry {line.seq} has the log alone, and no story: it can be verified, not replayed.")
    try:
        told = msgspec.convert(line.told, Told)
    except msgspec.ValidationError as wrong:
        raise _Untrue(f"What entry {line.seq} tells cannot be read ({wrong}).") from None
    if told.seq != line.seq or told.changes is None:
        raise _Untrue(f"What entry {line.seq} tells is of another entry, or says not how the view changed.")
    return told


def _rows(export: Export, tales: list[str]) -> Iterator[Row]:
    """The rows of the log. Where the story beside them is not theirs, that is added to `tales`."""
    follower = _Follower()
    for line in export:
        if line.id is None or line.body is None or line.hash is None:
            raise BadExport(
                f"{export.name} holds a story and no log, so nothing can be proved."
                " Once the game is closed, `wardiary log URL --save FILE` takes the log along."
            )
        if line.told is not None and not tales:
            try:
                _compare(follower.follow(line), line.seq, line.body)
            except _Untrue as wrong:
                tales.append(str(wrong))
        yield Row(line.seq, line.id, line.body, line.hash)


class _Rolled(Struct):
    t: str
    faces: tuple[int, ...] = ()


class _Body(Struct):
    kind: str
    at: int
    by: str = ""
    parent: int = 0
    root: int = 0
    events: list[_Rolled] = []


def _compare(told: Told, seq: int, body: bytes) -> None:
    """Holds what is told of an entry against the log; some of it may be left untold. Raises `_Untrue`."""
    try:
        entry = msgspec.msgpack.decode(body, type=_Body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return  # the verdict on the rows says so
    columns = (entry.kind, entry.at, entry.by, entry.parent, entry.root)
    if (told.kind, told.at, told.by, told.parent, told.root) != columns:
        raise _Untrue(f"Entry {seq} is told as another one than the log has.")
    rolled = iter([event.faces for event in entry.events if event.t == "rolled"])
    shown = [line.faces for line in told.lines if line.faces]
    if not all(any(faces == one for one in rolled) for faces in shown):
        raise _Untrue(f"The story of entry {seq} shows dice that the log does not have.")
