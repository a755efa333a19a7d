"""Reading back: where somebody looks, how they get on from there, and the views that were fetched for it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from ..client import Client
from ..scene import Scene
from .diary import Diary

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Entries a second."""
_KEPT = 64


class Past:
    """`at` is the entry after which the board is shown; 0 is LIVE. `older` fetches what came before the diary."""

    def __init__(self, client: Client, diary: Diary, older: Callable[[], Awaitable[None]]) -> None:
        self.at = 0
        self.playing = False
        self._client = client
        self._diary = diary
        self._older = older
        self._speed = 1
        self._waited = 0.0
        self._views: OrderedDict[tuple[str, int], Mapping[str, Any]] = OrderedDict()
        self._scene = Scene()

    @property
    def live(self) -> bool:
        """Whether the board is shown as it is now."""
        return not self.at

    @property
    def scene(self) -> Scene:
        """What is shown: then, or now."""
        return self._client.scene if self.live else self._scene

    # ------------------------------------------------------------------------------------------ going somewhere

    def back_to_now(self) -> None:
        """LIVE again."""
        self.at, self.playing = 0, False

    async def go(self, seq: int) -> None:
        """Shows the board as it was after an entry; after the newest one that is LIVE. Raises `Refusal`, `Ended`."""
        seq = max(1, seq)
        if seq >= self._diary.last:
            self.back_to_now()
            return
        while self._diary.first > seq:
            await self._older()
        view = await self._view(seq)
        now = self._client.scene
        self.at, self._scene = seq, Scene(view, now.seat, now.role)

    async def step(self, by: int) -> None:
        """So many entries on, or back. Raises as `go` does."""
        await self.go((self.at or self._diary.last) + by)

    async def turn_over(self, by: int) -> None:
        """To the beginning of the round before, or of the next. Raises as `go` does."""
        at = self.at or self._diary.last
        if by < 0 and self._diary.round_before(at) == self._diary.first:
            await self._older()
        await self.go(self._diary.round_before(at) if by < 0 else self._diary.round_after(at))

    async def _view(self, seq: int) -> Mapping[str, Any]:
        key = (f"{self._client.replica.epoch} {self._client.replica.audience}", seq)
        if key not in self._views:
            self._views[key] = (await self._client.look(seq)).view
            if len(self._views) > _KEPT:
                self._views.popitem(last=False)
        return self._views[key]

    # ------------------------------------------------------------------------------------------ playing

    @property
    def speed(self) -> float:
        """Entries a second."""
        return SPEEDS[self._speed]

    def faster(self, by: int) -> None:
        """Another speed."""
        self._speed = max(0, min(len(SPEEDS) - 1, self._speed + by))

    async def play(self) -> None:
        """Plays on from here, or stops; from LIVE it begins with the round. Raises as `go` does."""
        self.playing, self._waited = not self.playing, 0.0
        if self.playing and self.live:
            await self.turn_over(-1)
            self.playing = not self.live

    def is_due(self, seconds: float) -> bool:
        """Whether the next entry is to be shown, so many seconds after this was asked last."""
        if not self.playing:
            return False
        self._waited += seconds
        if self._waited < 1 / self.speed:
            return False
        self._waited = 0.0
        return True
