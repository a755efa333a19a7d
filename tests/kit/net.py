"""A real server on a free port, and real clients, for tests of everything that goes through a socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from wardiary_protocol.messages import (
    PATH,
    Accepted,
    ClientMessage,
    Closing,
    Command,
    Hello,
    Presence,
    Rejected,
    Resume,
    ServerMessage,
    Told,
    Update,
    Welcome,
)
from wardiary_protocol.replica import Replica
from wardiary_protocol.wire import Format, decode_server, encode
from wardiary_server.data import PICTURES
from wardiary_server.game.state import Game
from wardiary_server.lobby import Lobby
from wardiary_server.net import Server, Settings, serve
from wardiary_server.room import Room
from wardiary_server.shelf import Shelf
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader
from websockets.typing import Subprotocol

from .house import table

M = TypeVar("M")
PATIENCE = 20.0
"""Seconds after which a test that waits has failed; nothing here takes long."""

_ids = count(1)


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Client:
    """One connection of somebody who follows the game and checks every hash."""

    ws: ClientConnection
    fmt: Format
    replica: Replica = field(default_factory=Replica)
    welcome: Welcome | None = None
    presence: Presence | None = None
    told: list[Told] = field(default_factory=list)
    updates: list[Update] = field(default_factory=list)
    heard: list[ServerMessage] = field(default_factory=list)

    # ------------------------------------------------------------------------------------------ words

    async def say(self, message: ClientMessage) -> None:
        """Sends a message."""
        data = encode(message, self.fmt)
        await self.ws.send(data.decode() if self.fmt.is_text else data)

    async def hear(self) -> ServerMessage:
        """The next message; the client follows what it says. Raises `ConnectionClosed`."""
        async with asyncio.timeout(PATIENCE):
            message = decode_server(await self.ws.recv(), self.fmt)
        self.heard.append(message)
        if isinstance(message, Welcome):
            self.welcome = message
            self.replica.welcome(message)
            self._note(message.missed)
        elif isinstance(message, Update):
            self.replica.update(message)
            self._note(message)
        elif isinstance(message, Presence):
            self.presence = message
        return message

    def _note(self, update: Update | None) -> None:
        if update is not None:
            self.updates.append(update)
            self.told.extend(update.entries)

    async def until(self, wanted: Callable[[ServerMessage], bool]) -> ServerMessage:
        """Follows until something comes that is wanted."""
        while not wanted(message := await self.hear()):
            pass
        return message

    async def next(self, kind: type[M]) -> M:
        """Follows until a message of this kind comes."""
        message = await self.until(lambda heard: isinstance(heard, kind))
        assert isinstance(message, kind)
        return message

    async def ask(self, message: Any) -> Any:
        """Sends something with an id, and follows until its answer."""
        await self.say(message)
        return await self.until(lambda heard: getattr(heard, "id", None) == message.id)

    async def do(self, word: str, unit: str = "", id: str = "", **more: Any) -> Accepted | Rejected:
        """A command, and its answer."""
        body = {"do": word, **({"unit": unit} if unit else {}), **more}
        answer: Accepted | Rejected = await self.ask(Command(id or fresh(), body, line=self.replica.line))
        return answer

    async def accepted(self, word: str, unit: str = "", **more: Any) -> int:
        """A command that must be accepted; its entry."""
        answer = await self.do(word, unit, **more)
        assert isinstance(answer, Accepted), answer
        return answer.seq

    async def at(self, seq: int) -> None:
        """Follows until this client is at entry `seq`."""
        while self.replica.seq < seq:
            await self.hear()

    async def shows(self, seats: Mapping[str, str], watching: int | None = None) -> None:
        """Follows until everybody is told this of who is here."""

        def so(presence: Presence | None) -> bool:
            return (
                presence is not None and dict(presence.seats) == dict(seats) and watching in (None, presence.watching)
            )

        while not so(self.presence):
            await self.hear()

    async def end(self) -> tuple[Closing | None, int]:
        """Follows until the connection is over: what was said last of all, and the close code."""
        try:
            while True:
                await self.hear()
        except ConnectionClosed as over:
            last = self.heard[-1] if self.heard else None
            return (last if isinstance(last, Closing) else None), over.rcvd.code if over.rcvd else 1006

    async def leave(self) -> None:
        """Cuts the connection, whatever is still on the way."""
        self.ws.transport.abort()
        await self.ws.wait_closed()

    def resume(self) -> Resume | None:
        """What to say when coming back."""
        return self.replica.resume()


class Raw:
    """A connection without a library: it sends what it likes, and closes when it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, fmt: Format) -> None:
        self.fmt = fmt
        self.writer = writer
        self._reader = reader
        self._frames = StreamReader()

    @classmethod
    async def connect(cls, port: int, fmt: Format = Format.MSGPACK) -> Raw:
        """Connects and shakes hands."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"GET {PATH} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Protocol: {fmt}\r\n\r\n".encode()
        )
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 101"), answer
        return cls(reader, writer, fmt)

    def say(self, *messages: ClientMessage) -> None:
        """Sends messages in one go."""
        opcode = Opcode.TEXT if self.fmt.is_text else Opcode.BINARY
        self.send(*(Frame(opcode, encode(message, self.fmt)) for message in messages))

    def send(self, *frames: Frame) -> None:
        """Sends frames in one go."""
        self.writer.write(b"".join(frame.serialize(mask=True) for frame in frames))

    async def frame(self) -> Frame | None:
        """The next frame, or None at the end, however it comes."""
        parser = Frame.parse(self._frames.read_exact, mask=False)
        try:
            next(parser)
            while True:
                try:
                    async with asyncio.timeout(PATIENCE):
                        data = await self._reader.read(65_536)
                except ConnectionError:
                    return None
                if not data:
                    return None
                self._frames.feed_data(data)
                next(parser)
        except StopIteration as done:
            frame: Frame = done.value
            return frame

    async def rest(self) -> list[Frame]:
        """All frames until the server is gone."""
        frames = []
        while (frame := await self.frame()) is not None:
            frames.append(frame)
        return frames

    def read(self, frame: Frame) -> ServerMessage:
        """The message of a frame."""
        return decode_server(bytes(frame.data), self.fmt)


@dataclass
class Table:
    """A server with one game, and the clients that came to it."""

    lobby: Lobby
    room: Room
    server: Server
    clock: Clock
    stack: AsyncExitStack
    tokens: dict[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.server.port}{PATH}"

    def token(self, seat: str) -> str:
        """A token of a seat; whoever has it counts once the seat is held."""
        if seat not in self.tokens:
            self.tokens[seat] = self.lobby.vault.issue_token(self.room.game, seat)
        return self.tokens[seat]

    async def seat(self, seat: str) -> str:
        """A token of a seat that is held."""
        if seat not in self.room.state.table.held:
            assert isinstance(await self.lobby.sit(self.room.game, seat, seat.title()), Accepted)
        return self.token(seat)

    async def knock(self, fmt: Format = Format.MSGPACK, **options: Any) -> Client:
        """A connection that has said nothing yet."""
        ws = await connect(
            self.url, subprotocols=[Subprotocol(fmt.value)], compression=None, proxy=None, ping_interval=None,
            max_size=None, **options,
        )  # fmt: skip
        self.stack.callback(ws.transport.abort)
        return Client(ws, fmt)

    async def raw(self, fmt: Format = Format.MSGPACK) -> Raw:
        """A connection without a library, that has said nothing yet."""
        raw = await Raw.connect(self.server.port, fmt)
        self.stack.callback(raw.writer.close)
        return raw

    async def hello(self, hello: Hello, fmt: Format = Format.MSGPACK, replica: Replica | None = None) -> Client:
        """A connection that was welcomed."""
        client = await self.knock(fmt)
        client.replica = replica or client.replica
        await client.say(hello)
        assert isinstance(await client.hear(), Welcome), client.heard
        return client

    async def player(self, seat: str, fmt: Format = Format.MSGPACK) -> Client:
        """Somebody who holds a seat."""
        return await self.hello(Hello(token=await self.seat(seat)), fmt)

    async def spectator(self, fmt: Format = Format.MSGPACK) -> Client:
        """Somebody who watches."""
        return await self.hello(Hello(code=self.lobby.vault.room_code(self.room.game)), fmt)

    async def back(self, client: Client, **hello: Any) -> Client:
        """The same client again, on another connection, with what it still holds."""
        return await self.hello(Hello(resume=client.resume(), **hello), client.fmt, client.replica)

    def later(self, seconds: float) -> None:
        """Time passes, and the server looks at what that means."""
        self.clock.now += seconds
        self.server.beat()


@asynccontextmanager
async def serving(data: Path, start: Game | None = None, **settings: Any) -> AsyncIterator[Table]:
    """A server on a free port, without limits on how fast one may be, and whose time stands still by itself."""
    clock = Clock()
    chosen = {"port": 0, "beat": 0.0, "presence": 0.0, "rate": 0.0, "questions": 0.0, "closing": 0.5, **settings}
    async with (
        table(data, start) as (lobby, room),
        await serve(lobby, Settings(**chosen), clock=clock, shelf=Shelf(lobby), pictures=data / PICTURES) as server,
        AsyncExitStack() as stack,
    ):
        yield Table(lobby, room, server, clock, stack)


def fresh() -> str:
    """An id that was not used before."""
    return f"c{next(_ids)}"
