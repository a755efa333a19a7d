"""Every key, as a table."""

from wardiary_cli.full.app import Full
from wardiary_cli.full.keylist import KEYS


def test_every_key_does_something_that_there_is() -> None:
    for key in KEYS:
        assert hasattr(Full, f"action_{key.action.partition('(')[0]}"), key


def test_every_key_that_is_shown_says_what_it_does() -> None:
    assert all(key.text for key in KEYS if key.shown)
    assert all(key.word for key in KEYS if key.always)
