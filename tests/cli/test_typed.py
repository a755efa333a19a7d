"""Typed lines, understood."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play, unit
from kit.inches import stood, two_rooms
from kit.skirmish import play
from kit.terminal import does, scene, typed
from wardiary_cli.naming import Unclear
from wardiary_cli.scene import Scene
from wardiary_cli.typed import Here, Send, Wanted, read, split
from wardiary_server.game.state import Clock

GAME = play(
    "hall - cargo =d1= dock #d2# lift",
    unit("vega", "hall", items=("rifle", "axe"), speed=3),
    unit("rook", "dock", items=("axe",), speed=3),
    unit("moth", "cargo", "blue", speed=3),
)


@pytest.mark.parametrize(
    ("line", "body"),
    [
        ("move vega cargo", {"do": "move", "unit": "vega", "to": "cargo"}),
        ("MOVE Vega Cargo", {"do": "move", "unit": "vega", "to": "cargo"}),
        ("mov ve ca", {"do": "move", "unit": "vega", "to": "cargo"}),
        ("move vega lift", {"do": "move", "unit": "vega", "to": "lift"}),  # out of reach: the server says so
        ("move vega dock via cargo", {"do": "move", "unit": "vega", "to": "dock", "path": ["cargo", "dock"]}),
        ("attack vega rifle moth", {"do": "attack", "unit": "vega", "weapon": "rifle", "target": "moth"}),
        # of all that could be meant only this can be done
        ("attack moth", {"do": "attack", "unit": "vega", "weapon": "rifle", "target": "moth"}),
        ("open rook d2", {"do": "open", "unit": "rook", "door": "d2"}),
        ("open d2", {"do": "open", "unit": "rook", "door": "d2"}),  # Rook alone stands there
        ("open vega d2", {"do": "open", "unit": "vega", "door": "d2"}),
        ("close d1 seal", {"do": "close", "unit": "rook", "door": "d1", "seal": True}),
        ("pass rook", {"do": "pass", "unit": "rook"}),
        ("done", {"do": "done"}),
        ("say it's done, isn't it?", {"do": "say", "text": "it's done, isn't it?"}),
        ('note  "quoted"', {"do": "note", "text": '"quoted"'}),
        ("note to Blue, referee: truce?", {"do": "note", "text": "truce?", "to": ["blue", "referee"]}),
        ("note to be done: sleep", {"do": "note", "text": "to be done: sleep"}),
        ("name Ada King", {"do": "name", "name": "Ada King"}),
        ("name", {"do": "name", "name": ""}),
        ("dice typed", {"do": "dice", "way": "typed"}),
        ("undo", {"do": "undo", "node": GAME.state.table.cursor}),
        ("refuse", {"do": "disagree", "node": GAME.state.table.cursor}),
        ("yes", {"do": "agree", "node": GAME.state.table.cursor}),
        ("rewind 1", {"do": "rewind", "node": GAME.state.table.cursor, "to": 1}),
        ("retype 41", {"do": "retype", "node": GAME.state.table.cursor, "answer": 41}),
        ('do {"do": "pray", "god": "odin"}', {"do": "pray", "god": "odin"}),
        ("do pray god=odin loud=yes candles=3", {"do": "pray", "god": "odin", "loud": True, "candles": 3}),
        ("pray unit=vega", {"do": "pray", "unit": "vega"}),
        ("do move vega cargo", {"do": "move", "unit": "vega", "to": "cargo"}),
    ],
)
def test_a_line_becomes_a_command(line: str, body: object) -> None:
    assert typed(GAME, "red", line) == body


@pytest.mark.parametrize(
    ("line", "here"),
    [
        ("look", Here("look")),
        ("look 30", Here("look", ("30",))),
        ("wha vega", Here("what", ("vega",))),
        ("help move", Here("help", ("move",))),
        ("?", Here("help")),
        ("exit", Here("quit")),
        ("retype", Here("retype")),
        ("seat blue Bo", Here("seat", ("blue", "Bo"))),
    ],
)
def test_some_words_are_done_here(line: str, here: Here) -> None:
    assert typed(GAME, "red", line) == here


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("mvoe vega cargo", "There is no word 'mvoe'. Did you mean move"),
        ("m", "There is no word 'm'"),
        ("re", "There is no word 're'"),
        ("move vega crago", "no zone 'crago'. Did you mean cargo?"),
        ("move vega", "Move Vega: "),
        ("pass", "Who: vega or rook?"),
        ("say", "Say what?"),
        ("undo 3", "'3' is too much"),
        ("rewind", "Name the entry"),
        ("rewind then", "no whole number"),
        ("do", "do WORD"),
        ("do {", "no JSON"),
        ("move vega dock via attic", "no zone 'attic'"),
    ],
)
def test_what_is_not_understood_is_said(line: str, why: str) -> None:
    with pytest.raises(Unclear, match=why):
        typed(GAME, "red", line)


def test_the_turn_that_is_on_fills_in_the_unit() -> None:
    game = play(
        "hall - cargo", unit("vega", "hall", speed=5), unit("rook", "hall"), unit("moth", "cargo", "blue"),
        options={"frame.order": "alternate"}, clock=Clock(phase="play", round=1, side="red"),
    )  # fmt: skip
    does(game, "red", "begin vega")

    assert typed(game, "red", "move cargo") == {"do": "move", "unit": "vega", "to": "cargo"}
    assert typed(game, "red", "end") == {"do": "end", "unit": "vega"}
    does(game, "red", "move cargo")
    does(game, "red", "end")
    assert game.game.clock.side == "blue"


def test_setting_up_and_the_referee_are_typed_alike() -> None:
    game = play("hall - cargo", unit("vega", ""), unit("moth", "", "blue"), clock=Clock())

    does(game, "red", "place vega hall")
    does(game, "blue", "place cargo")
    does(game, "red", "ready")
    does(game, "blue", "ready")
    does(game, "referee", "put moth hall the lift falls")
    does(game, "referee", "hurt moth 2")

    assert game.unit("moth").zone == "hall"
    assert game.unit("moth").stats["health"] == 3
    assert "The referee: the lift falls" in game.story()


def test_an_empty_line_is_nothing() -> None:
    assert read("   ", Scene()) is None


def test_faces_are_an_answer_only_where_dice_are_asked_for() -> None:
    assert isinstance(read("2 5 6", scene(GAME)), Wanted)


def test_quotes_hold_words_together() -> None:
    assert split('move vega "Cargo hold" reason="the lift falls"') == [
        "move",
        "vega",
        "Cargo hold",
        "reason=the lift falls",
    ]
    assert split('say "unfinished') == ["say", "unfinished"]


@given(st.text())
def test_whatever_is_typed_is_understood_or_answered_with_a_sentence(line: str) -> None:
    here = scene(GAME)
    with contextlib.suppress(Unclear):
        asked = read(line, here)
        if isinstance(asked, Wanted):
            asked = asked.command([], here)
        assert asked is None or isinstance(asked, Here | Send)


def test_places_are_typed_in_inches_or_by_what_is_there() -> None:
    board = Play(two_rooms(stood("vega", 6, 6, speed=5), stood("kei", 6, 2), stood("moth", 20, 2, "blue")))

    assert typed(board, "red", "move vega at=7.5,3") == {"do": "move", "unit": "vega", "at": [7_500, 3_000]}
    assert typed(board, "red", "move vega kei") == {"do": "move", "unit": "vega", "at": [6_000, 3_000]}
    with pytest.raises(Unclear, match="is no place"):
        typed(board, "red", "move vega at=here")


@pytest.mark.parametrize("where", ["right", "moth", "nowhere"])
def test_a_name_that_is_no_place_to_move_to_is_answered_with_what_to_type(where: str) -> None:
    """Neither the room behind the wall nor who stands in it is a landmark; a name is never sent as a place."""
    board = Play(two_rooms(stood("vega", 6, 6, speed=5), stood("moth", 20, 2, "blue")))

    with pytest.raises(Unclear, match=f"Nothing is called '{where}' there.* Say a place in inches, such as at=12.5,3."):
        typed(board, "red", f"move vega {where}")


def test_whoever_cannot_move_is_told_why_and_not_where_to() -> None:
    prone = stood("vega", 6, 6, speed=5, conditions={"prone": 1})

    with pytest.raises(Unclear, match="Vega lies prone: stand up first"):
        typed(Play(two_rooms(prone)), "red", "move vega right")
