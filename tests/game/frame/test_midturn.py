"""In the middle of a turn: what is left of it pays, and what befalls a unit in it counts from when it says."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from msgspec.structs import replace
from wardiary_server.game.events import ConditionChanged, Remarked, Spent, TurnBegan, UnitEntered
from wardiary_server.game.frame.harm import lose_turns
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Rule, Rulebook, Trigger
from wardiary_server.game.state import Clock

BOARD = """
a - b - c
b #shut# y
b !seal! z
b =wide= x
"""


def play(rule: Any = None, on: Any = UnitEntered, economy: str = "activation", **more: Any) -> Play:
    """Vega, with speed 3, in a; `rule` runs when she enters anything, or on another event."""
    books = [Rulebook("house", triggers=(Trigger(on, rule),))] if rule else []
    units = [unit("vega", **{"speed": 3, **more}), unit("nova"), unit("rook", "c", "blue")]
    return Play(game(BOARD, units, options={"frame.economy": economy}), *books)


def spent(left: dict[str, int], **conditions: int) -> Any:
    """A rule after which so much is left of the turn, and the unit is like that."""

    def rule(ctx: Context, event: Any) -> Rule[None]:
        if event.unit == "vega":
            yield Spent(unit=event.unit, left=left)
            for condition, value in conditions.items():
                yield ConditionChanged(unit=event.unit, condition=condition, value=value)

    return rule


@pytest.mark.parametrize(
    ("economy", "left", "body"),
    [
        ("activation", {"move": 1, "action": 1}, {"do": "stand"}),
        ("slow-quick", {"slow": 0, "quick": 0}, {"do": "stand"}),
        ("activation", {"move": 0, "action": 0}, {"do": "open", "door": "shut"}),
        ("activation", {"move": 9, "action": 0}, {"do": "open", "door": "seal"}),
        ("slow-quick", {"slow": 0, "quick": 1}, {"do": "open", "door": "seal"}),
        ("activation", {"move": 0, "action": 0}, {"do": "close", "door": "wide"}),
        ("activation", {"move": 9, "action": 0}, {"do": "close", "door": "wide", "seal": True}),
        ("slow-quick", {"slow": 0, "quick": 1}, {"do": "close", "door": "shut", "seal": True}),
    ],
)
def test_what_cannot_be_paid_is_refused(economy: str, left: dict[str, int], body: dict[str, Any]) -> None:
    """D71, D76: half the move to stand, in whole zones; a seal takes a special action, which no move pays."""
    table = play(spent(left, prone=1), economy=economy)
    table.act("red", "move", "vega", to="b")

    assert table.refused("red", {**body, "unit": "vega"}) == "no_action"


def test_a_move_by_one_payment_has_to_be_paid_as_well() -> None:
    table = play(spent({"slow": 0, "quick": 0}), economy="slow-quick")
    table.act("red", "move", "vega", to="b")

    assert table.refused("red", {"do": "move", "unit": "vega", "to": "c"}) == "no_action"


@pytest.mark.parametrize("body", [{"do": "stand"}, {"do": "open", "door": "shut"}, {"do": "close", "door": "wide"}])
def test_what_a_turns_start_made_impossible_does_not_happen_and_costs_nothing(body: dict[str, Any]) -> None:
    """Checked again after the start: here it left nothing to pay with."""
    table = play(spent({"move": 0, "action": 0}), on=TurnBegan, zone="b", conditions={"prone": 1})

    table.do("red", {**body, "unit": "vega"})

    assert table.unit("vega").conditions == {"prone": 1}
    assert table.game.clock.active["vega"] == {"move": 0, "action": 0}
    assert [e.text for e in table.events(Remarked)] == ["Vega cannot pay for that: nothing left of this turn."]


def test_a_turn_that_is_lost_by_entering_is_the_next_one() -> None:
    """D13: the turn that is on goes on; the next can only be begun."""

    def gas(ctx: Context, event: UnitEntered) -> Rule[None]:
        yield from lose_turns(ctx, event.unit, 1, "gas")

    table = play(gas)
    table.act("red", "move", "vega", to="b")
    assert table.act("red", "close", "vega", door="wide")
    table.do("referee", {"do": "end_round", "bare": True})

    assert table.refused("red", {"do": "close", "unit": "vega", "door": "shut"}) == "turn_lost"
    table.act("red", "pass", "vega")
    assert table.unit("vega").conditions == {}


@pytest.mark.parametrize("order", ["free", "alternate", "initiative"])
@pytest.mark.parametrize("fallen", [{"status": "down"}, {"status": "dead"}, {"conditions": {"unconscious": 1}}])
def test_who_lies_there_is_waited_for_in_no_order(order: str, fallen: dict[str, Any]) -> None:
    units = [unit("ann", **fallen), unit("bob"), unit("cyd", "a", "blue"), unit("dan", "a", "blue", **fallen)]
    clock = Clock("play", 1, "red" if order == "alternate" else "")
    clock = replace(clock, order=("ann", "bob", "dan", "cyd") if order == "initiative" else ())
    table = Play(game(BOARD, units, clock=clock, options={"frame.order": order}))

    table.act("red", "pass", "bob")
    table.act("blue", "pass", "cyd")

    assert table.game.clock.round == 2
