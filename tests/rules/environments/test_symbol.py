"""The die with two results."""

from __future__ import annotations

import pytest
from kit import unit
from kit.ship import start
from wardiary_server.game.state import Area
from wardiary_server.rules.environments import OPTIONS
from wardiary_server.rules.environments.symbol import lowest_success

HOLD = Area("hold", "airless", "Airless", ("b",))


@pytest.mark.parametrize(("face", "damage"), [(1, 1), (3, 1), (4, 0), (6, 0)])
def test_three_faces_of_six_are_a_success(face: int, damage: int) -> None:
    """D40: by default 3 faces of 6, the highest."""
    play = start("a - b", unit("vega"), areas=[HOLD])

    play.act("red", "move", "vega", face, to="b")

    (roll,) = play.rolls()
    assert (OPTIONS["success"].default, OPTIONS["die"].default) == (3, 6)
    assert (roll.sides, roll.success) == (6, 4)
    assert play.unit("vega").stats["health"] == 5 - damage


@pytest.mark.parametrize(("success", "die", "lowest"), [(1, 6, 6), (5, 6, 2), (10, 20, 11), (19, 4, 2), (2, 4, 3)])
def test_a_scenario_gives_other_odds_and_another_die(success: int, die: int, lowest: int) -> None:
    """D40: the scenario's ratio and die; at least one face is left for a Blank."""
    options = {"environments.success": success, "environments.die": die}
    play = start("a - b", unit("vega"), areas=[HOLD], options=options)

    assert lowest_success(play.context()) == lowest
    play.act("red", "move", "vega", lowest, to="b")
    play.undo()
    play.act("red", "move", "vega", lowest - 1, to="b")

    (roll, other) = play.rolls()
    assert (roll.sides, roll.success) == (die, lowest)
    assert other.faces[0] < other.success
    assert play.unit("vega").stats["health"] == 4


@pytest.mark.parametrize(("typed", "health"), [("success", 5), ("blank", 4), (5, 5), (2, 4)])
def test_real_dice_are_typed_in_words_or_numbers(typed: int | str, health: int) -> None:
    """D40: who rolls the real die types what it shows, whatever the ratio."""
    play = start("a - b", unit("vega"), areas=[HOLD], typed=["red"])
    play.act("red", "move", "vega", to="b")

    play.answer("red", typed)

    assert play.unit("vega").stats["health"] == health
    assert play.rolls()[0].source == "typed"


def test_the_question_says_what_is_rolled_and_why() -> None:
    play = start("a - b", unit("vega"), areas=[HOLD], typed=["red"])

    play.act("red", "move", "vega", to="b")

    (part,) = next(iter(play.game.open.values())).parts
    assert (part.seat, part.unit, part.rule, part.reason, part.dice) == ("red", "vega", "airless", "Airless", 1)
