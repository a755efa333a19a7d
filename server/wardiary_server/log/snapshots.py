"""States of games at some entries, kept so that opening a game need not fold its whole log.

A cache and nothing more: it lies in a file of its own, is written in the background and never synced, and whatever is
wrong with it costs time only. A snapshot is bound to the version of the folds that made it, which `best` asks for, and
to the hash of its entry, which whoever uses it compares with the log. A file that is broken is thrown away and begun
anew, with a warning.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import sqlite3
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

NEWEST = 8
"""How many of a game's latest snapshots are all kept; of older ones fewer and fewer are."""

FORMAT = 1

_SCHEMA = f"""
PRAGMA journal_mode = WAL;
PRAGMA synchronous = OFF;
PRAGMA cell_size_check = 1;
PRAGMA trusted_schema = 0;
CREATE TABLE IF NOT EXISTS snapshot (
  game    TEXT    NOT NULL,
  seq     INTEGER NOT NULL,
  hash    BLOB    NOT NULL,
  version TEXT    NOT NULL,
  blob    BLOB    NOT NULL,
  digest  BLOB    NOT NULL,
  PRIMARY KEY (game, seq)
) STRICT;
PRAGMA user_version = {FORMAT};
"""

T = TypeVar("T")
Warn = Callable[[str], None]
"""Takes a sentence for the server's log. It may be called from another thread."""


class Snapshot(NamedTuple):
    """The state of a game after entry `seq`, whose chain hash is `hash`, as the bytes it was given as."""

    seq: int
    hash: bytes
    blob: bytes


class Snapshots:
    """The snapshots of all games. Make it with `open`. Nothing here raises for what the file or the disk does."""

    @classmethod
    async def open(cls, path: Path, warn: Warn) -> Snapshots:
        """Opens the cache at `path`, or makes a new one, also in the place of anything that is none."""
        snapshots = cls(path, warn)
        await snapshots.settled()
        return snapshots

    def __init__(self, path: Path, warn: Warn) -> None:
        self.path = path
        self._warn = warn
        self._db: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(1, "wardiary-snapshots")
        self._closed = False

    def put(self, game: str, seq: int, hash: bytes, version: str, blob: bytes) -> None:
        """Keeps a snapshot, in the background. What it makes superfluous goes."""
        if not self._closed:
            self._thread.submit(self._safely, None, partial(self._put, game, seq, hash, version, blob))

    def forget(self, game: str) -> None:
        """Drops all snapshots of a game, in the background."""
        if not self._closed:
            self._thread.submit(self._safely, None, partial(self._delete, game, None))

    async def best(self, game: str, at_most: int, version: str) -> Snapshot | None:
        """The latest snapshot that these folds made of the game at entry `at_most` or before."""
        return None if self._closed else await self._run(None, partial(self._best, game, at_most, version))

    async def settled(self) -> None:
        """Waits until all that was put or forgotten has been written."""
        if not self._closed:
            await self._run(None, lambda _: None)

    async def aclose(self) -> None:
        """Writes what was put and closes the file. More than once does no harm."""
        self._closed = True
        await asyncio.to_thread(self._thread.shutdown)
        if self._db is not None:
            self._db.close()
            self._db = None

    # -------------------------------------------------------------------------------- in the background thread

    async def _run(self, otherwise: T, work: Callable[[sqlite3.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._safely, otherwise, work)

    def _safely(self, otherwise: T, work: Callable[[sqlite3.Connection], T]) -> T:
        """Does it, or gives the other value and a warning."""
        try:
            return work(self._connect(self._db))
        except (sqlite3.Error, OSError, UnicodeError) as error:
            if _passes(error):
                self._warn(f"Snapshots cannot be kept in {self.path} now ({error}); opening games will take longer.")
            else:
                self._warn(f"The snapshots in {self.path} were broken ({error}) and are made anew.")
                self._discard()
            return otherwise

    def _connect(self, db: sqlite3.Connection | None) -> sqlite3.Connection:
        if db is not None:
            return db
        db = sqlite3.connect(self.path, isolation_level=None, timeout=1, check_same_thread=False)
        try:
            if db.execute("PRAGMA user_version").fetchone()[0] not in (0, FORMAT):
                raise sqlite3.DatabaseError("they are of another version")
            db.executescript(_SCHEMA)
        except BaseException:
            db.close()
            raise
        self._db = db
        return db

    def _discard(self) -> None:
        """Throws the file away; the next question makes a new one."""
        if self._db is not None:
            self._db.close()
            self._db = None
        with contextlib.suppress(OSError):
            for suffix in ("", "-wal", "-shm"):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)

    def _put(self, game: str, seq: int, hash: bytes, version: str, blob: bytes, db: sqlite3.Connection) -> None:
        row = (game, seq, hash, version, blob, _digest(game, seq, hash, version, blob))
        db.execute("BEGIN IMMEDIATE")
        try:
            db.execute("DELETE FROM snapshot WHERE game = ? AND version <> ?", (game, version))
            db.execute("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?, ?, ?)", row)
            seqs = [seq for (seq,) in db.execute("SELECT seq FROM snapshot WHERE game = ?", (game,))]
            for old in set(seqs) - keep(seqs):
                self._delete(game, old, db)
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise

    def _best(self, game: str, at_most: int, version: str, db: sqlite3.Connection) -> Snapshot | None:
        query = (
            "SELECT seq, hash, blob, digest FROM snapshot WHERE game = ? AND seq <= ? AND version = ? ORDER BY seq DESC"
        )
        broken: list[int] = []
        best: Snapshot | None = None
        for seq, hash, blob, digest in db.execute(query, (game, at_most, version)):
            if digest == _digest(game, seq, hash, version, blob):
                best = Snapshot(seq, hash, blob)
                break
            broken.append(seq)
        for seq in broken:
            self._warn(f"The snapshot of {game} at entry {seq} was broken and is passed over.")
            self._delete(game, seq, db)
        return best

    def _delete(self, game: str, seq: int | None, db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM snapshot WHERE game = ?1 AND (?2 IS NULL OR seq = ?2)", (game, seq))


def keep(seqs: Iterable[int], newest: int = NEWEST) -> set[int]:
    """Which snapshots to keep: the newest, and of the older ones one for each doubling of their age.

    Of an age's snapshots the oldest is kept, so that it lives on into the next age. So there are few however long
    the game, and going back n entries means folding a few times n.
    """
    ordered = sorted(seqs, reverse=True)
    oldest_of_age = {(ordered[0] - seq).bit_length(): seq for seq in ordered[newest:]}
    return {*ordered[:newest], *oldest_of_age.values()}


def _digest(game: str, seq: int, hash: bytes, version: str, blob: bytes) -> bytes:
    """Covers the whole row, since no chain does."""
    return hashlib.sha256(msgspec.msgpack.encode((game, seq, hash, version, blob))).digest()


def _passes(error: Exception) -> bool:
    """Whether the trouble lies with the disk or another program, not with what is in the file."""
    code = getattr(error, "sqlite_errorcode", None)
    passing = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
    return isinstance(error, OSError) or (code is not None and code & 0xFF in (*passing, sqlite3.SQLITE_READONLY))
