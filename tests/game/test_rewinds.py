"""Undo, redo, retype and rewind: where they go, what comes back with them, and that nothing runs in one."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, game, unit
from kit.trouble import TROUBLE
from msgspec.structs import replace
from wardiary_server.game.entry import state_bytes
from wardiary_server.game.events import Remarked, Scored
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Action, Command, Refused, Rule, Rulebook
from wardiary_server.game.table_events import Rewound
from wardiary_server.game.timeline import Timeline
from wardiary_server.rules.zones import RULEBOOK as ZONES

ORACLE = Path(__file__).resolve().parents[3] / "shared" / "models" / "undo.py"


def hall(*typed: str, **health: int) -> Play:
    units = [unit("vega", "a", speed=99), unit("rook", "d", "blue", speed=99)]
    units = [replace(u, stats={**u.stats, "health": health.get(u.id, 5)}) for u in units]
    start = game("a - b - c\na - d - e", units)
    return Play(replace(start, dice={s: "typed" if s in typed else "script" for s in start.seats}), TROUBLE)


# ---------------------------------------------------------------------------------------------- one undo


def test_one_undo_takes_back_a_command_with_dice_damage_ammunition_and_marks() -> None:
    """vassal#14237, #11344; D67. And no trigger runs in it."""
    from wardiary_server.game.state import Item

    rifle = Item("rifle", "rifle", stats={"dice": 3, "damage": 2, "ammo": 2})
    start = game("a", [unit("vega", items=("rifle",)), unit("rook", "a", "blue")], items={"rifle": rifle})
    play = Play(start, ZONES)
    before = state_bytes(play.game)
    play.act("red", "attack", "vega", 6, 6, 1, 1, 3, weapon="rifle", target="rook")
    assert (play.unit("rook").stats["health"], play.unit("vega").stats["ammo:rifle"]) == (2, 1)

    entry = play.undo()

    assert state_bytes(play.game) == before
    assert [type(e) for e in entry.events] == [Rewound]
    assert play.dice.left == ()


def test_it_takes_back_every_answer_and_prompt_with_the_command() -> None:
    play = hall("red", vega=3)
    play.act("red", "move", "vega", to="b")
    play.answer("red", 1)
    play.answer("red", "freeze")
    before = play.start

    play.undo()

    assert play.game.units == before.units
    assert play.game.open == {}
    assert play.game.rolls == {}


def test_answers_to_older_questions_given_since_go_back_too_and_are_asked_again() -> None:
    """The proposal says so (`test_votes`)."""
    play = hall("red")
    one = play.act("red", "move", "vega", to="b").seq
    play.act("blue", "begin", "rook")
    play.answer("red", 1, root=one)
    assert play.unit("vega").stats["health"] == 4

    play.undo()

    assert "rook" not in play.game.clock.active
    assert play.unit("vega").stats["health"] == 5
    assert set(play.game.open) == {str(one)}
    assert "Undone: Rook's begin (entry 6), and answers given since to entry 5." in play.story()
    play.answer("red", 1, root=one)
    assert play.unit("vega").stats["health"] == 4


def test_an_undone_entry_no_longer_counts_as_this_turns_roll() -> None:
    """netrunner#6502: the once-a-round mark and the count of the roll go back with it."""
    play = hall()
    play.act("red", "move", "vega", 4, to="b")
    assert play.unit("vega").marks == {"hazard": 1}

    play.undo()
    assert play.unit("vega").marks == {}
    entry = play.act("red", "move", "vega", 2, to="b")

    assert [(r.nth, r.faces) for r in play.events(type(play.rolls()[0]), entry)] == [(0, (2,))]
    assert play.unit("vega").stats["health"] == 4


def test_the_first_entry_cannot_be_undone() -> None:
    play = hall()

    assert play.refused("referee", {"do": "undo", "node": 1}) == "nothing_to_undo"
    assert play.refused("referee", {"do": "redo", "node": 1}) == "nothing_to_redo"


def test_table_entries_are_untouched() -> None:
    """U5."""
    play = hall("red")
    play.act("red", "move", "vega", to="b")
    play.do("blue", {"do": "dice", "way": "typed"})
    play.answer("red", 4)
    play.do("referee", {"do": "watching", "on": False})
    table = play.state.table

    play.undo()

    after = play.state.table
    assert (after.dice, after.held, after.typed, after.watching) == (table.dice, table.held, table.typed, False)


# ---------------------------------------------------------------------------------------------- redo


def test_redo_follows_several_undos_and_a_new_command_clears_it() -> None:
    play = hall()
    states = [state_bytes(play.game)]
    for zone in ("d", "e", "d"):
        play.act("red", "move", "vega", *([2, 2, 1] if zone == "e" else []), to=zone)
        states.append(state_bytes(play.game))

    for n in (2, 1, 0):
        play.undo()
        assert state_bytes(play.game) == states[n]
    for n in (1, 2):
        play.undo(word="redo")
        assert state_bytes(play.game) == states[n]

    play.do("blue", {"do": "say", "text": "go on"})
    assert len(play.state.table.redo) == 1, "talk clears nothing"
    play.act("blue", "begin", "rook")
    assert play.state.table.redo == ()


@settings(max_examples=25)
@given(st.lists(st.sampled_from(("a", "b", "d")), min_size=1, max_size=8), st.integers(1, 8))
def test_n_undos_and_n_redos_are_the_identity(zones: list[str], n: int) -> None:
    """U2."""
    play = hall()
    for zone in zones:
        if zone != play.unit("vega").zone:
            play.act("red", "move", "vega", 4, to=zone)
    before, deep = state_bytes(play.game), min(n, play.state.table.cursor - 4 if play.state.table.cursor > 4 else 0)

    for _ in range(deep):
        play.undo()
    for _ in range(deep):
        play.undo(word="redo")

    assert state_bytes(play.game) == before


def test_redo_asks_for_no_dice_and_never_doubles_damage() -> None:
    """foundryvtt#11997, crucible#1028: FIRE 4 against AR 3 costs 4 once, however often it is undone and redone."""
    play = Play(
        game("a - b", [unit("vega", speed=3, ar=3), unit("rook", "a", "blue")], levels={"b": {"fire": 4}}), ZONES
    )
    play.act("red", "move", "vega", to="b")

    for _ in range(3):
        play.undo()
        play.undo(word="redo")

    assert play.unit("vega").stats["health"] == 1


def test_undo_retype_and_rewind_all_push_the_cursor_they_left() -> None:
    play = hall("red")
    play.act("red", "move", "vega", to="b")
    answer = play.answer("red", 4)
    for word, more in (("undo", {}), ("retype", {"answer": answer.seq}), ("rewind", {"to": 1})):
        here, game_ = play.state.table.cursor, state_bytes(play.game)
        play.undo(word=word, **more)
        assert play.state.table.redo[-1] == here
        play.undo(word="redo")
        assert state_bytes(play.game) == game_


# ---------------------------------------------------------------------------------------------- retype


def test_retype_goes_to_just_before_one_answer_and_offers_its_faces_again() -> None:
    from wardiary_server.game import views

    play = hall("red")
    root = play.act("red", "move", "vega", to="b").seq
    answer = play.answer("red", 1).seq
    play.act("red", "move", "vega", to="a")

    play.undo(word="retype", answer=answer)

    (asked,) = views.view(play.state, views.REFEREE).parts["requests"].values()
    assert asked["parts"]["0"]["typed"] == [1]
    assert play.unit("vega").stats["health"] == 5
    entry = play.answer("red", 6)
    assert "Other faces had been shown for this roll before." in play.story()
    assert (entry.root, entry.parent) == (root, root)


@pytest.mark.parametrize("wrong", [0, 1, 5, 99])
def test_only_an_answer_that_counts_can_be_typed_again(wrong: int) -> None:
    play = hall("red")
    play.act("red", "move", "vega", to="b")
    gone = play.answer("red", 1).seq
    play.undo()

    node = play.state.table.cursor
    for answer in (wrong, gone):
        assert play.refused("referee", {"do": "retype", "answer": answer, "node": node}) == "no_such_entry"


# ---------------------------------------------------------------------------------------------- rewind


def test_every_past_state_stays_one_rewind_away_also_on_an_abandoned_branch() -> None:
    """U1, U4."""
    play = hall("red")
    seen = {play.state.seq: state_bytes(play.game)}
    for step in (
        lambda: play.act("red", "move", "vega", to="b"), lambda: play.answer("red", 1), lambda: play.undo(),
        lambda: play.act("red", "move", "vega", to="d"), lambda: play.act("blue", "begin", "rook"),
        lambda: play.undo(word="rewind", to=5), lambda: play.do("red", {"do": "say", "text": "hm"}),
    ):  # fmt: skip
        step()
        seen[play.state.seq] = state_bytes(play.game)

    for seq, game_ in seen.items():
        if play.timeline.tree[seq].cursor != play.state.table.cursor:
            play.undo(word="rewind", to=seq)
        assert state_bytes(play.game) == game_


def test_one_command_goes_back_to_a_named_entry_round_or_activation() -> None:
    """18xx#2135: in one entry, and so in one broadcast."""
    play = hall()
    play.act("red", "move", "vega", to="d")
    play.act("red", "end", "vega")
    play.act("blue", "begin", "rook")
    second = play.act("blue", "end", "rook")
    assert play.game.clock.round == 2
    play.act("red", "begin", "vega")
    play.act("red", "move", "vega", to="a")
    play.act("blue", "begin", "rook")

    for more, told in (
        ({"unit": "vega"}, "Gone back: to where Vega's turn had not begun."),
        ({"round": 2}, "Gone back: to where round 2 began."),
        ({"to": 5}, "Gone back: to where it stood after entry 5."),
    ):
        length = len(play.log)
        assert play.undo(word="rewind", **more).kind == "rewind"
        assert len(play.log) == length + 1
        assert play.story()[-1] == told
        if "round" in more:
            assert play.state.table.cursor == second.seq
        if "unit" in more:
            assert play.game.clock.active == {}
            play.act("red", "begin", "vega")


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({}, "malformed"), ({"to": 5, "round": 1}, "malformed"), ({"to": 99}, "no_such_entry"),
        ({"round": 7}, "no_such_entry"), ({"unit": "nobody"}, "no_such_entry"), ({"to": 4}, "already_there"),
    ],
)  # fmt: skip
def test_a_moment_that_is_not_there_is_refused(more: dict[str, Any], code: str) -> None:
    assert hall().refused("referee", {"do": "rewind", "node": 1, **more}) == code


def test_seq_and_line_never_fall_and_no_number_is_used_twice() -> None:
    """U3."""
    play = hall()
    play.act("red", "move", "vega", to="d")
    lines = []
    for word in ("undo", "redo", "undo"):
        play.undo(word=word)
        lines.append(play.state.table.line)
    play.act("red", "move", "vega", to="d")

    assert lines == [1, 2, 3]
    assert [entry.seq for entry in play.log] == list(range(1, len(play.log) + 1))


def test_200_entries_undo_to_the_beginning_and_redo_to_the_end() -> None:
    """18xx#6110: also in a game that is opened anew from its log in between, as after a restart."""
    play = hall()
    start = state_bytes(play.game)
    for n in range(200):
        play.do("referee", {"do": "ref_move", "unit": "rook", "zone": "abcde"[n % 5]})
    end = state_bytes(play.game)
    for _ in range(200):
        play.undo()
    assert state_bytes(play.game) == start

    reopened = Timeline(play.rules, lambda _salts: play.dice)
    for entry in play.log:
        reopened.follow(entry)
    assert reopened.state == play.state
    play.timeline = reopened
    for _ in range(200):
        play.undo(word="redo")
    assert state_bytes(play.game) == end


# ---------------------------------------------------------------------------------------------- against the model


class Write(Command, frozen=True, tag="write"):
    """Writes something down in the game part, by the entry that it becomes."""

    text: str


def write(ctx: Context, command: Write) -> Rule[None]:
    yield Scored(side=f"{ctx.root}:{command.text}", points=0, total=1)
    yield Remarked(text="written")


WRITING = Rulebook("writing", actions=(Action(Write, ("player",), write),))
BEFORE = 4
"""Entries of our log before the model's first: it is created, and three sit down."""


@pytest.fixture(scope="module")
def oracle() -> ModuleType:
    if not ORACLE.exists():
        pytest.skip("the model lies beside a checkout, and is not here")
    spec = importlib.util.spec_from_file_location("undo_model", ORACLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def accepted(play: Play, body: dict[str, Any], line: int) -> bool:
    try:
        play.do("red", body, line=line)
    except Refused:
        return False
    return True


@settings(max_examples=60)
@given(data=st.data())
def test_any_walk_leads_where_the_model_says(oracle: ModuleType, data: st.DataObject) -> None:
    """The model is the definition, entry by entry: what is accepted, the state, the line, the node that counts."""
    play, model = Play(game("a", [unit("vega")], options={"frame.undo": "free"}), WRITING), oracle.Referee()
    for _ in range(data.draw(st.integers(5, 30))):
        node = data.draw(st.sampled_from((model.base[-1], model.base[-1], model.base[-1], 0)))
        line = data.draw(st.sampled_from((model.S[-1][2], model.S[-1][2], model.S[-1][2], model.S[-1][2] - 1)))
        act = data.draw(st.sampled_from(("write", "write", "say", "undo", "rewind")))
        ours, on = node + BEFORE if node else 1, line if line >= 0 else 10**6
        if act == "write":
            theirs = model.command(line, "x")
            done = accepted(play, {"do": "write", "text": "x"}, on)
        elif act == "say":
            theirs = model.table("x")
            done = accepted(play, {"do": "say", "text": "x"}, on)
        elif act == "undo":
            theirs = model.undo(node, line)
            done = accepted(play, {"do": "undo", "node": ours}, on)
        else:
            to = data.draw(st.integers(0, model.head))
            if model.base[to] == model.base[-1]:
                continue  # we refuse to go where the game stands
            theirs = model.rewind(to, node, line)
            done = accepted(play, {"do": "rewind", "node": ours, "to": to + BEFORE}, on)
        assert done == (theirs is not None), (act, node, line)
        game_, table, number = model.S[-1]
        assert set(play.game.scores) == {f"{seq + BEFORE}:{text}" for seq, text in game_}
        assert play.state.table.line == number
        assert play.state.seq == model.head + BEFORE
        assert play.state.table.cursor == (model.base[-1] + BEFORE if model.base[-1] else 1)
        assert len([e for e in play.log if e.command.get("do") == "say"]) == len(table)
