"""States read back from the log, with snapshots and without."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kit.house import accepted, do, small, table
from wardiary_server.data import SNAPSHOTS, opened
from wardiary_server.game.entry import state_bytes
from wardiary_server.lobby import Lobby
from wardiary_server.past import SNAPSHOT_EVERY, peek
from wardiary_server.room import Room

WORDS = st.sampled_from(("move", "undo", "redo", "say", "rewind"))


async def states(room: Room, lobby: Lobby) -> list[bytes]:
    """Every state of the game, read from the log by a room that has just been opened."""
    fresh = await lobby._open(room.game)
    found = [state_bytes(await fresh.past.state(seq, fresh.timeline)) for seq in range(1, room.state.seq + 1)]
    await fresh.aclose()
    return found


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    acts=st.lists(
        st.tuples(st.sampled_from(("move", "undo", "redo", "say", "rewind")), st.integers(1, 30)), max_size=40
    ),
    lose=st.booleans(),
)
async def test_every_past_state_is_read_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[str, int]], lose: bool
) -> None:
    """U6, U4: with all snapshots or with none, the same states."""
    data = tmp_path_factory.mktemp("past")
    seen: list[bytes] = []
    async with table(data) as (lobby, room):
        seen.append(state_bytes(room.state))
        room.subscribers.append(lambda tick: seen.append(state_bytes(tick.state)))
        for word, n in acts:
            node = room.state.table.cursor
            body = {
                "move": {"do": "move", "unit": "vega", "to": "abcd"[n % 4]},
                "say": {"do": "say", "text": "hm"},
                "rewind": {"do": "rewind", "to": n, "node": node},
            }.get(word, {"do": word, "node": node})
            await do(room, "red" if word == "move" else "referee", body)
        assert await states(room, lobby) == seen
    if lose:
        for file in data.glob(f"{SNAPSHOTS}*"):
            file.unlink()
    async with table(data) as (lobby, room):
        assert state_bytes(room.state) == seen[-1]
        assert await states(room, lobby) == seen


async def test_opening_reads_no_more_than_what_came_since_the_snapshot(tmp_path: Path) -> None:
    """U7, boardgame.io#1179: opening does not grow with the log."""
    async with table(tmp_path) as (_, room):
        for n in range(2 * SNAPSHOT_EVERY + 20):
            room.subscribers.clear()
            await accepted(room, "red", "say", text=str(n))
    async with opened(tmp_path) as lobby:
        read: list[int] = []
        rows = lobby.log.read

        async def counted(game: str, after: int = 0):
            async for row in rows(game, after):
                read.append(row.seq)
                yield row

        lobby.log.read = counted  # type: ignore[method-assign]
        room = await lobby.open("test")
        assert room.state.seq == 2 * SNAPSHOT_EVERY + 21
        assert len(read) <= SNAPSHOT_EVERY


async def test_a_snapshot_of_another_log_or_of_other_folds_is_not_used(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, room):
        await accepted(room, "red", "move", "vega", to="b")
        good = state_bytes(room.state)
        lobby.snapshots.put("test", room.state.seq, b"x" * 32, room.past.version, b"nonsense")
        lobby.snapshots.put("test", room.state.seq - 1, room.head.hash, "0:none", b"nonsense")
        await lobby.snapshots.settled()
        fresh = await lobby._open("test")
        assert state_bytes(fresh.state) == good
        lobby.snapshots.put("test", room.state.seq, room.head.hash, room.past.version, b"nonsense")
        fresh = await lobby._open("test")
        assert state_bytes(fresh.state) == good


async def test_an_old_undo_finds_its_state_after_a_restart(tmp_path: Path) -> None:
    """18xx#6110: many entries, undo to the start, restart, and redo all the way."""
    async with table(tmp_path, small()) as (_, room):
        start = room.state.game
        for n in range(200):
            await accepted(room, "red", "move", "vega", to="b" if n % 2 == 0 else "a") if n < 50 else await accepted(
                room, "referee", "ref_move", "vega", zone="b" if n % 2 == 0 else "a"
            )
        played = room.state.game
        for _ in range(200):
            await accepted(room, "referee", "undo", node=room.state.table.cursor)
        assert state_bytes(room.state.game) == state_bytes(start)
    async with table(tmp_path) as (_, room):
        assert state_bytes(room.state.game) == state_bytes(start)
        for _ in range(200):
            await accepted(room, "referee", "redo", node=room.state.table.cursor)
        assert state_bytes(room.state.game) == state_bytes(played)


async def test_a_glance_at_the_first_entry_tells_the_rulebooks(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, _):
        async for row in lobby.log.read("test", 0):
            assert peek(row.body)[:2] == ("a test", ())
            break


async def test_a_long_game_without_snapshots_is_folded_once_and_not_each_time(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, room):
        for n in range(SNAPSHOT_EVERY + 20):
            await accepted(room, "red", "say", text=str(n))
        lobby.snapshots.forget("test")
        await lobby.snapshots.settled()
        await (await lobby._open("test")).aclose()
        kept = await lobby.snapshots.best("test", room.state.seq, room.past.version)
        assert kept is not None
        assert kept.seq == room.state.seq
