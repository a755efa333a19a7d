"""Text that is safe to print."""

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_cli.show import LOOKS, Row, columns, dressed, json_line, plain, wrapped

UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp", "Co", "Cn")
JOINERS = "\u200c\u200d"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Vega moves.", "Vega moves."),
        ("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m"),
        ("two\nlines\r\tand a tab", r"two\nlines\r\tand a tab"),
        ("\x9b2J", r"\x9b2J"),
        ("abc\u202edcba", r"abc\u202edcba"),
        ("\u2028", r"\u2028"),
        ("\ud800", r"\ud800"),
        ("Žofie, 雪, می\u200cخواهم, 👩\u200d🚀", "Žofie, 雪, می\u200cخواهم, 👩\u200d🚀"),
        ("no\xa0break", "no\xa0break"),
    ],
)
def test_escapes_are_shown_as_text_and_letters_as_they_are(text: str, shown: str) -> None:
    """melee#243, Foundry#13341: names with escapes, in the terminal, are shown as text."""
    assert plain(text) == shown


@given(st.text())
def test_nothing_that_a_terminal_acts_upon_comes_through(text: str) -> None:
    assert not [c for c in plain(text) if unicodedata.category(c) in UNSEEN and c not in JOINERS]


@given(st.recursive(st.text() | st.integers(-(2**53), 2**53) | st.none(), lambda inner: st.lists(inner, max_size=4)))
def test_a_json_line_is_one_line_and_means_the_same(value: object) -> None:
    line = json_line(json.dumps(value, ensure_ascii=False, indent=1))

    assert len(line.splitlines()) == 1
    assert json.loads(line) == value
    assert not [c for c in line if unicodedata.category(c) in UNSEEN and c not in JOINERS]


def test_a_row_is_wrapped_to_the_terminal_and_set_in() -> None:
    row = Row("   12   Vega moves from Hangar to Spine, and the guns fire.", hang=8)

    lines = wrapped(row, 30)

    assert lines == ["   12   Vega moves from", "        Hangar to Spine, and", "        the guns fire."]
    assert wrapped(row, 0) == [row.text]


@given(st.text(), st.integers(10, 200), st.integers(0, 20))
def test_no_line_is_longer_than_the_terminal_is_wide(text: str, width: int, hang: int) -> None:
    assert all(len(line) < width for line in wrapped(Row(text, hang=hang), width))


def test_colour_goes_around_a_line_and_never_into_it() -> None:
    assert dressed("Your go.", "ask") == "\x1b[1mYour go.\x1b[0m"
    assert dressed("Vega moves.", "") == "Vega moves."
    assert set(LOOKS) >= {"", "ask", "bad", "good", "talk", "dim", "head"}


def test_columns_are_what_a_terminal_takes() -> None:
    assert columns("Vega") == 4
    assert columns("雪") == 2
    assert columns("e\u0301") == 1
