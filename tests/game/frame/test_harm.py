"""Losing and regaining health, going down, losing turns."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from wardiary_server.game.events import ConditionChanged, StatusChanged, UnitEntered, UnitHealed, UnitHurt
from wardiary_server.game.frame.harm import heal, hurt, lose_turns, wake
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Rule, Rulebook, Trigger


def entering(rule: Any, *tags: str, **health: int) -> Play:
    """Vega enters b, where `rule` happens to her."""

    def run(ctx: Context, event: UnitEntered) -> Rule[None]:
        yield from rule(ctx, event.unit)

    units = [unit("vega", speed=9, tags=tags, **health), unit("nova"), unit("rook", "b", "blue")]
    play = Play(game("a - b - c", units), Rulebook("house", triggers=(Trigger(UnitEntered, run),)))
    play.act("red", "move", "vega", to="b")
    return play


@pytest.mark.parametrize(
    ("amount", "left", "status"), [(2, 3, "ready"), (5, 0, "down"), (9, 0, "down"), (0, 5, "ready")]
)
def test_health_is_never_below_nothing_and_at_nothing_a_unit_is_down(amount: int, left: int, status: str) -> None:
    """D74."""
    play = entering(lambda ctx, name: hurt(ctx, name, amount, "a fall"))

    assert (play.unit("vega").stats["health"], play.unit("vega").status) == (left, status)
    assert [(e.amount, e.health) for e in play.events(UnitHurt)] == [(amount, left)]


def test_what_dies_at_nothing_is_dead() -> None:
    """D74: mooks and machines."""
    play = entering(lambda ctx, name: hurt(ctx, name, 5, "a fall"), "dies")

    assert play.unit("vega").status == "dead"


def test_who_is_down_already_does_not_go_down_again() -> None:
    def twice(ctx: Context, name: str) -> Rule[None]:
        yield from hurt(ctx, name, 5, "a fall")
        yield from hurt(ctx, name, 1, "a stone")

    assert len(entering(twice).events(StatusChanged)) == 1


@pytest.mark.parametrize(("health", "amount", "now"), [(2, 2, 4), (4, 3, 5)])
def test_healing_stops_at_what_there_was_at_the_beginning(health: int, amount: int, now: int) -> None:
    play = entering(lambda ctx, name: heal(ctx, name, amount, "a medic"), health=health)

    assert play.unit("vega").stats["health"] == now
    assert play.events(UnitHealed)[0].amount == now - health


def test_who_was_down_gets_up_and_who_is_dead_does_not() -> None:
    fallen = [unit("vega", status="down", health=0), unit("nova", status="dead", health=0)]
    play = Play(game("a", [*fallen, unit("lyra"), unit("rook", "a", "blue")]))

    play.act("referee", "ref_heal", "vega", amount=1)

    assert (play.unit("vega").status, play.unit("vega").stats["health"]) == ("ready", 1)
    assert play.refused("referee", {"do": "ref_heal", "unit": "nova", "amount": 1}) == "unit_gone"


def test_lost_turns_add_up_whatever_they_come_from() -> None:
    """INC-1."""

    def gas_and_stun(ctx: Context, name: str) -> Rule[None]:
        yield from lose_turns(ctx, name, 1, "gas")
        yield from lose_turns(ctx, name, 0, "nothing")
        yield from lose_turns(ctx, name, 2, "stun")

    play = entering(gas_and_stun)

    assert play.unit("vega").conditions["lost_turns"] == 3
    assert [e.value for e in play.events(ConditionChanged)] == [1, 3]


@pytest.mark.parametrize(("asleep", "told"), [(3, 1), (0, 0)])
def test_who_is_unconscious_wakes_up(asleep: int, told: int) -> None:
    """D85: and nothing happens to somebody who is awake."""
    conditions = {"unconscious": asleep} if asleep else {}

    def run(ctx: Context, event: UnitEntered) -> Rule[None]:
        yield from wake(ctx, "nova", "a slap")

    units = [unit("vega", speed=9), unit("nova", conditions=conditions), unit("rook", "b", "blue")]
    play = Play(game("a - b - c", units), Rulebook("house", triggers=(Trigger(UnitEntered, run),)))
    play.act("red", "move", "vega", to="b")

    assert [(e.unit, e.value, e.why) for e in play.events(ConditionChanged)] == [("nova", 0, "a slap")] * told
    assert play.unit("nova").conditions == {}
