"""How far a base gets, and where something changes on its way, against simple formulas."""

from itertools import pairwise
from math import dist, hypot

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from wardiary_server.game.geometry.points import along, length
from wardiary_server.game.geometry.travel import (
    HAIR,
    changes,
    circle_hit,
    first_hit,
    nearest_on_way,
    point_on,
    zones_on_way,
)
from wardiary_server.game.state import Game, Point

from tests.kit.inches import TWO_ROOMS, at, field, link, room, stood, two_rooms, wall

inch = st.integers(0, 12_000)
points = st.tuples(inch, inch)


def to_line(p: tuple[float, float], a: Point, b: Point) -> float:
    """The distance from a point to a straight piece."""
    whole = dist(a, b) ** 2
    part = max(0.0, min(1.0, ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / whole))
    return dist(p, (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))


def steps(start: Point, end: Point, to: float) -> list[tuple[float, float]]:
    """Places on a way, five hundredths of an inch apart."""
    whole = dist(start, end)
    return [
        (start[0] + (end[0] - start[0]) * far / whole, start[1] + (end[1] - start[1]) * far / whole)
        for far in range(0, int(to), 50)
    ]


@given(points, points, points, points, st.integers(1, 1_500))
def test_a_base_comes_no_nearer_to_a_wall_than_touching(
    a: Point, b: Point, start: Point, end: Point, base: int
) -> None:
    assume(a != b)
    assume(start != end)
    board = field([room("a", -1, -1, 13, 13)], walls=[wall("w", *(n / 1000 for n in (*a, *b)))])
    mover = stood("vega", start[0] / 1000, start[1] / 1000, base=base / 1000)

    hit = first_hit(board, mover, start, end)

    keep = min(float(base), to_line(start, a, b))
    free = dist(start, end) if hit is None else hit.far
    assert all(to_line(place, a, b) >= keep - HAIR - 0.01 for place in steps(start, end, free))
    if hit is not None:
        beyond = (start[0] + (end[0] - start[0]) * (hit.far + 1.2) / dist(start, end),
                  start[1] + (end[1] - start[1]) * (hit.far + 1.2) / dist(start, end))  # fmt: skip
        assert (hit.what, hit.id) == ("wall", "w")
        assert to_line(beyond, a, b) < keep + 0.3


@given(points, points, points, st.integers(1, 4_000))
def test_a_base_stops_where_it_touches_another(start: Point, end: Point, centre: Point, radius: int) -> None:
    assume(start != end)
    far, whole = circle_hit(start, end, centre, radius), dist(start, end)
    keep = min(float(radius), dist(start, centre))

    free = whole if far is None else far
    assert all(dist(place, centre) >= keep - HAIR - 0.01 for place in steps(start, end, free))
    if far is not None:
        assert dist(along(start, end, far), centre) == pytest.approx(keep, abs=1)


def test_a_wall_a_shut_door_and_a_border_are_told_apart() -> None:
    vega = stood("vega", 9, 6)
    barred = field(TWO_ROOMS, links=[link("dock", "bridge", 12, 5, 12, 7)])

    assert first_hit(two_rooms(), vega, at(9, 6), at(15, 6)) is None
    assert first_hit(two_rooms(door="closed"), vega, at(9, 6), at(15, 6)) == (2_500, "door", "d1")
    assert first_hit(two_rooms(), vega, at(9, 2), at(15, 2)) == (2_500, "wall", "north")
    assert first_hit(barred, vega, at(9, 2), at(15, 2)) == (2_999, "edge", "bridge")


def test_the_nearest_thing_counts() -> None:
    board = two_rooms(stood("vega", 6, 2), stood("rook", 9, 2.1), stood("kei", 10, 2))

    hit = first_hit(board, board.units["vega"], at(6, 2), at(15, 2))

    assert hit is not None
    assert (hit.what, hit.id) == ("unit", "rook")


def test_who_lies_there_stops_nobody() -> None:
    board = two_rooms(stood("vega", 6, 2), stood("rook", 8, 2, status="down"))

    assert first_hit(board, board.units["vega"], at(6, 2), at(10, 2)) is None


def test_a_base_as_wide_as_a_doorway_goes_through_its_middle_and_not_beside_it() -> None:
    """A door two inches wide, and a base of as much."""
    vega = stood("vega", 9, 6, base=1)

    assert first_hit(two_rooms(), vega, at(9, 6), at(15, 6)) is None
    assert first_hit(two_rooms(), vega, at(9, 6.01), at(15, 6.01)) is not None


def test_who_was_pushed_against_a_wall_can_leave_it_and_move_along_it_but_not_through() -> None:
    pushed = stood("vega", 11.8, 2)

    assert first_hit(two_rooms(), pushed, at(11.8, 2), at(6, 2)) is None
    assert first_hit(two_rooms(), pushed, at(11.8, 2), at(11.8, 4)) is None
    assert first_hit(two_rooms(), pushed, at(11.8, 2), at(12.2, 2)) == (0, "wall", "north")


def test_bases_in_contact_part_and_turn_but_do_not_press() -> None:
    board = two_rooms(stood("vega", 3, 3), stood("rook", 4, 3))
    vega = board.units["vega"]

    assert first_hit(board, vega, at(3, 3), at(2, 3)) is None
    assert first_hit(board, vega, at(3, 3), at(3, 5)) is None
    assert first_hit(board, vega, at(3, 3), at(3.5, 3)) == (0, "unit", "rook")


@given(st.lists(st.integers(1, 5_999), max_size=6, unique=True).map(sorted))
def test_every_change_that_lasts_a_quarter_of_an_inch_is_found_to_the_thousandth(places: list[int]) -> None:
    assume(all(b - a >= 250 for a, b in pairwise([0, *places])))

    found = list(changes(lambda p: sum(p[0] >= place for place in places), (0, 0), (6_000, 0)))

    assert found == [(place, n + 1) for n, place in enumerate(places)]


def test_what_lasts_a_moment_is_found_where_one_looks() -> None:
    assert list(changes(lambda p: 99 <= p[0] < 102, (0, 0), (6_000, 0))) == []
    assert list(changes(lambda p: 99 <= p[0] < 102, (0, 0), (6_000, 0), [100])) == [(99, True), (102, False)]


@given(points, points, points)
def test_the_nearest_place_on_a_way(a: Point, b: Point, to: Point) -> None:
    near = nearest_on_way(a, b, to)

    assert 0 <= near <= dist(a, b) + 1e-6
    if a != b:
        part = near / dist(a, b)
        there = a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
        assert dist(there, to) == pytest.approx(to_line(to, a, b), abs=0.01)


@given(points, points)
def test_the_end_of_a_way_is_its_end(a: Point, b: Point) -> None:
    assert point_on(a, b, length(a, b)) == b
    assert point_on(a, b, 0) == a


def test_the_zones_of_a_way_in_order() -> None:
    three: Game = field(
        [room("a", 0, 0, 4, 4), room("b", 4, 0, 8, 4), room("c", 8, 0, 12, 4)], links=[link("a", "b"), link("b", "c")]
    )

    assert zones_on_way(three, at(1, 1), at(11, 1)) == [(3_001, "b"), (7_001, "c")]
    assert zones_on_way(three, at(11, 1), at(1, 1)) == [(3_000, "b"), (7_000, "a")]
    assert zones_on_way(three, at(1, 1), at(3, 3)) == []


def test_a_gap_between_two_zones_is_passed_over() -> None:
    gap = field([room("a", 0, 0, 4, 4), room("b", 4.01, 0, 8, 4)])

    assert zones_on_way(gap, at(1, 1), at(6, 1)) == [(3_010, "b")]
    assert zones_on_way(gap, at(1, 1), at(4.005, 1)) == []


def test_no_way_has_a_length_beyond_its_ends() -> None:
    assert hypot(3, 4) == 5
    assert circle_hit((0, 0), (0, 0), (5, 5), 9) is None
