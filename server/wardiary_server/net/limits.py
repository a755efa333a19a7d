"""How much of something in how much time."""

from __future__ import annotations

from collections.abc import Callable

Clock = Callable[[], float]
"""Seconds, from any beginning, never backwards."""


class Bucket:
    """Lets `burst` through at once and `rate` a second in the long run. A rate of 0 lets everything through."""

    __slots__ = ("_burst", "_clock", "_full_at", "_rate")

    def __init__(self, rate: float, burst: int, clock: Clock) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._full_at = clock()  # the moment at which everything that was taken has flowed back

    def take(self) -> bool:
        """Takes one, if there is one."""
        if not self._rate:
            return True
        now = self._clock()
        full_at = max(self._full_at, now) + 1 / self._rate
        if full_at - now > self._burst / self._rate + 1e-9:
            return False
        self._full_at = full_at
        return True
