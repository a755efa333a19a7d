"""Rounds, turns, scores and the end."""

from __future__ import annotations

import pytest
from kit import game, unit
from msgspec.structs import replace
from wardiary_server.game.clock_events import (
    GameEnded,
    HappeningCame,
    ObjectiveClosed,
    PlayBegan,
    Remarked,
    RoundBegan,
    RoundClosing,
    RoundEnding,
    Scored,
    SideCalled,
    SideReady,
    Spent,
    TurnBegan,
    TurnEnded,
)
from wardiary_server.game.event import Event
from wardiary_server.game.state import Clock, Happening, Objective, Result, Table
from wardiary_server.game.story import sentence

START = replace(
    game("a", [unit("vega")]),
    rolls={"r1/k": 2},
    objectives={"core": Objective("core", "Core", "take")},
    happenings={"h1": Happening("h1", {"round": 1}, ())},
)


def test_play_begins_with_the_salts_frozen_and_the_ways_to_roll_that_count_now() -> None:
    begun = PlayBegan({"red": "typed"})

    assert begun.fold(START).clock.phase == "play"
    assert begun.fold(START).dice == {"red": "typed"}
    assert begun.fold_table(Table()).frozen


def test_a_round_begins_with_nobody_gone_and_nothing_rolled() -> None:
    late = replace(START, clock=Clock("ending", 3, "blue", ("vega",), {"vega": {}}, ("vega",), ("red",)))

    after = RoundBegan(4, ("nova",), "red", {"red": "typed"}).fold(late)

    assert after.clock == Clock("play", 4, "red", ("nova",), {}, (), ("red",))
    assert after.rolls == {}
    assert after.dice == {"red": "typed"}


def test_a_round_that_closes_or_ends_is_ending() -> None:
    assert RoundClosing(1).fold(START).clock.phase == "ending"
    assert RoundEnding(1).fold(START).clock.phase == "ending"


def test_a_turn_from_its_beginning_to_its_end() -> None:
    begun = TurnBegan("vega", {"move": 2}).fold(START)
    spent = Spent("vega", {"move": 1}).fold(begun)
    over = TurnEnded("vega").fold(spent)

    assert begun.clock.active == {"vega": {"move": 2}}
    assert spent.clock.active == {"vega": {"move": 1}}
    assert (over.clock.active, over.clock.done) == ({}, ("vega",))


def test_the_rest_assigns_what_it_says() -> None:
    assert SideReady("red").fold(START).clock.ready == ("red",)
    assert SideCalled("blue").fold(START).clock.side == "blue"
    assert Scored("red", 1, 7).fold(START).scores == {"red": 7}
    assert ObjectiveClosed("core", "Core").fold(START).objectives == {}
    assert HappeningCame("h1").fold(START).happenings == {}
    ended = GameEnded(Result("red", "why", {})).fold(TurnBegan("vega", {}).fold(START))
    assert (ended.clock.phase, ended.clock.active) == ("over", {})
    assert ended.result is not None
    assert ended.result.winner == "red"


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (PlayBegan(), "Play begins."),
        (RoundBegan(2), "Round 2 begins."),
        (RoundClosing(2), "Round 2: the turns that were not taken."),
        (RoundEnding(2), "Round 2 ends."),
        (SideReady("red"), "Red is ready."),
        (SideCalled("blue"), "It is Blue's go."),
        (TurnBegan("vega", {}), "Vega's turn begins."),
        (Spent("vega", {}), ""),
        (TurnEnded("vega"), "Vega's turn is over."),
        (TurnEnded("vega", "passed"), "Vega's turn is over: passed."),
        (Scored("red", 2, 3, "core"), "Red scores 2 for Core: 3 in all."),
        (Scored("red", 2, 3), "Red scores 2: 3 in all."),
        (ObjectiveClosed("core", "Core"), ""),
        (HappeningCame("h1"), ""),
        (HappeningCame("h1", "The lights go out."), "The lights go out."),
        (Remarked("So it is."), "So it is."),
        (
            GameEnded(Result("red", "2 points reached", {"red": 2, "blue": 0})),
            "Red wins: 2 points reached (Red 2, Blue 0).",
        ),
        (GameEnded(Result("", "after 6 rounds", {})), "A draw: after 6 rounds (no points)."),
    ],
)
def test_the_sentence(event: Event, text: str) -> None:
    assert sentence(event, START, START) == text
