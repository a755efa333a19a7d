"""Checks a whole game from its exported log alone: the chain, the count of every roll, and every roll's faces.

The rows are read once, in order. What an entry says about dice is in four kinds of event: `created` publishes the
commitment, `salted` adds a seat's salt, `play_began` freezes the salts, `rolled` shows faces; and `closed` reveals
the secret, upon which all that was rolled until then is rolled again and compared.

A roll's count is how often the same roll stands in the past *of its own node*: after a rewind the abandoned branch
no longer counts. One table of counts is kept, for the node where the game stands, and walked along the tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from .proof import START, Head, Row, broken, check_dice, commitment, dice_key, faces, roll_name


class Verdict(Struct, frozen=True):
    """What was found. `fault` is the first thing that is wrong, as a sentence, and `at` the entry that it is in."""

    entries: int  # how many were read and found whole
    hash: str  # the last of their hashes, in hex
    rolls: int = 0  # of the server's dice, made again and found the same
    sealed: int = 0  # of the server's dice, not to be checked before the game is closed
    typed: int = 0  # from real dice or a script, which nobody can check
    closed: bool = False
    fault: str = ""
    at: int = 0

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with what could be checked."""
        return not self.fault


def verify_rows(game: str, rows: Iterable[Row]) -> Verdict:
    """Checks the log of `game` from its first row on and stops at the first fault. Never raises for what rows hold."""
    check = _Check(game)
    try:
        for row in rows:
            check.row(row)
    except _Fault as fault:
        return check.verdict(str(fault), fault.seq)
    return check.verdict()


class _Fault(Exception):
    def __init__(self, seq: int, why: str) -> None:
        super().__init__(f"Entry {seq} {why}.")
        self.seq = seq


class _Body(Struct, frozen=True):
    kind: Literal["game", "answer", "table", "rewind"]
    parent: int = 0
    events: list[dict[str, Any]] = []


class _Clock(Struct, frozen=True):
    phase: str = "setup"


class _Game(Struct, frozen=True):
    """What a game begins with. A fork begins in the middle: with counts of rolls, and with its salts frozen."""

    rolls: Mapping[str, int] = {}
    clock: _Clock = _Clock()


class _Created(Struct, frozen=True):
    commitment: str
    game: _Game = _Game()


class _Salted(Struct, frozen=True):
    seat: str
    salt: str


class _Rolled(Struct, frozen=True):
    key: str
    faces: tuple[int, ...]
    nth: int = 0
    sides: int = 6
    source: Literal["server", "typed", "script"] = "server"


class _Closed(Struct, frozen=True):
    secret: str


class _Sealed(Struct, frozen=True):
    """A roll of the server's that waits for the secret, with the salts as they were."""

    seq: int
    rolled: _Rolled
    salts: Mapping[str, str]


_body = msgspec.msgpack.Decoder(_Body).decode


class _Path:
    """Where the game stands in the tree of its entries, and how often each roll was made in that node's past.

    A parent's number is lower than its child's, which makes the way between two nodes easy to find: of the two
    ends, the higher one steps up, until they meet.
    """

    def __init__(self) -> None:
        self.node = 0
        self.counts: Counter[str] = Counter()
        self._nodes = [0]  # after each entry: where the game stood
        self._parents = {0: 0}
        self._rolls: dict[int, list[str]] = {}

    def grow(self, node: int) -> None:
        """Steps down to a new node."""
        self._parents[node] = self.node
        self.node = node

    def stay(self) -> None:
        """Ends an entry."""
        self._nodes.append(self.node)

    def take(self, key: str) -> int:
        """Adds a roll to the node and says how many such rolls came before it."""
        self._rolls.setdefault(self.node, []).append(key)
        self.counts[key] += 1
        return self.counts[key] - 1

    def go(self, to: int) -> bool:
        """Walks to where the game stood after entry `to`; False if there is none of that number yet."""
        if not 0 <= to < len(self._nodes):
            return False
        down, end = [], self._nodes[to]
        while self.node != end:
            if self.node > end:
                self.counts.subtract(self._rolls.get(self.node, ()))
                self.node = self._parents[self.node]
            else:
                down.append(end)
                end = self._parents[end]
        for node in down:
            self.counts.update(self._rolls.get(node, ()))
        self.node = self._nodes[to]
        return True


class _Check:
    """One pass over the rows of a game."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.head = START
        self.path = _Path()
        self.commitment = ""
        self.salts: Mapping[str, str] = {}
        self.frozen = False
        self.closed = False
        self.sealed: list[_Sealed] = []
        self.rolls = 0
        self.typed = 0

    def verdict(self, fault: str = "", at: int = 0) -> Verdict:
        seq, hash = self.head
        return Verdict(seq, hash.hex(), self.rolls, len(self.sealed), self.typed, self.closed, fault, at)

    def row(self, row: Row) -> None:
        if why := broken(self.game, self.head, row):
            raise _Fault(row.seq, why)
        try:
            body = _body(row.body)
            self._move(row.seq, body)
            for event in body.events:
                if step := _STEPS.get(str(event.get("t"))):
                    step(self, row.seq, event)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            raise _Fault(row.seq, "cannot be read") from None
        self.path.stay()
        self.head = Head(row.seq, row.hash)

    def _move(self, seq: int, body: _Body) -> None:
        if body.kind == "rewind":
            if not self.path.go(body.parent):
                raise _Fault(seq, f"goes back to entry {body.parent}, which had not happened yet")
        elif body.kind != "table":
            if body.parent != self.path.node:
                raise _Fault(seq, f"follows entry {body.parent}, but the game stood at entry {self.path.node}")
            self.path.grow(seq)

    def created(self, seq: int, event: dict[str, Any]) -> None:
        if seq != 1:
            raise _Fault(seq, "creates the game again")
        created = msgspec.convert(event, _Created)
        self.commitment = created.commitment
        self.path.counts.update(created.game.rolls)
        self.frozen = created.game.clock.phase != "setup"

    def salted(self, seq: int, event: dict[str, Any]) -> None:
        if self.frozen:
            raise _Fault(seq, "changes a salt after play began")
        salted = msgspec.convert(event, _Salted)
        self.salts = {**self.salts, salted.seat: salted.salt}

    def play_began(self, seq: int, event: dict[str, Any]) -> None:
        self.frozen = True

    def rolled(self, seq: int, event: dict[str, Any]) -> None:
        roll = msgspec.convert(event, _Rolled)
        try:
            check_dice(len(roll.faces), roll.sides)
        except ValueError as error:
            raise _Fault(seq, f"rolls {roll.key}, but {error}") from None
        counted = self.path.take(roll.key)
        if roll.nth != counted:
            raise _Fault(seq, f"counts the roll {roll.key} as number {roll.nth}, but {counted} came before it")
        if not all(1 <= face <= roll.sides for face in roll.faces):
            raise _Fault(seq, f"shows a face that a die of {roll.sides} sides does not have, in the roll {roll.key}")
        if roll.source != "server":
            self.typed += 1
        elif self.closed:
            raise _Fault(seq, f"rolls {roll.key} after the secret was revealed")
        else:
            self.sealed.append(_Sealed(seq, roll, self.salts))

    def close(self, seq: int, event: dict[str, Any]) -> None:
        secret = _unhex(msgspec.convert(event, _Closed).secret)
        if commitment(secret) != self.commitment:
            raise _Fault(seq, "reveals another secret than the one that the first entry committed to")
        self.closed = True
        for sealed in self.sealed:
            _roll_again(self.game, secret, sealed)
            self.rolls += 1
        self.sealed = []


_Step = Callable[[_Check, int, dict[str, Any]], None]
_STEPS: Mapping[str, _Step] = {
    "created": _Check.created,
    "salted": _Check.salted,
    "play_began": _Check.play_began,
    "rolled": _Check.rolled,
    "closed": _Check.close,
}


def _roll_again(game: str, secret: bytes, sealed: _Sealed) -> None:
    roll = sealed.rolled
    name = roll_name(game, roll.key, roll.nth)
    true = faces(dice_key(secret, sealed.salts), name, len(roll.faces), roll.sides)
    if roll.faces != true:
        raise _Fault(sealed.seq, f"shows {_show(roll.faces)} for the roll {roll.key}; its dice say {_show(true)}")


def _show(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice)) or "nothing"


def _unhex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""
