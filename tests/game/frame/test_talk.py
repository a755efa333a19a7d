"""What happens at the table: talk, salt, ways to roll, seats, rulebooks set aside, the end."""

from __future__ import annotations

from typing import Any

import pytest
from kit import SEATS, Play, game, unit
from kit.terminal import typed
from msgspec.structs import replace
from wardiary_protocol.messages import Field, Offer
from wardiary_server.game.entry import state_hash
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.rulebook import Refused
from wardiary_server.game.state import Clock
from wardiary_server.game.timeline import Intent
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


# ------------------------------------------------------------------------------------- what somebody is called


@pytest.mark.parametrize(
    ("by", "name", "called", "told"),
    [
        ("red", "Ada", "Ada", "Red is Ada now."),
        ("red", "Red", "Red", "Red is Red again."),
        ("red", "", "Red", "Red is Red again."),
        ("red", " \u200b\x07", "Red", "Red is Red again."),
        ("blue", "  Bo\x1b[31m\n\u202e ", "Bo[31m", "Blue is Bo[31m now."),
        ("blue", "{seat} <b>{zone}</b>", "{seat} <b>{zone}</b>", "Blue is {seat} <b>{zone}</b> now."),
        ("blue", "x" * 64, "x" * 64, f"Blue is {'x' * 64} now."),
        ("referee", "Grace", "Grace", "Referee is Grace now."),
    ],
)
def test_whoever_holds_a_seat_says_what_they_are_called(by: str, name: str, called: str, told: str) -> None:
    table = play()
    before = table.game
    entry = table.do(by, {"do": "name", "name": name})

    assert (entry.kind, table.game is before) == ("table", True)
    assert table.state.table.held[by].name == called
    assert table.story()[-1] == told
    assert {seat for seat, held in table.state.table.held.items() if held.name != seat} == {by}


@pytest.mark.parametrize(
    ("by", "body", "code"),
    [
        ("red", {"do": "name", "name": "red"}, "no_change"),
        ("red", {"do": "name", "name": " red\n"}, "no_change"),
        ("red", {"do": "name", "name": "x" * 65}, "malformed"),
        ("red", {"do": "name", "name": "Eve", "seat": "blue"}, "malformed"),
        ("operator", {"do": "name", "name": "Eve"}, "not_allowed"),
    ],
)
def test_no_name_is_given_twice_nor_to_somebody_else(by: str, body: dict[str, Any], code: str) -> None:
    assert play().refused(by, body) == code


def test_a_spectator_or_a_seat_that_nobody_holds_has_no_name() -> None:
    table = play()
    with pytest.raises(Refused) as refused:
        table.timeline.decide(Intent({"do": "name", "name": "Eve"}, by="", role="spectator", at=0))
    assert refused.value.code == "not_allowed"
    table.do("operator", {"do": "vacate", "seat": "red"})
    assert table.refused("red", {"do": "name", "name": "Eve"}) == "no_such_seat"
    assert "name" not in [one.body["do"] for one in offers(table.context("red"))]

    table.do("operator", {"do": "sit", "seat": "red", "name": ""})
    assert table.state.table.held["red"].name == "Red"  # who sits there now is somebody else


def test_a_name_is_given_while_something_is_asked_and_after_the_end() -> None:
    units = unit("vega", strength=2), unit("rook", "a", "blue")
    start = game("a", units, levels={"a": {"gas_deadly": 1}}, rulebooks=("frame", "zones"))
    table = Play(replace(start, dice=dict.fromkeys(SEATS, "typed")), ZONES)
    table.act("red", "begin", "vega")
    assert table.game.open
    table.do("red", {"do": "name", "name": "Ada"})
    assert table.game.open
    table.act("referee", "ref_hurt", "vega", amount=9)
    assert table.game.clock.phase == "over"

    table.do("red", {"do": "name", "name": "Ada Lovelace"})
    assert table.state.table.held["red"].name == "Ada Lovelace"


def test_a_name_outlives_undo_and_the_log_told_anew() -> None:
    table = play()
    table.act("red", "begin", "vega")
    table.do("red", {"do": "name", "name": "Ada"})
    table.undo()

    assert not table.game.clock.active
    assert table.state.table.held["red"].name == "Ada"
    assert state_hash(table.folded()) == table.hash()


def test_talk_and_notes_say_who_speaks_as_they_were_called_then() -> None:
    table = play()
    table.do("red", {"do": "say", "text": "hm"})
    table.do("red", {"do": "name", "name": "Ada"})
    table.do("red", {"do": "say", "text": "hm"})
    table.do("red", {"do": "note", "text": "the hatch", "to": ["blue"]})
    table.do("red", {"do": "name"})
    table.do("red", {"do": "say", "text": "hm"})

    assert [line for line in table.story() if "hm" in line or "hatch" in line] == [
        "Red: hm", "Red (Ada): hm", "Note by Red (Ada) for Blue: the hatch", "Red: hm",
    ]  # fmt: skip


def test_whoever_holds_a_seat_is_offered_to_say_what_they_are_called() -> None:
    table = play()
    table.do("red", {"do": "name", "name": "Ada"})
    for by, called in (("red", "Ada"), ("referee", "referee")):
        (offer,) = [one for one in offers(table.context(by)) if one.body["do"] == "name"]
        assert (offer.label, offer.why_not) == (f"Say what you are called, {called} now", "")
        assert offer.fields == (Field("name", "text", "Your name", most=64, needed=True),)
        assert list(legal((offer,))) == []  # nobody plays by guessing names
    assert not [one for one in offers(table.context("red"), "vega") if one.body["do"] == "name"]


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
        ("name Ada", {"do": "name", "name": "Ada"}),
        ("name Ada  King, née Byron = a = 1", {"do": "name", "name": "Ada  King, née Byron = a = 1"}),
        ("name", {"do": "name", "name": ""}),
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
