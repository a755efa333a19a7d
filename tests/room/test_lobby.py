"""Games are made, opened, unloaded, forked and closed."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from kit.house import accepted, do, small, table
from msgspec.structs import replace
from wardiary_protocol.messages import Accepted
from wardiary_protocol.verify import verify_rows
from wardiary_server.data import LOG, opened
from wardiary_server.game.entry import state_bytes
from wardiary_server.lobby import new_id, unwrapped
from wardiary_server.room import Refused


async def test_a_room_is_opened_once_however_many_ask(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, room):
        assert all(r is room for r in await asyncio.gather(*(lobby.open("test") for _ in range(10))))


async def test_an_unloaded_room_opens_again_as_it_was(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, room):
        await accepted(room, "red", "move", "vega", to="b")
        before = state_bytes(room.state)
        await lobby.unload("test")
        assert lobby.rooms == {}
        again = await lobby.open("test")
        assert again is not room
        assert state_bytes(again.state) == before


@pytest.mark.parametrize("name", ["nobody", "../vault", "", "a/b", "x" * 65])
async def test_a_game_that_is_not_there_is_said_so(tmp_path: Path, name: str) -> None:
    async with table(tmp_path) as (lobby, _):
        with pytest.raises(LookupError, match="There is no game"):
            await lobby.open(name)


async def test_a_list_of_games_names_the_oldest_first(tmp_path: Path) -> None:
    async with opened(tmp_path) as lobby:
        names = [await lobby.create(small()) for _ in range(3)]
        await lobby.close(names[1])
        listed = [one async for one in lobby.listed()]
        assert sorted(one.game for one in listed) == sorted(names)
        assert [one.closed for one in listed if one.game == names[1]] == [True]
        assert [one.began for one in listed] == sorted(one.began for one in listed)


async def test_what_if_is_another_game_from_there(tmp_path: Path) -> None:
    """A fork holds the game part as it was; its parent goes on untouched, and its dice are its own."""
    async with table(tmp_path) as (lobby, room):
        at = await accepted(room, "red", "move", "vega", to="b")
        await accepted(room, "red", "move", "vega", to="c")
        other = await lobby.open(await lobby.fork("test", at))
        assert other.state.game.units["vega"].zone == "b"
        assert other.state.table.held == {}
        assert other.state.table.commitment != room.state.table.commitment
        await accepted(other, "red", "move", "vega", to="a")
        assert room.state.game.units["vega"].zone == "c"
        (first,) = [told async for told in other.story("spectator", 0, 1)]
        assert f"what if, from entry {at} of test" in first.lines[0].text


async def test_a_fork_while_something_is_asked_is_refused(tmp_path: Path) -> None:
    options = {"frame.dice": "typed", "frame.order": "initiative"}
    start = replace(small(), options=options, clock=replace(small().clock, phase="setup"))
    async with table(tmp_path, start) as (lobby, room):
        asked = await accepted(room, "referee", "ready")
        assert len(room.state.game.open[str(asked)].parts) == 2
        with pytest.raises(Refused, match="fork before or after"):
            await lobby.fork("test", asked)
        with pytest.raises(LookupError):
            await lobby.fork("test", 99)
        assert await lobby.fork("test", asked - 1)


async def test_closing_reveals_the_secret_and_proves_the_dice(tmp_path: Path) -> None:
    start = replace(small(), options={"frame.order": "initiative", "frame.economy": "activation"})
    start = replace(start, clock=replace(start.clock, phase="setup", round=0))
    async with table(tmp_path, start) as (lobby, room):
        await accepted(room, "red", "salt", salt="pepper")
        await accepted(room, "referee", "ready")
        await accepted(room, "referee", "undo", node=room.state.table.cursor)
        await accepted(room, "referee", "redo", node=room.state.table.cursor)
        assert isinstance(await lobby.close("test"), Accepted)
        verdict = verify_rows("test", await room.proved(0, 1_000))
        assert verdict.ok, verdict
        assert verdict.closed
        assert verdict.rolls == 2
        refused = await do(room, "red", {"do": "say", "text": "more"})
        assert refused.code == "closed"  # type: ignore[union-attr]


async def test_the_same_roll_after_an_undo_shows_the_same_faces(tmp_path: Path) -> None:
    """terraforming-mars#1846."""
    start = replace(
        small(), options={"frame.order": "initiative"}, clock=replace(small().clock, phase="setup", round=0)
    )
    async with table(tmp_path, start) as (_, room):
        await accepted(room, "referee", "ready")
        order = room.state.game.clock.order
        await accepted(room, "referee", "undo", node=room.state.table.cursor)
        await accepted(room, "referee", "ready")
        assert room.state.game.clock.order == order


def test_ids_of_games_are_unlike_each_other() -> None:
    assert len({new_id() for _ in range(100)}) == 100


async def test_what_another_rulebook_made_is_refused_by_name(tmp_path: Path) -> None:
    """pokemon-showdown#5408: never silently different."""
    async with opened(tmp_path) as lobby:
        with pytest.raises(LookupError, match="magic"):
            await lobby.create(replace(small(), rulebooks=("magic",)))
        assert [g async for g in lobby.games()] == []


async def test_a_seat_that_is_taken_back_is_free_and_its_tokens_open_nothing(tmp_path: Path) -> None:
    async with table(tmp_path) as (lobby, room):
        await lobby.sit("test", "red", "Ada")
        await lobby.sit("test", "blue", "Bo")
        token, other = lobby.vault.issue_token("test", "red"), lobby.vault.issue_token("test", "blue")
        assert isinstance(await lobby.vacate("test", "red"), Accepted)
        assert list(room.state.table.held) == ["blue"]
        assert lobby.vault.who(token) is None
        assert lobby.vault.who(other) is not None


async def test_tokens_of_a_seat_that_nobody_holds_go_when_the_room_opens(tmp_path: Path) -> None:
    """As after a stop between the entry that took the seat back and the vault."""
    async with table(tmp_path) as (lobby, _):
        await lobby.sit("test", "blue", "Bo")
        token, held = lobby.vault.issue_token("test", "red"), lobby.vault.issue_token("test", "blue")
        await lobby.unload("test")
        await lobby.open("test")
        assert lobby.vault.who(token) is None
        assert lobby.vault.who(held) is not None


async def test_only_what_this_log_denies_contradicts_it(tmp_path: Path) -> None:
    """L12: a witness counts if it is ours, of this epoch, and says other than the log does."""
    async with table(tmp_path) as (lobby, room):
        told = [room.past.witness(room.head)]
        for to in "bcd":
            await accepted(room, "red", "move", "vega", to=to)
            told.append(room.past.witness(room.head))
        epoch, witness = room.past.epoch, lobby.vault.witness
        others = [
            witness("test", "another", 9, b"h" * 32),
            witness("other", epoch, 9, b"h" * 32),
            "",
            "x",
            told[0][:-1],
        ]
        assert [await lobby.contradiction(room, text) for text in (*told, *others)] == [""] * (len(told) + len(others))
        assert "ends at entry 4" in await lobby.contradiction(room, witness("test", epoch, 5, b"h" * 32))
        assert "entry 2 is not" in await lobby.contradiction(room, witness("test", epoch, 2, b"h" * 32))


async def test_a_damaged_game_keeps_no_other_from_being_listed(tmp_path: Path) -> None:
    async with opened(tmp_path) as lobby:
        names = [await lobby.create(small()) for _ in range(2)]
    with sqlite3.connect(tmp_path / LOG) as db:
        db.execute("UPDATE entry SET body = x'00' WHERE game = ?", (names[0],))
    db.close()
    async with opened(tmp_path) as lobby:
        assert [one.game async for one in lobby.listed()] == [names[1]]


def test_a_briefing_is_told_by_paragraphs_and_lists() -> None:
    assert unwrapped("One long\nline.\n\nTo win:\n  this  1\n  that  2\nAnd then\nsome.") == [
        "One long line.", "To win:", "this  1", "that  2", "And then some.",
    ]  # fmt: skip
