"""The timeline: a long life at random, ids and lines, what is kept in memory, and what is lent from the log."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, game, unit
from kit.trouble import TROUBLE
from kit.wander import FixedDice, Wander, wild
from msgspec.structs import replace
from wardiary_server.game.entry import Entry, digest, fold, state_bytes
from wardiary_server.game.frame import FRAME
from wardiary_server.game.rulebook import Refused, Rules
from wardiary_server.game.state import State
from wardiary_server.game.table_events import Created
from wardiary_server.game.timeline import KEPT, Intent, Timeline
from wardiary_server.game.tree import Tree


def hall(*typed: str) -> Play:
    units = [unit("vega", "a", speed=10**6), unit("rook", "d", "blue", speed=9)]
    start = game("a - b - c\na - d - e", units)
    return Play(replace(start, dice={s: "typed" if s in typed else "script" for s in start.seats}), TROUBLE)


def intent(play: Play, by: str, body: dict[str, Any], **more: Any) -> Intent:
    role = play.game.seats[by].role
    return Intent(body=body, by=by, role=role, at=0, digest=digest(body), **more)


# ---------------------------------------------------------------------------------------------- a long life


@pytest.mark.parametrize("seed", range(4))
def test_a_walk_of_300_random_acts_is_what_its_log_folds_to(seed: int) -> None:
    """boardgame.io#820, 18xx#2643: after each act the state folded from the log equals the live one."""
    walk = Wander(("trouble", "ship")[seed % 2], seed, typed=("red",), setup=seed > 1)
    folded = Timeline(walk.play.rules, lambda _salts: FixedDice())
    taken = 0
    for _ in range(300):
        wild(walk)
        for entry in walk.play.log[taken:]:
            folded.follow(entry)
        taken = len(walk.play.log)
        assert state_bytes(folded.state) == state_bytes(walk.play.state)

    assert {entry.kind for entry in walk.play.log} == {"game", "answer", "table", "rewind"}


class Both(Timeline):
    """Decides everything twice: with waiting rules kept alive, and with every one of them run again from the log."""

    def __init__(self, line: Timeline, log: list[Any]) -> None:
        super().__init__(line.rules, lambda _salts: FixedDice())
        self.cold = Timeline(line.rules, lambda _salts: FixedDice(), keep_live=False)
        for entry in log:
            self.follow(entry)
            self.cold.follow(entry)

    def decide(self, intent: Intent) -> Any:
        """What both make of it, which is the same."""
        try:
            entry = super().decide(intent)
        except Refused as refusal:
            with pytest.raises(Refused, match=re.escape(refusal.text)):
                self.cold.decide(intent)
            raise
        assert self.cold.decide(intent) == entry
        return entry


@settings(max_examples=20)
@given(
    seed=st.integers(0, 10**6),
    name=st.sampled_from(("trouble", "ship")),
    typed=st.sampled_from((("red",), ("red", "blue"))),
    referee=st.booleans(),
    order=st.sampled_from(("free", "alternate", "initiative")),
)
def test_a_rule_that_is_run_again_is_the_rule_that_was_kept(
    seed: int, name: str, typed: tuple[str, ...], referee: bool, order: str
) -> None:
    """With the real rulebooks, in every order of turns, with and without a referee."""
    walk = Wander(name, seed, typed=typed, referee=referee, setup=True, **{"frame.order": order})
    walk.play.timeline = Both(walk.play.timeline, walk.play.log)
    for _ in range(80):
        if referee:
            wild(walk)
        elif not walk.over:
            walk.step()


SCRIPT = """
from hashlib import sha256
from kit.wander import Wander, wild
digest = sha256()
for seed in range(8):
    walk = Wander(("trouble", "ship")[seed % 2], seed, typed=("red",), setup=seed > 3)
    for _ in range(60):
        wild(walk)
    for entry in walk.play.log:
        digest.update(walk.play.rules.codec.encode(entry))
print(digest.hexdigest())
"""


def test_no_log_depends_on_the_order_of_sets() -> None:
    """Two processes with other hashes write the same logs, byte for byte (U12)."""

    def digest_under(seed: str) -> str:
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run([sys.executable, "-c", SCRIPT], env=env, capture_output=True, text=True, check=True)
        return done.stdout

    assert digest_under("1") == digest_under("2")


# ---------------------------------------------------------------------------------------------- ids


def test_a_command_that_comes_again_is_the_entry_that_it_was() -> None:
    play = hall()
    entry = play.do("red", {"do": "begin", "unit": "vega"}, id="c1")

    again = intent(play, "red", {"do": "begin", "unit": "vega"}, id="c1")
    assert play.timeline.repeated(again) == entry.seq
    assert play.timeline.repeated(replace(again, id="c2")) == 0
    assert play.timeline.repeated(replace(again, id="")) == 0
    assert play.timeline.repeated(replace(again, by="blue")) == 0, "ids are each seat's own"
    with pytest.raises(Refused) as refusal:
        play.timeline.repeated(intent(play, "red", {"do": "end", "unit": "vega"}, id="c1"))
    assert refusal.value.code == "id_reused"


def test_the_last_256_ids_are_remembered_also_after_a_restart() -> None:
    play = hall()
    for n in range(300):
        play.do("red", {"do": "say", "text": "hm"}, id=f"c{n}")
    body = {"do": "say", "text": "hm"}

    fresh = Timeline(play.rules, lambda _salts: play.dice)
    for entry in play.log:
        fresh.follow(entry)

    for line in (play.timeline, fresh):
        assert line.repeated(intent(play, "red", body, id="c43")) == 0
        assert line.repeated(intent(play, "red", body, id="c44")) == 49
        assert line.repeated(intent(play, "red", body, id="c299")) == 304


def test_an_undo_does_not_forget_ids_so_undo_and_act_at_once_are_one_entry_each() -> None:
    """gaia-project#254."""
    play = hall()
    play.do("red", {"do": "begin", "unit": "vega"}, id="c1")
    play.do("red", {"do": "undo", "node": 5}, id="c2")
    play.do("red", {"do": "begin", "unit": "vega"}, id="c3")

    ids = play.state.table.ids["red"]
    assert {name: done.seq for name, done in ids.items()} == {"c1": 5, "c2": 6, "c3": 7}
    assert len({entry.id for entry in play.log if entry.id}) == 3


def test_a_refusal_leaves_its_id_free() -> None:
    play = hall()
    assert play.refused("red", {"do": "end", "unit": "vega"}, id="c1") == "no_turn"

    assert play.timeline.repeated(intent(play, "red", {"do": "begin", "unit": "vega"}, id="c1")) == 0


# ---------------------------------------------------------------------------------------------- lines


def test_a_command_of_an_older_line_is_refused_and_an_answer_or_talk_is_not() -> None:
    """U8."""
    play = hall("red")
    play.act("red", "move", "vega", to="b")
    play.undo()
    play.undo(word="redo")
    assert play.state.table.line == 2

    for line in (0, 1, 3):
        assert play.refused("blue", {"do": "begin", "unit": "rook"}, line=line) == "old_line"
        assert play.refused("red", {"do": "undo", "node": 5}, line=line) == "old_line"
    assert play.do("blue", {"do": "begin", "unit": "rook"}, line=2)
    assert play.do("blue", {"do": "say", "text": "hm"}, line=0)
    assert play.do("red", {"do": "answer", "root": 5, "opened": 5, "faces": [4]}, line=0)


def test_an_older_line_is_the_only_thing_that_is_wrong_with_it() -> None:
    play = hall()
    play.act("red", "begin", "vega")
    play.undo()

    assert play.refused("red", {"do": "begin", "unit": "vega"}, line=0) == "old_line"
    assert play.do("red", {"do": "begin", "unit": "vega"}, line=1)


# ---------------------------------------------------------------------------------------------- closed


def test_a_closed_game_takes_nothing_any_more() -> None:
    play = hall("red")
    play.act("red", "move", "vega", to="b")
    play.do("operator", {"do": "close_game", "secret": "aa"})

    for by, body in (
        ("red", {"do": "answer", "root": 5, "opened": 5, "faces": [4]}),
        ("red", {"do": "undo", "node": 5}),
        ("blue", {"do": "say", "text": "gg"}),
        ("blue", {"do": "begin", "unit": "rook"}),
        ("referee", {"do": "ref_hurt", "unit": "vega", "amount": 1}),
        ("operator", {"do": "close_game"}),
    ):
        assert play.refused(by, body) == "closed"


@pytest.mark.parametrize(
    ("role", "word"), [("spectator", "say"), ("player", "ref_hurt"), ("player", "close_game"), ("referee", "done")]
)
def test_a_role_that_a_command_is_not_for_is_refused(role: str, word: str) -> None:
    play = hall()
    bodies: dict[str, dict[str, Any]] = {"say": {"text": "x"}, "ref_hurt": {"unit": "vega", "amount": 1}}

    with pytest.raises(Refused) as refusal:
        play.timeline.decide(Intent({"do": word, **bodies.get(word, {})}, "red", role, 0))

    assert refusal.value.code == "not_allowed"


# ---------------------------------------------------------------------------------------------- memory


def test_200_undo_redo_pairs_and_thousands_of_entries_keep_memory_bounded() -> None:
    """gemp-swccg#810: what is kept does not grow with what is undone."""
    play = hall()
    play.act("red", "begin", "vega")
    known, sizes = dict(play.timeline.states), []
    for n in range(3 * KEPT):
        for seq in (1, 5):  # what the room would read from the log, once it is no longer in memory
            play.timeline.lend(known[seq], play.log[seq - 1])
        play.undo(word="redo" if n % 2 else "undo")
        sizes.append((len(play.timeline.states), len(play.timeline.entries), len(play.state.table.redo)))

    assert max(states for states, _entries, _redo in sizes) <= 2 * KEPT + 2
    assert max(entries for _states, entries, _redo in sizes) <= 2 * KEPT + 2
    assert max(redo for _states, _entries, redo in sizes) == 1
    assert len(state_bytes(play.state)) < 2 * len(state_bytes(play.timeline.states[min(play.timeline.states)]))


def test_what_is_lent_for_refused_commands_does_not_pile_up() -> None:
    """Anybody may ask for any moment, again and again, and be refused."""
    play = hall()
    for _ in range(1_500):
        play.do("red", {"do": "say", "text": "x"})
    line, states = play.timeline, {}
    state = State(0, game=replace(play.game, title=""), table=play.state.table)
    for entry in play.log:
        state = fold(state, entry)
        states[entry.seq] = state

    for to in range(1, 1_400):
        wanted = line.wanting(intent(play, "red", {"do": "rewind", "node": 0, "to": to}))
        for seq in wanted:
            line.lend(states[seq], play.log[seq - 1])
        with pytest.raises(Refused):
            line.decide(intent(play, "red", {"do": "rewind", "node": 0, "to": to}))

    assert len(line.states) <= 2 * KEPT + 2


def test_a_waiting_rule_that_is_dropped_by_other_means_is_forgotten() -> None:
    play = hall("red")
    play.act("red", "move", "vega", to="b")
    assert len(play.timeline._live) == 1

    play.do("referee", {"do": "end_round", "bare": True})

    assert play.timeline._live == {}


# ---------------------------------------------------------------------------------------------- what it wants


def long_ago() -> tuple[Play, dict[int, State]]:
    """A question and a move that lie so far back that neither state nor entry is in memory any more."""
    play = hall("red")
    play.act("blue", "begin", "rook")
    play.act("red", "move", "vega", to="b")
    for _ in range(3 * KEPT):
        play.do("blue", {"do": "say", "text": "waiting"})
    states, state = {}, State(0, game=replace(play.game, title=""), table=play.state.table)
    for entry in play.log:
        state = fold(state, entry)
        states[entry.seq] = state
    return play, states


def test_what_is_not_in_memory_is_wanted_then_lent_then_decided() -> None:
    play, states = long_ago()
    play.timeline._live.clear()
    answer = {"do": "answer", "root": 6, "opened": 6, "faces": [1]}
    undo = {"do": "undo", "node": 6}

    assert play.timeline.wanting(intent(play, "red", answer)) == (5, 6)
    assert play.timeline.wanting(intent(play, "referee", undo)) == (5,)
    for seq in (5, 6):
        play.timeline.lend(states[seq], play.log[seq - 1])

    assert play.timeline.wanting(intent(play, "red", answer)) == ()
    play.do("red", answer)
    assert play.unit("vega").stats["health"] == 4


def test_a_rule_that_is_alive_wants_its_command_alone() -> None:
    play, _states = long_ago()

    assert play.timeline.wanting(intent(play, "red", {"do": "answer", "root": 6, "opened": 6, "faces": [1]})) == (6,)


def test_a_vote_wants_what_it_would_bring_about() -> None:
    play, states = long_ago()
    play.timeline.lend(states[1], play.log[0])
    play.do("red", {"do": "rewind", "node": 6, "to": 4})
    play.timeline.states.pop(1)

    assert play.timeline.wanting(intent(play, "blue", {"do": "agree", "node": 6})) == (1,)


@pytest.mark.parametrize(
    "body",
    [
        {}, {"do": "fly"}, {"do": "undo"}, {"do": "answer", "root": 99, "opened": 1}, {"do": "agree", "node": 1},
        {"do": "retype", "node": 1, "answer": 10**9}, {"do": "rewind", "node": 1, "to": 10**9},
        {"do": "say", "text": "x"},
    ],
)  # fmt: skip
def test_wanting_never_raises(body: dict[str, Any]) -> None:
    assert hall().timeline.wanting(Intent(body, "red", "player", 0)) == ()


# ---------------------------------------------------------------------------------------------- following, rolling back


def test_what_could_not_be_written_is_forgotten_and_decided_again() -> None:
    play = hall("red")
    play.act("red", "move", "vega", to="b")
    before, length = play.state, len(play.log)
    answer = play.answer("red", 1)
    play.act("blue", "begin", "rook")

    play.timeline.rollback(before.seq)

    assert play.state is before
    assert len(play.timeline.tree) == before.seq
    del play.log[length:]
    assert play.timeline.decide(intent(play, "red", dict(answer.command))).events == answer.events


def test_following_another_nodes_answer_lets_the_waiting_rule_of_ours_go() -> None:
    """Two nodes serve one game: what one decided, the other takes up, and its own generator knows nothing of it."""
    ours, theirs = hall("red"), hall("red")
    for play in (ours, theirs):
        play.act("red", "move", "vega", to="c")
    entry = theirs.answer("red", 6)

    ours.timeline.follow(entry)
    ours.log.append(entry)

    for play in (ours, theirs):
        play.dice.add(3)
    assert ours.answer("red", 2, 2) == theirs.answer("red", 2, 2)
    assert ours.state == theirs.state


def test_a_snapshot_and_its_tail_is_the_same_game() -> None:
    """U6; `test_walk` does it with any snapshot."""
    play = hall("red")
    play.act("red", "move", "vega", to="b")
    blob = msgspec.msgpack.encode(play.state)
    blocks, tail = play.timeline.tree.packed(play.state.seq)
    play.answer("red", 1)

    again = Timeline(
        play.rules, lambda _salts: play.dice, msgspec.msgpack.decode(blob, type=State), Tree.unpacked(blocks, tail)
    )
    again.follow(play.log[-1])

    assert again.state == play.state


# ---------------------------------------------------------------------------------------------- a fork


def test_what_if_is_a_new_game_with_the_roll_counts_of_the_old_one() -> None:
    """The same roll asked for in both is another roll in each, and counts on from where it was."""
    play = hall()
    play.act("red", "move", "vega", 4, to="b")
    created = Created(replace(play.game, title="what if"), "ff", name="g2", parent="g1", parent_seq=5, parent_hash="00")
    first: Any = Entry(seq=1, kind="game", at=0, root=1, events=(created,), because=(-1,))

    fork = Timeline(Rules((FRAME, TROUBLE)), lambda _salts: FixedDice())
    fork.follow(first)

    assert fork.state.game.rolls == {"r1/hazard/vega//": 1}
    assert fork.state.game.units == play.game.units
    assert fork.state.table.held == {}
    assert fork.state.table.frozen
    with pytest.raises(Refused) as refusal:
        fork.decide(Intent({"do": "undo", "node": 1}, "", "operator", 0))
    assert refusal.value.code == "nothing_to_undo"


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), name=st.sampled_from(("trouble", "ship")))
def test_no_log_depends_on_anything_but_what_was_asked(seed: int, name: str) -> None:
    """The same acts give the same log, byte for byte; `test_hash_seed` says so for other processes."""

    def log() -> list[bytes]:
        walk = Wander(name, seed, typed=("red",))
        walk.random = Random(seed)
        for _ in range(25):
            wild(walk)
        return [walk.play.rules.codec.encode(entry) for entry in walk.play.log]

    assert log() == log()
