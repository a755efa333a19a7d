"""What the frame puts on offer to a unit: each command in words, where it leads, and what it costs."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from wardiary_server.game.offers import legal, offers

BOARD = """
a - b - c
a =wide= x
a #shut# y
a !seal! z
"""


def play(**more: Any) -> Play:
    fields = {"speed": 2, **more}
    late = unit("late", "", arrives=1, speed=1)
    return Play(game(BOARD, [unit("vega", **fields), late, unit("rook", "c", "blue")]))


def offered(table: Play, unit_: str = "vega") -> dict[str, Any]:
    """What is on offer to a unit, by its words."""
    return {offer.label: offer for offer in offers(table.context("red"), unit_)}


@pytest.mark.parametrize(
    ("label", "door", "cost"),
    [
        ("Vega opens a door", "shut", "1 move"),
        ("Vega forces a door", "seal", "1 action"),
        ("Vega closes a door", "wide", "1 move"),
    ],
)
def test_each_door_is_on_offer_for_what_it_costs(label: str, door: str, cost: str) -> None:
    offer = offered(play())[label]

    assert [choice.value for choice in offer.targets] == [door]
    assert offer.cost == cost


def test_what_is_open_or_shut_can_be_sealed() -> None:
    offer = offered(play())["Vega seals a door"]

    assert {choice.value for choice in offer.targets} == {"wide", "shut"}
    assert offer.cost == "1 action"


def test_zones_are_on_offer_the_nearest_first_with_what_the_way_leads_through() -> None:
    offer = offered(play())["Move Vega"]

    assert [(choice.value, choice.note) for choice in offer.targets] == [("b", ""), ("x", ""), ("c", "through b")]
    assert offer.cost == "1 move"


def test_who_lies_prone_is_offered_to_stand_up_and_nobody_else_is() -> None:
    """D76."""
    assert offered(play(conditions={"prone": 1}))["Vega stands up"].cost == "1 move"
    assert "Vega stands up" not in offered(play())


@pytest.mark.parametrize(
    ("acts", "words"),
    [((), {"begin", "move", "pass"}), (("begin",), {"move", "end", "pass"}), (("begin", "end"), set())],
)
def test_a_turn_is_begun_then_ended_or_given_up_and_then_over(acts: tuple[str, ...], words: set[str]) -> None:
    table = play()
    for word in acts:
        table.act("red", word, "vega")

    found = {body["do"] for body in legal(offers(table.context("red"), "vega"))}

    assert found & {"begin", "move", "end", "pass"} == words


def test_a_seat_is_offered_to_be_done_only_while_it_has_turns_left() -> None:
    table = play()
    assert {"do": "done"} in legal(offers(table.context("red"), ""))

    table.do("red", {"do": "done"})

    assert {"do": "done"} not in legal(offers(table.context("red"), ""))


def test_who_may_arrive_is_offered_its_sides_zones_or_to_wait() -> None:
    bodies = list(legal(offers(play().context("red"), "late")))

    assert {body["do"] for body in bodies} == {"deploy", "pass"}
    assert {body["zone"] for body in bodies if body["do"] == "deploy"} == {"a", "b", "c", "x", "y", "z"}
