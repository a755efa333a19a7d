"""What comes in on a file descriptor, in chunks: from a terminal, a pipe or a file, on every platform alike.

A thread reads, since an event loop can watch neither files nor a console of Windows. It reads on only when the last
chunk was taken, and dies with the program: nothing waits for it.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator
from concurrent.futures import CancelledError

_CHUNK = 64 * 1024


async def chunks(fd: int) -> AsyncIterator[bytes]:
    """The bytes that come, as they come, until the end of the input."""
    queue: asyncio.Queue[bytes] = asyncio.Queue(1)
    loop = asyncio.get_running_loop()
    threading.Thread(target=_read, args=(fd, queue, loop), name="keyboard", daemon=True).start()
    while data := await queue.get():
        yield data


async def lines(fd: int) -> AsyncIterator[str]:
    """The lines that come, without their ends; the last one need not have one."""
    rest = b""
    async for data in chunks(fd):
        *whole, rest = (rest + data).split(b"\n")
        for line in whole:
            yield _text(line)
    if rest:
        yield _text(rest)


def _text(line: bytes) -> str:
    return line.removesuffix(b"\r").decode("utf-8", "replace")


def _read(fd: int, queue: asyncio.Queue[bytes], loop: asyncio.AbstractEventLoop) -> None:
    data = b"-"
    while data:
        try:
            data = os.read(fd, _CHUNK)
        except OSError:  # a terminal that went away
            data = b""
        put = queue.put(data)
        try:
            asyncio.run_coroutine_threadsafe(put, loop).result()
        except (RuntimeError, CancelledError):  # the program is ending
            put.close()
            return
