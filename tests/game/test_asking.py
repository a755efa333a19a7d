"""What rules write: parts of questions, and what is nothing at all."""

from __future__ import annotations

import pytest
from wardiary_server.game.asking import MAX_DICE, ask, choice_part, choose, record, roll, roll_part
from wardiary_server.game.events import Remarked
from wardiary_server.game.rulebook import Ask, Refused
from wardiary_server.game.state import Part


def result(rule: object) -> object:
    """What a rule returns that asks nothing."""
    with pytest.raises(StopIteration) as stop:
        next(rule)  # type: ignore[call-overload]
    return stop.value.value


def test_no_dice_no_roll() -> None:
    assert result(roll(rule="r", reason="r", dice=0)) == ()
    assert result(roll(rule="r", reason="r", dice=-2)) == ()
    assert result(ask()) == ()


def test_a_roll_is_named_by_what_it_is() -> None:
    part = roll_part(rule="gun", reason="the gun", unit="vega", target="rook", dice=2, purpose="ammo")

    assert part.key == "gun/vega/rook/ammo"
    assert (part.kind, part.dice, part.sides, part.success) == ("roll", 2, 6, 0)


@pytest.mark.parametrize("dice", [MAX_DICE + 1, 1_000_000, 10**30])
def test_a_million_dice_are_refused_at_once(dice: int) -> None:
    """rpg-dice-roller#94, WorldOS#164."""
    with pytest.raises(Refused, match="more than the 100") as refusal:
        roll_part(rule="r", reason="r", dice=dice)

    assert refusal.value.code == "too_many_dice"
    with pytest.raises(Refused):
        next(roll(rule="r", reason="r", dice=dice))


def test_rolling_and_choosing_return_what_the_one_part_got() -> None:
    rolling, choosing = roll(rule="r", reason="r", dice=2), choose(rule="r", reason="r", options=[("a", "A")])

    assert isinstance(next(rolling), Ask)
    with pytest.raises(StopIteration) as faces:
        rolling.send(((2, 5),))
    assert faces.value.value == (2, 5)
    next(choosing)
    with pytest.raises(StopIteration) as chosen:
        choosing.send((("a",),))
    assert chosen.value.value == ("a",)


def test_a_choice_has_its_options_its_bounds_and_its_likely_answer() -> None:
    part = choice_part(
        rule="r", reason="who", options=(o for o in [("a", "A")]), least=0, most=2, default=("a",), asks=False
    )

    assert part == Part("choice", "", "r", "who", options=(("a", "A"),), least=0, most=2, default=("a",), asks=False)


def test_several_events_happen_one_after_another() -> None:
    assert list(record(Remarked("one"), Remarked("two"))) == [Remarked("one"), Remarked("two")]
