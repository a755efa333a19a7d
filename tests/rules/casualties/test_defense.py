"""Damage against Defense: a number or a die, meets or beats."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from kit import Play
from kit.field import soldier, start
from wardiary_server.game.events import Asked, UnitHurt
from wardiary_server.game.state import Area, Unit

NERVE = Area("nerve", "nerve_gas", "Nerve gas", ("b",), data={"value": 4})


def struck(unit: Unit, *faces: int, typed: Iterable[str] = ()) -> Play:
    play = start("a - b", unit, areas=[NERVE], typed=typed)
    play.act("red", "move", "vega", *faces, to="b")
    return play


@pytest.mark.parametrize(("defense", "status"), [(3, "down"), (4, "down"), (5, "ready"), (None, "down")])
def test_damage_that_meets_or_beats_defense_is_a_wound(defense: int | None, status: str) -> None:
    """D87: damage 4 against Defense 3, 4, 5, and none; a unit that states no health has 1."""
    play = struck(soldier(defense=defense, tags=("vulnerable",)))

    assert play.unit("vega").status == status
    (hurt,) = play.events(UnitHurt)
    assert (hurt.amount, hurt.source) == (int(status == "down"), f"Nerve gas: 4 against Defense {defense or 0}")


def test_wounds_are_counted_in_health() -> None:
    """D87: beside a text that counts health, a wound is one of it, however much the damage is."""
    from kit import unit

    play = struck(unit("vega", speed=2, defense=1, tags=("vulnerable",)))

    assert (play.unit("vega").stats["health"], play.unit("vega").status) == (4, "ready")


@pytest.mark.parametrize(("face", "status"), [(4, "down"), (5, "ready")])
def test_a_defense_die_is_rolled_each_time(face: int, status: str) -> None:
    """FAL-5, D87: a Defense that is a die is what the die shows."""
    play = struck(soldier(defense=None, defense_die=8, tags=("vulnerable",)), face)

    (roll,) = play.rolls("effect")
    assert (roll.sides, roll.faces, roll.reason) == (8, (face,), "Defense against Nerve gas")
    assert play.unit("vega").status == status


def test_an_injured_unit_defends_itself_at_a_disadvantage() -> None:
    """D44: two dice, the lower counts."""
    play = struck(soldier(defense=None, defense_die=8, tags=("vulnerable",), conditions={"injured": 1}), 8, 2)

    assert play.rolls("effect")[0].faces == (8, 2)
    assert play.unit("vega").status == "down"


def test_real_dice_for_a_defense() -> None:
    """D66: the unit's own seat rolls it."""
    play = struck(soldier(defense=None, defense_die=8, tags=("vulnerable",)), typed=["red"])
    (part,) = play.events(Asked)[-1].parts

    assert (part.seat, part.unit, part.sides) == ("red", "vega", 8)
    play.answer("red", 5)
    assert play.unit("vega").status == "ready"
    assert play.folded() == play.state
