"""Places and lengths are whole thousandths, and what is decided by them is exact."""

from math import hypot

from hypothesis import given
from hypothesis import strategies as st
from wardiary_server.game.geometry.points import (
    along,
    at_text,
    in_inches,
    inches,
    length,
    overlap,
    rounded,
    rounded_down,
    rounded_up,
    squared,
)

coordinate = st.integers(-(10**6), 10**6)
points = st.tuples(coordinate, coordinate)


@given(points, points)
def test_a_length_is_the_nearest_thousandth(a: tuple[int, int], b: tuple[int, int]) -> None:
    far = length(a, b)

    assert (2 * far - 1) ** 2 <= 4 * squared(a, b) or far == 0
    assert 4 * squared(a, b) <= (2 * far + 1) ** 2


@given(points, points, st.integers(0, 10**6))
def test_a_point_on_the_way_is_no_further_off_than_rounding(a: tuple[int, int], b: tuple[int, int], far: int) -> None:
    far = min(far, length(a, b))
    there = along(a, b, far)

    assert abs(hypot(there[0] - a[0], there[1] - a[1]) - far) <= 1.3
    assert abs(hypot(there[0] - b[0], there[1] - b[1]) + far - hypot(b[0] - a[0], b[1] - a[1])) <= 1.5


def test_both_ends_of_a_way_are_exact() -> None:
    assert along((0, 0), (3_000, 4_000), 0) == (0, 0)
    assert along((0, 0), (3_000, 4_000), 5_000) == (3_000, 4_000)
    assert along((7, 7), (7, 7), 5_000) == (7, 7)


def test_circles_that_touch_do_not_overlap() -> None:
    """D9: 3-4-5, to the thousandth."""
    assert not overlap((0, 0), 2_000, (3_000, 4_000), 3_000)
    assert overlap((0, 0), 2_001, (3_000, 4_000), 3_000)


def test_lengths_are_written_exactly() -> None:
    assert [in_inches(n) for n in (0, 3_000, 4_500, 5, -2_250)] == ["0", "3", "4.5", "0.005", "-2.25"]


def test_people_read_tenths() -> None:
    lengths = (0, 49, 50, 3_000, 4_137, 4_150, 4_199, 11_950)

    assert [rounded(n) for n in lengths] == ["0", "0", "0.1", "3", "4.1", "4.2", "4.2", "12"]
    assert [rounded_down(n) for n in lengths] == ["0", "0", "0", "3", "4.1", "4.1", "4.1", "11.9"]
    assert [rounded_up(n) for n in lengths] == ["0", "0.1", "0.1", "3", "4.2", "4.2", "4.2", "12"]
    assert (inches(rounded_up(950)), inches(rounded_down(1_100))) == ("1 inch", "1.1 inches")
    assert (at_text((12_500, 3_000)), at_text((12_437, -51))) == ("12.5, 3", "12.4, -0.1")


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_what_is_needed_and_what_is_left_never_contradict_each_other(needed: int, left: int) -> None:
    """Too far reads as more than there is, and what there is enough for as no more than that."""
    far, most = float(rounded_up(needed, left)), float(rounded_down(left))

    assert (far > most) == (needed > left)
    assert round(most * 1000) <= left
    assert round(far * 1000) >= min(needed, round(most * 1000))


def test_there_is_never_less_than_it_costs() -> None:
    assert (rounded_up(4_030, 4_000), rounded_down(4_000)) == ("4.1", "4")
    assert (rounded_up(4_030, 4_020), rounded_down(4_020)) == ("4.1", "4")
    assert (rounded_up(4_020, 4_030), rounded_down(4_030)) == ("4", "4")
    assert (rounded_up(4_020, 4_200), rounded_down(4_200)) == ("4.1", "4.2")
