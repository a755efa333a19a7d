"""Places and lengths are whole thousandths, and what is decided by them is exact."""

from math import hypot

from hypothesis import given
from hypothesis import strategies as st
from wardiary_server.game.geometry.points import along, at_text, in_inches, length, overlap, squared

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


def test_lengths_are_written_as_people_write_them() -> None:
    assert [in_inches(n) for n in (0, 3_000, 4_500, 5, -2_250)] == ["0", "3", "4.5", "0.005", "-2.25"]
    assert at_text((12_500, 3_000)) == "12.5, 3"
