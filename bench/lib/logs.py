"""Long games, really played: in a room on SQLite, without a network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from wardiary_protocol.messages import Rejected
from wardiary_server.data import opened
from wardiary_server.game.entry import digest
from wardiary_server.game.timeline import Intent
from wardiary_server.lobby import Lobby, now
from wardiary_server.room import Room

from . import games

GAME = "bench"
MOVERS = 8
REWIND_EVERY = 500
"""Entries between two undos, each of which is redone."""

SAY_EVERY = 50


@asynccontextmanager
async def room_of(data: Path) -> AsyncIterator[tuple[Lobby, Room]]:
    """The game's room, the game made where there is none, with everyone seated."""
    async with opened(data, "bench") as lobby:
        if GAME not in [game async for game in lobby.games()]:
            await lobby.create(games.burning(MOVERS), game=GAME)
            for seat in (await lobby.open(GAME)).state.game.seats:
                await lobby.sit(GAME, seat, seat)
        yield lobby, await lobby.open(GAME)


async def play(room: Room, entries: int) -> None:
    """Plays on until the log has exactly so many entries: moves through fire, some talk, some undo and redo."""
    while (left := entries - room.state.seq) > 0:
        if room.state.seq > REWIND_EVERY and left >= 2:
            await undo(room, "undo")
            await undo(room, "redo")
            left -= 2
        answers = await asyncio.gather(*(room.ask(order) for order in orders(room, min(left, REWIND_EVERY))))
        refused = [answer for answer in answers if isinstance(answer, Rejected)]
        assert not refused, refused[0]


async def undo(room: Room, word: str) -> None:
    """One undo or redo, at once."""
    answer = await room.ask(intent(0, {"do": word, "node": room.state.table.cursor}))
    assert not isinstance(answer, Rejected), answer


def orders(room: Room, number: int) -> Iterator[Intent]:
    """Commands that can all be sent at once: each unit goes on round the ring, and now and then somebody talks."""
    zones = [int(room.state.game.units[games.unit_of(i)].zone.removeprefix("z")) for i in range(MOVERS)]
    for step in range(number):
        mover = step % MOVERS
        if step % SAY_EVERY == SAY_EVERY - 1:
            yield intent(mover, games.say(step))
        else:
            zones[mover] += 1
            yield intent(mover, {"do": "move", "unit": games.unit_of(mover), "to": games.zone_of(zones[mover])})


def intent(mover: int, body: Any) -> Intent:
    """A mover's command as the room takes it."""
    return Intent(
        body=body, by=games.seat_of(mover), role="player", at=now(), id=f"c{next(_ids)}", digest=digest(body)
    )  # fmt: skip


_ids = count(1)
