"""Scores and turns, by the referee's word."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from kit.wander import REAL
from msgspec.structs import replace
from wardiary_server.game.events import Scored, SideCalled, TurnBegan, TurnEnded, UnitHurt
from wardiary_server.game.offers import offers


def play(order: str = "free", **more: Any) -> Play:
    units = [unit("vega"), unit("nova"), unit("rook", "b", "blue"), unit("down", status="down", health=0)]
    start = game("a - b", units, options={"frame.order": order, **more.pop("options", {})}, **more)
    side = "red" if order == "alternate" else ""
    return Play(replace(start, clock=replace(start.clock, side=side)), *REAL)


def test_a_score_is_set_up_or_down() -> None:
    table = play()

    up = table.do("referee", {"do": "ref_score", "side": "red", "total": 3})
    table.do("referee", {"do": "ref_score", "side": "red", "total": 1, "reason": "miscounted"})

    assert up.events == (Scored("red", 3, 3),)
    assert table.game.scores == {"red": 1}
    assert table.story()[-3:] == ["Red scores 3: 3 in all.", "The referee: miscounted", "Red loses 2: 1 in all."]


def test_a_score_that_is_enough_wins() -> None:
    table = play(options={"frame.score": 5})

    table.do("referee", {"do": "ref_score", "side": "blue", "total": 5})

    assert table.game.result is not None
    assert table.game.result.winner == "blue"


def test_a_turn_is_skipped_and_one_that_is_on_ends() -> None:
    table = play()
    table.act("red", "begin", "vega")

    first = table.act("referee", "ref_skip", "vega")
    second = table.act("referee", "ref_skip", "nova")

    assert first.events == (TurnEnded("vega", "the referee"),)
    assert second.events == (TurnEnded("nova", "the referee"),)
    assert table.game.clock.done == ("vega", "nova")


def test_with_the_rules_a_turn_that_is_skipped_begins_and_the_fire_burns() -> None:
    """FRE-3: nobody dodges what starts with a turn (D71)."""
    quiet, loud = play(levels={"a": {"fire": 2}}), play(levels={"a": {"fire": 2}})

    quiet.act("referee", "ref_skip", "vega")
    loud.act("referee", "ref_skip", "vega", with_rules=True)

    assert quiet.events(UnitHurt) == []
    assert loud.events(UnitHurt)
    assert loud.events(TurnBegan)


@pytest.mark.parametrize("order", ["free", "alternate", "initiative"])
def test_a_unit_is_called_out_of_order_and_also_once_more(order: str) -> None:
    table = play(order)

    table.act("referee", "ref_call", "rook")
    assert list(table.game.clock.active) == ["rook"]
    table.act("blue", "move", "rook", to="a")
    table.act("blue", "end", "rook")
    table.act("referee", "ref_call", "rook")
    table.act("blue", "move", "rook", to="b")
    table.act("blue", "end", "rook")

    assert table.unit("rook").zone == "b"
    assert table.game.clock.done.count("rook") == 1
    assert table.folded() == table.state


def test_a_side_is_called_where_sides_alternate() -> None:
    table = play("alternate")

    entry = table.do("referee", {"do": "ref_call", "side": "blue"})

    assert entry.events == (SideCalled("blue"),)
    table.act("blue", "begin", "rook")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"do": "ref_score", "side": "green", "total": 1}, "no_such_side"),
        ({"do": "ref_score", "side": "red", "total": 0}, "no_change"),
        ({"do": "ref_skip", "unit": "nobody"}, "no_such_unit"),
        ({"do": "ref_skip", "unit": "down"}, "unit_gone"),
        ({"do": "ref_call"}, "malformed"),
        ({"do": "ref_call", "unit": "vega", "side": "red"}, "malformed"),
        ({"do": "ref_call", "unit": "down"}, "unit_down"),
        ({"do": "ref_call", "side": "red"}, "no_change"),
        ({"do": "ref_call", "side": "green"}, "no_such_side"),
    ],
)
def test_what_makes_no_sense_is_refused(body: dict[str, Any], code: str) -> None:
    assert play().refused("referee", body) == code


def test_while_a_turn_is_on_nobody_else_is_called() -> None:
    table = play("alternate")
    table.act("red", "begin", "vega")

    assert table.refused("referee", {"do": "ref_call", "unit": "vega"}) == "turn_open"
    assert table.refused("referee", {"do": "ref_call", "unit": "rook"}) == "turn_open"
    assert table.refused("referee", {"do": "ref_call", "side": "blue"}) == "turn_open"
    table.act("referee", "ref_skip", "vega")
    assert table.refused("referee", {"do": "ref_skip", "unit": "vega"}) == "turn_over"


def test_before_play_there_is_no_turn_to_skip() -> None:
    start = play().start
    table = Play(replace(start, clock=replace(start.clock, phase="setup")))

    assert table.refused("referee", {"do": "ref_skip", "unit": "vega"}) == "not_playing"
    assert table.refused("referee", {"do": "ref_call", "unit": "vega"}) == "not_playing"


def test_what_is_on_offer() -> None:
    table = play("alternate")
    seat = {offer.label: offer for offer in offers(table.context("referee"))}
    vega = {offer.label: offer for offer in offers(table.context("referee"), "vega")}

    assert seat["Set Red's points (0 now)"].body["total"] == 1
    assert [target.value for target in seat["Call a side"].targets] == ["blue"]
    assert {"Skip Vega's turn", "Call Vega"} <= vega.keys()
