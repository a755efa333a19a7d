"""Lines of sight, and how much of one runs through an area."""

from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_server.game.board import Place
from wardiary_server.game.geometry.lines import chord, clear, line_crosses, sees_any, sides
from wardiary_server.game.state import Area, Point

from tests.kit import game as by_zones
from tests.kit.inches import at, field, line, room, two_rooms, wall

inch = st.integers(0, 12_000)
points = st.tuples(inch, inch)


def test_walls_and_shut_doors_stop_sight() -> None:
    assert clear(two_rooms(), at(6, 6), at(18, 6))
    assert not clear(two_rooms(door="closed"), at(6, 6), at(18, 6))
    assert not clear(two_rooms(door="sealed"), at(6, 6), at(18, 6))
    assert clear(two_rooms(door="destroyed"), at(6, 6), at(18, 6))
    assert not clear(two_rooms(), at(6, 3), at(18, 3))


def test_a_window_is_seen_through_and_a_curtain_is_not() -> None:
    hung = two_rooms(walls=[wall("window", 12, 0, 12, 5, stops="move"), wall("curtain", 5, 6, 5, 12, stops="sight")])

    assert clear(hung, at(6, 3), at(18, 3))
    assert not clear(hung, at(2, 9), at(8, 9))


def test_the_border_of_a_zone_is_no_wall() -> None:
    assert clear(two_rooms(walls=[]), at(6, 3), at(18, 3))


def crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two lines have a point in common, the schoolbook's way."""

    def turn(p: Point, q: Point, r: Point) -> int:
        area = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (area > 0) - (area < 0)

    def on(p: Point, q: Point, r: Point) -> bool:
        return all(min(p[i], q[i]) <= r[i] <= max(p[i], q[i]) for i in (0, 1))

    turns = turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)
    if turns[0] != turns[1] and turns[2] != turns[3]:
        return True
    return any(
        t == 0 and on(*ends) for t, ends in zip(turns, ((a, b, c), (a, b, d), (c, d, a), (c, d, b)), strict=True)
    )


@given(st.lists(points, min_size=2, max_size=6), points, points)
def test_what_is_seen_is_what_no_wall_crosses(ends: list[Point], a: Point, b: Point) -> None:
    built = [wall(f"w{n}", *(x / 1000 for x in (*p, *q))) for n, (p, q) in enumerate(pairwise(ends)) if p != q]
    board = field([room("a", 0, 0, 12, 12)], walls=built)

    assert clear(board, a, b) == (not any(crossing(a, b, *one.line) for one in built))


@given(points, points, st.integers(1, 2_000))
def test_the_sides_of_a_base_are_its_radius_away_and_across(a: Point, b: Point, base: int) -> None:
    for point in sides(a, b, base):
        assert abs(hypot(point[0] - b[0], point[1] - b[1]) - base) <= 1
    assert len(sides(a, b, base)) == (2 if a != b else 0)


def test_any_part_of_a_base_may_be_seen() -> None:
    board = two_rooms()
    behind = at(18, 3)  # seen from here the line to its middle meets the wall at 12, 4.5

    assert not clear(board, at(6, 6), behind)
    assert not sees_any(board, at(6, 6), behind, 500)
    assert sees_any(board, at(6, 6), behind, 1_500)


@given(points, points, points, st.integers(1, 6_000))
def test_a_chord_is_what_many_small_steps_find(a: Point, b: Point, centre: Point, radius: int) -> None:
    if a == b:
        return
    whole, steps = hypot(b[0] - a[0], b[1] - a[1]), 400
    inside = sum(
        hypot(
            a[0] + (b[0] - a[0]) * (n + 0.5) / steps - centre[0], a[1] + (b[1] - a[1]) * (n + 0.5) / steps - centre[1]
        )
        < radius
        for n in range(steps)
    )

    assert chord(a, b, centre, radius) == pytest.approx(inside * whole / steps, abs=2 * whole / steps + 1)


def test_how_much_of_a_line_runs_through_an_area() -> None:
    """D39: Darkness counts when any part of the line runs through it."""
    board = two_rooms()
    here, there = Place("dock", at(2, 6)), Place("bridge", at(22, 6))

    assert line_crosses(board, Area("d", "dark", zones=("bridge",)), here, there) == 10_000
    assert line_crosses(board, Area("d", "dark", zones=("dock", "bridge")), here, there) == 20_000
    assert line_crosses(board, Area("d", "dark", shape=line(4, 5, 7, 5, 7, 7, 4, 7)), here, there) == 3_000
    assert line_crosses(board, Area("d", "dark", centre=at(10, 6), radius=1_500), here, there) == 3_000
    assert line_crosses(board, Area("d", "dark", centre=at(10, 9), radius=1_500), here, there) == 0
    assert line_crosses(board, Area("d", "dark", zones=("dock",)), here, here) == 0


def test_without_points_there_is_no_line() -> None:
    table = by_zones("a - b", ())

    assert line_crosses(table, Area("d", "dark", zones=("a",)), Place("a"), Place("b")) == 0
