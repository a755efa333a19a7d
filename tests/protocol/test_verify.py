"""A game's log proves its chain, the count of every roll and, once closed, every face; and any lie shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_protocol.proof import START, Row, add, commitment, dice_key, faces, roll_name
from wardiary_protocol.verify import Verdict, verify_rows

SECRET = b"s" * 32
Body = dict[str, Any]


class Diary:
    """Writes logs as a server would: slowly, by the definitions, with every past walked from the start."""

    def __init__(self, secret: bytes = SECRET) -> None:
        self.secret = secret
        self.bodies: list[Body] = []
        self.nodes = [0]  # after each entry: where the game stands
        self.salts: dict[str, str] = {}
        self.game({"t": "created", "commitment": commitment(secret), "title": "A test"})

    def game(self, *events: Body, kind: str = "game") -> None:
        self._write({"kind": kind, "parent": self.nodes[-1], "events": list(events)}, len(self.nodes))

    def table(self, *events: Body) -> None:
        self._write({"kind": "table", "parent": self.nodes[-1], "events": list(events)}, self.nodes[-1])

    def rewind(self, to: int) -> None:
        self._write({"kind": "rewind", "parent": to, "events": []}, self.nodes[to])

    def salt(self, seat: str, salt: str) -> None:
        self.salts[seat] = salt
        self.table({"t": "salted", "seat": seat, "salt": salt})

    def roll(self, *keys: str, source: str = "server", dice: int = 3, sides: int = 6) -> None:
        """One entry with a roll for each key."""
        past = self.past(self.nodes[-1])
        events = []
        for n, key in enumerate(keys):
            nth = past.count(key) + keys[:n].count(key)
            shown = faces(dice_key(self.secret, self.salts), roll_name("g", key, nth), dice, sides)
            if source != "server":
                shown = (1,) * dice
            events.append(
                {"t": "rolled", "key": key, "nth": nth, "faces": shown, "sides": sides, "source": source, "why": "test"}
            )
        self.game(*events, kind="answer" if source == "typed" else "game")

    def close(self, secret: bytes = SECRET) -> None:
        self.table({"t": "closed", "secret": secret.hex()})

    def past(self, node: int) -> list[str]:
        """The keys of all rolls from the start to a node."""
        keys: list[str] = []
        while node:
            body = self.bodies[node - 1]
            keys += [event["key"] for event in body["events"] if event["t"] == "rolled"]
            node = body["parent"]
        return keys

    def _write(self, body: Body, node: int) -> None:
        self.bodies.append(body)
        self.nodes.append(node)

    def verdict(self) -> Verdict:
        return verify_rows("g", chained(self.bodies))


def chained(bodies: Iterable[object]) -> list[Row]:
    rows: list[Row] = []
    head = START
    for body in bodies:
        rows.append(add("g", head, b"i" * 16, body if isinstance(body, bytes) else msgspec.msgpack.encode(body)))
        head = rows[-1].head
    return rows


def played() -> Diary:
    """A short game with everything in it."""
    diary = Diary()
    diary.salt("red", "first thought")
    diary.salt("red", "r")
    diary.salt("blue", "b")
    diary.game({"t": "play_began"})  # 5
    diary.roll("1/fire")
    diary.roll("1/fire", "1/fire", "1/gas")
    diary.rewind(6)
    diary.roll("1/fire", "1/shot")
    diary.roll("1/hazard", source="typed")  # 10
    diary.table({"t": "said", "text": "well rolled"})
    diary.roll("2/draw", dice=40, sides=100)
    return diary


def test_an_open_game_counts_its_rolls_and_keeps_them_sealed() -> None:
    diary = played()
    rows = chained(diary.bodies)
    assert diary.verdict() == Verdict(12, rows[-1].hash.hex(), rolls=0, sealed=7, typed=1)
    assert diary.verdict().ok


def test_a_closed_game_proves_every_roll() -> None:
    diary = played()
    diary.close()
    diary.table({"t": "said", "text": "good game"})
    rows = chained(diary.bodies)
    assert diary.verdict() == Verdict(14, rows[-1].hash.hex(), rolls=7, typed=1, closed=True)


def test_a_fork_goes_on_from_the_counts_that_it_took_along() -> None:
    diary = Diary()
    diary.bodies[0]["events"][0]["game"] = {"rolls": {"3/fire": 2}, "clock": {"phase": "play"}}
    shown = faces(dice_key(SECRET, {}), roll_name("g", "3/fire", 2), 2, 6)
    diary.game({"t": "rolled", "key": "3/fire", "nth": 2, "faces": shown})
    diary.close()
    assert diary.verdict().rolls == 1
    diary.salt("red", "lucky")
    assert diary.verdict().fault == "Entry 4 changes a salt after play began."


def test_no_rows_are_no_fault() -> None:
    assert verify_rows("g", []) == Verdict(0, "00" * 32)


steps = st.lists(
    st.one_of(
        st.tuples(st.just("roll"), st.lists(st.sampled_from("abc"), min_size=1, max_size=3)),
        st.tuples(st.just("type"), st.sampled_from("abc")),
        st.tuples(st.just("table"), st.none()),
        st.tuples(st.just("rewind"), st.integers(0, 200)),
    ),
    max_size=25,
)


def walked(steps: Iterable[tuple[str, Any]]) -> Diary:
    diary = Diary()
    for what, value in steps:
        match what:
            case "roll":
                diary.roll(*value)
            case "type":
                diary.roll(value, source="typed")
            case "table":
                diary.table({"t": "said"})
            case "rewind":
                diary.rewind(value % len(diary.nodes))
    diary.close()
    return diary


@given(steps)
def test_any_tree_of_rewinds_is_counted_along_its_own_path(steps: list[tuple[str, Any]]) -> None:
    diary = walked(steps)
    verdict = diary.verdict()
    assert verdict.fault == ""
    assert verdict.closed
    rolls = [event for body in diary.bodies for event in body["events"] if event["t"] == "rolled"]
    assert verdict.rolls + verdict.typed == len(rolls)


@given(steps, st.data())
def test_any_lie_about_a_roll_shows(steps: list[tuple[str, Any]], data: st.DataObject) -> None:
    diary = walked([*steps, ("roll", ["a", "b"])])
    lies = [
        (seq, n)
        for seq, body in enumerate(diary.bodies, 1)
        for n, event in enumerate(body["events"])
        if event.get("source") == "server"
    ]
    seq, n = data.draw(st.sampled_from(lies))
    event = diary.bodies[seq - 1]["events"][n]
    match data.draw(st.sampled_from(["face", "more", "nth", "sides", "key"])):
        case "face":
            event["faces"] = (event["faces"][0] % 6 + 1, *event["faces"][1:])
        case "more":
            event["faces"] = (*event["faces"], 0)
        case "nth":
            event["nth"] += 1
        case "sides":
            event["sides"] = 7 - max(event["faces"], default=0)
        case "key":
            event["key"] = "another"

    verdict = diary.verdict()

    assert not verdict.ok
    assert verdict.at == seq or event["key"] == "another"


def test_the_latest_salt_of_each_seat_counts() -> None:
    diary = played()
    diary.salts = {"red": "first thought", "blue": "b"}
    diary.roll("3/fire")
    diary.close()
    verdict = diary.verdict()
    assert verdict.at == 13
    assert verdict.fault.startswith("Entry 13 shows ")
    assert " for the roll 3/fire; its dice say " in verdict.fault


LIES: Mapping[str, tuple[Any, int, str]] = {
    "another secret": (lambda d: d.close(b"x" * 32), 13, "reveals another secret"),
    "no secret at all": (lambda d: d.table({"t": "closed", "secret": "zz"}), 13, "reveals another secret"),
    "a late salt": (lambda d: d.salt("red", "lucky"), 13, "changes a salt after play began"),
    "created twice": (lambda d: d.game({"t": "created", "commitment": ""}), 13, "creates the game again"),
    "a roll once the secret is out": (
        lambda d: (d.close(), d.roll("4/x")),
        14,
        "rolls 4/x after the secret was revealed",
    ),
    "an answer to the past": (
        lambda d: d._write({"kind": "game", "parent": 6, "events": []}, 13),
        13,
        "follows entry 6, but the game stood at entry 12",
    ),
    "a rewind to the future": (
        lambda d: d._write({"kind": "rewind", "parent": 13, "events": []}, 12),
        13,
        "goes back to entry 13, which had not happened yet",
    ),
    "no such die": (
        lambda d: d.game({"t": "rolled", "key": "k", "faces": [], "sides": 1}),
        13,
        "rolls k, but a die has 2 to 256 sides, not 1",
    ),
    "a face of no die": (
        lambda d: d.game({"t": "rolled", "key": "k", "faces": [7], "source": "typed"}),
        13,
        "shows a face that a die of 6 sides does not have, in the roll k",
    ),
}


@pytest.mark.parametrize(("lie", "seq", "why"), LIES.values(), ids=LIES.keys())
def test_a_lie_is_named_with_its_entry(lie: Any, seq: int, why: str) -> None:
    diary = played()
    lie(diary)
    verdict = diary.verdict()
    assert (verdict.at, verdict.entries) == (seq, seq - 1)
    assert verdict.fault.startswith(f"Entry {seq} {why}")
    assert verdict.fault.endswith(".")


@pytest.mark.parametrize(
    "body",
    [
        b"\xc1",
        b"",
        [],
        {},
        {"kind": "chess"},
        {"kind": "table", "events": 5},
        {"kind": "table", "events": [5]},
        {"kind": "table", "events": [{"t": "rolled"}]},
        {"kind": "table", "events": [{"t": "salted", "seat": 1, "salt": 2}]},
        b"\x91" * 100_000,
    ],
)
def test_a_body_that_cannot_be_read_is_a_fault(body: object) -> None:
    verdict = verify_rows("g", chained([played().bodies[0], body]))
    assert (verdict.fault, verdict.at, verdict.entries) == ("Entry 2 cannot be read.", 2, 1)


@pytest.mark.parametrize("event", [{}, {"t": None}, {"t": ["rolled"]}, {"t": "of a later version"}])
def test_other_events_are_passed_over(event: Body) -> None:
    assert verify_rows("g", chained([{"kind": "table", "events": [event]}])).ok


@given(st.integers(0, 11), st.sampled_from(["seq", "commit_id", "body", "hash"]), st.booleans())
def test_a_broken_chain_shows_where_it_breaks(at: int, column: str, drop: bool) -> None:
    rows = chained(played().bodies)
    if drop:
        del rows[at]
    else:
        old = getattr(rows[at], column)
        rows[at] = rows[at]._replace(**{column: old + 1 if column == "seq" else old[:-1] + bytes([old[-1] ^ 1])})
    verdict = verify_rows("g", rows)
    assert verdict.entries == at
    assert verdict.ok == (drop and at == 11)  # a missing end cannot show


def test_another_games_log_is_no_log_of_this_game() -> None:
    assert verify_rows("h", chained(played().bodies)).fault == "Entry 1 does not match its hash."
