"""The frame: how it fits, and what it shows in few rows or many."""

from pathlib import Path

import pytest
from kit.full import seat_at
from kit.net import serving
from wardiary_cli.full.asks import Asks
from wardiary_cli.full.board import Board
from wardiary_cli.full.commandline import CommandLine
from wardiary_cli.full.story import Story
from wardiary_cli.full.units import Units
from wardiary_cli.show import Row


@pytest.mark.parametrize("size", [(60, 20), (72, 20), (80, 24), (120, 40), (200, 60)])
async def test_every_pane_has_room_in_a_window_of_any_size(tmp_path: Path, size: tuple[int, int]) -> None:
    async with serving(tmp_path / "games") as table, seat_at(table, "red", tmp_path, size=size) as red:
        panes = [red.app.pane(kind).region for kind in (Board, Units, Story, CommandLine)]

        assert all(pane.width >= 20 and pane.height >= 1 for pane in panes)
        assert min(pane.height for pane in panes[:3]) >= 4
        assert panes[3].bottom == size[1] - 1
        assert not red.app.pane(Asks).display


async def test_in_a_narrow_window_the_story_stands_beneath_the_board(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seat_at(table, "red", tmp_path, size=(60, 20)) as red:
        board, story = red.app.pane(Board), red.app.pane(Story)

        await red.until(lambda: story.region.y >= board.region.bottom and story.region.width == 60)


async def test_few_rows_are_a_notice_and_many_a_page(tmp_path: Path) -> None:
    async with serving(tmp_path / "games") as table, seat_at(table, "red", tmp_path) as red:
        red.app.show_rows([Row("[b]one[/b]")])
        assert red.notice == "[b]one[/b]"
        red.app.show_rows([Row(f"row {n}") for n in range(9)])
        await red.until(lambda: "row 8" in red.page)


async def test_without_colours_it_says_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with serving(tmp_path / "games") as table, seat_at(table, "red", tmp_path) as red:
        assert red.app.no_color
        assert " LIVE " in red.status
