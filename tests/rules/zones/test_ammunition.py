"""Ammunition dice, single shots, disposable weapons."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.skirmish import end_round, play
from wardiary_server.game.events import UnitHurt
from wardiary_server.game.state import Item
from wardiary_server.rules.zones.ammunition import AmmunitionChanged, capacity, in_words


def armed(*weapons: str, left: int | None = None, **more: Any) -> Play:
    """Vega with weapons, at Rook next door."""
    stats = {} if left is None else {f"ammo:{weapons[0]}": left}
    return play("a - b", unit("vega", items=weapons, **stats), unit("rook", "b", "blue", health=50), **more)


def shoot(game: Play, weapon: str, *faces: int) -> Any:
    return game.act("red", "attack", "vega", *faces, weapon=weapon, target="rook")


def again(game: Play) -> None:
    """The round ends, so that Vega may act again."""
    end_round(game)


def refused(game: Play, weapon: str) -> str:
    return game.refused("red", {"do": "attack", "unit": "vega", "weapon": weapon, "target": "rook"})


def left(game: Play, weapon: str) -> int:
    return game.unit("vega").stats[f"ammo:{weapon}"]


def test_amm_1_ammunition_dice_are_rolled_with_every_attack() -> None:
    """AMM-1; twilight2000#134: once for each attack, hit or miss; as many as are left."""
    game = armed("rifle")
    shoot(game, "rifle", 2, 2, 2, 2, 2, 1, 2, 2)
    again(game)
    shoot(game, "rifle", 6, 6, 2, 2, 2, 3, 3)
    rolled = [roll for roll in game.rolls("attack") if "ammunition" in roll.reason]
    assert [len(roll.faces) for roll in rolled] == [3, 2]
    assert {roll.reason for roll in rolled} == {"ammunition of rifle"}


def test_amm_2_their_sixes_are_no_successes() -> None:
    """AMM-2: 6, 6, 6 on the ammunition add nothing: a miss stays a miss, a hit as hard as it was."""
    game = armed("rifle")
    shoot(game, "rifle", 2, 2, 2, 2, 2, 6, 6, 6)
    assert not game.events(UnitHurt)
    again(game)
    shoot(game, "rifle", 6, 2, 2, 2, 2, 6, 6, 6)
    assert [hurt.amount for hurt in game.events(UnitHurt)] == [2]


def test_amm_3_each_one_removes_its_die() -> None:
    """AMM-3: 1, 4, 6: two dice left. It is told."""
    game = armed("rifle")
    shoot(game, "rifle", 2, 2, 2, 2, 2, 1, 4, 6)
    assert left(game, "rifle") == 2
    assert "Vega: rifle has 2 ammunition dice left." in game.story()


def test_amm_3_after_the_attack() -> None:
    """D57: the dice go when the attack is over: first the wound, then the ammunition."""
    game = armed("rifle")
    entry = shoot(game, "rifle", 6, 2, 2, 2, 2, 1, 1, 1)
    told = [type(event) for event in entry.events if isinstance(event, UnitHurt | AmmunitionChanged)]
    assert told == [UnitHurt, AmmunitionChanged]


def test_amm_4_without_dice_it_is_empty() -> None:
    """AMM-4, D57: the attack that loses the last die counts; the next is refused."""
    game = armed("rifle", left=1)
    shoot(game, "rifle", 6, 2, 2, 2, 2, 1)
    assert game.events(UnitHurt)
    assert "Vega: rifle is empty." in game.story()
    again(game)
    assert refused(game, "rifle") == "empty"


def test_amm_5_capacity_na_never_runs_out() -> None:
    """AMM-5: no ammunition dice, a hundred attacks."""
    game = armed("beamer")
    for _attack in range(100):
        shoot(game, "beamer", 1, 1, 1)
        again(game)
    assert len(game.rolls("attack")) == 100
    assert not game.events(AmmunitionChanged)


@pytest.mark.parametrize("weapon", ["launcher", "rocket"])
def test_amm_6_and_7_one_shot_and_no_more(weapon: str) -> None:
    """AMM-6, AMM-7: capacity S and D: no ammunition dice; the second attack is refused. Ones or sixes, hit or miss."""
    game = armed(weapon)
    shoot(game, weapon, 1, 1, 2, 2)
    assert len(game.rolls()) == 1
    assert left(game, weapon) == 0
    again(game)
    assert refused(game, weapon) == "empty"


def test_two_who_carry_the_same_kind_of_weapon_each_have_their_own() -> None:
    units = (unit("vega", items=("rifle",)), unit("ash", items=("rifle",)), unit("rook", "b", "blue"))
    game = play("a - b", *units)
    shoot(game, "rifle", 2, 2, 2, 2, 2, 1, 1, 4)
    assert left(game, "rifle") == 1
    assert "ammo:rifle" not in game.unit("ash").stats


@pytest.mark.parametrize(
    ("item", "holds", "words"),
    [
        (Item("x", "x", stats={"ammo": 4}), 4, "ammunition 4"),
        (Item("x", "x"), None, ""),
        (Item("x", "x", stats={"ammo": 0}), None, ""),
        (Item("x", "x", tags=("single",)), 1, "one shot"),
        (Item("x", "x", tags=("disposable",)), 1, "one shot"),
    ],
)
def test_what_a_weapon_holds(item: Item, holds: int | None, words: str) -> None:
    """AMM-5 to AMM-7: dice, nothing to run out of, or one shot."""
    assert capacity(item) == holds
    assert in_words(unit("vega"), item) == words
