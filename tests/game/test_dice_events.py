"""Rolls, choices and questions: what they leave in the state, and how they are told."""

from __future__ import annotations

import pytest
from kit import game, unit
from msgspec.structs import replace
from wardiary_server.game.dice_events import (
    Answered,
    Asked,
    Chosen,
    Resolved,
    Rolled,
    awaited,
    face_text,
    part_text,
    roll_name,
)
from wardiary_server.game.event import Event
from wardiary_server.game.state import Open, Part, Table
from wardiary_server.game.story import sentence

START = game("a", [unit("vega"), unit("rook", "a", "blue"), unit("nova")])
ROLL = Part("roll", "red", "hazard", "hazard", "vega", "rook", "r1/k", dice=2)
CHOICE = Part("choice", "blue", "pull", "who is caught", options=(("nova", "Nova"), ("door", "the door")))
ASKED = Asked(7, 7, ("vega",), (ROLL, CHOICE))


def rolled(**more: object) -> Rolled:
    fields = {
        "key": "k",
        "nth": 0,
        "sides": 6,
        "faces": (2, 5),
        "source": "server",
        "rule": "r",
        "reason": "fire",
        **more,
    }
    return Rolled(**fields)  # type: ignore[arg-type]


def test_a_roll_is_counted_by_what_it_is() -> None:
    assert rolled(nth=3).fold(START).rolls == {"k": 4}


def test_faces_of_a_seat_are_kept_at_the_table_to_be_offered_again() -> None:
    assert rolled(seat="red").fold_table(Table()).typed == {"k#0": (2, 5)}
    assert rolled().fold_table(Table()).typed == {}
    assert Answered(7, 0, (3, 4), "red", roll="k#1").fold_table(Table()).typed == {"k#1": (3, 4)}
    assert Answered(7, 1, ("nova",), "blue").fold_table(Table()).typed == {}


def test_a_question_is_open_until_it_is_resolved_and_keeps_its_answers() -> None:
    asked = ASKED.fold(START)
    answered = Answered(7, 1, ("nova",), "blue").fold(asked)

    assert asked.open["7"] == Open(7, 7, ("vega",), (ROLL, CHOICE))
    assert answered.open["7"].answers == {"1": ("nova",)}
    assert Resolved(7).fold(answered).open == {}


def test_an_open_question_names_the_units_of_its_command_its_parts_its_targets_and_its_options() -> None:
    """Who is shot at waits as well as who shoots, and so does whoever may be meant."""
    assert awaited(START) == set()
    assert awaited(ASKED.fold(START)) == {"vega", "rook", "nova"}
    assert awaited(Asked(7, 7, ("nova",), ()).fold(START)) == {"nova"}


def test_the_same_roll_twice_in_one_question_is_two_rolls() -> None:
    game_ = replace(START, rolls={"r1/k": 4})
    asked = Open(7, 7, (), (ROLL, CHOICE, ROLL))

    assert roll_name(game_, asked, 0) == "r1/k#4"
    assert roll_name(game_, asked, 2) == "r1/k#5"


def test_parts_in_words() -> None:
    assert part_text(START, ROLL) == "Vega, hazard: 2 dice of 6"
    assert part_text(START, replace(ROLL, unit="", dice=1)) == "hazard: 1 die of 6"
    assert part_text(START, CHOICE) == "who is caught: choose"
    assert [face_text(3, 0), face_text(3, 4), face_text(4, 4)] == ["3", "Blank", "Success"]


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (rolled(), "The dice (fire): 2, 5."),
        (rolled(unit="vega", source="typed"), "Vega (fire): 2, 5 (real dice)."),
        (rolled(unit="vega", success=4), "Vega (fire): Blank, Success."),
        (rolled(faces=(), success=4), "The dice (fire): no dice."),
        (rolled(again=True), "The dice (fire): 2, 5. Other faces had been shown for this roll before."),
        (Chosen("blue", "pull", "who is caught", ("nova",), ("Nova",)), "who is caught: Nova."),
        (Chosen("", "pull", "who is caught", (), ()), "who is caught: nobody and nothing."),
        (ASKED, "Waiting for Blue, Red: Vega, hazard: 2 dice of 6; who is caught: choose."),
        (Answered(7, 0, (1, 2), "red"), ""),
        (Answered(7, 0, (1, 2), "red", "referee"), "Referee answers for Red."),
        (Answered(7, 0, (1, 2), "red", again=True), "Other faces had been shown for this roll before."),
        (Resolved(7), ""),
    ],
)
def test_the_sentence(event: Event, text: str) -> None:
    assert sentence(event, START, START) == text


def test_who_answers_for_a_seat_is_a_seat_even_where_a_unit_is_called_so_too() -> None:
    confusing = game("a", [unit("referee")])

    assert sentence(Answered(7, 0, (1,), "red", "referee"), confusing, confusing) == "Referee answers for Red."
