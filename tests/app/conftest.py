"""A server as a process of its own, on a data directory of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from kit.house import small
from wardiary_protocol.wire import Format
from wardiary_server.data import opened
from wardiary_server.demo.player import Player
from wardiary_server.demo.process import ServerProcess


class Table:
    """A game on the disk, and whoever plays it."""

    def __init__(self, data: Path, tokens: dict[str, str], code: str) -> None:
        self.data = data
        self.tokens = tokens
        self.code = code

    def player(self, seat: str) -> Player:
        if not seat:
            return Player("Watcher", Format.JSON, code=self.code)
        return Player(seat.title(), Format.MSGPACK, token=self.tokens[seat])


@pytest.fixture
async def seated(tmp_path: Path) -> Table:
    """A small game with both seats and the referee's taken."""
    data = tmp_path / "games"
    async with opened(data) as lobby:
        await lobby.create(small(), game="test")
        tokens = {}
        for seat in ("red", "blue", "referee"):
            await lobby.sit("test", seat, seat.title())
            tokens[seat] = lobby.vault.issue_token("test", seat)
        return Table(data, tokens, lobby.vault.room_code("test"))


@pytest.fixture
async def servers() -> AsyncIterator[list[ServerProcess]]:
    """Servers that a test started; they are stopped with it."""
    started: list[ServerProcess] = []
    yield started
    for server in started:
        await server.stop()
