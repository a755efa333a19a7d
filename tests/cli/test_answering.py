"""`roll` and `choose`."""

from typing import Any

import pytest
from kit import unit
from kit.skirmish import play
from kit.terminal import does, scene, typed
from wardiary_cli.answering import choose, dice_words, is_faces, roll, sample
from wardiary_cli.naming import Unclear
from wardiary_cli.scene import Question, Scene


def shot():  # type: ignore[no-untyped-def]
    """Vega has shot: five dice for the rifle and three for its ammunition are awaited from red."""
    game = play("hall", unit("vega", "hall", items=("rifle",)), unit("moth", "hall", "blue"), typed=True)
    game.act("red", "attack", "vega", weapon="rifle", target="moth")
    return game


def asking(seat: str = "red", **parts: dict[str, Any]) -> Scene:
    """A view in which these parts are asked, number 0 first."""
    shown = {str(n): {"seat": seat, "answered": False, **part} for n, part in enumerate(parts.values())}
    units = {part["unit"]: {"name": part["unit"].title()} for part in shown.values() if "unit" in part}
    view = {"units": units, "requests": {"12": {"root": 12, "opened": 14, "parts": shown}}}
    return Scene(view, "red", "player")


DOOR = {
    "kind": "choice",
    "unit": "vega",
    "reason": "which way",
    "options": [["a1", "Cargo hold"], ["hall", "Hall"], ["lift", "Lift"]],
}
TWO = {**DOOR, "least": 0, "most": 2, "default": ["lift"]}
ONE_OF_TWO_FACES = {"kind": "roll", "dice": 3, "sides": 6, "success": 4, "reason": "sealing"}
ANSWER = {"do": "answer", "root": 12, "opened": 14, "part": 0}


def test_faces_answer_the_roll_that_has_so_many_dice() -> None:
    game = shot()

    assert typed(game, "red", "roll 2 5 6 1 1")["part"] == 0
    assert typed(game, "red", "roll 2 5 6") == {**typed(game, "red", "roll 2 5 6 1 1"), "part": 1, "faces": [2, 5, 6]}


@pytest.mark.parametrize("line", ["roll 2 5 6", "2 5 6", "roll 2,5,6", "roll 256", "256", "ROLL 2 5 6", "2, 5, 6"])
def test_faces_may_be_typed_in_many_ways(line: str) -> None:
    assert typed(shot(), "red", line)["faces"] == [2, 5, 6]


def test_what_was_typed_is_an_answer_that_the_game_takes() -> None:
    game = shot()

    does(game, "red", "roll 1 1 1 1 1")
    does(game, "red", "roll server", 2, 3, 4)

    assert game.game.open == {}
    assert [one.faces for one in game.rolls()] == [(1, 1, 1, 1, 1), (2, 3, 4)]


@pytest.mark.parametrize("line", ["s b s", "success blank success", "sbs", "S,B,S"])
def test_a_die_with_two_results_is_answered_in_words(line: str) -> None:
    faces = ["success", "blank", "success"]

    assert roll(line.split(), asking(roll=ONE_OF_TWO_FACES)) == {**ANSWER, "faces": faces}


def test_the_same_faces_as_before_an_undo() -> None:
    here = asking(roll={"kind": "roll", "dice": 2, "sides": 6, "typed": [3, 5]})

    assert roll(["same"], here) == {**ANSWER, "faces": [3, 5]}
    with pytest.raises(Unclear, match="Nothing was typed"):
        roll(["same"], asking(roll={"kind": "roll", "dice": 2}))


def test_a_unit_says_which_roll_is_meant() -> None:
    two = {"kind": "roll", "dice": 1, "sides": 6}
    here = asking(first={**two, "unit": "vega"}, second={**two, "unit": "rook"})

    assert roll(["4"], here)["part"] == 0
    assert roll(["rook", "4"], here)["part"] == 1


@pytest.mark.parametrize(
    ("args", "chosen"),
    [
        (["hall"], ["hall"]),
        (["Cargo", "hold"], ["a1"]),
        (["cargo"], ["a1"]),
        (["3"], ["lift"]),
        (["vega", "lift"], ["lift"]),
    ],
)
def test_a_choice_is_made_by_value_label_or_number(args: list[str], chosen: list[str]) -> None:
    assert choose(args, asking(door=DOOR)) == {**ANSWER, "chosen": chosen}


@pytest.mark.parametrize(
    ("args", "chosen"),
    [
        (["hall", "lift"], ["hall", "lift"]),
        (["hall,", "lift"], ["hall", "lift"]),
        (["1", "3"], ["a1", "lift"]),
        (["likely"], ["lift"]),
        (["none"], []),
    ],
)
def test_several_may_be_chosen(args: list[str], chosen: list[str]) -> None:
    assert choose(args, asking(door=TWO))["chosen"] == chosen


@pytest.mark.parametrize(
    ("command", "args", "why"),
    [
        (roll, [], r"Type the faces of 3 dice of 6 \(4 and more is a Success\): roll success blank"),
        (roll, ["4", "x", "4"], "'x' is no face"),
        (choose, [], "Choose one of Cargo hold, Hall or Lift"),
        (choose, ["attic"], "not among Cargo hold, Hall and Lift"),
        (choose, ["l", "9"], "'9' is not among"),
    ],
)
def test_what_is_no_answer_is_said(command: Any, args: list[str], why: str) -> None:
    part = ONE_OF_TWO_FACES if command is roll else DOOR

    with pytest.raises(Unclear, match=why):
        command(args, asking(part=part))


def test_nobody_is_asked() -> None:
    with pytest.raises(Unclear, match="Nobody is asked to roll anything"):
        roll(["4"], Scene())
    with pytest.raises(Unclear, match="Nobody is asked to choose anything"):
        choose(["a"], asking(roll=ONE_OF_TWO_FACES))


def test_the_referee_may_answer_what_others_are_asked() -> None:
    here = Scene(asking("blue", door=DOOR).view, "referee", "referee")

    assert choose(["hall"], here)["chosen"] == ["hall"]


def test_too_many_faces_are_sent_for_the_server_to_refuse() -> None:
    assert typed(shot(), "red", "roll 1 2 3 4")["faces"] == [1, 2, 3, 4]


def test_dice_in_words() -> None:
    asked = scene(shot()).asked()[0]

    assert dice_words(asked) == "5 dice of 6"
    assert sample(asked).startswith("roll ")
    assert len(sample(asked).split()) == 6
    assert dice_words(Question(1, 1, 0, {"dice": 1, "sides": 10})) == "1 die of 10"


def test_faces_are_digits_alone() -> None:
    assert is_faces(["2", "5,6"])
    assert not is_faces(["2", "moth"])
    assert not is_faces([])
