"""All that came after a mistake is played again: the game is what it would have been, had it been played right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, game, unit
from kit.trouble import TROUBLE
from kit.wander import FixedDice, Wander
from msgspec.structs import replace
from wardiary_server.game import replaying
from wardiary_server.game.entry import state_bytes
from wardiary_server.game.events import UnitEntered
from wardiary_server.game.frame.harm import hurt
from wardiary_server.game.resolver import Context, roll
from wardiary_server.game.rulebook import Refused, Rule, Rulebook, Trigger
from wardiary_server.game.state import Correction, Game, Part
from wardiary_server.game.timeline import Timeline

NAMES = ("trouble", "ship")


def walk(name: str, seed: int, steps: int, typed: tuple[str, ...] = ("red", "blue")) -> Wander:
    """A game of a few steps, forward only, with talk in between."""
    wander = Wander(name, seed, typed)
    for n in range(steps):
        ahead = wander.forward()
        if wander.over or not ahead:
            break
        wander.send(*wander.random.choice(ahead))
        if n % 5 == 0:
            wander.play.do("blue", {"do": "say", "text": "hm"})
    return wander


def straight(play: Play, entry: int, body: Mapping[str, Any]) -> Play:
    """The same game from its beginning, with another body for one entry; every entry has the number it had."""
    fresh = Play(play.start, *play.rules.rulebooks[1:])
    fresh.timeline._make_dice = lambda _salts: FixedDice()
    for old in play.log[len(fresh.log) :]:
        fresh.do(old.by or "operator", body if old.seq == entry else old.command)
    return fresh


def whole(state: Game) -> tuple[bytes, list[bytes]]:
    """A game part, whatever the numbers of its open questions are."""
    asked = [replace(one, root=0, opened=0) for one in state.open.values()]
    return state_bytes(replace(state, open={})), [state_bytes(replace(state, open={"": one})) for one in asked]


def corrected(play: Play, by: str = "referee", **body: Any) -> Correction:
    """One step; what is prepared then."""
    play.do(by, {"do": "correct", **body})
    assert play.state.table.correction is not None
    return play.state.table.correction


def accept(play: Play) -> None:
    entry = play.do("referee", {"do": "accept", "node": play.state.table.cursor})
    play.log += play.timeline.since(entry.seq)


# ---------------------------------------------------------------------------------------------- for all games


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(NAMES), st.integers(0, 10**6), st.integers(5, 25), st.data())
def test_a_corrected_game_is_the_game_played_right_from_the_start(
    name: str, seed: int, steps: int, data: st.DataObject
) -> None:
    """For every answer and whatever it should have been, where all that was played since is still legal."""
    play = walk(name, seed, steps).play
    given_ = [e for e in play.log if e.kind == "answer"]
    if not given_:
        return
    entry = data.draw(st.sampled_from(given_))
    part = play.timeline.states[entry.seq - 1].game.open[str(entry.root)].parts[int(entry.command.get("part", 0))]
    if part.kind == "roll":
        faces = st.lists(st.integers(1, part.sides), min_size=part.dice, max_size=part.dice)
        value: dict[str, Any] = {"faces": data.draw(faces)}
    else:
        value = {"chosen": [data.draw(st.sampled_from([one for one, _ in part.options]))]}
    body = {k: v for k, v in entry.command.items() if k not in ("faces", "chosen", "roll")} | value
    before = state_bytes(play.game)

    try:
        correction = corrected(play, entry=entry.seq, **value)
    except Refused:
        assert all(entry.command.get(name) == given for name, given in value.items()), "it is another answer"
        return

    assert state_bytes(play.game) == before
    fates = {outcome.fate for outcome in correction.outcomes}
    if not fates <= {"changed", "differs"}:
        if "illegal" in fates and "gone" not in fates:
            with pytest.raises(Refused):
                straight(play, entry.seq, body)
        return
    log = play.log[:-1]  # without the correction
    accept(play)
    play.log, kept = log, play.log
    assert whole(straight(play, entry.seq, body).game) == whole(play.game)
    play.log = kept
    assert state_bytes(play.folded()) == state_bytes(play.state)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(NAMES), st.integers(0, 10**6), st.integers(5, 25), st.data())
def test_to_say_what_was_said_is_to_play_the_very_same_game(
    name: str, seed: int, steps: int, data: st.DataObject
) -> None:
    """Whichever command is given again: every entry goes as it did, and what is open goes on from the log."""
    play = walk(name, seed, steps).play
    commands = [e for e in play.log[1:] if e.kind == "game"]
    entry = data.draw(st.sampled_from(commands))
    before = whole(play.game)

    correction = corrected(play, entry=entry.seq, command=dict(entry.command))
    accept(play)

    assert [outcome.fate for outcome in correction.outcomes] == ["changed"]
    assert correction.outcomes[0].was == correction.outcomes[0].now == ()
    assert whole(play.game) == before
    cold = Timeline(play.rules, lambda _salts: FixedDice(), keep_live=False)
    for one in play.log:
        cold.follow(one)
    for asked in list(play.game.open.values()):
        for number, part in enumerate(asked.parts):
            if str(number) not in asked.answers:
                line = play.timeline
                value = {"chosen": [part.options[0][0]]} if part.kind == "choice" else {"faces": [1] * part.dice}
                answer = {"do": "answer", "root": asked.root, "opened": asked.opened, "part": number, **value}
                play.do("referee", answer)
                assert play.log[-1] == line.entries[line.state.seq]
                cold.follow(play.log[-1])
    assert state_bytes(cold.state) == state_bytes(play.state)


# ---------------------------------------------------------------------------------------------- one by one


def hall(**more: Any) -> Play:
    """Vega and Rook, who type; whoever enters b rolls once a round, and is hurt by 1 to 3."""
    units = [unit("vega", "a", speed=99), unit("rook", "a", "blue", speed=99)]
    start = game("a - b - c\na - d - e", units, **more)
    return Play(replace(start, dice=dict.fromkeys(start.seats, "typed")), TROUBLE)


def test_an_answer_to_what_is_no_longer_asked_is_passed_over() -> None:
    play = hall()
    moved = play.act("red", "move", "vega", to="b").seq
    rolled = play.answer("red", 1).seq

    correction = corrected(play, entry=moved, command={"do": "move", "unit": "vega", "to": "d"})
    accept(play)

    assert [(o.seq, o.fate) for o in correction.outcomes] == [(moved, "changed"), (rolled, "gone")]
    assert correction.outcomes[1].was == ("Vega (hazard): 1 (real dice).", "Vega loses 1 health (hazard); 4 left.")
    assert (play.unit("vega").zone, play.unit("vega").stats["health"]) == ("d", 5)


def test_the_same_dice_of_a_command_are_its_own_whatever_their_count_in_the_round() -> None:
    """Vega's gun asks on entering c and e; the first walk is left out, and the second keeps the dice it had."""
    play = hall()
    first = play.act("red", "move", "vega", to="e").seq
    play.answer("red", 6, 1)
    play.answer("referee", 2, part=1)
    play.act("red", "move", "vega", to="d")
    play.act("red", "move", "vega", to="e")
    play.answer("red", 6, 6)
    play.answer("referee", 3, part=1)
    assert play.unit("vega").stats["health"] == 2
    back = play.log[first + 2].seq

    corrected(play, entry=first, command={"do": "move", "unit": "vega", "to": "d"})
    play.do("referee", {"do": "correct", "entry": back, "drop": True})
    accept(play)

    assert play.unit("vega").stats["health"] == 3
    assert [(roll.key, roll.nth, roll.faces) for roll in play.rolls("gun")[-2:]] == [
        ("r1/gun/vega//", 0, (6, 6)),
        ("r1/gun//e/", 0, (3,)),
    ]


def test_what_was_dropped_unanswered_then_is_dropped_again_and_not_asked() -> None:
    """The referee ended a round bare while something was open: nobody answers that in a correction."""
    play = hall()
    begun = play.act("blue", "begin", "rook").seq
    play.act("red", "move", "vega", to="b")
    play.do("referee", {"do": "end_round", "bare": True})

    correction = corrected(play, entry=begun, drop=True)

    assert correction.waits is None
    accept(play)
    assert (play.game.open, play.game.clock.round) == ({}, 2)


def lab(ctx: Context, event: UnitEntered) -> Rule[None]:
    """Whoever enters b may be hurt; in c the unhurt roll x and then y, the hurt y and then x."""
    if event.zone == "b":
        faces = yield from roll(rule="lab", reason="the lab", unit=event.unit, dice=1)
        if faces[0] < 4:
            yield from hurt(ctx, event.unit, 1, "the lab")
    if event.zone == "c":
        for name in "xy" if ctx.game.units[event.unit].stats["health"] == 5 else "yx":
            yield from roll(rule=name, reason=name, unit=event.unit, dice=1)


def test_an_answer_whose_moment_is_past_is_given_as_soon_as_it_is_asked_for() -> None:
    start = game("a - b - c", [unit("vega", speed=99)])
    play = Play(
        replace(start, dice=dict.fromkeys(start.seats, "typed")), Rulebook("lab", triggers=(Trigger(UnitEntered, lab),))
    )
    play.act("red", "move", "vega", to="b")
    first = play.answer("red", 6).seq
    play.act("red", "move", "vega", to="c")
    x = play.answer("red", 2).seq
    play.do("blue", {"do": "say", "text": "and y"})
    y = play.answer("red", 3).seq
    assert [(r.rule, r.faces) for r in play.rolls()[1:]] == [("x", (2,)), ("y", (3,))]

    correction = corrected(play, entry=first, faces=[1])
    accept(play)

    assert [(r.rule, r.faces) for r in play.rolls()[4:]] == [("y", (3,)), ("x", (2,))]
    assert [e.replays for e in play.log[-2:]] == [y, x]
    assert [(o.seq, o.fate) for o in correction.outcomes] == [(first, "changed"), (y, "differs")]


def test_two_parts_are_alike_whatever_the_round_the_words_and_the_seat() -> None:
    part = Part("roll", "red", "gun", "the gun", "vega", "", "r1/gun/vega//", 2)

    assert replaying.is_alike(part, replace(part, key="r7/gun/vega//", seat="blue", reason="another gun"))
    assert not replaying.is_alike(part, replace(part, dice=3))
    assert not replaying.is_alike(part, replace(part, key="r1/gun/vega//other"))
    assert not replaying.is_alike(part, replace(part, options=(("a", "a"),)))


def test_what_others_lack_keeps_its_order_and_its_number() -> None:
    assert replaying.missing(["a", "b", "a", "c"], ["a", "c"]) == ("b", "a")
    assert replaying.missing([], ["a"]) == ()


def test_of_more_than_there_is_room_for_only_the_number_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    play = hall()
    moved = play.act("red", "move", "vega", to="b").seq
    play.answer("red", 1)
    play.act("red", "end", "vega")
    play.do("referee", {"do": "ref_hurt", "unit": "vega", "amount": 1})
    play.do("referee", {"do": "ref_heal", "unit": "vega", "amount": 1})
    monkeypatch.setattr(replaying, "TEXT", 60)

    correction = corrected(play, entry=moved + 1, faces=[6])

    assert [o.fate for o in correction.outcomes] == ["changed"], "what somebody said is always told"
    assert (correction.more, correction.same) == (2, 1)


def test_more_entries_than_are_written_at_once_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    play = hall()
    moved = play.act("red", "move", "vega", to="b").seq
    play.answer("red", 4)
    monkeypatch.setattr(replaying, "ENTRIES", 1)

    assert play.refused(
        "red", {"do": "correct", "entry": moved, "command": {"do": "move", "unit": "vega", "to": "b"}}
    ) == ("too_far_back")


def test_a_rulebook_that_was_set_aside_then_is_set_aside_when_it_is_played_again() -> None:
    play = hall(rulebooks=("trouble",))
    begun = play.act("blue", "begin", "rook").seq
    play.do("referee", {"do": "suspend", "rulebook": "trouble"})
    play.act("red", "move", "vega", to="b")
    assert play.game.open == {}
    play.do("referee", {"do": "suspend", "rulebook": "trouble", "on": False})

    correction = corrected(play, entry=begun, drop=True)

    assert (correction.waits, correction.same) == (None, 1)
