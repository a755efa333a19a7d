"""What a client has heard and nobody has dealt with yet, in its order.

async for heard in inbox: …           without end; the next one comes once this one is dealt with
await inbox.caught_up()               everything that has come until now is dealt with
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Inbox(Generic[T]):
    """Put in by a listener, taken out by one task."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[T | asyncio.Future[None]] = asyncio.Queue()

    def put(self, heard: T) -> None:
        """One more."""
        self._queue.put_nowait(heard)

    async def __aiter__(self) -> AsyncIterator[T]:
        while True:
            heard = await self._queue.get()
            if not isinstance(heard, asyncio.Future):
                yield heard
            elif not heard.done():
                heard.set_result(None)

    async def caught_up(self) -> None:
        """Returns when everything that has come until now is dealt with."""
        mark: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(mark)
        await mark
