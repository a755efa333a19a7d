"""The limit of a fan-out: plain TCP. The same bytes, written to every connection, as fast as the loop goes round.

    python bench/lib/raw.py [--loop uvloop|asyncio]

No handshake, no format, no game. Prints `{"port": …}`; then for each line `{"frames": FILE}` it writes what the file
holds, one `write` for each frame and connection and a turn of the loop after each frame, and prints when it began.
FILE is frames one after another, each behind its length (four bytes).
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import cast


class Everyone(asyncio.Protocol):
    """Who is connected."""

    transports: list[asyncio.WriteTransport] = []  # noqa: RUF012 - one process, one crowd

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """One more."""
        self.transports.append(cast("asyncio.WriteTransport", transport))

    def connection_lost(self, exc: Exception | None) -> None:
        """The crowd goes as a whole."""
        self.transports.clear()


def main() -> None:
    """Serves, on uvloop where it is to be had."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--loop", choices=("uvloop", "asyncio"), default="uvloop")
    loop = parser.parse_args().loop
    try:
        import uvloop
    except ImportError:
        loop = "asyncio"
    if loop == "asyncio":
        asyncio.run(serve())
    else:
        uvloop.run(serve())


async def serve() -> None:
    """Listens, and does what the input says."""
    server = await asyncio.get_running_loop().create_server(Everyone, "127.0.0.1", 0, backlog=1_024)
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        frames = cut(await asyncio.to_thread(Path(json.loads(line)["frames"]).read_bytes))
        print(json.dumps({"began": time.perf_counter()}), flush=True)
        await send(frames)


async def send(frames: list[bytes]) -> None:
    """Everything to everyone."""
    for frame in frames:
        for transport in Everyone.transports:
            transport.write(frame)
        await asyncio.sleep(0)


def cut(data: bytes) -> list[bytes]:
    """The frames of a file."""
    frames, at = [], 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4])
        frames.append(data[at + 4 : at + 4 + size])
        at += 4 + size
    return frames


def pack(frames: list[bytes]) -> bytes:
    """The file of some frames."""
    return b"".join(len(frame).to_bytes(4) + frame for frame in frames)


if __name__ == "__main__":
    main()
