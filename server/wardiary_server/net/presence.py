"""Who is here: what everybody may know of the seats' connections. A message, never an entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from wardiary_protocol.messages import Presence

from .limits import Clock

HERE, AWAY, TYPING = "here", "away", "typing"


class Attendance:
    """Counts the connections of each seat, and those that watch."""

    def __init__(self, clock: Clock, away: float, typing: float) -> None:
        self.watching = 0
        self._clock = clock
        self._away = away
        self._typing = typing
        self._began = clock()
        self._here: Counter[str] = Counter()
        self._left: dict[str, float] = {}
        self._typing_until: dict[str, float] = {}
        self._lead = ("", 0)  # who leads through the past, and where

    def came(self, seat: str) -> None:
        """One more connection: of a seat, or of a spectator (`""`)."""
        if seat:
            self._here[seat] += 1
        else:
            self.watching += 1

    def went(self, seat: str) -> None:
        """One connection less."""
        if not seat:
            self.watching -= 1
        else:
            self._here[seat] -= 1
            if not self._here[seat]:
                self._left[seat] = self._clock()
                self._typing_until.pop(seat, None)
                self.leads(seat, 0)

    def types(self, seat: str, on: bool) -> None:
        """A seat is writing or rolling, or no longer."""
        if on:
            self._typing_until[seat] = self._clock() + self._typing
        else:
            self._typing_until.pop(seat, None)

    def leads(self, seat: str, seq: int) -> None:
        """A seat shows the others the game after entry `seq`; 0 where it does so no longer."""
        if seq:
            self._lead = (seat, seq)
        elif self._lead[0] == seat:
            self._lead = ("", 0)

    def is_here(self, seat: str) -> bool:
        """Whether a seat has a connection."""
        return self._here[seat] > 0

    def away(self, seats: Iterable[str]) -> frozenset[str]:
        """Those seats that have had no connection for so long that they hold nothing up any more."""
        since = self._clock() - self._away
        return frozenset(seat for seat in seats if not self._here[seat] and self._left.get(seat, self._began) <= since)

    def told(self, held: Iterable[str]) -> Presence:
        """The message about the seats that are held, as things are now."""
        return Presence({seat: self._state(seat) for seat in held}, self.watching, *self._lead)

    def _state(self, seat: str) -> str:
        if not self._here[seat]:
            return AWAY
        return TYPING if self._typing_until.get(seat, 0.0) > self._clock() else HERE
