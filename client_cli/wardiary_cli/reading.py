"""An export file, read: the story that it tells, replayed view by view; and the log in it, proved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from wardiary_protocol.changes import DoesNotFit, apply, hash_of, rehash
from wardiary_protocol.changes import as_hex as hex_of
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
        view: Mapping[str, Any] = {}
        hash = hash_of(view)
        try:
            for line in export:
                if to is not None and line.seq > to:
                    break
                told = _told(line)
                after = apply(view, told.changes or ())
                hash, view = rehash(hash, view, after), after
                if hex_of(hash) != told.hash:
                    return Replayed(export.header, entries, view, f"The view after entry {line.seq} has another hash.")
                entries.append(msgspec.structs.replace(told, changes=None))
        except (BadExport, _Untold) as wrong:
            return Replayed(export.header, entries, view, str(wrong))
        except DoesNotFit as wrong:
            return Replayed(export.header, entries, view, f"Entry {line.seq} does not fit the view before it: {wrong}.")
        return Replayed(export.header, entries, view)


def verify(path: Path) -> Verdict:
    """What a file proves: its chain, its dice, and that the story in it tells the dice of the log.

    Raises `Ended` for a file that cannot be read, or that has no log in it.
    """
    with _opened(path) as export:
        tales: list[str] = []
        try:
            verdict = verify_rows(export.header.game, _rows(export, tales))
        except BadExport as wrong:
            raise Ended(Exit.FAULT, str(wrong)) from None
        if verdict.ok and tales:
            return msgspec.structs.replace(verdict, fault=tales[0])
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


class _Untold(Exception):
    """A line tells nothing that could be replayed."""


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
        raise _Untold(f"Entry {line.seq} has the log alone, and no story: it can be verified, not replayed.")
    try:
        told = msgspec.convert(line.told, Told)
    except msgspec.ValidationError as wrong:
        raise _Untold(f"What entry {line.seq} tells cannot be read ({wrong}).") from None
    if told.seq != line.seq or told.changes is None:
        raise _Untold(f"What entry {line.seq} tells is of another entry, or says not how the view changed.")
    return told


def _rows(export: Export, tales: list[str]) -> Iterator[Row]:
    """The rows of the log. Where the story beside one tells other dice, that is added to `tales`."""
    for line in export:
        if line.id is None or line.body is None or line.hash is None:
            raise BadExport(
                f"{export.name} holds a story and no log, so nothing can be proved."
                " Once the game is closed, `wardiary log URL --save FILE` takes the log along."
            )
        if line.told is not None and (why := _tale(line)):
            tales.append(why)
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


def _tale(line: Line) -> str:
    """What the story of an entry says otherwise than the log; nothing where they agree. Some may be left untold."""
    try:
        told, body = _told(line), msgspec.msgpack.decode(line.body or b"", type=_Body)
    except (_Untold, msgspec.MsgspecError, UnicodeDecodeError) as wrong:
        return str(wrong)
    if (told.kind, told.at, told.by, told.parent, told.root) != (body.kind, body.at, body.by, body.parent, body.root):
        return f"Entry {line.seq} is told as another one than the log has."
    rolled = iter([event.faces for event in body.events if event.t == "rolled"])
    if not all(
        any(faces == one for one in rolled)
        for faces in (told_line.faces for told_line in told.lines if told_line.faces)
    ):
        return f"The story of entry {line.seq} shows dice that the log does not have."
    return ""
