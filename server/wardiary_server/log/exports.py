"""Writing a game to a file, and taking one in from a file.

The operator's file holds the game's secrets: sealed under a passphrase (`sealing`), or in clear. It is private to its
owner either way, as the vault is, for the log in it holds all that is hidden.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from wardiary_protocol.export import BadExport, End, Export, Header, Line, Sealed, encode
from wardiary_protocol.proof import START, Head, Row, broken

from .contract import MAX_BATCH, MAX_ENTRIES, EventLog, LogError, check
from .files import PRIVATE, PUBLIC, replacing
from .sealing import BadSeal, Key, seal, unseal
from .sqlite_file import Reader
from .vault import GameSecrets, Vault


class NoGame(LogError):
    """There is no game of that name."""

    code = "no_game"


class ImportRefused(LogError):
    """The file cannot be taken in; the text says why, and nothing was changed."""

    code = "import_refused"


class Imported(NamedTuple):
    """A game that was taken in: its id, its head, and how many entries were written now."""

    game: str
    head: Head
    added: int


def write_export(
    path: Path, header: Header, lines: Iterable[Line], secrets: GameSecrets | Sealed | None = None
) -> None:
    """Writes an export; with secrets, for its owner's eyes alone. In place once it is whole. Raises Full, Unavailable.

    And what taking the lines raises.
    """
    last = Line(0)
    with replacing(path, PRIVATE if secrets else PUBLIC) as file:
        file.write(encode(header))
        for last in lines:
            file.write(encode(last))
        file.write(encode(ending(header.head, last.hash, secrets)))


def ending(head: int, hash: bytes | None, secrets: GameSecrets | Sealed | None) -> End:
    """The last line of an export, with its secrets as they are given: sealed or in clear."""
    if isinstance(secrets, Sealed):
        return End(head, hash, sealed=secrets)
    return End(head, hash, secrets)


def write_view(path: Path, header: Header, lines: Iterable[Line]) -> None:
    """Writes what one audience may know of a game, and nothing of the log itself. Raises as `write_export` does."""
    with replacing(path, PUBLIC) as file:
        file.write(encode(header))
        for line in lines:
            file.write(encode(line))
        file.write(encode(End(header.head)))


def export_game(
    path: Path,
    reader: Reader,
    game: str,
    *,
    title: str,
    exported_by: str,
    secrets: GameSecrets | None = None,
    key: Key | None = None,
    audience: str = "operator",
    told: Callable[[Row], Any] = lambda _: None,
    is_view: bool = False,
) -> Head:
    """Exports a game's log as it stands, also while it is played, and returns the last entry's head.

    `told` gives what the audience was told of an entry, if that shall be in the file; with `is_view` nothing else is:
    a row holds what is hidden, and its hash lets it be guessed. With a `key` the secrets are sealed.
    Raises Full, Unavailable, Corrupt, NoGame.
    """
    head = reader.head(game)
    if head == START:
        raise NoGame(f"There is no game {game} in {reader.path}.")
    epoch = secrets.epoch if secrets else ""
    header = Header(game=game, title=title, epoch=epoch, audience=audience, head=head.seq, exported_by=exported_by)
    rows = _until(head.seq, reader.read(game))
    if is_view:
        write_view(path, header, (Line(row.seq, told=told(row)) for row in rows))
    else:
        shut = seal(key, game, secrets) if key and secrets else secrets
        write_export(path, header, (Line.of(row, told(row)) for row in rows), shut)
    return head


@contextlib.contextmanager
def read_export(path: Path) -> Iterator[Export]:
    """Opens an export for reading. Raises BadExport, also for a file that cannot be read, and so does the reading."""
    try:
        file = path.open("rb")
    except OSError as error:
        raise BadExport(f"{path} cannot be read: {error.strerror}.") from None
    with file:
        yield Export(file, str(path))


def proved(export: Export) -> Iterator[Row]:
    """The rows of an export, each proved to follow the one before. Raises BadExport."""
    head = START
    for row in export.rows():
        if why := broken(export.header.game, head, row):
            raise BadExport(f"{export.name} is damaged: entry {row.seq} {why}.")
        head = row.head
        yield row


def is_sealed(path: Path) -> bool:
    """Whether taking this file in needs a passphrase. Raises BadExport, for a file that is not whole too."""
    with read_export(path) as export:
        for _ in export:
            pass
        return export.end is not None and export.end.sealed is not None


async def import_export(path: Path, log: EventLog, vault: Vault, passphrase: str = "") -> Imported:
    """Takes a game in with its seats and every hash, under its own name; it begins a new epoch.

    The file is read to its end before anything is written. The entries come first and the secrets last, so a game
    whose secrets are in the vault was taken in whole; where that was cut short, taking the same file in again writes
    what is missing. `passphrase` opens the secrets of a file that is sealed. Raises ImportRefused, BadSeal and Unfit,
    upon which nothing was changed, and what appending raises.
    """
    try:
        return await _take_in(path, log, vault, passphrase)
    except BadExport as fault:
        raise ImportRefused(str(fault)) from None


async def _take_in(path: Path, log: EventLog, vault: Vault, passphrase: str) -> Imported:
    with read_export(path) as export:
        game = export.header.game
    if game in vault:
        raise ImportRefused(f"There is a game {game} here already. It was left as it is.")
    here = await log.head(game)
    secrets = await asyncio.to_thread(_look_through, path, here, passphrase)
    head = here
    with read_export(path) as export:
        batches = _batches(row for row in proved(export) if row.seq > here.seq)
        while batch := await asyncio.to_thread(next, batches, None):
            await log.append(game, head, [(row.commit_id, row.body) for row in batch])
            head = batch[-1].head
    vault.adopt(game, secrets)
    return Imported(game, head, head.seq - here.seq)


def _look_through(path: Path, here: Head, passphrase: str) -> GameSecrets:
    """Reads the whole file: that it is true, that it goes on from what is here, and which secrets it brings."""
    with read_export(path) as export:
        game = export.header.game
        fits = here == START
        for row in proved(export):
            check(game, [(row.commit_id, row.body)])
            fits = fits or row.head == here
        if not fits:
            raise ImportRefused(f"Another game {game} is here already. It was left as it is.")
        return _secrets(export, passphrase)


def _secrets(export: Export, passphrase: str) -> GameSecrets:
    end = export.end
    found = end.secrets if end else None
    if end is not None and end.sealed is not None:
        return _opened(export, end.sealed, passphrase)
    if found is None:
        raise ImportRefused(
            f"{export.name} has no secrets, so nobody could sit down and no dice be rolled."
            " It can be verified and replayed; to move the game, export it as the operator."
        )
    try:
        return msgspec.convert(found, GameSecrets)
    except msgspec.MsgspecError as error:
        raise BadExport(f"{export.name} has secrets that cannot be read ({error}).") from None


def _opened(export: Export, sealed: Sealed, passphrase: str) -> GameSecrets:
    if not passphrase:
        raise ImportRefused(f"The secrets in {export.name} are sealed: give the passphrase. Nothing was taken in.")
    try:
        return unseal(sealed, export.header.game, passphrase)
    except BadSeal as fault:
        raise BadSeal(f"{export.name}: {fault} Nothing was taken in.") from None


def _until(seq: int, rows: Iterable[Row]) -> Iterator[Row]:
    for row in rows:
        yield row
        if row.seq == seq:
            return


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Rows in batches that any engine takes."""
    batch: list[Row] = []
    size = 0
    for row in rows:
        if batch and (len(batch) == MAX_ENTRIES or size + len(row.body) > MAX_BATCH):
            yield batch
            batch, size = [], 0
        batch.append(row)
        size += len(row.body)
    if batch:
        yield batch
