"""What becomes of a game when an earlier entry is put right: all that came after it is played again, on a copy.

    path      the entries that count, from the first one that is put right to where the game stands
    rulings   what is to stand in the place of some of them
    pool      what each command was asked, and what was answered to it

One entry after another is played again, as whoever sent it, at the table as it was then. A question is known by what
is asked, so an answer finds its question whatever else has changed: it is given again where it was given, or at once if
its moment is past. Nothing is guessed: a question that nobody was asked before, and an entry that is no longer legal,
stop it until somebody decides.

Nobody looks into the future by it either. Where new dice would show, or something of the scenario would come that has
not come before, it stops as well, until those agree who would have to agree to an undo.

All of it follows from the log and the rulings, so working it out twice gives the same entries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from .entry import AnyEntry
from .event import Event
from .events import Answered, Asked, Rolled, part_name, part_text
from .known import has_secrets
from .resolution import Again
from .rewinds import called
from .rulebook import Refused
from .state import Correction, Game, Given, Outcome, Part, Ruling
from .story import sentence
from .table_events import Rewound
from .veil import Unseen, Veil, VeiledDice, shown

if TYPE_CHECKING:
    from .timeline import Intent, Timeline

MOST = 240
"""Entries that are played again at most; more than a log takes at once would be."""

ENTRIES = 255
"""Entries that may come of it, answers to new questions among them."""

TEXT = 24_000
"""Characters of sentences that a report holds; of what goes otherwise beyond that, only the number is told."""


class Report(NamedTuple):
    """What came of it: the new entries, what became of the old ones, and how many are as they were, or wait."""

    entries: tuple[AnyEntry, ...]
    outcomes: tuple[Outcome, ...]
    same: int
    more: int
    left: int
    seen: Mapping[str, int]
    secret: bool


@dataclass
class Question:
    """A part that a command was asked before, and the entry that answered it, if one did."""

    part: Part
    answer: AnyEntry | None = None
    used: bool = False


class Stopped(Exception):
    """Somebody has to decide before anything later can be played again."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.text)
        self.outcome = outcome


def path_of(line: Timeline, rulings: Iterable[str]) -> tuple[int, ...]:
    """The entries to play again, oldest first. Raises `Refused`: `too_far_back`."""
    first = min(map(int, rulings))
    path = line.tree.between(line.tree[first].parent, line.state.table.cursor)
    if len(path) > MOST:
        text = f"Since entry {first} there are {len(path)} entries to play again, and {MOST} are the most."
        raise Refused("too_far_back", f"{text} Rewind to it, and play on from there.")
    return path


def needs(line: Timeline, rulings: Iterable[str]) -> set[int]:
    """The seqs whose state or entry it takes. Raises `Refused`: `too_far_back`."""
    path = path_of(line, rulings)
    older = {line.tree[seq].root for seq in path if line.tree[seq].root < path[0]}
    own = (seq for root in older for seq in line.tree.own(root, line.tree[path[0]].parent))
    return line.needs((*path, *own)) | {line.tree[path[0]].parent}


def play_again(line: Timeline, intent: Intent, event: Rewound, correction: Correction, *, reveals: bool) -> Report:
    """What becomes of everything since the first entry that is put right. `event` goes to before it.

    With `reveals`, what nobody has seen before may come to light.
    """
    replay = Replay(line, intent, event, correction, reveals)
    replay.run()
    return replay.report()


@dataclass
class Played:
    """What was made in the place of one old entry."""

    was: AnyEntry
    made: list[AnyEntry] = field(default_factory=list)


class Replay:
    """One correction, worked out on a copy of the timeline."""

    def __init__(self, line: Timeline, intent: Intent, event: Rewound, correction: Correction, reveals: bool) -> None:
        self.line = line
        self.at = intent.at
        self.rulings = correction.rulings
        self.given = list(correction.given)
        self.path = [line.entries[seq] for seq in path_of(line, correction.rulings)]
        self.pool = pool_of(self.path)
        self.veil = Veil(self.path, correction.seen, reveals)
        self.copy = line.scratch(lambda dice: VeiledDice(dice, self.veil))
        self.copy.back(intent, event)
        self.began = self.copy.state.seq
        self.roots: dict[int, int] = {}  # an old command -> the one in its place
        self.places: dict[int, tuple[int, int, int]] = {}  # an old answer -> root, opened and part of what it answers
        self.outcomes: list[Outcome] = []
        self.same = self.more = 0
        self.left = len(self.path)
        self.room = TEXT
        self.now = Played(self.path[0])

    # ------------------------------------------------------------------------------------------ entry by entry

    def run(self) -> None:
        """Play all of them again, until somebody has to decide."""
        try:
            for was in self.path:
                self.now = Played(was)
                ruling = self.rulings.get(str(was.seq))
                fate = self.answer(was, ruling) if was.kind == "answer" else self.command(was, ruling)
                self.tell(fate)
        except Stopped as stopped:
            self.outcomes.append(stopped.outcome)

    def report(self) -> Report:
        """What came of it."""
        entries = self.copy.since(self.began)
        games = [self.line.states[was.seq - 1].game for was in self.path] + [self.line.state.game]
        games += [self.copy.states[made.seq].game for made in entries]
        secret = any(has_secrets(game) for game in games)
        return Report(entries, tuple(self.outcomes), self.same, self.more, self.left, self.veil.seen, secret)

    def command(self, was: AnyEntry, ruling: Ruling | None) -> str:
        """A command again, or what it should have been, or nothing; what has become of it."""
        how = ruling.how if ruling is not None else ""
        if how == "drop":
            return "dropped"
        body = msgspec.msgpack.decode(ruling.body) if ruling is not None and how == "change" else was.command
        made = self.play(body, was.by, was.seq, kept=how == "keep")
        self.roots[was.seq] = made.seq
        self.opened(made, was.root)
        return {"change": "changed", "keep": "kept"}.get(how, "")

    def answer(self, was: AnyEntry, ruling: Ruling | None) -> str:
        """An answer again, or the true one; what has become of it."""
        place = self.places.get(was.seq) or (was.root, int(was.command["opened"]), int(was.command.get("part", 0)))
        if not self.is_asked(*place):
            return "gone"
        value = msgspec.msgpack.decode(ruling.body) if ruling is not None else was.command
        self.reply(place, value, was.by, was.seq, was.root)
        return "changed" if ruling is not None else ""

    def reply(self, place: tuple[int, int, int], value: Mapping[str, Any], by: str, replays: int, old: int) -> None:
        """An answer, wherever it comes from, and what is asked after it; `old` is the old command it belongs to."""
        root, opened, part = place
        fields = {name: value[name] for name in ("faces", "chosen", "roll") if name in value}
        made = self.play({"do": "answer", "root": root, "opened": opened, "part": part, **fields}, by, replays)
        self.opened(made, old)

    def play(self, body: Mapping[str, Any], by: str, replays: int, *, kept: bool = False) -> AnyEntry:
        """One entry of the new branch. Raises `Stopped` where it is not legal."""
        if self.copy.state.seq - self.began >= ENTRIES:
            raise Refused("too_far_back", f"More than {ENTRIES} entries would come of this. Rewind instead.")
        then = self.line.state_then(self.now.was.seq)
        try:
            made = self.copy.again(body, by, self.at, Again(replays, then, kept))
            for name, number in shown(made):
                self.veil.show(name, number)
        except Unseen as unseen:
            raise Stopped(self.outcome("unseen", text=unseen.text)) from None
        except Refused as refusal:
            raise Stopped(self.outcome("illegal", code=refusal.code, text=refusal.text)) from None
        self.now.made.append(made)
        return made

    # ------------------------------------------------------------------------------------------ questions

    def is_asked(self, root: int, opened: int, part: int) -> bool:
        """Whether that part waits for an answer in the new branch."""
        asked = self.copy.state.game.open.get(str(root))
        return asked is not None and asked.opened == opened and str(part) not in asked.answers

    def opened(self, made: AnyEntry, old: int) -> None:
        """What an entry asks finds the answers that were given; what is new has to be answered first."""
        asked = made.events[-1]
        if not isinstance(asked, Asked):
            return
        known = [(n, self.known(part, old)) for n, part in enumerate(asked.parts)]
        new = tuple((n, asked.parts[n]) for n, found in known if found is None)
        if new:
            raise Stopped(self.outcome("asks", text=asked_text(self.copy.state.game, new), asks=new))
        for n, found in known:
            place = (asked.root, asked.opened, n)
            if isinstance(found, Given):
                self.reply(place, msgspec.msgpack.decode(found.body), found.by, self.now.was.seq, old)
            elif found is not None and found.answer is not None:
                self.places[found.answer.seq] = place
                if found.answer.seq < self.now.was.seq:  # its moment is past: it was given to what is asked only now
                    self.late(found.answer, place, old)

    def late(self, answer: AnyEntry, place: tuple[int, int, int], old: int) -> None:
        """An answer whose moment is past when its question comes."""
        ruling = self.rulings.get(str(answer.seq))
        value = msgspec.msgpack.decode(ruling.body) if ruling is not None else answer.command
        self.outcomes = [one for one in self.outcomes if one.seq != answer.seq]
        self.reply(place, value, answer.by, answer.seq, old)

    def known(self, part: Part, old: int) -> Question | Given | None:
        """Where the answer to a part comes from: this command was asked the very same before, or it is given now."""
        for question in self.pool.get(old, ()):
            if not question.used and is_alike(question.part, part):
                question.used = True
                return question
        for given in self.given:
            if given.root == old and is_alike(given.part, part):
                self.given.remove(given)
                return given
        return None

    # ------------------------------------------------------------------------------------------ what is told

    def tell(self, fate: str) -> None:
        """Note what has become of an entry, where it is not what it was."""
        self.left -= 1
        was, now = self.sentences()
        if not fate and was == now:
            self.same += 1
            return
        gone, come = missing(was, now), missing(now, was)
        size = sum(map(len, (*gone, *come)))
        if size > self.room and not fate:
            self.more += 1
            return
        self.room -= size
        self.outcomes.append(self.outcome(fate or "differs", was=gone, now=come))

    def sentences(self) -> tuple[list[str], list[str]]:
        """What was told of the old entry, and what is told of those in its place."""
        states, copies = self.line.states, self.copy.states
        old = told(self.now.was, states[self.now.was.seq - 1].game, states[self.now.was.seq].game)
        new = [text for e in self.now.made for text in told(e, copies[e.seq - 1].game, copies[e.seq].game)]
        return list(old), new

    def outcome(self, fate: Any, **more: Any) -> Outcome:
        """What has become of the entry that is played now."""
        was = self.now.was
        return Outcome(seq=was.seq, by=was.by, what=entry_text(self.line, was), fate=fate, **more)


# ---------------------------------------------------------------------------------------------- of the old log


def pool_of(path: Iterable[AnyEntry]) -> dict[int, list[Question]]:
    """What each command was asked along a path, by its root, with the answers."""
    pool: dict[int, list[Question]] = {}
    places: dict[tuple[int, int, int], Question] = {}
    for entry in path:
        for event in entry.events:
            if isinstance(event, Asked):
                for number, part in enumerate(event.parts):
                    places[event.root, event.opened, number] = question = Question(part)
                    pool.setdefault(event.root, []).append(question)
        if entry.kind == "answer":
            answered = entry.events[0]
            assert isinstance(answered, Answered)
            place = (answered.root, int(entry.command["opened"]), answered.part)
            if place in places:
                places[place].answer = entry
    return pool


def is_alike(one: Part, other: Part) -> bool:
    """Whether two parts ask the same, in whatever round: an answer to one is an answer to the other."""
    return facts(one) == facts(other)


def facts(part: Part) -> tuple[object, ...]:
    """What is asked, whatever the round, the words and whose it is."""
    key = part.key.partition("/")[2]
    return (
        part.kind, part.rule, part.unit, part.target, key, part.dice, part.sides, part.success, part.options,
        part.least, part.most,
    )  # fmt: skip


def entry_text(line: Timeline, entry: AnyEntry) -> str:
    """What people call an entry: a command by its words, an answer by what it answered."""
    if entry.kind != "answer":
        return called(line, entry.seq)
    asked = line.states[entry.seq - 1].game.open[str(entry.root)]
    part = asked.parts[int(entry.command.get("part", 0))]
    return f"{part_name(line.state.game, part)} (entry {entry.seq})"


def asked_text(game: Game, asks: Iterable[tuple[int, Part]]) -> str:
    """What is newly asked of whom."""
    texts = []
    for _number, part in asks:
        seat = game.seats.get(part.seat)
        texts.append(f"{part_text(game, part)} ({seat.name if seat else part.seat})")
    return "; ".join(texts) + "."


def told(entry: AnyEntry, before: Game, after: Game) -> Iterator[str]:
    """The sentences of an entry, but for who is waited for and what was shown before an undo."""
    for event in entry.events:
        text = "" if isinstance(event, Asked) else sentence(plain(event), before, after)
        if text:
            yield text


def plain(event: Event) -> Event:
    """The event without the remark that other faces had been shown before."""
    return replace(event, again=False) if isinstance(event, Rolled | Answered) and event.again else event


def missing(some: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    """Those of `some` that `others` lack, in their order."""
    spare = Counter(others)
    found = []
    for text in some:
        if spare[text]:
            spare[text] -= 1
        else:
            found.append(text)
    return tuple(found)
