"""A state as `[given]`, and what changes between two as `expect`."""

from __future__ import annotations

import tomllib

from kit import game, unit
from kit.cases import find
from msgspec.structs import replace
from wardiary_server.cases.dumping import changes, dump
from wardiary_server.cases.reading import read
from wardiary_server.game.state import Area, Clock, Game, Happening, Item, Marker, Result, Special, Wall

FULL = replace(
    game(
        "a - b =d1= c",
        [unit("ann", at=(1500, -20), marks={"airless": 1}, specials=("sealed",)), unit("bob", "", status="gone")],
        levels={"b": {"fire": 2}},
        items={"rifle": Item("rifle", 'The "rifle"', stats={"dice": 3})},
        rulebooks=("zones", "environments"),
    ),
    areas={"cold": Area("cold", "airless", zones=("b",), data={"effect": "none"}, centre=(0, 5), radius=3)},
    markers={"hole": Marker("hole", "breach", zone="b", data={"joins": "space"})},
    happenings={"late": Happening("late", {"round": 3}, ({"do": "tell", "text": "x"},))},
    specials={"sealed": Special("sealed", "Sealed", "protect", ("airless",))},
    walls={"w": Wall("w", ((0, 0), (5, 5)))},
    rolls={"r1/fire//b/": 2},
    scores={"red": 3},
    clock=Clock(phase="play", round=2, side="red", active={"ann": {}}, done=("bob",)),
    result=Result("red", "x", {"red": 3}),
)


def reread(one: Game) -> Game:
    text = "\n".join(['title = "x"', *dump(one), "[[steps]]", 'by = "red"', 'command = "done"'])
    case, faults = read(text, "case.toml", find)
    assert case is not None, faults
    return case.game


def test_a_case_begins_with_the_very_state_that_was_dumped() -> None:
    assert reread(FULL) == FULL
    assert list(reread(FULL).units) == list(FULL.units)


def test_a_game_that_is_set_up_is_one_too() -> None:
    start = replace(FULL, clock=Clock(), result=None)
    assert reread(start) == start


def test_what_is_as_usual_is_not_written() -> None:
    written = tomllib.loads("\n".join(dump(FULL)))["given"]
    assert written["zones"]["a"] == {"deploy": ["red", "blue"]}
    assert "open" not in written
    assert written["units"]["bob"]["status"] == "gone"


def test_changes_name_each_value_that_differs_and_what_is_gone() -> None:
    ann = FULL.units["ann"]
    later = replace(
        FULL,
        units={**FULL.units, "ann": replace(ann, zone="b", at=None, stats={**ann.stats, "health": 2}, marks={})},
        zones={**FULL.zones, "b": replace(FULL.zones["b"], levels={})},
        markers={"crack": Marker("crack", "breach", zone="c")},
        clock=replace(FULL.clock, active={"bob": {}}),
        rolls={},
        result=None,
    )
    assert dict(changes(FULL, later)) == {
        ("units", "ann", "zone"): "b",
        ("units", "ann", "at"): None,
        ("units", "ann", "stats", "health"): 2,
        ("units", "ann", "marks", "airless"): 0,
        ("zones", "b", "levels", "fire"): 0,
        ("markers", "crack", "id"): "crack",
        ("markers", "crack", "kind"): "breach",
        ("markers", "crack", "zone"): "c",
        ("markers", "hole"): None,
        ("clock", "active", "bob"): {},
        ("clock", "active", "ann"): None,
        ("result",): None,
    }
    assert list(changes(FULL, FULL)) == []
