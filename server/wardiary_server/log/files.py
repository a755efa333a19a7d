"""Files that are there whole or not at all, and the lock that one server holds on them."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from .contract import CannotOpen, Full, LockHeld, Unavailable

PRIVATE = 0o600
"""For its owner alone."""

PUBLIC = 0o644
"""For everyone to read."""


@contextlib.contextmanager
def replacing(path: Path, mode: int = PRIVATE) -> Iterator[IO[bytes]]:
    """Writes a file that takes the place of `path` once the block is left without an error, durably.

    Until then, and after any error, `path` is what it was. Raises Full when there is no space, else Unavailable.
    """
    with writing(path), temporary(path) as beside:
        with beside.open("r+b") as file:
            os.fchmod(file.fileno(), mode)
            yield file
        put_in_place(beside, path)


@contextlib.contextmanager
def temporary(path: Path) -> Iterator[Path]:
    """A private, empty file beside `path`, gone again at the end unless it was moved."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
    finally:
        beside.unlink(missing_ok=True)


def put_in_place(beside: Path, path: Path) -> None:
    """Moves a finished file to `path`, so that both its bytes and its name survive a power cut."""
    _sync(beside)
    beside.replace(path)
    _sync(path.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """Says in a sentence why `path` could not be written: Full, or Unavailable."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise Full(
                f"There is no space left to write {path}. It was left as it was; free some and try again."
            ) from None
        raise Unavailable(f"{path} cannot be written: {error.strerror}. It was left as it was.") from None


class Lock:
    """An exclusive lock that the kernel frees when its holder ends, however it ends.

    The file names the holder. It is never removed: another process may be about to lock it.
    """

    def __init__(self, path: Path, owner: str = "") -> None:
        """Takes the lock at once or raises LockHeld, CannotOpen."""
        try:
            self._file = path.open("a+")
        except OSError as error:
            raise CannotOpen(f"{path} cannot be opened: {error.strerror}.") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.seek(0)
            held_by = self._file.read().strip()
            self._file.close()
            raise LockHeld(path.parent, held_by or "it does not say which") from None
        self._file.truncate(0)
        self._file.write(", ".join(filter(None, (f"process {os.getpid()} on {socket.gethostname()}", owner))))
        self._file.flush()

    def release(self) -> None:
        """Lets go. More than once does no harm."""
        self._file.close()
