"""What a turn buys (D71)."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from kit.inches import stood, two_rooms
from msgspec.structs import replace
from wardiary_server.game.events import Spent, TurnEnded
from wardiary_server.game.frame.economy import ECONOMIES, FOCUS, can_pay, coin, pay, price, purse, without_actions
from wardiary_server.game.frame.movement import cost_of
from wardiary_server.game.frame.queries import SPEED
from wardiary_server.game.offers import offers
from wardiary_server.game.rulebook import Refused, Rulebook
from wardiary_server.game.state import Clock

BOARD = "a - b - c - d - e =d1= f"


def play(economy: str, *books: Rulebook, **more: Any) -> Play:
    units = [unit("vega", speed=3), unit("rook", "f", "blue")]
    return Play(game(BOARD, units, options={"frame.economy": economy, **more}), *books)


def test_slow_and_quick() -> None:
    """003: one slow and one quick action; a slow one may be spent on something quick."""
    table = play("slow-quick")
    table.act("red", "move", "vega", to="d")
    assert table.game.clock.active["vega"] == {"slow": 1, "quick": 0}
    table.act("red", "move", "vega", to="e")
    assert table.game.clock.active["vega"] == {"slow": 0, "quick": 0}

    assert table.refused("red", {"do": "move", "unit": "vega", "to": "d"}) == "no_action"


@pytest.mark.parametrize("economy", ["activation", "focus"])
def test_a_move_zone_by_zone_and_one_action(economy: str) -> None:
    """000 and 001: a move of the unit's speed, and one action; something quick takes from the move first."""
    table = play(economy)
    table.act("red", "move", "vega", to="c")
    assert table.game.clock.active["vega"] == {"move": 1, "action": 1}
    assert table.refused("red", {"do": "move", "unit": "vega", "to": "e"}) == "out_of_reach"
    table.act("red", "move", "vega", to="d")

    assert table.game.clock.active["vega"] == {"move": 0, "action": 1}
    assert table.refused("red", {"do": "move", "unit": "vega", "to": "e"}) == "out_of_reach"


@pytest.mark.parametrize("economy", list(ECONOMIES))
def test_to_focus_takes_a_turn_of_which_nothing_was_spent_and_all_of_it(economy: str) -> None:
    """MED-2, D71: with the special action goes everything else; after any spending it is too late."""
    table = play(economy)
    whole = purse(table.context(), table.unit("vega"))
    table.act("red", "begin", "vega")
    assert cost_of(table.context(), table.unit("vega"), FOCUS) == "the whole turn"
    (spent,) = pay(table.context(), "vega", FOCUS)
    assert isinstance(spent, Spent)
    assert dict(spent.left) == dict.fromkeys(whole, 0)

    table.act("red", "move", "vega", to="b")
    assert not can_pay(table.context(), "vega", FOCUS)
    assert cost_of(table.context(), table.unit("vega"), FOCUS) == ""
    with pytest.raises(Refused, match="part of this one is spent"):
        coin(table.context(), table.unit("vega"), FOCUS)


def test_what_is_left_without_actions_is_the_move() -> None:
    """D91: what attacks and special actions are paid with is gone."""
    by_step, by_payment = play("activation").context(), play("slow-quick").context()

    assert without_actions(by_step, {"move": 3, "action": 1}) == {"move": 3, "action": 0}
    assert without_actions(by_payment, {"slow": 1, "quick": 1}) == {"slow": 0, "quick": 1}


def test_something_quick_is_paid_with_what_suffices() -> None:
    table = play("activation")
    table.act("red", "move", "vega", to="d")
    table.act("referee", "ref_move", "vega", zone="e")
    table.act("red", "close", "vega", door="d1")

    assert table.game.clock.active["vega"] == {"move": 0, "action": 0}
    assert table.refused("red", {"do": "open", "unit": "vega", "door": "d1"}) == "no_action"


def test_a_purse_is_what_is_left_or_what_a_turn_would_buy() -> None:
    table = play("activation")
    vega = table.unit("vega")
    assert purse(table.context(), vega) == {"move": 3, "action": 1}

    table.act("red", "move", "vega", to="b")

    assert purse(table.context(), vega) == {"move": 2, "action": 1}
    assert can_pay(table.context(), "vega", "move")
    assert coin(table.context(), vega, "quick") == "move"
    with pytest.raises(Refused, match="cannot pay for that: 2 move, 1 action left") as refusal:
        coin(table.context(), vega, "attack", times=2)
    assert refusal.value.code == "no_action"


@pytest.mark.parametrize(
    ("speed", "stand", "cost"),
    [
        (1, "half", 1),
        (2, "half", 1),
        (3, "half", 2),
        (4, "half", 2),
        (5, "half", 3),
        (5, "whole", 5),
        (5, "nothing", 0),
    ],
)
def test_standing_up_costs_half_the_move_where_moves_are_counted_in_zones(speed: int, stand: str, cost: int) -> None:
    """D76: half the move, in whole zones; or all of it, or nothing."""
    options = {"frame.economy": "activation", "frame.stand": stand}
    table = Play(game(BOARD, [unit("vega", speed=speed)], options=options))

    assert price(table.context(), table.unit("vega"), "stand", "move") == cost


@pytest.mark.parametrize(
    ("economy", "stand", "cost", "left"),
    [
        ("slow-quick", "half", "1 quick", {"slow": 1, "quick": 0}),
        ("slow-quick", "whole", "1 slow", {"slow": 0, "quick": 1}),
        ("slow-quick", "nothing", "nothing", {"slow": 1, "quick": 1}),
        ("activation", "half", "2 move", {"move": 1, "action": 1}),
        ("activation", "whole", "3 move", {"move": 0, "action": 1}),
        ("focus", "nothing", "nothing", {"move": 3, "action": 1}),
    ],
)
def test_what_standing_up_costs_is_told_and_paid(economy: str, stand: str, cost: str, left: dict[str, int]) -> None:
    """D76: a quick action or half the move, unless the scenario has it otherwise."""
    prone = unit("vega", speed=3, conditions={"prone": 1})
    table = Play(game(BOARD, [prone], options={"frame.economy": economy, "frame.stand": stand}))
    (found,) = [offer for offer in offers(table.context(), "vega") if offer.body["do"] == "stand"]
    table.act("red", "stand", "vega")

    assert found.cost == cost
    assert table.game.clock.active["vega"] == left
    assert not table.unit("vega").conditions.get("prone")


def test_whoever_cannot_pay_for_standing_up_lies() -> None:
    """D76: half a turn is not enough where it takes a slow action."""
    lies = unit("vega", speed=3, conditions={"prone": 1})
    clock = Clock("play", 1, "red", active={"vega": {"slow": 0, "quick": 1}})
    options = {"frame.economy": "slow-quick", "frame.stand": "whole"}
    table = Play(game(BOARD, [lies, unit("rook", "f", "blue")], clock=clock, options=options))

    assert table.refused("red", {"do": "stand", "unit": "vega"}) == "no_action"


def test_a_speed_that_was_lowered_below_nothing_buys_no_move() -> None:
    lame = Rulebook("lame", modifiers=((SPEED, lambda ctx, speed, unit: speed - 9),))
    table = play("activation", lame)

    assert purse(table.context(), table.unit("vega")) == {"move": 0, "action": 1}
    assert not can_pay(table.context(), "vega", "move")


def with_left(move: int, *books: Rulebook) -> Play:
    """Vega lies prone on a board in inches; so many thousandths are left of her move, and one action."""
    start = two_rooms(stood("vega", 3, 6, conditions={"prone": 1}), stood("rook", 9, 6))
    left = {"vega": {"move": move, "action": 1}}
    return Play(replace(start, clock=replace(start.clock, active=left)), *books)


@pytest.mark.parametrize(
    ("speed", "left", "cost"),
    [
        (5_000, 5_000, "2.5 inches of its move"),
        (2_500, 2_500, "1.3 inches of its move"),  # 1.25: what it costs is rounded up
        (2_500, 1_250, "1.2 inches of its move"),  # 1.25 that are left suffice, and read as 1.2
        (2_500, 1_249, ""),
    ],
)
def test_standing_up_never_reads_as_more_than_is_left_for_it(speed: int, left: int, cost: str) -> None:
    """D76: half the move, in inches."""
    table = with_left(left, Rulebook("slow", modifiers=((SPEED, lambda ctx, whole, unit: speed),)))

    assert cost_of(table.context(), table.unit("vega"), "stand") == cost


def test_what_is_left_is_rounded_down_where_it_does_not_suffice() -> None:
    table = with_left(2_990)

    with pytest.raises(Refused) as refused:
        coin(table.context(), table.unit("vega"), "stand")
    assert refused.value.text == "Vega cannot pay for that: 2.9 inches of its move, 1 action left of this turn."


def test_a_turn_ends_by_itself_when_nothing_of_it_is_left() -> None:
    by_itself, by_hand = play("slow-quick", **{"frame.auto_end": True}), play("slow-quick", **{"frame.auto_end": False})
    for table in (by_itself, by_hand):
        table.act("red", "move", "vega", to="b")
        table.act("red", "move", "vega", to="c")

    assert by_itself.events(TurnEnded)
    assert "vega" in by_hand.game.clock.active


def test_every_economy_can_pay_for_every_kind_of_thing() -> None:
    for economy in ECONOMIES.values():
        assert economy.pays.keys() == {"move", "attack", "special", "quick", "stand", "stand_whole", "focus"}
        assert all(set(coins) <= set(economy.buys) for coins in economy.pays.values())
