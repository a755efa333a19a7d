"""The default engine: one SQLite file, one server.

Appends go to one thread that owns the only writing connection. It takes all that is queued, whatever the games, as
one transaction, and answers when that is on the disk: while the disk works, the next group gathers. Reads have a
thread and a connection of their own, so that opening a long game holds up nobody's move.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from wardiary_protocol.proof import START, Head, Row, add

from .contract import Conflict, Entry, Full, LogError, Unavailable, Unknown, check
from .files import Lock
from .sqlite_file import Reader, is_definite, open_for_writing, page_sizes, trouble

GROUP = 256
"""The most appends of one transaction."""

T = TypeVar("T")


class SqliteLog:
    """An `EventLog` in one file. Make it with `open`."""

    @classmethod
    async def open(cls, path: Path, owner: str = "") -> SqliteLog:
        """Opens the log at `path`, or makes a new one; `owner` tells others in a few words who has it.

        Raises LockHeld, NotADatabase, NewerFormat, Damaged, CannotOpen, Full.
        """
        return cls(path, *await asyncio.to_thread(_claim, path, owner))

    def __init__(self, path: Path, lock: Lock, db: sqlite3.Connection, reader: Reader) -> None:
        self.path = path
        self._lock = lock
        self._reader = reader
        self._reads = ThreadPoolExecutor(1, "wardiary-read")
        self._watchers: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._closing: asyncio.Task[None] | None = None
        self._writer = _Writer(path, db, asyncio.get_running_loop(), self._written)
        self._writer.start()

    async def append(self, game: str, expected: tuple[int, bytes], entries: Sequence[Entry]) -> int:
        """See `EventLog.append`."""
        check(game, entries)
        self._refuse_if_closed()
        job = _Job(game, Head(*expected), _chain(game, expected, entries), asyncio.get_running_loop().create_future())
        self._writer.jobs.put(job)
        return await asyncio.shield(job.answer)

    async def read(self, game: str, after: int = 0) -> AsyncIterator[Row]:
        """See `EventLog.read`."""
        place: Head | int = after
        sizes = page_sizes()
        while rows := await self._ask(partial(self._reader.page, game, place, next(sizes))):
            for row in rows:
                yield row
            place = rows[-1].head

    async def follow(self, game: str, after: int = 0) -> AsyncIterator[Row]:
        """See `EventLog.follow`."""
        place: Head | int = after
        with self._watching(game) as grown:
            while True:
                grown.clear()  # before the page is read: what comes while it is read is not missed
                rows = await self._ask(partial(self._reader.page, game, place))
                for row in rows:
                    yield row
                if rows:
                    place = rows[-1].head
                else:
                    await grown.wait()

    async def head(self, game: str) -> Head:
        """See `EventLog.head`."""
        return await self._ask(partial(self._reader.head, game))

    async def games(self) -> AsyncIterator[str]:
        """See `EventLog.games`."""
        for game in await self._ask(lambda: list(self._reader.games())):
            yield game

    async def backup(self, target: Path) -> None:
        """Writes the whole log to `target` while the games go on. Raises Full, Unavailable, Corrupt."""

        def copy() -> None:
            with Reader(self.path) as reader:
                reader.backup(target)

        await asyncio.to_thread(copy)

    async def aclose(self) -> None:
        """Finishes the queued appends, tidies the file up and frees the lock. More than once does no harm."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        for watchers in self._watchers.values():
            for grown in watchers:
                grown.set()
        await asyncio.to_thread(self._reads.shutdown)
        self._reader.close()
        self._writer.jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self._lock.release()

    async def _ask(self, question: Callable[[], T]) -> T:
        self._refuse_if_closed()
        return await asyncio.get_running_loop().run_in_executor(self._reads, question)

    def _refuse_if_closed(self) -> None:
        if self._closing is not None:
            raise Unavailable(f"The log {self.path} is closed.")

    @contextlib.contextmanager
    def _watching(self, game: str) -> Iterator[asyncio.Event]:
        grown = asyncio.Event()
        self._watchers[game].add(grown)
        try:
            yield grown
        finally:
            self._watchers[game].discard(grown)
            if not self._watchers[game]:
                del self._watchers[game]

    def _written(self, answered: _Answers) -> None:
        """Answers a group, back in the event loop."""
        for job, answer in answered:
            if isinstance(answer, LogError):
                job.answer.set_exception(answer)
                continue
            job.answer.set_result(answer)
            for grown in self._watchers.get(job.game, ()):
                grown.set()


def _claim(path: Path, owner: str) -> tuple[Lock, sqlite3.Connection, Reader]:
    """Takes the lock and opens the file twice, to write and to read; leaves nothing behind if one of them fails."""
    with contextlib.ExitStack() as undo:
        lock = Lock(path.with_name(f"{path.name}.lock"), owner)
        undo.callback(lock.release)
        db = open_for_writing(path)
        undo.callback(db.close)
        reader = Reader(path)
        undo.pop_all()
    return lock, db, reader


def _chain(game: str, head: tuple[int, bytes], entries: Sequence[Entry]) -> tuple[Row, ...]:
    """The rows that these entries become after `head`."""
    rows: list[Row] = []
    for commit_id, body in entries:
        rows.append(add(game, head, commit_id, body))
        head = rows[-1].head
    return tuple(rows)


class _Job(NamedTuple):
    """A batch that waits to be written."""

    game: str
    expected: Head
    rows: tuple[Row, ...]
    answer: asyncio.Future[int]


_Answers = list[tuple[_Job, int | LogError]]


class _Writer(threading.Thread):
    """Writes batches in groups until it is given None."""

    def __init__(
        self, path: Path, db: sqlite3.Connection, loop: asyncio.AbstractEventLoop, done: Callable[[_Answers], None]
    ) -> None:
        super().__init__(name="wardiary-write", daemon=True)
        self.jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._path = path
        self._db = db
        self._loop = loop
        self._done = done
        self._heads: dict[str, Head] = {}  # of the games written to lately; empty after any failure

    def run(self) -> None:
        while jobs := self._gather():
            answers = self._write(jobs)
            with contextlib.suppress(RuntimeError):  # the loop is gone, and with it all who waited
                self._loop.call_soon_threadsafe(self._done, list(zip(jobs, answers, strict=True)))
        with contextlib.suppress(sqlite3.Error):
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._db.close()

    def _gather(self) -> list[_Job]:
        """Waits for a batch and takes all that is there by then; nothing at the end."""
        jobs: list[_Job] = []
        with contextlib.suppress(queue.Empty):
            while len(jobs) < GROUP:
                job = self.jobs.get(block=not jobs)
                if job is None:
                    self.jobs.put(None)  # for the next round, which then finds nothing before it
                    break
                jobs.append(job)
        return jobs

    def _write(self, jobs: list[_Job]) -> list[int | LogError]:
        """One transaction for the whole group. Never raises."""
        committing = False
        try:
            self._db.execute("BEGIN IMMEDIATE")
            answers = [self._insert(job) for job in jobs]
            committing = True
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            if committing and not is_definite(error):
                return [Unknown(f"It is not known whether {self._path} was written ({error}).") for _ in jobs]
            if len(jobs) > 1 and isinstance(trouble(self._path, error), Full):
                # What does not fit must not take down what would.
                return [answer for job in jobs for answer in self._write([job])]
            return [trouble(self._path, error) for _ in jobs]
        except Exception as error:  # a fault of ours: those who wait are told, and the thread lives on
            self._roll_back()
            return [Unknown(f"It is not known whether {self._path} was written ({error!r}).") for _ in jobs]
        return answers

    def _insert(self, job: _Job) -> int | LogError:
        last = job.rows[-1]
        found = self._head(job.game)
        if found == job.expected:
            self._db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", ((job.game, *row) for row in job.rows))
            self._heads[job.game] = last.head
            return last.seq
        # The hash of the last row covers the whole batch and all before it, so it tells a repeat from a rival.
        again = found.seq >= last.seq and self._hash_at(job.game, last.seq) == last.hash
        return last.seq if again else Conflict(job.game, found)

    def _head(self, game: str) -> Head:
        if game not in self._heads:
            last = "SELECT seq, hash FROM entry WHERE game = ? ORDER BY seq DESC LIMIT 1"
            found = self._db.execute(last, (game,)).fetchone()
            self._heads[game] = Head(*found) if found else START
        return self._heads[game]

    def _hash_at(self, game: str, seq: int) -> bytes | None:
        found = self._db.execute("SELECT hash FROM entry WHERE game = ? AND seq = ?", (game, seq)).fetchone()
        return found[0] if found else None

    def _roll_back(self) -> None:
        self._heads.clear()
        with contextlib.suppress(sqlite3.Error):
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
