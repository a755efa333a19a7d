"""The tree of a game's entries: what undo has to know of the past."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from wardiary_server.game import tree as tree_module
from wardiary_server.game.entry import Entry
from wardiary_server.game.event import Event
from wardiary_server.game.events import Answered, Chosen, Remarked, Rolled, RoundBegan, TurnBegan
from wardiary_server.game.tree import Node, Tree, marks


def grown(*entries: tuple[str, dict[str, Any]]) -> Tree:
    """A tree of entries: (kind, what it has)."""
    tree = Tree()
    for seq, (kind, more) in enumerate(entries, 1):
        cursor = tree[len(tree)].cursor
        fields: dict[str, Any] = {"parent": cursor, "root": seq if kind == "game" else 0, **more}
        tree.add(Entry(seq=seq, kind=kind, at=0, **fields))  # type: ignore[arg-type]
    return tree


TREE = grown(
    ("game", {}),  # 1 created
    ("game", {"by": "red"}),  # 2
    ("table", {}),  # 3
    ("game", {"by": "blue"}),  # 4
    ("answer", {"by": "red", "root": 2}),  # 5
    ("rewind", {"parent": 2}),  # 6
    ("game", {"by": "red"}),  # 7
)


def test_where_the_game_stands_after_each_entry() -> None:
    assert [TREE[n].cursor for n in range(8)] == [0, 1, 2, 2, 4, 5, 2, 7]
    assert [TREE[n].parent for n in (2, 4, 5, 7)] == [1, 2, 4, 2]


def test_paths_are_those_that_count() -> None:
    assert list(TREE.up(7)) == [7, 2, 1]
    assert list(TREE.up(5)) == [5, 4, 2, 1]
    assert TREE.between(1, 5) == (2, 4, 5)
    assert TREE.between(0, 2) == (1, 2)
    assert TREE.between(4, 7) == (), "an abandoned branch"
    assert TREE.between(5, 5) == ()


def test_the_newest_resolution_is_the_one_with_the_highest_root_open_or_done() -> None:
    """An answer to an older one goes back with it."""
    assert TREE.newest_command(5) == 4
    assert TREE.newest_command(7) == 7
    assert TREE.newest_command(0) == 0


def test_the_entries_of_one_resolution_on_a_path() -> None:
    assert TREE.own(2, 5) == (2, 5)
    assert TREE.own(2, 7) == (2,)
    assert TREE.own(4, 7) == ()


def plain(*events: Event) -> bool:
    tree = Tree()
    tree.add(Entry(seq=1, kind="game", at=0, events=events))
    return tree[1].plain


def test_an_entry_is_plain_unless_something_was_rolled_chosen_or_answered() -> None:
    rolled = Rolled("k", 0, 6, (1,), "server", "r", "r")

    assert plain(Remarked("hm"))
    assert not plain(Remarked("hm"), rolled)
    assert not plain(Chosen("red", "r", "r", (), ()))
    assert not plain(Answered(1, 0, (6,), "red")), "typed dice are rolled before the question is complete"


def test_rounds_and_turns_are_found_by_name() -> None:
    entry: Entry[Event] = Entry(seq=1, kind="game", at=0, events=(RoundBegan(2), TurnBegan("vega", {}), Remarked("x")))
    tree = grown(("game", {"events": entry.events}), ("game", {}), ("game", {"events": (TurnBegan("vega", {}),)}))

    assert marks(entry) == ("round 2", "turn vega")
    assert tree.began("round 2", 3) == 1
    assert tree.began("turn vega", 3) == 3
    assert tree.began("turn vega", 2) == 1
    assert tree.began("round 3", 3) == 0


@given(size=st.integers(0, 40), cut=st.integers(0, 40), block=st.integers(2, 9))
def test_packing_in_blocks_gives_the_same_tree_also_after_a_cut(size: int, cut: int, block: int) -> None:
    before = tree_module.BLOCK
    tree_module.BLOCK = block
    try:
        tree = grown(*[("game", {"by": str(n)}) for n in range(size)])
        tree.packed(size)
        tree.cut(min(cut, size))
        for n in range(3):
            tree.add(Entry(seq=len(tree) + 1, kind="game", at=n, by="new"))
        blocks, tail = tree.packed(len(tree))
        again = Tree.unpacked(list(blocks), list(tail))
        assert again.nodes == tree.nodes
        assert again.packed(len(again)) == (blocks, tail)
        assert len(tail) < block
    finally:
        tree_module.BLOCK = before


def test_a_tree_from_before_there_were_marks_can_still_be_unpacked() -> None:
    import msgspec

    old = msgspec.msgpack.encode([["game", 0, 0, "", True, 0]])

    assert Tree.unpacked([old], []).nodes == [Node("game", 0, 0, "", True, 0)]
