"""The SQLite engine where it differs from others: its lock, its groups, kills, and disks that are full or fail."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from wardiary_protocol.proof import START
from wardiary_server.log.contract import Conflict, Full, LockHeld, Unavailable, Unknown
from wardiary_server.log.sqlite import SqliteLog, _Job

OPEN = """
import asyncio, os, sys
from pathlib import Path
from wardiary_protocol.proof import START, Head, add
from wardiary_server.log.contract import LogError
from wardiary_server.log.sqlite import SqliteLog

def say(*words): print(*words, flush=True)

async def play(log, game):
    "Appends for ever and says what was acknowledged, once it was."
    head = await log.head(game)
    while True:
        row = add(game, head, os.urandom(16), b"a body of some length " * 5)
        await log.append(game, head, [(row.commit_id, row.body)])
        say(game, row.seq, row.hash.hex())
        head = row.head

async def main():
    log = await SqliteLog.open(Path(sys.argv[1]), "port 8765")
    say("ready")
"""


@contextlib.contextmanager
def _server(path: Path, does: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that has opened the log and then does something."""
    script = f"{OPEN}    {does}\nasyncio.run(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(path)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            yield process
        finally:
            process.kill()


@pytest.fixture
async def log(tmp_path: Path) -> AsyncIterator[SqliteLog]:
    log = await SqliteLog.open(tmp_path / "log.db")
    yield log
    await log.aclose()


async def _bodies(log: SqliteLog, game: str) -> list[bytes]:
    return [row.body async for row in log.read(game)]


def _entry(body: bytes = b"x") -> list[tuple[bytes, bytes]]:
    return [(os.urandom(16), body)]


# ------------------------------------------------------------------------------------------- the lock


async def test_a_second_server_is_refused_and_told_who_has_it(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with _server(path, "sys.stdin.read()") as first:
        with pytest.raises(LockHeld, match="Stop that one") as refused:
            await SqliteLog.open(path)
        assert f"held by another server (process {first.pid} on " in str(refused.value)
        assert refused.value.owner.endswith(", port 8765")
        first.send_signal(signal.SIGKILL)
        first.wait()

        log = await SqliteLog.open(path)  # the kernel has freed it
        with pytest.raises(LockHeld, match=f"process {os.getpid()} "):
            await SqliteLog.open(path)
        await log.aclose()
    await (await SqliteLog.open(path)).aclose()


async def test_what_cannot_be_opened_leaves_no_lock_behind(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    path.write_bytes(b"no database")
    for _ in range(2):
        with pytest.raises(Exception, match="is no database"):
            await SqliteLog.open(path)
    path.unlink()
    await (await SqliteLog.open(path)).aclose()


# ------------------------------------------------------------------------------------------- kills


async def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    """triplea#9753, colyseus#341; the file goes on from kill to kill."""
    path = tmp_path / "log.db"
    acknowledged: dict[tuple[str, int], str] = {}
    for round in range(8):
        with _server(path, "await asyncio.gather(*(play(log, game) for game in 'abcd'))") as server:
            assert server.stdout is not None
            for _ in range(20 + 13 * round):
                game, seq, hash = server.stdout.readline().split()
                acknowledged[game, int(seq)] = hash
            server.send_signal(signal.SIGKILL)
            for line in server.stdout:  # what it said while the signal was under way counts too
                if line.endswith("\n"):
                    game, seq, hash = line.split()
                    acknowledged[game, int(seq)] = hash

        log = await SqliteLog.open(path)
        stored = {(game, row.seq): row.hash.hex() for game in "abcd" async for row in log.read(game)}
        for game in "abcd":
            await log.append(game, await log.head(game), _entry(b"played on"))
        await log.aclose()

        assert acknowledged.items() <= stored.items()
        assert len(stored) <= len(acknowledged) + 8 * (round + 1)  # four under way at each kill, four played on


async def test_closing_leaves_one_tidy_file(tmp_path: Path) -> None:
    log = await SqliteLog.open(tmp_path / "log.db")
    await log.append("g", START, _entry())
    await log.aclose()
    assert sorted(os.listdir(tmp_path)) == ["log.db", "log.db.lock"]


# ------------------------------------------------------------------------------------------- groups


@contextlib.contextmanager
def _held_up(log: SqliteLog) -> Iterator[list[str]]:
    """Lets appends queue up, then lets them through; collects what the writer then tells the database."""
    said: list[str] = []
    with contextlib.closing(sqlite3.connect(log.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        log._writer._db.set_trace_callback(said.append)
        yield said
        other.execute("ROLLBACK")


async def _settled(appends: list[asyncio.Task[int]]) -> list[Any]:
    return await asyncio.gather(*appends, return_exceptions=True)


async def test_what_queues_up_is_written_as_one_group_and_one_refusal_spoils_nothing(log: SqliteLog) -> None:
    with _held_up(log) as said:
        appends = [asyncio.create_task(log.append(f"g{n}", START, _entry())) for n in range(100)]
        appends += [asyncio.create_task(log.append(f"g{n}", START, _entry())) for n in range(5)]
        await asyncio.sleep(0)
    results = await _settled(appends)

    assert results[:100] == [1] * 100
    assert all(isinstance(result, Conflict) for result in results[100:])
    assert said.count("COMMIT") <= 2  # the first alone, if the writer saw it before there were more


async def test_a_log_that_another_program_holds_is_unavailable_for_a_while(log: SqliteLog) -> None:
    with contextlib.closing(sqlite3.connect(log.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="Another program is changing"):
            await log.append("g", START, _entry())
    assert await log.append("g", START, _entry()) == 1


async def test_whatever_goes_wrong_in_the_writer_those_who_wait_are_told(log: SqliteLog) -> None:
    answer = asyncio.get_running_loop().create_future()
    log._writer.jobs.put(_Job("g", START, (), answer))
    with pytest.raises(Unknown, match="It is not known"):
        await answer
    assert await log.append("g", START, _entry()) == 1


# ------------------------------------------------------------------------------------------- disks


async def test_a_full_disk_refuses_commands_serves_what_is_there_and_recovers(log: SqliteLog) -> None:
    await log.append("g", START, _entry(b"one"))
    head = await log.head("g")
    db = log._writer._db
    db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}")

    for _ in range(3):
        with pytest.raises(Full, match="no space left") as refused:
            await log.append("g", head, _entry(b"y" * 100_000))
        assert refused.value.code == "storage"
    assert await _bodies(log, "g") == [b"one"]
    assert await log.head("g") == head

    db.execute("PRAGMA max_page_count = 1000000")
    assert await log.append("g", head, _entry(b"two")) == 2
    assert await _bodies(log, "g") == [b"one", b"two"]


async def test_what_does_not_fit_does_not_take_down_what_does(log: SqliteLog) -> None:
    await log.append("g", START, _entry(b"one"))
    db = log._writer._db
    db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}")

    with _held_up(log):
        sizes = [10, 10, 100_000, 10]
        appends = [asyncio.create_task(log.append(f"g{n}", START, _entry(b"z" * size))) for n, size in enumerate(sizes)]
        await asyncio.sleep(0)
    results = await _settled(appends)

    assert [result if isinstance(result, int) else type(result) for result in results] == [1, 1, Full, 1]
    assert [len(await _bodies(log, f"g{n}")) for n in range(4)] == [1, 1, 0, 1]


FAILING_DISK = """
    import resource
    row = add("g", START, b"i" * 16, b"one")
    await log.append("g", START, [(row.commit_id, row.body)])
    size = os.stat(sys.argv[1] + "-wal").st_size
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 3000, hard))
    for attempt in (b"two", b"three"):
        try:
            await log.append("g", row.head, [(b"j" * 16, attempt * 1000)])
        except LogError as error:
            say(error.code)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    say(await log.head("g") == row.head, await log.append("g", row.head, [(b"k" * 16, b"four")]))
    await log.aclose()
"""


async def test_a_disk_that_fails_leaves_it_unknown_until_one_looks(tmp_path: Path) -> None:
    """A write error at the COMMIT: L7, what was not acknowledged is there once or never."""
    path = tmp_path / "log.db"
    with _server(path, FAILING_DISK.strip()) as server:
        assert server.stdout is not None
        assert server.stdout.read().split() == ["unknown", "unknown", "True", "2"]
    log = await SqliteLog.open(path)
    assert await _bodies(log, "g") == [b"one", b"four"]
    await log.aclose()
