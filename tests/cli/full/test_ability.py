"""Whether the full screen can be shown."""

import sys
from io import StringIO

import pytest
from wardiary_cli.full import ability


def test_a_small_window_gets_plain_lines_and_is_told_why() -> None:
    assert ability.why_not(72, 20) == ""
    assert ability.why_not(71, 24) == (
        "Plain lines, since this window is small (71 by 24): the full screen takes 72 by 20."
    )
    assert "(80 by 19)" in ability.why_not(80, 19)


def test_without_the_library_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textual", None)

    assert "pip install 'wardiary[full]'" in ability.why_not(200, 60)


@pytest.mark.parametrize("term", ["", "dumb", "unknown"])
def test_neither_a_file_nor_a_terminal_that_can_do_little_is_one(term: str) -> None:
    assert not ability.is_terminal(0, StringIO(), {"TERM": "xterm"})
    assert not ability.is_terminal(0, sys.stdout, {"TERM": term})
