"""Full auto: a choice, its Stress, and what ammunition dice add."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.skirmish import gun, play
from wardiary_protocol.messages import Field
from wardiary_server.game.events import UnitHurt
from wardiary_server.game.offers import offers
from wardiary_server.game.state import Item


def weapon(*tags: str, **stats: int) -> Item:
    return Item("mg", "MG", stats={"damage": 1, "ammo": 4, **stats}, tags=("full_auto", *tags))


def duel(item: Item, *, stress: int = 0, options: dict[str, Any] | None = None, **vega: Any) -> Play:
    conditions = {"stress": stress} if stress else {}
    return play(
        "a - b",
        unit("vega", items=("mg",), agility=2, ranged_combat=1, conditions=conditions, **vega),
        unit("rook", "b", "blue", health=9),
        items={"mg": item},
        options={"zones.push": "never", **(options or {})},
    )


def fire(game: Play, *faces: int, auto: bool = True) -> Any:
    return game.act("red", "attack", "vega", *faces, weapon="mg", target="rook", auto=auto)


def test_ful_1_it_is_a_choice() -> None:
    """FUL-1: without it sixes of ammunition do nothing (AMM-2), and there is no Stress."""
    game = duel(weapon())
    fire(game, 2, 2, 2, 6, 6, 6, 6, auto=False)
    assert game.unit("rook").stats["health"] == 9
    assert game.unit("vega").conditions == {}
    assert "ammo:mg" not in game.unit("vega").stats


def test_ful_1_only_weapons_that_can() -> None:
    """FUL-1: the others refuse it."""
    game = play("a", unit("vega", items=("rifle",)), unit("rook", "a", "blue"))
    body = {"do": "attack", "unit": "vega", "weapon": "rifle", "target": "rook", "auto": True}
    assert game.refused("red", body) == "no_full_auto"


@pytest.mark.parametrize(("tags", "stress"), [((), 1), (("mounted",), 0), (("remote",), 0)])
def test_ful_2_a_personal_weapon_costs_one_stress(tags: tuple[str, ...], stress: int) -> None:
    """FUL-2: one with a personal weapon, none with one that is mounted on a vehicle or operated from afar."""
    game = duel(weapon(*tags))
    fire(game, 2, 2, 2, *[2] * stress, 2, 2, 2, 2)
    assert game.unit("vega").conditions.get("stress", 0) == stress


def test_ful_2_the_stress_comes_before_the_roll() -> None:
    """FUL-2, D58: with Stress 1 two stress dice are rolled."""
    game = duel(weapon(), stress=1)
    fire(game, 2, 2, 2, 6, 2, 2, 2, 2, 2)
    assert [roll.faces for roll in game.rolls("attack")] == [(2, 2, 2), (6, 2), (2, 2, 2, 2)]
    assert "Vega is at stress 2 (MG, full auto)." in game.story()


def test_ful_3_each_six_of_the_ammunition_hits_too_and_is_gone() -> None:
    """FUL-3: 6, 6, 1, 4: two successes more, and 1 die left."""
    game = duel(weapon())
    fire(game, 2, 2, 6, 2, 6, 6, 1, 4)
    assert [hurt.amount for hurt in game.events(UnitHurt)] == [3]
    assert game.unit("vega").stats["ammo:mg"] == 1


def test_ful_3_they_hit_by_themselves() -> None:
    """FUL-3: no success but theirs: the first hits, the second adds 1."""
    game = duel(weapon())
    fire(game, 2, 2, 2, 2, 6, 6, 1, 4)
    assert [hurt.amount for hurt in game.events(UnitHurt)] == [2]


def test_ful_3_it_takes_a_six_whatever_else_is_a_success() -> None:
    """FUL-3: where fives succeed as well (D72) the attack's own five does, and the ammunition's is no hit and stays."""
    game = duel(weapon(), options={"zones.success": 5})
    fire(game, 5, 2, 2, 2, 5, 6, 2, 2)
    assert [hurt.amount for hurt in game.events(UnitHurt)] == [2]
    assert game.unit("vega").stats["ammo:mg"] == 3


def test_ful_3_the_last_die_empties_it_and_that_attack_counts() -> None:
    """FUL-3, D57."""
    game = duel(weapon(ammo=2))
    fire(game, 2, 2, 2, 2, 6, 6)
    assert game.unit("rook").stats["health"] == 7
    assert game.unit("vega").stats["ammo:mg"] == 0


def test_a_pushed_burst_keeps_what_its_ammunition_showed() -> None:
    """FUL-3, D73: the ammunition is not rolled again; what it hit counts, and the question says so."""
    game = duel(weapon(), options={"zones.push": "ask"})
    fire(game, 2, 2, 2, 2, 6, 2, 2, 2)
    (asked,) = game.game.open.values()
    assert asked.parts[0].reason == "MG at Rook, full auto: 1 success"
    game.dice.add(6, 2, 2, 2, 2)
    game.answer("red", "push")
    assert [hurt.amount for hurt in game.events(UnitHurt)] == [2]
    assert game.unit("vega").stats["ammo:mg"] == 3


def test_a_weapon_that_fires_by_itself_never_does() -> None:
    """D56: full auto is a choice, and it makes none."""
    turret = Item("turret", "turret", stats={"autonomous": 2, "ammo": 2, "reach": 1}, tags=("full_auto",))
    game = play("a - b", unit("vega"), unit("ash"), gun("argus", "b"), items={"turret": turret})
    game.act("red", "move", "vega", 2, 2, 6, 6, to="b")
    assert not game.events(UnitHurt)
    assert "ammo:turret" not in game.unit("argus").stats


@pytest.mark.parametrize(("tags", "label"), [((), "Full auto: 1 Stress"), (("mounted",), "Full auto")])
def test_it_is_a_field_of_the_attack_with_its_price(tags: tuple[str, ...], label: str) -> None:
    """FUL-1, FUL-2: one offer for the weapon, that can be sent as it is, or with the flag."""
    game = duel(weapon(*tags))
    (found,) = [one for one in offers(game.context(), "vega") if one.body["do"] == "attack"]
    assert (found.label, found.cost) == ("Vega attacks with MG", "1 action")
    assert found.fields == (Field("auto", "flag", label),)
    game.do("red", {**found.body, "target": "rook", "auto": True}, 2, 2, 2, 2, 2, 2, 2, 2)
    assert game.rolls()


def test_what_cannot_fire_full_auto_is_not_offered_to() -> None:
    single = Item("mg", "MG", stats={"damage": 1, "ammo": 4})
    (found,) = [one for one in offers(duel(single).context(), "vega") if one.body["do"] == "attack"]
    assert found.fields == ()


def test_an_undo_takes_back_stress_and_ammunition() -> None:
    game = duel(weapon())
    before = game.game
    fire(game, 2, 2, 2, 2, 6, 6, 1, 4)
    game.undo()
    assert game.game == before


@pytest.mark.parametrize(("ones", "left"), [(True, 1), (False, 2)])
def test_whether_ones_are_gone_as_well(ones: bool, left: int) -> None:
    """FUL-3, D58: 6, 6, 1, 4 of four dice: both that hit are gone, and the 1 unless the scenario says otherwise."""
    game = duel(weapon(), options={"zones.full_auto_ones": ones})
    fire(game, 2, 2, 6, 2, 6, 6, 1, 4)
    assert [hurt.amount for hurt in game.events(UnitHurt)] == [3]
    assert game.unit("vega").stats["ammo:mg"] == left
