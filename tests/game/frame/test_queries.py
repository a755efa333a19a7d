"""What the core asks, and the checks that nearly every command makes."""

from __future__ import annotations

import pytest
from kit import Play, game, unit
from wardiary_server.game.board import Place
from wardiary_server.game.frame.queries import (
    ARMOUR,
    ATTACK_DICE,
    DISADVANTAGE,
    OUT_FOR_GOOD,
    SIGHT,
    SPEED,
    TARGET,
    able,
    able_unit,
    named_zone,
    own_unit,
    unit_of,
)
from wardiary_server.game.rulebook import Refused
from wardiary_server.game.state import Item

UNITS = [
    unit("vega", speed=4),
    unit("slow"),
    unit("down", status="down"),
    unit("dead", status="dead"),
    unit("away", "", status="gone"),
    unit("late", ""),
    unit("asleep", conditions={"unconscious": 1}),
    unit("rook", "c", "blue"),
]
PLAY = Play(game("a - b #d1# c", UNITS))
CTX = PLAY.context("red")


def test_speed_is_a_stat_in_zones_and_one_where_none_is_stated() -> None:
    assert [CTX.value(SPEED, PLAY.unit(name)) for name in ("vega", "slow")] == [4, 1]


def test_without_rulebooks_a_unit_is_at_no_disadvantage_and_armour_and_dice_are_what_is_stated() -> None:
    vega, rook = PLAY.unit("vega"), PLAY.unit("rook")
    assert not CTX.value(DISADVANTAGE, vega)
    assert CTX.value(ARMOUR, unit("suited", ar=3), "attack") == 3
    assert CTX.value(ATTACK_DICE, vega, Item("gun", "Gun", stats={"dice": 4}), rook) == 4


def test_sight_follows_open_ways() -> None:
    """D75: no path means unseen."""
    assert CTX.value(SIGHT, PLAY.unit("vega"), Place("b"))
    assert not CTX.value(SIGHT, PLAY.unit("vega"), Place("c"))


@pytest.mark.parametrize(
    ("target", "valid"),
    [("rook", True), ("slow", False), ("down", False), ("dead", False), ("away", False), ("late", False)],
)
def test_a_target_is_somebody_elses_and_on_its_feet(target: str, valid: bool) -> None:
    assert CTX.value(TARGET, PLAY.unit("vega"), PLAY.unit(target)) is valid


@pytest.mark.parametrize(
    ("name", "can"),
    [("vega", True), ("down", False), ("dead", False), ("away", False), ("late", False), ("asleep", False)],
)
def test_who_can_act(name: str, can: bool) -> None:
    assert able(PLAY.unit(name)) is can


@pytest.mark.parametrize(("name", "out"), [("vega", False), ("down", True), ("dead", True), ("asleep", True)])
def test_whoever_can_do_nothing_is_out_for_good_unless_a_rulebook_knows_better(name: str, out: bool) -> None:
    assert CTX.value(OUT_FOR_GOOD, PLAY.unit(name)) is out


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("vgea", "no_such_unit"), ("rook", "not_yours"), ("down", "unit_down"), ("dead", "unit_down"),
        ("away", "unit_gone"), ("late", "unit_gone"), ("asleep", "unit_down"),
    ],
)  # fmt: skip
def test_a_unit_that_cannot_be_commanded_is_refused_with_its_own_code(name: str, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        able_unit(CTX, name)

    assert refusal.value.code == code


def test_the_referee_commands_any_unit() -> None:
    referee = PLAY.context("referee")

    assert [own_unit(referee, name).id for name in ("rook", "down")] == ["rook", "down"]
    assert able_unit(referee, "vega").id == "vega"


def test_a_wrong_word_gets_a_hint() -> None:
    with pytest.raises(Refused, match="Did you mean 'vega'"):
        unit_of(CTX, "vgea")
    with pytest.raises(Refused, match="no zone 'z'") as refusal:
        named_zone(CTX, "z")
    assert refusal.value.code == "no_such_zone"
    assert named_zone(CTX, "a") == "a"
