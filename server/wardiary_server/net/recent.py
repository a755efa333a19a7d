"""The newest entries as each audience was told of them, for those who come back or were behind."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping

from wardiary_protocol.messages import Told, Update

from ..room import Room


class Recent:
    """The last `keep` entries of a room. What came before the room was opened is read once, when somebody needs it."""

    def __init__(self, room: Room, keep: int) -> None:
        self._room = room
        self._keep = keep
        self._told: dict[str, deque[Told]] = {}
        self._loaded: set[str] = set()
        self._lock = asyncio.Lock()

    def add(self, updates: Mapping[str, Update]) -> None:
        """What everyone is told now."""
        for audience, update in updates.items():
            self._of(audience).extend(update.entries)

    def after(self, audience: str, seq: int, limit: int) -> tuple[Told, ...]:
        """The newest entries after `seq` that are at hand, at most `limit`."""
        found = [told for told in self._of(audience) if told.seq > seq]
        return tuple(found[-limit:] if limit else ())

    async def load(self, audience: str, seq: int) -> None:
        """Brings the entries after `seq` to hand, as far as they are kept. Raises what the log raises."""
        async with self._lock:
            head = self._room.state.seq
            ring = self._of(audience)
            if audience in self._loaded or seq >= (ring[0].seq - 1 if ring else head):
                return
            read = [told async for told in self._room.story(audience, max(0, head - self._keep), self._keep)]
            ring = self._of(audience)  # and what came meanwhile
            known = ring[0].seq if ring else head + 1
            self._told[audience] = deque((*(told for told in read if told.seq < known), *ring), self._keep)
            self._loaded.add(audience)

    def _of(self, audience: str) -> deque[Told]:
        ring = self._told.get(audience)
        if ring is None:
            ring = self._told[audience] = deque(maxlen=self._keep)
        return ring
