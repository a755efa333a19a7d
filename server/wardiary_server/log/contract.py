"""What every engine promises: the whole contract on one screen.

A game's log is an append-only list of rows, dense from 1, hash-chained (`wardiary_protocol.proof`). Whoever appends
says which head it decided on, and gets in only if that still is the head. An engine knows no game, no rule and no
clock: a body is bytes.

- An append is atomic and durable once it returns. Cancelling the task that waits for it does not take it back.
- The same batch sent again after the same head is recognised by what stands there, and gets the same seq.
- `Conflict` and `Unavailable` mean that nothing was written and nothing will be. `Unknown` means: look at the head
  before anything else. One game's failure touches no other game.
- `Corrupt` means a gap, a fork or a wrong hash. Nothing is skipped, shortened or repaired.
- Whoever sees an entry sees what is durable.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from typing import Protocol

from wardiary_protocol.proof import Head, Row

Entry = tuple[bytes, bytes]
"""What is appended: a commit id (see `Vault.commit_id`) and a body."""


class EventLog(Protocol):
    """The logs of many games. Made by an engine's own `open`; used within one event loop."""

    async def append(self, game: str, expected: tuple[int, bytes], entries: Sequence[Entry]) -> int:
        """Adds a batch after the head `expected` (`proof.START` opens a game) and returns the last seq, once durable.

        Raises Unfit for what no engine takes, Conflict, Unavailable (Full), Unknown.
        """
        ...

    def read(self, game: str, after: int = 0) -> AsyncIterator[Row]:
        """The rows after `after`, each proved to follow the one before. Raises Corrupt, Unavailable."""
        ...

    def follow(self, game: str, after: int = 0) -> AsyncIterator[Row]:
        """What `read` gives, then every row as it becomes durable; ends only with the log (Unavailable)."""
        ...

    async def head(self, game: str) -> Head:
        """The last row's number and hash, as stored; `proof.START` for a game that is not there."""
        ...

    def games(self) -> AsyncIterator[str]:
        """The games that have a row, in order of their ids."""
        ...

    async def aclose(self) -> None:
        """Finishes what was asked for, then lets go of everything. More than once does no harm."""
        ...


# ------------------------------------------------------------------------------------------------ limits

MAX_ENTRIES = 256
"""The most entries of a batch."""

MAX_BATCH = 512 * 1024
"""The most bytes of a batch's bodies together."""

MAX_BODY = 256 * 1024
"""The most bytes of one body; it has at least one."""

COMMIT_ID = 16
"""The bytes of a commit id."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


def is_name(game: str) -> bool:
    """Whether a game may be called this: 1 to 64 letters, digits, hyphens and underscores.

    Any engine can use such a name as it is: as a key, in a subject, in an address.
    """
    return _NAME.fullmatch(game) is not None


def check(game: str, entries: Sequence[Entry]) -> None:
    """Raises Unfit unless every engine would take this batch."""
    if not is_name(game):
        raise Unfit(f"A game cannot be called {game!r}: use 1 to 64 letters, digits, hyphens and underscores.")
    if not 1 <= len(entries) <= MAX_ENTRIES:
        raise Unfit(f"A batch has 1 to {MAX_ENTRIES} entries, not {len(entries)}.")
    for commit_id, body in entries:
        if len(commit_id) != COMMIT_ID:
            raise Unfit(f"A commit id has {COMMIT_ID} bytes, not {len(commit_id)}.")
        if not 1 <= len(body) <= MAX_BODY:
            raise Unfit(f"An entry has 1 to {MAX_BODY} bytes, not {len(body)}.")
    if (size := sum(len(body) for _, body in entries)) > MAX_BATCH:
        raise Unfit(f"A batch has at most {MAX_BATCH} bytes, not {size}.")


# ------------------------------------------------------------------------------------------------ errors


class LogError(Exception):
    """Something about a log. Its text is a sentence for people, its `code` a word for programs."""

    code = "log"


class Unfit(LogError, ValueError):
    """No engine takes this: a limit is exceeded. Nothing was written."""

    code = "too_large"


class Conflict(LogError):
    """Another append was first. Nothing was written; `head` is where the log stands."""

    code = "conflict"

    def __init__(self, game: str, head: Head) -> None:
        super().__init__(f"The log of {game} has gone on to entry {head.seq}.")
        self.head = head


class Unavailable(LogError):
    """The engine cannot do it now. Nothing was written, and nothing will be."""

    code = "unavailable"


class Full(Unavailable):
    """There is no space left. What is there can be read, and appends work again once there is space."""

    code = "storage"


class Unknown(LogError):
    """It may have been written: look at the head before anything else."""

    code = "unknown"


class Corrupt(LogError):
    """The stored log of one game contradicts itself at entry `seq`."""

    code = "corrupt"

    def __init__(self, game: str, seq: int, why: str) -> None:
        super().__init__(f"The log of {game} is damaged: entry {seq} {why}.")
        self.game = game
        self.seq = seq
        self.why = why


class CannotOpen(LogError):
    """The log, or something that lies beside it, cannot be opened."""

    code = "cannot_open"


class LockHeld(CannotOpen):
    """Another server holds the log; `owner` says which."""

    code = "lock_held"

    def __init__(self, path: object, owner: str) -> None:
        super().__init__(f"{path} is held by another server ({owner}). Stop that one, or choose another directory.")
        self.owner = owner


class NotADatabase(CannotOpen):
    """The file is something else."""

    code = "not_a_database"


class NewerFormat(CannotOpen):
    """A newer wardiary wrote this."""

    code = "newer_format"

    def __init__(self, path: object, found: int, known: int) -> None:
        super().__init__(
            f"{path} was written by a newer wardiary (format {found}, and this one knows {known}). Update wardiary."
        )


class Damaged(CannotOpen):
    """The file is ours, but its inner order is broken."""

    code = "damaged"
