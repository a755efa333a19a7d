"""The JSON form: one message a line both ways, for bots and pipes.

Out come the server's messages as they are, and lines of our own about the connection:

    {"t":"connection","state":"lost","text":"…"}    also `back`, and `ended` with the exit code

In go a client's messages, or the bare body of a command. An `id` and a `line` that are left out are filled in. What
cannot be read is answered with `rejected`, as the server does it, and the next line is read.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, get_args

import msgspec
from wardiary_protocol.messages import (
    Accepted,
    AskSeat,
    ClientMessage,
    Hello,
    Lead,
    Rejected,
    SeatGranted,
    Typing,
)
from wardiary_protocol.wire import Format, Limits, Malformed, decode_client

from .client import Back, Client, Heard, Lost
from .exits import Ended, Exit
from .questions import Asked
from .show import json_line

_LIMITS = Limits(frame=1024 * 1024, depth=64, items=65_536)
"""Generous: the server has limits of its own, and says so."""

_AT_ONCE = 64
"""Questions that may wait for their answers; while so many do, no further line is read."""

_NUMBERED = {str(kind.__struct_config__.tag) for kind in get_args(Asked)}


class JsonLines:
    """One session of a program, whose client speaks JSON. A spectator who wants `seat` asks for it.

    `granted` gets the token of a seat that was asked for. With `stay` the end of the input ends nothing.
    """

    def __init__(
        self,
        client: Client,
        lines: AsyncIterator[str],
        write: Callable[[str], None],
        *,
        granted: Callable[[SeatGranted], None],
        seat: str = "",
        name: str = "",
        stay: bool = False,
    ) -> None:
        self._client = client
        self._lines = lines
        self._write = write
        self._granted = granted
        self._seat = seat
        self._name = name
        self._stay = stay
        self._room = asyncio.Semaphore(_AT_ONCE)
        self._asked: set[asyncio.Task[None]] = set()
        client.listeners.append(self._on)

    async def run(self) -> Exit:
        """Until the input has ended and everything is answered. Raises `Ended`."""
        reading = asyncio.create_task(self._read())
        ending = asyncio.create_task(self._client.ended())
        try:
            await asyncio.wait([reading, ending], return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                raise ending.result()
            reading.result()
        finally:
            for task in (reading, ending, *self._asked):
                task.cancel()
            await asyncio.gather(reading, ending, *self._asked, return_exceptions=True)
        return Exit.OK

    # ------------------------------------------------------------------------------------------ out

    def _on(self, heard: Heard, data: bytes) -> None:
        if isinstance(heard, Lost):
            self._write(connection_line("lost", text=heard.text))
        elif isinstance(heard, Back):
            self._write(connection_line("back"))
        else:
            self._write(json_line(data.decode()))

    def _reject(self, id: str, code: str, text: str) -> None:
        self._write(json_line(msgspec.json.encode(Rejected(id, code, text)).decode()))

    # ------------------------------------------------------------------------------------------ in

    async def _read(self) -> None:
        welcome = await self._client.open()
        if self._seat and not welcome.seat:
            await self._start(AskSeat(self._client.new_id(), self._seat, self._name))
        async for line in self._lines:
            if line.strip():
                await self._obey(line)
        while self._asked:
            await asyncio.gather(*self._asked)
        if self._stay:
            await self._client.until(lambda: None)

    async def _obey(self, line: str) -> None:
        try:
            message = self._message(line)
        except Malformed as wrong:
            self._reject(wrong.id, wrong.code, wrong.text)
            return
        if isinstance(message, Typing):
            self._client.typing(message.on)
        elif isinstance(message, Lead):
            self._client.lead(message.seq)
        elif isinstance(message, Hello):
            self._reject("", "already_welcome", "The hello was said already: it needs no line of yours.")
        else:
            await self._start(message)

    async def _start(self, message: Asked) -> None:
        await self._room.acquire()
        task = asyncio.create_task(self._ask(message))
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)

    def _message(self, line: str) -> ClientMessage:
        """The message of a line, with what was left out filled in. Raises `Malformed`."""
        try:
            plain = msgspec.json.decode(line)
        except (msgspec.DecodeError, ValueError, RecursionError):
            return decode_client(line, Format.JSON, _LIMITS)  # which says what is wrong
        if isinstance(plain, dict):
            if "t" not in plain and "do" in plain:
                plain = {"t": "command", "body": plain}
            if str(plain.get("t")) in _NUMBERED:
                plain.setdefault("id", self._client.new_id())
            if plain.get("t") == "command":
                plain.setdefault("line", self._client.replica.line)
        return decode_client(msgspec.json.encode(plain), Format.JSON, _LIMITS)

    async def _ask(self, message: Asked) -> None:
        """Asks, and waits until what came of it was told as well."""
        try:
            answer = await self._client.ask(message)
            if isinstance(answer, Accepted):
                await self._client.reached(answer.seq)
            elif isinstance(answer, SeatGranted):
                self._granted(answer)
                await self._client.become(answer.token)
        except ValueError as wrong:
            self._reject(message.id, "id_in_use", str(wrong))
        finally:
            self._room.release()


def ended_line(end: Ended) -> str:
    """The last line of a session that the server, or the network, has ended."""
    return connection_line("ended", code=int(end.exit), text=end.text)


def connection_line(state: str, **more: Any) -> str:
    """A line of our own."""
    return json_line(msgspec.json.encode({"t": "connection", "state": state, **more}).decode())
