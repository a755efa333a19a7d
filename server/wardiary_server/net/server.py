"""The server: a socket that listens, the beat of time, and a clean end."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import structlog
from wardiary_protocol.messages import SUBPROTOCOL_JSON, SUBPROTOCOL_MSGPACK
from websockets.asyncio.server import Server as WebSocketServer
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serve_websockets
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from .. import lobby as lobby_
from ..lobby import Lobby
from .connection import Connection
from .founding import Shelf
from .gate import Gate
from .house import House
from .limits import Clock
from .pictures import Pictures, is_picture
from .settings import Settings

log_ = structlog.get_logger("net")

SUBPROTOCOLS = [Subprotocol(SUBPROTOCOL_MSGPACK), Subprotocol(SUBPROTOCOL_JSON)]


class Address(NamedTuple):
    """Where the server listens."""

    host: str
    port: int


class Server:
    """A server that listens. Made by `serve`; leaves when its `async with` does."""

    def __init__(self, house: House, sockets: WebSocketServer) -> None:
        self.house = house
        self.addresses = tuple(Address(*socket.getsockname()[:2]) for socket in sockets.sockets)
        self._sockets = sockets
        self._beats = asyncio.create_task(self._beat_on(), name="beats") if house.settings.beat else None
        self._closing: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return self.addresses[0].port

    def beat(self) -> None:
        """Looks at everything that depends on time. The server does this by itself every `Settings.beat` seconds."""
        self.house.beat()

    async def close(self) -> None:
        """Takes nobody in any more, answers and keeps what was asked for, tells everyone, ends. More than once is fine.

        Takes `Settings.closing` at most three times, whatever clients do.
        """
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(self.house.settings.beat)
            try:
                self.beat()
            except Exception:
                log_.exception("a beat was missed")

    async def _close(self) -> None:
        if self._beats is not None:
            self._beats.cancel()
        self._sockets.close(close_connections=False)
        await self.house.leave()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.house.settings.closing * 1.5):
                await self._sockets.wait_closed()
        self.house.cut_off()
        await self._sockets.wait_closed()
        await self.house.aclose()


async def serve(
    lobby: Lobby,
    settings: Settings | None = None,
    *,
    clock: Clock | None = None,
    now: Callable[[], int] = lobby_.now,
    shelf: Shelf | None = None,
    pictures: Path | None = None,
) -> Server:
    """Listens for people. Raises `OSError` where the address cannot be had.

    `shelf` has the scenarios that referees may begin a new game of; without it there are none. `pictures` is the folder
    of those that lie beneath boards.
    `clock` is what limits and deadlines go by, in seconds; `now` is what entries carry, in milliseconds since 1970.
    """
    settings = settings or Settings()
    house = House(lobby, settings, clock or asyncio.get_running_loop().time, now, shelf)
    gate = Gate(settings, partial(health, house), Pictures(pictures))
    sockets = await serve_websockets(
        house.handle,  # type: ignore[arg-type]  # all connections are of the kind that is made here
        settings.host,
        settings.port,
        create_connection=partial(Connection, settings, house.clock, house.connections),  # type: ignore[arg-type]
        process_request=partial(process_request, gate),
        subprotocols=SUBPROTOCOLS,
        compression=None,
        server_header=None,
        open_timeout=settings.hello,
        close_timeout=settings.closing,
        ping_interval=None,  # the beat asks all that are silent, without a task for each
        max_size=settings.frame,
        write_limit=(settings.queue, settings.queue // 4),
        backlog=1_024,
    )
    return Server(house, sockets)


async def process_request(gate: Gate, connection: ServerConnection, request: Request) -> Response | None:
    """What `websockets` asks before it opens a connection."""
    address: Any = connection.local_address
    local = str(address[0]) if isinstance(address, tuple) else ""
    if is_picture(request.path):  # read from the disk, for which nobody else waits
        return await asyncio.to_thread(gate.answer, request, local)
    return gate.answer(request, local)


def health(house: House) -> tuple[bool, Mapping[str, int]]:
    """Whether people are taken in, and how many games and connections there are."""
    return not house.closing, {"games": len(house.lobby.rooms), "connections": len(house.sessions)}
