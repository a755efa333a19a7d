"""The referee's hand: it puts, or with the rules it does."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from wardiary_server.game.events import Remarked, UnitEntered, UnitHurt, UnitPlaced
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

    assert entry.events == (Remarked("The referee: It slipped."), UnitPlaced("vega", "c"))


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
