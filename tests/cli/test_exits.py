"""Exit codes."""

from pathlib import Path

from wardiary_cli.exits import MEANING, Ended, Exit

DOCS = Path(__file__).parents[2] / "docs/terminal.md"


def test_every_code_has_a_meaning() -> None:
    assert MEANING.keys() == set(Exit)


def test_an_end_carries_its_code_and_its_sentence() -> None:
    end = Ended(Exit.REFUSED, "This token opens nothing.")

    assert (end.exit, str(end)) == (4, "This token opens nothing.")


def test_the_page_lists_every_code() -> None:
    page = DOCS.read_text(encoding="utf-8")

    assert all(f"| {int(code)} | {meaning}" in page for code, meaning in MEANING.items())
