"""Airless: who rolls when, and what a Blank does."""

from __future__ import annotations

from typing import Any

import pytest
from kit import unit
from kit.ship import BLANK, SUCCESS, start
from wardiary_server.game.events import TurnBegan, TurnEnded, UnitEntered, UnitHurt
from wardiary_server.game.state import Area

HOLD = Area("hold", "airless", "Airless", ("b", "c"))


@pytest.mark.parametrize(("face", "damage"), [(SUCCESS, 0), (BLANK, 1)])
def test_entering_an_airless_area(face: int, damage: int) -> None:
    """ENV-7: on entering, Success 0 damage, Blank 1."""
    play = start("a - b - c", unit("vega"), areas=[HOLD])

    play.act("red", "move", "vega", face, to="b")

    assert len(play.rolls("airless")) == 1
    assert play.unit("vega").stats["health"] == 5 - damage


@pytest.mark.parametrize(("face", "damage"), [(SUCCESS, 0), (BLANK, 1)])
def test_beginning_an_activation_in_an_airless_area(face: int, damage: int) -> None:
    """ENV-8: on beginning an activation inside, Success 0 damage, Blank 1."""
    play = start("a - b - c", unit("vega", "b"), areas=[HOLD])

    play.act("red", "begin", "vega", face)

    assert len(play.rolls("airless")) == 1
    assert play.unit("vega").stats["health"] == 5 - damage


def test_it_stays_airless() -> None:
    """ENV-10: nothing restores it, so it is still Airless 10 rounds later, and asks for a roll in each."""
    play = start("a - b - c", unit("vega", "b", health=50), areas=[HOLD])

    for _ in range(10):
        play.do("red", {"do": "done"}, SUCCESS)
        play.do("blue", {"do": "done"})
    play.act("red", "begin", "vega", BLANK)

    assert play.game.clock.round == 11
    assert len(play.rolls("airless")) == 11
    assert play.unit("vega").stats["health"] == 49


def test_armour_is_no_help() -> None:
    """D16: the 1 damage is no attack, so armour takes nothing off it."""
    play = start("a - b - c", unit("vega", armour=9, ar=9), areas=[HOLD])

    play.act("red", "move", "vega", BLANK, to="b")

    assert play.unit("vega").stats["health"] == 4


def test_leaving_never_triggers() -> None:
    """foundryvtt#14641: starting inside and leaving over five waypoints, there is the one roll at the start."""
    play = start("b - c - d - e - f - g", unit("vega", "b", speed=5), areas=[HOLD])

    play.act("red", "move", "vega", SUCCESS, to="g")

    assert [type(e) for e in play.events(UnitEntered)] == [UnitEntered] * 5
    assert len(play.rolls()) == 1


def test_passing_through_counts() -> None:
    """D7: what lies on the way is entered, also when the move ends beyond it."""
    play = start("a - b - d", unit("vega", speed=2), areas=[HOLD])

    play.act("red", "move", "vega", BLANK, to="d")

    assert play.unit("vega").zone == "d"
    assert play.unit("vega").stats["health"] == 4


def test_deployed_into_it_during_play() -> None:
    """foundryvtt#10942: a unit that arrives during play rolls once."""
    play = start("a - b - c", unit("vega", "", arrives=1), areas=[HOLD])

    play.act("red", "deploy", "vega", SUCCESS, zone="b")

    assert len(play.rolls("airless")) == 1


def test_placed_in_it_at_set_up() -> None:
    """foundryvtt#10942: a unit that is placed at set-up does not roll; its first turn there asks for the first roll."""
    from wardiary_server.game.state import Clock

    play = start("a - b - c", unit("vega"), areas=[HOLD], clock=Clock())

    play.act("red", "place", "vega", zone="b")
    assert play.rolls() == []
    play.do("referee", {"do": "ready"})
    assert play.rolls() == []
    play.act("red", "begin", "vega", SUCCESS)
    assert len(play.rolls("airless")) == 1


def test_put_there_by_the_referees_hand() -> None:
    """D7: what the referee puts has not entered; `with_rules` lets it enter."""
    play = start("a - b - c", unit("vega"), unit("ito"), areas=[HOLD])

    play.do("referee", {"do": "ref_move", "unit": "vega", "zone": "b"})
    assert play.rolls() == []
    play.do("referee", {"do": "ref_move", "unit": "ito", "zone": "b", "with_rules": True}, SUCCESS)
    assert [roll.unit for roll in play.rolls()] == ["ito"]


def test_what_happens_in_place_triggers_nothing() -> None:
    """MegaMek#1978, #3727: leaving, opening a door, lying down and standing up in place ask for nothing."""
    prone = {"prone": 1}
    play = start("b - c =d1= x\nb - a", unit("vega", "c", speed=4, conditions=prone), areas=[HOLD])
    play.act("red", "begin", "vega", SUCCESS)
    asked = len(play.rolls())

    play.act("red", "stand", "vega")
    play.act("red", "move", "vega", to="b")
    play.act("red", "move", "vega", to="a")

    assert len(play.rolls()) == asked == 1


def test_a_unit_that_dies_of_it_as_its_turn_begins() -> None:
    """boardgame.io#526: its turn ends with it, and the next can start."""
    play = start("a - b - c", unit("vega", "b", health=1), unit("ito"), areas=[HOLD])

    play.act("red", "begin", "vega", BLANK)

    assert play.unit("vega").status == "down"
    assert [e.unit for e in play.events(TurnEnded)] == ["vega"]
    play.act("red", "begin", "ito")
    assert list(play.game.clock.active) == ["ito"]


def test_a_move_is_called_off_where_its_start_fells_the_unit() -> None:
    """D11: who falls where the turn begins does not go on with what it wanted."""
    play = start("a - b - c", unit("vega", "b", health=1), areas=[HOLD])

    play.act("red", "move", "vega", BLANK, to="a")

    assert play.unit("vega").zone == "b"
    assert play.events(UnitEntered) == []


@pytest.mark.parametrize("order", [("ann", "bob", "cyd"), ("cyd", "ann", "bob"), ("bob", "cyd", "ann")])
def test_one_start_for_each_activation_in_any_order(order: Any) -> None:
    """foundryvtt#13983: units activated in any order have one start trigger each."""
    play = start("a - b - c", *(unit(name, "b") for name in sorted(order)), areas=[HOLD])

    for name in order:
        play.act("red", "begin", name, SUCCESS)
        play.act("red", "end", name)

    assert [roll.unit for roll in play.rolls("airless")] == list(order)
    assert [e.unit for e in play.events(TurnBegan)] == list(order)


def test_the_story_says_why() -> None:
    play = start("a - b - c", unit("vega"), areas=[HOLD])

    play.act("red", "move", "vega", BLANK, to="b")

    assert play.story()[-2:] == ["Vega (Airless): Blank.", "Vega loses 1 health (Airless); 4 left."]
    assert [e.source for e in play.events(UnitHurt)] == ["Airless"]
