"""Numbers, conditions and things, by the referee's word."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from kit.wander import REAL
from wardiary_server.game.events import ConditionChanged, ItemDropped, ItemTaken, Remarked, StatChanged
from wardiary_server.game.offers import offers
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Refused, Rule, Rulebook, Trigger
from wardiary_server.game.state import Item

ITEMS = {"medkit": Item("medkit", "medkit", "thing"), "pack": Item("pack", "pack", "thing", stats={"supply": 2})}


def shout(ctx: Context, event: Any) -> Rule[None]:
    yield Remarked("the rules")


HOUSE = Rulebook("house", triggers=tuple(Trigger(kind, shout) for kind in (StatChanged, ConditionChanged, ItemTaken)))


def play(*books: Rulebook) -> Play:
    asleep = unit("nova", conditions={"unconscious": 1, "lost_turns": 2})
    units = [unit("vega", items=("medkit",)), asleep, unit("rook", "b", "blue")]
    return Play(game("a - b", units, items=ITEMS), *REAL, *books)


@pytest.mark.parametrize(
    ("body", "event"),
    [
        ({"do": "ref_stat", "stat": "ar", "value": 3}, StatChanged("vega", "ar", 3, "the referee")),
        ({"do": "ref_condition", "condition": "prone"}, ConditionChanged("vega", "prone", 1, "the referee")),
        ({"do": "ref_give", "item": "pack"}, ItemTaken("vega", "pack")),
    ],
)
def test_it_is_put_and_sets_nothing_off_unless_the_rules_are_ticked(body: dict[str, Any], event: Any) -> None:
    quiet = play(HOUSE).do("referee", {**body, "unit": "vega"})
    loud = play(HOUSE).do("referee", {**body, "unit": "vega", "with_rules": True})

    assert quiet.events == (event,)
    assert event in loud.events
    assert Remarked("the rules") in loud.events


def test_who_is_unconscious_is_woken_and_has_no_turns_left_to_lose() -> None:
    """D85."""
    table = play()

    table.act("referee", "ref_condition", "nova", condition="unconscious", value=0)

    assert table.unit("nova").conditions == {}
    assert "Nova is no longer unconscious (the referee)." in table.story()


def test_who_is_put_to_sleep_in_its_turn_has_had_it() -> None:
    table = play()
    table.act("red", "begin", "vega")

    table.act("referee", "ref_condition", "vega", condition="unconscious")

    assert "vega" in table.game.clock.done
    assert not table.game.clock.active


def test_a_thing_changes_hands_and_with_the_rules_its_supplies_are_unpacked() -> None:
    table = play()

    entry = table.act("referee", "ref_give", "nova", item="medkit", of="vega")
    table.act("referee", "ref_give", "vega", item="pack", with_rules=True)

    assert entry.events == (ItemDropped("vega", "medkit"), ItemTaken("nova", "medkit"))
    assert table.unit("vega").stats["supply"] == 2
    assert table.act("referee", "ref_take", "nova", item="medkit").events == (ItemDropped("nova", "medkit"),)


def test_one_undo_takes_it_back() -> None:
    table = play()
    before = table.game
    table.act("referee", "ref_condition", "nova", condition="unconscious", value=0, reason="a slap")

    table.undo()

    assert table.game == before


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"do": "ref_stat", "unit": "vega", "stat": "agillity", "value": 3}, "no_such_stat"),
        ({"do": "ref_stat", "unit": "vega", "stat": "health", "value": 5}, "no_change"),
        ({"do": "ref_stat", "unit": "vega", "stat": "health", "value": 0}, "not_playable"),
        ({"do": "ref_stat", "unit": "vega", "stat": "ar", "value": -1}, "malformed"),
        ({"do": "ref_condition", "unit": "vega", "condition": "unconcious"}, "no_such_condition"),
        ({"do": "ref_condition", "unit": "vega", "condition": "prone", "value": 0}, "no_change"),
        ({"do": "ref_condition", "unit": "nova", "condition": "lost_turns", "value": 2}, "no_change"),
        ({"do": "ref_give", "unit": "vega", "item": "medkti"}, "no_such_item"),
        ({"do": "ref_give", "unit": "vega", "item": "medkit"}, "no_change"),
        ({"do": "ref_give", "unit": "vega", "item": "pack", "of": "nova"}, "no_such_item"),
        ({"do": "ref_take", "unit": "nova", "item": "medkit"}, "no_such_item"),
        ({"do": "ref_take", "unit": "nobody", "item": "medkit"}, "no_such_unit"),
    ],
)
def test_what_makes_no_sense_is_refused(body: dict[str, Any], code: str) -> None:
    assert play().refused("referee", body) == code


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        ({"do": "ref_stat", "unit": "vega", "stat": "agillity", "value": 3}, "Did you mean 'agility'?"),
        ({"do": "ref_condition", "unit": "vega", "condition": "unconcious"}, "Did you mean 'unconscious'?"),
    ],
)
def test_a_word_that_is_not_known_is_answered_with_what_was_meant(body: dict[str, Any], hint: str) -> None:
    with pytest.raises(Refused, match=hint.replace("?", r"\?")):
        play().do("referee", body)


@pytest.mark.parametrize("word", ["ammo:pistol", "critical:concussion", "response:trembling", "no_ammo:pistol"])
def test_words_with_an_end_of_their_own_are_known(word: str) -> None:
    body = {"stat": word, "value": 2} if word.startswith("ammo") else {"condition": word}

    play().act("referee", "ref_stat" if "stat" in body else "ref_condition", "vega", **body)


def test_conditions_that_only_the_scenario_names_are_known() -> None:
    table = Play(game("a", [unit("vega", conditions={"seasick": 1}), unit("rook", "a", "blue")]))

    table.act("referee", "ref_condition", "rook", condition="seasick")

    assert table.unit("rook").conditions == {"seasick": 1}


def test_each_is_on_offer_with_the_words_there_are() -> None:
    found = {offer.label: offer for offer in offers(play().context("referee"), "nova")}

    assert "agility" in {target.value for target in found["Set a number of Nova"].fields[0].targets}
    assert "prone" in {target.value for target in found["Give Nova a condition"].fields[0].targets}
    ends = found["End a condition of Nova"]
    assert (ends.body["value"], [target.value for target in ends.targets]) == (0, ["unconscious", "lost_turns"])
    assert [target.value for target in found["Give Nova something"].targets] == ["medkit", "pack"]
    assert "Take something from Nova" not in found
