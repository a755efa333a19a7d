"""What there is to win, and who has won."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from msgspec.structs import replace
from wardiary_server.game.events import (
    GameEnded,
    ItemDropped,
    MarkerPlaced,
    ObjectiveClosed,
    RoundBegan,
    Scored,
    TurnBegan,
    UnitEntered,
)
from wardiary_server.game.frame.harm import hurt
from wardiary_server.game.resolver import Context, roll
from wardiary_server.game.rulebook import Rule, Rulebook, Trigger
from wardiary_server.game.state import Happening, Item, Objective, Seat, Side

CORE = Item("core", "data core", "thing", tags=("loot",))


def play(*objectives: Objective, units: Any = None, books: tuple[Rulebook, ...] = (), **more: Any) -> Play:
    units = units or [unit("vega", speed=4), unit("nova", "b"), unit("rook", "c", "blue", speed=4)]
    start = game("a - b - c", units, items={"core": CORE}, **more)
    return Play(replace(start, objectives={o.id: o for o in objectives}), *books)


def result(table: Play) -> tuple[str, str]:
    assert table.game.result is not None
    return table.game.result.winner, table.game.result.reason


# ---------------------------------------------------------------------------------------------- take, drop, pick up


def test_an_objective_is_taken_once_for_a_special_action() -> None:
    table = play(Objective("core", "Core", "take", ("a",), points=2, data={"item": "core"}))
    entry = table.act("red", "use", "vega", objective="core")

    assert table.unit("vega").items == ("core",)
    assert table.game.scores == {"red": 2}
    assert table.game.clock.active["vega"]["action"] == 0
    assert table.events(ObjectiveClosed, entry)
    table.act("red", "end", "vega")
    assert table.refused("red", {"do": "use", "unit": "nova", "objective": "core"}) == "no_such_objective"


@pytest.mark.parametrize(
    ("by", "body", "code"),
    [
        ("red", {"do": "use", "unit": "vega", "objective": "nope"}, "no_such_objective"),
        ("red", {"do": "use", "unit": "vega", "objective": "hall"}, "no_such_objective"),
        ("red", {"do": "use", "unit": "nova", "objective": "mine"}, "out_of_reach"),
        ("red", {"do": "use", "unit": "vega", "objective": "theirs"}, "not_yours"),
        ("red", {"do": "take", "unit": "vega", "marker": "loot-core"}, "no_such_marker"),
        ("red", {"do": "leave", "unit": "vega"}, "out_of_reach"),
    ],
)
def test_what_cannot_be_taken(by: str, body: dict[str, Any], code: str) -> None:
    table = play(
        Objective("mine", "Mine", "take", ("a",)), Objective("theirs", "Theirs", "take", ("a",), side="blue"),
        Objective("hall", "Hall", "hold", ("a",)),
    )  # fmt: skip

    assert table.refused(by, body) == code


@pytest.mark.parametrize("rules", [True, False])
def test_whoever_goes_down_drops_what_the_game_is_about_and_anybody_picks_it_up(rules: bool) -> None:
    """Also by the referee's hand: else it would be out of reach for ever."""
    units = [unit("vega", items=("core", "gun")), unit("nova"), unit("rook", "a", "blue")]
    start = game("a", units, items={"core": CORE, "gun": Item("gun", "gun")})
    table = Play(start)
    entry = table.do("referee", {"do": "ref_hurt", "unit": "vega", "amount": 9, "with_rules": rules})

    assert [e.item for e in table.events(ItemDropped, entry)] == ["core"]
    assert table.unit("vega").items == ("gun",)
    (marker,) = table.game.markers.values()
    assert (marker.id, marker.zone, marker.data) == ("loot-core", "a", {"item": "core"})
    table.act("blue", "take", "rook", marker="loot-core")
    assert table.unit("rook").items == ("core",)
    assert table.game.markers == {}


def test_loot_lies_where_it_was_dropped() -> None:
    units = [unit("vega", items=("core",)), unit("rook", "b", "blue", speed=2), unit("nova")]
    table = play(units=units)
    table.act("referee", "ref_hurt", "vega", amount=9)

    assert table.refused("blue", {"do": "take", "unit": "rook", "marker": "loot-core"}) == "out_of_reach"
    assert len(table.events(MarkerPlaced)) == 1


def test_what_somebody_else_took_while_dice_were_awaited_is_not_taken_twice() -> None:
    """It was a KeyError, and no answer would ever have been accepted again."""

    def asks(ctx: Context, event: TurnBegan) -> Rule[None]:
        if event.unit == "vega":
            yield from roll(rule="r", reason="r", unit="vega", dice=1)

    units = [unit("lyra", items=("core",)), unit("vega"), unit("rook", "a", "blue")]
    start = play(units=units).start
    table = Play(replace(start, dice={"red": "typed"}), Rulebook("house", triggers=(Trigger(TurnBegan, asks),)))
    table.act("referee", "ref_hurt", "lyra", amount=9)
    table.act("red", "take", "vega", marker="loot-core")
    table.act("blue", "take", "rook", marker="loot-core")

    table.answer("red", 4)

    assert table.unit("rook").items == ("core",)
    assert table.unit("vega").items == ()
    assert table.story()[-1] == "There is no 'loot-core' to pick up."


# ---------------------------------------------------------------------------------------------- leave, hold


def test_who_leaves_with_what_is_wanted_scores_and_does_not_come_back() -> None:
    home = Objective("home", "Home", "leave", ("a",), side="red", points=3, data={"item": "core"})
    units = [unit("vega", items=("core",)), unit("nova"), unit("rook", "c", "blue"), unit("lyra", "b")]
    table = play(home, units=units)
    table.act("red", "leave", "nova")
    assert table.game.scores == {}

    entry = table.act("red", "leave", "vega")

    assert table.game.scores == {"red": 3}
    assert (table.unit("vega").status, table.unit("vega").zone) == ("gone", "")
    assert not table.events(ItemDropped, entry)
    assert "vega" in table.game.clock.done


def test_whoever_is_alone_in_a_place_at_a_rounds_end_holds_it() -> None:
    hall = Objective("hall", "Hall", "hold", ("b",), data={"from": 2})
    table = play(hall)
    for expected in ({}, {"red": 1}, {"red": 2}):
        table.do("referee", {"do": "end_round"})
        assert table.game.scores == expected
    table.act("referee", "ref_move", "rook", zone="b")
    table.do("referee", {"do": "end_round"})

    assert table.game.scores == {"red": 2}, "two sides hold nothing"
    assert [e.total for e in table.events(Scored)] == [1, 2]


def test_machines_and_the_fallen_hold_nothing() -> None:
    hall = Objective("hall", "Hall", "hold", ("b",))
    units = [
        unit("vega"), unit("gun", "b", "station", seat=""), unit("nova", "b", status="down"), unit("rook", "c", "blue"),
        unit("civ", "b", "", seat="red"),
    ]  # fmt: skip
    table = play(hall, units=units)
    table.do("referee", {"do": "end_round"})

    assert table.game.scores == {}


# ---------------------------------------------------------------------------------------------- who has won


def test_after_the_last_round_the_most_points_win_and_equal_points_are_a_draw() -> None:
    hall = Objective("hall", "Hall", "hold", ("b",))
    won, drawn = play(hall, options={"frame.rounds": 2}), play(options={"frame.rounds": 2})
    for table in (won, drawn):
        table.do("referee", {"do": "end_round"})
        entry = table.do("referee", {"do": "end_round"})
        assert not table.events(RoundBegan, entry)

    assert result(won) == ("red", "after 2 rounds")
    assert result(drawn) == ("", "after 2 rounds")


def test_enough_points_win_at_once() -> None:
    table = play(Objective("core", "Core", "take", ("a",), points=2), options={"frame.score": 2})
    entry = table.act("red", "use", "vega", objective="core")

    assert result(table) == ("red", "2 points reached")
    assert len(table.events(GameEnded, entry)) == 1


@pytest.mark.parametrize(("blue", "winner"), [(1, ""), (2, "blue")])
def test_two_sides_that_reach_it_together_are_held_against_each_other(blue: int, winner: str) -> None:
    """Not the one whose points happened to be counted first."""
    one = Objective("one", "One", "hold", ("b",))
    other = Objective("other", "Other", "hold", ("c",), points=blue)
    table = play(one, other, options={"frame.score": 1})
    table.do("referee", {"do": "end_round"})

    assert result(table)[0] == winner


def test_the_last_side_on_its_feet_wins() -> None:
    table = play()
    table.act("referee", "ref_hurt", "rook", amount=9)

    assert result(table) == ("red", "the last side on its feet")
    assert table.game.clock.phase == "over"


def test_where_others_got_away_points_decide() -> None:
    table = play(Objective("exit", "Exit", "leave", ("c",), points=5))
    table.act("blue", "leave", "rook")

    assert result(table) == ("blue", "one side is left")


def test_where_nobody_is_left_points_decide() -> None:
    def blast(ctx: Context, event: UnitEntered) -> Rule[None]:
        for name in ("vega", "nova", "rook"):
            yield from hurt(ctx, name, 9, "a blast")

    table = play(books=(Rulebook("house", triggers=(Trigger(UnitEntered, blast),)),))
    table.act("red", "move", "vega", to="b")

    assert result(table) == ("", "nobody is left to fight")


@pytest.mark.parametrize(
    ("reserve", "over"),
    [
        ({"arrives": 5}, False),
        ({"tags": ("brought",)}, True),  # nothing is held ready that would bring it
        ({}, True),
    ],
)
def test_whoever_is_still_to_come_still_fights(reserve: dict[str, Any], over: bool) -> None:
    table = play(units=[unit("vega"), unit("rook", "c", "blue"), unit("wren", "", "blue", **reserve)])
    table.act("referee", "ref_hurt", "rook", amount=9)

    assert (table.game.result is not None) is over


def test_whom_the_scenario_may_still_bring_still_fights() -> None:
    happenings = {"more": Happening("more", {"round": 9}, ({"do": "reserves", "units": "wren", "zone": "c"},))}
    units = [unit("vega"), unit("rook", "c", "blue"), unit("wren", "", "blue", tags=("brought",))]
    table = play(units=units, happenings=happenings)
    table.act("referee", "ref_hurt", "rook", amount=9)

    assert table.game.result is None


def test_a_side_of_machines_does_not_win_and_is_not_beaten() -> None:
    """Else a game of players against the ship's own guns would be over with the first command."""
    units = [unit("vega", speed=2), unit("gun", "b", "station", seat="")]
    start = replace(
        game("a - b", units), sides={"red": Side("red", "Red"), "station": Side("station", "Station")},
        seats={"red": Seat("red", "Red", "red")},
    )  # fmt: skip
    table = Play(start)
    table.act("red", "move", "vega", to="b")
    assert table.game.result is None

    start_over = table.act("red", "end", "vega")
    assert table.game.clock.round == 2
    assert not table.events(GameEnded, start_over)


def test_a_game_that_is_over_takes_no_command_of_a_player_and_can_be_taken_back() -> None:
    table = play()
    table.act("referee", "ref_hurt", "rook", amount=9)
    assert table.refused("red", {"do": "begin", "unit": "vega"}) == "over"

    table.undo()

    assert table.game.result is None
    table.act("red", "begin", "vega")
