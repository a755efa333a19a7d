"""Each kind of value takes what it should, says what is wrong with the rest, and its schema says the same."""

from typing import Any

import pytest
from wardiary_server.game.frame import FRAME
from wardiary_server.game.rulebook import Rulebook
from wardiary_server.scenario.faults import Faults
from wardiary_server.scenario.positions import locate
from wardiary_server.scenario.values import (
    BAD,
    LINE,
    NAME,
    TEXT,
    Id,
    Levels,
    Number,
    OneOf,
    Reading,
    Spot,
    Value,
    in_words,
    some,
)
from wardiary_server.scenario.vocabulary import Vocabulary

WORDS = Vocabulary([FRAME, Rulebook("dread", levels={"dread": "how it feels"})])


def read(kind: Value, value: object) -> tuple[Any, list[str]]:
    """What reading gives, and the faults with their hints."""
    faults = Faults("f.toml", locate(""))
    found = kind.read(Reading(faults, WORDS, {}), ("key",), value)
    return found, [f"{fault.text} {fault.hint}".strip() for fault in faults.found]


@pytest.mark.parametrize(
    ("kind", "value", "kept"),
    [
        (NAME, " Vega ", "Vega"),
        (NAME, "Żółć 🚀", "Żółć 🚀"),
        (TEXT, "two\n\tlines", "two\n\tlines"),
        (Id(), "engine-room_2", "engine-room_2"),
        (OneOf(("open", "closed")), "open", "open"),
        (Number(0, 9), 9, 9),
        (Spot(), [-2, 3], (-2, 3)),
        (Levels(), {"dread": 2}, {"dread": 2}),
        (Levels(), {"dread": 0}, {}),
    ],
)
def test_what_is_right_is_kept(kind: Value, value: object, kept: object) -> None:
    assert read(kind, value) == (kept, [])


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        (NAME, 3, 'This has to be a text on one line, not a number. Put it in quotes: "3".'),
        (NAME, "x" * 65, "This has 65 characters; 64 are the most. Shorten it."),
        (NAME, "two\nlines", "This holds a character that cannot be shown (u+000a). Take it out."),
        (NAME, "a\u202eb", "This holds a character that cannot be shown (right-to-left override). Take it out."),
        (LINE, "bell\a", "This holds a character that cannot be shown (u+0007). Take it out."),
        (TEXT, "  ", "This is empty. Give it a text, or leave the key out."),
        (Id(), "Engine Room", "and 'Engine Room' is not. Perhaps 'engine-room'."),
        (Id(), "---", "and '---' is not."),
        (Id(), True, "This has to be an id: a short word in quotes, not true or false."),
        (OneOf(("open", "closed")), "opne", "'opne' is not known here. Did you mean 'open'?"),
        (OneOf(("open", "closed")), ["open"], "This has to be a text, not a list."),
        (Number(1, 9), 10, "This has to be a whole number, 1 to 9, and 10 is not."),
        (Number(0), "3", "This has to be a whole number, 0 or more, not a text. Leave the quotes out."),
        (Number(), 1.5, "This has to be a whole number, not a number with a point."),
        (Number(), False, "This has to be a whole number, not true or false."),
        (Spot(), [1], "This has to be a list of two whole numbers, [column, row], not a list."),
        (Spot(), [1, "2"], "Leave the quotes out."),
        (Levels(), 3, "This has to be a table such as {fire = 2}, not a number."),
        (Levels(), {"dreed": 1}, "No rulebook of this game knows the level 'dreed'. Did you mean 'dread'?"),
        (Levels(), {"dread": 101}, "This has to be a whole number, 0 to 100, and 101 is not."),
    ],
)
def test_what_is_wrong_is_said(kind: Value, value: object, said: str) -> None:
    found, faults = read(kind, value)

    assert len(faults) == 1
    assert faults[0].endswith(said)
    assert found in (BAD, {})


def test_a_schema_has_the_same_bounds() -> None:
    assert NAME.schema(WORDS) == {"type": "string", "minLength": 1, "maxLength": 64}
    assert Number(1, 9).schema(WORDS) == {"type": "integer", "minimum": 1, "maximum": 9}
    assert Levels().schema(WORDS)["properties"] == {
        "dread": {"type": "integer", "minimum": 0, "maximum": 100, "description": "how it feels"}
    }


def test_values_and_lists_in_words() -> None:
    assert in_words({}) == "a table"
    assert in_words(object()) == "a date or time"
    assert some(["a"]) == "a"
    assert some(["a", "b", "c"], "or") == "a, b or c"
