"""The hash chain of a log and the proof of its dice: what anybody can compute again from an exported file.

A log is a list of rows, numbered 1, 2, 3 … without a gap. Each row carries the hash of everything in it and of the
row before, so that nothing can be changed, dropped or slipped in without every later hash changing.

The server's dice come from a secret. Its SHA-256, the commitment, stands in the game's first entry; every seat adds
a salt before play begins; the secret itself is revealed when the game is closed. A roll's faces follow from the
secret, the salts and what the roll *is*, so from then on anybody can roll them again (`verify` does).
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping
from itertools import count, islice
from struct import Struct
from typing import NamedTuple

ZERO = bytes(32)
"""The hash before the first row."""

MAX_DICE = 1000
"""The most dice of one roll: more is a mistake or a mischief."""

_U32 = Struct(">I").pack
_U64 = Struct(">Q").pack


class Head(NamedTuple):
    """Where a log ends: the number and the hash of its last row."""

    seq: int
    hash: bytes


START = Head(0, ZERO)
"""The head of a game that has no row yet."""


class Row(NamedTuple):
    """One row of the log as it is stored."""

    seq: int
    commit_id: bytes
    body: bytes
    hash: bytes

    @property
    def head(self) -> Head:
        """The head of a log that ends here."""
        return Head(self.seq, self.hash)


# ------------------------------------------------------------------------------------------------ the chain


def link(prev: bytes, game: str, seq: int, commit_id: bytes, body: bytes) -> bytes:
    """The chain hash of one row: SHA-256 over the hash before it and every column.

    Game and commit id are framed by their length (four bytes), so that no byte can move from one column to the next.
    """
    name = game.encode()
    framed = (prev, _U32(len(name)), name, _U64(seq), _U32(len(commit_id)), commit_id, body)
    return hashlib.sha256(b"".join(framed)).digest()


def add(game: str, head: tuple[int, bytes], commit_id: bytes, body: bytes) -> Row:
    """The row that comes after `head`."""
    seq = head[0] + 1
    return Row(seq, commit_id, body, link(head[1], game, seq, commit_id, body))


def broken(game: str, head: tuple[int, bytes], row: Row) -> str:
    """Why `row` cannot come right after `head`, as the rest of a sentence; empty where it can."""
    if row.seq != head[0] + 1:
        return f"stands where entry {head[0] + 1} belongs"
    if link(head[1], game, row.seq, row.commit_id, row.body) != row.hash:
        return "does not match its hash"
    return ""


# ------------------------------------------------------------------------------------------------- the dice


def commitment(secret: bytes) -> str:
    """What the first entry publishes of the dice secret: its SHA-256 in hex."""
    return hashlib.sha256(secret).hexdigest()


def dice_key(secret: bytes, salts: Mapping[str, str]) -> bytes:
    """The key that a game's dice are made with: HMAC-SHA256 with the secret over the salts by seat.

    The salts are JSON without blanks, in ASCII, sorted by seat.
    """
    text = json.dumps(dict(salts), sort_keys=True, separators=(",", ":"))
    return hmac.digest(secret, text.encode(), "sha256")


def roll_name(game: str, key: str, nth: int) -> str:
    """What tells one roll from every other: its game, what it is, and how many such rolls its own past has."""
    return f"{game}/{key}#{nth}"


def check_dice(dice: int, sides: int) -> None:
    """Raises ValueError for a roll that is never made: fewer than 2 or more than 256 sides, over `MAX_DICE` dice."""
    if not 2 <= sides <= 256:
        raise ValueError(f"a die has 2 to 256 sides, not {sides}")
    if not 0 <= dice <= MAX_DICE:
        raise ValueError(f"a roll has 0 to {MAX_DICE} dice, not {dice}")


def faces(key: bytes, roll: str, dice: int, sides: int) -> tuple[int, ...]:
    """The faces of `dice` dice, each from 1 to `sides`, for the roll of this name (`roll_name`).

    Raises ValueError as `check_dice` does.
    """
    check_dice(dice, sides)
    # Bytes past the last whole multiple of `sides` would favour low faces, so they are skipped.
    fair = 256 - 256 % sides
    return tuple(islice((byte % sides + 1 for byte in _stream(key, roll) if byte < fair), dice))


def _stream(key: bytes, roll: str) -> Iterator[int]:
    """Bytes without end: HMAC-SHA256 over the roll's name and the block's number (four bytes)."""
    name = roll.encode()
    for block in count():
        yield from hmac.digest(key, name + _U32(block), "sha256")
