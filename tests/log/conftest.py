"""What the tests of logs share: an engine to try, and a few words to say what should happen."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from wardiary_protocol.proof import Head, Row
from wardiary_server.log.contract import Entry, EventLog
from wardiary_server.log.sqlite import SqliteLog


class Engine:
    """What every engine's tests say the same way."""

    @staticmethod
    def some(*bodies: bytes) -> list[Entry]:
        """Entries with these bodies, each from a command of its own."""
        return [(os.urandom(16), body) for body in bodies]

    @staticmethod
    async def rows(log: EventLog, game: str, after: int = 0) -> list[Row]:
        """All that is there to read."""
        return [row async for row in log.read(game, after)]

    async def write(self, log: EventLog, game: str, *bodies: bytes) -> Head:
        """Appends one batch to the log as it stands and returns the new head."""
        await log.append(game, await log.head(game), self.some(*bodies))
        return await log.head(game)


class SqliteEngine(Engine):
    """The SQLite engine. Another engine's tests need a class with these methods and a line in `engine`."""

    @contextlib.contextmanager
    def place(self) -> Iterator[Path]:
        """Somewhere for a log that is not there yet."""
        with tempfile.TemporaryDirectory() as directory:
            yield Path(directory) / "log.db"

    @contextlib.asynccontextmanager
    async def open(self, place: Path) -> AsyncIterator[EventLog]:
        log = await SqliteLog.open(place)
        try:
            yield log
        finally:
            await log.aclose()

    @contextlib.asynccontextmanager
    async def fresh(self) -> AsyncIterator[EventLog]:
        """A log with nothing in it."""
        with self.place() as place:
            async with self.open(place) as log:
                yield log

    columns = ("game", "seq", "commit_id", "body", "hash")

    def flip(self, place: Path, game: str, seq: int, column: str, bit: int) -> bool:
        """Flips a bit (counted round the column's length) of a stored row; False if no file could look like that."""
        db = sqlite3.connect(place, isolation_level=None)
        with contextlib.closing(db):
            kind = {"game": "CAST(? AS TEXT)", "seq": "CAST(? AS INTEGER)"}.get(column, "?")
            where = (game, seq)
            (old,) = db.execute(f"SELECT {column} FROM entry WHERE game = ? AND seq = ?", where).fetchone()
            change = f"UPDATE entry SET {column} = {kind} WHERE game = ? AND seq = ?"
            try:
                db.execute(change, (_flipped(old, bit), *where))
            except sqlite3.IntegrityError:  # two rows with one key
                return False
        return True


def _flipped(old: object, bit: int) -> object:
    if isinstance(old, int):
        return int.from_bytes(_flip_byte(old.to_bytes(8, signed=True), bit), signed=True)
    return _flip_byte(old.encode() if isinstance(old, str) else bytes(old), bit)  # type: ignore[call-overload]


def _flip_byte(old: bytes, bit: int) -> bytes:
    at = bit // 8 % len(old)
    return old[:at] + bytes([old[at] ^ 1 << bit % 8]) + old[at + 1 :]


@pytest.fixture(scope="session", params=[SqliteEngine], ids=["sqlite"])
def engine(request: pytest.FixtureRequest) -> SqliteEngine:
    """Every engine in turn; one contract for all."""
    return request.param()
