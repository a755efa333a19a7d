"""Reloading: the supply roll, what it brings, and when one may look again."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.skirmish import WEAPONS, end_round, play
from msgspec.structs import replace
from wardiary_server.game.events import Spent, StatChanged
from wardiary_server.game.offers import offers
from wardiary_server.game.state import Item
from wardiary_server.rules.zones import RULEBOOK
from wardiary_server.rules.zones.reloading import Barred, Reloaded, action_of

MINIGUN = Item("minigun", "minigun", stats={"dice": 5, "ammo": 4})
SLOW_QUICK = {"frame.economy": "slow-quick"}


def armed(*weapons: str, supply: int = 5, pack: int = 2, options: Any = SLOW_QUICK, **more: Any) -> Play:
    """Vega with empty weapons and supplies, some of them in the pack; Rook far away."""
    empty = {f"ammo:{weapon}": 0 for weapon in weapons}
    vega = unit("vega", items=weapons, **empty, supply=supply, pack=pack)
    others = (unit("rook", "b", "blue"),)
    return play("a - b", vega, *others, items={"minigun": MINIGUN}, options=options, **more)


def load(game: Play, *faces: int, weapon: str = "rifle") -> Any:
    return game.act("red", "reload", "vega", *faces, weapon=weapon)


def refused(game: Play, weapon: str = "rifle") -> str:
    return game.refused("red", {"do": "reload", "unit": "vega", "weapon": weapon})


def left(game: Play, weapon: str = "rifle") -> int:
    return game.unit("vega").stats[f"ammo:{weapon}"]


def has(game: Play) -> dict[str, int]:
    """What is left of Vega's turn."""
    return dict(game.game.clock.active["vega"])


@pytest.mark.parametrize(
    ("weapon", "kind"), [("rifle", "quick"), ("minigun", "special"), ("launcher", "quick"), ("rocket", "quick")]
)
def test_rel_1_four_dice_take_a_slow_action(weapon: str, kind: str) -> None:
    """REL-1, D59, D90: 3 ammunition dice quick, 4 slow, a single shot quick."""
    assert action_of(armed(weapon).context(), {**WEAPONS, "minigun": MINIGUN}[weapon]) == kind


@pytest.mark.parametrize(("least", "spent"), [(4, "quick"), (3, "slow")])
def test_rel_1_how_many_dice_are_slow(least: int, spent: str) -> None:
    """REL-1, D59: the rifle holds 3 ammunition dice."""
    game = armed("rifle", options={**SLOW_QUICK, "zones.slow_reload": least})
    load(game, 6, 2, 2)
    assert has(game) == {"slow": 1, "quick": 1, spent: 0}


@pytest.mark.parametrize(("weapon", "spent"), [("rifle", "quick"), ("minigun", "slow"), ("launcher", "quick")])
def test_rel_1_the_action_is_paid(weapon: str, spent: str) -> None:
    """REL-1: the quick action, or the slow one."""
    game = armed(weapon)
    load(game, 6, 2, 2, weapon=weapon)
    assert has(game) == {"slow": 1, "quick": 1, spent: 0}


def test_rel_2_the_dice_at_hand_are_rolled() -> None:
    """REL-2: 5 supply dice with 2 in the pack: 3 are rolled."""
    game = armed("rifle")
    load(game, 2, 6, 3)
    (rolled,) = game.rolls("reload")
    assert (len(rolled.faces), rolled.reason) == (3, "supplies for rifle")


def test_rel_3_a_six_fills_the_weapon_and_a_one_is_lost() -> None:
    """REL-3, REL-2: 6, 2, 1: full again, one supply die fewer; what is in the pack stays there."""
    game = armed("rifle")
    load(game, 6, 2, 1)
    assert left(game) == 3
    assert (game.unit("vega").stats["supply"], game.unit("vega").stats["pack"]) == (4, 2)
    assert "Vega reloads rifle." in game.story()
    assert "Vega: supply is now 4 (discarded)." in game.story()


def test_rel_3_only_part_of_it_may_be_used_up() -> None:
    """REL-3: full is full, whatever was left."""
    game = armed("rifle")
    stats = {**game.unit("vega").stats, "ammo:rifle": 2}
    start = replace(game.start, units={**game.start.units, "vega": replace(game.start.units["vega"], stats=stats)})
    game = Play(start, RULEBOOK)
    load(game, 6, 2, 2)
    assert left(game) == 3


def test_rel_4_without_a_six_there_is_no_ammunition() -> None:
    """REL-4: 2, 3, 5: no more looking for it; one die gained from the pack: allowed again."""
    game = armed("rifle")
    load(game, 2, 3, 5)
    assert left(game) == 0
    assert game.unit("vega").conditions == {"no_ammo:rifle": 4}
    assert refused(game) == "no_ammo"
    game.act("red", "unpack", "vega", dice=1)
    assert game.unit("vega").conditions == {}
    load(game, 2, 3, 5, 6)
    assert left(game) == 3
    assert game.story().count("Vega may look for ammunition for rifle again.") == 1


def test_rel_4_it_counts_for_that_weapon_alone() -> None:
    """REL-4: no ammunition for the rifle says nothing about the launcher."""
    game = armed("rifle", "launcher")
    load(game, 2, 3, 5)
    load(game, 6, 3, 5, weapon="launcher")
    assert left(game, "launcher") == 1
    end_round(game)
    assert refused(game) == "no_ammo"


def test_rel_4_one_die_more_than_there_are_now() -> None:
    """REL-4, D60: dice that are lost later do not have to be found again: one gained is a gain."""
    game = armed("rifle", "minigun")
    load(game, 2, 3, 5)
    load(game, 1, 1, 5, weapon="minigun")
    assert game.unit("vega").conditions == {"no_ammo:rifle": 2, "no_ammo:minigun": 2}
    game.act("red", "unpack", "vega", dice=1)
    assert game.unit("vega").conditions == {}


def test_d60_ones_are_discarded_all_the_same() -> None:
    """REL-4, D60: 1, 1, 5: two supply dice fewer, and nothing to load."""
    game = armed("rifle")
    load(game, 1, 1, 5)
    assert game.unit("vega").stats["supply"] == 3
    assert game.events(Barred)
    assert not game.events(Reloaded)


def test_rel_5_the_action_is_not_lost() -> None:
    """REL-5: nothing to load: the turn has all it had, for something else."""
    game = armed("rifle")
    entry = load(game, 2, 3, 5)
    assert not game.events(Spent, entry)
    assert has(game) == {"slow": 1, "quick": 1}


def test_d90_with_nothing_at_hand_nothing_is_rolled() -> None:
    """D90: two supply dice, both in the pack: refused, and the turn has not begun."""
    game = armed("rifle", supply=2)
    assert refused(game) == "no_supply"
    assert not game.game.clock.active
    game = armed("rifle", supply=0, pack=0)
    assert refused(game) == "no_supply"


@pytest.mark.parametrize(
    ("weapon", "code"),
    [("beamer", "never_reloads"), ("rocket", "never_reloads"), ("axe", "never_reloads"), ("turret", "fires_by_itself")],
)
def test_what_is_never_reloaded(weapon: str, code: str) -> None:
    """AMM-5, AMM-7, D56: without ammunition, disposable, firing by itself."""
    assert refused(armed(weapon), weapon) == code


def test_only_what_one_carries_and_what_is_not_full() -> None:
    game = armed("rifle")
    assert refused(game, "riffle") == "no_such_weapon"
    load(game, 6, 2, 2)
    assert refused(game) == "no_change"


def test_without_the_action_nobody_looks() -> None:
    """REL-1: a weapon of 4 dice after an attack: the slow action is gone."""
    game = armed("minigun", "axe", options={**SLOW_QUICK, "frame.auto_end": False})
    start = replace(game.start, units={**game.start.units, "rook": unit("rook", "a", "blue")})
    game = Play(start, RULEBOOK)
    game.act("red", "attack", "vega", 2, 2, 2, 2, weapon="axe", target="rook")
    assert refused(game, "minigun") == "no_action"


def test_an_empty_weapon_fires_again() -> None:
    """AMM-4, REL-3: refused while empty; loaded, it attacks in the same turn."""
    game = armed("launcher")
    body = {"do": "attack", "unit": "vega", "weapon": "launcher", "target": "rook"}
    assert game.refused("red", body) == "empty"
    load(game, 6, 2, 2, weapon="launcher")
    game.do("red", body, 2, 2, 2, 2)
    assert left(game, "launcher") == 0


def test_an_offer_for_each_weapon_that_is_not_full() -> None:
    """With its cost; and where there is nothing to load, why not."""
    game = armed("rifle", "minigun", "rocket")
    load(game, 2, 3, 5)
    found = {offer.body["weapon"]: offer for offer in offers(game.context(), "vega") if offer.body["do"] == "reload"}
    assert {weapon: offer.cost for weapon, offer in found.items()} == {
        "rifle": "1 quick",
        "minigun": "1 slow",
        "rocket": "1 quick",
    }
    assert found["minigun"].label == "Vega reloads minigun: rolls 3 supply dice"
    assert not found["minigun"].why_not
    assert "before 4 are at hand" in found["rifle"].why_not
    assert "be reloaded" in found["rocket"].why_not


def test_nothing_is_offered_for_full_weapons() -> None:
    game = play("a - b", unit("vega", items=("rifle", "axe")), unit("rook", "b", "blue"))
    assert "reload" not in {offer.body["do"] for offer in offers(game.context(), "vega")}


@pytest.mark.parametrize("keep_live", [True, False])
def test_real_dice_and_an_undo_while_they_are_awaited(keep_live: bool) -> None:
    """Typed dice: the roll waits, an undo takes the command back, and asked again it is the same roll."""
    game = armed("rifle", typed=True, keep_live=keep_live)
    before = game.game
    load(game)
    assert [(part.dice, part.seat) for part in next(iter(game.game.open.values())).parts] == [(3, "red")]
    game.undo()
    assert game.game == before
    load(game)
    game.answer("red", 6, 1, 2)
    assert left(game) == 3
    assert game.unit("vega").stats["supply"] == 4
    assert game.folded() == game.state


@pytest.mark.parametrize("keep_live", [True, False])
def test_who_falls_while_the_dice_are_awaited_reloads_nothing(keep_live: bool) -> None:
    """The dice showed what they show: the ones are gone; but nobody is there to load."""
    game = armed("rifle", typed=True, keep_live=keep_live)
    load(game)
    game.do("referee", {"do": "ref_hurt", "unit": "vega", "amount": 5})
    game.answer("red", 6, 1, 2)
    assert left(game) == 0
    assert [event.value for event in game.events(StatChanged)] == [4]
    assert "Vega does not reload rifle any more." in game.story()
