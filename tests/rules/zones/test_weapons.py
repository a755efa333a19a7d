"""How many dice an attack has: a weapon's own, or its user's attribute and skill, and stress dice."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.skirmish import play
from wardiary_server.game.frame.queries import DISADVANTAGE
from wardiary_server.game.offers import offers
from wardiary_server.game.rulebook import Rulebook
from wardiary_server.game.state import Item, Special
from wardiary_server.rules.zones import RULEBOOK
from wardiary_server.rules.zones.skills import Pool
from wardiary_server.rules.zones.weapons import dice_at, in_words, uses

ITEMS = {
    "pistol": Item("pistol", "pistol", stats={"damage": 1}),
    "knife": Item("knife", "knife", tags=("melee",)),
    "drone": Item("drone", "drone", uses=("wits", "piloting")),
    "rifle": Item("rifle", "rifle", stats={"dice": 5}),
}
SKILLS = {"agility": 3, "ranged_combat": 2, "strength": 4, "close_combat": 1, "wits": 2, "piloting": 0}


def duel(*weapons: str, stress: int = 0, rook: dict[str, Any] | None = None, **more: Any) -> Play:
    conditions = {"stress": stress} if stress else {}
    vega = unit("vega", "a", items=weapons, conditions=conditions, **SKILLS, **more.pop("vega", {}))
    return play("a - b", vega, unit("rook", "a", "blue", **(rook or {})), items=ITEMS, **more)


def dice(game: Play, weapon: str) -> Pool:
    ctx = game.context()
    return dice_at(ctx, game.unit("vega"), game.game.items[weapon], game.unit("rook"))


@pytest.mark.parametrize(
    ("weapon", "pool"),
    [("pistol", Pool(5, 2)), ("knife", Pool(5, 2)), ("drone", Pool(2, 2)), ("rifle", Pool(5, 0))],
)
def test_a_weapon_without_dice_takes_its_users_attribute_skill_and_stress(weapon: str, pool: Pool) -> None:
    """HOM-2's usual roll: Agility and Ranged Combat; hand to hand Strength and Close Combat; or what it uses."""
    assert dice(duel(weapon, stress=2), weapon) == pool


def test_a_skill_that_is_not_stated_is_none() -> None:
    game = play("a", unit("vega", items=("pistol",), agility=3), unit("rook", "a", "blue"), items=ITEMS)
    assert dice(game, "pistol") == Pool(3)
    assert uses(ITEMS["pistol"]) == ("agility", "ranged_combat")


def test_gear_and_a_disadvantage_count_in_either_case() -> None:
    """D5, D44: two dice more, one less."""
    sight = Special("sight", "Smart sight", "bonus", ("attack",), 2)
    start = duel("pistol", "rifle", vega={"specials": ("sight",)}, specials={"sight": sight}).start
    assert [dice(Play(start, RULEBOOK), weapon).dice for weapon in ("pistol", "rifle")] == [7, 7]
    hurt = Rulebook(name="hurt", modifiers=((DISADVANTAGE, lambda ctx, before, unit: True),))
    assert [dice(Play(start, RULEBOOK, hurt), weapon).dice for weapon in ("pistol", "rifle")] == [6, 6]


def test_an_attack_by_skill_may_be_pushed_and_one_by_stated_dice_may_not() -> None:
    """D73: the weapon's own dice are no roll of skill."""
    game = duel("pistol")
    game.act("red", "attack", "vega", *[2] * 5, weapon="pistol", target="rook")
    game.dice.add(6, 6, 2, 2, 2, 3)
    game.answer("red", "push")
    assert game.unit("rook").stats["health"] == 3
    assert game.unit("vega").conditions == {"stress": 1}
    game = duel("rifle")
    game.act("red", "attack", "vega", *[2] * 5, weapon="rifle", target="rook")
    assert not game.game.open


def test_gear_may_let_an_attack_that_missed_be_rolled_again() -> None:
    """D5, D6: its own dice once more, and not the ammunition's."""
    aim = Special("aim", "Steady aim", "reroll", ("attack",))
    items = {"rifle": Item("rifle", "rifle", stats={"dice": 3, "ammo": 2})}
    vega = unit("vega", items=("rifle",), specials=("aim",))
    game = play("a", vega, unit("rook", "a", "blue"), items=items, specials={"aim": aim})
    game.act("red", "attack", "vega", 2, 2, 2, 1, 2, weapon="rifle", target="rook")
    game.dice.add(6, 2, 2)
    game.answer("red", "again")
    assert game.unit("rook").stats["health"] == 4
    assert game.unit("vega").stats["ammo:rifle"] == 1


def test_stress_dice_hit_as_well() -> None:
    game = duel("pistol", stress=2, options={"zones.push": "never"})
    game.act("red", "attack", "vega", 2, 2, 2, 2, 2, 6, 6, weapon="pistol", target="rook")
    assert game.unit("rook").stats["health"] == 3


def test_ammunition_is_rolled_once_and_never_pushed() -> None:
    """AMM-1, twilight2000#134: one ammunition roll an attack, also when that is pushed."""
    items = {"pistol": Item("pistol", "pistol", stats={"ammo": 2})}
    game = play("a", unit("vega", items=("pistol",), agility=2), unit("rook", "a", "blue"), items=items)
    game.act("red", "attack", "vega", 2, 2, 6, 1, weapon="pistol", target="rook")
    game.dice.add(6, 2, 2)
    game.answer("red", "push")
    assert [roll.faces for roll in game.rolls("attack")] == [(2, 2), (6, 1), (6, 2), (2,)]
    assert game.unit("vega").stats["ammo:pistol"] == 1
    assert game.unit("rook").stats["health"] == 4


def test_a_menu_names_stress_dice() -> None:
    (offer,) = [one for one in offers(duel("pistol", stress=1).context(), "vega") if one.body["do"] == "attack"]
    assert offer.targets[0].note == "5 dice and 1 stress die, damage 1, AP 0, short range"
    assert in_words(Pool(1, 2)) == "1 die and 2 stress dice"


def test_a_one_on_a_stress_die_is_answered_when_the_attack_is_over() -> None:
    """STN-4, D61: the hit first, then one Stress Response of the attacker's, however many ones there are."""
    game = duel("pistol", stress=2, options={"zones.push": "never"})
    game.act("red", "attack", "vega", 6, 2, 2, 2, 2, 1, 1, 1, weapon="pistol", target="rook")
    assert [roll.rule for roll in game.rolls()] == ["attack", "attack", "stress_response"]
    told = game.story()
    assert told.index("Rook loses 1 health (pistol); 4 left.") < next(
        number for number, line in enumerate(told) if "Stress Response" in line
    )
