"""Armour and what pierces it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play, unit
from kit.skirmish import play
from wardiary_server.game.events import UnitEntered, UnitHurt
from wardiary_server.game.frame.queries import ARMOUR
from wardiary_server.game.rulebook import Rulebook
from wardiary_server.rules.zones import RULEBOOK
from wardiary_server.rules.zones.armour import damage_left

ratings = st.integers(0, 20)


def test_arm_1_and_2_piercing_is_taken_off_the_armour_and_the_rest_off_the_damage() -> None:
    """ARM-1, ARM-2: AP 2, damage 2 against AR 3: 1."""
    assert damage_left(ar=3, ap=2, damage=2) == 1


def test_arm_3_armour_below_nothing_adds_nothing() -> None:
    """ARM-3: AP 3, damage 3 against AR 2: 3."""
    assert damage_left(ar=2, ap=3, damage=3) == 3


def test_arm_4_damage_is_never_below_nothing() -> None:
    """ARM-4: AP 0, damage 1 against AR 3: 0."""
    assert damage_left(ar=3, ap=0, damage=1) == 0


@given(ratings, ratings, ratings)
def test_armour_never_helps_the_attacker_and_never_heals(ar: int, ap: int, damage: int) -> None:
    """ARM-1 to ARM-4 for all numbers: between 0 and the damage, and exactly what the armour's rest leaves."""
    left = damage_left(ar, ap, damage)
    assert 0 <= left <= damage
    rest = [point for point in range(ar) if point >= ap]  # the points of armour that are not pierced
    assert left == len(list(range(damage))[len(rest) :])


@given(ratings, ratings, ratings)
def test_more_armour_and_less_piercing_never_let_more_through(ar: int, ap: int, damage: int) -> None:
    """ARM-1 to ARM-4: monotone both ways."""
    assert damage_left(ar + 1, ap, damage) <= damage_left(ar, ap, damage) <= damage_left(ar, ap + 1, damage)


def test_a_hit_that_does_nothing_is_told() -> None:
    """D15: armour takes it all; the story still says that there was a hit."""
    game = play("a - b", unit("vega", ar=3), levels={"b": {"fire": 1}})
    game.act("red", "move", "vega", to="b")
    (hurt,) = game.events(UnitHurt)
    assert (hurt.amount, hurt.health) == (0, 5)
    assert "Vega takes no damage (FIRE 1)." in game.story()


@pytest.mark.parametrize(("against", "health"), [("fire", 5), ("attack", 2)])
def test_another_rulebook_may_change_the_armour(against: str, health: int) -> None:
    """The query `armour` says against what: here a suit that keeps fire out and nothing else."""

    def suit(ctx: object, ar: int, unit_: object, kind: str) -> int:
        return 9 if kind == against else ar

    house = Rulebook(name="house", modifiers=((ARMOUR, suit),))
    start = play("a - b", unit("vega"), levels={"b": {"fire": 3}}).start
    game = Play(start, RULEBOOK, house)
    game.act("red", "move", "vega", to="b")
    assert game.events(UnitEntered)
    assert game.unit("vega").stats["health"] == health
