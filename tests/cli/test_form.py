"""`answer`: all that waits for one person, on one form."""

from typing import Any

import pytest
from kit import unit
from kit.skirmish import play
from kit.terminal import does, scene, typed
from wardiary_cli.form import Form, answer, is_proposed, numbered, sample, wanted
from wardiary_cli.naming import Unclear
from wardiary_cli.scene import Scene
from wardiary_cli.typed import read

DICE = {"kind": "roll", "dice": 3, "sides": 6, "reason": "rifle", "typed": [3, 5, 6]}
DOOR = {"kind": "choice", "reason": "which way", "options": [["a", "Hall"], ["b", "Lift"]], "default": ["b"]}
WHO = {"kind": "choice", "reason": "who", "options": [["x", "Xa"], ["y", "Yo"]], "least": 0, "most": 2}
SYMBOL = {"kind": "roll", "dice": 1, "sides": 6, "success": 4, "reason": "no air"}
PARTS = (DICE, DOOR, SYMBOL, WHO)


def asking(*parts: dict[str, Any], seat: str = "red", by: str = "red", role: str = "player") -> Scene:
    """A view in which these parts are asked, number 0 first."""
    shown = {str(n): {"seat": seat, "answered": False, **part} for n, part in enumerate(parts)}
    return Scene({"requests": {"12": {"root": 12, "opened": 14, "parts": shown}}}, by, role)


def filled(line: str, *parts: dict[str, Any], **more: Any) -> Form:
    form = read(line, asking(*(parts or PARTS), **more))
    assert isinstance(form, Form)
    return form


def given(form: Form) -> dict[int, Any]:
    """What is answered, by the number that is shown; each body names its own part."""
    for number, body in form.answers:
        assert (body["do"], body["root"], body["opened"], body["part"]) == ("answer", 12, 14, number - 1)
    return {number: body.get("faces", body.get("chosen", body.get("roll"))) for number, body in form.answers}


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("answer 2 5 6 / likely / s / none", {1: [2, 5, 6], 2: ["b"], 3: ["success"], 4: []}),
        ("answer 256 ; hall; b; Xa Yo", {1: [2, 5, 6], 2: ["a"], 3: ["blank"], 4: ["x", "y"]}),
        ("answer 2,5,6", {1: [2, 5, 6]}),
        ("answer 2: 1 / 4: y", {2: ["a"], 4: ["y"]}),
        ("answer 3:success / 1:same", {3: ["success"], 1: [3, 5, 6]}),
        ("answer server / likely", {1: True, 2: ["b"]}),
        ("answer server", {1: True, 3: True}),
        ("answer LIKELY", {2: ["b"], 4: []}),
    ],
)
def test_a_line_answers_in_order_or_by_number(line: str, answers: dict[int, Any]) -> None:
    form = filled(line)

    assert given(form) == answers
    assert not form.faults


def test_what_is_wrong_with_one_part_does_not_hold_up_the_others() -> None:
    form = filled("answer 2 5 6 / attic / x / none / 9")

    assert given(form) == {1: [2, 5, 6], 4: []}
    assert [fault[:2] for fault in form.faults] == ["5:", "2:", "3:"]
    assert "nothing is asked of you under that number" in form.faults[0]


def test_a_number_stays_while_others_are_answered() -> None:
    """Else what is typed for one question would be given to another."""
    rest = (DICE, {**DOOR, "answered": True}, SYMBOL)

    assert given(filled("answer 3: s", *rest)) == {3: ["success"]}
    assert given(filled("answer 1 2 3 / b", *rest)) == {1: [1, 2, 3], 3: ["blank"]}
    assert filled("answer 2: hall", *rest).faults == ("2: nothing is asked of you under that number.",)


def test_a_single_question_may_be_answered_so_too() -> None:
    assert given(filled("answer likely", DOOR)) == {1: ["b"]}
    assert given(filled("answer server", DICE)) == {1: True}


@pytest.mark.parametrize("line", ["answer", "answer /", "answer ; /"])
def test_who_answers_nothing_is_shown_how(line: str) -> None:
    with pytest.raises(Unclear, match="answer 3 6 3 / likely / s / Xa"):
        filled(line)


def test_nobody_is_asked() -> None:
    with pytest.raises(Unclear, match="Nobody is asked"):
        answer(["1"], Scene({}, "red", "player"))


def test_the_referee_may_fill_in_what_others_are_asked() -> None:
    form = filled("answer server / likely", DICE, DOOR, seat="blue", by="referee", role="referee")

    assert given(form) == {1: True, 2: ["b"]}


def test_how_a_line_looks_and_what_a_question_wants() -> None:
    asked = list(numbered(asking(*PARTS, DICE)).values())

    assert sample(asked) == "answer 3 6 3 / likely / s / Xa / …"
    assert [wanted(question) for question in asked[:3]] == [
        "3 dice of 6; `same` for 3 5 6, typed before",
        "choose one",
        "1 die of 6 (4 and more is a Success)",
    ]


def test_the_game_takes_what_was_typed() -> None:
    """Two parts of one attack: the rifle's dice and its ammunition's."""
    game = play("hall", unit("vega", "hall", items=("rifle",)), unit("moth", "hall", "blue", health=20), typed=True)
    does(game, "red", "attack vega rifle moth")
    assert list(numbered(scene(game))) == [1, 2]

    form = typed(game, "red", "answer 1 2 3 4 5 / 1 2 3")
    for _number, body in form.answers:
        game.do("red", body)

    assert not game.game.open
    assert [roll.faces for roll in game.rolls()] == [(1, 2, 3, 4, 5), (1, 2, 3)]


@pytest.mark.parametrize(
    ("proposal", "waits"),
    [({"kind": "answer", "by": "red"}, True), ({"kind": "answer", "by": "blue"}, False), ({}, False)],
)
def test_an_answer_for_somebody_away_waits_for_the_others(proposal: dict[str, str], waits: bool) -> None:
    assert is_proposed(Scene({"table": {"now": {"proposal": proposal}}}, "red", "player")) is waits
