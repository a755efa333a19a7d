"""The seats that this person holds: their tokens, in one private file, so that a seat is taken back by itself.

The file is `wardiary/seats.json` under `XDG_STATE_HOME`, readable by its owner alone. It is always whole: written
beside itself, synced, then put in place, under a lock that other terminals wait for. Of an invite and a room code only
their hashes are kept, to know the seat again that they opened. A token is only ever sent to the server that gave it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

try:
    import fcntl
except ImportError:  # not on Windows: two terminals that sit down in the same instant are rare there
    fcntl = None  # type: ignore[assignment]


class Held(Struct, frozen=True, omit_defaults=True):
    """A seat and what proves that it is ours."""

    server: str
    game: str
    seat: str
    token: str
    title: str = ""
    invite: str = ""  # the hash of the invite that bought it
    code: str = ""  # the hash of the game's room code


class _File(Struct):
    seats: list[Held] = []


class CannotKeep(Exception):
    """The file cannot be read or written; the text says which and why."""


def state_dir() -> Path:
    """Where this person's programs keep what they remember."""
    state = os.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if os.path.isabs(state) else Path.home() / ".local" / "state"
    return base / "wardiary"


def hashed(secret: str) -> str:
    """What is kept of an invite or a room code."""
    return hashlib.sha256(secret.encode()).hexdigest()[:32] if secret else ""


class Seats:
    """The kept seats. Every reading is fresh, since other terminals write too. Raises `CannotKeep`."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or state_dir()) / "seats.json"

    def all(self) -> list[Held]:
        """All of them, the newest last."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=_File).seats
        except FileNotFoundError:
            return []
        except OSError as wrong:
            raise CannotKeep(f"{self.path} cannot be read: {wrong.strerror}.") from None
        except msgspec.MsgspecError:
            raise CannotKeep(f"{self.path} is damaged. Move it away; an invite or a token takes you back.") from None

    def at(self, server: str, *, invite: str = "", code: str = "") -> list[Held]:
        """The seats at a server; with an invite or a room code, those that it opened."""
        fits = (held for held in self.all() if held.server == server)
        return [
            held
            for held in fits
            if (not invite or held.invite == hashed(invite)) and (not code or held.code == hashed(code))
        ]

    def keep(self, held: Held) -> None:
        """Remembers a seat, in place of what was known of it. It is on the disk when this returns."""
        with self._locked():
            self._write([*(one for one in self.all() if not _same(one, held)), held])

    def forget(self, held: Held) -> None:
        """The seat is no longer ours."""
        with self._locked():
            self._write([one for one in self.all() if one != held])

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(self.path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as wrong:
            raise CannotKeep(f"{wrong.filename} cannot be written: {wrong.strerror}.") from None
        try:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def _write(self, seats: list[Held]) -> None:
        data = msgspec.json.format(msgspec.json.encode(_File(seats)), indent=1) + b"\n"
        try:
            handle, name = tempfile.mkstemp(prefix="seats-", dir=self.path.parent)  # mode 0600
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(name, self.path)
            except BaseException:
                os.unlink(name)
                raise
        except OSError as wrong:
            raise CannotKeep(f"{self.path} cannot be written: {wrong.strerror}.") from None


def _same(one: Held, other: Held) -> bool:
    return (one.server, one.game, one.seat) == (other.server, other.game, other.seat)
