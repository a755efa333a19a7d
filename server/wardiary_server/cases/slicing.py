"""A case out of a game that was played: the state before some entry, the steps since, and what came of each.

    text = Slicer(rules, entries).text(12, 20)

The steps are the entries that count at the end: what was taken back in between is left out. A step has the dice as they
fell, so whoever tries the case on the same rules sees the same. It holds nothing secret: no token, no salt, no dice's
secret, and nothing that was said at the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..game.commands import Answer
from ..game.entry import EMPTY, AnyEntry, fold
from ..game.event import Event
from ..game.events import Answered, Rolled
from ..game.rulebook import Rules
from ..game.state import State
from ..game.story import tell
from ..game.tree import Tree
from . import writing
from .dumping import changes, dump

AT_THE_TABLE = ("dice", "suspend", "sit", "vacate")
"""Commands of the table that rules ask about. Talk and votes are left out; what was agreed upon is a step."""


class NoSlice(LookupError):
    """A range that cannot be cut out; the text says why, and which one can."""


class Cut(NamedTuple):
    """What a slice is made of: the state at its start, the entries that are its steps, and those that are left out."""

    start: State
    steps: tuple[AnyEntry, ...]
    left_out: tuple[int, ...]


class Slicer:
    """The entries of one game from its first, with the state after each."""

    def __init__(self, rules: Rules, entries: Sequence[AnyEntry]) -> None:
        self.rules = rules
        self.entries = {entry.seq: entry for entry in entries}
        self.states = {0: EMPTY}
        self.tree = Tree()
        for entry in entries:
            rewound = self.states[entry.parent].game if entry.kind == "rewind" else None
            self.states[entry.seq] = fold(self.states[entry.seq - 1], entry, rewound)
            self.tree.add(entry)

    def text(self, first: int, last: int, about: str = "") -> str:
        """The case file of a range of entries, both ends counted. Raises `NoSlice`."""
        cut = self.cut(first, last)
        return "\n".join([*head(cut, first, last, about), *self.steps(cut), ""])

    # ------------------------------------------------------------------------------------------ which entries

    def cut(self, first: int, last: int) -> Cut:
        """What a range is made of. Raises `NoSlice`."""
        end = len(self.entries)
        if not 1 <= first <= last <= end:
            raise NoSlice(f"There is no range from entry {first} to {last}: this game has entries 1 to {end}.")
        first = max(first, 2)  # the first sets the game up, and that is where a slice from it begins
        if why := self.against(first, last):
            starts = [at for at in range(2, last + 1) if not self.against(at, last)]
            nearest = min(starts, key=lambda at: (abs(at - first), at), default=0)
            raise NoSlice(f"{why} The nearest that works: --from {nearest} --to {last}." if nearest else why)
        steps = self.counting(first, last)
        out = tuple(
            seq for seq in range(first, last + 1) if seq not in steps and self.tree[seq].kind in ("game", "answer")
        )
        return Cut(self.states[first - 1], tuple(self.entries[seq] for seq in steps), out)

    def against(self, first: int, last: int) -> str:
        """Why a slice cannot begin at an entry, in words; nothing where it can."""
        start, end = self.states[first - 1], self.states[last].table.cursor
        if start.game.open:
            asked = min(one.opened for one in start.game.open.values())
            return (
                f"What entry {asked} asks is still open before entry {first}: a case has to begin with nothing asked."
            )
        if start.table.cursor not in self.tree.up(end):
            return f"What counts after entry {last} left off before entry {first}: the game was taken back."
        counting = self.counting(first, last)
        if kept := [seq for seq in counting if self.entries[seq].kept]:
            return f"Entry {kept[-1]} was kept in a correction although the rules refuse it, so no case can play it."
        return "" if counting else f"Nothing that counts happens from entry {first} to {last}."

    def counting(self, first: int, last: int) -> tuple[int, ...]:
        """The entries of a range that count after it, and those of the table that rules ask about."""
        path = self.tree.between(self.states[first - 1].table.cursor, self.states[last].table.cursor)
        table = [seq for seq in range(first, last + 1) if self.entries[seq].command.get("do") in AT_THE_TABLE]
        return tuple(sorted({*path, *table}))

    # ------------------------------------------------------------------------------------------ steps

    def steps(self, cut: Cut) -> Iterator[str]:
        """The lines of all steps."""
        numbers = {entry.seq: number for number, entry in enumerate(cut.steps, 1)}
        for entry in cut.steps:
            yield from self.step(entry, numbers)

    def step(self, entry: AnyEntry, numbers: Mapping[int, int]) -> Iterator[str]:
        """The lines of one: what was told as a comment, the command with its dice, and what came of it."""
        before = self.states[entry.parent] if entry.kind != "table" else self.states[entry.seq - 1]
        yield from ("", f"# entry {entry.seq}")
        if entry.kind != "table":
            yield from (writing.comment(line.text) for line in tell(entry, before, self.states[entry.seq]).lines)
        yield "[[steps]]"
        yield from writing.lines(self.done(entry, numbers))
        yield from ("", writing.header("steps", "expect"))
        yield from expected(entry.events, list(changes(before.game, self.states[entry.seq].game)))

    def done(self, entry: AnyEntry, numbers: Mapping[int, int]) -> dict[str, Any]:
        """Who did what, and what the dice showed."""
        found: dict[str, Any] = {"by": entry.by or "operator", "command": self.command(entry, numbers)}
        faces = [
            face for one in entry.events if isinstance(one, Rolled) and one.source != "typed" for face in one.faces
        ]
        return {**found, **({"dice": faces} if faces else {}), **({"agreed": True} if self.agreed(entry) else {})}

    def command(self, entry: AnyEntry, numbers: Mapping[int, int]) -> dict[str, Any]:
        """The command; an answer names the step that asked instead of entries that only this game has."""
        body = dict(entry.command)
        if body.get("do") == "answer":
            return {"do": "answer", "step": numbers[entry.root], **{k: body[k] for k in body if k not in NUMBERED}}
        if body.get("do") == "sit":
            body["name"] = body["seat"]  # what people are called is nobody's business
        return body

    def agreed(self, entry: AnyEntry) -> bool:
        """Whether others had to agree, so that it came to be: a round ended by players, an answer for somebody else."""
        action, command = self.rules.parse(entry.command)
        answer = next((one for one in entry.events if isinstance(one, Answered)), None)
        role = self.states[entry.seq].game.seats[entry.by].role if entry.by else "operator"
        other = isinstance(command, Answer) and answer is not None and bool(answer.by)
        return role == "player" and (other or action.together is not None)


NUMBERED = ("do", "root", "opened")


def head(cut: Cut, first: int, last: int, about: str) -> Iterator[str]:
    """What stands before the steps."""
    game, table = cut.start.game, cut.start.table
    note = [about] if about else []
    if cut.left_out:
        note.append(f"Taken back in between, and left out: {', '.join(map(str, cut.left_out))}.")
    yield f"title = {writing.value(f'{game.title}: entries {first} to {last}')}"
    yield from [f"about = {writing.value(' '.join(note))}"] if note else []
    yield f"seated = {writing.value([seat for seat in table.held if seat in game.seats])}"
    yield ""
    yield from dump(game)
    yield from ("", writing.header("given", "table"))
    yield f"dice = {writing.value({seat: table.dice[seat] for seat in table.dice})}"
    yield f"suspended = {writing.value(table.suspended)}"


def expected(events: Sequence[Event], differs: Sequence[tuple[tuple[str, ...], Any]]) -> Iterator[str]:
    """The events of a step, all of them, and what it changed."""
    yield f"events = {writing.value([str(event.__struct_config__.tag) for event in events])}"
    yield "only = true"
    if gone := [".".join(path) for path, now in differs if now is None]:
        yield f"gone = {writing.value(gone)}"
    if state := {".".join(path): now for path, now in differs if now is not None}:
        yield from ("", writing.header("steps", "expect", "state"), *writing.lines(state))
