"""The bot of examples/bot.py: two of them play whole games against each other over a real server, from offers alone."""

from __future__ import annotations

import ast
import asyncio
import importlib.util
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kit import game, unit
from kit.link import seated
from kit.net import serving
from msgspec.structs import replace
from wardiary_protocol.messages import Field, Offer, Target
from wardiary_server.game.state import Game
from wardiary_server.scenario import load

FILE = Path(__file__).parents[2] / "examples/bot.py"


@pytest.fixture(scope="module")
def bot() -> Any:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("bot", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def derelict(rounds: int, **options: Any) -> Game:
    """The bundled scenario, over soon, with dice of the server's."""
    start = load("derelict").game
    return replace(start, dice={}, options={**start.options, "frame.rounds": rounds, **options})


@pytest.mark.parametrize("start", [derelict(2), derelict(1, **{"frame.order": "free"})], ids=["alternate", "free"])
async def test_two_of_them_play_a_game_to_its_end(bot: Any, tmp_path: Path, start: Game) -> None:
    async with (
        serving(tmp_path, start) as table,
        seated(table, "red") as red,
        seated(table, "blue") as blue,
        asyncio.timeout(60),
    ):
        bots = [bot.Bot(client, Random(seed), pause=0) for seed, client in enumerate((red, blue))]

        results = await asyncio.gather(*(one.play() for one in bots))

        result = table.room.state.game.result
        assert result is not None
        assert results[0] == results[1]
        assert result.reason in results[0]
        assert min(one.accepted for one in bots) > 5
        await blue.reached(table.room.state.seq)
        await red.reached(table.room.state.seq)
        assert red.replica.hash == table.room.view("side:red").hex
        assert blue.replica.hash == table.room.view("side:blue").hex


async def test_it_agrees_to_what_others_propose(bot: Any, tmp_path: Path) -> None:
    start = game("a - b", [unit("vega", "a"), unit("rook", "b", "blue")])
    async with serving(tmp_path, replace(start, dice={})) as table, seated(table, "red") as red:
        blue = await table.player("blue")
        await blue.accepted("say", text="wait")
        await red.command({"do": "begin", "unit": "vega"})
        await blue.accepted("undo", node=table.room.state.table.cursor)

        assert await bot.Bot(red, Random(1), pause=0).act()

        assert table.room.state.table.line == 1


def test_offers_become_commands(bot: Any) -> None:
    offers = (
        Offer("a", {"do": "end"}),
        Offer("b", {"do": "move"}, "to", (Target("x", "X"), Target("y", "Y"))),
        Offer("c", {"do": "attack"}, "target", why_not="Nobody is there."),
        Offer("d", {"do": "significant"}, fields=(Field("reason", "text", "Why", needed=True),)),
        Offer("e", {"do": "aid", "with_supply": 1}, fields=(Field("with_supply", "number", "Dice", needed=True),)),
    )

    assert list(bot.legal(offers)) == [
        {"do": "end"},
        {"do": "move", "to": "x"},
        {"do": "move", "to": "y"},
        {"do": "aid", "with_supply": 1},
    ]
    assert bot.worth({"do": "no_such_thing"}) == 1
    assert not bot.worth({"do": "undo"})


def test_it_imports_nothing_of_the_server() -> None:
    imported = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(FILE.read_text()))
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [])
    }

    assert "wardiary_server" not in imported
    assert imported >= {"wardiary_cli", "wardiary_protocol"}
