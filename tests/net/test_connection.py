"""Bytes in and out. What is half public in `websockets` is pinned here: if an update moves it, these tests say so."""

from __future__ import annotations

import asyncio
import importlib.metadata
from pathlib import Path
from typing import Any

import pytest
import uvloop
from kit.net import Raw, Table, fresh, serving
from wardiary_protocol.messages import Accepted, Command, Hello, Offers, Rejected, Typing
from wardiary_protocol.wire import Format, encode
from wardiary_server.net.connection import MAX_FRAGMENTS
from websockets.frames import DATA_OPCODES, Frame, Opcode


def opcode(fmt: Format) -> Opcode:
    return Opcode.TEXT if fmt.is_text else Opcode.BINARY


def fragments(data: bytes, fmt: Format, size: int) -> list[Frame]:
    """A message in pieces of this size."""
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    last = len(pieces) - 1
    return [Frame(Opcode.CONT if n else opcode(fmt), piece, fin=n == last) for n, piece in enumerate(pieces)]


async def seated(table: Table, fmt: Format = Format.MSGPACK) -> Raw:
    """A raw connection that holds a seat."""
    raw = await table.raw(fmt)
    raw.say(Hello(token=await table.seat("red")))
    await raw.frame()
    return raw


async def answers(raw: Raw, count: int) -> list[Any]:
    """That many answers to commands, leaving out what everyone is told."""
    found: list[Any] = []
    while len(found) < count:
        frame = await raw.frame()
        assert frame is not None
        if frame.opcode in DATA_OPCODES and isinstance(message := raw.read(frame), Accepted | Rejected):
            found.append(message)
    return found


def test_websockets_is_the_version_that_this_was_tried_with() -> None:
    assert importlib.metadata.version("websockets").split(".")[0] == "17"


@pytest.mark.parametrize("fmt", list(Format))
@pytest.mark.parametrize("size", [1, 7, 1000])
async def test_a_message_may_come_in_pieces(tmp_path: Path, fmt: Format, size: int) -> None:
    async with serving(tmp_path) as table:
        raw = await seated(table, fmt)
        data = encode(Command("a", {"do": "say", "text": "é"}), fmt)
        assert len(data) <= MAX_FRAGMENTS
        pieces = fragments(data, fmt, size)
        raw.send(*pieces[:1], Frame(Opcode.PING, b"between"), *pieces[1:])
        assert [answer.id for answer in await answers(raw, 1)] == ["a"]


async def test_a_message_in_too_many_pieces_closes_with_a_code(tmp_path: Path) -> None:
    async with serving(tmp_path, closing=0.1) as table:
        raw = await seated(table)
        raw.send(Frame(Opcode.BINARY, b"", fin=False), *(Frame(Opcode.CONT, b"", fin=False) for _ in range(100)))
        *_, close = await raw.rest()
        assert (close.opcode, int.from_bytes(bytes(close.data[:2]))) == (Opcode.CLOSE, 1009)


@pytest.mark.parametrize("pieces", [1, 2, 40])
async def test_a_message_of_too_many_bytes_closes_with_a_code(tmp_path: Path, pieces: int) -> None:
    async with serving(tmp_path, closing=0.1, frame=1_000) as table:
        raw = await seated(table)
        data = encode(Command("a", {"do": "say", "text": "x" * 1_000}), raw.fmt)
        raw.send(*fragments(data, raw.fmt, len(data) // pieces))
        *_, close = await raw.rest()
        assert (close.opcode, int.from_bytes(bytes(close.data[:2]))) == (Opcode.CLOSE, 1009)
        assert table.room.state.seq == 2
        assert not table.server.house.sessions


@pytest.mark.parametrize("fmt", list(Format))
async def test_many_messages_in_one_segment_are_answered_one_by_one(tmp_path: Path, fmt: Format) -> None:
    async with serving(tmp_path) as table:
        raw = await seated(table, fmt)
        raw.say(*(Command(f"c{n}", {"do": "say", "text": str(n)}) for n in range(500)))
        found = await answers(raw, 500)
        assert [answer.id for answer in found] == [f"c{n}" for n in range(500)]
        assert [answer.seq for answer in found] == list(range(3, 503))


async def test_messages_right_behind_the_hello_are_answered_after_the_welcome(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        raw = await table.raw()
        commands = [Command(fresh(), {"do": "say", "text": str(n)}) for n in range(20)]
        raw.say(Hello(token=await table.seat("red")), *commands)
        assert [answer.id for answer in await answers(raw, 20)] == [command.id for command in commands]


async def test_frames_of_the_wrong_kind_are_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        raw = await seated(table)
        raw.send(Frame(Opcode.TEXT, b'{"t":"typing"}'))
        (answer,) = await answers(raw, 1)
        assert (answer.id, answer.code) == ("", "unreadable")


async def test_what_is_no_websocket_frame_is_a_protocol_error(tmp_path: Path) -> None:
    async with serving(tmp_path, closing=0.1) as table:
        raw = await seated(table)
        raw.writer.write(b"\x82\x05hello")  # not masked
        *_, close = await raw.rest()
        assert (close.opcode, int.from_bytes(bytes(close.data[:2]))) == (Opcode.CLOSE, 1002)
        assert not table.server.house.sessions


@pytest.mark.parametrize("how", ["close", "eof", "abort"])
async def test_however_a_client_goes_it_is_gone_at_once(tmp_path: Path, how: str) -> None:
    async with serving(tmp_path) as table:
        raw, blue = await seated(table), await table.player("blue")
        await blue.shows({"red": "here", "blue": "here"})
        if how == "close":
            raw.send(Frame(Opcode.CLOSE, (1000).to_bytes(2)))
        elif how == "eof":
            raw.writer.write_eof()
        else:
            raw.writer.transport.abort()
        await blue.shows({"red": "away", "blue": "here"})


async def test_a_connection_at_rest_costs_one_task_and_no_timer(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        await seated(table)
        before = {task for task in asyncio.all_tasks() if not task.done()}
        raws = [await table.raw() for _ in range(10)]
        for raw in raws:
            raw.say(Hello(code=table.lobby.vault.room_code("test")))
            await raw.frame()
        assert len({task for task in asyncio.all_tasks() if not task.done()} - before) == 10


async def test_no_task_is_made_for_a_command(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        raw = await seated(table)
        (connection,) = table.server.house.connections
        made: list[Any] = []

        def factory(loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> asyncio.Task[Any]:
            made.append(work)
            return asyncio.Task(work, loop=loop, **options)

        asyncio.get_running_loop().set_task_factory(factory)
        raw.say(*(Command(fresh(), {"do": "say", "text": "x"}) for _ in range(50)), Typing(), Typing(on=False))
        found = [await raw.frame() for _ in range(51)]
        asyncio.get_running_loop().set_task_factory(None)
        assert all(found)
        assert not made
        assert not connection.recv_messages.frames.queue


class Counted:
    """A transport that counts the writes of the one behind it."""

    def __init__(self, transport: Any) -> None:
        self.behind = transport
        self.writes: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.writes.append(data)
        self.behind.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.behind, name)


async def test_an_update_and_the_answers_to_it_leave_in_one_piece(tmp_path: Path) -> None:
    async with serving(tmp_path) as table:
        red = await table.player("red")
        await red.ask(Offers(fresh()))
        (session,) = table.server.house.sessions
        session._detour()
        counted = Counted(session._connection.transport)
        session._connection.transport = counted
        session.flushed()
        for command in (ids := [Command(fresh(), {"do": "say", "text": "x"}) for _ in range(3)]):
            await red.say(command)
        await red.until(lambda message: getattr(message, "id", "") == ids[-1].id)
        assert len(counted.writes) <= len(ids)  # one for each batch, however the three fell into batches
        assert table.room.state.seq == 5


def test_all_of_it_works_on_uvloop(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(tmp_path) as table:
            raw, blue = await seated(table), await table.player("blue", Format.JSON)
            raw.say(*(Command(fresh(), {"do": "say", "text": str(n)}) for n in range(300)))
            await answers(raw, 300)
            await blue.at(table.room.state.seq)
            assert blue.replica.hash == table.room.view("side:blue").hex
            raw.writer.transport.abort()
            await blue.shows({"red": "away", "blue": "here"})

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(play())
