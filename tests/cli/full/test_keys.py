"""Every key."""

from textual.binding import Binding
from wardiary_cli.full.keylist import KEYS
from wardiary_cli.full.keys import BINDINGS, key_rows


def test_no_key_means_two_things() -> None:
    names = [name for one in BINDINGS if isinstance(one, Binding) for name in one.key.split(",")]

    assert len(names) == len(set(names))


def test_the_page_has_all_keys_and_all_words() -> None:
    text = "\n".join(row.text for row in key_rows())

    assert all(key.text in text for key in KEYS)
    assert "move UNIT ZONE" in text
