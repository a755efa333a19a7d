"""What a scenario puts in the place of a default, and that it replaces it."""

from __future__ import annotations

import pytest
from kit import Play, unit
from kit.ship import BLANK, SUCCESS, start
from wardiary_server.game.events import ConditionChanged, Remarked, UnitHurt
from wardiary_server.game.state import Area
from wardiary_server.rules.environments.overrides import Outcome, has_own_effect, is_harmless, outcome

KINDS = pytest.mark.parametrize("kind", ["airless", "hazard"])


def area(kind: str, **data: int | str) -> Area:
    return Area("x", kind, "Odd air", ("b",), data=data)


def walk_in(kind: str, face: int = BLANK, **data: int | str) -> Play:
    play = start("a - b", unit("vega", speed=2), areas=[area(kind, **data)])
    play.act("red", "move", "vega", face, to="b")
    return play


@KINDS
def test_other_damage_replaces_the_one(kind: str) -> None:
    """ENV-1, ENV-9, ENV-45: 3 damage instead of 1, not 4."""
    play = walk_in(kind, damage=3)

    assert [e.amount for e in play.events(UnitHurt)] == [3]


@KINDS
def test_a_condition_replaces_the_damage(kind: str) -> None:
    """ENV-9, ENV-35, ENV-45: a Condition, 0 damage."""
    play = walk_in(kind, condition="nausea")

    assert play.unit("vega").conditions["nausea"] == 1
    assert play.events(UnitHurt) == []


@KINDS
def test_a_condition_and_damage_where_both_are_stated(kind: str) -> None:
    """ENV-35: the condition replaces the damage unless the scenario states that as well; then what it states counts."""
    play = walk_in(kind, condition="nausea", damage=2)

    assert play.unit("vega").conditions["nausea"] == 1
    assert [e.amount for e in play.events(UnitHurt)] == [2]


@KINDS
def test_a_success_is_nothing_whatever_was_replaced(kind: str) -> None:
    """ENV-7, ENV-33: the scenario replaced what a Blank does; a Success still is no effect."""
    play = walk_in(kind, SUCCESS, condition="nausea", damage=2)

    assert dict(play.unit("vega").conditions) == {}
    assert play.events(UnitHurt) == []


@KINDS
def test_an_effect_in_words(kind: str) -> None:
    """ENV-9, ENV-45: one effect, told to the people who see to it, and no damage."""
    play = walk_in(kind, effect="drops whatever it holds")

    assert play.events(Remarked)[-1].text == "Vega (Odd air): drops whatever it holds"
    assert play.events(UnitHurt) == []


@KINDS
def test_nothing_at_all_asks_for_no_roll(kind: str) -> None:
    """ENV-1: where the scenario says that nothing happens, nobody rolls for it."""
    assert walk_in(kind, effect="none").rolls() == []
    assert walk_in(kind, damage=0).rolls() == []


def test_what_does_nothing_takes_no_roll_from_what_does() -> None:
    """D38: a Hazard without an effect stands first, and the other is rolled for all the same."""
    areas = [Area("mist", "hazard", "Mist", ("b",), data={"effect": "none"}), Area("lab", "hazard", "Lab", ("b",))]
    play = start("a - b", unit("vega"), areas=areas)

    play.act("red", "move", "vega", BLANK, to="b")

    assert [roll.reason for roll in play.rolls()] == ["Lab"]
    assert play.unit("vega").stats["health"] == 4


def test_it_counts_in_its_area_alone() -> None:
    """ENV-1: the override is limited to the area that states it; the next one has the default."""
    areas = [Area("x", "airless", "X", ("b",), data={"damage": 2}), Area("y", "hazard", "Y", ("b",))]
    play = start("a - b", unit("vega"), areas=areas)

    play.act("red", "move", "vega", BLANK, BLANK, to="b")

    assert [e.amount for e in play.events(UnitHurt)] == [2, 1]


@pytest.mark.parametrize(
    ("before", "condition", "amount", "after"),
    [
        ({}, "stress", 2, {"stress": 2}),
        ({"stress": 1}, "stress", 2, {"stress": 3}),
        ({"lost_turns": 1}, "lost_turns", 1, {"lost_turns": 2}),
        ({}, "prone", 2, {"prone": 1}),
        ({"nausea": 1}, "nausea", 1, {"nausea": 2}),
    ],
)
def test_conditions_add_up_unless_they_are_or_are_not(
    before: dict[str, int], condition: str, amount: int, after: dict[str, int]
) -> None:
    """INC-1 for lost turns; stress and a scenario's own conditions add up; prone is prone."""
    play = start("a - b", unit("vega", conditions=before), areas=[area("hazard", condition=condition, amount=amount)])

    play.do("referee", {"do": "ref_move", "unit": "vega", "zone": "b", "with_rules": True}, BLANK)

    assert dict(play.unit("vega").conditions) == after


def test_a_condition_that_changes_nothing_is_not_told() -> None:
    play = start("a - b", unit("vega", conditions={"prone": 1}), areas=[area("hazard", condition="prone")])

    play.do("referee", {"do": "ref_move", "unit": "vega", "zone": "b", "with_rules": True}, BLANK)

    assert play.events(ConditionChanged) == []


def test_who_falls_gets_no_condition_on_top() -> None:
    """D11: the damage fells the unit, and what would come after is dropped."""
    play = start("a - b", unit("vega", health=1), areas=[area("hazard", condition="stress", damage=1)])

    play.act("red", "move", "vega", BLANK, to="b")

    assert play.unit("vega").status == "down"
    assert dict(play.unit("vega").conditions) == {}


def test_outcomes() -> None:
    """ENV-9, 35, 45: what each way to state it means."""
    assert outcome(area("airless")) == Outcome(1)
    assert outcome(area("airless", damage=2)) == Outcome(2)
    assert outcome(area("airless", condition="stress")) == Outcome(0, "stress", 1)
    assert outcome(area("airless", condition="stress", amount=3, damage=1)) == Outcome(1, "stress", 3)
    assert outcome(area("airless", effect="falls asleep")) == Outcome(0, effect="falls asleep")
    assert outcome(area("airless", effect="none", damage=4)) == Outcome(0)
    assert is_harmless(area("airless", effect="none"))
    assert not is_harmless(area("airless"))
    assert not has_own_effect(area("airless", contaminated=1))
