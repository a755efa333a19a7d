"""A walk of random commands, answers, referee's meddling, undo, redo, retype and rewind.

After every step these are equal, byte for byte: the live state; the state of a game whose waiting rules are run again
from the log every time; the state folded from the log; the state from any snapshot and the entries after it.
"""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from kit import Play, game, unit
from kit.trouble import TROUBLE
from wardiary_server.game.entry import digest, state_bytes
from wardiary_server.game.rulebook import Refused
from wardiary_server.game.state import State
from wardiary_server.game.timeline import Intent, Timeline
from wardiary_server.game.tree import Tree

DRAWING = """
a - b - c
b =d1= d
c #d2# e
d - e
"""
UNITS = ("ann", "bob", "cyd", "dan")
ZONES = ("a", "b", "c", "d", "e")


class FixedDice:
    """Dice that show the same for the same roll, in every game of this walk."""

    source = "script"

    def faces(self, roll: str, dice: int, sides: int) -> tuple[int, ...]:
        seed = digest({"roll": roll})
        return tuple(1 + (seed[i % 8] + i) % sides for i in range(dice))


def start() -> Play:
    units = [
        unit("ann", "a", speed=3, health=4),
        unit("bob", "d", speed=3, health=4),
        unit("cyd", "e", "blue", speed=3, health=4),
        unit("dan", "c", "blue", speed=3, health=4),
    ]
    play = Play(game(DRAWING, units, levels={"b": {"fire": 3}}), TROUBLE)
    play.timeline._make_dice = lambda _salts: FixedDice()
    play.timeline._dice = None
    for seat in ("red", "blue"):
        play.do("operator", {"do": "dice", "seat": seat, "way": "typed"})
    return play


class Walk(RuleBasedStateMachine):
    """One game, played live; a second that forgets every waiting rule at once; and the log."""

    def __init__(self) -> None:
        super().__init__()
        self.live = start()
        self.cold = Timeline(self.live.rules, lambda _salts: FixedDice(), keep_live=False)
        for entry in self.live.log:
            self.cold.follow(entry)
        self.snapshots: list[tuple[bytes, Tree]] = []
        self.seen: dict[int, bytes] = {}
        self.clock = 0

    # ---------------------------------------------------------------- doing

    def do(self, by: str, body: dict[str, Any], away: frozenset[str] = frozenset()) -> bool:
        """One command, given to both; they must agree on it."""
        self.clock += 1
        role = self.live.game.seats[by].role
        intent = Intent(body=body, by=by, role=role, at=self.clock, id=f"c{self.clock}", digest=digest(body), away=away)
        before = self.live.state
        try:
            entry = self.live.timeline.decide(intent)
        except Refused as refusal:
            assert self.live.timeline.state is before, "a refusal changes nothing"
            try:
                self.cold.decide(intent)
            except Refused as other:
                same = (other.code, other.text) == (refusal.code, refusal.text)
                assert same, (other, refusal)  # noqa: PT017 - both must refuse, for the same reason
                return False
            raise AssertionError("one refuses, the other does not") from refusal
        assert self.cold.decide(intent) == entry
        made = self.live.timeline.since(before.seq)
        assert made[0] == entry
        assert self.cold.since(before.seq) == made
        self.live.log += made
        return True

    @property
    def node(self) -> int:
        return self.live.state.table.cursor

    @initialize(rounds=st.integers(0, 1))
    def typed_dice_count(self, rounds: int) -> None:
        """The seats' wish to type counts from the next round on."""
        if rounds:
            self.do("referee", {"do": "end_round", "bare": True})

    @rule(who=st.sampled_from(UNITS), to=st.sampled_from(ZONES))
    def move(self, who: str, to: str) -> None:
        self.do(self.live.unit(who).seat, {"do": "move", "unit": who, "to": to})

    @rule(who=st.sampled_from(UNITS), word=st.sampled_from(("begin", "end", "pass")))
    def turn(self, who: str, word: str) -> None:
        self.do(self.live.unit(who).seat, {"do": word, "unit": who})

    @rule(who=st.sampled_from(UNITS), door=st.sampled_from(("d1", "d2")), word=st.sampled_from(("open", "close")))
    def door(self, who: str, door: str, word: str) -> None:
        self.do(self.live.unit(who).seat, {"do": word, "unit": who, "door": door})

    @rule(seat=st.sampled_from(("red", "blue")))
    def done(self, seat: str) -> None:
        self.do(seat, {"do": "done"})

    @precondition(lambda self: self.live.game.open)
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        asked = data.draw(st.sampled_from(sorted(self.live.game.open.values(), key=lambda o: o.root)))
        left = [n for n in range(len(asked.parts)) if str(n) not in asked.answers]
        number = data.draw(st.sampled_from(left))
        part = asked.parts[number]
        body: dict[str, Any] = {"do": "answer", "root": asked.root, "opened": asked.opened, "part": number}
        if part.kind == "choice":
            body["chosen"] = [data.draw(st.sampled_from([value for value, _ in part.options]))]
        elif data.draw(st.booleans()):
            body["faces"] = data.draw(st.lists(st.integers(1, part.sides), min_size=part.dice, max_size=part.dice))
        else:
            body["roll"] = True
        by = data.draw(st.sampled_from((part.seat, "referee")))
        assert self.do(by, body)

    @precondition(lambda self: self.live.game.open)
    @rule(faces=st.lists(st.integers(1, 6), min_size=12, max_size=12), pick=st.integers(0, 1))
    def answer_it_all(self, faces: list[int], pick: int) -> None:
        """One resolution to its end, through everything that it goes on to ask."""
        root = min(self.live.game.open)
        while root in self.live.game.open:
            asked = self.live.game.open[root]
            number, part = next((n, p) for n, p in enumerate(asked.parts) if str(n) not in asked.answers)
            body: dict[str, Any] = {"do": "answer", "root": asked.root, "opened": asked.opened, "part": number}
            if part.kind == "choice":
                body["chosen"] = [part.options[pick % len(part.options)][0]]
            else:
                body["faces"] = [faces[i % 12] for i in range(part.dice)]
            assert self.do(part.seat, body)

    @rule(
        who=st.sampled_from(UNITS),
        rules=st.booleans(),
        amount=st.integers(1, 3),
        word=st.sampled_from(("ref_hurt", "ref_heal")),
    )
    def meddle(self, who: str, rules: bool, amount: int, word: str) -> None:
        self.do("referee", {"do": word, "unit": who, "amount": amount, "with_rules": rules})

    @rule(who=st.sampled_from(UNITS), to=st.sampled_from(ZONES), rules=st.booleans())
    def shove(self, who: str, to: str, rules: bool) -> None:
        self.do("referee", {"do": "ref_move", "unit": who, "zone": to, "with_rules": rules})

    @rule(bare=st.booleans())
    def end_the_round(self, bare: bool) -> None:
        self.do("referee", {"do": "end_round", "bare": bare})

    @rule(seat=st.sampled_from(("red", "blue", "referee")))
    def say(self, seat: str) -> None:
        assert self.do(seat, {"do": "say", "text": "hm"})

    @rule(by=st.sampled_from(("red", "blue", "referee")), word=st.sampled_from(("undo", "redo")))
    def undo(self, by: str, word: str) -> None:
        self.do(by, {"do": word, "node": self.node})

    @rule(by=st.sampled_from(("red", "blue")), word=st.sampled_from(("agree", "disagree", "withdraw")))
    def vote(self, by: str, word: str) -> None:
        self.do(by, {"do": word, "node": self.node})

    @rule(data=st.data())
    def retype(self, data: st.DataObject) -> None:
        given = [seq for seq in self.live.timeline.tree.up(self.node) if self.live.timeline.tree[seq].kind == "answer"]
        if given:
            entry = data.draw(st.sampled_from(given))
            assert self.do("referee", {"do": "retype", "answer": entry, "node": self.node})

    @rule(data=st.data())
    def rewind(self, data: st.DataObject) -> None:
        to = data.draw(st.integers(1, self.live.state.seq))
        self.do("referee", {"do": "rewind", "to": to, "node": self.node})

    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        """Something that somebody did or answered was otherwise."""
        tree = self.live.timeline.tree
        entry = data.draw(st.sampled_from(list(tree.up(self.node))))
        body: dict[str, Any] = {"do": "correct", "entry": entry}
        if tree[entry].kind == "answer":
            body["faces"] = data.draw(st.lists(st.integers(1, 6), min_size=1, max_size=3))
        elif data.draw(st.booleans()):
            body["drop"] = True
        else:
            body["command"] = {"do": "begin", "unit": data.draw(st.sampled_from(UNITS))}
        self.do(data.draw(st.sampled_from(("red", "blue", "referee"))), body)

    @precondition(lambda self: self.live.state.table.correction is not None)
    @rule(how=st.sampled_from(("drop", "keep", "same")), pick=st.integers(0, 5))
    def decide_what_it_waits_for(self, how: str, pick: int) -> None:
        """Until nothing waits any more, at most a few times."""
        for _ in range(4):
            correction = self.live.state.table.correction
            waits = correction.waits if correction is not None else None
            if waits is None:
                break
            body: dict[str, Any] = {"do": "correct", "entry": waits.seq}
            if waits.asks:
                number, part = waits.asks[0]
                rolled = part.kind == "roll"
                value = [1 + pick] * part.dice if rolled else [part.options[pick % len(part.options)][0]]
                body |= {"part": number, "faces" if rolled else "chosen": value}
            else:
                body[how] = True
            self.do("referee", body)

    @precondition(lambda self: self.live.state.table.correction is not None)
    @rule(by=st.sampled_from(("red", "blue", "referee", "referee")))
    def accept(self, by: str) -> None:
        """What comes of it is what was shown: it is worked out again, and compared."""
        self.do(by, {"do": "correct"})
        self.do(by, {"do": "accept", "node": self.node})

    @rule()
    def undo_and_redo_is_nothing(self) -> None:
        """U2."""
        before = state_bytes(self.live.state.game)
        if self.do("referee", {"do": "undo", "node": self.node}):
            assert self.do("referee", {"do": "redo", "node": self.node})
            assert state_bytes(self.live.state.game) == before

    @rule(back=st.integers(1, 5))
    def lost_writes_are_rolled_back(self, back: int) -> None:
        """What could not be written is forgotten, and decided again."""
        keep = max(len(self.live.log) - back, 5)
        for line in (self.live.timeline, self.cold):
            line.rollback(keep)
        del self.live.log[keep:]
        self.snapshots = [(s, t) for s, t in self.snapshots if len(t) <= keep]

    @rule()
    def keep_a_snapshot(self) -> None:
        blocks, tail = self.live.timeline.tree.packed(self.live.state.seq)
        tree = Tree.unpacked(list(blocks), list(tail))
        self.snapshots.append((msgspec.msgpack.encode(self.live.state), tree))

    # ---------------------------------------------------------------- what must hold

    @invariant()
    def the_cold_game_is_the_live_one(self) -> None:
        assert state_bytes(self.cold.state) == state_bytes(self.live.state)

    @invariant()
    def the_log_folds_to_the_live_state(self) -> None:
        assert state_bytes(self.live.folded()) == state_bytes(self.live.state)

    @invariant()
    def any_snapshot_and_its_tail_is_the_live_state(self) -> None:
        for blob, tree in self.snapshots[-2:]:
            state = msgspec.msgpack.decode(blob, type=State)
            again = Timeline(self.live.rules, lambda _salts: FixedDice(), state, Tree(list(tree.nodes)))
            for entry in self.live.log[state.seq :]:
                if entry.kind == "rewind":
                    again.lend(self.live.timeline.states[entry.parent], None)
                again.follow(entry)
            assert state_bytes(again.state) == state_bytes(self.live.state)
            assert again.tree.nodes == self.live.timeline.tree.nodes

    @invariant()
    def a_rewind_brings_the_very_state_back(self) -> None:
        """U1, U3: and seq and line never fall."""
        last = self.live.log[-1]
        states = self.live.timeline.states
        if last.kind == "rewind":
            assert state_bytes(states[last.seq].game) == state_bytes(states[last.parent].game)
            assert states[last.seq].table.line == states[last.seq - 1].table.line + 1
        assert [e.seq for e in self.live.log] == list(range(1, len(self.live.log) + 1))

    @invariant()
    def entries_survive_the_wire(self) -> None:
        codec = self.live.rules.codec
        last = self.live.log[-1]
        assert codec.decode(codec.encode(last)) == last


TestWalk = Walk.TestCase
TestWalk.settings = settings(TestWalk.settings, stateful_step_count=60)
