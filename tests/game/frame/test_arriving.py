"""Arriving from reserve: what it costs, and what may come between a turn's start and the arrival."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from msgspec.structs import replace
from wardiary_server.game.events import Remarked, Spent, TurnBegan, UnitEntered
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.resolver import Context, roll
from wardiary_server.game.rulebook import Rule, Rulebook, Trigger


def asks(ctx: Context, event: TurnBegan) -> Rule[None]:
    """A house rule that rolls even for who is still off the board."""
    yield from roll(rule="r", reason="r", unit=event.unit, dice=1)


def play(*books: Rulebook, speed: int = 2, economy: str = "activation", typed: bool = False) -> Play:
    units = [unit("late", "", arrives=1, speed=speed), unit("vega"), unit("rook", "b", "blue")]
    start = game("a - b", units, options={"frame.economy": economy})
    return Play(replace(start, dice=dict.fromkeys(start.seats, "typed" if typed else "script")), *books)


def awaited() -> Play:
    """The late unit arrives in a, once red has typed a die."""
    table = play(Rulebook("house", triggers=(Trigger(TurnBegan, asks),)), typed=True)
    table.act("red", "deploy", "late", zone="a")
    return table


@pytest.mark.parametrize("economy", ["activation", "focus"])
def test_who_cannot_move_cannot_arrive_and_is_offered_only_to_wait(economy: str) -> None:
    """Arriving is a move: what is on offer is accepted, so what cannot be paid is not on offer."""
    table = play(speed=0, economy=economy)

    assert table.refused("red", {"do": "deploy", "unit": "late", "zone": "a"}) == "no_action"
    assert [body["do"] for body in legal(offers(table.context("red"), "late"))] == ["pass"]


@pytest.mark.parametrize("economy", ["activation", "focus", "slow-quick"])
def test_whatever_arriving_is_on_offer_is_accepted(economy: str) -> None:
    table = play(economy=economy)
    bodies = [body for body in legal(offers(table.context("red"), "late")) if body["do"] == "deploy"]

    assert [body["zone"] for body in bodies] == ["a", "b"]
    for body in bodies:
        assert play(economy=economy).do("red", body)


def test_an_arrival_goes_on_once_its_start_is_answered() -> None:
    table = awaited()

    table.answer("red", 4)

    assert (table.unit("late").zone, table.game.clock.active["late"]) == ("a", {"move": 1, "action": 1})


@pytest.mark.parametrize(
    ("body", "zone", "text", "active"),
    [
        ({"do": "end"}, "", "Late has had its turn this round.", False),
        ({"do": "ref_move", "zone": "b"}, "b", "Late is not in reserve.", True),
    ],
)
def test_who_was_taken_elsewhere_or_had_its_turn_ended_meanwhile_does_not_arrive(
    body: dict[str, Any], zone: str, text: str, active: bool
) -> None:
    """The command is checked again, told, and nothing is paid; a turn that is over is not on again."""
    table = awaited()
    table.do("referee", {**body, "unit": "late"})

    entry = table.answer("red", 4)

    assert not table.events(Spent, entry)
    assert not table.events(UnitEntered, entry)
    assert [e.text for e in table.events(Remarked, entry)] == [text]
    assert table.unit("late").zone == zone
    assert ("late" in table.game.clock.active) is active
