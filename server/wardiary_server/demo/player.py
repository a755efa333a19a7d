"""A client for the demo: one seat or a spectator, over a real socket, with its own copy of the view."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from wardiary_protocol.messages import (
    PATH,
    Accepted,
    Command,
    Hello,
    Rejected,
    Told,
    Update,
    Welcome,
)
from wardiary_protocol.replica import Replica
from wardiary_protocol.wire import Format, decode_server, encode
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

PATIENCE = 10.0
"""Seconds to wait for anything from a server on this very machine."""


class Lost(Exception):
    """The connection is gone, and what was asked has no answer."""


class Player:
    """Says hello, follows the game, sends commands one at a time, and comes back after a crash where it left off."""

    def __init__(
        self, name: str, format: Format, *, token: str = "", code: str = "", heard: Callable[[Told], None] | None = None
    ) -> None:
        self.name = name
        self.replica = Replica()
        self._format = format
        self._hello = Hello(token=token, code=code, name=name, client="wardiary demo")
        self._heard = heard
        self._ids = count(1)
        self._answers: dict[str, asyncio.Future[Accepted | Rejected]] = {}
        self._moved = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None

    async def connect(self, port: int) -> None:
        """Say hello, with what is still held from before."""
        address = f"ws://127.0.0.1:{port}{PATH}"
        self._socket = await connect(address, subprotocols=[Subprotocol(self._format)], compression=None)
        resume = self.replica.resume()
        hello = Hello(
            token=self._hello.token, code=self._hello.code, name=self.name, client=self._hello.client, resume=resume
        )
        await self._send(hello)
        welcome = decode_server(await asyncio.wait_for(self._socket.recv(), PATIENCE), self._format)
        if not isinstance(welcome, Welcome):
            raise Lost(f"{self.name} was not let in: {welcome}")
        self.replica.welcome(welcome)
        for told in welcome.missed.entries if welcome.missed else ():
            self._tell(told)
        self._reading = asyncio.create_task(self._read(self._socket))

    async def close(self) -> None:
        """Leave."""
        if self._socket is not None:
            await self._socket.close()
        if self._reading is not None:
            await self._reading

    async def command(self, body: Mapping[str, Any]) -> Accepted | Rejected:
        """Ask for something; the answer, once this copy has followed to the entry that it became."""
        id = f"{self.name}-{next(self._ids)}"
        answer = self._answers[id] = asyncio.get_running_loop().create_future()
        await self._send(Command(id=id, body=body, line=self.replica.line))
        reply: Accepted | Rejected = await asyncio.wait_for(answer, PATIENCE)
        if isinstance(reply, Accepted):
            await self.until(reply.seq)
        return reply

    async def until(self, seq: int) -> None:
        """Wait until this copy has followed to entry `seq`."""
        while self.replica.seq < seq:
            self._moved.clear()
            await asyncio.wait_for(self._moved.wait(), PATIENCE)

    async def gone(self) -> None:
        """Wait until the connection is lost."""
        if self._reading is not None:
            await asyncio.wait_for(self._reading, PATIENCE)

    async def _send(self, message: Hello | Command) -> None:
        if self._socket is None:
            raise Lost(f"{self.name} is not connected.")
        await self._socket.send(encode(message, self._format), text=self._format.is_text)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for data in socket:
                self._take(decode_server(data, self._format))
        except ConnectionClosed:
            pass
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(Lost(f"{self.name} lost the server."))

    def _take(self, message: Any) -> None:
        if isinstance(message, Update):
            self.replica.update(message)
            for told in message.entries:
                self._tell(told)
            self._moved.set()
        elif isinstance(message, Accepted | Rejected):
            self._answers.pop(message.id).set_result(message)

    def _tell(self, told: Told) -> None:
        if self._heard is not None:
            self._heard(told)
