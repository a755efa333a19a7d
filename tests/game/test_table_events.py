"""Events of the table: what an undo leaves alone."""

from __future__ import annotations

import pytest
from kit import game, unit
from msgspec.structs import replace
from wardiary_server.game.event import Event
from wardiary_server.game.state import Clock, Game, Held, Proposal, Table
from wardiary_server.game.story import sentence
from wardiary_server.game.table_events import (
    EVENTS,
    Agreed,
    Closed,
    Created,
    DiceWished,
    Noted,
    ProposalEnded,
    Proposed,
    Rewound,
    RulebookSuspended,
    Said,
    Salted,
    SeatLeft,
    SeatNamed,
    SeatTaken,
    WatchingChanged,
)

START = game("a", [unit("vega")])
UNDO = Proposal("undo", "red", 3, 5, "take back what began at entry 4", ("red",))


@pytest.mark.parametrize("kind", [kind for kind in EVENTS if kind is not Created], ids=lambda kind: kind.__name__)
def test_none_but_the_first_entry_touches_the_game_part(kind: type[Event]) -> None:
    """U5."""
    assert kind.fold is Event.fold


def test_a_game_that_begins_in_set_up_can_be_salted_and_a_fork_cannot() -> None:
    fresh = Created(replace(START, clock=Clock()), "abc")
    fork = Created(START, "abc", parent="g1", parent_seq=40, parent_hash="00")

    assert fresh.fold(Game("")).clock.phase == "setup"
    assert not fresh.fold_table(Table()).frozen
    assert fork.fold_table(Table()).frozen
    assert fork.fold_table(Table()).commitment == "abc"


def test_each_assigns_what_it_says() -> None:
    table = Table(held={"red": Held("Ann")}, proposal=UNDO, suspended=("zones",))

    assert SeatTaken("blue", "Bob").fold_table(table).held.keys() == {"red", "blue"}
    assert SeatNamed("red", "Bob").fold_table(table).held == {"red": Held("Bob")}
    assert SeatLeft("red").fold_table(table).held == {}
    assert Salted("red", "pepper").fold_table(table).salts == {"red": "pepper"}
    assert DiceWished("red", "typed").fold_table(table).dice == {"red": "typed"}
    assert Proposed(UNDO).fold_table(Table()).proposal == UNDO
    agreed = Agreed("blue").fold_table(table).proposal
    assert agreed is not None
    assert agreed.yes == ("red", "blue")
    assert Agreed("blue").fold_table(Table()) == Table()
    assert ProposalEnded("blue", "refused").fold_table(table).proposal is None
    assert RulebookSuspended("zones", False).fold_table(table).suspended == ()
    assert RulebookSuspended("gas", True).fold_table(table).suspended == ("zones", "gas")
    assert not WatchingChanged(False).fold_table(table).watching
    assert Closed("aa").fold_table(table).closed
    assert Said("red", "hm").fold_table(table) is table
    assert Noted("red", "hm").fold_table(table) is table


def test_a_rewind_moves_the_cursor_and_lets_every_proposal_lapse() -> None:
    after = Rewound("undo", 3, 2, (9,)).fold_table(Table(cursor=9, line=1, proposal=UNDO))

    assert (after.cursor, after.line, after.redo, after.proposal) == (3, 2, (9,), None)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Created(START, "x"), "a test is set up."),
        (Created(START, "x", parent="g1", parent_seq=4), "a test: what if, from entry 4 of g1."),
        (SeatTaken("red", "Ann"), "Ann takes the seat Red."),
        (SeatNamed("red", "Ann"), "Red is Ann now."),
        (SeatNamed("red", "Red"), "Red is Red again."),
        (SeatLeft("red"), "The seat Red is free again."),
        (SeatLeft("red", "Ann went home."), "The seat Red is free again. Ann went home."),
        (Salted("red", "pepper"), "Red adds salt to the dice."),
        (DiceWished("red", "typed"), "Red rolls real dice from the next round on."),
        (DiceWished("red", "server"), "Red lets the server roll from the next round on."),
        (DiceWished("red", "{seat}"), "Red rolls by {seat} from the next round on."),
        (Said("red", "hm"), "Red: hm"),
        (Said("red", "hm", "Ann"), "Red (Ann): hm"),
        (Noted("red", "hm"), "Note by Red: hm"),
        (Noted("red", "hm", ("blue",), "Ann"), "Note by Red (Ann) for Blue: hm"),
        (Noted("red", "hm", ("blue", "spectators")), "Note by Red for Blue, whoever watches: hm"),
        (Proposed(UNDO), "Red proposes: take back what began at entry 4."),
        (Agreed("blue"), "Blue agrees."),
        (ProposalEnded("blue", "refused", "undo"), "Blue refuses: undo."),
        (ProposalEnded("red", "withdrawn", "undo"), "Red takes back the proposal: undo."),
        (Rewound("undo", 3, 1, (), text="what began at entry 4"), "Undone: what began at entry 4."),
        (Rewound("redo", 3, 1, (), text="up to entry 9 again"), "Redone: up to entry 9 again."),
        (Rewound("rewind", 3, 1, ()), "Gone back."),
        (RulebookSuspended("zones", True, "It failed."), "The rulebook zones is set aside. It failed."),
        (RulebookSuspended("zones", False), "The rulebook zones counts again."),
        (WatchingChanged(True), "Spectators are welcome."),
        (WatchingChanged(False), "Spectators are no longer let in."),
        (Closed("aa"), "The game is closed. The dice's secret is aa."),
        (Closed(""), "The game is closed."),
    ],
)
def test_the_sentence(event: Event, text: str) -> None:
    assert sentence(event, START, START) == text
