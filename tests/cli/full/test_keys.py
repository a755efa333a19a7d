"""Every key."""

from textual.binding import Binding
from wardiary_cli.full.app import Full
from wardiary_cli.full.keys import BINDINGS, KEYS, key_rows


def test_no_key_means_two_things() -> None:
    names = [name for one in BINDINGS if isinstance(one, Binding) for name in one.key.split(",")]

    assert len(names) == len(set(names))


def test_every_key_does_something_that_there_is() -> None:
    for key in KEYS:
        assert hasattr(Full, f"action_{key.action.partition('(')[0]}"), key


def test_the_page_has_all_keys_and_all_words() -> None:
    text = "\n".join(row.text for row in key_rows())

    assert all(key.text in text for key in KEYS)
    assert "move UNIT ZONE" in text
