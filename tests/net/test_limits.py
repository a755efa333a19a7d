"""A bucket lets through what flows back, and no more."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from kit.net import Clock
from wardiary_server.net.limits import Bucket


def test_a_burst_goes_through_and_then_it_takes_time() -> None:
    clock = Clock()
    bucket = Bucket(2, 4, clock)
    assert [bucket.take() for _ in range(6)] == [True] * 4 + [False] * 2
    clock.now += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now += 100
    assert [bucket.take() for _ in range(6)] == [True] * 4 + [False] * 2


def test_without_a_rate_there_is_no_limit() -> None:
    bucket = Bucket(0, 1, Clock())
    assert all(bucket.take() for _ in range(1000))


@given(
    st.integers(1, 50),
    st.integers(1, 20),
    st.lists(st.tuples(st.integers(0, 4000), st.integers(1, 30)), max_size=40),
)
def test_never_more_than_the_burst_and_what_flowed_back(rate: int, burst: int, goes: list[tuple[int, int]]) -> None:
    clock = Clock()
    began, bucket, taken = clock.now, Bucket(rate, burst, clock), 0
    for milliseconds, tries in goes:
        clock.now += milliseconds / 1000
        taken += sum(bucket.take() for _ in range(tries))
        assert taken <= burst + (clock.now - began) * rate + 1e-6
