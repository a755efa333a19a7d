"""A game's past: entries and states read back from the log, and the snapshots that make this quick.

    state(n) = fold of the log up to n, from the best snapshot at or before n

A rewind needs the state of the entry it goes to, which may lie before that snapshot: then it is read the same way.
Since there is a snapshot after every rewind, that is rare; without any snapshot it is right all the same, only slower.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple

import msgspec
import structlog
from wardiary_protocol import proof

from .game.entry import EMPTY, AnyEntry, fold
from .game.rulebook import Rules
from .game.state import State
from .game.timeline import Timeline
from .game.tree import Node, Tree
from .log.contract import EventLog
from .log.snapshots import Snapshots
from .log.vault import Vault

log_ = structlog.get_logger("past")

SNAPSHOT_EVERY = 512
"""Entries between two snapshots; there is one after every rewind as well."""

FOLDS = 1
"""The version of all folds together. A snapshot of another version is not used."""


class Kept(NamedTuple):
    """What a snapshot holds: the state, and the tree that undo needs."""

    state: State
    blocks: list[bytes]
    tail: list[Node]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Kept).decode


class Past:
    """Reads one game's past. Holds no state of its own but where to look."""

    def __init__(self, game: str, rules: Rules, log: EventLog, snapshots: Snapshots, vault: Vault, epoch: str) -> None:
        self.game = game
        self.rules = rules
        self.log = log
        self.snapshots = snapshots
        self.vault = vault
        self.epoch = epoch
        self.version = f"{FOLDS}:{','.join(rules.names)}"

    def witness(self, head: proof.Head) -> str:
        """What a client hands back to prove what it was told."""
        return self.vault.witness(self.game, self.epoch, head.seq, head.hash)

    async def open(self, make: Callable[[State, Tree | None], Timeline]) -> tuple[Timeline, proof.Head]:
        """The timeline at the head of the log, and that head. Every row that is read is verified on the way.

        A long way is gone once: what it led to is kept as a snapshot.
        """
        head = await self.log.head(self.game)
        base, tree = await self._best(head.seq)
        timeline = make(base, tree)
        last = head
        async for row, entry in self.rows(base.seq):
            if entry.kind == "rewind" and entry.parent not in timeline.states:
                await self.lend((entry.parent,), timeline)
            timeline.follow(entry)
            last = row.head
        if last.seq - base.seq > SNAPSHOT_EVERY:  # else a game that is only looked at would be folded each time
            self.keep(timeline.state, timeline.tree, last)
        return timeline, last

    async def rows(self, after: int) -> AsyncIterator[tuple[proof.Row, AnyEntry]]:
        """The rows after `after`, decoded."""
        async for row in self.log.read(self.game, after):
            yield row, self.rules.codec.decode(row.body)

    async def state(self, seq: int, timeline: Timeline) -> State:
        """The state after entry `seq`."""
        known = timeline.states.get(seq)
        if known is not None:
            return known
        memo: dict[int, State] = {}
        return await self._state(seq, timeline, memo)

    async def lend(self, wanted: tuple[int, ...], timeline: Timeline) -> None:
        """Bring the timeline the states and entries that it wants for its next decision."""
        memo: dict[int, State] = {}  # what is wanted often lies close together
        met: dict[int, AnyEntry] = {}
        for seq in sorted(wanted):
            state = timeline.states.get(seq) or await self._state(seq, timeline, memo, met)
            entry = timeline.entries.get(seq) or met.get(seq) or (await self._entry(seq) if seq else None)
            timeline.lend(state, entry)

    async def entries(self, after: int, timeline: Timeline) -> AsyncIterator[tuple[proof.Row, AnyEntry, State, State]]:
        """The entries after `after`: the row, what it holds, and the states before and after it."""
        was = await self.state(after, timeline) if after else EMPTY
        memo: dict[int, State] = {was.seq: was}
        async for row, entry in self.rows(after):
            now = await self._folded(was, entry, timeline, memo)
            yield row, entry, was, now
            was = memo[now.seq] = now

    async def is_row(self, seq: int, hash: bytes) -> bool:
        """Whether the log has entry `seq`, which is 1 or more, with this hash."""
        async for row in self.log.read(self.game, seq - 1):
            return bool(row.hash == hash)
        return False

    def keep(self, state: State, tree: Tree, head: proof.Head) -> None:
        """Put a snapshot into the cache."""
        blob = _encode(Kept(state, *tree.packed(state.seq)))
        self.snapshots.put(self.game, state.seq, head.hash, self.version, blob)

    # ------------------------------------------------------------------------------------------

    async def _entry(self, seq: int) -> AnyEntry:
        async for _row, entry in self.rows(seq - 1):
            return entry
        raise LookupError(f"There is no entry {seq}.")

    async def _state(
        self, seq: int, timeline: Timeline, memo: dict[int, State], met: dict[int, AnyEntry] | None = None
    ) -> State:
        if seq == 0:
            return EMPTY
        if seq in memo:
            return memo[seq]
        near = max((s for s in (*timeline.states, *memo) if s <= seq), default=0)
        base = timeline.states.get(near) or memo.get(near, EMPTY)
        if not near or seq - near > SNAPSHOT_EVERY:
            best, _tree = await self._best(seq)
            base = best if best.seq > near else base
        memo[base.seq] = base
        now = base
        async for _row, entry in self.rows(base.seq):
            if entry.seq > seq:
                break
            now = memo[entry.seq] = await self._folded(now, entry, timeline, memo)
            if met is not None:
                met[entry.seq] = entry
        if now.seq != seq:
            raise LookupError(f"There is no entry {seq}.")
        return now

    async def _folded(self, was: State, entry: AnyEntry, timeline: Timeline, memo: dict[int, State]) -> State:
        rewound = None
        if entry.kind == "rewind":
            to = entry.parent
            known = memo.get(to) or timeline.states.get(to) or await self._state(to, timeline, memo)
            rewound = known.game
        return fold(was, entry, rewound)

    async def _best(self, at_most: int) -> tuple[State, Tree | None]:
        """The best snapshot at or before `at_most`, if it belongs to this very log; else the beginning."""
        found = await self.snapshots.best(self.game, at_most, self.version) if at_most else None
        if found is None:
            return EMPTY, None
        seq, hash, blob = found
        if not await self.is_row(seq, hash):
            log_.warning("a snapshot of another log was passed over", game=self.game, seq=seq)
            return EMPTY, None
        try:
            kept = _decode(blob)
        except msgspec.MsgspecError as fault:
            log_.warning("a broken snapshot was passed over", game=self.game, seq=seq, why=str(fault))
            return EMPTY, None
        return kept.state, Tree.unpacked(kept.blocks, kept.tail)


class _FirstGame(msgspec.Struct):
    title: str
    rulebooks: list[str] = []


class _FirstEvent(msgspec.Struct):
    game: _FirstGame


class _First(msgspec.Struct):
    at: int
    events: list[Any]


class Peek(NamedTuple):
    """What a game's first entry tells before its rulebooks are known; `began` in milliseconds since 1970."""

    title: str
    rulebooks: tuple[str, ...]
    began: int


def peek(body: bytes) -> Peek:
    """A glance at the body of a game's first entry."""
    first = msgspec.msgpack.decode(body, type=_First)
    created = msgspec.convert(first.events[0], _FirstEvent)
    return Peek(created.game.title, tuple(created.game.rulebooks), first.at)
