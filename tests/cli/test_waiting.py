"""What waits for whom, in words."""

from collections.abc import Sequence

from kit import Play, unit
from kit.inches import stood, two_rooms
from kit.skirmish import play
from kit.terminal import scene
from msgspec.structs import replace
from wardiary_cli.scene import Scene
from wardiary_cli.show import Row
from wardiary_cli.waiting import asked_rows, presence_rows, prompt, proposal_rows, question_rows, waiting_rows
from wardiary_server.game.state import Clock


def texts(rows: Sequence[Row]) -> list[str]:
    return [row.text for row in rows]


def shot():  # type: ignore[no-untyped-def]
    game = play("hall", unit("vega", "hall", items=("rifle",)), unit("moth", "hall", "blue"), typed=True)
    game.act("red", "attack", "vega", weapon="rifle", target="moth")
    return game


def test_a_question_says_what_for_why_and_how_to_answer() -> None:
    here = scene(shot())

    first, how = texts(question_rows(here.asked()[1], here))

    assert first == "** You are asked: Vega, ammunition of rifle: 3 dice of 6"
    assert how == "   type `roll 3 6 3` as your dice fell, or `roll server`"


def test_several_questions_are_one_form() -> None:
    """All that waits for one seat, numbered, with a line that answers it."""
    assert texts(asked_rows(scene(shot()))) == [
        "** You are asked 2 things:",
        "   1  Vega, rifle at Moth: 5 dice of 6",
        "   2  Vega, ammunition of rifle: 3 dice of 6",
        "   type `answer 3 6 3 6 … / 3 6 3`, or answer one after another",
    ]


def test_a_choice_on_a_form_has_its_options_in_the_line() -> None:
    part = {
        "kind": "choice",
        "seat": "red",
        "reason": "way",
        "options": [["a", "Hall"], ["b", "Lift"]],
        "default": ["b"],
    }
    parts = {"0": part, "1": part}
    here = Scene({"requests": {"3": {"root": 3, "opened": 3, "parts": parts}}}, "red", "player")

    assert texts(asked_rows(here))[1] == "   1  way: choose one: 1 Hall, 2 Lift (likely)"


def test_one_question_is_shown_at_length_and_none_not_at_all() -> None:
    here = scene(shot())
    assert asked_rows(scene(shot(), "blue")) == []
    alone = Scene({"requests": {"3": {"root": 3, "opened": 3, "parts": {"0": here.asked()[0].part}}}}, "red", "player")
    assert asked_rows(alone) == question_rows(alone.asked()[0], alone)


def test_the_prompt_shows_what_is_asked_unmistakably() -> None:
    game = shot()

    assert prompt(scene(game)) == "[you are asked: Vega, rifle at Moth: 5 dice of 6, and 1 more] > "
    assert prompt(scene(game, "blue")) == "[Blue, round 1, your go] > "
    assert prompt(scene(game, "")) == "[watching, round 1] > "
    assert prompt(scene(game), lost=True) == "[no connection] > "


def test_others_see_whom_the_game_waits_for() -> None:
    assert "Waiting for Red: Vega, rifle at Moth: 5 dice of 6" in texts(waiting_rows(scene(shot(), "blue")))


def test_a_choice_lists_its_options_by_number() -> None:
    part = {
        "kind": "choice",
        "seat": "red",
        "reason": "which way",
        "options": [["a", "Hall"], ["b", "Lift"]],
        "default": ["b"],
    }
    here = Scene({"requests": {"3": {"root": 3, "opened": 3, "parts": {"0": part}}}}, "red", "player")

    assert texts(question_rows(here.asked()[0], here)) == [
        "** You are asked: which way: choose one",
        "   1  Hall",
        "   2  Lift  (likely)",
        "   type `choose Hall` or its number, or `choose likely`",
    ]


def test_faces_from_before_an_undo_are_offered_again() -> None:
    part = {"kind": "roll", "seat": "red", "reason": "FIRE 2", "dice": 2, "sides": 6, "typed": [3, 5]}
    here = Scene({"requests": {"3": {"root": 3, "opened": 3, "parts": {"0": part}}}}, "red", "player")

    assert "`roll same` for 3 5, typed before" in texts(question_rows(here.asked()[0], here))[1]


def test_a_proposal_waits_for_the_others() -> None:
    game = play("hall - cargo", unit("vega", "hall"), unit("moth", "cargo", "blue"))
    game.act("red", "move", "vega", to="cargo")
    game.act("blue", "move", "moth", to="hall")
    game.undo("red")

    assert proposal_rows(scene(game)) == []
    assert "Type `agree` or `refuse`" in texts(proposal_rows(scene(game, "blue")))[0]
    assert prompt(scene(game, "blue")).startswith("[agree or refuse: take back")
    assert any(text.startswith("You propose: take back") for text in texts(waiting_rows(scene(game))))
    assert any(text.startswith("Red proposes: take back") for text in texts(waiting_rows(scene(game, ""))))


def test_whose_go_it_is_is_told() -> None:
    clock = Clock(phase="play", round=2, side="red")
    game = play(
        "hall", unit("vega", "hall"), unit("rook", "hall"), unit("moth", "hall", "blue"),
        options={"frame.order": "alternate"}, clock=clock,
    )  # fmt: skip
    assert texts(waiting_rows(scene(game))) == [
        "It is Red's go.",
        "Your go: Vega and Rook. `what` says what may be done.",
    ]
    assert texts(waiting_rows(scene(game, "blue"))) == ["It is Red's go."]

    game.act("red", "begin", "rook")

    assert texts(waiting_rows(scene(game, "blue"))) == ["It is Rook's turn."]
    assert prompt(scene(game)) == "[Red, round 2, Rook's turn] > "


def test_setting_up_says_what_to_do_until_the_side_is_ready() -> None:
    game = play("hall", unit("vega", "hall"), unit("moth", "hall", "blue"), clock=Clock())
    assert texts(waiting_rows(scene(game))) == [
        "Set-up. Not ready yet: Red and Blue.",
        "Place your units (`place UNIT ZONE`), then type `ready`.",
    ]

    game.do("red", {"do": "ready"})

    assert texts(waiting_rows(scene(game))) == ["Set-up. Not ready yet: Blue."]
    assert prompt(scene(game)) == "[Red, set-up] > "


def test_the_end_is_told_with_its_result() -> None:
    game = play("hall", unit("vega", "hall"), unit("moth", "hall", "blue"))
    game.do("referee", {"do": "ref_hurt", "unit": "moth", "amount": 5})

    assert texts(waiting_rows(scene(game))) == ["The game is over. Red wins: the last side on its feet."]
    assert prompt(scene(game)) == "[the game is over] > "


def test_who_is_here() -> None:
    game = play("hall", unit("vega", "hall"), unit("moth", "hall", "blue"))
    game.do("operator", {"do": "sit", "seat": "red", "name": "Ada"})
    game.do("operator", {"do": "vacate", "seat": "referee"})

    assert texts(presence_rows(scene(game), {"red": "here", "blue": "typing"}, 2)) == [
        "Red              Ada              here (you)",
        "Blue             blue             typing",
        "Referee          -                free",
        "2 watching",
    ]


def test_whoever_may_not_know_what_is_asked_sees_who_is_waited_for() -> None:
    ghost = unit("ghost", "hall", hidden=("spectators",), strength=2)
    game = play("hall", ghost, unit("moth", "hall", "blue"), typed=True, levels={"hall": {"gas_deadly": 1}})
    game.act("red", "begin", "ghost")

    assert texts(waiting_rows(scene(game, "")))[0] == "Waiting for Red."
    assert texts(waiting_rows(scene(game, "blue")))[0].startswith("Waiting for Red: Ghost, ")


def test_set_up_in_inches_says_how_a_place_is_typed() -> None:
    start = two_rooms(stood("vega", 3, 3), stood("rook", 9, 3, side="blue"))

    (told,) = [row.text for row in waiting_rows(scene(Play(replace(start, clock=Clock())))) if "Place" in row.text]

    assert told == "Place your units (`place UNIT ZONE`, or `place UNIT at=RIGHT,DOWN`), then type `ready`."
