"""What tests of the terminal client need: a network that can be cut, a server that misbehaves, a screen of paper."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import TypeVar

from wardiary_cli.address import Address
from wardiary_cli.client import Client
from wardiary_cli.show import Row
from wardiary_protocol.changes import view_hash
from wardiary_protocol.messages import PATH, ServerMessage, Welcome
from wardiary_protocol.wire import Format, encode
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from .net import PATIENCE, Table

T = TypeVar("T")


async def soon(what: Awaitable[T]) -> T:
    """Waits for something that takes no time at all; a test in which it does has failed."""
    async with asyncio.timeout(PATIENCE):
        return await what


class Pauses:
    """A client's waits before it tries again: they are counted, and over when the test says so."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self._over = asyncio.Event()
        self._wanted = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        self.asked.append(seconds)
        self._wanted.set()
        await self._over.wait()

    def let(self) -> None:
        """From now on nobody waits."""
        self._over.set()

    async def wanted(self) -> None:
        """Returns once somebody waits."""
        await soon(self._wanted.wait())


class Relay:
    """A network between client and server: it can be cut, held, slowed, or swallow what the server says."""

    def __init__(self, port: int) -> None:
        self.deaf = False
        self.slow = False
        self.port = 0
        self._to = port
        self._flows = asyncio.Event()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Relay:
        self._flows.set()
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *exception: object) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        self.let_go()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """Both ends lose each other, without a word."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    def hold(self) -> None:
        """Nothing goes through any more, and nothing is closed."""
        self._flows.clear()

    def let_go(self) -> None:
        """All goes through again, what was held first."""
        self._flows.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, out = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:  # nobody is there
            writer.transport.abort()
            return
        self._writers |= {writer, out}
        for source, sink, comes in ((reader, out, False), (there, writer, True)):
            self._tasks.add(asyncio.create_task(self._pump(source, sink, comes)))

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, comes: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(SLOW if self.slow else 65_536):
                if self.slow:
                    await on_the_way()
                await self._flows.wait()
                if not (comes and self.deaf):
                    sink.write(data)
        await self._flows.wait()
        sink.close()


SLOW = 512
"""Bytes that a slow network carries in one go, each of them a while on the way."""


def on_the_way() -> asyncio.Future[None]:
    """Is done when a piece has come through: 20 ms."""
    loop = asyncio.get_running_loop()
    arrived = loop.create_future()
    loop.call_later(0.02, arrived.set_result, None)
    return arrived


@asynccontextmanager
async def seated(table: Table, seat: str, **options: object) -> AsyncIterator[Client]:
    """A client of ours that holds a seat."""
    async with Client(Address(table.url), token=await table.seat(seat), **options) as client:  # type: ignore[arg-type]
        yield client


def code_of(table: Table) -> str:
    """The room code of a table's game."""
    return table.lobby.vault.room_code(table.room.game)


def link(table: Table, *, invite: str = "", code: str = "") -> str:
    """A link as the server prints it."""
    return f"http://127.0.0.1:{table.server.port}/#{f'i={invite}' if invite else f'r={code}'}"


# ---------------------------------------------------------------------------------------------- a scripted server

VIEW = {"game": {"now": {"title": "A test"}}, "table": {"now": {"cursor": 1}}}
WELCOME = Welcome("g1", "A test", "spectator", "", "spectator", "e1", 1, 0, view_hash(VIEW), view=VIEW)


class Peer:
    """One client that came to a scripted server."""

    def __init__(self, connection: ServerConnection) -> None:
        self.connection = connection
        self.fmt = Format(str(connection.subprotocol))

    async def say(self, *messages: ServerMessage) -> None:
        """Sends messages."""
        for message in messages:
            await self.connection.send(encode(message, self.fmt), text=self.fmt.is_text)

    async def hear(self) -> bytes:
        """The next message, as it came."""
        return await self.connection.recv(decode=False)


Script = Callable[[Peer], Awaitable[None]]


@asynccontextmanager
async def scripted(*scripts: Script) -> AsyncIterator[Address]:
    """A server that plays one script for each connection, the last one again and again."""
    left = list(scripts)

    async def handle(connection: ServerConnection) -> None:
        await (left.pop(0) if len(left) > 1 else left[0])(Peer(connection))

    protocols = [Subprotocol(fmt.value) for fmt in Format]
    async with serve(handle, "127.0.0.1", 0, subprotocols=protocols, compression=None, ping_interval=None) as server:
        yield Address(f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}{PATH}")


async def welcomed(peer: Peer) -> None:
    """A script: welcomes, and then stays."""
    await peer.hear()
    await peer.say(WELCOME)
    await peer.connection.wait_closed()


# ---------------------------------------------------------------------------------------------- a screen of paper


class Paper:
    """A screen that keeps what is shown, and on which a test types."""

    def __init__(self, *lines: str, scripted: bool = False) -> None:
        self.scripted = scripted
        self.rows: list[Row] = []
        self.prompts: list[str] = []
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._news = asyncio.Event()
        for line in lines:
            self._typed.put_nowait(line)
        if scripted:
            self._typed.put_nowait(None)

    def show(self, rows: Iterable[Row]) -> None:
        self.rows += rows
        self._news.set()

    def prompt(self, text: str) -> None:
        self.prompts.append(text)
        self._news.set()

    async def lines(self) -> AsyncIterator[str]:
        while (line := await self._typed.get()) is not None:
            yield line

    def type(self, *lines: str) -> None:
        """Types lines."""
        for line in lines:
            self._typed.put_nowait(line)

    def end(self) -> None:
        """Ctrl-D."""
        self._typed.put_nowait(None)

    @property
    def text(self) -> str:
        """Everything that was shown."""
        return "\n".join(row.text for row in self.rows)

    async def until(self, text: str, times: int = 1) -> None:
        """Waits until a text was shown so often, or stands in the prompt."""
        async with asyncio.timeout(PATIENCE):
            while self.text.count(text) < times and text not in (self.prompts or [""])[-1]:
                self._news.clear()
                await self._news.wait()
