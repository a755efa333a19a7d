"""What is broken in a TOML text is named, every piece of it, and the rest is read all the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_server.scenario.syntax import read


def spots(text: str) -> list[tuple[int, int, str]]:
    return [(fault.line, fault.column, fault.text) for fault in read(text, "f.toml").faults.found]


def test_a_sound_text_is_read_as_tomllib_reads_it() -> None:
    data, faults = read("a = 1\r\n[b]\r\nc = [1, 2]\r\n", "f.toml")

    assert data == {"a": 1, "b": {"c": [1, 2]}}
    assert faults.found == ()
    assert faults.whole


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("a = 1\nb = vega", 2, 5, "This is no TOML value"),
        ('a = "x\nb = 1', 1, 7, "no closing quote on its line"),
        ('a = 1\nb = """x\ny', 2, 1, "This text has no end"),
        ("[[zones]\nid = 1", 1, 8, "This header has no end"),
        ("a = [1,\n2\nb = 3", 1, 1, "This list has no end"),
        ("a = {b = 1\nc = 2", 1, 1, "This map has no end"),
        ("a b = 1", 1, 3, "After a key comes"),
        ("a = 1 2", 1, 7, "Something stands behind the value"),
        ("a = 1\na = 2", 2, 1, "This was given once already"),
        ("[a]\n[b]\n[a]", 3, 1, "This table was begun once already"),
        ('a = "\\q"', 1, 8, "A backslash"),
        ('a = "\x01"', 1, 6, "A control character"),
        ("= 1", 1, 1, "This is no TOML statement"),
        ("a = 1\nb = " + "9" * 5_000, 2, 1, "too large"),
        ("a = " + "[" * 50_000, 1, 1, "too large"),
        ("a = {b = 1}\na.c = 2", 2, 1, "TOML: Cannot"),
    ],
)
def test_each_kind_of_break_has_its_place_and_its_words(text: str, line: int, column: int, words: str) -> None:
    (spot,) = spots(text)

    assert spot[:2] == (line, column)
    assert words in spot[2]


def test_every_break_is_found_and_what_is_whole_is_kept() -> None:
    text = "\n".join(
        [
            "[game]",
            "title = Derelict",
            'about = "fine"',
            "[[zones]",
            'id = "lost"',
            "[[zones]]",
            'id = "kept" x',
            "n = 1",
        ]
    )

    data, faults = read(text, "f.toml")

    assert [(f.line, f.column) for f in faults.found] == [(2, 9), (4, 8), (7, 13)]
    assert data == {"game": {"about": "fine"}, "zones": [{"n": 1}]}
    assert not faults.whole


@given(st.text("[]{}=\"'\\#.,\n ab1\x00é", max_size=80))
def test_no_text_ends_in_anything_but_data_and_faults(text: str) -> None:
    data, faults = read(text, "f.toml")

    assert isinstance(data, dict)
    assert faults.whole == (not faults.found)
