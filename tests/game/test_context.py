"""What a rule sees."""

from __future__ import annotations

import pytest
from kit import Play, game, unit
from wardiary_server.game.context import MAX_EVENTS, Diverged, Script
from wardiary_server.game.events import ConditionChanged, Remarked, Rolled
from wardiary_server.game.rulebook import Refused
from wardiary_server.game.table_events import Said


def play() -> Play:
    return Play(game("a", [unit("vega")], options={"frame.rounds": 7}))


def test_the_game_is_as_it_is_now_and_the_state_as_it_was_when_this_began() -> None:
    ctx = play().context()

    ctx.record(ConditionChanged(unit="vega", condition="prone", value=1), -1)

    assert ctx.game.units["vega"].conditions == {"prone": 1}
    assert ctx.state.game.units["vega"].conditions == {}


def test_an_option_is_the_scenarios_or_else_the_default() -> None:
    ctx = play().context()

    assert ctx.number("frame.rounds") == 7
    assert ctx.option("frame.undo") == "agreed"
    with pytest.raises(KeyError):
        ctx.option("frame.nonsense")


def test_what_was_recorded_is_taken_once() -> None:
    ctx = play().context()
    ctx.record(Remarked("one"), -1)
    ctx.record(Remarked("two"), 0)

    assert ctx.take() == ((Remarked("one"), Remarked("two")), (-1, 0))
    assert ctx.take() == ((), ())


def test_more_events_than_a_command_may_set_off_are_refused() -> None:
    ctx = play().context()
    for _ in range(MAX_EVENTS):
        ctx.record(Said("red", "hm"), -1)

    with pytest.raises(Refused, match="4096 events") as refusal:
        ctx.record(Said("red", "hm"), -1)
    assert refusal.value.code == "endless"


def test_a_script_wants_the_very_same_events() -> None:
    rolled = Rolled("k", 2, 6, (3,), "server", "r", "r")
    script = Script([Remarked("one"), rolled])

    script.check(Remarked("one"))
    assert not script.done
    assert script.rolled[("k", 2)] is rolled
    with pytest.raises(Diverged, match="event 1"):
        script.check(Remarked("two"))
    script.check(rolled)
    assert script.done
    with pytest.raises(Diverged, match="event 2"):
        script.check(rolled)
