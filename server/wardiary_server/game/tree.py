"""The tree that a game's entries form, as far as undo needs to know it: a few words for each entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from .entry import AnyEntry
from .events import Answered, Chosen, Revealed, Rolled, RoundBegan, TurnBegan


class Node(NamedTuple):
    """What is kept of one entry."""

    kind: str
    parent: int
    root: int
    by: str
    plain: bool  # nothing was rolled, chosen, answered or revealed in it
    cursor: int  # the node whose game part counts after it
    began: tuple[str, ...] = ()  # `round 2`, `turn vega`
    replays: int = 0  # the entry in whose place it stands
    correction: int = 0  # and the entry of the correction that put it there


BLOCK = 4_096
"""Nodes that are packed together, once: a snapshot of a long game then packs its newest nodes only."""


class Tree:
    """All entries of a game by their seq, from 1. Entry 0 stands for the time before the first."""

    def __init__(self, nodes: list[Node] | None = None) -> None:
        self.nodes = nodes if nodes is not None else [Node("game", 0, 0, "", True, 0)]
        self._blocks: list[bytes] = []

    def __len__(self) -> int:
        return len(self.nodes) - 1

    def __getitem__(self, seq: int) -> Node:
        return self.nodes[seq]

    def add(self, entry: AnyEntry) -> None:
        """Take up the next entry."""
        plain = not any(isinstance(event, Rolled | Chosen | Answered | Revealed) for event in entry.events)
        cursor = {"table": self.nodes[-1].cursor, "rewind": entry.parent}.get(entry.kind, entry.seq)
        last = self.nodes[-1]
        correction = (last.correction or len(self)) if entry.replays else 0
        self.nodes.append(
            Node(entry.kind, entry.parent, entry.root, entry.by, plain, cursor, marks(entry), entry.replays, correction)
        )

    def cut(self, seq: int) -> None:
        """Forget everything after `seq`: it was not written after all."""
        del self.nodes[seq + 1 :]
        del self._blocks[(seq + 1) // BLOCK :]

    def packed(self, seq: int) -> tuple[list[bytes], list[Node]]:
        """The nodes up to `seq`, for a snapshot: full blocks as bytes, and the rest."""
        full = (seq + 1) // BLOCK
        while len(self._blocks) < full:
            start = len(self._blocks) * BLOCK
            self._blocks.append(msgspec.msgpack.encode(self.nodes[start : start + BLOCK]))
        return self._blocks[:full], self.nodes[full * BLOCK : seq + 1]

    @classmethod
    def unpacked(cls, blocks: list[bytes], tail: list[Node]) -> Tree:
        """A tree from what `packed` gave."""
        nodes = [node for block in blocks for node in msgspec.msgpack.decode(block, type=list[Node])]
        tree = cls([*nodes, *tail])
        tree._blocks = list(blocks)
        return tree

    def up(self, node: int) -> Iterator[int]:
        """A node and its ancestors, newest first, without 0."""
        while node:
            yield node
            node = self.nodes[node].parent

    def newest_command(self, node: int) -> int:
        """The root of the newest resolution on the path to `node`, open or done; 0 where there is none.

        Along a path seqs only grow, so it is the first command met on the way up; answers passed before it belong to
        resolutions that are as old or older, and go back with it.
        """
        return next((n for n in self.up(node) if self.nodes[n].root == n), 0)

    def origin(self, seq: int) -> int:
        """The entry that was first of all in the place of this one, before any correction."""
        while self.nodes[seq].replays:
            seq = self.nodes[seq].replays
        return seq

    def began(self, mark: str, node: int) -> int:
        """The newest node on the path to `node` in which that round or turn began; 0 where there is none."""
        return next((n for n in self.up(node) if mark in self.nodes[n].began), 0)

    def between(self, low: int, high: int) -> tuple[int, ...]:
        """The nodes after `low` on the path to `high`, oldest first; empty if `low` is not on it."""
        path: list[int] = []
        for node in self.up(high):
            if node <= low:
                return tuple(reversed(path)) if node == low else ()
            path.append(node)
        return tuple(reversed(path)) if low == 0 else ()

    def own(self, root: int, node: int) -> tuple[int, ...]:
        """The entries of one resolution on the path to `node`, oldest first."""
        found = []
        for seq in self.up(node):
            if seq < root:
                break
            if self.nodes[seq].root == root:
                found.append(seq)
        return tuple(reversed(found))


def marks(entry: AnyEntry) -> tuple[str, ...]:
    """The rounds and turns that began in an entry, by which people name it."""
    found = []
    for event in entry.events:
        if isinstance(event, RoundBegan):
            found.append(f"round {event.round}")
        elif isinstance(event, TurnBegan):
            found.append(f"turn {event.unit}")
    return tuple(found)
