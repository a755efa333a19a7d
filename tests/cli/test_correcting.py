"""`correct` as it is typed, and a correction that is prepared as it is shown."""

from __future__ import annotations

import pytest
from kit import Play, unit
from kit.skirmish import play
from kit.terminal import scene, typed
from wardiary_cli.correcting import correct, correction_rows
from wardiary_cli.naming import Unclear
from wardiary_cli.scene import Scene


def shot() -> Play:
    """Vega, who types her dice, shot at Rook and missed; then she ended her turn."""
    rook = unit("rook", "b", "blue", items=("axe",), health=1, speed=5)
    vega, moth = unit("vega", "a", items=("beamer",), speed=5), unit("moth", "a", "blue")
    game = play("a - b", vega, rook, moth, typed=True)
    game.act("red", "attack", "vega", weapon="beamer", target="rook")
    game.answer("red", 1, 1, 1)
    game.act("red", "end", "vega")
    game.act("blue", "begin", "rook")
    return game


@pytest.mark.parametrize(
    ("line", "body"),
    [
        ("correct 6 roll 2 5 6", {"entry": 6, "faces": [2, 5, 6]}),
        ("correct 6 roll 2,success", {"entry": 6, "faces": [2, "success"]}),
        ("correct 6 roll server", {"entry": 6, "roll": True}),
        ("correct 6 choose hall", {"entry": 6, "chosen": ["hall"]}),
        ("correct 6 choose none", {"entry": 6, "chosen": []}),
        ("correct 7 drop", {"entry": 7, "drop": True}),
        ("correct 7 keep", {"entry": 7, "keep": True}),
        ("correct 7 same", {"entry": 7, "same": True}),
        ("correct 7 change move vega b", {"entry": 7, "command": {"do": "move", "unit": "vega", "to": "b"}}),
        ("correct", {}),
    ],
)
def test_a_step_is_typed(line: str, body: dict) -> None:
    assert typed(shot(), "red", line) == {"do": "correct", **body}


@pytest.mark.parametrize(
    "line", ["6", "6 fly", "six drop", "6 drop it", "6 roll", "6 change", "6 change fly", "roll 3"]
)
def test_what_is_unclear_says_how_it_is_typed(line: str) -> None:
    with pytest.raises(Unclear):
        correct(line.split(), scene(shot(), "red"))


def text_of(here: Scene) -> str:
    return "\n".join(row.text for row in correction_rows(here))


def test_what_differs_and_what_has_to_be_decided_is_shown_and_how_to_decide_it() -> None:
    game = shot()
    assert text_of(scene(game, "red")) == ""

    game.do("red", typed(game, "red", "correct 6 roll 6 6 6"))

    told = text_of(scene(game, "blue"))
    assert "Red" in told
    assert "     - Vega misses Rook." in told
    assert "Rook's begin (entry 8): " in told
    assert "type `correct 8 drop`, `correct 8 keep` or `correct 8 change …`" in told


def test_what_is_newly_asked_is_answered_without_its_numbers_and_then_it_can_be_accepted() -> None:
    game = shot()
    change = "correct 7 change attack vega beamer rook"
    game.do("referee", typed(game, "referee", "correct 5 drop"))
    game.do("referee", typed(game, "referee", change))
    assert "type `correct roll …`" in text_of(scene(game, "red"))

    assert typed(game, "red", "correct roll 1 1 1") == {"do": "correct", "entry": 7, "part": 0, "faces": [1, 1, 1]}
    game.do("red", typed(game, "red", "correct roll 1 1 1"))

    correction = game.state.table.correction
    assert correction is not None
    shown = text_of(scene(game, "red"))
    assert ("type `accept`" in shown) or (correction.waits is not None)
    node = game.state.table.cursor
    assert typed(game, "red", "accept") == {"do": "accept", "node": node, "draft": correction.draft}
