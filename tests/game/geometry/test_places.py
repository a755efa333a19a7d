"""Which zone, which areas, how far: against simple formulas, with the numbers of ENV-15, ZON-3 and D9."""

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from wardiary_server.game.board import Place, place_of
from wardiary_server.game.geometry.places import covers, gap, in_contact, place_at, zone_at, zones_apart
from wardiary_server.game.state import Area, Marker

from tests.kit import game as by_zones
from tests.kit.inches import TWO_ROOMS, at, field, line, link, room, stood, two_rooms

BOARD = two_rooms()
inch = st.integers(0, 24_000)


@given(inch, st.integers(0, 12_000))
def test_every_place_is_in_one_zone_and_on_a_border_in_the_first(x: int, y: int) -> None:
    assert zone_at(BOARD, (x, y)) == ("dock" if x <= 12_000 else "bridge")


def test_beyond_all_zones_is_nowhere() -> None:
    assert zone_at(BOARD, (24_001, 5)) == ""
    assert place_at(BOARD, (500, 500), 300) == Place("dock", (500, 500), 300)


@given(inch, inch, st.integers(0, 2_000), inch, inch, st.integers(1, 6_000))
def test_a_template_is_a_circle_against_a_circle(x: int, y: int, base: int, cx: int, cy: int, radius: int) -> None:
    """ENV-15, D9."""
    area = Area("t", "hazard", centre=(cx, cy), radius=radius)

    assert covers(BOARD, area, Place("", (x, y), base)) == ((x - cx) ** 2 + (y - cy) ** 2 < (radius + base) ** 2)


@pytest.mark.parametrize(("right", "inside"), [(3.4, True), (3.49, True), (3.5, False), (3.51, False)])
def test_a_base_that_reaches_a_hundredth_inside_is_in_and_one_that_touches_is_out(right: float, inside: bool) -> None:
    """ENV-15 (d): radius 3 inches to a base of half an inch. foundryvtt#11251: 0.1" inside, and touching."""
    area = Area("t", "hazard", centre=at(6, 6), radius=3_000)

    assert covers(BOARD, area, place_of(stood("vega", 6 + right, 6))) is inside


@given(st.integers(-8_000, 8_000), st.integers(-8_000, 8_000), st.integers(0, 1_500))
def test_a_shape_is_entered_by_any_overlap(x: int, y: int, base: int) -> None:
    """D9 with a square of four inches: the distance to it by hand."""
    area = Area("s", "hazard", shape=line(-2, -2, 2, -2, 2, 2, -2, 2))
    far = hypot(max(0, abs(x) - 2_000), max(0, abs(y) - 2_000))
    within = abs(x) < 2_000 and abs(y) < 2_000

    assert covers(BOARD, area, Place("", (x, y), base)) == (within or far < base)


def test_a_base_that_touches_a_slant_is_outside() -> None:
    """D9: a triangle of 3, 4 and 5; the place is half an inch from the middle of its long side."""
    area = Area("s", "hazard", shape=line(0, 0, 4, 0, 0, 3))

    assert not covers(BOARD, area, Place("", (2_000 + 300, 1_500 + 400), 500))
    assert covers(BOARD, area, Place("", (2_000 + 300, 1_500 + 400), 501))


def test_an_area_of_zones_is_where_the_middle_is() -> None:
    area = Area("z", "hazard", zones=("bridge",))

    assert not covers(BOARD, area, place_of(replace(stood("vega", 11.9, 3), zone="dock")))
    assert covers(BOARD, area, place_of(replace(stood("vega", 12.1, 3), zone="bridge")))


def test_by_zones_a_shape_covers_nobody() -> None:
    table = by_zones("a - b", ())
    circle = Area("t", "hazard", centre=(0, 0), radius=9_000)

    assert not covers(table, circle, Place("a", (0, 0), 500))
    assert covers(table, Area("z", "hazard", zones=("a",)), Place("a"))


@given(inch, inch, st.integers(0, 2_000), inch, inch, st.integers(0, 2_000))
def test_a_gap_is_from_edge_to_edge(x: int, y: int, base: int, ox: int, oy: int, other: int) -> None:
    found = gap(Place("", (x, y), base), Place("", (ox, oy), other))

    assert abs(found - max(0.0, hypot(x - ox, y - oy) - base - other)) <= 0.5


FIELD = field((room("field", 0, 0, 40, 12, tags=("open",)), room("hut", 40, 0, 60, 12)), links=[link("field", "hut")])


@pytest.mark.parametrize(("inches", "zones"), [(0, 0), (5.9, 0), (5.999, 0), (6, 1), (11.999, 1), (12, 2), (18, 3)])
def test_in_the_open_every_six_inches_are_a_zone(inches: float, zones: int) -> None:
    """ZON-3 (d), D65: from edge to edge."""
    here, there = stood("vega", 1, 6, zone="field"), stood("rook", 2 + inches, 6, zone="field")

    assert zones_apart(FIELD, place_of(here), place_of(there)) == zones


def test_a_room_is_one_zone_whatever_its_size() -> None:
    """ZON-2, and from the open into it the inches count again."""
    deep, deeper = stood("a", 41, 6, zone="hut"), stood("b", 59, 6, zone="hut")
    out = stood("c", 30, 6, zone="field")

    assert zones_apart(FIELD, place_of(deep), place_of(deeper)) == 0
    assert zones_apart(FIELD, place_of(out), place_of(deep)) == 1
    assert zones_apart(FIELD, place_of(out), place_of(deeper)) == 4


def test_behind_a_shut_door_there_is_no_way_and_through_a_window_inches_count() -> None:
    shut = two_rooms(door="closed")

    assert zones_apart(two_rooms(), Place("dock", at(1, 1)), Place("bridge", at(20, 1))) == 1
    assert zones_apart(shut, Place("dock", at(1, 1)), Place("bridge", at(20, 1))) == 3
    assert zones_apart(by_zones("a #d# b", ()), Place("a"), Place("b")) is None


def test_bases_in_contact_touch() -> None:
    """D94."""
    here = stood("vega", 3, 3)

    assert in_contact(here, stood("rook", 4, 3), 0)
    assert not in_contact(here, stood("rook", 4.001, 3), 0)
    assert in_contact(here, stood("rook", 4.05, 3), 50)
    assert in_contact(here, Marker("b", "breach", at=at(3.3, 3.4)), 0)
    assert not in_contact(here, Marker("b", "breach", at=at(3.301, 3.4)), 0)
    assert not in_contact(here, Marker("b", "breach"), 0)


def test_zones_overlap_nowhere_here() -> None:
    assert {zone.id for zone in TWO_ROOMS} == {"dock", "bridge"}
