"""One WebSocket connection, fast in both directions.

    in     a frame becomes a message within the event loop's own callback: no task is switched to for it
    out    frames are prepared elsewhere, once for everyone, and written straight to the transport

`websockets` keeps the handshake, the parsing, the closing handshake and its deadlines. Two things of it are half public
and therefore pinned and tested: `create_connection`, and that every frame passes through `process_event`. Nothing here
ever sends a message in fragments or waits to send, so prepared frames cannot fall between parts of another message.

What a client does not read piles up in the transport's buffer. Above `Settings.queue` the connection is `paused`: it
is sent no more of what everyone gets, and nothing is read from it, until the buffer has drained to a quarter.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import Any, Protocol, cast

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ProtocolError
from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.protocol import OPEN, Event

from .frames import PING
from .limits import Clock
from .settings import Settings

MAX_FRAGMENTS = 64
"""Parts of one message; the bytes of all of them are limited by `websockets`."""


class Listener(Protocol):
    """Who hears of what happens to a connection. Nothing of this may raise or wait."""

    def message(self, data: bytes, *, text: bool) -> None:
        """A message came."""

    def flushed(self) -> None:
        """What was posted is on its way."""

    def behind(self) -> None:
        """The client does not read as fast as it is written to."""

    def drained(self) -> None:
        """The connection was behind, and has caught up with what was sent."""

    def lost(self) -> None:
        """The connection is over. Called once."""


class Connection(ServerConnection):
    """A server's side of one connection. `listener` is set once it is open."""

    def __init__(self, settings: Settings, clock: Clock, everyone: set[Connection], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.listener: Listener | None = None
        self.over: asyncio.Future[None] = self.loop.create_future()
        self.heard = self.pinged = self.stuck = clock()
        self._settings = settings
        self._clock = clock
        self._everyone = everyone
        self._hushed: set[str] = set()
        self._parts: list[bytes] = []
        self._parts_are_text = False
        self._posted: list[bytes] = []

    # ------------------------------------------------------------------------------------------ out

    def write(self, data: bytes) -> None:
        """Sends a frame now, behind what was posted."""
        if self._posted:
            self._posted.append(data)
        elif self.protocol.state is OPEN:
            self.transport.write(data)

    def post(self, data: bytes) -> None:
        """Sends a frame when the event loop comes round, in one piece with whatever else is posted until then."""
        if not self._posted:
            self.loop.call_soon(self._flush)
        self._posted.append(data)

    def _flush(self) -> None:
        data, self._posted = b"".join(self._posted), []
        if data and self.protocol.state is OPEN:
            self.transport.write(data)
            if self.paused and self.transport.get_write_buffer_size() > 4 * self._settings.queue:
                self.transport.abort()  # it asks and asks and reads no answer
        if self.listener is not None:
            self.listener.flushed()

    @property
    def is_busy(self) -> bool:
        """Whether something is to be sent before anything else, or has not been read yet."""
        return self.paused or bool(self._posted)

    def nudge(self) -> None:
        """Asks whether the client is alive."""
        self.pinged = self._clock()
        self.write(PING)

    def shut(self, code: int, reason: str, last: bytes = b"") -> None:
        """Closes with a last frame, as well as it can be sent. A client that does not answer is cut off in a while."""
        self._flush()
        if self.protocol.state is OPEN:
            if not self.paused:
                self.transport.write(last)
            self.protocol.send_close(code, reason)
            self.send_data()
        self._hushed.clear()
        self.transport.resume_reading()
        self._end()

    # ------------------------------------------------------------------------------------------ in

    def hush(self, why: str) -> None:
        """Reads nothing from the client until every reason is gone: TCP makes it wait."""
        if not self._hushed:
            self.transport.pause_reading()
        self._hushed.add(why)

    def listen(self, why: str) -> None:
        """This is no reason any more not to read."""
        if why in self._hushed:
            self._hushed.discard(why)
            if not self._hushed:
                self.transport.resume_reading()

    def process_event(self, event: Event) -> None:
        """A request or a frame came (see `websockets`). Whole messages go to the listener at once."""
        if self.listener is None or not isinstance(event, Frame) or event.opcode not in DATA_OPCODES:
            super().process_event(event)
        elif event.fin and event.opcode is not Opcode.CONT:
            self.listener.message(bytes(event.data), text=event.opcode is Opcode.TEXT)
        else:
            self._gather(event, self.listener)

    def _gather(self, part: Frame, listener: Listener) -> None:
        """One fragment of a message."""
        if part.opcode is not Opcode.CONT:
            self._parts_are_text = part.opcode is Opcode.TEXT
        self._parts.append(bytes(part.data))
        if len(self._parts) > MAX_FRAGMENTS:
            with contextlib.suppress(ProtocolError):
                self.protocol.fail(1009, "too many fragments")
            self.send_data()
            self._end()
        elif part.fin:
            data, self._parts = b"".join(self._parts), []
            listener.message(data, text=self._parts_are_text)

    # ------------------------------------------------------------------------------------------ what the transport says

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has connected; the handshake begins."""
        super().connection_made(transport)
        self._everyone.add(self)
        if len(self._everyone) > 2 * self._settings.connections:
            self.transport.abort()  # too many even to be told so
            return
        if hasattr(socket, "TCP_NOTSENT_LOWAT"):
            # What the kernel would keep unsent for a slow reader counts as unsent here.
            sock = cast("socket.socket", transport.get_extra_info("socket"))
            with contextlib.suppress(OSError):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, self._settings.queue)

    def data_received(self, data: bytes) -> None:
        """Bytes came."""
        self.heard = self._clock()
        super().data_received(data)
        if self.protocol.state is not OPEN:
            self._end()

    def eof_received(self) -> None:
        """The client sends no more."""
        super().eof_received()
        self._end()

    def connection_lost(self, exc: Exception | None) -> None:
        """The TCP connection is gone."""
        self._everyone.discard(self)
        super().connection_lost(exc)
        self._end()

    def pause_writing(self) -> None:
        """The client does not read as fast as it is written to."""
        super().pause_writing()
        self.stuck = self._clock()
        self.hush("behind")
        if self.listener is not None:
            self.listener.behind()

    def resume_writing(self) -> None:
        """The client has read most of it."""
        super().resume_writing()
        self.listen("behind")
        if self.listener is not None:
            self.listener.drained()

    def _end(self) -> None:
        """From now on `websockets` sees to it that the TCP connection ends, in `Settings.closing` at most."""
        if self.listener is not None and not self.over.done():
            self.over.set_result(None)
            self.listener.lost()
