"""Setting up: who is placed where, and when play begins."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from msgspec.structs import replace
from wardiary_server.game.events import PlayBegan, RoundBegan, RoundEnding, UnitEntered, UnitPlaced
from wardiary_server.game.frame.setup import not_placed, playing
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Rule, Rulebook, Trigger
from wardiary_server.game.state import Clock, Seat


def play(*more: Any, **fields: Any) -> Play:
    units = [unit("vega", ""), unit("late", "", arrives=2), unit("rook", "", "blue"), *more]
    start = game("a - b - c", units, clock=Clock())
    deploy = {"a": ("red",), "b": ("red", "blue"), "c": ("blue",)}
    zones = {name: replace(zone, deploy=deploy[name]) for name, zone in start.zones.items()}
    return Play(replace(start, zones=zones, **fields))


def test_a_unit_is_placed_in_one_of_its_sides_zones_as_often_as_one_likes() -> None:
    """D7: that is no entering."""
    table = play()
    table.act("red", "place", "vega", zone="a")
    table.act("red", "place", "vega", zone="b")

    assert (table.unit("vega").zone, table.unit("vega").status) == ("b", "ready")
    assert len(table.events(UnitPlaced)) == 2
    assert not table.events(UnitEntered)


@pytest.mark.parametrize(
    ("by", "body", "code"),
    [
        ("red", {"do": "place", "unit": "vega", "zone": "c"}, "out_of_reach"),
        ("red", {"do": "place", "unit": "vega", "zone": "z"}, "no_such_zone"),
        ("red", {"do": "place", "unit": "rook", "zone": "b"}, "not_yours"),
        ("red", {"do": "hold", "unit": "vega"}, "not_in_reserve"),
        ("red", {"do": "hold", "unit": "late"}, "no_change"),
        ("red", {"do": "ready"}, "not_placed"),
        ("referee", {"do": "ready"}, "not_placed"),
        ("red", {"do": "begin", "unit": "vega"}, "unit_gone"),
        ("red", {"do": "deploy", "unit": "late", "zone": "a"}, "too_early"),
        ("red", {"do": "done"}, "not_playing"),
    ],
)
def test_what_cannot_be_done_before_play(by: str, body: dict[str, Any], code: str) -> None:
    assert play().refused(by, body) == code


def test_who_may_arrive_later_can_be_placed_and_put_back() -> None:
    table = play()
    table.act("red", "place", "late", zone="a")
    table.act("red", "hold", "late")

    assert (table.unit("late").zone, table.unit("late").status) == ("", "reserve")


def test_play_begins_when_every_side_is_ready_and_nothing_of_a_rounds_end_happens() -> None:
    """RULES, traps."""
    table = play()
    table.act("red", "place", "vega", zone="a")
    table.act("blue", "place", "rook", zone="c")
    table.do("red", {"do": "ready"})
    assert table.game.clock.phase == "setup"
    entry = table.do("blue", {"do": "ready"})

    assert (table.game.clock.phase, table.game.clock.round) == ("play", 1)
    assert table.events(PlayBegan, entry)
    assert table.events(RoundBegan, entry)
    assert not table.events(RoundEnding, entry)
    assert table.refused("red", {"do": "ready"}) == "not_setup"


def test_a_side_that_is_ready_has_finished() -> None:
    table = play(unit("nova", "", "blue"))
    table.act("red", "place", "vega", zone="a")
    table.act("red", "place", "late", zone="a")
    table.do("red", {"do": "ready"})

    assert table.refused("red", {"do": "place", "unit": "vega", "zone": "b"}) == "ready"
    assert table.refused("red", {"do": "hold", "unit": "late"}) == "ready"
    assert table.refused("red", {"do": "ready"}) == "ready"


def test_the_referees_word_begins_play_when_all_is_placed() -> None:
    table = play()
    table.act("referee", "place", "vega", zone="a")
    table.act("referee", "place", "rook", zone="c")

    table.do("referee", {"do": "ready"})

    assert table.game.clock.round == 1


def test_sides_without_a_player_are_not_waited_for() -> None:
    """Machines, and units that the referee plays, say nothing."""
    table = play(
        unit("gun", "b", "station", seat=""),
        unit("imp", "b", "green", seat="referee"),
        unit("civ", "b", "", seat="red"),
    )
    table.act("red", "place", "vega", zone="a")
    table.act("blue", "place", "rook", zone="c")
    assert playing(table.game) == {"red", "blue"}
    table.do("red", {"do": "ready"})
    table.do("blue", {"do": "ready"})

    assert table.game.clock.phase == "play"


def test_a_side_of_two_seats_is_ready_by_either() -> None:
    seats = {**play().start.seats, "red2": Seat("red2", "Red too", "red")}
    table = play(unit("wing", "a", seat="red2"), seats=seats)
    table.act("red", "place", "vega", zone="a")
    table.act("blue", "place", "rook", zone="c")
    table.do("red2", {"do": "ready"})
    table.do("blue", {"do": "ready"})

    assert table.game.clock.phase == "play"


def test_whom_the_scenario_brings_is_not_set_up() -> None:
    table = play(unit("reinforcement", "", tags=("brought",)))

    assert table.refused("red", {"do": "place", "unit": "reinforcement", "zone": "a"}) == "not_in_reserve"
    assert [not_placed(table.unit(n)) for n in ("vega", "late", "reinforcement")] == [True, False, False]


def test_placing_triggers_what_is_about_placing_and_nothing_else() -> None:
    seen: list[str] = []

    def note(ctx: Context, event: UnitPlaced) -> Rule[None]:
        seen.append(event.unit)
        return
        yield

    start = play().start
    table = Play(start, Rulebook("house", triggers=(Trigger(UnitPlaced, note), Trigger(UnitEntered, note))))
    table.act("red", "place", "vega", zone="a")

    assert seen == ["vega"]


def test_set_up_can_be_undone_and_done_again() -> None:
    table = play()
    table.act("red", "place", "vega", zone="a")
    table.act("blue", "place", "rook", zone="c")
    table.do("red", {"do": "ready"})
    table.do("blue", {"do": "ready"})

    for _ in range(3):
        table.undo()
    assert (table.game.clock.phase, table.game.clock.ready, table.unit("rook").zone) == ("setup", (), "")
    table.act("blue", "place", "rook", zone="b")
    table.do("blue", {"do": "ready"})
    table.do("red", {"do": "ready"})
    assert table.game.clock.round == 1
