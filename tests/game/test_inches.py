"""Whole games on a board in inches, by nothing but commands: at random, and as somebody would play one."""

from pathlib import Path

import pytest
from wardiary_server.game.dice import ScriptedDice
from wardiary_server.game.events import UnitMoved
from wardiary_server.scenario import load

from tests.kit import Play
from tests.kit.wander import REAL, Wander

PAGE = Path(__file__).parents[2] / "docs/scenarios.md"


def played(seed: int, keep_live: bool) -> Wander:
    """A game at random, until it is over; its dice typed by one side, so that rules wait."""
    walk = Wander("pad", seed, typed=("red",))
    walk.play.timeline._keep_live = keep_live
    for _ in range(400):
        if walk.over:
            break
        walk.step()
    return walk


@pytest.mark.parametrize("seed", range(4))
def test_a_game_from_what_is_offered_comes_to_its_end_and_is_the_same_from_the_log(seed: int) -> None:
    """Live, folded and thawed: the same seeds lead to the same game, whatever is kept alive between answers."""
    live, thawed = played(seed, True), played(seed, False)

    assert live.over
    assert live.play.events(UnitMoved)
    assert live.play.folded() == live.play.state
    assert [entry.events for entry in live.play.log] == [entry.events for entry in thawed.play.log]


def test_the_board_of_the_page_is_played_to_its_end(tmp_path: Path) -> None:
    """Two units, a door between them, six rounds."""
    file = tmp_path / "landing.toml"
    file.write_text(PAGE.read_text().split("```toml board\n")[1].split("```")[0])
    table = Play(load(file).game, *REAL)
    table.dice = ScriptedDice(())
    table.timeline._make_dice = lambda _salts: table.dice
    table.do("red", {"do": "ready"})
    table.do("blue", {"do": "ready"})

    first = table.game.clock.side
    go = {"red": ("vega", [7_900, 6_500]), "blue": ("rook", [20_000, 6_500])}
    for seat in (first, "blue" if first == "red" else "red"):
        unit, place = go[seat]
        table.do(seat, {"do": "move", "unit": unit, "at": place}, 6)
        table.do(seat, {"do": "end", "unit": unit})
    while table.game.clock.phase == "play":
        seat = table.game.clock.side
        table.do(seat, {"do": "pass", "unit": go[seat][0]})

    assert table.unit("vega").at == (7_900, 6_500)
    assert table.game.result is not None
    assert table.folded() == table.state
