"""Doors: who opens one stands at it, and pays."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from msgspec.structs import replace
from wardiary_server.game.events import DoorChanged, Remarked, TurnBegan
from wardiary_server.game.resolver import Context, roll
from wardiary_server.game.rulebook import Rule, Rulebook, Trigger

BOARD = """
a =o1= b
a #c1# b
a !s1! b
b - c
"""


def play(*books: Rulebook, typed: bool = False) -> Play:
    start = game(BOARD, [unit("vega", speed=2), unit("nova", "b", speed=2), unit("rook", "c", "blue", speed=2)])
    links = {**start.links, "x1": replace(start.links["o1"], id="x1", door="destroyed")}
    dice = dict.fromkeys(start.seats, "typed" if typed else "script")
    return Play(replace(start, links=links, dice=dice), *books)


@pytest.mark.parametrize(
    ("body", "door", "state", "left"),
    [
        ({"do": "open", "door": "c1"}, "c1", "open", {"move": 1, "action": 1}),
        ({"do": "open", "door": "s1"}, "s1", "open", {"move": 2, "action": 0}),
        ({"do": "close", "door": "o1"}, "o1", "closed", {"move": 1, "action": 1}),
        ({"do": "close", "door": "o1", "seal": True}, "o1", "sealed", {"move": 2, "action": 0}),
        ({"do": "close", "door": "c1", "seal": True}, "c1", "sealed", {"move": 2, "action": 0}),
    ],
)
def test_a_door_is_changed_for_what_that_costs(
    body: dict[str, Any], door: str, state: str, left: dict[str, int]
) -> None:
    """Quick; what has to do with a seal is a special action."""
    table = play()
    entry = table.do("red", {**body, "unit": "vega"})

    assert table.game.links[door].door == state
    assert table.game.clock.active["vega"] == left
    assert [(e.link, e.by) for e in table.events(DoorChanged, entry)] == [(door, "vega")]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"do": "open", "unit": "vega", "door": "o1"}, "no_change"),
        ({"do": "open", "unit": "vega", "door": "x1"}, "door_destroyed"),
        ({"do": "open", "unit": "vega", "door": "b-c"}, "no_such_door"),
        ({"do": "open", "unit": "vega", "door": "nope"}, "no_such_door"),
        ({"do": "close", "unit": "vega", "door": "c1"}, "no_change"),
        ({"do": "close", "unit": "vega", "door": "s1"}, "no_change"),
        ({"do": "close", "unit": "vega", "door": "s1", "seal": True}, "no_change"),
        ({"do": "close", "unit": "vega", "door": "x1"}, "door_destroyed"),
        ({"do": "open", "unit": "rook", "door": "c1"}, "not_yours"),
    ],
)
def test_what_cannot_be_done_is_refused(body: dict[str, Any], code: str) -> None:
    assert play().refused("red", body) == code


def test_who_is_not_at_a_door_does_not_reach_it() -> None:
    assert play().refused("blue", {"do": "open", "unit": "rook", "door": "c1"}) == "out_of_reach"


def test_a_door_that_somebody_else_opened_while_dice_were_awaited_is_not_opened_again() -> None:
    """The command is checked again when its turn's start took time; it is told, and nothing is paid."""

    def slow_start(ctx: Context, event: TurnBegan) -> Rule[None]:
        if event.unit == "vega":
            yield from roll(rule="r", reason="r", unit=event.unit, dice=1)

    table = play(Rulebook("house", triggers=(Trigger(TurnBegan, slow_start),)), typed=True)
    table.act("red", "open", "vega", door="c1")
    table.do("referee", {"do": "ref_move", "unit": "vega", "zone": "c"})

    entry = table.answer("red", 3)

    assert not table.events(DoorChanged)
    assert [e.text for e in table.events(Remarked, entry)] == ["Vega is not at c1."]
    assert table.game.clock.active["vega"] == {"move": 2, "action": 1}
