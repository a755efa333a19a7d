"""A player's export: everything that their audience was told, in a file that can be replayed without a server.

Once the game is closed the chained log is in it too, so that anybody can verify it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from wardiary_protocol.export import End, Header, Line, encode
from wardiary_protocol.proof import Row

from . import __version__
from .client import Client
from .exits import Ended, Exit
from .paging import story


async def save(client: Client, path: Path) -> str:
    """Writes the export in one go, and returns a sentence about it. Raises `Refusal`, `Ended`."""
    lines = [line async for line in _lines(client, client.replica.seq)]
    welcome = client.welcome
    assert welcome is not None
    header = Header(
        game=welcome.game, title=welcome.title, epoch=welcome.epoch, audience=welcome.audience,
        head=lines[-1].seq if lines else 0, exported_by=f"wardiary {__version__}",
    )  # fmt: skip
    proved = bool(lines) and lines[-1].hash is not None
    end = End(header.head, lines[-1].hash if lines else None)
    write(path, b"".join([encode(header), *map(encode, lines), encode(end)]))
    what = f"with the log: `wardiary verify {path}` proves it" if proved else "the story alone: the game is not closed"
    return f"{path}: {welcome.title}, {header.head} entries, {what}."


async def _lines(client: Client, head: int) -> AsyncIterator[Line]:
    rows = [row async for row in _rows(client)] if client.scene.table.get("closed") else []
    by_seq = {row.seq: row for row in rows}
    async for told in story(client, 0, head, changes=True):
        row = by_seq.get(told.seq)
        yield Line.of(row, told) if row else Line(told.seq, told=told)


async def _rows(client: Client) -> AsyncIterator[Row]:
    """The chained log, page by page."""
    after = 0
    while True:
        page = await client.proof(after)
        for row in page.rows:
            yield Row(*row)
        if not page.more or not page.rows:
            return
        after = page.rows[-1][0]


def write(path: Path, data: bytes) -> None:
    """Puts the file in place once it is whole. Raises `Ended`."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as wrong:
        raise Ended(Exit.USAGE, f"{path} cannot be written: {wrong.strerror}.") from None
