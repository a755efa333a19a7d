"""A client as programs use it: it asks and is answered, follows the game, and comes back by itself (see `keeper`).

    async with Client("http://host:8765/#i=INVITE", name="Ada") as client:
        answer = await client.command({"do": "move", "unit": "vega", "to": "cargo"})    # Accepted | Rejected
        await client.until(lambda: client.scene.asked())
        print(client.replica.view["units"]["vega"])

Messages go to the listeners in the order in which they came; in between come `Lost` and `Back`.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from itertools import count
from typing import Any, NamedTuple, Self, TypeVar

from msgspec.structs import replace
from wardiary_protocol.messages import (
    Hello,
    Lead,
    Presence,
    ServerMessage,
    Typing,
    Update,
    Welcome,
)
from wardiary_protocol.replica import Replica
from wardiary_protocol.wire import Format, encode

from . import __version__
from .address import Address, parse
from .exits import Ended, Exit
from .keeper import Keeper
from .questions import Asked, Pause, Questions, Refusal
from .scene import Scene

__all__ = ["Asked", "Back", "Client", "Heard", "Lost", "Refusal"]

T = TypeVar("T")


class Lost(NamedTuple):
    """The connection is gone, or could not be made; the client goes on trying. The text says why."""

    text: str


class Back(NamedTuple):
    """The connection is there again; the welcome comes next."""


Heard = ServerMessage | Lost | Back
Listener = Callable[[Heard, bytes], None]
"""Gets a message and its bytes as they came (none for `Lost` and `Back`). Must neither wait nor raise."""


class _Open(NamedTuple):
    """Something that was asked and is not answered."""

    data: bytes
    answer: asyncio.Future[ServerMessage]


class Client(Questions):
    """One seat (or spectator) of one game. The credential may stand in the address, or be given.

    With `once` it ends where it would try again. `pause` and `jitter` are the clock and the chance of trying again.
    Whatever the server finds too much at once is asked again a moment later.
    """

    def __init__(
        self,
        address: str | Address,
        *,
        token: str = "",
        invite: str = "",
        code: str = "",
        name: str = "",
        fmt: Format = Format.MSGPACK,
        once: bool = False,
        pause: Pause = asyncio.sleep,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self.address = parse(address) if isinstance(address, str) else address
        self.replica = Replica()
        self.pause = pause
        self.welcome: Welcome | None = None
        self.presence = Presence({})
        self.listeners: list[Listener] = []
        self._hello = _first_hello(token, invite or self.address.invite, code or self.address.code, name)
        self._fmt = fmt
        self._keeper = Keeper(self.address, fmt, self, once=once, pause=pause, jitter=jitter)
        self._task: asyncio.Task[None] | None = None
        self._ended: Ended | None = None
        self._open: dict[str, _Open] = {}
        self._waiting: list[tuple[Callable[[], Any], asyncio.Future[Any]]] = []
        self._queues: list[asyncio.Queue[Heard | None]] = []
        self._ids = (f"{secrets.token_hex(5)}-{number}" for number in count(1))

    # ------------------------------------------------------------------------------------------ coming and going

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.aclose()

    async def open(self) -> Welcome:
        """Connects, however long that takes, and returns the first welcome. Raises `Ended`."""
        self._task = asyncio.create_task(self._run(), name=f"connection to {self.address.host}")
        try:
            return await self.until(lambda: self.welcome)
        except BaseException:
            await self.aclose()
            raise

    async def aclose(self) -> None:
        """Leaves. What was not answered will not be."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._end(Ended(Exit.OK, "The connection was closed."))

    async def ended(self) -> Ended:
        """Waits until there is no going on, and says why."""
        try:
            await self.until(lambda: None)
        except Ended as end:
            return end
        raise AssertionError("only an end ends this")

    async def become(self, token: str) -> None:
        """Says hello again, as the holder of another seat; returns when that is so."""
        self._hello = replace(self._hello, token=token, invite="", code="")
        before = self.welcome
        await self._keeper.again()
        await self.until(lambda: self.welcome is not before)

    # ------------------------------------------------------------------------------------------ what it sees

    @property
    def token(self) -> str:
        """What proves that the seat is ours; nothing for a spectator."""
        return self._hello.token

    @property
    def here(self) -> bool:
        """Whether there is a connection now."""
        return self._keeper.here

    @property
    def scene(self) -> Scene:
        """The view as it is now, ready to be read."""
        welcome = self.welcome
        return Scene(self.replica.view, welcome.seat if welcome else "", welcome.role if welcome else "spectator")

    async def until(self, predicate: Callable[[], T | None]) -> T:
        """Waits until the predicate holds, looking after every message, and returns what it said. Raises `Ended`."""
        if self._ended is not None:
            raise self._ended
        if found := predicate():
            return found
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((predicate, answer))
        return await answer

    async def reached(self, seq: int) -> None:
        """Waits until this client's view is that after entry `seq`, or a later one. Raises `Ended`."""
        await self.until(lambda: self.replica.seq >= seq)

    def messages(self) -> AsyncIterator[Heard]:
        """Everything that comes from now on, until the client ends."""
        queue: asyncio.Queue[Heard | None] = asyncio.Queue()
        self._queues.append(queue)
        return self._messages(queue)

    async def _messages(self, queue: asyncio.Queue[Heard | None]) -> AsyncIterator[Heard]:
        try:
            while (heard := await queue.get()) is not None:
                yield heard
        finally:
            self._queues.remove(queue)

    # ------------------------------------------------------------------------------------------ asking

    def new_id(self) -> str:
        """An id that this seat has never used."""
        return next(self._ids)

    async def ask(self, message: Asked) -> ServerMessage:
        """Sends something and returns its answer, over however many connections that takes.

        Raises `Ended`, and ValueError for an id that waits for its answer already and for what cannot be sent.
        """
        if self._ended is not None:
            raise self._ended
        if message.id in self._open:
            raise ValueError(f"The id {message.id!r} waits for its answer already.")
        data = _encoded(message, self._fmt)
        answer: asyncio.Future[ServerMessage] = asyncio.get_running_loop().create_future()
        self._open[message.id] = _Open(data, answer)
        self._keeper.send(data)
        try:
            return await answer
        finally:
            self._open.pop(message.id, None)

    def typing(self, on: bool = True) -> None:
        """Shows the others that this seat is writing or rolling. Never answered."""
        self._keeper.send(encode(Typing(on), self._fmt))

    def lead(self, seq: int = 0) -> None:
        """Shows the others the game as it was after entry `seq`; 0 ends that. Never answered."""
        self._keeper.send(encode(Lead(seq), self._fmt))

    # ------------------------------------------------------------------------------------------ for the keeper

    def hello(self) -> Hello:
        """What to say first on a new connection."""
        return replace(self._hello, resume=self.replica.resume())

    def unanswered(self) -> Iterable[bytes]:
        """What was asked and not answered."""
        return [one.data for one in self._open.values()]

    def heard(self, message: ServerMessage, data: bytes) -> None:
        """A message came. Raises `OutOfStep`."""
        self._follow(message)
        self._tell(message, data)
        asked = self._open.get(getattr(message, "id", ""))
        if asked is not None and not asked.answer.done():
            asked.answer.set_result(message)

    def lost(self, text: str) -> None:
        """The connection is gone."""
        self._tell(Lost(text))

    def back(self) -> None:
        """The connection is there again."""
        self._tell(Back())

    def _follow(self, message: ServerMessage) -> None:
        if isinstance(message, Update):
            self.replica.update(message)
        elif isinstance(message, Welcome):
            self.replica.welcome(message)
            self.welcome = message
            self.presence = Presence(message.presence, self.presence.watching)
            if message.token:
                self._hello = replace(self._hello, token=message.token, invite="", code="")
        elif isinstance(message, Presence):
            self.presence = message

    def _tell(self, heard: Heard, data: bytes = b"") -> None:
        for listener in tuple(self.listeners):
            listener(heard, data)
        for queue in self._queues:
            queue.put_nowait(heard)
        waiting, self._waiting = self._waiting, []
        self._waiting += [one for one in waiting if not _is_settled(*one)]

    async def _run(self) -> None:
        try:
            self._end(await self._keeper.run())
        except Exception as fault:  # ours: whoever waits must not wait for ever
            self._end(Ended(Exit.FAULT, f"This client has a fault ({type(fault).__name__}: {fault})."))
            raise

    def _end(self, end: Ended) -> None:
        if self._ended is not None:
            return
        self._ended = end
        for answer in [*(one.answer for one in self._open.values()), *(answer for _, answer in self._waiting)]:
            if not answer.done():
                answer.set_exception(end)
        for queue in self._queues:
            queue.put_nowait(None)


def _first_hello(token: str, invite: str, code: str, name: str) -> Hello:
    """With the strongest credential that there is: a hello holds one."""
    invite = "" if token else invite
    code = "" if token or invite else code
    return Hello(token=token, invite=invite, code=code, name=name, client=f"wardiary {__version__}")


def _encoded(message: Asked, fmt: Format) -> bytes:
    try:
        return encode(message, fmt)
    except (OverflowError, TypeError, UnicodeEncodeError) as wrong:
        raise ValueError(f"This cannot be sent: {wrong}.") from None


def _is_settled(predicate: Callable[[], Any], answer: asyncio.Future[Any]) -> bool:
    """Whether somebody who waits needs to wait no longer."""
    if answer.done():
        return True
    try:
        found = predicate()
    except Exception as wrong:
        answer.set_exception(wrong)
        return True
    if found:
        answer.set_result(found)
    return bool(found)
