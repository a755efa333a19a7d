"""The demo's server: a process of its own, so that it can be killed as a power cut would."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

START = 30.0
"""Seconds within which a server on this machine has to say that it is serving: a busy one may need ten."""


class ServerProcess:
    """`wardiary-server serve` on a free port of the loopback."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self._process = process
        self.port = port

    @classmethod
    async def start(cls, data: Path, port: int = 0, *more: str) -> ServerProcess:
        """Start it on this data, with `more` options, and wait until it serves; on a free port where none is given."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "wardiary_server", "serve", "--data", str(data), "--port", str(port),
            "--rate", "0", *more,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        assert process.stdout is not None
        try:
            line = (await asyncio.wait_for(process.stdout.readline(), START)).decode()
        except TimeoutError:
            process.kill()
            await process.wait()
            raise
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        if found is None:
            rest = (await process.stdout.read()).decode()
            await process.wait()
            raise RuntimeError(f"The server did not start: {line}{rest}")
        return cls(process, int(found[1]))

    async def kill(self) -> None:
        """SIGKILL: it gets no chance to tidy up."""
        self._process.kill()
        await self._process.wait()

    async def stop(self) -> int:
        """SIGTERM, and its exit code."""
        if self._process.returncode is None:
            self._process.terminate()
        return await asyncio.wait_for(self._process.wait(), START)
