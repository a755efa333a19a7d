"""The owner's private door into a running server."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from kit.house import accepted, table
from wardiary_server.operator import DOOR, Failed, do, knock, open_door


async def test_the_owner_closes_a_game_and_makes_an_invite_while_it_is_served(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, room):
        door = await open_door(lobby, tmp_path)
        assert (tmp_path / DOOR).stat().st_mode & 0o777 == 0o600
        reply = await knock(tmp_path, {"do": "invite", "game": "test", "seat": "red"})
        assert reply is not None
        assert lobby.vault.redeem(reply["invite"])[1] == "red"  # type: ignore[index]
        reply = await knock(tmp_path, {"do": "close", "game": "test"})
        assert reply is not None
        assert room.state.table.closed
        with pytest.raises(Failed, match="closed"):
            await knock(tmp_path, {"do": "close", "game": "test"})
        await door.aclose()
        assert await knock(tmp_path, {"do": "close", "game": "test"}) is None


async def test_a_fork_through_the_door(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, room):
        at = await accepted(room, "red", "move", "vega", to="b")
        reply = await do(lobby, {"do": "fork", "game": "test", "at": at})
        assert reply["game"] in [g async for g in lobby.games()]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"{}", "owner"),
        (b'{"token": "guess", "do": "close", "game": "test"}', "owner"),
        (b"GET / HTTP/1.1", "cannot be read"),
        (b"[1]", "cannot be read"),
        (b"", "cannot be read"),
    ],
)
async def test_others_get_nothing_through_it(tmp_path: Path, line: bytes, why: str) -> None:
    async with table(tmp_path) as (lobby, room):
        door = await open_door(lobby, tmp_path)
        port = json.loads((tmp_path / DOOR).read_bytes())["port"]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(line + b"\n")
        assert why in json.loads(await reader.readline())["error"]
        writer.close()
        assert not room.state.table.closed
        await door.aclose()


@pytest.mark.parametrize(
    "request_",
    [
        {"do": "close", "game": "nobody"},
        {"do": "invite", "game": "test", "seat": "green"},
        {"do": "fork", "game": "test", "at": 99},
        {"do": "dance"},
        {"do": "import", "path": "/nowhere.wardiary"},
    ],
)
async def test_what_cannot_be_done_is_said_in_a_sentence(tmp_path: Path, request_: dict) -> None:
    async with table(tmp_path) as (lobby, _):
        with pytest.raises(Failed, match=r"\w"):
            await do(lobby, request_)


async def test_a_seat_is_taken_back_with_its_tokens(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, room):
        await lobby.sit("test", "red", "Ada")
        token = lobby.vault.issue_token("test", "red")
        await do(lobby, {"do": "vacate", "game": "test", "seat": "red"})
        assert "red" not in room.state.table.held
        assert lobby.vault.who(token) is None
        with pytest.raises(Failed, match="Nobody holds"):
            await do(lobby, {"do": "vacate", "game": "test", "seat": "red"})


async def test_a_halted_game_goes_on_once_its_owner_accepts_the_loss(tmp_path: Path) -> None:
    """L12: only the operator begins a new epoch, and then what clients were told before proves nothing."""
    async with table(tmp_path) as (lobby, room):
        told = lobby.vault.witness("test", room.past.epoch, room.head.seq + 5, b"x" * 32)
        why = await lobby.contradiction(room, told)
        assert "somebody was told of entry" in why
        room.halt(why)
        with pytest.raises(AssertionError):
            await accepted(room, "red", "move", "vega", to="b")
        await do(lobby, {"do": "accept", "game": "test"})
        await accepted(room, "red", "move", "vega", to="b")
        assert await lobby.contradiction(room, told) == ""
