"""Entries: how they fold, which command ids are remembered, and what cannot be read."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from kit import Play, game, unit
from kit.happened import ALL
from wardiary_server.game.entry import EMPTY, REMEMBERED, Codec, Entry, Unreadable, digest, fold, remember, state_bytes
from wardiary_server.game.event import Event
from wardiary_server.game.events import RoundBegan, UnitEntered
from wardiary_server.game.state import Done, Proposal, State, Table
from wardiary_server.game.table_events import Created, Proposed, Rewound, Said

START = fold(
    EMPTY, Entry(seq=1, kind="game", at=0, root=1, events=(Created(game("a - b", [unit("vega")]), ""),), because=(-1,))
)


def entry(kind: str, *events: Event, seq: int = 2, **more: Any) -> Entry[Event]:
    return Entry(seq=seq, kind=kind, at=0, events=events, because=(-1,) * len(events), **more)  # type: ignore[arg-type]


def test_a_game_entry_changes_the_game_and_moves_the_cursor_and_lets_redo_and_proposals_lapse() -> None:
    proposal = Proposal("undo", "red", 1, 1, "text")
    table = msgspec.structs.replace(START.table, redo=(9,), proposal=proposal)

    after = fold(State(1, START.game, table), entry("game", UnitEntered("vega", "b", "a"), root=2))

    assert after.game.units["vega"].zone == "b"
    assert (after.seq, after.table.cursor, after.table.redo, after.table.proposal) == (2, 2, (), None)


def test_a_table_entry_leaves_the_game_part_the_identical_object() -> None:
    after = fold(START, entry("table", Said("red", "hm"), Proposed(Proposal("undo", "red", 1, 1, "text"))))

    assert after.game is START.game
    assert after.table.cursor == START.table.cursor
    assert after.table.proposal is not None


def test_a_table_event_in_a_game_entry_counts_too() -> None:
    assert fold(START, entry("game", RoundBegan(1), Said("red", "hm"))).game.clock.round == 1


def test_a_rewind_is_given_the_state_it_goes_to() -> None:
    moved = fold(START, entry("game", UnitEntered("vega", "b", "a"), root=2))
    back = entry("rewind", Rewound("undo", 1, 1, (2,)), seq=3, parent=1)

    after = fold(moved, back, START.game)

    assert after.game is START.game
    assert (after.table.cursor, after.table.line, after.table.redo) == (1, 1, (2,))
    with pytest.raises(LookupError, match="entry 3 goes back to 1"):
        fold(moved, back)


def test_256_ids_are_remembered_for_each_seat_the_oldest_forgotten_first() -> None:
    ids: Any = {}
    for number in range(REMEMBERED + 3):
        ids = remember(ids, entry("table", seq=number, by="red", id=f"c{number}", digest=b"x"))
    ids = remember(ids, entry("table", seq=999, by="blue", id="c0"))

    assert len(ids["red"]) == REMEMBERED == 256
    assert "c2" not in ids["red"]
    assert ids["red"]["c3"] == Done(b"x", 3)
    assert list(ids["blue"]) == ["c0"]


def test_a_body_is_compared_whatever_the_order_of_its_fields() -> None:
    assert digest({"do": "move", "to": "b"}) == digest({"to": "b", "do": "move"})
    assert digest({"do": "move", "to": "b"}) != digest({"do": "move", "to": "c"})
    assert len(digest({})) == 8


def test_an_unknown_event_is_refused_by_name_and_never_passed_over() -> None:
    codec = Codec((Said,))
    body = Codec(ALL).encode(entry("game", RoundBegan(1)))

    with pytest.raises(msgspec.ValidationError, match="round"):
        codec.decode(body)


def test_a_new_field_with_a_default_reads_an_old_entry() -> None:
    """New fields come with defaults."""
    event = {"t": "said", "seat": "red", "text": "x"}
    old = msgspec.msgpack.encode({"seq": 2, "kind": "game", "at": 0, "events": [event]})

    read = Codec(ALL).decode(old)

    assert read.events == (Said("red", "x"),)
    assert read.because == ()


def test_folding_a_log_twice_gives_the_same_bytes() -> None:
    """U11: a replay draws nothing and reads no clock."""
    play = Play(game("a - b", [unit("vega", speed=3)]), faces=(1, 2))
    play.act("red", "move", "vega", to="b")
    play.undo()
    play.do("red", {"do": "say", "text": "again"})

    assert state_bytes(play.folded()) == state_bytes(play.folded()) == state_bytes(play.state)


def test_the_state_before_everything() -> None:
    assert State(seq=0, game=EMPTY.game, table=Table()) == EMPTY
    assert EMPTY.game.title == ""


def test_what_could_not_be_read_back_is_not_encoded() -> None:
    """A float where a whole number belongs, an event that nobody names."""
    codec = Codec((RoundBegan, Said))

    with pytest.raises(Unreadable, match="the event RoundBegan cannot be read back from the log: Expected `int`, got"):
        codec.encode(entry("game", Said("red", "hm"), RoundBegan(1.5)))  # type: ignore[arg-type]
    with pytest.raises(Unreadable, match="the event UnitEntered cannot be read back"):
        codec.encode(entry("game", UnitEntered("vega", "b", "a")))
