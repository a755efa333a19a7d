"""An attack by a person: what hits, whom it may be made at, what it costs, what is offered."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.skirmish import gun, play
from msgspec.structs import replace
from wardiary_server.game.event import with_zone
from wardiary_server.game.events import Remarked, Rolled, Spent, StatusChanged, TurnBegan, UnitHurt
from wardiary_server.game.frame.queries import ATTACK_DICE, SIGHT, TARGET
from wardiary_server.game.offers import offers
from wardiary_server.game.rulebook import Rule, Rulebook, Trigger
from wardiary_server.game.state import Item, Unit
from wardiary_server.rules.zones import RULEBOOK


def shooter(zone: str = "a", *weapons: str, **more: Any) -> Unit:
    return unit("vega", zone, items=weapons or ("rifle",), **more)


def duel(drawing: str = "a - b", vega: Unit | None = None, rook: Unit | None = None, **more: Any) -> Play:
    return play(drawing, vega or shooter(), rook or unit("rook", "b", "blue", health=9), **more)


def fire_at(game: Play, *faces: int, weapon: str = "rifle", target: str = "rook") -> Any:
    return game.act("red", "attack", "vega", *faces, weapon=weapon, target=target)


def body(weapon: str = "rifle", target: str = "rook") -> dict[str, str]:
    return {"do": "attack", "unit": "vega", "weapon": weapon, "target": target}


# ---------------------------------------------------------------------------------------------- what hits


@pytest.mark.parametrize(
    ("faces", "damage"),
    [((1, 2, 3, 4, 5), None), ((6, 2, 3, 4, 5), 2), ((6, 6, 3, 4, 5), 3), ((6, 6, 6, 6, 6), 6)],
)
def test_one_six_hits_and_each_further_one_adds_1(faces: tuple[int, ...], damage: int | None) -> None:
    """D72: damage 2: none, 2, 3, and with five sixes 6."""
    game = duel()
    fire_at(game, *faces, 2, 2, 2)
    assert [hurt.amount for hurt in game.events(UnitHurt)] == ([] if damage is None else [damage])


def test_what_hits_is_an_option() -> None:
    """D72: `zones.success` 5 and `zones.extra_damage` 0."""
    game = duel(options={"zones.success": 5, "zones.extra_damage": 0})
    fire_at(game, 5, 6, 6, 4, 1, 2, 2, 2)
    assert [hurt.amount for hurt in game.events(UnitHurt)] == [2]


def test_armour_and_piercing_count() -> None:
    """ARM-1, ARM-2: AP 1, damage 2 and one more for the second six, against AR 3: 1."""
    game = duel(rook=unit("rook", "b", "blue", ar=3))
    fire_at(game, 6, 6, 3, 4, 5, 2, 2, 2)
    assert game.unit("rook").stats["health"] == 4
    assert "Rook loses 1 health (rifle); 4 left." in game.story()


def test_a_miss_is_told() -> None:
    game = duel()
    fire_at(game, 1, 2, 3, 4, 5, 2, 2, 2)
    assert "Vega (rifle at Rook): 1, 2, 3, 4, 5." in game.story()
    assert "Vega misses Rook." in game.story()


def test_attack_and_ammunition_are_one_question_to_the_attackers_seat() -> None:
    """D57, D66: two parts, answered in any order; nothing happens before both are there."""
    game = duel(typed=True, keep_live=False)
    fire_at(game)
    (asked,) = game.game.open.values()
    assert [(p.seat, p.unit, p.target, p.dice) for p in asked.parts] == [
        ("red", "vega", "rook", 5),
        ("red", "vega", "rook", 3),
    ]
    assert game.refused("blue", {"do": "move", "unit": "rook", "to": "a"}) == "awaiting"
    game.answer("red", 1, 2, 3, part=1)
    assert game.unit("rook").stats["health"] == 9
    game.answer("red", 6, 6, 2, 2, 2, part=0)
    assert game.unit("rook").stats["health"] == 6
    assert game.unit("vega").stats["ammo:rifle"] == 2
    assert game.folded() == game.state


def test_who_fell_meanwhile_is_past_hurting() -> None:
    """The referee interferes while the dice are out; the shot is fired all the same."""
    game = duel(typed=True)
    fire_at(game)
    game.do("referee", {"do": "ref_hurt", "unit": "rook", "amount": 9})
    game.answer("red", 6, 6, 2, 2, 2, part=0)
    game.answer("red", 1, 2, 2, part=1)
    assert len(game.events(UnitHurt)) == 1
    assert game.unit("vega").stats["ammo:rifle"] == 2


def test_a_kill() -> None:
    """D74: at health 0 the target is down, a machine that says so is dead."""
    game = duel(rook=unit("rook", "b", "blue", health=2), vega=shooter("a", "rifle", "beamer"))
    fire_at(game, 6, 6, 3, 4, 5, 2, 2, 2)
    assert game.unit("rook").status == "down"
    game = play("a - b", shooter(), gun("turret", "b", health=2, tags=("dies",)), unit("rook", "b", "blue"))
    fire_at(game, *[2] * 8, 6, 6, 3, 4, 5, 2, 2, 2, target="turret")  # as the turn begins it fires first
    assert game.unit("turret").status == "dead"


def test_an_undo_takes_back_dice_damage_and_ammunition() -> None:
    """vassal#14237, vassal#11344: all of one attack; redone without any dice."""
    game = duel()
    before = game.game
    fire_at(game, 6, 6, 2, 2, 2, 1, 1, 2)
    after = game.game
    assert game.unit("vega").stats["ammo:rifle"] == 1
    game.undo()
    assert game.game == before
    game.undo(word="redo")
    assert game.game == after
    assert game.dice.left == ()


def test_another_rulebook_may_change_the_dice() -> None:
    """The query `attack dice`: here a house rule of fear; no dice left is a miss, and ammunition is used."""

    def fear(ctx: object, dice: int, attacker: Unit, weapon: Item, target: Unit) -> int:
        return dice - 7

    house = Rulebook(name="house", modifiers=((ATTACK_DICE, fear),))
    game = Play(duel().start, RULEBOOK, house)
    fire_at(game, 1, 2, 3)
    assert [roll.faces for roll in game.events(Rolled)] == [(1, 2, 3)]
    assert game.unit("rook").stats["health"] == 9
    assert game.unit("vega").stats["ammo:rifle"] == 2


# ---------------------------------------------------------------------------------------------- range and sight


@pytest.mark.parametrize(("zone", "legal"), [("a", True), ("b", True), ("e", True), ("f", False)])
def test_a_weapon_that_states_no_reach_carries_to_long_range(zone: str, legal: bool) -> None:
    """D75: four zones."""
    game = duel("a - b - c - d - e - f", rook=unit("rook", zone, "blue"))
    if legal:
        fire_at(game, *[2] * 8)
    else:
        assert game.refused("red", body()) == "out_of_reach"


def test_long_range_is_an_option() -> None:
    """D75: `zones.long`."""
    game = duel("a - b - c", rook=unit("rook", "c", "blue"), options={"zones.long": 1})
    assert game.refused("red", body()) == "out_of_reach"


@pytest.mark.parametrize(("weapon", "reach"), [("axe", 0), ("stub", 2), ("pike", 1)])
def test_a_weapon_may_state_its_reach(weapon: str, reach: int) -> None:
    """D75: in hand to hand the same zone; else what it says."""
    items = {
        "stub": Item("stub", "stub", stats={"dice": 1, "reach": 2}),
        "pike": Item("pike", "pike", stats={"dice": 1, "reach": 1}, tags=("melee",)),
    }
    for far, zone in enumerate("abcd"):
        game = duel("a - b - c - d", shooter("a", weapon), unit("rook", zone, "blue"), items=items)
        if far <= reach:
            fire_at(game, *[2] * (4 if weapon == "axe" else 1), weapon=weapon)
        else:
            assert game.refused("red", body(weapon)) == "out_of_reach"


@pytest.mark.parametrize("drawing", ["a #d1# b", "a !d1! b"])
def test_a_shut_door_blocks_the_view(drawing: str) -> None:
    """D75: no open way means unseen; through the open door the attack is legal."""
    game = duel(drawing)
    assert game.refused("red", body()) == "unseen"
    fire_at(duel("a =d1= b"), *[2] * 8)


def test_sight_and_targets_are_asked_of_all_rulebooks() -> None:
    """Darkness and the like change `sight`, hiding changes `target`; an attack knows neither."""
    dark = Rulebook(name="dark", modifiers=((SIGHT, lambda ctx, seen, seer, place: seen and seer.zone == place.zone),))
    assert Play(duel().start, RULEBOOK, dark).refused("red", body()) == "unseen"
    hidden = Rulebook(name="hidden", modifiers=((TARGET, lambda ctx, valid, one, other: False),))
    assert Play(duel().start, RULEBOOK, hidden).refused("red", body()) == "no_target"


# ---------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"weapon": "rifel"}, "no_such_weapon"),
        ({"weapon": "kit"}, "no_such_weapon"),
        ({"weapon": "axe"}, "no_such_weapon"),
        ({"weapon": "turret"}, "fires_by_itself"),
        ({"target": "rok"}, "no_such_unit"),
        ({"target": "vega"}, "no_target"),
        ({"target": "ash"}, "no_target"),
        ({"target": "fallen"}, "unit_down"),
        ({"target": "dead"}, "unit_down"),
        ({"target": "late"}, "unit_gone"),
        ({"unit": "rook"}, "not_yours"),
        ({"unit": "hurt"}, "unit_down"),
        ({"weapon": 5}, "malformed"),
    ],
)
def test_what_is_refused(change: dict[str, Any], code: str) -> None:
    """Each reason has its own code, and nothing changes."""
    game = play(
        "a - b",
        shooter("a", "rifle", "kit", "turret"),
        unit("ash", "b"),
        unit("hurt", "a", status="down", items=("rifle",)),
        unit("rook", "b", "blue"),
        unit("fallen", "b", "blue", status="down"),
        unit("dead", "b", "blue", status="dead"),
        unit("late", "", "blue", arrives=3),
        items={"kit": Item("kit", "medkit", kind="gear")},
    )
    assert game.refused("red", {**body(), **change}) == code


def test_one_attack_a_turn() -> None:
    """D71: the second attack of a turn cannot be paid for; nor can it after the turn is over."""
    game = duel(vega=shooter("a", "rifle", "beamer"))
    entry = fire_at(game, *[2] * 8)
    assert [spent.left["action"] for spent in game.events(Spent, entry)] == [0]
    assert game.refused("red", body("beamer")) == "no_action"
    game.act("red", "end", "vega")
    assert game.refused("red", body()) == "turn_over"


def test_by_slow_and_quick_actions_an_attack_is_slow() -> None:
    """D71: a move takes the quick action, and the slow one is left to attack with."""
    game = duel("a - b - c", vega=shooter(speed=1), options={"frame.economy": "slow-quick"})
    game.act("red", "move", "vega", to="b")
    fire_at(game, *[2] * 8)
    assert game.game.clock.active["vega"] == {"slow": 0, "quick": 0}


def test_who_falls_as_the_turn_begins_does_not_attack() -> None:
    """D11: fire underfoot; no dice are rolled."""
    game = play("a - b", shooter(), unit("ash", "b"), unit("rook", "b", "blue"), levels={"a": {"fire": 5}})
    fire_at(game)
    assert game.unit("vega").status == "down"
    assert not game.rolls()
    assert "The attack does not happen." in game.story()


def test_an_attack_that_the_turns_beginning_spoils_is_not_paid_for() -> None:
    """The target is gone by the time the turn has begun: the turn stands, its action is kept."""

    def flee(ctx: Any, event: TurnBegan) -> Rule[None]:
        yield StatusChanged(unit="rook", status="gone")

    coward = Rulebook(name="coward", triggers=(Trigger(TurnBegan, flee),))
    game = Play(play("a - b", shooter(), unit("rook", "b", "blue"), unit("rat", "b", "blue")).start, RULEBOOK, coward)
    fire_at(game)
    assert game.game.clock.active["vega"]["action"] == 1
    assert [remark.text for remark in game.events(Remarked)] == [
        "The attack does not happen: Rook is not on the board."
    ]


def test_a_unit_that_is_unconscious_can_still_be_shot_by_people() -> None:
    """D54 keeps only weapons that fire by themselves from it."""
    game = play("a - b", shooter(), unit("rook", "b", "blue", conditions={"unconscious": 1}), unit("rat", "b", "blue"))
    fire_at(game, 6, 2, 2, 2, 2, 2, 2, 2)
    assert game.unit("rook").stats["health"] == 3


# ---------------------------------------------------------------------------------------------- offers


def test_offers_name_targets_with_dice_range_and_ammunition() -> None:
    """For each weapon: whom it may be used at, what that would be, and what it costs."""
    game = play(
        "a - b - c #d1# d",
        shooter("a", "rifle", "axe", "launcher"),
        unit("rook", "c", "blue"),
        unit("rat", "a", "blue"),
        unit("mole", "d", "blue"),
    )
    found = [offer for offer in offers(game.context(), "vega") if offer.body["do"] == "attack"]
    assert [(offer.label, [(t.value, t.note) for t in offer.targets], offer.cost) for offer in found] == [
        (
            "Vega attacks with rifle",
            [
                ("rat", "5 dice, damage 2, AP 1, short range, ammunition 3"),
                ("rook", "5 dice, damage 2, AP 1, long range, ammunition 3"),
            ],
            "1 action",
        ),
        ("Vega attacks with axe", [("rat", "4 dice, damage 2, AP 0, short range")], "1 action"),
        (
            "Vega attacks with launcher",
            [
                ("rat", "4 dice, damage 3, AP 2, short range, one shot"),
                ("rook", "4 dice, damage 3, AP 2, long range, one shot"),
            ],
            "1 action",
        ),
    ]


def test_an_empty_weapon_is_offered_with_the_reason_why_not() -> None:
    game = duel(vega=replace(shooter("a", "rifle"), stats={"health": 5, "ammo:rifle": 0}))
    (offer,) = [offer for offer in offers(game.context(), "vega") if offer.body["do"] == "attack"]
    assert not offer.targets
    assert "empty" in offer.why_not


def test_nothing_to_shoot_at_is_no_offer() -> None:
    game = play("a - b", shooter(), unit("rook", "", "blue", arrives=3))
    assert not [offer for offer in offers(game.context(), "vega") if offer.body["do"] == "attack"]


def test_zones_named_by_people_are_told_by_their_names() -> None:
    """Errors are for people: the zone's name, not its id."""
    start = duel("a #d1# b").start
    game = Play(with_zone(start, "b", name="the hold"), RULEBOOK)
    with pytest.raises(Exception, match="Vega cannot see Rook in the hold"):
        fire_at(game)
