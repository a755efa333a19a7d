"""The small helpers of folds: each makes a new state and leaves the old one alone."""

from __future__ import annotations

import msgspec
import pytest
from kit import game, unit
from wardiary_server.game.entry import state_bytes
from wardiary_server.game.event import (
    Event,
    bracketed,
    level,
    put,
    put_number,
    stat,
    with_clock,
    with_unit,
    with_zone,
    without,
)
from wardiary_server.game.state import Table, Zone

START = game("a - b", [unit("vega"), unit("rook", "b", "blue")])


def test_a_changed_unit_leaves_everything_else_the_identical_object() -> None:
    after = with_unit(START, "vega", zone="b")

    assert after.units["vega"].zone == "b"
    assert START.units["vega"].zone == "a"
    assert after.units["rook"] is START.units["rook"]
    assert after.zones is START.zones


def test_a_changed_zone_and_a_changed_clock() -> None:
    after = with_clock(with_zone(START, "a", tags=("open",)), round=7)

    assert after.zones["a"].tags == ("open",)
    assert after.clock.round == 7
    assert after.clock.phase == START.clock.phase
    assert after.units is START.units


def test_putting_and_taking_out_of_a_map() -> None:
    before = {"a": 1}

    assert put(before, "b", 2) == {"a": 1, "b": 2}
    assert without(before, "a") == {}
    assert without(before, "b") == before
    assert before == {"a": 1}


@pytest.mark.parametrize("before", [{}, {"fire": 3}])
def test_a_number_that_is_0_is_left_out_so_that_equal_states_are_equal_bytes(before: dict[str, int]) -> None:
    assert put_number(before, "fire", 0) == {}
    assert put_number(before, "fire", 2) == {"fire": 2}


def test_what_is_not_stated_has_its_default() -> None:
    assert stat(START.units["vega"], "health") == 5
    assert stat(START.units["vega"], "sanity", 9) == 9
    assert level(Zone("a", "a"), "fire") == 0


def test_a_reason_is_in_brackets_or_not_there() -> None:
    assert bracketed("gas") == " (gas)"
    assert bracketed("") == ""


def test_an_event_that_says_nothing_else_changes_nothing_and_is_not_told() -> None:
    class Quiet(Event, frozen=True, tag="quiet"):
        """Nothing."""

    event, table = Quiet(), Table()

    assert event.fold(START) is START
    assert event.fold_table(table) is table
    assert event.sentence() == ""
    assert event.args(START) == {}
    assert msgspec.to_builtins(event) == {"t": "quiet"}
    assert state_bytes(event.fold(START)) == state_bytes(START)
