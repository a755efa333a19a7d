"""Rooms are put away when nobody is there, and time passes for everyone at once."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest
from kit.house import small
from kit.net import Table, serving
from wardiary_protocol.messages import Accepted, Hello
from wardiary_server.game.entry import state_hash


async def unloaded(table: Table) -> None:
    """Every unloading that was begun is done."""
    await asyncio.gather(*table.server.house._unloading.values())


async def test_an_idle_room_is_unloaded_and_opens_again_when_asked_for(tmp_path: Path) -> None:
    async with serving(tmp_path, idle=300.0) as table:
        red = await table.player("red")
        await red.accepted("move", "vega", to="b")
        table.later(1_000)  # somebody is here
        assert table.lobby.rooms
        await red.leave()
        while not table.server.house.halls["test"].is_empty:
            await table.lobby.log.head("test")
        table.later(299)
        await unloaded(table)
        assert table.lobby.rooms
        table.later(1)
        await unloaded(table)
        assert not table.lobby.rooms
        assert not table.server.house.halls
        before = state_hash(table.room.state)
        red = await table.back(red, token=table.tokens["red"])
        assert red.welcome is not None
        assert red.welcome.view is None
        assert table.lobby.rooms["test"] is not table.room
        assert state_hash(table.lobby.rooms["test"].state) == before
        await red.accepted("move", "vega", to="c")


async def test_a_room_that_nobody_ever_came_to_is_unloaded_too(tmp_path: Path) -> None:
    async with serving(tmp_path, idle=300.0) as table:
        table.later(1)  # the house notices the room
        table.later(300)
        await unloaded(table)
        assert not table.lobby.rooms


async def test_a_halted_room_stays(tmp_path: Path) -> None:
    async with serving(tmp_path, idle=300.0) as table:
        table.room.halt("its log was lost.")
        table.later(1)
        table.later(1_000)
        await unloaded(table)
        assert table.lobby.rooms


async def test_without_a_limit_a_room_stays(tmp_path: Path) -> None:
    async with serving(tmp_path, idle=0.0) as table:
        table.later(1)
        table.later(10**6)
        await unloaded(table)
        assert table.lobby.rooms


async def test_who_comes_while_a_room_is_put_away_gets_in(tmp_path: Path) -> None:
    async with serving(tmp_path, idle=300.0, hello=1_000.0) as table:
        red = await table.player("red")
        await red.accepted("move", "vega", to="b")
        await red.leave()
        while not table.server.house.halls["test"].is_empty:
            await table.lobby.log.head("test")
        clients = [await table.knock() for _ in range(5)]
        for client in clients:
            await client.say(Hello(token=table.tokens["red"]))
        table.later(300)
        for client in clients:
            await client.hear()
            assert client.welcome is not None
        await clients[0].accepted("move", "vega", to="c")
        await asyncio.gather(*(client.at(table.lobby.rooms["test"].state.seq) for client in clients))


async def test_who_asks_for_a_room_that_is_about_to_be_put_away_gets_one_that_lives(tmp_path: Path) -> None:
    async with serving(tmp_path, idle=300.0) as table:
        table.later(1)
        table.later(300)
        hall = await table.server.house.hall("test")
        await unloaded(table)
        assert hall.room is table.lobby.rooms["test"]
        assert hall.room is not table.room
        assert isinstance(await table.lobby.sit("test", "red", "Ada"), Accepted)


async def test_games_do_not_hear_of_each_other(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        await table.lobby.create(small(), game="other")
        await table.lobby.sit("other", "red", "Zoe")
        red = await table.player("red")
        zoe = await table.hello(Hello(token=table.lobby.vault.issue_token("other", "red")))
        eye = await table.hello(Hello(code=table.lobby.vault.room_code("other")))
        seq = await zoe.accepted("move", "vega", to="d")
        await eye.at(seq)
        await red.accepted("say", text="hello")
        assert not [told for told in red.told if told.seq > table.room.state.seq or "Zoe" in str(told)]
        assert red.replica.view["units"]["vega"]["zone"] == "a"
        assert not [told for told in eye.told if "hello" in str(told)]


async def test_the_server_takes_so_many_connections_and_no_more(tmp_path: Path) -> None:
    async with serving(tmp_path, connections=3) as table:
        clients = [await table.spectator() for _ in range(3)]
        last = await table.knock()
        closing, code = await last.end()
        assert closing is not None
        assert (closing.code, closing.back, code) == ("full", True, 1008)
        await clients[0].leave()
        while len(table.server.house.sessions) > 2:
            await table.lobby.log.head("test")
        await table.spectator()


async def test_a_flood_of_connections_is_cut_off_before_it_can_say_anything(tmp_path: Path) -> None:
    async with serving(tmp_path, connections=3) as table:
        streams = [await asyncio.open_connection("127.0.0.1", table.server.port) for _ in range(10)]
        for _, writer in streams:
            table.stack.callback(writer.close)
        async with asyncio.timeout(20):
            for reader, _ in streams[6:]:
                with contextlib.suppress(ConnectionError):
                    assert await reader.read() == b""
        assert len(table.server.house.connections) == 6


async def test_a_beat_that_fails_for_one_is_no_reason_to_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path, beat=0.001) as table:
        beats = 0
        enough = asyncio.Event()

        def fail() -> None:
            nonlocal beats
            beats += 1
            if beats == 3:
                enough.set()
            raise RuntimeError("a fault of ours")

        monkeypatch.setattr(table.server.house, "beat", fail)
        async with asyncio.timeout(10):
            await enough.wait()
