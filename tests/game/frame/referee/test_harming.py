"""The referee's hand: it puts, or with the rules it does."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from kit.inches import stood, two_rooms
from kit.wander import REAL
from wardiary_server.game.events import Remarked, UnitEntered, UnitHurt, UnitPlaced
from wardiary_server.game.offers import offers
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Rule, Rulebook, Trigger


def shout(ctx: Context, event: Any) -> Rule[None]:
    yield Remarked("the rules")


HOUSE = Rulebook("house", triggers=tuple(Trigger(kind, shout) for kind in (UnitEntered, UnitPlaced, UnitHurt)))


def play() -> Play:
    here = [unit("vega"), unit("down", status="down", health=0)]
    away = [unit("late", "", arrives=4), unit("away", "", status="gone")]
    there = [
        unit("rook", "b", "blue"),
        unit("mook", "b", "blue", tags=("dies",)),
        unit("dead", "b", status="dead", health=0),
    ]
    units = [*here, *away, *there]
    return Play(game("a - b #d1# c", units), HOUSE)


def test_a_unit_is_put_anywhere_whatever_lies_between_and_nothing_is_set_off() -> None:
    table = play()
    entry = table.act("referee", "ref_move", "vega", zone="c", reason="It slipped.")

    assert entry.events == (Remarked("The referee: It slipped.", unit="vega"), UnitPlaced("vega", "c"))


def test_with_the_rules_it_enters() -> None:
    table = play()
    entry = table.act("referee", "ref_move", "vega", zone="c", with_rules=True)

    assert entry.events == (UnitEntered("vega", "c", "a", "forced"), Remarked("the rules"))


@pytest.mark.parametrize("rules", [True, False])
@pytest.mark.parametrize(("name", "status"), [("late", "ready"), ("away", "ready"), ("down", "down"), ("dead", "dead")])
def test_who_is_off_the_board_is_back_on_it_and_who_lies_there_lies_elsewhere(
    name: str, status: str, rules: bool
) -> None:
    """One who left by mistake is not lost."""
    table = play()
    table.act("referee", "ref_move", name, zone="c", with_rules=rules)

    assert (table.unit(name).zone, table.unit(name).status) == ("c", status)


@pytest.mark.parametrize("rules", [True, False])
@pytest.mark.parametrize(("name", "status"), [("vega", "down"), ("mook", "dead")])
def test_what_follows_at_health_0_follows_always_and_once(name: str, status: str, rules: bool) -> None:
    table = play()
    entry = table.act("referee", "ref_hurt", name, amount=5, with_rules=rules)

    assert table.unit(name).status == status
    assert bool(table.events(Remarked, entry)) is rules


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"do": "ref_move", "unit": "vega", "zone": "a"}, "no_change"),
        ({"do": "ref_move", "unit": "vega", "zone": "z"}, "no_such_zone"),
        ({"do": "ref_move", "unit": "nobody", "zone": "b"}, "no_such_unit"),
        ({"do": "ref_hurt", "unit": "down", "amount": 1}, "no_change"),
        ({"do": "ref_heal", "unit": "vega", "amount": 1}, "no_change"),
        ({"do": "ref_heal", "unit": "dead", "amount": 1}, "unit_gone"),
        ({"do": "ref_hurt", "unit": "late", "amount": 9}, "unit_gone"),
        ({"do": "ref_hurt", "unit": "away", "amount": 9}, "unit_gone"),
        ({"do": "ref_hurt", "unit": "vega", "amount": 1001}, "malformed"),
        ({"do": "ref_hurt", "unit": "vega", "amount": 1, "reason": "x" * 301}, "malformed"),
    ],
)
def test_what_makes_no_sense_is_refused(body: dict[str, Any], code: str) -> None:
    assert play().refused("referee", body) == code


@pytest.mark.parametrize("word", ["ref_move", "ref_hurt", "ref_heal"])
def test_nobody_else_has_that_hand(word: str) -> None:
    more = {"zone": "b"} if word == "ref_move" else {"amount": 1}

    assert play().refused("red", {"do": word, "unit": "vega", **more}) == "not_allowed"


def test_healing_stops_at_what_there_was() -> None:
    table = play()
    table.act("referee", "ref_hurt", "vega", amount=2)
    table.act("referee", "ref_heal", "vega", amount=9)

    assert table.unit("vega").stats["health"] == 5


def test_healing_wakes() -> None:
    table = Play(game("a", [unit("vega", conditions={"unconscious": 1}), unit("rook", "a", "blue")]))
    table.act("referee", "ref_heal", "vega", amount=1)

    assert table.unit("vega").conditions == {}
    assert table.story()[-1] == "Vega is no longer unconscious (the referee)."
    assert table.refused("referee", {"do": "ref_heal", "unit": "vega", "amount": 1}) == "no_change"


def test_the_hand_is_on_offer_with_all_that_may_be_said() -> None:
    found = {str(o.body["do"]): o for o in offers(play().context("referee"), "vega")}

    put, hurt, heal = found["ref_move"], found["ref_hurt"], found["ref_heal"]
    assert (put.asks, [target.value for target in put.targets]) == ("zone", ["b", "c"])
    assert [(field.name, field.kind) for field in put.fields] == [("reason", "text"), ("with_rules", "flag")]
    assert (hurt.body["amount"], hurt.fields[0].most) == (1, 1000)
    assert heal.why_not == "Vega is unhurt."
    assert not [o for o in offers(play().context("red"), "vega") if str(o.body["do"]).startswith("ref_")]


def test_on_a_board_in_inches_a_place_in_each_zone_is_on_offer_and_any_other_point() -> None:
    table = Play(two_rooms(stood("vega", 2, 2), stood("rook", 18, 6, side="blue")))

    (put,) = [o for o in offers(table.context("referee"), "vega") if o.body["do"] == "ref_move"]

    assert (put.asks, [target.label for target in put.targets]) == ("at", ["dock", "bridge"])
    assert (put.fields[0].name, put.fields[0].kind) == ("at", "point")


@pytest.mark.parametrize(("dead", "status"), [(False, "down"), (True, "dead")])
def test_a_unit_goes_down_whatever_health_it_has_and_its_turn_is_over(dead: bool, status: str) -> None:
    table = play()
    table.act("red", "begin", "vega")

    table.act("referee", "ref_down", "vega", dead=dead)

    assert (table.unit("vega").status, table.unit("vega").stats["health"]) == (status, 5)
    assert "vega" in table.game.clock.done
    assert table.refused("referee", {"do": "ref_down", "unit": "vega", "dead": dead}) == "no_change"


@pytest.mark.parametrize("name", ["down", "dead"])
def test_who_is_down_or_dead_is_revived_with_health(name: str) -> None:
    table = play()

    table.act("referee", "ref_revive", name, health=3)

    assert (table.unit(name).status, table.unit(name).stats["health"]) == ("ready", 3)
    assert table.story()[-1].endswith("is back in the fight. Said the referee.")
    table.undo()
    assert table.unit(name).status == name


def test_who_is_unconscious_is_woken_by_it_too() -> None:
    table = Play(game("a", [unit("vega", conditions={"unconscious": 1}), unit("rook", "a", "blue")]))

    table.act("referee", "ref_revive", "vega")

    assert table.unit("vega").conditions == {}


def test_a_dead_unit_that_was_taken_away_is_put_there_first() -> None:
    buried = unit("buried", "", status="dead", health=0)
    table = Play(game("a", [unit("vega"), buried, unit("rook", "a", "blue")]))

    assert table.refused("referee", {"do": "ref_revive", "unit": "buried"}) == "unit_gone"
    assert table.refused("referee", {"do": "ref_down", "unit": "buried"}) == "unit_gone"
    assert table.refused("referee", {"do": "ref_revive", "unit": "vega"}) == "no_change"
    table.act("referee", "ref_move", "buried", zone="a")
    table.act("referee", "ref_revive", "buried")
    assert table.unit("buried").status == "ready"


def test_moved_into_fire_a_unit_burns_with_the_rules_only() -> None:
    """FRE-3, D7."""
    burning = game("a - b", [unit("vega"), unit("rook", "b", "blue")], levels={"b": {"fire": 3}})
    put, came = Play(burning, *REAL), Play(burning, *REAL)

    put.act("referee", "ref_move", "vega", zone="b")
    came.act("referee", "ref_move", "vega", zone="b", with_rules=True)

    assert put.events(UnitHurt) == []
    assert came.events(UnitHurt)
