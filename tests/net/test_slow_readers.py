"""Those who do not read slow nobody down, cost a bounded amount of memory, and catch up in one step."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import uvloop
from kit.net import Client, Table, fresh, serving
from wardiary_protocol.changes import view_hash
from wardiary_protocol.messages import Closing, Command, Hello, Offers, Page, Update
from wardiary_protocol.wire import Format
from wardiary_server.net.connection import Connection

QUEUE = 64 * 1024
MIB = 2**20


def connections(table: Table) -> set[Connection]:
    return set(table.server.house.connections)


async def stalled(table: Table, fmt: Format = Format.MSGPACK) -> tuple[Client, Connection]:
    """A spectator who has stopped reading, and the server's side of it."""
    before = connections(table)
    client = await table.spectator(fmt)
    (connection,) = connections(table) - before
    client.ws.transport.pause_reading()
    return client, connection


async def shout(table: Table, count: int) -> None:
    """That many entries of about 600 bytes, with a client that follows them all."""
    red = next(session for session in table.server.house.sessions if session.who.seat == "red")
    for n in range(count):
        table.room.command(red.who, Command(fresh(), {"do": "say", "text": f"{n:04}" * 124}), ignore, at=n)
        if n % 500 == 499:
            await table.room.settled()
    await table.room.settled()


def ignore(answer: Any) -> None:
    """Nobody asked."""


async def behind(table: Table, connection: Connection, least: int = 0) -> int:
    """Shouts until a connection is behind, and so many bytes further; how much it was not sent."""
    while not connection.paused:
        await shout(table, 500)
    start = table.room.state.seq
    while (table.room.state.seq - start) * 500 < least:
        await shout(table, 500)
    return (table.room.state.seq - start) * 500


async def follow(client: Client, table: Table) -> None:
    """Follows until this client is where the room is, which goes on."""
    while True:
        await client.hear()


@pytest.mark.parametrize("fmt", list(Format))
async def test_one_who_stops_reading_disturbs_nobody_and_costs_no_more_than_the_queue(
    tmp_path: Path, fmt: Format
) -> None:
    """aiohttp#1367, websocket-sharp#394: others' updates and the server's memory are not touched, 7 MiB behind."""
    async with serving(tmp_path, queue=QUEUE) as table:
        await table.player("red")
        eye = await table.spectator()
        following = asyncio.create_task(follow(eye, table))
        _, connection = await stalled(table, fmt)
        missed = await behind(table, connection, least=7 * MIB)
        assert missed >= 7 * MIB
        assert connection.transport.get_write_buffer_size() <= QUEUE + 512 * 1024  # and the one frame that was too much
        while eye.replica.seq < table.room.state.seq:
            await eye_moves(eye)
        following.cancel()
        assert eye.replica.hash == table.room.view("spectator").hex


async def eye_moves(eye: Client) -> None:
    """Lets the one who follows go on."""
    seq = eye.replica.seq
    async with asyncio.timeout(20):
        while eye.replica.seq == seq:  # noqa: ASYNC110 - another task of this test reads
            await asyncio.sleep(0)


@pytest.mark.parametrize("fmt", list(Format))
async def test_who_was_behind_gets_one_update_that_jumps_to_now(tmp_path: Path, fmt: Format) -> None:
    async with serving(tmp_path, queue=QUEUE, jump=20) as table:
        await table.player("red")
        client, connection = await stalled(table, fmt)
        await behind(table, connection, least=MIB)
        client.ws.transport.resume_reading()
        await client.at(table.room.state.seq)
        jump = client.updates[-1]
        assert jump.seq - jump.since > 1_000
        assert [told.seq for told in jump.entries] == list(range(jump.seq - 19, jump.seq + 1))
        assert all(a.seq == b.since for a, b in pairwise(client.updates))
        assert view_hash(client.replica.view) == client.replica.hash == table.room.view("spectator").hex
        assert not connection.paused
        await table.lobby.sit("test", "red", "Ada")
        await client.at(table.room.state.seq)
        assert client.updates[-1].since == jump.seq  # and from there on everything again


async def test_who_was_behind_is_told_who_is_here_now(tmp_path: Path) -> None:
    async with serving(tmp_path, queue=QUEUE) as table:
        await table.player("red")
        client, connection = await stalled(table)
        await behind(table, connection)
        await table.player("blue")
        client.ws.transport.resume_reading()
        await client.shows({"red": "here", "blue": "here"})


async def test_who_does_not_drain_in_time_is_closed_and_can_resume(tmp_path: Path) -> None:
    async with serving(tmp_path, queue=QUEUE, drain=10.0, closing=0.1) as table:
        await table.player("red")
        client, connection = await stalled(table)
        await behind(table, connection)
        table.later(9.9)
        assert not connection.over.done()
        table.later(0.2)
        assert connection.over.done()
        await connection.wait_closed()
        client.ws.transport.resume_reading()
        closing, code = await client.end()
        assert code in (1006, 1008)  # the close frame may not have got through any more
        back = await table.back(client, code=table.lobby.vault.room_code("test"))
        assert back.replica.hash == table.room.view("spectator").hex
        assert closing is None or closing.code == "too_slow"


async def test_nothing_is_read_from_one_who_does_not_read(tmp_path: Path) -> None:
    """Who asks and asks and reads no answer is made to wait by TCP, and then is closed."""
    async with serving(tmp_path, queue=QUEUE, waiting=1_000, questions=0) as table:
        raw, red = await table.raw(), await table.player("red")
        raw.say(Hello(code=table.lobby.vault.room_code("test")))
        await raw.frame()
        connection = next(c for c in connections(table) if session_of(table, c).who.seat == "")
        await shout(table, 300)
        raw.writer.transport.pause_reading()
        asked = 0
        while not connection.paused:
            raw.say(*(Page(f"p{asked + n}", limit=500) for n in range(20)))
            asked += 20
            await red.ask(Offers(fresh()))
        assert not connection.transport.is_reading()
        before = connection.transport.get_write_buffer_size()
        raw.say(*(Page(f"more{n}", limit=500) for n in range(200)))
        for _ in range(50):
            await red.ask(Offers(fresh()))
        assert connection.transport.get_write_buffer_size() <= max(before, 4 * QUEUE) + 256 * 1024


def session_of(table: Table, connection: Connection) -> Any:
    return connection.listener


async def test_a_welcome_larger_than_the_queue_is_no_reason_to_be_behind_for_long(tmp_path: Path) -> None:
    async with serving(tmp_path, queue=512) as table:
        eyes = [await table.spectator(fmt) for fmt in Format]
        red = await table.player("red")
        seq = await red.accepted("move", "vega", to="b")
        for eye in eyes:
            await eye.at(seq)
            assert eye.replica.hash == table.room.view("spectator").hex


def test_it_is_the_same_on_uvloop(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path, queue=QUEUE) as table:
            await table.player("red")
            client, connection = await stalled(table)
            await behind(table, connection, least=MIB)
            assert connection.transport.get_write_buffer_size() <= QUEUE + 512 * 1024
            client.ws.transport.resume_reading()
            await client.at(table.room.state.seq)
            assert client.replica.hash == table.room.view("spectator").hex
            assert not [message for message in client.heard if isinstance(message, Closing)]
            assert isinstance(client.updates[-1], Update)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(play())
