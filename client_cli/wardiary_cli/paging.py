"""The story read back, page by page."""

from __future__ import annotations

from collections.abc import AsyncIterator

from wardiary_protocol.messages import Told

from .client import Client

_PAGE = 500


async def story(
    client: Client, after: int = 0, upto: int | None = None, *, changes: bool = False
) -> AsyncIterator[Told]:
    """The entries after `after`, up to entry `upto` or to the end. Raises `Refusal`, `Ended`."""
    while upto is None or after < upto:
        limit = _PAGE if upto is None else min(_PAGE, upto - after)
        page = await client.page(after, limit, changes=changes)
        for told in page.entries:
            yield told
        if not page.more or not page.entries:
            return
        after = page.entries[-1].seq


async def latest(client: Client, count: int) -> list[Told]:
    """The last `count` entries of this client's view."""
    head = client.replica.seq
    return [told async for told in story(client, max(0, head - count), head)] if head else []
