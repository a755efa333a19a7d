"""The line that is being typed."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_cli.editor import Editor, Finished, Outcome, Several, Typed
from wardiary_cli.show import columns

LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
HOME, END, DELETE, BACK, ENTER = "\x1b[H", "\x1b[F", "\x1b[3~", "\x7f", "\n"


def feed(keys: str, editor: Editor | None = None) -> list[Outcome]:
    return (editor or Editor()).feed(keys.encode())


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("move", "move"),
        ("mve" + LEFT * 2 + "o", "move"),
        ("moove" + LEFT * 2 + BACK + LEFT + RIGHT, "move"),
        ("ove" + HOME + "m" + END + "!", "move!"),
        ("mxove" + HOME + RIGHT + DELETE, "move"),
        ("\x1bOHmove", "move"),
        ("move vega\x17hall", "move hall"),
        ("rubbish\x15move", "move"),
        ("move rubbish" + LEFT * 8 + "\x0b", "move"),
        ("ove\x01m\x05.\x02\x02\x06", "move."),
        ("Žofie, 雪", "Žofie, 雪"),
        ("a\x00\x1f\x1b[99;9Qb", "ab"),
        ("a\x1bxb", "ab"),
        ("abc\x02\x04", "ab"),
    ],
)
def test_keys_do_what_people_expect(keys: str, line: str) -> None:
    assert feed(keys + ENTER) == [Typed(line)]


@given(st.text(alphabet="abcé雪 "), st.lists(st.integers(0, 30)))
def test_bytes_may_come_cut_anywhere(text: str, cuts: list[int]) -> None:
    keys = (text + LEFT + RIGHT + "x" + ENTER).encode()
    editor, whole = Editor(), Editor()
    places = sorted({0, len(keys), *(cut for cut in cuts if cut < len(keys))})

    pieces = [outcome for a, b in pairwise(places) for outcome in editor.feed(keys[a:b])]

    assert pieces == whole.feed(keys) == [Typed(text + "x")]


@given(st.binary())
def test_whatever_comes_the_cursor_stays_in_the_line(data: bytes) -> None:
    editor = Editor()
    editor.feed(data)

    assert 0 <= editor.at <= len(editor.text)
    assert editor.text.isprintable()


def test_several_lines_at_once_are_several_lines() -> None:
    assert feed("one\rtwo\nth") == [Typed("one"), Typed("two")]


def test_ctrl_d_ends_on_an_empty_line_only() -> None:
    assert feed("\x04") == [Finished()]
    assert feed("ab\x04") == []


def test_what_was_typed_before_comes_back_and_the_draft_too() -> None:
    editor = Editor()
    feed("one\ntwo\ntwo\n\n", editor)

    feed("draft" + UP, editor)
    assert editor.text == "two"
    feed(UP + UP, editor)
    assert editor.text == "one"
    feed(DOWN + DOWN + DOWN, editor)
    assert editor.text == "draft"


def words(before: str) -> list[str]:
    return ["cargo", "cart", "hall"] if " " in before else ["move", "mood"]


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("move h\t", "move hall "),
        ("move ca\t", "move car"),
        ("move x\t", "move x"),
        ("mov\t", "move "),
        ("mov\t\t", "move "),
    ],
)
def test_tab_goes_on_as_far_as_it_is_clear(keys: str, text: str) -> None:
    editor = Editor(words)
    feed(keys, editor)

    assert editor.text == text


def test_tab_shows_what_there_is_where_it_is_not() -> None:
    assert feed("move car\t", Editor(words)) == [Several(("cargo", "cart"))]


def test_the_row_shows_the_prompt_and_the_cursor() -> None:
    editor = Editor()
    feed("move" + LEFT, editor)

    assert editor.drawn("> ", 80) == ("> move", 5)


@given(st.text(), st.text(alphabet="ab雪é"), st.integers(12, 120), st.integers(0, 40))
def test_the_row_always_fits_and_the_cursor_is_in_it(prompt: str, text: str, width: int, back: int) -> None:
    editor = Editor()
    feed(text + LEFT * back, editor)

    row, column = editor.drawn(prompt, width)

    assert columns(row) < width
    assert 0 <= column <= columns(row)
