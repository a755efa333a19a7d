"""Moving, standing up, arriving from reserve."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from msgspec.structs import replace
from wardiary_server.game.events import (
    ConditionChanged,
    DoorChanged,
    Remarked,
    Spent,
    TurnBegan,
    UnitEntered,
    UnitPlaced,
)
from wardiary_server.game.frame.harm import hurt
from wardiary_server.game.frame.queries import SPEED
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Rule, Rulebook, Trigger

BOARD = """
a - b - c - d
b =d1= x
c - y
"""


def play(rule: Any = None, economy: str = "activation", **more: Any) -> Play:
    """Vega, with speed 3, in a; entering anything runs `rule`."""
    books = [Rulebook("house", triggers=(Trigger(UnitEntered, rule),))] if rule else []
    units = [unit("vega", **{"speed": 3, **more}), unit("nova"), unit("rook", "d", "blue")]
    return Play(game(BOARD, units, options={"frame.economy": economy}), *books)


def went(table: Play) -> list[str]:
    return [e.zone for e in table.events(UnitEntered)]


def said(table: Play) -> list[str]:
    return [e.text for e in table.events(Remarked)]


def test_a_unit_enters_each_zone_of_the_shortest_way() -> None:
    """D7: passing through counts."""
    table = play()
    entry = table.act("red", "move", "vega", to="d")

    assert [(e.came, e.zone, e.how) for e in table.events(UnitEntered, entry)] == [
        ("a", "b", "move"), ("b", "c", "move"), ("c", "d", "move"),
    ]  # fmt: skip


def test_or_each_zone_of_a_path_that_ends_where_it_should() -> None:
    table = play()
    table.act("red", "move", "vega", to="y", path=["b", "c", "y"])

    assert went(table) == ["b", "c", "y"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"to": "nowhere"}, "no_such_zone"),
        ({"to": "a"}, "same_zone"),
        ({"to": "c", "path": ["b", "x"]}, "no_way"),
        ({"to": "c", "path": ["c"]}, "no_way"),
        ({"to": "c", "path": ["b", "nowhere", "c"]}, "no_such_zone"),
        ({"to": "d", "path": ["b", "c", "b", "c", "d"]}, "out_of_reach"),
    ],
)
def test_where_a_unit_cannot_go(body: dict[str, Any], code: str) -> None:
    assert play().refused("red", {"do": "move", "unit": "vega", **body}) == code


def test_what_is_behind_a_shut_door_or_too_far_is_out_of_reach() -> None:
    table = play(speed=2)
    assert table.refused("red", {"do": "move", "unit": "vega", "to": "d"}) == "out_of_reach"
    table.act("referee", "ref_move", "nova", zone="b")
    table.act("red", "close", "nova", door="d1")
    table.act("red", "end", "nova")

    assert table.refused("red", {"do": "move", "unit": "vega", "to": "x"}) == "no_way"


def test_a_path_may_come_back_to_where_it_began() -> None:
    table = play()
    table.act("red", "move", "vega", to="a", path=["b", "a"])

    assert went(table) == ["b", "a"]


def test_who_lies_prone_does_not_move_and_standing_up_costs() -> None:
    """D76."""
    table = play(conditions={"prone": 1})
    assert table.refused("red", {"do": "move", "unit": "vega", "to": "b"}) == "prone"

    table.act("red", "stand", "vega")

    assert table.unit("vega").conditions == {}
    assert table.game.clock.active["vega"] == {"move": 1, "action": 1}
    assert table.refused("red", {"do": "stand", "unit": "vega"}) == "not_prone"
    table.act("red", "move", "vega", to="b")


def test_who_is_not_on_a_leg_of_their_turn_moves_by_one_payment_in_the_other_economy() -> None:
    table = play(economy="slow-quick")
    entry = table.act("red", "move", "vega", to="d")

    assert len(table.events(Spent, entry)) == 1
    assert table.game.clock.active["vega"] == {"slow": 1, "quick": 0}


# ---------------------------------------------------------------------------------------------- what stops a move


def test_whoever_falls_on_the_way_lies_at_the_entry_point_and_the_rest_does_not_happen() -> None:
    """hex-tactical-roguelite#155, D11."""

    def hazard(ctx: Context, event: UnitEntered) -> Rule[None]:
        if event.zone == "b":
            yield from hurt(ctx, event.unit, 9, "hazard")

    table = play(hazard)
    table.act("red", "move", "vega", to="d")

    assert (table.unit("vega").zone, table.unit("vega").status) == ("b", "down")
    assert went(table) == ["b"]


def test_a_way_that_its_own_entering_barred_ends_there() -> None:
    def shuts(ctx: Context, event: UnitEntered) -> Rule[None]:
        if event.zone == "b":
            yield DoorChanged(link="d1", door="closed")

    table = play(shuts)
    table.act("red", "move", "vega", to="x")

    assert table.unit("vega").zone == "b"
    assert said(table) == ["Vega's way is barred now."]
    assert table.game.clock.active["vega"] == {"move": 2, "action": 1}, "what was not walked is not paid"


@pytest.mark.parametrize("to", ["a", "c", "y"])
def test_whoever_is_moved_by_what_entering_sets_off_does_not_walk_on_from_there(to: str) -> None:
    """Also where the next step of the way would happen to be next door."""

    def pushes(ctx: Context, event: UnitEntered) -> Rule[None]:
        if event.zone == "b" and event.how == "move":
            yield UnitEntered(unit=event.unit, zone=to, came="b", how="forced")

    table = play(pushes)
    table.act("red", "move", "vega", to="d")

    assert table.unit("vega").zone == to
    assert said(table) == ["Vega is not on the way any more."]


def test_whoever_is_pushed_and_back_again_walks_on() -> None:
    def shoves(ctx: Context, event: UnitEntered) -> Rule[None]:
        if event.zone == "b" and event.how == "move":
            yield UnitPlaced(unit=event.unit, zone="a")
            yield UnitPlaced(unit=event.unit, zone="b")

    table = play(shoves)
    table.act("red", "move", "vega", to="c")

    assert table.unit("vega").zone == "c"


def test_whoever_is_thrown_down_goes_no_further() -> None:
    def trips(ctx: Context, event: UnitEntered) -> Rule[None]:
        yield ConditionChanged(unit=event.unit, condition="prone", value=1)

    table = play(trips)
    table.act("red", "move", "vega", to="c")

    assert table.unit("vega").zone == "b"
    assert said(table) == ["Vega lies prone, and goes no further."]


def test_a_move_that_costs_more_than_it_should_stops_where_nothing_is_left() -> None:
    def mud(ctx: Context, event: UnitEntered) -> Rule[None]:
        left = ctx.game.clock.active[event.unit]
        yield Spent(unit=event.unit, left={**left, "move": max(0, left["move"] - 1)})

    table = play(mud)
    table.act("red", "move", "vega", to="d")

    assert table.unit("vega").zone == "c"
    assert said(table) == ["Vega can go no further this turn."]


def test_a_turns_start_that_slows_the_unit_down_is_known_before_it_walks() -> None:
    def wounded(ctx: Context, event: TurnBegan) -> Rule[None]:
        yield ConditionChanged(unit=event.unit, condition="lame", value=1)

    house = Rulebook(
        "house",
        triggers=(Trigger(TurnBegan, wounded),),
        modifiers=((SPEED, lambda ctx, speed, unit: 1 if unit.conditions.get("lame") else speed),),
    )
    start = game(BOARD, [unit("vega", speed=3), unit("rook", "d", "blue")], options={"frame.economy": "slow-quick"})
    table = Play(start, house)

    table.act("red", "move", "vega", to="d")

    assert table.unit("vega").zone == "a"
    assert said(table) == ["D is 3 zones away; Vega can move 1.", "The move does not happen."]
    assert table.game.clock.active["vega"] == {"slow": 1, "quick": 1}


# ---------------------------------------------------------------------------------------------- deploy


def reserve(**more: Any) -> Play:
    units = [unit("late", "", **{"arrives": 2, "speed": 2, **more}), unit("vega"), unit("rook", "d", "blue")]
    start = game(BOARD, units)
    zones = {name: replace(zone, deploy=("red",) if name == "a" else ()) for name, zone in start.zones.items()}
    return Play(replace(start, zones=zones))


def test_a_unit_arrives_from_its_round_on_in_one_of_its_sides_zones() -> None:
    """Its turn begins off the board, where nothing starts with one; arriving is entering, and a move (D7)."""
    table = reserve()
    assert table.refused("red", {"do": "deploy", "unit": "late", "zone": "a"}) == "too_early"
    table.do("referee", {"do": "end_round"})
    assert table.refused("red", {"do": "deploy", "unit": "late", "zone": "b"}) == "out_of_reach"

    entry = table.act("red", "deploy", "late", zone="a")

    assert [type(e).__name__ for e in entry.events] == ["TurnBegan", "Spent", "UnitEntered"]
    assert entry.events[2] == UnitEntered("late", "a", "", "deployed")
    assert (table.unit("late").status, table.game.clock.active["late"]) == ("ready", {"move": 1, "action": 1})
    table.act("red", "move", "late", to="b")


@pytest.mark.parametrize(
    ("more", "code"),
    [({"arrives": 0}, "too_early"), ({"zone": "b"}, "not_in_reserve"), ({"status": "gone"}, "not_in_reserve")],
)
def test_who_cannot_arrive(more: dict[str, Any], code: str) -> None:
    table = Play(game(BOARD, [late(**more), unit("vega"), unit("rook", "d", "blue")]))

    assert table.refused("red", {"do": "deploy", "unit": "late", "zone": "a"}) == code


def late(zone: str = "", **more: Any) -> Any:
    return unit("late", zone, **{"arrives": 1, **more})


def test_it_waits_for_its_turn_like_everybody() -> None:
    units = [late(), unit("vega", speed=2), unit("rook", "d", "blue")]
    table = Play(game(BOARD, units))
    table.act("red", "begin", "vega")
    assert table.refused("red", {"do": "deploy", "unit": "late", "zone": "a"}) == "turn_open"
    table.act("red", "end", "vega")

    table.act("red", "deploy", "late", zone="a")
    table.act("red", "end", "late")

    assert table.refused("red", {"do": "deploy", "unit": "late", "zone": "a"}) == "not_in_reserve"
