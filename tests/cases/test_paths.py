"""Paths into the state: they follow its structs, and say where they lead nowhere."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import game, unit
from wardiary_server.cases.paths import (
    ABSENT,
    NoPlace,
    converted,
    empty,
    found,
    leaves,
    missing_name,
    plainly,
    put,
    resolve,
    strange_value,
    strange_word,
)
from wardiary_server.game.frame import FRAME
from wardiary_server.game.state import Table
from wardiary_server.rules.environments import RULEBOOK as ENVIRONMENTS
from wardiary_server.rules.zones import RULEBOOK
from wardiary_server.scenario.vocabulary import Vocabulary


def state() -> dict[str, Any]:
    return plainly(game("a - b", [unit("ann")], levels={"b": {"fire": 2}}), Table(dice={"red": "typed"}))


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("units.ann.stats.health", 5),
        ("units.ann.zone", "a"),
        ("zones.b.levels.fire", 2),
        ("clock.phase", "play"),
        ("options.frame.order", "free"),
        ("links.a-b.door", "none"),
        ("table.dice.red", "typed"),
        ("zones.a.levels.fire", ABSENT),
        ("markers.hole.zone", ABSENT),
    ],
)
def test_a_path_leads_to_what_is_there(path: str, there: object) -> None:
    assert found(state(), resolve(tuple(path.split("."))).keys) == there


@pytest.mark.parametrize(
    ("path", "text", "hint"),
    [
        ("units.ann.helth", "The state of a unit has no 'helth'.", "There are"),
        ("unit.ann.zone", "The state of a game has no 'unit'.", "Did you mean 'units'?"),
        ("title.x", "'title' holds nothing further, so there is no 'x' in it.", ""),
        ("zones.b.levles.fire", "The state of a zone has no 'levles'.", "Did you mean 'levels'?"),
    ],
)
def test_a_path_that_leads_nowhere_says_so(path: str, text: str, hint: str) -> None:
    with pytest.raises(NoPlace) as raised:
        resolve(tuple(path.split(".")))
    assert raised.value.text == text
    assert raised.value.hint.startswith(hint)


@pytest.mark.parametrize(
    ("path", "value", "text"),
    [
        ("units.ann.stats.health", "3", "This has to be a whole number, not a text."),
        ("units.ann.stats.health", 1.5, "This has to be a whole number, not a number with a point."),
        ("units.ann.tags", "x", "This has to be a list, not a text."),
        ("units.ann.status", "upright", "'upright' is not known here."),
    ],
)
def test_a_value_that_cannot_stand_there_says_why(path: str, value: object, text: str) -> None:
    with pytest.raises(NoPlace, match=text):
        converted(resolve(tuple(path.split("."))), value)


def test_every_way_of_writing_a_table_gives_the_same_values() -> None:
    quoted = {"units.ann.zone": "a", "units.ann.stats.ar": 3}
    nested = {"units": {"ann": {"zone": "a", "stats.ar": 3}}}
    assert [(words, value) for _path, words, value in leaves(quoted, ())] == [
        (words, value) for _path, words, value in leaves(nested, ())
    ]


@given(st.lists(st.text("ab", min_size=1), min_size=1, max_size=4), st.integers())
def test_what_is_put_is_found(keys: list[str], value: int) -> None:
    tree: dict[str, Any] = {"a": 1, "b": None}
    put(tree, tuple(keys), value)
    assert found(tree, tuple(keys)) == value


def test_what_is_not_there_counts_as_nothing() -> None:
    assert (empty(int), empty(str), empty(bool), empty(dict)) == (0, "", False, ABSENT)


def test_names_that_are_not_there_and_words_that_nobody_knows() -> None:
    words = Vocabulary((FRAME, RULEBOOK))
    assert missing_name(state(), ("game", "units", "an")) == (
        "There is no 'an' among the units.",
        "Did you mean 'ann'?",
    )
    assert missing_name(state(), ("game", "markers", "hole")) is None
    odd = strange_word(state(), words, ("game", "units", "ann", "stats", "strenght"))
    assert odd == ("No rulebook of this game knows 'strenght' here.", "Did you mean 'strength'?")
    assert strange_word(state(), words, ("game", "zones", "a", "levels", "fire")) is None
    assert strange_word(state(), words, ("game", "units", "ann", "conditions", "dizzy")) is None


def test_tags_and_kinds_of_area_that_nobody_knows() -> None:
    words = Vocabulary((FRAME, RULEBOOK, ENVIRONMENTS))
    odd = strange_value(state(), words, ("game", "units", "ann", "tags"), ["targets:red", "targets:rde"])
    assert odd is not None
    assert odd[0] == "No rulebook of this game knows the tag 'targets:rde'."
    assert strange_value(state(), words, ("game", "areas", "x", "kind"), "vacuum") == (
        "No rulebook of this game knows the kind of area 'vacuum'.",
        "The state calls it 'airless'.",
    )
    assert strange_value(state(), words, ("game", "areas", "x", "kind"), "airless") is None
    assert strange_value(state(), words, ("game", "units", "ann", "zone"), "b") is None
