"""A command under way: it waits as data, goes on alive or run again from the log, and never leaves a game stuck."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from kit.trouble import TROUBLE
from msgspec.structs import replace
from wardiary_server.game.entry import digest, state_bytes
from wardiary_server.game.events import Asked, Chosen, Remarked, Resolved, UnitEntered, UnitHurt
from wardiary_server.game.frame import FRAME
from wardiary_server.game.frame.harm import hurt
from wardiary_server.game.resolution import role_of, touched, units_of
from wardiary_server.game.resolver import Context, roll
from wardiary_server.game.rulebook import Refused, Rule, Rulebook, Rules, Trigger
from wardiary_server.game.timeline import Intent, Timeline

DRAWING = "a - b - c\nb - d - e"


def typed(start: Any) -> Any:
    return replace(start, dice=dict.fromkeys(start.seats, "typed"))


def trouble(keep_live: bool = True, **health: int) -> Play:
    """Vega and nova of red, rook of blue; all roll real dice; entering b rolls, entering c and e rolls two parts."""
    units = [unit("vega", "a", speed=9), unit("nova", "a", speed=9), unit("rook", "d", "blue", speed=9)]
    units = [replace(u, stats={**u.stats, "health": health.get(u.id, 5)}) for u in units]
    return Play(typed(game(DRAWING, units)), TROUBLE, keep_live=keep_live)


def house(rule: Any, *units: Any) -> Play:
    book = Rulebook("house", triggers=(Trigger(UnitEntered, rule),))
    start = game("a - b - c", units or [unit("vega", speed=9), unit("rook", "c", "blue")], rulebooks=("house",))
    return Play(typed(start), book)


# ---------------------------------------------------------------------------------------------- it waits as data


def test_a_rule_that_waits_lies_in_the_state_with_its_parts_and_answers() -> None:
    play = trouble()
    entry = play.act("red", "move", "vega", to="b")

    (asked,) = play.game.open.values()
    assert (asked.root, asked.opened, asked.units) == (entry.seq, entry.seq, ("vega",))
    assert [(p.seat, p.rule, p.unit, p.dice, p.reason) for p in asked.parts] == [("red", "hazard", "vega", 1, "hazard")]
    assert isinstance(entry.events[-1], Asked)


def test_each_answer_is_an_entry_that_names_its_root_and_may_open_the_next_question() -> None:
    play = trouble(vega=3)
    root = play.act("red", "move", "vega", to="c").seq
    first = play.answer("red", 2)  # the hazard costs a wound, and at 2 health vega panics

    assert (first.kind, first.root, first.parent) == ("answer", root, root)
    assert [type(e).__name__ for e in first.events[:2]] == ["Answered", "Resolved"]
    (asked,) = play.game.open.values()
    assert (asked.root, asked.opened, asked.parts[0].rule) == (root, first.seq, "panic")


def test_parts_are_answered_in_any_order() -> None:
    def ends(first: int) -> bytes:
        play = trouble()
        play.act("blue", "move", "rook", to="e")
        values = {0: (6, 6), 1: (3,)}
        for part in (first, 1 - first):
            play.answer("referee", *values[part], part=part)
        return state_bytes(replace(play.game, open={}))

    assert ends(0) == ends(1)


def test_several_resolutions_are_open_at_once_and_each_goes_on_by_itself() -> None:
    play = trouble()
    one = play.act("red", "move", "vega", to="b").seq
    other = play.act("blue", "move", "rook", to="b").seq

    play.answer("blue", 1, root=other)
    assert set(play.game.open) == {str(one)}
    assert (play.unit("rook").stats["health"], play.unit("vega").stats["health"]) == (4, 5)
    play.answer("red", 1, root=one)

    assert play.game.open == {}
    assert play.unit("vega").stats["health"] == 4


# ---------------------------------------------------------------------------------------------- who is held up


@pytest.mark.parametrize(
    ("by", "body", "code"),
    [
        ("red", {"do": "move", "unit": "vega", "to": "a"}, "awaiting"),
        ("red", {"do": "end", "unit": "vega"}, "awaiting"),
        ("red", {"do": "done"}, "awaiting"),  # it would end vega's turn
        ("red", {"do": "begin", "unit": "nova"}, "turn_open"),
    ],
)
def test_what_an_open_question_names_is_held_up(by: str, body: dict[str, Any], code: str) -> None:
    play = trouble()
    play.act("red", "move", "vega", to="b")

    assert play.refused(by, body) == code


def test_the_rest_of_the_table_and_the_referee_go_on() -> None:
    play = trouble()
    play.act("red", "move", "vega", to="b")

    assert play.act("blue", "begin", "rook")
    assert play.do("red", {"do": "say", "text": "wait for it"})
    assert play.act("referee", "ref_hurt", "vega", amount=1)
    assert play.act("referee", "ref_move", "vega", zone="a")


def test_the_target_of_an_open_question_is_held_up_too() -> None:
    """Else whoever is shot at could walk out of the shot."""

    def shot(ctx: Context, event: UnitEntered) -> Rule[None]:
        yield from roll(rule="gun", reason="gun", unit=event.unit, target="rook", dice=1)

    play = house(shot)
    play.act("red", "move", "vega", to="b")

    assert play.refused("blue", {"do": "begin", "unit": "rook"}) == "awaiting"


def test_a_command_that_would_change_an_awaited_unit_before_its_first_question_is_held_up() -> None:
    def nudge(ctx: Context, event: UnitEntered) -> Rule[None]:
        if event.unit == "vega":
            yield from roll(rule="r", reason="r", unit="vega", dice=1)
        else:
            yield from hurt(ctx, "vega", 1, "a nudge")

    play = house(nudge, unit("vega", speed=9), unit("rook", "c", "blue", speed=9))
    play.act("red", "move", "vega", to="b")
    before = play.hash()

    assert play.refused("blue", {"do": "move", "unit": "rook", "to": "b"}) == "awaiting"
    assert play.hash() == before
    play.answer("red", 1)
    assert play.act("blue", "move", "rook", to="b")


def test_units_of_commands_and_events() -> None:
    rules = Rules((FRAME,))

    assert units_of(rules.parse({"do": "move", "unit": "vega", "to": "b"})[1]) == {"vega"}
    assert units_of(rules.parse({"do": "done"})[1]) == set()
    assert touched([UnitHurt("vega", 1, 2), Remarked("x", unit=""), UnitEntered("rook", "b")]) == {"vega", "rook"}
    assert role_of(game("a", []), "red") == "player"
    assert role_of(game("a", []), "") == "operator"


# ---------------------------------------------------------------------------------------------- run again from the log


def evening(play: Play) -> Play:
    """Several open questions, nested ones, the referee's hand in between: every way in which a rule goes on."""
    vega = play.act("red", "move", "vega", to="c").seq
    rook = play.act("blue", "move", "rook", to="e").seq
    play.answer("referee", 5, root=rook, part=1)
    play.act("referee", "ref_hurt", "vega", amount=2)
    play.answer("red", 2, root=vega)  # a wound: 2 left, and panic
    play.do("blue", {"do": "say", "text": "ha"})
    play.answer("red", "run", root=vega)
    play.answer("blue", 6, 1, root=rook, part=0)
    play.answer("red", 3, root=vega)
    while play.game.open:
        asked = next(iter(play.game.open.values()))
        part = next(n for n in range(len(asked.parts)) if str(n) not in asked.answers)
        play.answer("referee", *([4] * asked.parts[part].dice), root=asked.root, part=part)
    return play


def test_a_rule_run_again_at_every_answer_writes_the_same_log_as_one_that_is_kept_alive() -> None:
    """models/resolutions.py says so; here it is said of the real thing. `test_walk` does it at random."""
    alive, thawed = evening(trouble()), evening(trouble(keep_live=False))

    assert alive.log == thawed.log
    assert alive.hash() == thawed.hash()
    assert len(alive.rolls()) >= 4


def test_a_server_that_comes_back_in_the_middle_goes_on_from_the_log_alone() -> None:
    play = trouble(vega=3)
    root = play.act("red", "move", "vega", to="c").seq
    play.answer("red", 2)

    fresh = Timeline(play.rules, lambda _salts: play.dice)
    for entry in play.log:
        fresh.follow(entry)
    body = {"do": "answer", "root": root, "opened": play.state.seq, "part": 0, "chosen": ["freeze"]}
    went_on = fresh.decide(Intent(body=body, by="red", role="player", at=len(play.log), digest=digest(body)))

    assert went_on == play.answer("red", "freeze")
    assert fresh.state == play.state


def follow_with(play: Play, rule: Any) -> Timeline:
    """The same log, taken up by a server whose rulebook has changed."""
    changed = Timeline(
        Rules((FRAME, Rulebook("house", triggers=(Trigger(UnitEntered, rule),)))), lambda _salts: play.dice
    )
    for entry in play.log:
        changed.follow(entry)
    return changed


def ask_for(line: Timeline, by: str, body: dict[str, Any]) -> Any:
    return line.decide(
        Intent(body=body, by=by, role="referee" if by == "referee" else "player", at=0, digest=digest(body))
    )


def before(ctx: Context, event: UnitEntered) -> Rule[None]:
    yield Remarked("before")
    yield from roll(rule="r", reason="r", unit=event.unit, dice=1)
    yield Remarked("after")


def other_event(ctx: Context, event: UnitEntered) -> Rule[None]:
    yield Remarked("another word")
    yield from roll(rule="r", reason="r", unit=event.unit, dice=1)


def other_dice(ctx: Context, event: UnitEntered) -> Rule[None]:
    yield Remarked("before")
    yield from roll(rule="r", reason="r", unit=event.unit, dice=2)


def no_question(ctx: Context, event: UnitEntered) -> Rule[None]:
    yield Remarked("before")


def more_before(ctx: Context, event: UnitEntered) -> Rule[None]:
    yield Remarked("before")
    yield Remarked("and more")
    yield from roll(rule="r", reason="r", unit=event.unit, dice=1)


def not_allowed(ctx: Context, event: UnitEntered) -> Rule[None]:
    raise Refused("haunted", "Nobody goes in there now.")
    yield


@pytest.mark.parametrize("rule", [other_event, other_dice, no_question, more_before, not_allowed])
def test_rules_that_changed_under_an_open_question_freeze_that_question_alone(rule: Any) -> None:
    """That resolution is `diverged`; the rest goes on, and the referee rewinds it."""
    play = house(before, unit("vega", speed=9), unit("rook", "c", "blue", speed=9))
    root = play.act("red", "move", "vega", to="b").seq
    line = follow_with(play, rule)
    state = line.state

    with pytest.raises(Refused) as refusal:
        ask_for(line, "red", {"do": "answer", "root": root, "opened": root, "faces": [3]})

    assert refusal.value.code == "diverged"
    assert line.state is state
    assert ask_for(line, "red", {"do": "say", "text": "what now?"})
    assert ask_for(line, "referee", {"do": "undo", "node": line.state.table.cursor}).kind == "rewind"
    assert line.state.game.open == {}


def test_rules_that_did_not_change_there_go_on() -> None:
    play = house(before)
    root = play.act("red", "move", "vega", to="b").seq

    entry = ask_for(follow_with(play, before), "red", {"do": "answer", "root": root, "opened": root, "faces": [3]})

    assert [e.text for e in entry.events if isinstance(e, Remarked)] == ["after"]


# ---------------------------------------------------------------------------------------------- refused at the end


def fails_on_one(ctx: Context, event: UnitEntered) -> Rule[None]:
    faces = yield from roll(rule="r", reason="r", unit=event.unit, dice=1)
    if faces[0] == 1:
        raise KeyError("sanity")
    if faces[0] == 2:
        while True:
            yield Remarked("and on")
    yield Remarked("done")


@pytest.mark.parametrize(("face", "code"), [(1, "rulebook_failed"), (2, "endless")])
@pytest.mark.parametrize("keep_live", [True, False])
def test_an_answer_whose_rule_fails_changes_nothing_and_can_be_given_again(
    face: int, code: str, keep_live: bool
) -> None:
    play = house(fails_on_one)
    play.timeline._keep_live = keep_live
    play.act("red", "move", "vega", to="b")
    open_before = play.game.open
    body = {"do": "answer", "root": play.state.seq, "opened": play.state.seq}

    for _ in range(3):
        assert play.refused("red", {**body, "faces": [face]}) == code
        assert play.game.open == open_before

    play.do("red", {**body, "faces": [3]})
    assert [e.text for e in play.events(Remarked)] == ["done"]


def test_such_a_game_is_not_stuck_it_can_be_taken_back_or_the_round_ended_bare() -> None:
    def fails(ctx: Context, event: UnitEntered) -> Rule[None]:
        yield from roll(rule="r", reason="r", unit=event.unit, dice=1)
        raise KeyError("sanity")

    def stuck() -> Play:
        play = house(fails)
        play.act("red", "move", "vega", to="b")
        assert play.refused("red", {"do": "answer", "root": 5, "opened": 5, "faces": [3]}) == "rulebook_failed"
        return play

    undone, ended = stuck(), stuck()
    undone.undo("red")
    ended.do("referee", {"do": "end_round", "bare": True})
    suspended = stuck()
    suspended.undo("red")
    suspended.do("referee", {"do": "suspend", "rulebook": "house"})

    assert undone.game.open == ended.game.open == {}
    assert [type(e) for e in ended.log[-1].events][1] is Resolved
    assert suspended.act("red", "move", "vega", to="b")


def test_a_choice_is_recorded_with_who_made_it() -> None:
    play = trouble(vega=3)
    play.act("red", "move", "vega", to="b")
    play.answer("red", 1)
    play.answer("referee", "freeze")

    (chosen,) = play.events(Chosen)
    assert (chosen.seat, chosen.chosen) == ("red", ("freeze",))
    assert "Referee answers for Red." in play.story()
