"""What a correction may show: what was seen before, or with everybody's word anything."""

import pytest
from kit import Play, unit
from kit.skirmish import play
from wardiary_server.game.dice import ScriptedDice
from wardiary_server.game.veil import Unseen, Veil, VeiledDice, shown


def fight() -> Play:
    game = play("a", unit("vega", items=("rifle",)), unit("moth", "a", "blue"))
    game.act("red", "attack", "vega", *[2] * 9, weapon="rifle", target="moth")
    return game


def test_a_roll_that_was_seen_may_be_seen_again_and_no_more_dice_of_it() -> None:
    ((roll, dice), *_ammunition) = shown(fight().log[-1])
    veil = Veil([fight().log[-1]], {}, reveals=False)

    veil.show(roll, dice)
    with pytest.raises(Unseen, match="New dice would be rolled") as refusal:
        veil.show(roll, dice + 1)
    assert refusal.value.code == "unseen"


def test_what_earlier_steps_have_shown_counts_as_seen() -> None:
    Veil([], {"attack/vega//#1": 3}, reveals=False).show("attack/vega//#1", 3)

    with pytest.raises(Unseen):
        Veil([], {}, reveals=False).show("happening dawn")


def test_whoever_may_see_anything_keeps_count_of_it() -> None:
    veil = Veil([], {}, reveals=True)
    veil.show("happening dawn")
    veil.show("attack/vega//#1", 3)

    assert veil.seen == {"happening dawn": 1, "attack/vega//#1": 3}


def test_dice_behind_a_veil_are_the_games_own_as_far_as_they_may_be_seen() -> None:
    dice = VeiledDice(ScriptedDice((4, 2, 6)), Veil([], {"fire/#1": 2}, reveals=False))

    assert dice.source == "script"
    assert dice.faces("fire/#1", 2, 6) == (4, 2)
    with pytest.raises(Unseen):
        dice.faces("fire/#2", 1, 6)
