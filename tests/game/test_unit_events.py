"""What happens to units: each event assigns what it says, and is told as people would say it."""

from __future__ import annotations

import pytest
from kit import game, unit
from msgspec.structs import replace
from wardiary_server.game.event import Event
from wardiary_server.game.story import sentence
from wardiary_server.game.unit_events import (
    ConditionChanged,
    ItemDropped,
    ItemTaken,
    MarkSet,
    StatChanged,
    StatusChanged,
    UnitEntered,
    UnitHealed,
    UnitHurt,
    UnitPlaced,
)

START = game(
    "a - b", [unit("vega"), unit("nova", ""), unit("away", "", status="gone"), unit("late", "b", status="down")]
)


def told(event: Event) -> str:
    return sentence(event, START, event.fold(START))


@pytest.mark.parametrize(
    ("event", "status"),
    [
        (UnitPlaced("nova", "b"), "ready"),
        (UnitEntered("nova", "b", how="deployed"), "ready"),
        (UnitPlaced("away", "b"), "ready"),
        (UnitEntered("vega", "b", "a"), "ready"),
        (UnitEntered("late", "a", "b", "forced"), "down"),
    ],
)
def test_whoever_is_put_on_the_board_stands_there(event: UnitPlaced | UnitEntered, status: str) -> None:
    after = event.fold(START).units[event.unit]

    assert after.zone == event.zone
    assert after.status == status


def test_whoever_is_dead_may_be_taken_off_the_board() -> None:
    """MED-3: dead and removed; an event of an old log, which does not say so, leaves them where they lie."""
    removed = StatusChanged("late", "dead", removed=True).fold(START).units["late"]

    assert (removed.status, removed.zone) == ("dead", "")
    assert StatusChanged("late", "dead").fold(START).units["late"].zone == "b"


@pytest.mark.parametrize(("status", "zone"), [("down", "a"), ("dead", "a"), ("gone", ""), ("reserve", "")])
def test_whoever_leaves_the_board_is_nowhere_and_whoever_falls_lies_there(status: str, zone: str) -> None:
    after = StatusChanged("vega", status).fold(START).units["vega"]  # type: ignore[arg-type]

    assert (after.status, after.zone) == (status, zone)


def test_health_is_what_the_event_says_not_what_a_sum_would_give() -> None:
    assert UnitHurt("vega", 99, 3).fold(START).units["vega"].stats["health"] == 3
    assert UnitHealed("vega", 99, 4).fold(START).units["vega"].stats["health"] == 4
    assert StatChanged("vega", "ar", 0).fold(START).units["vega"].stats["ar"] == 0


def test_a_condition_that_is_over_is_not_there_any_more() -> None:
    prone = ConditionChanged("vega", "prone", 1).fold(START)

    assert prone.units["vega"].conditions == {"prone": 1}
    assert ConditionChanged("vega", "prone", 0).fold(prone).units["vega"] == START.units["vega"]


def test_marks_and_things_that_are_carried() -> None:
    after = ItemTaken("vega", "gun").fold(MarkSet("vega", "hazard", 2).fold(START))

    assert after.units["vega"].marks == {"hazard": 2}
    assert after.units["vega"].items == ("gun",)
    assert ItemDropped("vega", "gun").fold(after).units["vega"].items == ()


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (UnitPlaced("vega", "b"), "Vega is placed in b."),
        (UnitEntered("vega", "b", "a"), "Vega moves from a to b."),
        (UnitEntered("vega", "b"), "Vega moves to b."),
        (UnitEntered("vega", "b", "a", "forced"), "Vega is pulled from a into b."),
        (UnitEntered("nova", "b", "", "deployed"), "Nova arrives in b."),
        (StatusChanged("vega", "down"), "Vega goes down."),
        (StatusChanged("vega", "ready", "A corpsman came."), "Vega is back in the fight. A corpsman came."),
        (UnitHurt("vega", 2, 3, "FIRE 2"), "Vega loses 2 health (FIRE 2); 3 left."),
        (UnitHurt("vega", 0, 5, "FIRE 1"), "Vega takes no damage (FIRE 1)."),
        (UnitHurt("vega", 0, 5), "Vega takes no damage."),
        (UnitHealed("vega", 1, 5), "Vega regains 1 health; 5 now."),
        (StatChanged("vega", "ar", 3, "a shield"), "Vega: ar is now 3 (a shield)."),
        (ConditionChanged("vega", "lost_turns", 1, "GAS"), "Vega is going to lose 1 turn (GAS)."),
        (ConditionChanged("vega", "lost_turns", 2), "Vega is going to lose 2 turns."),
        (ConditionChanged("vega", "lost_turns", 0), "Vega is no longer going to lose any turns."),
        (ConditionChanged("vega", "stress", 2), "Vega is at stress 2."),
        (ConditionChanged("vega", "stress", 0), "Vega is no longer under stress."),
        (ConditionChanged("vega", "panic", 1), "Vega is in panic."),
        (ConditionChanged("vega", "prone", 1), "Vega is prone."),
        (MarkSet("vega", "hazard", 1), ""),
        (ItemTaken("vega", "gun"), "Vega takes gun."),
        (ItemDropped("vega", "gun"), "Vega drops gun."),
    ],
)
def test_the_sentence(event: Event, text: str) -> None:
    assert told(event) == text


def test_a_unit_that_took_nothing_new_carries_it_once() -> None:
    carried = replace(START, units={"vega": replace(START.units["vega"], items=("gun", "axe"))})

    assert sorted(ItemTaken("vega", "gun").fold(carried).units["vega"].items) == ["axe", "gun"]
