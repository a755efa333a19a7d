"""What a client may ask without anybody noticing: an earlier view, a page of the story or of the log, what it may do.

Each connection has a few of its questions worked on at a time; more wait, and too many are refused. A long answer lets
others in between its entries, and is cut where a frame would grow too large: the client asks on from there.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

import structlog
from msgspec import Raw
from wardiary_protocol.messages import (
    Keep,
    Kept,
    Look,
    Looked,
    Offered,
    Offers,
    Page,
    Paged,
    Proof,
    Proved,
    Rejected,
    ServerMessage,
    Told,
)
from wardiary_protocol.proof import Row
from wardiary_protocol.wire import Format, encode

from ..lobby import LogError
from ..room import Refused, Room, Who
from .codes import rejected
from .keeping import Keeper
from .settings import Settings

log_ = structlog.get_logger("net")

Question = Look | Page | Proof | Offers | Keep

PROOF_ROWS = 256
"""The most rows of one page of the log."""

TURN = 16
"""Entries that are told before others get their turn."""


class Asker:
    """Who asks: which room, as whom, in which format, how large a page may be, and who knows their passphrase."""

    def __init__(self, room: Room, who: Who, fmt: Format, page: int, keeper: Keeper) -> None:
        self.room = room
        self.who = who
        self.fmt = fmt
        self.page = page
        self.keeper = keeper


async def look(asker: Asker, message: Look) -> Looked:
    """The view as it was."""
    view = await asker.room.look(asker.who.audience, message.seq)
    return Looked(message.id, view.state.seq, view.state.table.line, view.parts, view.hex)


async def page(asker: Asker, message: Page) -> Paged:
    """The story from somewhere on. At least one entry, however long it is."""
    head = asker.room.state.seq
    told: list[Raw] = []
    size, last = 0, message.after
    if message.after < head:
        story = asker.room.story(asker.who.audience, message.after, message.limit, changes=message.changes)
        async for entry in story:
            told.append(Raw(encode(cast(ServerMessage, entry), asker.fmt)))
            size, last = size + len(memoryview(told[-1])), entry.seq
            if size >= asker.page:
                break
            if len(told) % TURN == 0:
                await asyncio.sleep(0)
    return Paged(message.id, cast(tuple[Told, ...], tuple(told)), head, more=last < head)


async def prove(asker: Asker, message: Proof) -> Proved:
    """The chained log from somewhere on. At least one row, however long it is."""
    rows: list[Row] = []
    size = 0
    for row in await asker.room.proved(message.after, PROOF_ROWS):
        if rows and size + len(row.body) > asker.page:
            break
        rows.append(row)
        size += len(row.body)
    last = rows[-1].seq if rows else message.after
    return Proved(message.id, asker.room.game, tuple(rows), more=last < asker.room.head.seq)


async def offers(asker: Asker, message: Offers) -> Offered:
    """What may be done now."""
    found = asker.room.offers(asker.who, message.unit)
    return Offered(message.id, asker.room.state.seq, message.unit, found)


async def keep(asker: Asker, message: Keep) -> Kept:
    """The game's file from somewhere on."""
    return await asker.keeper.kept(asker.room, asker.who, message)


ANSWERS: Mapping[type[Question], Callable[[Asker, Any], Awaitable[ServerMessage]]] = {
    Look: look,
    Page: page,
    Proof: prove,
    Offers: offers,
    Keep: keep,
}


async def answered(asker: Asker, question: Question) -> ServerMessage:
    """The answer to a question, whatever happens."""
    seq = asker.room.head.seq
    try:
        return await ANSWERS[type(question)](asker, question)
    except Refused as refusal:
        return Rejected(question.id, refusal.code, refusal.text, seq)
    except LookupError as missing:
        return rejected(question.id, "no_such_entry", str(missing), seq)
    except LogError as fault:
        return rejected(question.id, "unavailable", str(fault), seq)
    except Exception:
        log_.exception("a question was not answered", game=asker.room.game, question=type(question).__name__)
        return rejected(question.id, "fault", seq=seq)


class Desk:
    """The questions of one connection: a few at a time, the others in order."""

    def __init__(self, asker: Asker, send: Callable[[ServerMessage], None], settings: Settings) -> None:
        self._asker = asker
        self._send = send
        self._settings = settings
        self._waiting: deque[Question] = deque()
        self._tasks: set[asyncio.Task[ServerMessage]] = set()

    def ask(self, question: Question) -> None:
        """Answers a question, or says that too many wait."""
        if len(self._waiting) >= self._settings.waiting:
            self._send(rejected(question.id, "busy", seq=self._asker.room.head.seq))
            return
        self._waiting.append(question)
        self._next()

    def _next(self) -> None:
        while self._waiting and len(self._tasks) < self._settings.answering:
            work = answered(self._asker, self._waiting.popleft())
            task = asyncio.get_running_loop().create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[ServerMessage]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            self._send(task.result())
            self._next()

    def close(self) -> None:
        """Nobody is there any more to hear an answer."""
        self._waiting.clear()
        for task in self._tasks:
            task.cancel()
