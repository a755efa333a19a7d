"""Snapshots save time and change nothing: whatever happens to them, the log alone is enough."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wardiary_server.log.snapshots import NEWEST, Snapshot, Snapshots, keep

H = b"h" * 32


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "snapshots.db"


@pytest.fixture
def warnings() -> list[str]:
    return []


@pytest.fixture
async def snapshots(path: Path, warnings: list[str]) -> AsyncIterator[Snapshots]:
    snapshots = await Snapshots.open(path, warnings.append)
    yield snapshots
    await snapshots.aclose()


async def test_the_latest_one_that_is_not_too_late_is_the_best(snapshots: Snapshots) -> None:
    for seq in (10, 20, 30):
        snapshots.put("g", seq, H, "v1", b"state %d" % seq)
    snapshots.put("other", 25, H, "v1", b"another game")

    assert await snapshots.best("g", 29, "v1") == Snapshot(20, H, b"state 20")
    assert await snapshots.best("g", 30, "v1") == Snapshot(30, H, b"state 30")
    assert await snapshots.best("g", 9, "v1") is None
    assert await snapshots.best("nobody", 99, "v1") is None


async def test_other_folds_make_other_snapshots(snapshots: Snapshots) -> None:
    snapshots.put("g", 10, H, "v1", b"by older folds")
    assert await snapshots.best("g", 99, "v2") is None
    snapshots.put("g", 5, H, "v2", b"by newer folds")
    assert await snapshots.best("g", 99, "v2") == Snapshot(5, H, b"by newer folds")
    assert await snapshots.best("g", 99, "v1") is None


async def test_they_are_there_after_a_restart_and_can_be_forgotten(path: Path, warnings: list[str]) -> None:
    first = await Snapshots.open(path, warnings.append)
    first.put("g", 10, H, "v1", b"state")
    first.put("h", 10, H, "v1", b"state")
    await first.aclose()
    await first.aclose()

    second = await Snapshots.open(path, warnings.append)
    assert await second.best("g", 10, "v1") == Snapshot(10, H, b"state")
    second.forget("g")
    assert await second.best("g", 10, "v1") is None
    assert await second.best("h", 10, "v1") is not None
    await second.aclose()
    assert warnings == []


async def test_a_closed_cache_has_nothing(path: Path, warnings: list[str]) -> None:
    snapshots = await Snapshots.open(path, warnings.append)
    await snapshots.aclose()
    snapshots.put("g", 1, H, "v1", b"x")
    snapshots.forget("g")
    await snapshots.settled()
    assert await snapshots.best("g", 1, "v1") is None


async def test_a_long_game_keeps_few(path: Path, snapshots: Snapshots) -> None:
    for seq in range(100, 20_100, 100):
        snapshots.put("g", seq, H, "v1", b"x")
    await snapshots.settled()
    with contextlib.closing(sqlite3.connect(path)) as db:
        (count,) = db.execute("SELECT count(*) FROM snapshot").fetchone()
    assert count <= NEWEST + 15


@given(st.lists(st.integers(1, 40), min_size=1, max_size=400), st.data())
@settings(max_examples=60)
def test_going_back_a_little_folds_a_little(steps: list[int], data: st.DataObject) -> None:
    """However the snapshots lie, and pruned after each: the newest all stay, few old ones do, none is far away."""
    kept: set[int] = set()
    seq = 0
    for step in steps:
        seq += step
        kept = keep({*kept, seq})
    made = sorted(sum(steps[: n + 1]) for n in range(len(steps)))

    assert kept >= set(made[-NEWEST:])
    assert len(kept) <= NEWEST + seq.bit_length()
    back = data.draw(st.integers(0, seq))
    best = max((k for k in kept if k <= seq - back), default=0)
    best_ever = max((m for m in made if m <= seq - back), default=0)
    assert best_ever - best <= 4 * back + 4 * max(steps)


# ------------------------------------------------------------------------------------------- loss and damage


@pytest.mark.parametrize("content", [b"", b"no database", b"no database " * 1000, b"SQLite format 3\0" + b"x" * 9000])
async def test_anything_else_in_its_place_makes_way(path: Path, warnings: list[str], content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
    snapshots = await Snapshots.open(path, warnings.append)
    snapshots.put("g", 1, H, "v1", b"x")
    assert await snapshots.best("g", 1, "v1") is not None
    await snapshots.aclose()
    assert len(warnings) == bool(content)
    assert all("were broken" in warning and "made anew" in warning for warning in warnings)


async def test_a_cache_of_another_version_makes_way(path: Path, warnings: list[str]) -> None:
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    snapshots = await Snapshots.open(path, warnings.append)
    snapshots.put("g", 1, H, "v1", b"x")
    assert await snapshots.best("g", 1, "v1") is not None
    await snapshots.aclose()
    assert len(warnings) == 1
    assert "another version" in warnings[0]


async def test_a_file_whose_inside_is_broken_is_made_anew(path: Path, warnings: list[str]) -> None:
    first = await Snapshots.open(path, warnings.append)
    first.put("g", 1, H, "v1", b"x" * 20_000)
    await first.aclose()
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(4096)
        file.write(os.urandom(size - 4096))

    second = await Snapshots.open(path, warnings.append)
    assert await second.best("g", 1, "v1") is None
    assert "made anew" in warnings[0]
    second.put("g", 2, H, "v1", b"y")
    assert await second.best("g", 2, "v1") == Snapshot(2, H, b"y")
    await second.aclose()
    assert len(warnings) == 1


@pytest.mark.parametrize("column", ["hash", "blob", "digest"])
async def test_a_snapshot_that_changed_is_passed_over(
    path: Path, snapshots: Snapshots, warnings: list[str], column: str
) -> None:
    for seq in (1, 2, 3):
        snapshots.put("g", seq, H, "v1", b"state")
    await snapshots.settled()
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE snapshot SET {column} = ? WHERE seq > 1", (b"changed",))

    assert await snapshots.best("g", 3, "v1") == Snapshot(1, H, b"state")
    assert len(warnings) == 2
    assert await snapshots.best("g", 3, "v1") == Snapshot(1, H, b"state")
    assert len(warnings) == 2


async def test_a_cache_that_cannot_be_written_warns_and_does_without(tmp_path: Path, warnings: list[str]) -> None:
    snapshots = await Snapshots.open(tmp_path / "none" / "snapshots.db", warnings.append)
    snapshots.put("g", 1, H, "v1", b"x")
    assert await snapshots.best("g", 1, "v1") is None
    assert all("opening games will take longer" in warning for warning in warnings)
    (tmp_path / "none").mkdir()

    snapshots.put("g", 1, H, "v1", b"x")

    assert await snapshots.best("g", 1, "v1") is not None
    await snapshots.aclose()
