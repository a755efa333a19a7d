"""Homing weapons."""

from __future__ import annotations

from kit import Play, unit
from kit.skirmish import play
from wardiary_server.game.state import Item
from wardiary_server.rules.zones.homing import homing_at, kinds

MISSILE = Item("missile", "missile", stats={"homing:aircraft": 8, "damage": 4}, tags=("single",))


def launch(kind: str, *faces: int, stress: int = 1) -> Play:
    vega = unit("vega", items=("missile",), agility=3, ranged_combat=2, conditions={"stress": stress})
    rook = unit("rook", "b", "blue", kind=kind, health=9)
    game = play("a - b", vega, rook, items={"missile": MISSILE}, options={"zones.push": "ask"})
    game.act("red", "attack", "vega", *faces, weapon="missile", target="rook")
    return game


def test_hom_1_its_own_dice_replace_attribute_skill_and_stress() -> None:
    """HOM-1: Homing (Aircraft) 8 at an aircraft: 8 dice, and no stress dice, whoever fires it; it is not pushed."""
    game = launch("aircraft", *[2] * 7, 6)
    assert [len(roll.faces) for roll in game.rolls("attack")] == [8]
    assert not game.game.open
    assert game.unit("rook").stats["health"] == 5
    assert len(launch("aircraft", *[2] * 8, stress=9).rolls("attack")[0].faces) == 8


def test_hom_2_at_anything_else_its_user_rolls() -> None:
    """HOM-2: Agility 3, Ranged Combat 2, Stress 1: 5 and 1; that is a roll of skill, and may be pushed."""
    game = launch("person", *[2] * 6)
    assert [len(roll.faces) for roll in game.rolls("attack")] == [5, 1]
    assert len(game.game.open) == 1


def test_one_weapon_may_home_on_several_kinds() -> None:
    weapon = Item("w", "w", stats={"homing:aircraft": 8, "homing:tank": 5, "dice": 2})
    assert kinds(weapon) == {"aircraft": 8, "tank": 5}
    assert [homing_at(weapon, unit("x", kind=kind)) for kind in ("aircraft", "tank", "person")] == [8, 5, 0]
