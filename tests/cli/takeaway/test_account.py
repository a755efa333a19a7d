"""A game's story as a text."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from kit.house import accepted, small, table
from wardiary_cli.attending import export
from wardiary_cli.exits import Ended, Exit
from wardiary_cli.reading import replay
from wardiary_cli.takeaway.account import account
from wardiary_server.tools import export as export_game


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A saved game of two rounds, in which something was taken back and somebody has a name with an escape in it."""

    async def play() -> None:
        async with table(tmp_path / "games", small(options={"frame.rounds": 2})) as (lobby, room):
            for seat in ("red", "blue", "referee"):
                await lobby.sit("test", seat, seat.title())
            await accepted(room, "red", "move", "vega", to="b")
            await accepted(room, "referee", "undo", node=room.state.table.cursor)
            await accepted(room, "red", "move", "vega", to="c")
            for _ in range(2):
                await accepted(room, "referee", "end_round")
            await lobby.close("test")

    asyncio.run(play())
    path = tmp_path / "game.wardiary"
    export_game(tmp_path / "games", "test", path, audience="spectator", secrets=False)
    return path


def test_it_says_who_played_what_happened_round_by_round_and_how_it_ended(game: Path) -> None:
    lines = account(replay(game)).splitlines()
    assert lines[:2] == ["a test", "======"]
    assert "Red, for Red" in lines
    moved = next(n for n, line in enumerate(lines) if line.endswith("Vega moves from b to c."))
    assert moved < lines.index("Round 2 begins")
    end = lines.index("  Vega: on its feet in c")
    assert any("draw" in line.lower() for line in lines[end - 4 : end])


def test_what_was_taken_back_is_marked_so(game: Path) -> None:
    undone = [line for line in account(replay(game)).splitlines() if "(undone)" in line]
    assert len(undone) == 1


def test_it_is_written_into_a_file_and_never_half(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "story.txt"
    assert export(game, out, None, None) is Exit.OK
    assert out.read_text() == account(replay(game))
    assert capsys.readouterr().out == f"{out} is written.\n"
    with pytest.raises(Ended, match="cannot be written"):
        export(game, tmp_path / "nowhere" / "story.txt", None, None)


def test_a_moment_that_there_is_not_and_a_file_that_is_none_are_said_in_words(game: Path, tmp_path: Path) -> None:
    with pytest.raises(Ended, match="and none is number 900"):
        export(game, None, tmp_path / "board.svg", 900)
    with pytest.raises(Ended, match="cannot be read"):
        export(tmp_path / "no.wardiary", tmp_path / "story.txt", None, None)
    assert not list(tmp_path.glob("*.svg"))
