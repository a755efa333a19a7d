"""Zones: their size, what is next to what, and range bands."""

from __future__ import annotations

import pytest
from kit import unit
from kit.skirmish import play
from wardiary_server.game.board import Place
from wardiary_server.rules.zones.space import band, is_one_zone, neighbours, on_the_table, within


@pytest.mark.parametrize(("metres", "length"), [(6, 4_000), (12, 8_000), (9, 6_000)])
def test_zon_1_a_zone_of_6_to_12_metres_is_4_to_8_inches_on_the_table(metres: int, length: int) -> None:
    """ZON-1: 6 m are 4", 12 m are 8"; an inch is 1.5 m (D65)."""
    assert on_the_table(metres) == length
    assert is_one_zone(length)


@pytest.mark.parametrize("length", [3_999, 8_001, 10_000])
def test_zon_1_open_ground_of_another_size_is_not_one_zone(length: int) -> None:
    """ZON-1: 4 to 8 inches, both included."""
    assert not is_one_zone(length)


@pytest.mark.parametrize("length", [1_000, 6_000, 10_000])
def test_zon_2_a_room_is_one_zone_whatever_its_size(length: int) -> None:
    """ZON-2: a room of 10" is one zone."""
    assert is_one_zone(length, room=True)


@pytest.mark.parametrize(
    ("zones", "name"), [(0, "short"), (1, "medium"), (2, "long"), (4, "long"), (5, "extreme"), (9, "extreme")]
)
def test_range_bands(zones: int, name: str) -> None:
    """D75: short in the same zone, medium one away, long two to four, extreme beyond."""
    assert band(play("a - b", unit("vega")).context(), zones) == name


def test_range_bands_are_options() -> None:
    """D75: `zones.medium` and `zones.long` say how far they go."""
    ctx = play("a - b", unit("vega"), options={"zones.medium": 2, "zones.long": 3}).context()
    assert [band(ctx, zones) for zones in range(5)] == ["short", "medium", "medium", "long", "extreme"]


def test_distance_follows_what_is_open() -> None:
    """D75, D25: a shut door is no way; where no way leads, nothing is within any distance."""
    ctx = play("a - b #d1# c\nb =d2= d", unit("vega")).context()
    assert within(ctx, Place("a"), Place("d"), 2)
    assert not within(ctx, Place("a"), Place("d"), 1)
    assert not within(ctx, Place("a"), Place("c"), 100)


def test_shut_doors_part_zones_for_fire_and_gas() -> None:
    """D25: a closed or sealed door is no edge, an open one is."""
    ctx = play("b - a #d1# c\na !d2! d\na =d3= e", unit("vega")).context()
    assert neighbours(ctx, "a") == ("b", "e")


def test_that_shut_doors_stop_fire_and_gas_is_an_option() -> None:
    """D25: with `zones.doors_stop` off every door leaks; two doors between the same zones are still one way."""
    ctx = play(
        "b - a #d1# c\na !d2! d\na =d3= e\nc #d4# a", unit("vega"), options={"zones.doors_stop": False}
    ).context()
    assert neighbours(ctx, "a") == ("b", "c", "d", "e")
