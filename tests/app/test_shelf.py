"""The scenarios that new games are begun of."""

from __future__ import annotations

from pathlib import Path

import pytest
from wardiary_server.data import opened
from wardiary_server.scenario import bundled, load
from wardiary_server.shelf import Shelf


async def test_all_that_is_bundled_is_on_it_and_one_of_it_becomes_a_game(tmp_path: Path) -> None:
    async with opened(tmp_path) as lobby:
        shelf = Shelf(lobby)
        assert [one.name for one in shelf.listed()] == bundled()
        game = await shelf.begin("derelict")
        room = await lobby.open(game)
        assert room.state.game.title == load("derelict").title


async def test_a_file_is_no_scenario_of_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as lobby:
        with pytest.raises(LookupError, match="derelict"):
            await Shelf(lobby).begin("./derelict.toml")
