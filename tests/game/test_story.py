"""Entries as sentences: whatever is in an event, it reads well, and nothing in a name is taken for a template."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, game, unit
from kit.happened import ALL, events, names, stage
from kit.wander import Wander
from msgspec.structs import replace
from wardiary_server.game.entry import EMPTY, Entry
from wardiary_server.game.event import Event
from wardiary_server.game.events import LevelChanged, MarkSet, Rolled, Spent, StatusChanged, UnitEntered, UnitHurt
from wardiary_server.game.story import sentence, tell
from wardiary_server.game.table_events import Agreed, Said


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
@settings(max_examples=25)
@given(data=st.data())
def test_every_event_with_any_values_makes_a_sentence(kind: type[Event], data: st.DataObject) -> None:
    event = data.draw(events(kind))
    before, after = stage("Vega"), event.fold(stage("Vega"))

    text = sentence(event, before, after)

    assert "  " not in text
    assert text == text.strip()
    assert " ." not in text
    assert "()" not in text


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
@settings(max_examples=10)
@given(data=st.data(), name=names())
def test_a_name_with_braces_is_told_as_it_is(kind: type[Event], data: st.DataObject, name: str) -> None:
    """Nobody can make the story fail, or read what is not told, by calling a unit `{unit}`."""
    event = data.draw(events(kind))
    plain = sentence(event, stage("Vega"), event.fold(stage("Vega")))

    told = sentence(event, stage(name), event.fold(stage(name)))

    assert ("Vega" in plain) <= (name.strip() in told or "Vega" in told)


def test_ids_are_told_as_names_also_of_what_is_gone() -> None:
    start = game("a - b", [unit("vega")])
    named = replace(start, zones={**start.zones, "a": replace(start.zones["a"], name="Cargo bay")})

    assert sentence(UnitEntered("vega", "b", "a"), named, named) == "Vega moves from Cargo bay to b."
    assert sentence(LevelChanged("a", "fire", 2), named, replace(named, zones={})) == "Cargo bay: FIRE 2."
    assert sentence(UnitEntered("nobody", "x", "y"), named, named) == "nobody moves from y to x."


def test_who_has_no_seat_is_the_operator() -> None:
    assert sentence(Said("", "Good evening."), EMPTY.game, EMPTY.game) == "The operator: Good evening."
    assert sentence(Agreed("red"), stage("Red"), stage("Red")) == "Red agrees."


def test_each_line_says_what_led_to_it_and_passes_over_what_is_not_told() -> None:
    start = game("a - b", [unit("vega")])
    happened = (
        UnitEntered("vega", "b", "a"),
        MarkSet("vega", "hazard", 1),  # not told
        Rolled("k", 0, 6, (2,), "server", "hazard", "hazard", "vega"),
        UnitHurt("vega", 5, 0, "hazard"),
        StatusChanged("vega", "down"),
        Spent("vega", {}),  # not told
    )
    entry: Entry[Event] = Entry(
        seq=2, kind="game", at=9, by="red", parent=1, root=2, events=happened, because=(-1, 0, 1, 1, 3, -1)
    )
    after = start
    for event in happened:
        after = event.fold(after)

    told = tell(entry, replace(EMPTY, game=start), replace(EMPTY, game=after))

    assert [(line.text, line.because, line.faces, line.unit) for line in told.lines] == [
        ("Vega moves from a to b.", -1, (), "vega"),
        ("Vega (hazard): 2.", 0, (2,), "vega"),
        ("Vega loses 5 health (hazard); 0 left.", 0, (), "vega"),
        ("Vega goes down.", 2, (), "vega"),
    ]
    assert (told.seq, told.kind, told.at, told.by, told.parent, told.root) == (2, "game", 9, "red", 1, 2)


def test_an_entry_written_without_causes_is_told_all_the_same() -> None:
    entry: Entry[Event] = Entry(seq=1, kind="table", at=0, events=(Said("red", "hm"),))

    assert tell(entry, EMPTY, EMPTY).lines[0].because == -1


@settings(max_examples=12)
@given(seed=st.integers(0, 10**6), name=st.sampled_from(("trouble", "ship")))
def test_a_whole_game_reads_well(seed: int, name: str) -> None:
    walk = Wander(name, seed, typed=("red",), setup=True)
    for _ in range(60):
        if not walk.over:
            walk.step()

    story = walk.play.story()

    assert story
    assert not [line for line in story if re.search(r"  | \.|\(\)|[{}]|\.\.", line)]
    assert all(line[-1] in ".:!?" for line in story)


def test_what_people_say_is_told_word_for_word() -> None:
    play = Play(game("a", [unit("vega")]))
    said = "look:  {two}  blanks, and %s"

    play.do("red", {"do": "say", "text": said})

    assert play.story()[-1] == f"Red: {said}"
