"""The limit of anything durable: the same bytes appended to a file, and synced before the next are.

No format, no database, no game: `os.write` and `os.fdatasync`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path


def per_second(folder: Path, bodies: Sequence[bytes], groups: Iterable[int], limit: float) -> float:
    """Entries a second, in groups of these sizes, one sync each; ends after `limit` seconds at the latest."""
    path = folder / "synced"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        start, done = time.perf_counter(), 0
        for size in groups:
            os.write(descriptor, b"".join(bodies[done : done + size]))
            os.fdatasync(descriptor)
            done += size
            if done >= len(bodies) or time.perf_counter() - start > limit:
                break
        return done / (time.perf_counter() - start)
    finally:
        os.close(descriptor)
        path.unlink()
