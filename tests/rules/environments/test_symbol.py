"""The die with two results."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.ship import BLANK, SUCCESS, start
from wardiary_server.game.events import Chosen, UnitHurt
from wardiary_server.game.frame.queries import DISADVANTAGE
from wardiary_server.game.rulebook import Rulebook
from wardiary_server.game.state import Area, Special
from wardiary_server.rules.environments import OPTIONS, RULEBOOK
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


# ---------------------------------------------------------------------------------------------- what helps and hinders

LUCKY = Special("lucky", "Lucky", "reroll", ("airless",))
TANK = Special("tank", "Air tank", "bonus", ("airless",), 2)
HURT = Rulebook(name="hurt", modifiers=((DISADVANTAGE, lambda ctx, worse, unit: True),))


def suited(*rules: Special, hurt: bool = False, **more: Any) -> Play:
    """Vega, with these special rules, is about to walk into a place without air."""
    vega = unit("vega", specials=tuple(rule.id for rule in rules), speed=3)
    books = (RULEBOOK, HURT) if hurt else (RULEBOOK,)
    return start("a - b", vega, areas=[HOLD], specials={rule.id: rule for rule in rules}, books=books, **more)


def test_env_3_a_blank_that_is_rolled_again_is_one_roll() -> None:
    """ENV-3, D6: Blank and then Success: 0 damage, and no other roll in this round."""
    play = suited(LUCKY, options={"frame.reroll": "likely"})

    play.act("red", "move", "vega", BLANK, SUCCESS, to="b")
    play.act("red", "move", "vega", to="a")
    play.act("red", "move", "vega", to="b")

    assert [roll.faces for roll in play.rolls()] == [(BLANK,), (SUCCESS,)]
    assert [(roll.key, roll.nth) for roll in play.rolls()] == [(play.rolls()[0].key, 0), (play.rolls()[0].key, 1)]
    assert play.events(UnitHurt) == []


def test_d6_a_second_blank_stands_and_a_success_is_not_rolled_again() -> None:
    """D6: once, and only a roll that failed."""
    play = suited(LUCKY, options={"frame.reroll": "likely"})
    play.act("red", "move", "vega", BLANK, BLANK, to="b")
    assert [e.amount for e in play.events(UnitHurt)] == [1]

    play.undo()
    play.act("red", "move", "vega", SUCCESS, to="b")
    assert [roll.faces for roll in play.rolls()] == [(BLANK,), (BLANK,), (SUCCESS,)]


@pytest.mark.parametrize("keep_live", [True, False])
@pytest.mark.parametrize(("wants", "faces", "damage"), [("again", [SUCCESS], []), ("keep", [], [1])])
def test_d6_its_owner_is_asked(keep_live: bool, wants: str, faces: list[int], damage: list[int]) -> None:
    """D6: by default whose gear it is says whether the Blank stands; the same after a restart."""
    play = suited(LUCKY, keep_live=keep_live)
    play.act("red", "move", "vega", BLANK, to="b")
    ((part,),) = [asked.parts for asked in play.game.open.values()]
    assert (part.seat, part.reason, part.default) == ("red", "Airless: roll again", ("again",))

    play.dice.add(*faces)
    play.answer("red", wants)

    assert [e.chosen for e in play.events(Chosen)] == [(wants,)]
    assert [e.amount for e in play.events(UnitHurt)] == damage
    assert play.folded() == play.state


def test_an_undo_asks_for_the_reroll_anew() -> None:
    """D67: the answer goes with the command, the mark of the roll too."""
    play = suited(LUCKY)
    play.act("red", "move", "vega", BLANK, to="b")
    play.answer("red", "keep")

    play.undo()
    assert dict(play.unit("vega").marks) == {}
    play.act("red", "move", "vega", BLANK, to="b")

    assert len(play.game.open) == 1


@pytest.mark.parametrize(("faces", "damage"), [((1, 1, 4), []), ((1, 2, 3), [1])])
def test_d5_a_bonus_is_more_dice_and_one_success_suffices(faces: tuple[int, ...], damage: list[int]) -> None:
    """D5: two dice more, one of three is enough."""
    play = suited(TANK)
    play.act("red", "move", "vega", *faces, to="b")
    assert [roll.faces for roll in play.rolls()] == [faces]
    assert [e.amount for e in play.events(UnitHurt)] == damage


@pytest.mark.parametrize(("faces", "damage"), [((6, 1), [1]), ((1, 6), [1]), ((4, 6), [])])
def test_at_a_disadvantage_the_worse_of_two_dice_counts(faces: tuple[int, ...], damage: list[int]) -> None:
    """D44 of a symbol die: both have to be Successes."""
    play = suited(hurt=True)
    play.act("red", "move", "vega", *faces, to="b")
    assert [roll.faces for roll in play.rolls()] == [faces]
    assert [e.amount for e in play.events(UnitHurt)] == damage


@pytest.mark.parametrize(("faces", "damage"), [((6, 1, 1, 1), [1]), ((6, 4, 1, 1), [])])
def test_a_bonus_and_a_disadvantage_together(faces: tuple[int, ...], damage: list[int]) -> None:
    """D5, D44: three dice and one more, of which the best does not count."""
    play = suited(TANK, hurt=True)
    play.act("red", "move", "vega", *faces, to="b")
    assert [e.amount for e in play.events(UnitHurt)] == damage


def test_what_helps_elsewhere_does_not_help_here() -> None:
    """ENV-3: a special rule helps with the rolls that it names, and with no other."""
    play = suited(Special("mask", "Mask", "bonus", ("hazard",), 2))
    play.act("red", "move", "vega", BLANK, to="b")
    assert [roll.faces for roll in play.rolls()] == [(BLANK,)]
