"""The file: what is taken for a log and what is not, reading beside a server, backups, and damage of any kind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from wardiary_protocol.proof import START, Row, add
from wardiary_server.log.contract import (
    CannotOpen,
    Corrupt,
    Damaged,
    Full,
    NewerFormat,
    NotADatabase,
    Unavailable,
)
from wardiary_server.log.sqlite import SqliteLog
from wardiary_server.log.sqlite_file import FORMAT, Reader, is_definite, open_for_writing, open_reader, trouble


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A log of two games."""
    path = tmp_path / "log.db"
    _fill(path, {"g": 300, "h": 3})
    return path


def _fill(path: Path, games: dict[str, int]) -> None:
    async def fill() -> None:
        log = await SqliteLog.open(path)
        for game, length in games.items():
            head = START
            for n in range(length):
                row = add(game, head, b"commit id %06d" % n, b"body %d " % n * 20)
                await log.append(game, head, [(row.commit_id, row.body)])
                head = row.head
        await log.aclose()

    asyncio.run(fill())


def _all(path: Path) -> dict[str, list[Row]]:
    with open_reader(path) as reader:
        return {game: list(reader.read(game)) for game in reader.games()}


@contextlib.contextmanager
def _sql(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        yield db


# ------------------------------------------------------------------------------------------- what is a log


def test_a_new_log_is_durable_and_strict(tmp_path: Path) -> None:
    db = open_for_writing(tmp_path / "log.db")
    wanted = {"journal_mode": "wal", "synchronous": 2, "fullfsync": 1, "cell_size_check": 1, "trusted_schema": 0}
    with contextlib.closing(db):
        assert {name: db.execute(f"PRAGMA {name}").fetchone()[0] for name in wanted} == wanted
        assert [row[4:] for row in db.execute("PRAGMA table_list") if row[1] == "entry"] == [(1, 1)]  # no rowid, strict


@pytest.mark.parametrize(
    "content", [b"hello", b"hello " * 2000, bytes(5000), b"SQLite format 3\0 and then nonsense" * 99]
)
def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    for opening in (open_for_writing, open_reader):
        with pytest.raises(NotADatabase, match=r"notes\.txt is no database\. Name another file"):
            opening(path)
    assert path.read_bytes() == content
    assert os.listdir(tmp_path) == ["notes.txt"]


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.db"
    with _sql(path) as db:
        db.execute("CREATE TABLE entry (game, seq)")
    before = path.read_bytes()
    for opening in (open_for_writing, open_reader):
        with pytest.raises(NotADatabase, match="another program's database"):
            opening(path)
    assert path.read_bytes() == before


def test_a_log_of_a_newer_version_is_refused_by_name(path: Path) -> None:
    with _sql(path) as db:
        db.execute(f"PRAGMA user_version = {FORMAT + 1}")
    for opening in (open_for_writing, open_reader):
        with pytest.raises(NewerFormat, match=r"newer wardiary \(format 2, and this one knows 1\)\. Update"):
            opening(path)


def test_what_cannot_be_opened_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.db").touch()
    with pytest.raises(CannotOpen, match="There is no log at"):
        open_reader(tmp_path / "none.db")
    with pytest.raises(NotADatabase, match="is empty"):
        open_reader(tmp_path / "empty.db")
    for path in (tmp_path / "folder", tmp_path / "none" / "log.db"):
        with pytest.raises(CannotOpen, match="cannot be opened"):
            open_for_writing(path)


# ------------------------------------------------------------------------------------------- reading beside


def test_a_reader_sees_each_entry_once_it_is_durable_and_needs_no_lock(path: Path) -> None:
    async def serve() -> None:
        log = await SqliteLog.open(path)
        with open_reader(path) as reader:
            for n in range(3):
                head = await log.head("h")
                await log.append("h", head, [(b"i" * 16, b"new %d" % n)])
                assert reader.head("h") == await log.head("h") == reader.verify("h")
                assert [row.body for row in reader.read("h", head.seq)] == [b"new %d" % n]
            assert list(reader.games()) == ["g", "h"]
            assert reader.verify("g").seq == len(list(reader.read("g"))) == 300
        await log.aclose()

    asyncio.run(serve())


def test_a_reader_reads_what_a_killed_server_left(path: Path, tmp_path: Path) -> None:
    async def serve() -> None:
        log = await SqliteLog.open(path)
        await log.append("new", START, [(b"i" * 16, b"not yet in the file itself, only in its journal")])
        copy = tmp_path / "killed"
        copy.mkdir()
        for name in ("log.db", "log.db-wal"):  # as a kill would leave them
            shutil.copy(tmp_path / name, copy / name)
        await log.aclose()

    asyncio.run(serve())
    assert len(_all(tmp_path / "killed" / "log.db")["new"]) == 1


def test_a_reader_changes_nothing(path: Path) -> None:
    before = path.read_bytes()
    with open_reader(path) as reader:
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            reader._db.execute("DELETE FROM entry")
        reader.verify("g")
    assert path.read_bytes() == before


def test_a_closed_reader_says_so(path: Path) -> None:
    reader = Reader(path)
    reader.close()
    reader.close()
    with pytest.raises(Unavailable, match="closed"):
        reader.head("g")


# ------------------------------------------------------------------------------------------- backup


def test_a_backup_of_a_live_file_is_a_log_of_its_own(path: Path, tmp_path: Path) -> None:
    async def serve() -> None:
        log = await SqliteLog.open(path)
        head = await log.head("h")
        stop = asyncio.Event()

        async def play() -> int:
            seq = head.seq
            while not stop.is_set():
                seq = await log.append("h", await log.head("h"), [(b"i" * 16, b"x" * 1000)])
            return seq

        playing = asyncio.create_task(play())
        await log.backup(tmp_path / "one.db")
        with open_reader(path) as reader:
            await asyncio.to_thread(reader.backup, tmp_path / "two.db")
        stop.set()
        last = await playing
        rows = [row async for row in log.read("h")]
        await log.aclose()

        for name in ("one.db", "two.db"):
            saved = _all(tmp_path / name)["h"]
            assert head.seq <= len(saved) <= last
            assert saved == rows[: len(saved)]

    asyncio.run(serve())
    _fill(tmp_path / "two.db", {"more": 1})  # it opens and goes on
    assert set(_all(tmp_path / "two.db")) == {"g", "h", "more"}
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".")]


def test_a_backup_takes_the_place_of_an_older_one_or_leaves_it(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "backup.db"
    target.write_bytes(b"the older one")
    with open_reader(path) as reader:
        with pytest.raises(Unavailable, match=r"cannot be written: No such file or directory\."):
            reader.backup(tmp_path / "none" / "backup.db")
        reader.backup(target)
    assert len(_all(target)["g"]) == 300
    assert target.stat().st_mode & 0o777 == 0o600


# ------------------------------------------------------------------------------------------- damage


def test_a_file_with_a_broken_order_is_not_opened(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(4096)  # the root of the one table
        file.write(bytes(4096))
    before = path.read_bytes()
    with pytest.raises(Damaged, match="restore a backup"):
        open_for_writing(path)
    assert path.read_bytes() == before


def test_flipped_bits_anywhere_in_the_file_never_pass_for_a_log(path: Path, tmp_path: Path) -> None:
    """L8 from below: a bit of any page either does not matter or is noticed; it never changes what is read."""
    whole, truth = path.read_bytes(), _all(path)
    chance = random.Random(8)
    noticed = 0
    for n in range(300):
        spoiled = bytearray(whole)
        spoiled[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        (tmp_path / f"{n}.db").write_bytes(spoiled)
        with contextlib.suppress(Corrupt, CannotOpen):
            noticed += 1
            assert _all(tmp_path / f"{n}.db") == truth
            noticed -= 1
    assert noticed > 100


def test_reading_goes_round_a_game_that_is_damaged(path: Path) -> None:
    with _sql(path) as db:
        db.execute("UPDATE entry SET body = ? WHERE game = 'g' AND seq = 200", (b"other",))
    with open_reader(path) as reader:
        with pytest.raises(Corrupt, match="The log of g is damaged: entry 200 does not match its hash") as found:
            reader.verify("g")
        assert (found.value.game, found.value.seq) == ("g", 200)
        assert reader.verify("h").seq == 3
        assert len(list(reader.read("g", after=200))) == 100


def test_a_name_that_is_no_name_is_shown_and_is_corrupt(path: Path) -> None:
    with _sql(path) as db:
        db.execute("UPDATE entry SET game = CAST(? AS TEXT) WHERE game = 'h'", (b"h\xff",))
    with open_reader(path) as reader:
        assert list(reader.games()) == ["g", "h\\xff"]
        for question in (reader.head, reader.verify):
            with pytest.raises(Corrupt, match="a name that no game can have"):
                question("h\\xff")


def test_a_full_disk_is_told_from_other_trouble(path: Path) -> None:
    with contextlib.closing(open_for_writing(path)) as db:
        db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}")
        db.execute("BEGIN")
        with pytest.raises(sqlite3.OperationalError, match="full") as error:
            db.execute("INSERT INTO entry VALUES ('z', 1, zeroblob(16), zeroblob(99999), zeroblob(32))")
    assert is_definite(error.value)
    assert isinstance(trouble(path, error.value), Full)
