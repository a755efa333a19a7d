"""The story as text: each entry with its sentences, what led to what by how far they are set in, and what was undone.

The mark after an entry's number says what kind it is: `"` talk, `<` the game was taken back (or forward), `~` undone:
it no longer counts. The last two say so in words as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from wardiary_protocol.messages import Line, Told

from .show import Row

TALK = frozenset({"said", "noted"})
_GUTTER = 8


def rows_of(told: Told, undone: bool = False) -> list[Row]:
    """One entry. An entry of which nothing is told has no rows."""
    rows: list[Row] = []
    depths = depths_of(told.lines)
    for line, depth in zip(told.lines, depths, strict=True):
        gutter = f"{told.seq:>5} {mark(told, undone)} " if not rows else " " * _GUTTER
        text = line.text + (" (undone)" if undone and not rows else "")
        indent = "  " * depth
        rows.append(Row(f"{gutter}{indent}{text}", _look(told, undone), _GUTTER + len(indent) + 2))
    return rows


def depths_of(lines: Sequence[Line]) -> list[int]:
    """How deep each line stands below what began it all: one step for each `because`."""
    depths: list[int] = []
    for line in lines:
        known = 0 <= line.because < len(depths)
        depths.append(depths[line.because] + 1 if known else 0)
    return depths


def mark(told: Told, undone: bool) -> str:
    """One character that tells the kind of an entry."""
    if undone:
        return "~"
    if told.kind == "rewind":
        return "<"
    return '"' if is_talk(told) else " "


def is_talk(told: Told) -> bool:
    """Whether people said this, and not the game."""
    return any(line.tag in TALK for line in told.lines)


def _look(told: Told, undone: bool) -> str:
    if undone:
        return "dim"
    if told.kind == "rewind":
        return "head"
    return "talk" if is_talk(told) else ""


def undone(entries: Iterable[Told], cursor: int) -> frozenset[int]:
    """Which of these entries do not lie on the way from `cursor` back to the beginning, and so no longer count.

    The entries have no gap between them; what came before the first of them does not matter.
    """
    parents: Mapping[int, int] = {told.seq: told.parent for told in entries if told.kind in ("game", "answer")}
    path: set[int] = set()
    node = cursor
    while node in parents:
        path.add(node)
        node = parents[node]
    return frozenset(parents.keys() - path)


def moved(parents: Mapping[int, int], before: int, after: int) -> tuple[list[int], list[int]]:
    """What a rewind from entry `before` to entry `after` takes back, and what it brings back; as far as is known.

    `parents` holds the parent of every entry that is known. A parent's number is lower than its child's.
    """
    gone: list[int] = []
    come: list[int] = []
    while before != after:
        high, steps = (before, gone) if before > after else (after, come)
        if high not in parents:
            return [], []
        steps.append(high)
        before, after = (parents[high], after) if high == before else (before, parents[high])
    return sorted(gone), sorted(come)
