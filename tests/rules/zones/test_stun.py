"""Stun: what is rolled against it, and what it costs."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from kit.skirmish import WEAPONS, end_round, gun, play
from wardiary_server.game.events import ConditionChanged, Remarked, TurnEnded, UnitHurt
from wardiary_server.game.frame.harm import hurt
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Action, Command, Flaw, Rule, Rulebook
from wardiary_server.game.state import Item, Special, Unit
from wardiary_server.rules.zones import RULEBOOK
from wardiary_server.rules.zones.scenario import flaws
from wardiary_server.rules.zones.stun import dice_of, strike


class Zap(Command, frozen=True, tag="zap"):
    """A unit is hit: so much damage gets through, and so much stun."""

    unit: str
    stun: int
    damage: int = 0


def zap(ctx: Context, command: Zap) -> Rule[None]:
    yield from hurt(ctx, command.unit, command.damage, "taser")
    yield from strike(ctx, command.unit, command.stun, "taser")


HOUSE = Rulebook(name="house", actions=(Action(Zap, ("player", "referee"), zap),))

HERO: dict[str, Any] = {"strength": 3, "stamina": 1, "ar": 3, "conditions": {"stress": 2}}
"""The example of the text: Strength 3, Stamina 1, Stress 2, AR 3."""


def target(
    *, typed: bool = False, keep_live: bool = True, specials: Any = (), options: Any = None, **more: Any
) -> Play:
    """Vega, whom somebody is going to stun; Ash and Rook."""
    known = {special.id: special for special in specials}
    vega = unit("vega", specials=tuple(known), **{**HERO, **more})
    others = (unit("ash"), unit("rook", "a", "blue"))
    start = play("a - b", vega, *others, typed=typed, specials=known, options=options or {}).start
    return Play(start, RULEBOOK, HOUSE, keep_live=keep_live)


def stunned(fight: Play, stun: int, *faces: int, **more: Any) -> int:
    """Vega is hit by so much stun: the turns that she has to lose now."""
    fight.act("blue", "zap", "vega", *faces, stun=stun, **more)
    return lost(fight)


def lost(fight: Play) -> int:
    return fight.unit("vega").conditions.get("lost_turns", 0)


# ---------------------------------------------------------------------------------------------- the roll


def test_stn_1_it_is_additional_to_the_damage() -> None:
    """STN-1: 2 health and 1 turn."""
    fight = target()
    assert stunned(fight, 1, *[2] * 9, damage=2) == 1
    assert fight.unit("vega").stats["health"] == 3


def test_d84_a_hit_without_damage_stuns_all_the_same() -> None:
    """STN-1, D84: being hit is enough."""
    fight = target()
    assert stunned(fight, 1, *[2] * 9) == 1
    assert [event.amount for event in fight.events(UnitHurt)] == [0]


def test_stn_2_strength_stamina_and_armour_and_stress_as_stress_dice() -> None:
    """STN-2: Str 3, Sta 1, Stress 2, AR 3: 7 and 2 dice."""
    fight = target()
    stunned(fight, 1, *[2] * 9)
    assert [(len(roll.faces), roll.reason) for roll in fight.rolls("stun")] == [
        (7, "taser, stun 1"),
        (2, "taser, stun 1, stress dice"),
    ]


def test_stn_3_each_six_takes_one_off() -> None:
    """STN-3, STN-6: the example: Stun 3 and two sixes: the next turn is missed."""
    fight = target()
    assert stunned(fight, 3, 1, 3, 3, 4, 5, 6, 6, 2, 5) == 1
    assert "Vega is going to lose 1 turn (taser, stun 1)." in fight.story()


def test_stn_4_the_example_ends_with_a_stress_response() -> None:
    """STN-4: a stress die shows 1, the other 5: one Stress Response roll."""
    fight = target()
    stunned(fight, 3, 1, 3, 3, 4, 5, 6, 6, 1, 5, 1)
    assert lost(fight) == 1
    (response,) = fight.rolls("stress_response")
    assert response.reason == "Stress Response (taser)"


def test_stn_4_a_one_on_an_ordinary_die_is_nothing() -> None:
    fight = target()
    stunned(fight, 3, 1, 1, 1, 1, 1, 1, 1, 2, 5)
    assert not fight.rolls("stress_response")


def test_d61_several_ones_are_one_response_and_sixes_of_stress_dice_count() -> None:
    """STN-3, STN-4, D61."""
    fight = target()
    assert stunned(fight, 2, *[2] * 7, 6, 6) == 0
    stunned(fight, 1, *[2] * 7, 1, 1, 1)
    assert len(fight.rolls("stress_response")) == 1


@pytest.mark.parametrize(("counts", "turns"), [(True, 1), (False, 2)])
def test_d61_whether_sixes_of_stress_dice_count(counts: bool, turns: int) -> None:
    """STN-3, D61: stun 3, one six on an ordinary die and one on a stress die."""
    fight = target(options={"zones.stress_withstands": counts})
    assert stunned(fight, 3, 1, 3, 3, 4, 5, 6, 2, 6, 5) == turns


@pytest.mark.parametrize("alien", [{"kind": "alien"}, {"tags": ("alien",)}])
def test_stn_5_aliens_roll_the_health_they_have_and_their_armour(alien: Any) -> None:
    """STN-5, D84: health 2 of 8, AR 3: 5 dice, and no stress dice."""
    fight = target(health=2, max_health=8, **alien)
    stunned(fight, 1, *[2] * 5)
    assert [len(roll.faces) for roll in fight.rolls("stun")] == [5]


def test_stn_6_the_next_turn_is_missed() -> None:
    """STN-6, INC-1: lost turns add up, and the next turn that begins is over."""
    fight = target(conditions={"lost_turns": 2})
    assert stunned(fight, 1, *[2] * 7) == 3
    end_round(fight)
    assert lost(fight) == 2
    assert [event.why for event in fight.events(TurnEnded) if event.unit == "vega"] == ["the turn is lost"]


def test_stn_6_too_much_of_it_knocks_a_unit_out() -> None:
    """INC-2, STN-6: stun 6 of health 5; and then no Stress Response."""
    fight = target()
    assert stunned(fight, 6, *[2] * 7, 1, 5) == 6
    assert fight.unit("vega").conditions["unconscious"]
    assert not fight.rolls("stress_response")


def test_nobody_pushes_it() -> None:
    """It is no roll of skill: a failed one asks nothing, though rolls of skill may be pushed."""
    fight = target(options={"zones.push": "ask"})
    stunned(fight, 3, *[2] * 9)
    assert not fight.game.open


@pytest.mark.parametrize("stun", [0, -1])
def test_no_stun_is_no_roll(stun: int) -> None:
    fight = target()
    assert stunned(fight, stun) == 0
    assert not fight.rolls()


def test_who_goes_down_of_the_damage_is_not_stunned() -> None:
    fight = target()
    assert stunned(fight, 2, damage=5) == 0
    assert not fight.rolls("stun")


def test_what_is_withstood_is_told() -> None:
    fight = target()
    stunned(fight, 1, 6, *[2] * 8)
    assert [event.text for event in fight.events(Remarked)] == ["Vega withstands the stun."]
    assert not fight.events(ConditionChanged)


# ---------------------------------------------------------------------------------------------- what helps


def test_a_machine_feels_nothing() -> None:
    fight = target(tags=("stun_immune",))
    assert stunned(fight, 3) == 0
    assert not fight.rolls()


def test_gear_protects_ignores_and_adds_dice() -> None:
    """D5: no roll; a roll that costs nothing; two dice more."""
    suit = Special("suit", "Faraday suit", "protect", ("stun",))
    fight = target(specials=[suit])
    assert stunned(fight, 3) == 0
    assert not fight.rolls()
    fight = target(specials=[Special("will", "Iron will", "ignore", ("stun",))])
    assert stunned(fight, 3, *[2] * 9) == 0
    assert "Vega withstands the stun (Iron will)." in fight.story()
    fight = target(specials=[Special("pads", "Pads", "bonus", ("stun",), bonus=2)])
    assert stunned(fight, 3, *[2] * 11) == 3
    assert [len(roll.faces) for roll in fight.rolls("stun")] == [9, 2]


def test_gear_that_lets_one_roll_again() -> None:
    """D6: the same roll once more, if it was not enough and its owner wants to; the second result stands."""
    fight = target(specials=[Special("grit", "Grit", "reroll", ("stun",))])
    stunned(fight, 2, *[2] * 9)
    fight.dice.add(*[6] * 9)
    fight.answer("red", "again")
    assert lost(fight) == 0
    assert len(fight.rolls("stun")) == 4
    stunned(fight, 1, *[6] * 9)
    assert len(fight.rolls("stun")) == 6
    stunned(fight, 2, *[2] * 9)
    fight.answer("red", "keep")
    assert lost(fight) == 2


def test_a_disadvantage_takes_a_die() -> None:
    """D44: under a Stress Response: 6 dice of 7."""
    fight = target(conditions={"response:jumpy": 1})
    assert sum(dice_of(fight.context(), fight.unit("vega"))) == 6


def test_dice_of_its_own_in_place_of_strength_and_stamina() -> None:
    """D77: `stun_dice` 5, AR 3: 8."""
    fight = target(stun_dice=5, conditions={})
    assert dice_of(fight.context(), fight.unit("vega")) == (8, 0)


# ---------------------------------------------------------------------------------------------- open questions


@pytest.mark.parametrize("keep_live", [True, False])
def test_real_dice_and_an_undo_in_the_middle(keep_live: bool) -> None:
    """The roll, then the Stress Response: each waits, an undo takes all of it back, and it goes on from the log."""
    fight = target(typed=True, keep_live=keep_live)
    before = fight.game
    stunned(fight, 3)
    fight.undo()
    assert fight.game == before
    stunned(fight, 3)
    fight.answer("red", 1, 3, 3, 4, 5, 6, 6)
    fight.answer("red", 1, 5, part=1)
    assert lost(fight) == 1
    assert len(fight.game.open) == 1
    fight.undo()
    assert fight.game == before
    stunned(fight, 3)
    fight.answer("red", 1, 3, 3, 4, 5, 6, 6)
    fight.answer("red", 1, 5, part=1)
    fight.answer("red", 3)
    assert fight.unit("vega").conditions == {"stress": 2, "lost_turns": 1, "response:trembling": 1}
    assert fight.folded() == fight.state


@pytest.mark.parametrize("keep_live", [True, False])
def test_who_falls_while_the_dice_are_awaited_loses_nothing_more(keep_live: bool) -> None:
    fight = target(typed=True, keep_live=keep_live, conditions={})
    stunned(fight, 3)
    fight.do("referee", {"do": "ref_hurt", "unit": "vega", "amount": 5})
    fight.answer("red", *[2] * 7)
    assert lost(fight) == 0
    assert not fight.game.open


# ---------------------------------------------------------------------------------------------- what cannot be played


def found(*units: Unit, stun: int = 2) -> list[Flaw]:
    taser = Item("taser", "taser", stats={"dice": 3, "stun": stun})
    return list(flaws(game("a - b", units, items={**WEAPONS, "taser": taser})))


def test_d77_whoever_may_be_stunned_says_what_they_roll() -> None:
    """STN-2, D77: as with gas."""
    (flaw,) = found(unit("vega"))
    assert (flaw.table, flaw.id) == ("units", "vega")
    assert "stun_immune" in flaw.hint


@pytest.mark.parametrize(
    "more", [{"strength": 1}, {"stamina": 1}, {"stun_dice": 0}, {"kind": "alien"}, {"tags": ("stun_immune",)}]
)
def test_d77_each_of_these_says_it(more: Any) -> None:
    assert not found(unit("vega", **more))


def test_without_stun_nobody_has_to_say_anything() -> None:
    assert not found(unit("vega"), stun=0)
    assert not found(gun("turret", "a"))
