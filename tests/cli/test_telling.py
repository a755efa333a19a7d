"""The story as text."""

from hypothesis import given
from hypothesis import strategies as st
from kit import unit
from kit.skirmish import play
from wardiary_cli.telling import depths_of, moved, rows_of, undone
from wardiary_protocol.messages import Line, Told
from wardiary_server.game.entry import EMPTY, fold
from wardiary_server.game.story import tell


def told(seq: int, *texts: str, kind: str = "game", parent: int = -1, tag: str = "moved") -> Told:
    lines = tuple(Line(tag, text, because=place - 1) for place, text in enumerate(texts))
    return Told(seq, kind, 0, "red", lines, parent if parent >= 0 else seq - 1)


def test_an_entry_has_its_number_and_what_led_to_what_is_set_in() -> None:
    lines = (Line("a", "Vega moves."), Line("b", "The fire rolls.", 0), Line("c", "It burns.", 1), Line("d", "So.", 0))

    assert [row.text for row in rows_of(Told(12, "game", 0, lines=lines))] == [
        "   12   Vega moves.",
        "          The fire rolls.",
        "            It burns.",
        "          So.",
    ]


def test_talk_a_rewind_and_what_was_undone_are_marked_and_said() -> None:
    (chat,) = rows_of(told(7, "Red: hello", kind="table", tag="said"))
    (back,) = rows_of(told(8, "Undone: what began at entry 6.", kind="rewind"))
    (gone,) = rows_of(told(6, "Vega moves."), undone=True)

    assert chat.text == '    7 " Red: hello'
    assert back.text == "    8 < Undone: what began at entry 6."
    assert gone.text == "    6 ~ Vega moves. (undone)"


def test_an_entry_of_which_nothing_is_told_has_no_rows() -> None:
    assert rows_of(told(3)) == []


@given(st.lists(st.integers(-5, 50), max_size=30))
def test_depth_is_found_whatever_the_lines_say(because: list[int]) -> None:
    depths = depths_of([Line("x", "", place) for place in because])

    assert len(depths) == len(because)
    assert all(0 <= depth <= place for place, depth in enumerate(depths))


def test_what_lies_on_no_way_from_the_cursor_back_was_undone() -> None:
    # 1 - 2 - 3, back to 1, then 5; 6 is talk
    story = [
        told(1, parent=0), told(2), told(3), told(4, kind="rewind", parent=1), told(5, parent=1), told(6, kind="table"),
    ]  # fmt: skip
    assert undone(story, 5) == {2, 3}
    assert undone(story, 3) == {5}
    assert undone(story[1:], 5) == {2, 3}  # also where the beginning is not known


def test_a_rewind_says_what_goes_and_what_comes() -> None:
    parents = {1: 0, 2: 1, 3: 2, 5: 1}

    assert moved(parents, 3, 1) == ([2, 3], [])
    assert moved(parents, 1, 3) == ([], [2, 3])
    assert moved(parents, 3, 5) == ([2, 3], [5])
    assert moved({3: 2}, 3, 1) == ([], [])


def test_a_real_game_is_told_with_faces_and_reasons() -> None:
    game = play(
        "hall", unit("vega", "hall", items=("axe",)), unit("moth", "hall", "blue"), options={"frame.undo": "free"}
    )
    entry = game.act("red", "attack", "vega", 6, 1, 1, 1, weapon="axe", target="moth")
    game.undo("red")

    states = {0: EMPTY}
    story = []
    for one in game.log:
        states[one.seq] = fold(states[one.seq - 1], one, states[one.parent].game if one.kind == "rewind" else None)
        story.append(tell(one, states[one.seq - 1], states[one.seq]))
    text = [row.text for one in story for row in rows_of(one, one.seq in undone(story, game.state.table.cursor))]

    assert f"    {entry.seq} ~ Vega's turn begins. (undone)" in text
    assert "        Vega (axe at Moth): 6, 1, 1, 1." in text
