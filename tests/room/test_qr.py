"""QR codes: dark on light, with a quiet zone, the same in rows and in a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_server.qr import QUIET, in_terminal, rows

FINDER = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
"""The mark in three corners by which a camera knows a QR code."""


@given(st.text(st.characters(codec="ascii", min_codepoint=33), min_size=1, max_size=120))
def test_a_code_is_a_square_with_its_marks_and_light_all_around(link: str) -> None:
    code = rows(link)
    size = len(code)
    assert {len(row) for row in code} == {size}
    assert (size - 2 * QUIET - 17) % 4 == 0
    inside = [row[QUIET:-QUIET] for row in code[QUIET:-QUIET]]
    corners = [[row[:7] for row in inside[:7]], [row[-7:] for row in inside[:7]], [row[:7] for row in inside[-7:]]]
    assert corners == [FINDER] * 3
    edge = code[:QUIET] + code[-QUIET:] + tuple(row[:QUIET] + row[-QUIET:] for row in code)
    assert set("".join(edge)) == {"0"}


def test_other_links_are_other_codes() -> None:
    assert rows("http://host:8765/#r=DZ799N") != rows("http://host:8765/#r=DZ799M")


@pytest.mark.parametrize("link", ["http://192.168.1.23:8765/#r=DZ799N", "x"])
def test_the_terminal_shows_the_same_two_rows_a_line_black_on_white(link: str) -> None:
    lines, code = in_terminal(link), rows(link)
    assert len(lines) == (len(code) + 1) // 2
    shown = {" ": "00", "▀": "10", "▄": "01", "█": "11"}
    for n, line in enumerate(lines):
        start, text, end = line[: line.index("m") + 1], line[line.index("m") + 1 : -4], line[-4:]
        assert (start, end) == ("\x1b[38;5;16;48;5;231m", "\x1b[0m")
        upper = "".join(shown[half][0] for half in text)
        lower = "".join(shown[half][1] for half in text)
        assert upper == code[2 * n]
        assert lower == (code[2 * n + 1] if 2 * n + 1 < len(code) else "0" * len(upper))
