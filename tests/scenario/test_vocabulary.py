"""The words of a scenario are those of its rulebooks; a hint names whose word it is, or what was meant."""

from wardiary_server.game.rulebook import DeedSpec, OptionSpec, Rulebook
from wardiary_server.scenario.vocabulary import Vocabulary, meant, open_end


def nothing(ctx: object, deed: object) -> object:
    return ()


FIRST = Rulebook(
    "first",
    levels={"dread": "how it feels"},
    areas={"gloom": "no light"},
    aliases={"night": "gloom"},
    tags={"brave": "is not afraid", "fears:<side>": "is afraid of them"},
    options={"steps": OptionSpec(1, "how far")},
    deeds={"howl": DeedSpec(nothing)},  # type: ignore[arg-type]
)
SECOND = Rulebook("second", levels={"water": "how deep"})


def test_words_are_those_of_all_enabled_rulebooks() -> None:
    words = Vocabulary([FIRST, SECOND])

    assert words.texts("levels") == {"dread": "how it feels", "water": "how deep"}
    assert words.areas == {"gloom": "gloom", "night": "gloom"}
    assert list(words.options) == ["first.steps"]
    assert list(words.deeds) == ["howl"]


def test_a_word_with_an_open_end_takes_an_id() -> None:
    words, ids = Vocabulary([FIRST]), {"sides": {"red": ("sides", 0)}}

    assert open_end("fears:<side>") == "fears:"
    assert open_end("fears:red") == open_end("brave") == ""
    assert words.knows("tags", "brave", ids)
    assert words.knows("tags", "fears:red", ids)
    assert not words.knows("tags", "fears:rad", ids)
    assert not words.knows("tags", "fears", ids)
    assert not words.knows("tags", "loves:red", ids)


def test_a_hint_says_who_declares_a_word_or_what_was_meant() -> None:
    words = Vocabulary([FIRST], [FIRST, SECOND])

    assert words.hint("levels", "water") == "It belongs to the rulebook 'second': name that in [game] rulebooks."
    assert words.hint("levels", "dreed") == "Did you mean 'dread'?"
    assert words.hint("levels", "x") == "Known: dread."


def test_what_is_known_is_listed_only_where_that_is_short() -> None:
    assert meant("zzz", ["a", "b", "a"]) == "Known: a, b."
    assert meant("zzz", []) == ""
    assert meant("zzz", map(str, range(40))) == ""
