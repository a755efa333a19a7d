"""The faces that a step gives: one list, or one for each roll."""

from __future__ import annotations

import pytest
from wardiary_server.cases.dice import CaseDice, Given, words
from wardiary_server.game.rulebook import Refused


def dice(given: Given) -> CaseDice:
    made = CaseDice(str.title)
    made.load(3, given)
    return made


def test_faces_come_in_the_order_in_which_they_are_asked() -> None:
    made = dice((1, 3, 6))
    assert made.faces("r1/fire//hall/#0", 2, 6) == (1, 3)
    assert made.left == (6,)


def test_a_roll_goes_by_its_unit_its_target_its_purpose_and_its_rule() -> None:
    made = dice({"hall": (1,), "ann": (2,), "fire": (3, 4)})
    assert words("r1/attack/ann/cyd/rifle#0") == ("ann", "cyd", "rifle", "attack")
    assert made.faces("r1/fire//hall/#0", 1, 6) == (1,)
    assert made.faces("r1/fire//yard/#0", 1, 6) == (3,)
    assert made.faces("r1/gas/ann//deadly#1", 1, 6) == (2,)
    assert made.faces("r1/fire//hall/#1", 1, 6) == (4,)


def test_success_and_blank_are_the_highest_and_the_lowest() -> None:
    assert dice(("success", "blank")).faces("r1/airless/ann//#0", 2, 8) == (8, 1)


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ((1,), r"Step 3 rolls 2 dice \(Hall, Fire\), and only 1 face is given"),
        ((), r"Step 3 rolls 2 dice \(Hall, Fire\), and no face is given"),
        ((1, 9), r"Step 3 rolls 2 dice \(Hall, Fire\) of 6 sides, and 9 is no face of that die"),
    ],
)
def test_faces_that_are_missing_or_do_not_fit_are_said_in_words(given: Given, text: str) -> None:
    with pytest.raises(Refused, match=text) as refused:
        dice(given).faces("r1/fire//hall/#0", 2, 6)
    assert refused.value.code == "no_dice"


def test_a_step_forgets_the_faces_of_the_one_before() -> None:
    made = dice((1, 2))
    assert made.has("r1/fire//hall/#0")
    made.load(4, ())
    assert not made.has("r1/fire//hall/#0")
