"""What happens at the table: talk, salt, ways to roll, seats, rulebooks set aside, the end."""

from __future__ import annotations

from typing import Any

import pytest
from kit import SEATS, Play, game, unit
from kit.terminal import typed
from wardiary_protocol.messages import Offer
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.state import Clock
from wardiary_server.rules.zones import RULEBOOK as ZONES


def play(**more: Any) -> Play:
    return Play(game("a", [unit("vega"), unit("rook", "a", "blue")], rulebooks=("frame", "zones"), **more), ZONES)


@pytest.mark.parametrize(
    ("by", "body", "told"),
    [
        ("red", {"do": "say", "text": "hm"}, "Red: hm"),
        ("blue", {"do": "note", "text": "remember the hatch"}, "Note by Blue: remember the hatch"),
        ("operator", {"do": "say", "text": "Five minutes."}, "The operator: Five minutes."),
        ("red", {"do": "dice", "way": "typed"}, "Red rolls real dice from the next round on."),
        ("referee", {"do": "dice", "way": "typed", "seat": "red"}, "Red rolls real dice from the next round on."),
        (
            "referee",
            {"do": "suspend", "rulebook": "zones", "reason": "It broke."},
            "The rulebook zones is set aside. It broke.",
        ),
        ("referee", {"do": "watching", "on": False}, "Spectators are no longer let in."),
        ("operator", {"do": "vacate", "seat": "red"}, "The seat Red is free again."),
        ("operator", {"do": "sit", "seat": "red", "name": "Ann"}, "Ann takes the seat Red."),
        ("operator", {"do": "sit", "seat": "red", "name": ""}, "Red takes the seat Red."),
        ("operator", {"do": "close_game", "secret": "aa"}, "The game is closed. The dice's secret is aa."),
    ],
)
def test_a_table_command_is_told_and_leaves_the_game_alone(by: str, body: dict[str, Any], told: str) -> None:
    table = play()
    before = table.game
    entry = table.do(by, body)

    assert entry.kind == "table"
    assert table.game is before
    assert table.story()[-1] == told


@pytest.mark.parametrize(
    ("by", "body", "code"),
    [
        ("red", {"do": "salt", "salt": "late"}, "salts_frozen"),
        ("red", {"do": "dice", "way": "script"}, "malformed"),
        ("red", {"do": "dice", "way": "typed", "seat": "blue"}, "not_yours"),
        ("referee", {"do": "dice", "way": "typed", "seat": "nobody"}, "no_such_seat"),
        ("operator", {"do": "dice", "way": "typed"}, "no_such_seat"),
        ("referee", {"do": "suspend", "rulebook": "nope"}, "no_such_rulebook"),
        ("referee", {"do": "suspend", "rulebook": "frame"}, "no_such_rulebook"),
        ("referee", {"do": "suspend", "rulebook": "zones", "on": False}, "no_change"),
        ("red", {"do": "suspend", "rulebook": "zones"}, "not_allowed"),
        ("red", {"do": "sit", "seat": "blue", "name": "Eve"}, "not_allowed"),
        ("operator", {"do": "sit", "seat": "nobody", "name": "Eve"}, "no_such_seat"),
        ("operator", {"do": "vacate", "seat": "nobody"}, "no_such_seat"),
        ("red", {"do": "watching", "on": True}, "not_allowed"),
        ("red", {"do": "say", "text": "x" * 501}, "malformed"),
    ],
)
def test_what_is_refused(by: str, body: dict[str, Any], code: str) -> None:
    assert play().refused(by, body) == code


def test_salt_is_added_until_play_begins_and_a_seats_own_is_its_newest() -> None:
    table = Play(game("a", [unit("vega"), unit("rook", "a", "blue")], clock=Clock()))
    table.do("red", {"do": "salt", "salt": "one"})
    table.do("red", {"do": "salt", "salt": "two"})
    table.do("blue", {"do": "salt", "salt": "three"})
    assert table.state.table.salts == {"red": "two", "blue": "three"}
    table.do("red", {"do": "ready"})
    table.do("blue", {"do": "ready"})

    assert table.refused("red", {"do": "salt", "salt": "four"}) == "salts_frozen"


def test_talk_goes_on_after_the_end_and_whatever_is_open() -> None:
    table = play()
    table.act("referee", "ref_hurt", "rook", amount=9)
    assert table.game.clock.phase == "over"

    assert table.do("blue", {"do": "say", "text": "gg"})


def test_what_was_said_is_never_unsaid() -> None:
    """U5."""
    table = play()
    table.act("red", "begin", "vega")
    table.do("red", {"do": "dice", "way": "typed"})
    table.undo()

    assert table.state.table.dice == {"red": "typed"}


# ---------------------------------------------------------------------------------------------- what is offered


def offered(table: Play, seat: str) -> dict[str, Offer]:
    """What a seat may do about the table, by its label."""
    words = ("dice", "suspend", "watching", "vacate")
    return {one.label: one for one in offers(table.context(seat)) if one.body["do"] in words}


def test_a_player_is_offered_how_to_roll_and_nothing_of_the_referees() -> None:
    table = play()
    table.do("red", {"do": "dice", "way": "typed"})
    (label, offer), *rest = offered(table, "red").items()

    assert (label, offer.asks, offer.fields, rest) == ("How to roll from the next round on", "way", (), [])
    assert [(one.value, one.label) for one in offer.targets] == [
        ("server", "the server rolls"),
        ("typed", "real dice, typed in"),
    ]


def test_the_referee_is_offered_the_table() -> None:
    table = play()
    found = offered(table, "referee")

    assert {label: [one.value for one in offer.targets] for label, offer in found.items()} == {
        "How to roll from the next round on": ["server", "typed"],
        "Set a rulebook aside": ["zones"],
        "Let no more spectators in": [],
        "Take a seat back": ["red", "blue"],
    }
    assert [one.value for one in found["How to roll from the next round on"].fields[0].targets] == list(SEATS)


def test_what_is_on_offer_about_the_table_is_accepted_and_the_way_back_is_offered_then() -> None:
    table = play()
    for label in ("Set a rulebook aside", "Let no more spectators in", "Take a seat back"):
        body, *_ = legal((offered(table, "referee")[label],))
        table.do("referee", body)

    found = offered(table, "referee")
    assert "Set a rulebook aside" not in found
    assert [one.value for one in found["Take a rulebook up again"].targets] == ["zones"]
    assert found["Let spectators in"].body == {"do": "watching", "on": True}
    assert [one.value for one in found["Take a seat back"].targets] == ["blue"]


@pytest.mark.parametrize(
    ("line", "body"),
    [
        ("dice typed", {"do": "dice", "way": "typed"}),
        ("dice typed red", {"do": "dice", "way": "typed", "seat": "red"}),
        ("suspend zones it broke", {"do": "suspend", "on": True, "rulebook": "zones", "reason": "it broke"}),
        ("resume zones", {"do": "suspend", "on": False, "rulebook": "zones"}),
        ("watching on", {"do": "watching", "on": True}),
        ("watching off", {"do": "watching", "on": False}),
        ("vacate red", {"do": "vacate", "seat": "red"}),
        ("end_round", {"do": "end_round"}),
        ("end_round bare it is late", {"do": "end_round", "bare": True, "reason": "it is late"}),
    ],
)
def test_a_word_never_means_its_contrary_whatever_is_on_offer(line: str, body: dict[str, Any]) -> None:
    table = play()
    assert typed(table, "referee", line) == body
    table.do("referee", {"do": "suspend", "rulebook": "zones"})
    table.do("referee", {"do": "watching", "on": False})
    assert typed(table, "referee", line) == body
