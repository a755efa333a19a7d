"""Exit codes."""

from wardiary_cli.exits import MEANING, Ended, Exit


def test_every_code_has_a_meaning() -> None:
    assert MEANING.keys() == set(Exit)


def test_an_end_carries_its_code_and_its_sentence() -> None:
    end = Ended(Exit.REFUSED, "This token opens nothing.")

    assert (end.exit, str(end)) == (4, "This token opens nothing.")
