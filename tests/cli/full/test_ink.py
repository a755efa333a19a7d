"""Text on its way to a widget (melee#243, foundryvtt#13341)."""

from hypothesis import given
from hypothesis import strategies as st
from wardiary_cli.full.ink import STYLES, ink, inked
from wardiary_cli.show import LOOKS, Row


def test_neither_markup_nor_escapes_do_anything() -> None:
    shown = ink("[red]x[/red] \x1b[31m\x07")

    assert shown.plain == "[red]x[/red] \\x1b[31m\\x07"
    assert not shown.spans


def test_rows_are_wrapped_with_what_belongs_together_set_in() -> None:
    shown = inked([Row("    1   one two three", "", 8), Row("next", "head")], 16)

    assert shown.plain == "    1   one two\n        three\nnext"


def test_every_look_has_a_style() -> None:
    assert STYLES.keys() == LOOKS.keys()


@given(st.text())
def test_no_text_leaves_a_control_character(text: str) -> None:
    assert all(char.isprintable() or char in "\u200c\u200d\u00ad" or not char.isascii() for char in ink(text).plain)
