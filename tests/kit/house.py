"""A real lobby on a real SQLite file, and short ways to play in its rooms."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from wardiary_protocol.messages import Accepted, Command, Rejected
from wardiary_server.data import opened
from wardiary_server.game.state import Game
from wardiary_server.lobby import Lobby, now
from wardiary_server.room import Room

from . import game, unit

_ids = count(1)

DRAWING = "a - b - c =d1= d"


def small(**more: Any) -> Game:
    """Two units on a row of four zones, dice of the server's, turns in any order."""
    start = game(DRAWING, [unit("vega", "a", speed=5_000), unit("rook", "d", "blue", speed=50)], **more)
    return replace(start, dice={})


@asynccontextmanager
async def table(data: Path, start: Game | None = None, name: str = "test") -> AsyncIterator[tuple[Lobby, Room]]:
    """A lobby with one game, and that game's room; the game is made where the directory has none."""
    async with opened(data) as lobby:
        if name not in [game async for game in lobby.games()]:
            await lobby.create(start or small(), game=name)
        yield lobby, await lobby.open(name)


async def do(
    room: Room, seat: str, body: Mapping[str, Any], id: str = "", line: int | None = None
) -> Accepted | Rejected:
    """One command of a seat, and its answer."""
    answer: asyncio.Future[Accepted | Rejected] = asyncio.get_running_loop().create_future()
    on = room.state.table.line if line is None else line
    room.command(room.who(seat), Command(id=id or f"t{next(_ids)}", body=body, line=on), answer.set_result, at=now())
    return await answer


async def accepted(room: Room, seat: str, word: str, unit: str = "", **more: Any) -> int:
    """One command that must be accepted; the entry that it became."""
    body = {"do": word, **({"unit": unit} if unit else {}), **more}
    answer = await do(room, seat, body)
    assert isinstance(answer, Accepted), answer
    return answer.seq
