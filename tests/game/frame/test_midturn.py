"""In the middle of a turn: what is left of it pays, and what befalls a unit in it counts from when it says."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from msgspec.structs import replace
from wardiary_server.game.events import ConditionChanged, Remarked, Spent, TurnBegan, UnitEntered
from wardiary_server.game.frame.harm import hurt, lose_turns
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Rule, Rulebook, Trigger
from wardiary_server.game.state import Clock, Happening

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


def test_done_ends_no_turn_of_somebody_else() -> None:
    """Free order: each seat has its own turn on."""
    table = play()
    table.act("blue", "begin", "rook")
    table.act("red", "begin", "vega")

    table.do("red", {"do": "done"})

    assert set(table.game.clock.active) == {"rook"}
    assert table.game.clock.done == ("vega", "nova")


def test_done_begins_no_turn_for_who_fell_in_anothers_start() -> None:
    """Nova's turn is given up first; what its start brings fells vega, who then begins none."""

    def blast(ctx: Context, event: TurnBegan) -> Rule[None]:
        if event.unit == "nova":
            yield from hurt(ctx, "vega", 9, "blast")

    table = play(blast, on=TurnBegan)
    entry = table.do("red", {"do": "done"})

    assert [e.unit for e in table.events(TurnBegan, entry)] == ["nova"]
    assert table.unit("vega").status == "down"


def test_what_nobody_decides_for_has_no_turn() -> None:
    """A machine without a seat is neither waited for nor begun for when a round ends."""
    units = [unit("ann"), unit("gun", "b", "station", seat=""), unit("cyd", "c", "blue")]
    table = Play(game(BOARD, units))
    table.act("red", "pass", "ann")

    entry = table.act("blue", "pass", "cyd")

    assert [e.unit for e in table.events(TurnBegan, entry)] == ["cyd"]
    assert table.game.clock.round == 2


def test_who_falls_in_anothers_last_start_begins_no_turn_of_its_own() -> None:
    """D71, MegaMek#2571: the turns that were not taken begin by id; who is down by then begins none."""

    def blast(ctx: Context, event: TurnBegan) -> Rule[None]:
        if event.unit == "nova":
            yield from hurt(ctx, "vega", 9, "blast")

    table = play(blast, on=TurnBegan)
    entry = table.do("referee", {"do": "end_round"})

    assert [e.unit for e in table.events(TurnBegan, entry)] == ["nova", "rook"]
    assert table.game.clock.round == 2


@pytest.mark.parametrize("last", [True, False])
def test_rounds_in_which_nobody_can_go_pass_towards_a_last_one_or_what_is_still_to_happen(last: bool) -> None:
    units = [unit("ann"), unit("cyd", "c", "blue")] + [
        unit(name, "", side, tags=("brought",)) for name, side in (("bob", "red"), ("dan", "blue"))
    ]
    when = {"door": "wide", "is": "closed"} if last else {"round": 4}
    bring = Happening("more", when, ({"do": "reserves", "units": "bob dan", "zone": "a"},))
    start = game(BOARD, units, options={"frame.rounds": 5 if last else 0}, happenings={"more": bring})
    table = Play(start)

    table.act("referee", "ref_hurt", "ann", amount=9)
    table.act("referee", "ref_hurt", "cyd", amount=9)

    assert table.game.clock.round == (5 if last else 4)
    assert (table.game.result is not None) is last
    assert table.unit("bob").status == ("reserve" if last else "ready")
