"""Keeps one connection: dials, says hello, reads and writes; when it is lost, waits a growing while and dials again.

For ever, unless the server says that coming back is no use. What was asked and is not answered is sent again on the new
connection before anything else, with the same ids, so a command happens once whatever the connection does.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from wardiary_protocol.messages import Closing, Hello, ServerMessage, Welcome
from wardiary_protocol.replica import OutOfStep
from wardiary_protocol.wire import Format, Malformed, decode_server, encode
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from .address import Address
from .dial import Unreachable, dial
from .exits import Ended, Exit
from .questions import Pause

LONGEST_PAUSE = 10.0
"""Seconds between two tries, at most."""

_FINAL: Mapping[int, Exit] = {
    4400: Exit.FAULT,
    4401: Exit.REFUSED,
    4403: Exit.TAKEN_BACK,
    4404: Exit.REFUSED,
    4409: Exit.VERSION,
    4429: Exit.FAULT,
    4503: Exit.HALTED,
}
"""Close codes after which the same hello would get the same answer."""


class Party(Protocol):
    """Whom the connection is kept for. Nothing of this waits."""

    def hello(self) -> Hello:
        """What to say first on a new connection."""

    def unanswered(self) -> Iterable[bytes]:
        """What was asked and not answered, in the order in which it was asked."""

    def heard(self, message: ServerMessage, data: bytes) -> None:
        """A message came. Raises `OutOfStep`."""

    def lost(self, text: str) -> None:
        """The connection is gone, or could not be made. Said once until it is back."""

    def back(self) -> None:
        """It is there again; the welcome comes next."""


class Keeper:
    """The connection of one `Party`. `run` is to be a task of its own."""

    def __init__(
        self,
        address: Address,
        fmt: Format,
        party: Party,
        *,
        once: bool = False,
        pause: Pause = asyncio.sleep,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self.here = False
        self._address = address
        self._fmt = fmt
        self._party = party
        self._once = once
        self._pause = pause
        self._jitter = jitter
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._connection: ClientConnection | None = None
        self._closing: Closing | None = None
        self._lost = False
        self._again = False

    def send(self, data: bytes) -> None:
        """Sends a message as soon as may be. Without a connection it is forgotten, unless it is unanswered then."""
        self._outbox.put_nowait(data)

    async def again(self) -> None:
        """Ends this connection and says hello on another one."""
        self._again = True
        if self._connection is not None:
            await self._connection.close()

    async def run(self) -> Ended:
        """Returns when there is no going on, with the reason."""
        tries = 0
        while True:
            try:
                await self._connected()
            except Ended as end:
                return end
            except Unreachable as lost:
                tries = 0 if self.here else tries + 1
                self.here = False
                if self._again:
                    self._again = False
                    continue
                if self._once:
                    return Ended(Exit.UNREACHABLE, f"No connection to {self._address.host}: {lost}.")
                if not self._lost:
                    self._lost = True
                    self._party.lost(str(lost))
                await self._pause(pause_before(tries, self._jitter()))

    async def _connected(self) -> None:
        """One connection from beginning to end, which comes as `Unreachable` or `Ended`."""
        hello = self._party.hello()
        connection = await dial(self._address, self._fmt, hello.client)
        self._connection, self._closing, self._again = connection, None, False
        try:
            await connection.send(encode(hello, self._fmt), text=self._fmt.is_text)
            while not self.here:
                self._take(await connection.recv(decode=False))
            await self._serve(connection)
        except ConnectionClosed:
            raise self._parted(connection) from None
        except OutOfStep as wrong:
            raise Unreachable(str(wrong)) from None
        finally:
            self._connection = None
            await connection.close()

    async def _serve(self, connection: ClientConnection) -> None:
        writer = asyncio.create_task(self._write(connection), name="writer")
        try:
            while True:
                self._take(await connection.recv(decode=False))
        finally:
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionClosed):
                await writer

    async def _write(self, connection: ClientConnection) -> None:
        """Sends what is not answered yet, then whatever is asked, in that order."""
        unsent = deque(self._party.unanswered())
        while not self._outbox.empty():
            self._outbox.get_nowait()  # it is among the unanswered, or was meant for another moment
        while True:
            data = unsent.popleft() if unsent else await self._outbox.get()
            await connection.send(data, text=self._fmt.is_text)

    def _take(self, data: bytes) -> None:
        """One message. Raises `OutOfStep`, `Unreachable`."""
        try:
            message = decode_server(data, self._fmt)
        except Malformed as wrong:
            if wrong.code == "unknown_message":
                return  # a newer server says more than we know
            raise Unreachable(f"what the server said cannot be read ({wrong.text})") from None
        if isinstance(message, Closing):
            self._closing = message
        if isinstance(message, Welcome):
            self._welcome(message, data)
        else:
            self._party.heard(message, data)

    def _welcome(self, message: Welcome, data: bytes) -> None:
        """The connection is there again, unless what it begins with does not fit."""
        self.here = True
        if self._lost:
            self._lost = False
            self._party.back()
        try:
            self._party.heard(message, data)
        except OutOfStep:
            self.here = False
            raise

    def _parted(self, connection: ClientConnection) -> Exception:
        """Why the connection is over: for now, or for good."""
        code, closing = connection.close_code, self._closing
        text = closing.text if closing else connection.close_reason or ""
        exit = _FINAL.get(code or 0)
        if exit is not None or (closing is not None and not closing.back):
            return Ended(exit or Exit.REFUSED, text or f"The server closed the connection (code {code}).")
        return Unreachable(text.rstrip(".") or "the connection broke")


def pause_before(tries: int, jitter: float) -> float:
    """Seconds before the next try: growing to `LONGEST_PAUSE`, and not the same for everyone (`jitter`: 0 to 1)."""
    return min(LONGEST_PAUSE, 0.5 * 2.0 ** min(tries, 10)) * (0.5 + jitter / 2)
