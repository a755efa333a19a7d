"""Zones' levels and doors, by the referee's word."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from kit.wander import REAL
from msgspec.structs import replace
from wardiary_server.game.events import DoorChanged, LevelChanged, MarkerPlaced, Remarked
from wardiary_server.game.offers import offers
from wardiary_server.game.rulebook import Refused
from wardiary_server.game.state import Happening

BOARD = """
a =d1= b !d2! c
"""


def play() -> Play:
    start = game(BOARD, [unit("vega"), unit("rook", "c", "blue")])
    hole = Happening("hole", {"door": "d2", "is": "open"}, ({"do": "breach", "zone": "c"},))
    return Play(replace(start, happenings={"hole": hole}), *REAL)


def test_a_level_is_set_and_whoever_stands_there_has_not_entered_it() -> None:
    """D21."""
    table = play()

    entry = table.do("referee", {"do": "ref_level", "zone": "a", "level": "fire", "value": 3, "reason": "a spark"})

    assert entry.events == (Remarked("The referee: a spark"), LevelChanged("a", "fire", 3, "the referee"))
    assert table.story()[-1] == "a: FIRE 3 (the referee)."
    table.do("referee", {"do": "ref_level", "zone": "a", "level": "fire", "value": 0})
    assert table.game.zones["a"].levels == {}


@pytest.mark.parametrize(
    ("door", "now", "told"),
    [
        ("d1", "closed", "D1 is now closed."),
        ("d1", "destroyed", "D1 is now destroyed."),
        ("d2", "open", "D2 is now open, and was sealed."),
    ],
)
def test_a_door_is_changed_and_it_is_told_what_had_to_be_undone(door: str, now: str, told: str) -> None:
    table = play()

    table.do("referee", {"do": "ref_door", "door": door, "now": now})

    assert table.game.links[door].door == now
    assert table.story()[-1] == told


def test_what_waits_for_a_door_comes_only_with_the_rules() -> None:
    quiet, loud = play(), play()

    entry = quiet.do("referee", {"do": "ref_door", "door": "d2", "now": "open"})
    loud.do("referee", {"do": "ref_door", "door": "d2", "now": "open", "with_rules": True}, 6, 6, 6, 6)

    assert entry.events == (DoorChanged("d2", "open", was="sealed"),)
    assert loud.events(MarkerPlaced)
    assert "hole" in quiet.game.happenings


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"do": "ref_level", "zone": "z", "level": "fire", "value": 1}, "no_such_zone"),
        ({"do": "ref_level", "zone": "a", "level": "fyre", "value": 1}, "no_such_level"),
        ({"do": "ref_level", "zone": "a", "level": "fire", "value": 0}, "no_change"),
        ({"do": "ref_level", "zone": "a", "level": "fire", "value": -1}, "malformed"),
        ({"do": "ref_door", "door": "d9", "now": "open"}, "no_such_door"),
        ({"do": "ref_door", "door": "d1", "now": "open"}, "no_change"),
        ({"do": "ref_door", "door": "d1", "now": "ajar"}, "malformed"),
    ],
)
def test_what_makes_no_sense_is_refused(body: dict[str, Any], code: str) -> None:
    assert play().refused("referee", body) == code


def test_a_level_that_no_rulebook_knows_is_answered_with_what_was_meant() -> None:
    with pytest.raises(Refused, match="Did you mean 'fire'"):
        play().do("referee", {"do": "ref_level", "zone": "a", "level": "fyre", "value": 1})
    bare = Play(game("a", [unit("vega")]))
    assert bare.refused("referee", {"do": "ref_level", "zone": "a", "level": "fire", "value": 1}) == "no_such_level"


def test_what_is_on_offer() -> None:
    found = {offer.label: offer for offer in offers(play().context("referee"))}

    assert [target.value for target in found["Open a door"].targets] == ["d2"]
    assert [target.value for target in found["Destroy a door"].targets] == ["d1", "d2"]
    fire = next(offer for offer in found.values() if offer.body.get("level") == "fire")
    assert (fire.asks, fire.body["value"], len(fire.targets)) == ("zone", 1, 3)
