"""Units that come and go by the referee's word."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from kit.inches import at, stood, two_rooms
from kit.wander import REAL
from wardiary_server.game.events import StatusChanged, UnitAdded, UnitEntered, UnitHurt, UnitPlaced
from wardiary_server.game.offers import offers


def play(**more: Any) -> Play:
    hurt = unit("drone", "b", "blue", health=2, conditions={"prone": 1}, marks={"airless": 1}, arrives=3)
    return Play(game("a - b", [unit("vega"), hurt], **more), *REAL)


def test_a_new_unit_is_like_another_one_as_that_was_at_first() -> None:
    table = play()

    entry = table.do("referee", {"do": "ref_unit", "like": "drone", "zone": "a"})

    new = table.unit("drone-2")
    assert [type(event) for event in entry.events] == [UnitAdded, UnitPlaced]
    assert (new.name, new.side, new.seat, new.zone, new.status) == ("Drone 2", "blue", "blue", "a", "ready")
    assert (new.stats["health"], new.conditions, new.marks) == (5, {}, {})
    assert table.story()[-2:] == ["Drone 2 comes into the game, for Blue.", "Drone 2 is placed in a."]
    assert table.folded() == table.state


def test_with_the_rules_it_arrives_and_burns_where_it_burns() -> None:
    """FRE-3: entering is what the fire asks for, and putting somebody there is no entering (D7)."""
    put, came = play(levels={"a": {"fire": 2}}), play(levels={"a": {"fire": 2}})

    put.do("referee", {"do": "ref_unit", "like": "drone", "zone": "a"})
    entry = came.do("referee", {"do": "ref_unit", "like": "drone", "zone": "a", "with_rules": True})

    assert put.events(UnitHurt) == []
    assert isinstance(entry.events[1], UnitEntered)
    assert came.events(UnitHurt)


def test_without_a_place_it_is_in_reserve_and_of_another_side_it_is_nobodys() -> None:
    table = play()

    table.do("referee", {"do": "ref_unit", "like": "drone", "id": "ghost", "name": "Ghost", "side": "red"})

    ghost = table.unit("ghost")
    assert (ghost.status, ghost.zone, ghost.side, ghost.seat) == ("reserve", "", "red", "")


def test_it_takes_turns_as_any_other() -> None:
    table = play()
    table.do("referee", {"do": "ref_unit", "like": "vega", "id": "nova", "zone": "b"})

    table.act("red", "move", "nova", to="a")

    assert table.unit("nova").zone == "a"


def test_in_inches_it_stands_at_a_place() -> None:
    table = Play(two_rooms(stood("vega", 2, 2), stood("rook", 18, 6, side="blue")))

    table.do("referee", {"do": "ref_unit", "like": "vega", "at": list(at(5, 5))})

    assert (table.unit("vega-2").at, table.unit("vega-2").zone) == (at(5, 5), "dock")


@pytest.mark.parametrize(("to", "status"), [("gone", "gone"), ("reserve", "reserve")])
def test_a_unit_is_taken_off_the_board_and_its_turn_is_over(to: str, status: str) -> None:
    table = Play(game("a - b", [unit("vega"), unit("nova"), unit("rook", "b", "blue")]))
    table.act("red", "begin", "vega")

    entry = table.act("referee", "ref_remove", "vega", to=to)

    assert entry.events[0] == StatusChanged("vega", status, "Said the referee.")
    assert (table.unit("vega").zone, table.unit("vega").status) == ("", status)
    assert not table.game.clock.active
    table.undo()
    assert table.unit("vega").zone == "a"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"do": "ref_unit", "like": "nobody"}, "no_such_unit"),
        ({"do": "ref_unit", "like": "vega", "id": "drone"}, "unit_exists"),
        ({"do": "ref_unit", "like": "vega", "id": "Dr One"}, "malformed"),
        ({"do": "ref_unit", "like": "vega", "zone": "z"}, "no_such_zone"),
        ({"do": "ref_unit", "like": "vega", "at": [1, 1]}, "by_zones"),
        ({"do": "ref_unit", "like": "vega", "side": "green"}, "no_such_side"),
        ({"do": "ref_unit", "like": "vega", "seat": "green"}, "no_such_seat"),
        ({"do": "ref_unit", "like": "vega", "hidden": ["red"]}, "own_side"),
        ({"do": "ref_unit", "like": "vega", "hidden": ["grene"]}, "no_such_side"),
        ({"do": "ref_remove", "unit": "nobody"}, "no_such_unit"),
    ],
)
def test_what_makes_no_sense_is_refused(body: dict[str, Any], code: str) -> None:
    assert play().refused("referee", body) == code


def test_who_is_gone_is_not_taken_off_again() -> None:
    table = Play(game("a", [unit("vega"), unit("nova"), unit("rook", "a", "blue")]))
    table.act("referee", "ref_remove", "vega")

    assert table.refused("referee", {"do": "ref_remove", "unit": "vega"}) == "no_change"


def test_what_is_on_offer() -> None:
    table = play()
    (new,) = [o for o in offers(table.context("referee")) if o.body["do"] == "ref_unit"]
    (off,) = [o for o in offers(table.context("referee"), "vega") if o.body["do"] == "ref_remove"]

    assert (new.asks, [target.value for target in new.targets]) == ("like", ["vega", "drone"])
    assert [field.name for field in new.fields] == ["zone", "name", "side", "seat", "hidden", "reason", "with_rules"]
    assert [target.value for target in off.targets] == ["gone", "reserve"]
