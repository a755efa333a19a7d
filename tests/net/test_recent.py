"""The newest entries are at hand, also those from before the room was opened, without a gap or a repeat."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from kit.house import accepted, table
from wardiary_server.net.recent import Recent
from wardiary_server.room import Room

AUDIENCE = "spectator"


async def talk(room: Room, count: int) -> None:
    """That many entries."""
    for n in range(count):
        await accepted(room, "red", "say", text=str(n))


def at_hand(recent: Recent, after: int = 0, limit: int = 1000) -> list[int]:
    return [told.seq for told in recent.after(AUDIENCE, after, limit)]


async def test_what_happens_is_kept_and_what_is_old_goes(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, room):
        recent = Recent(room, keep=5)
        room.subscribers.append(lambda tick: recent.add(tick.updates))
        await talk(room, 8)
        assert at_hand(recent) == [5, 6, 7, 8, 9]
        assert at_hand(recent, after=7) == [8, 9]
        assert at_hand(recent, after=4, limit=2) == [8, 9]
        assert at_hand(recent, after=9) == at_hand(recent, limit=0) == []


@pytest.mark.parametrize("since", [0, 1, 4, 7, 9, 10])
async def test_what_came_before_is_read_where_somebody_needs_it(tmp_path: Path, since: int) -> None:
    async with table(tmp_path) as (_, room):
        await talk(room, 9)
    async with table(tmp_path) as (_, room):
        recent = Recent(room, keep=5)
        room.subscribers.append(lambda tick: recent.add(tick.updates))
        await recent.load(AUDIENCE, since)
        assert at_hand(recent, since) == [seq for seq in range(since + 1, 11) if seq > 5]
        await talk(room, 2)
        await recent.load(AUDIENCE, since)
        assert at_hand(recent, since) == [seq for seq in range(since + 1, 13) if seq > 7 or since == 10]


async def test_what_happens_while_it_is_read_is_there_once(tmp_path: Path) -> None:
    async with table(tmp_path) as (_, room):
        await talk(room, 30)
    async with table(tmp_path) as (_, room):
        recent = Recent(room, keep=20)
        room.subscribers.append(lambda tick: recent.add(tick.updates))
        await asyncio.gather(talk(room, 8), *(recent.load(AUDIENCE, since) for since in (20, 25, 31)))
        assert at_hand(recent) == list(range(20, 40))
