"""What an undo or a redo would do, named before it is done."""

import pytest
from wardiary_cli.full import taking_back
from wardiary_cli.full.diary import Diary
from wardiary_cli.naming import Unclear
from wardiary_cli.scene import Scene
from wardiary_protocol.messages import Line, Told


def at(cursor: int, redo: int = 0) -> Scene:
    return Scene({"table": {"now": {"cursor": cursor, "redo": bool(redo), "redo_to": redo}}}, "red", "player")


def diary() -> Diary:
    made = Diary()
    made.begin(Told(seq, "game", 0, lines=(Line("x", f"Thing {seq}."),), parent=seq - 1, root=seq) for seq in (1, 2, 3))
    return made


def test_an_undo_names_what_goes_back() -> None:
    step = taking_back.undo(diary(), at(3))

    assert step.rows[0].text == "This goes back: entry 3: Thing 3."
    assert step.body == {"do": "undo", "node": 3}


def test_a_redo_names_where_the_game_goes_on() -> None:
    made = diary()
    made.add([Told(4, "rewind", 0, parent=2)])

    step = taking_back.redo(made, at(2, 3))

    assert step.rows[0].text == "The game goes on after entry 3: Thing 3."
    assert step.body == {"do": "redo", "node": 2}


def test_where_there_is_nothing_it_says_so() -> None:
    with pytest.raises(Unclear, match="nothing to redo"):
        taking_back.redo(diary(), at(3))
    with pytest.raises(Unclear, match="nothing to take back"):
        taking_back.undo(diary(), at(1))
