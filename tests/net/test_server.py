"""Listening, and a clean end: everyone is told, nothing is lost, and nobody can hold the server up."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import uvloop
from kit.house import table as house
from kit.net import Table, fresh, serving
from wardiary_protocol.messages import Accepted, Closing, Command, Hello, Rejected
from wardiary_protocol.wire import Format
from wardiary_server.game.entry import state_hash
from wardiary_server.net import Settings, serve
from websockets.frames import Opcode


async def test_it_says_where_it_listens(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        assert table.server.addresses == (("127.0.0.1", table.server.port),)
        assert table.server.port > 0


async def test_a_port_in_use_is_an_error_that_names_it(tmp_path: Path) -> None:
    async with serving(tmp_path / "a") as table, house(tmp_path / "b") as (lobby, _):
        with pytest.raises(OSError, match=str(table.server.port)):
            await serve(lobby, Settings(port=table.server.port))


async def test_everyone_is_told_and_may_come_back(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        clients = [await table.player("red"), await table.spectator(Format.JSON)]
        silent = await table.knock()
        await table.server.close()
        for client in (*clients, silent):
            closing, code = await client.end()
            assert closing is not None
            assert (closing.code, closing.back, code) == ("going_away", True, 1001)
        with pytest.raises(OSError, match="Connect call failed"):
            await table.knock()
        assert not table.lobby.rooms
        assert not table.server.house.connections


async def test_what_was_asked_for_before_the_end_is_answered_and_kept(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        raw = await table.raw()
        raw.say(Hello(token=await table.seat("red")))
        await raw.frame()
        raw.say(*(Command(f"c{n}", {"do": "say", "text": str(n)}) for n in range(200)))
        while table.room.state.seq < 3:
            await table.lobby.log.head("test")
        await table.server.close()
        messages = [raw.read(frame) for frame in await raw.rest() if frame.opcode is Opcode.BINARY]
        answers = [message for message in messages if isinstance(message, Accepted | Rejected)]
        assert [answer.id for answer in answers] == [f"c{n}" for n in range(200)]
        assert isinstance(messages[-1], Closing)
        kept = [answer.seq for answer in answers if isinstance(answer, Accepted)]
        before = state_hash(table.room.state)
    async with house(tmp_path) as (_, room):
        assert room.state.seq >= max(kept)
        assert state_hash(room.state) == before


async def hung(table: Table) -> None:
    """Clients of every kind that do not react to anything."""
    seated = await table.player("red")
    watching = await table.spectator(Format.JSON)
    silent = await table.knock()
    for client in (seated, watching, silent):
        client.ws.transport.pause_reading()
    _, shaking = await asyncio.open_connection("127.0.0.1", table.server.port)
    table.stack.callback(shaking.close)
    _, half = await asyncio.open_connection("127.0.0.1", table.server.port)
    half.write(b"GET /ws HTTP/1.1\r\nHost: 127")
    table.stack.callback(half.close)
    raw = await table.raw()  # it reads, and never closes
    raw.say(Hello(code=table.lobby.vault.room_code("test")))
    while len(table.server.house.connections) < 6:
        await table.lobby.log.head("test")


async def test_clients_that_hang_do_not_hold_the_server_up(tmp_path: Path) -> None:
    async with serving(tmp_path, closing=0.2) as table:
        await hung(table)
        async with asyncio.timeout(5):
            await table.server.close()
        assert not table.server.house.connections


def test_clients_that_hang_do_not_hold_a_server_on_uvloop_up(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path, closing=0.2) as table:
            await hung(table)
            async with asyncio.timeout(5):
                await table.server.close()
            assert not table.server.house.connections

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(play())


async def test_a_log_that_hangs_does_not_hold_the_farewell_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path, closing=0.1) as table:
        red, eye = await table.player("red"), await table.spectator()
        append, disk = table.lobby.log.append, asyncio.Event()

        async def slowly(*batch: object) -> int:
            await disk.wait()
            return await append(*batch)  # type: ignore[arg-type]

        monkeypatch.setattr(table.lobby.log, "append", slowly)
        await red.say(Command(fresh(), {"do": "say", "text": "last words"}))
        await asyncio.sleep(0)
        closing = asyncio.create_task(table.server.close())
        for client in (red, eye):
            assert (await client.end())[1] == 1001
        disk.set()
        await closing


async def test_closing_twice_is_closing_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        await table.spectator()
        await asyncio.gather(table.server.close(), table.server.close())
        await table.server.close()


async def test_the_beat_goes_by_itself(tmp_path: Path) -> None:
    async with house(tmp_path) as (lobby, _), await serve(lobby, Settings(port=0, beat=0.01, hello=0.05)) as server:
        raw = await asyncio.open_connection("127.0.0.1", server.port)
        raw[1].write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Protocol: {Format.JSON}\r\n\r\n".encode()
        )
        async with asyncio.timeout(10):
            assert b"late_hello" in await raw[0].readuntil(b"late_hello")
        raw[1].close()
