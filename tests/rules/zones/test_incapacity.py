"""Lost turns add up, and too many of them knock a unit out."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.skirmish import end_round, play
from msgspec.structs import replace
from wardiary_server.game.events import ConditionChanged, TurnBegan, TurnEnded
from wardiary_server.rules.zones import RULEBOOK

IRRITATING = "gas_irritating"


def choked(gas: int, health: int, lost: int = 0, **more: Any) -> Play:
    """Vega, who has no dice against gas, enters it."""
    conditions = {"lost_turns": lost} if lost else {}
    vega = unit("vega", health=health, conditions=conditions)
    others = (unit("ash"), unit("rook", "a", "blue"))  # so that no side is wiped out
    game = play("a #d1# b", vega, *others, levels={"b": {IRRITATING: gas}}, **more)
    game.do("referee", {"do": "ref_move", "unit": "vega", "zone": "b", "with_rules": True})
    return game


def is_out(game: Play) -> bool:
    return bool(game.unit("vega").conditions.get("unconscious"))


def test_inc_1_lost_turns_add_up() -> None:
    """INC-1: 1 and 2 are 3, whatever they come from."""
    game = choked(2, health=5, lost=1)
    assert game.unit("vega").conditions["lost_turns"] == 3


@pytest.mark.parametrize(("lost", "out"), [(3, False), (4, True)])
def test_inc_2_more_lost_turns_than_health_knock_a_unit_out(lost: int, out: bool) -> None:
    """INC-2, D62: health 3: 3 lost turns no, 4 yes."""
    assert is_out(choked(lost, health=3)) is out
    assert is_out(choked(1, health=3, lost=lost - 1)) is out


def test_inc_2_losing_health_counts_too() -> None:
    """D62: against the health that is left: 3 turns and health 3, then a wound."""
    game = choked(3, health=3)
    game.do("referee", {"do": "ref_hurt", "unit": "vega", "amount": 1, "with_rules": True})
    assert is_out(game)


def test_what_lost_turns_are_held_against_is_an_option() -> None:
    """D62: `zones.endurance` = `full`: against all the health that the unit began with."""
    game = choked(5, health=2, options={"zones.endurance": "full"})
    assert not is_out(game)
    game = choked(6, health=2, options={"zones.endurance": "full"})
    assert is_out(game)


def test_inc_2_an_unconscious_unit_has_no_turn_left() -> None:
    """D63, D11: the turn that was on is over; its commands are refused; it lies there for the rest of the scenario."""
    vega = unit("vega", health=1, speed=2)
    others = (unit("ash", tags=("gas_immune",)), unit("rook", "a", "blue", tags=("gas_immune",)))
    game = play("a - b - c", vega, *others, levels={"b": {IRRITATING: 2}})
    game.act("red", "move", "vega", to="c")
    assert game.unit("vega").zone == "b"
    assert "vega" in game.game.clock.done
    assert [event.unit for event in game.events(TurnEnded)] == ["vega"]
    assert game.refused("red", {"do": "begin", "unit": "vega"}) == "unit_down"
    for _round in range(5):
        end_round(game)
    assert is_out(game)


def test_an_unconscious_unit_still_breathes_and_burns() -> None:
    """D12: unconscious: environment yes; its turn begins at the round's end and nothing comes of it."""
    vega = unit("vega", health=9, conditions={"unconscious": 1})
    game = play("a - b", vega, unit("rook", "b", "blue"), levels={"a": {"fire": 2, "gas_deadly": 1}})
    end_round(game, 3, 3)
    assert [event.unit for event in game.events(TurnBegan)] == ["rook", "vega"]
    assert game.unit("vega").stats["health"] == 6


def test_nobody_is_knocked_out_twice() -> None:
    """INC-2: more gas over an unconscious unit adds turns, and says it once."""
    game = choked(3, health=2)
    end_round(game)
    outs = [event for event in game.events(ConditionChanged) if event.condition == "unconscious"]
    assert len(outs) == 1
    assert "Vega is unconscious (3 lost turns are more than it can take)." in game.story()


def test_consuming_lost_turns_knocks_nobody_out() -> None:
    """INC-2: outstanding turns are what counts: 3 of health 3, one after another passes."""
    game = choked(3, health=3)
    game.do("referee", {"do": "ref_move", "unit": "vega", "zone": "a"})
    for left in (2, 1, 0):
        end_round(game)
        assert game.unit("vega").conditions.get("lost_turns", 0) == left
    assert not is_out(game)


def test_a_stretch_may_be_a_number_of_rounds() -> None:
    """D63: `zones.stretch` = 2: awake at the end of the second round, with no turns left to lose (D85)."""
    game = choked(3, health=2, options={"zones.stretch": 2})
    game.do("referee", {"do": "ref_move", "unit": "vega", "zone": "a"})
    end_round(game)
    assert is_out(game)
    end_round(game)
    assert not is_out(game)
    assert game.unit("vega").conditions == {"stress": 3}
    game.act("red", "begin", "vega")
    assert "vega" in game.game.clock.active


def test_the_dead_and_the_down_are_not_unconscious() -> None:
    """INC-2: who goes down of the wound itself is down, and that is enough."""
    game = choked(3, health=3)
    game.do("referee", {"do": "ref_hurt", "unit": "vega", "amount": 3, "with_rules": True})
    assert game.unit("vega").status == "down"
    assert not is_out(game)


def knocked_out(stretch: int, **more: Any) -> Play:
    """Vega, alone on her side, falls unconscious; Rook stands next door."""
    vega = unit("vega", health=1)
    options = {"zones.stretch": stretch}
    game = play("a #d1# b", vega, unit("rook", "a", "blue"), levels={"b": {IRRITATING: 2}}, options=options, **more)
    game.do("referee", {"do": "ref_move", "unit": "vega", "zone": "b", "with_rules": True})
    assert is_out(game)
    return game


@pytest.mark.parametrize(("stretch", "over"), [(0, True), (3, False)])
def test_a_side_that_will_wake_up_is_not_beaten(stretch: int, over: bool) -> None:
    """D63: all unconscious for the rest of the scenario: the game is over; for 3 rounds: it goes on."""
    game = knocked_out(stretch)
    assert (game.game.result is not None) is over


def test_where_everybody_is_unconscious_rounds_pass_until_somebody_wakes() -> None:
    """D63: 3 rounds, and nobody has to end them by hand."""
    units = (unit("vega", health=1), unit("rook", "a", "blue", conditions={"unconscious": 5}))
    game = play("a #d1# b", *units, levels={"b": {IRRITATING: 2}}, options={"zones.stretch": 3})
    game.do("referee", {"do": "ref_move", "unit": "vega", "zone": "b", "with_rules": True})
    assert game.game.clock.round == 4
    assert not is_out(game)
    assert game.unit("rook").conditions == {"unconscious": 2}


def test_the_referee_wakes_whom_nothing_else_ails() -> None:
    """D85: unhurt and unconscious: `ref_heal` wakes; no turn is left to lose, and nothing is healed."""
    game = choked(3, health=2)
    stats = game.unit("vega").stats
    game.do("referee", {"do": "ref_heal", "unit": "vega", "amount": 1})
    assert not is_out(game)
    assert game.unit("vega").conditions == {"stress": 3}
    assert game.unit("vega").stats["health"] == stats["health"] + 1
    game = knocked_out(3)
    vega = replace(game.unit("vega"), stats={"health": 1, "max_health": 1})
    game = Play(replace(game.game, units={**game.game.units, "vega": vega}), RULEBOOK)
    game.do("referee", {"do": "ref_heal", "unit": "vega", "amount": 1})
    assert game.unit("vega").conditions == {"stress": 2}
    assert "Vega is no longer unconscious (the referee)." in game.story()
    assert game.refused("referee", {"do": "ref_heal", "unit": "vega", "amount": 1}) == "no_change"


@pytest.mark.parametrize(("clears", "lost"), [(True, 0), (False, 3)])
def test_d85_whether_waking_clears_the_lost_turns(clears: bool, lost: int) -> None:
    """D85: unconscious of 3 lost turns, woken with health for them: none of them is left, or all are."""
    game = choked(3, health=2, options={"zones.waking_clears": clears})
    game.do("referee", {"do": "ref_heal", "unit": "vega", "amount": 5})
    assert not is_out(game)
    assert game.unit("vega").conditions.get("lost_turns", 0) == lost
