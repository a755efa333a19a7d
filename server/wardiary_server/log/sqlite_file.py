"""The SQLite file: what is in it, how it is opened, and how it is read, by the server and beside it.

One table holds the rows of all games, in order of game and seq. Nothing here trusts what the file says: it must carry
our mark, pass SQLite's own check when a server opens it, and each row must follow the one before.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path
from types import TracebackType

from wardiary_protocol.proof import START, Head, Row, broken

from .contract import (
    CannotOpen,
    Corrupt,
    Damaged,
    Full,
    LogError,
    NewerFormat,
    NotADatabase,
    Unavailable,
    is_name,
)
from .files import put_in_place, temporary, writing

FORMAT = 1
"""The layout of the file that this version writes; it reads that one and all before it."""

APPLICATION = int.from_bytes(b"wdry")
"""SQLite's mark for whose file it is."""

PAGE_ROWS = 512
PAGE_BYTES = 1024 * 1024
"""The most that is read at a time: this many rows, and not much more than this many bytes of bodies."""

SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What the library raises: the second where its message quotes a damaged file."""

_FIRST = -(2**63)  # below every seq that a damaged row might claim to have

# No CHECK: the chain covers each row, and a row that breaks one would keep the whole file from passing quick_check.
_SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE entry (
  game      TEXT    NOT NULL,
  seq       INTEGER NOT NULL,
  commit_id BLOB    NOT NULL,
  body      BLOB    NOT NULL,
  hash      BLOB    NOT NULL,
  PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {FORMAT};
COMMIT;
"""

_WRITER = """
PRAGMA synchronous = FULL;
PRAGMA fullfsync = 1;
PRAGMA checkpoint_fullfsync = 1;
"""

_EVERYONE = """
PRAGMA cell_size_check = 1;
PRAGMA trusted_schema = 0;
"""


class Reader:
    """Reads a log that may be in use by a server: proves what it reads, takes no lock, changes nothing.

    Its calls block; each sees what was durable when it began.
    """

    def __init__(self, path: Path) -> None:
        """Raises CannotOpen, NotADatabase, NewerFormat."""
        if not path.exists():
            raise CannotOpen(f"There is no log at {path}.")
        self.path = path
        self._db = _connect(path, "ro")
        self._db.text_factory = bytes  # a damaged column may be no text at all
        with _closing_on_error(self._db):
            if _recognise(self._db, path) == "empty":
                raise NotADatabase(f"{path} is empty: no server has written a log to it.")

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the file. More than once does no harm."""
        self._db.close()

    def games(self) -> Iterator[str]:
        """The games that have a row, in order. A name that no game can have is shown escaped; reading it is Corrupt."""
        # From each game straight to the next: as many steps as games, whatever their length.
        step = "SELECT CAST(game AS BLOB) FROM entry WHERE game > CAST(? AS TEXT) ORDER BY game LIMIT 1"
        name = b""
        while True:
            with self._plainly():
                found = self._db.execute(step, (name,)).fetchone()
            if found is None:
                return
            name = found[0]
            yield name.decode(errors="backslashreplace")

    def head(self, game: str) -> Head:
        """The last row's number and hash as they are stored; START for a game that is not there."""
        last = "SELECT seq, hash FROM entry WHERE game = ? ORDER BY seq DESC LIMIT 1"
        _check_name(game)
        with self._plainly(game):
            found = self._db.execute(last, (game,)).fetchone()
        return Head(*found) if found else START

    def read(self, game: str, after: int = 0) -> Iterator[Row]:
        """The rows after `after`, proved. Raises Corrupt, Unavailable."""
        place: Head | int = after
        sizes = page_sizes()
        while rows := self.page(game, place, next(sizes)):
            yield from rows
            place = rows[-1].head

    def verify(self, game: str) -> Head:
        """Reads the game from its first row to its last and returns its head. Raises Corrupt, Unavailable."""
        place: Head = START
        while rows := self.page(game, place):
            place = rows[-1].head
        return place

    def page(self, game: str, place: Head | int, size: int = PAGE_ROWS) -> list[Row]:
        """The next rows after a place, which is a head that was read before or a seq; none at the log's end."""
        _check_name(game)
        end = self.head(game).seq  # asked first: rows may come meanwhile, but none go
        with self._plainly(game, place if isinstance(place, int) else place.seq):
            head = self._place(game, place) if isinstance(place, int) else place
            if head is None:
                return []
            rows = self._page(game, head, size)
        if not rows and head.seq < end:
            raise Corrupt(game, head.seq + 1, f"is missing, though entry {end} is there")
        return rows

    def _place(self, game: str, seq: int) -> Head | None:
        """The head that the log had at `seq`; None if it has not come that far."""
        if seq == 0:
            return START
        found = self._db.execute("SELECT seq, hash FROM entry WHERE game = ? AND seq = ?", (game, seq)).fetchone()
        if found:
            return Head(*found)
        if self.head(game).seq > seq:
            raise Corrupt(game, seq, "is missing")
        return None

    def _page(self, game: str, head: Head, limit: int) -> list[Row]:
        query = "SELECT seq, commit_id, body, hash FROM entry WHERE game = ? AND seq >= ? ORDER BY seq LIMIT ?"
        first = head.seq + 1 if head.seq else _FIRST
        rows: list[Row] = []
        size = 0
        with contextlib.closing(self._db.execute(query, (game, first, limit))) as found:
            for row in map(Row._make, found):
                if why := broken(game, head, row):
                    raise Corrupt(game, row.seq, why)
                rows.append(row)
                head = row.head
                size += len(row.body)
                if size >= PAGE_BYTES:
                    break
        return rows

    def backup(self, target: Path) -> None:
        """Writes the whole log to `target` as one file, in place only once it is complete and durable.

        Raises Full, Unavailable, Corrupt.
        """
        with writing(target), temporary(target) as beside, self._plainly():
            self._db.execute("VACUUM INTO ?", (str(beside),))
            put_in_place(beside, target)

    @contextlib.contextmanager
    def _plainly(self, game: str = "", after: int = 0) -> Iterator[None]:
        """Says SQLite's errors in the contract's words."""
        try:
            yield
        except SQLITE_ERRORS as error:
            if _is(error, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
                raise Corrupt(game, after + 1, f"cannot be read from {self.path} ({error})") from None
            raise trouble(self.path, error) from None
        except (TypeError, AttributeError):  # a column of another kind than ours
            raise Corrupt(game, after + 1, "is no row of a log") from None


def page_sizes() -> Iterator[int]:
    """How many rows to read at a time: few at first, since often one is all that is wanted."""
    return chain((8, 64), repeat(PAGE_ROWS))


def open_reader(path: Path) -> Reader:
    """Opens a log for reading, beside a server that may be using it. Raises CannotOpen and its kinds."""
    return Reader(path)


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Opens the log, or makes a new one. The caller holds the lock. Raises CannotOpen and its kinds, Full."""
    db = _connect(path, "rwc")
    with _closing_on_error(db):
        found = _recognise(db, path)  # before anything is changed: it may be somebody else's
        try:
            mode = db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            if mode != "wal":
                raise CannotOpen(f"{path} lies on a file system that cannot hold a log (SQLite's WAL): move it.")
            db.executescript(_WRITER + _EVERYONE + (_SCHEMA if found == "empty" else ""))
            faults = [fault for (fault,) in db.execute("PRAGMA quick_check(3)") if fault != "ok"]
        except SQLITE_ERRORS as error:
            if _is(error, sqlite3.SQLITE_CORRUPT):
                raise _damaged(path, str(error)) from None
            raise trouble(path, error) from None
        if faults:
            raise _damaged(path, "; ".join(faults))
    return db


def trouble(path: Path, error: Exception) -> LogError:
    """What to say about an error after which nothing was written."""
    if _is(error, sqlite3.SQLITE_FULL):
        return Full(f"There is no space left for the log {path}. Nothing was written; free some and go on.")
    if _is(error, sqlite3.SQLITE_BUSY):
        return Unavailable(f"Another program is changing {path}. Nothing was written; close it and try again.")
    if isinstance(error, sqlite3.ProgrammingError):
        return Unavailable(f"The log {path} is closed.")
    return Unavailable(f"The log {path} cannot be used now ({error}).")


def is_definite(error: sqlite3.Error) -> bool:
    """Whether a COMMIT that failed this way has certainly written nothing."""
    return _is(error, sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY)


def _is(error: Exception, *codes: int) -> bool:
    """Whether the error is of one of these kinds, its extended code aside."""
    code = sqlite3.SQLITE_CORRUPT if isinstance(error, UnicodeDecodeError) else getattr(error, "sqlite_errorcode", 0)
    return (code or 0) & 0xFF in codes


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    if sqlite3.sqlite_version_info < (3, 37):
        raise CannotOpen(f"SQLite 3.37 or newer is needed; this Python has {sqlite3.sqlite_version}.")
    address = f"{path.absolute().as_uri()}?mode={mode}"
    try:
        db = sqlite3.connect(address, uri=True, isolation_level=None, timeout=1, check_same_thread=False)
    except sqlite3.Error as error:
        raise CannotOpen(f"{path} cannot be opened ({error}).") from None
    return db


def _recognise(db: sqlite3.Connection, path: Path) -> str:
    """Tells a log ("log") from a file with nothing in it ("empty"). Raises for all else."""
    try:
        db.executescript(_EVERYONE)
        application, form, schema = (
            db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version", "schema_version")
        )
    except SQLITE_ERRORS as error:
        if _is(error, sqlite3.SQLITE_NOTADB):
            raise NotADatabase(f"{path} is no database. Name another file, or move this one away.") from None
        if _is(error, sqlite3.SQLITE_CORRUPT):
            raise _damaged(path, str(error)) from None
        raise CannotOpen(f"{path} cannot be opened ({error}).") from None
    if not schema and not application:
        return "empty"
    if application != APPLICATION:
        raise NotADatabase(f"{path} is another program's database. Name another file, or move this one away.")
    if form > FORMAT:
        raise NewerFormat(path, form, FORMAT)
    return "log"


def _damaged(path: Path, why: str) -> Damaged:
    return Damaged(
        f"{path} is damaged ({why}). It was not touched: restore a backup, or `verify` it to see which games are whole."
    )


def _check_name(game: str) -> None:
    if not is_name(game):
        raise Corrupt(game, 1, "stands under a name that no game can have")


@contextlib.contextmanager
def _closing_on_error(db: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        db.close()
        raise
