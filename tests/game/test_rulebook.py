"""Rulebooks together: whose command a word is, what triggers in which order, and what was sent that cannot be read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play, game, unit
from wardiary_server.game.events import ConditionChanged, Remarked, UnitEntered
from wardiary_server.game.frame import FRAME
from wardiary_server.game.frame.queries import SPEED
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Clash, Query, Refused, Rule, Rulebook, Rules, Trigger, did_you_mean
from wardiary_server.rules.environments import RULEBOOK as ENVIRONMENTS
from wardiary_server.rules.zones import RULEBOOK as ZONES

RULES = Rules((FRAME, ENVIRONMENTS, ZONES))


def says(text: str) -> Any:
    def run(ctx: Context, event: UnitEntered) -> Rule[None]:
        yield Remarked(text=text)

    return run


# ---------------------------------------------------------------------------------------------- parsing


def test_a_command_is_read_by_the_word_in_its_do() -> None:
    action, command = RULES.parse({"do": "move", "unit": "vega", "to": "b"})

    assert action.name == "move"
    assert (command.unit, command.to, command.path) == ("vega", "b", ())  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "unknown_command"),
        ({"do": 7}, "unknown_command"),
        ({"do": ["move"]}, "unknown_command"),
        ({"do": "fly"}, "unknown_command"),
        ({"do": "move"}, "malformed"),
        ({"do": "move", "unit": 7, "to": "b"}, "malformed"),
        ({"do": "move", "unit": "vega", "to": "b", "also": 1}, "malformed"),
        ({"do": "say", "text": ""}, "malformed"),
        ({"do": "ref_hurt", "unit": "vega", "amount": 0}, "malformed"),
        ({"do": "ref_hurt", "unit": "vega", "amount": True}, "malformed"),
        ({"do": "ref_hurt", "unit": "vega", "amount": 10**30}, "malformed"),
        ({"do": "undo", "node": -1}, "malformed"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_code(body: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refusal:
        RULES.parse(body)

    assert refusal.value.code == code
    assert refusal.value.text.endswith((".", "?"))


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(sorted(RULES.actions)), st.dictionaries(st.sampled_from(("unit", "to", "node", "x")), anything))
def test_nothing_that_is_sent_raises_anything_but_a_refusal(word: str, fields: dict[str, Any]) -> None:
    try:
        RULES.parse({"do": word, **fields})
    except Refused as refusal:
        assert refusal.code == "malformed"  # noqa: PT017 - anything else that is raised fails the test


def test_a_hint_at_the_closest_word() -> None:
    assert did_you_mean("mvoe", RULES.actions) == " Did you mean 'move'?"
    assert did_you_mean("xyzzy", RULES.actions) == ""
    assert did_you_mean(None, ()) == ""


# ---------------------------------------------------------------------------------------------- together


def test_every_command_has_a_row_with_roles_and_its_owner() -> None:
    assert all(action.roles for action in RULES.actions.values())
    assert all(action.help for action in RULES.actions.values() if action.roles != ("operator",))
    assert RULES.owner["attack"] == "zones"
    assert RULES.owner["move"] == "frame"


def test_triggers_run_by_priority_and_for_equals_in_the_scenarios_order() -> None:
    first = Rulebook("first", triggers=(Trigger(UnitEntered, says("1st"), 50), Trigger(UnitEntered, says("late"), 90)))
    second = Rulebook("second", triggers=(Trigger(UnitEntered, says("2nd"), 50), Trigger(UnitEntered, says("soon"), 5)))

    def told(*books: Rulebook) -> list[str]:
        play = Play(game("a - b", [unit("vega", speed=3)]), *books)
        return [event.text for event in play.events(Remarked, play.act("red", "move", "vega", to="b"))]

    assert told(first, second) == ["soon", "1st", "2nd", "late"]
    assert told(second, first) == ["soon", "2nd", "1st", "late"]


def test_a_query_goes_through_every_rulebook_in_the_scenarios_order() -> None:
    asked: Query[tuple[str, ...]] = Query("asked", lambda ctx, start: (start,))
    one = Rulebook("one", modifiers=((asked, lambda ctx, answer, start: (*answer, "one")),))
    two = Rulebook("two", modifiers=((asked, lambda ctx, answer, start: (*answer, "two")),))
    play = Play(game("a", [unit("vega")]), one, two)

    assert play.context().value(asked, "base") == ("base", "one", "two")


def test_a_rulebook_that_is_set_aside_triggers_nothing_answers_nothing_and_takes_no_command() -> None:
    slow = Rulebook(
        "slow",
        modifiers=((SPEED, lambda ctx, answer, unit: 1),),
        triggers=(Trigger(UnitEntered, says("slow"), 50),),
    )
    start = game("a - b - c", [unit("vega", speed=3)], rulebooks=("slow", "zones"))
    play = Play(start, slow, ZONES)
    assert play.refused("red", {"do": "move", "unit": "vega", "to": "c"}) == "out_of_reach"

    play.do("referee", {"do": "suspend", "rulebook": "slow"})
    play.do("referee", {"do": "suspend", "rulebook": "zones"})

    assert not play.events(Remarked, play.act("red", "move", "vega", to="c"))
    assert play.refused("red", {"do": "attack", "unit": "vega", "weapon": "x", "target": "y"}) == "suspended"
    play.do("referee", {"do": "suspend", "rulebook": "slow", "on": False})
    assert play.state.table.suspended == ("zones",)


def test_what_a_set_aside_rulebook_wrote_can_still_be_read() -> None:
    assert RULES.without(("zones",)).codec is RULES.codec
    assert RULES.without(()) is RULES
    assert RULES.without(("zones",)) is RULES.without(("zones",))


def test_two_rulebooks_with_one_word_for_two_commands_cannot_be_used_together() -> None:
    copy = Rulebook("copy", actions=(FRAME.actions[0],))

    with pytest.raises(Clash, match="copy"):
        Rules((FRAME, copy))


def test_a_trigger_with_a_condition_runs_where_that_holds_when_its_place_comes() -> None:
    def trip(ctx: Context, event: UnitEntered) -> Rule[None]:
        yield ConditionChanged(unit=event.unit, condition="prone", value=1)

    def lies(ctx: Context, event: UnitEntered) -> bool:
        return bool(ctx.game.units[event.unit].conditions.get("prone"))

    book = Rulebook(
        "book", triggers=(Trigger(UnitEntered, says("lies"), 60, lies), Trigger(UnitEntered, trip, 50),
                          Trigger(UnitEntered, says("lies already"), 40, lies)),
    )  # fmt: skip
    play = Play(game("a - b", [unit("vega", speed=3)]), book)

    assert [event.text for event in play.events(Remarked, play.act("red", "move", "vega", to="b"))] == ["lies"]
