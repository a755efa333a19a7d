"""`help`."""

import pytest
from wardiary_cli.helping import help_rows
from wardiary_cli.words import WORDS


def test_all_the_words_are_shown_with_their_forms() -> None:
    text = "\n".join(row.text for row in help_rows())

    assert all(entry.form in text for entry in WORDS.values())


def test_words_of_the_games_own_rulebooks_are_named_too() -> None:
    assert any(row.text == "  pray, curse" for row in help_rows(offered=["move", "pray", "curse", "pray"]))


@pytest.mark.parametrize("word", WORDS)
def test_every_word_has_its_help(word: str) -> None:
    assert help_rows(word)[0].text.strip().startswith(WORDS[word].form)


def test_help_on_something_else_is_a_hint() -> None:
    assert "Did you mean move" in help_rows("mvoe")[0].text
    assert help_rows("yes")[1].text == "  also: yes"
