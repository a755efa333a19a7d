"""What may be answered and with what: everything is checked before anything happens."""

from __future__ import annotations

from typing import Any

import pytest
from kit import SEATS, Play, game, unit
from msgspec.structs import replace
from wardiary_server.game.asking import ask, choice_part, roll_part
from wardiary_server.game.events import Remarked, UnitEntered
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Refused, Rule, Rulebook, Trigger


def two_parts(ctx: Context, event: UnitEntered) -> Rule[None]:
    """A roll of a die with two results, an ordinary roll, and a choice of one or two."""
    symbol, dice, who = yield from ask(
        roll_part(rule="symbol", reason="no air", unit=event.unit, dice=1, success=4),
        roll_part(rule="gun", reason="gun", unit=event.unit, dice=2, sides=8),
        choice_part(rule="who", reason="who", unit=event.unit, options=[("x", "X"), ("y", "Y"), ("z", "Z")], most=2),
    )
    yield Remarked(f"{symbol} {dice} {who}")


def asked(typed: str = "red") -> Play:
    start = game("a - b", [unit("vega", speed=9), unit("rook", "b", "blue")])
    start = replace(start, dice={typed: "typed"})
    play = Play(start, Rulebook("house", triggers=(Trigger(UnitEntered, two_parts),)))
    play.act("red", "move", "vega", to="b")
    return play


ROOT = 5
SYMBOL, DICE, WHO = 0, 1, 2


def body(part: int, **more: Any) -> dict[str, Any]:
    return {"do": "answer", "root": ROOT, "opened": ROOT, "part": part, **more}


@pytest.mark.parametrize(
    ("part", "given"),
    [
        (SYMBOL, {"faces": [6]}),
        (SYMBOL, {"faces": ["success"]}),
        (SYMBOL, {"faces": ["Blank"]}),
        (DICE, {"faces": [1, 8]}),
        (WHO, {"chosen": ["x"]}),
        (WHO, {"chosen": ["z", "x"]}),
    ],
)
def test_what_fits_is_taken(part: int, given: dict[str, Any]) -> None:
    play = asked()

    play.do("red", body(part, **given))

    assert play.game.open[str(ROOT)].answers.keys() == {str(part)}


def test_success_and_blank_stand_for_the_highest_and_the_lowest_face() -> None:
    for word, face in (("success", 6), ("BLANK", 1)):
        play = asked()
        play.do("red", body(SYMBOL, faces=[word]))
        assert play.game.open[str(ROOT)].answers == {"0": (face,)}


@pytest.mark.parametrize(
    ("part", "given"),
    [
        (SYMBOL, {}),
        (SYMBOL, {"faces": []}),
        (SYMBOL, {"faces": [3, 3]}),
        (SYMBOL, {"faces": [0]}),
        (SYMBOL, {"faces": [7]}),
        (SYMBOL, {"faces": ["maybe"]}),
        (SYMBOL, {"chosen": ["x"]}),
        (SYMBOL, {"faces": [3], "chosen": ["x"]}),
        (SYMBOL, {"faces": [3], "roll": True}),
        (DICE, {"faces": [1]}),
        (DICE, {"faces": [1, 9]}),
        (DICE, {"faces": ["success", "blank"]}),  # numbers are what that die shows
        (WHO, {}),
        (WHO, {"faces": [1]}),
        (WHO, {"chosen": []}),
        (WHO, {"chosen": ["x", "y", "z"]}),
        (WHO, {"chosen": ["x", "x"]}),
        (WHO, {"chosen": ["q"]}),
        (WHO, {"chosen": ["x"], "roll": True}),
        (WHO, {"roll": True}),
    ],
)
def test_what_does_not_fit_is_refused_and_can_be_answered_again(part: int, given: dict[str, Any]) -> None:
    """D66: count and range are checked before anything happens."""
    play = asked()

    assert play.refused("red", body(part, **given)) == "bad_answer"
    play.do("red", body(DICE, faces=[4, 4]))


@pytest.mark.parametrize(
    ("part", "given", "text"),
    [
        (DICE, {"faces": [1]}, "2 faces of 1 to 8 are asked for Vega (gun); you gave 1."),
        (DICE, {"faces": [1, 2, 3]}, "2 faces of 1 to 8 are asked for Vega (gun); you gave 3."),
        (DICE, {"faces": []}, "2 faces of 1 to 8 are asked for Vega (gun); you gave none."),
        (DICE, {"chosen": ["x"]}, "2 faces of 1 to 8 are asked for Vega (gun); you gave none."),
        (DICE, {"faces": [1, 9]}, "2 faces of 1 to 8 are asked for Vega (gun); 9 is no face of that die."),
        (DICE, {"faces": [1, "blank"]}, "2 faces of 1 to 8 are asked for Vega (gun); 'blank' is no face of that die."),
        (
            SYMBOL,
            {"faces": ["maybe"]},
            "1 face of 1 to 6, or Success or Blank, is asked for Vega (no air); 'maybe' is no face of that die.",
        ),
        (WHO, {"chosen": ["q"]}, "Vega, who: choose 1 to 2 of x, y, z; q was not offered."),
        (WHO, {"chosen": ["x", "x"]}, "Vega, who: choose 1 to 2 of x, y, z; you chose something twice."),
        (WHO, {"chosen": ["x", "y", "z"]}, "Vega, who: choose 1 to 2 of x, y, z; you chose 3."),
        (WHO, {"chosen": []}, "Vega, who: choose 1 to 2 of x, y, z; you chose none."),
        (WHO, {"roll": True}, "Vega, who: choose 1 to 2 of x, y, z; you chose nothing of that."),
    ],
)
def test_a_refusal_says_what_was_expected(part: int, given: dict[str, Any], text: str) -> None:
    """D66: how many faces of which die, for whom and why; or what was offered."""
    with pytest.raises(Refused) as refusal:
        asked().do("red", body(part, **given))

    assert (refusal.value.code, refusal.value.text) == ("bad_answer", text)


def test_of_one_thing_one_is_to_be_chosen_and_what_is_nobodys_has_no_name() -> None:
    def zone(ctx: Context, event: UnitEntered) -> Rule[None]:
        yield from ask(
            choice_part(rule="way", reason="which way", options=[("x", "X")], seat="red"),
            roll_part(rule="fire", reason="FIRE of Hall", dice=3, seat="red"),
        )

    seats = {seat: SEATS[seat] for seat in ("red",)}
    start = replace(game("a - b", [unit("vega", speed=9)]), seats=seats, dice={"red": "typed"})
    play = Play(start, Rulebook("house", triggers=(Trigger(UnitEntered, zone),)))
    root = play.act("red", "move", "vega", to="b").seq
    texts = []
    for part, given in ((0, {"chosen": []}), (1, {"faces": [1, 2]})):
        with pytest.raises(Refused) as refusal:
            play.do("red", {"do": "answer", "root": root, "opened": root, "part": part, **given})
        texts.append(refusal.value.text)

    assert texts == [
        "Which way: choose 1 of x; you chose none.",
        "3 faces of 1 to 6 are asked for FIRE of Hall; you gave 2.",
    ]


@pytest.mark.parametrize("dice", [101, 1_000_000])
def test_a_rule_that_asks_for_a_million_dice_is_refused_at_once(dice: int) -> None:
    """rpg-dice-roller#94: nothing is rolled, nothing is asked, and nothing happened."""

    def million(ctx: Context, event: UnitEntered) -> Rule[None]:
        yield from ask(roll_part(rule="gun", reason="a volley", unit=event.unit, dice=dice))

    start = replace(game("a - b", [unit("vega", speed=9)]), dice={"red": "typed"})
    play = Play(start, Rulebook("house", triggers=(Trigger(UnitEntered, million),)))

    assert play.refused("red", {"do": "move", "unit": "vega", "to": "b"}) == "too_many_dice"
    assert not play.game.open


def test_an_answer_of_a_million_faces_is_not_even_read() -> None:
    """rpg-dice-roller#94: more faces than any roll has are malformed."""
    assert asked().refused("red", body(DICE, faces=[1] * 1_000_000)) == "malformed"


@pytest.mark.parametrize("wrong", [{"root": 99}, {"opened": 4}, {"part": 3}, {"part": 4096}])
def test_what_is_not_asked_is_refused(wrong: dict[str, int]) -> None:
    assert asked().refused("red", {**body(DICE, faces=[4, 4]), **wrong}) == "stale_request"


def test_each_part_is_answered_once() -> None:
    play = asked()
    play.do("red", body(DICE, faces=[4, 4]))

    assert play.refused("red", body(DICE, faces=[8, 8])) == "stale_request"


def test_whoever_is_not_asked_is_refused() -> None:
    assert asked().refused("blue", body(DICE, faces=[4, 4])) == "not_yours"


def test_the_referee_answers_for_anyone_and_it_is_told_so() -> None:
    play = asked()
    play.do("referee", body(DICE, faces=[4, 4]))

    assert play.story()[-1] == "Referee answers for Red."


def test_an_answer_needs_no_line_and_a_late_one_finds_nothing() -> None:
    """mage#4510: undo while dice are awaited: the request is gone, the late answer is refused as `stale_request`."""
    play = asked()
    late = body(DICE, faces=[4, 4])

    play.undo("red")

    assert play.game.open == {}
    assert play.refused("red", late) == "stale_request"
    play.undo("red", "redo")
    assert play.do("red", late, line=0), "it names what it answers, and that is asked again"


def test_asked_again_elsewhere_is_another_question() -> None:
    play = asked()
    late = body(DICE, faces=[4, 4])
    play.undo("red")
    play.act("red", "move", "vega", to="b")

    assert play.refused("red", late) == "stale_request"


def test_typed_parts_and_choices_and_the_server_together() -> None:
    play = asked()
    play.do("red", body(WHO, chosen=["y"]))
    play.do("red", body(SYMBOL, faces=["blank"]))
    play.do("red", body(DICE, roll=True), 7, 8)

    assert [e.text for e in play.events(Remarked)] == ["(1,) (7, 8) ('y',)"]
    assert [(r.faces, r.source) for r in play.rolls()] == [((1,), "typed"), ((7, 8), "script")]
