"""Plays a case: each step on the real timeline, by the real rules, with the dice and choices that it gives.

A step's questions are answered at once by whoever is asked, as far as the step says what is rolled and chosen. What it
leaves open a later step may answer: `{do = "answer", step = 2, chosen = ["hall"]}`, where `step` is the one whose
command asked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..game.dice_events import part_text
from ..game.entry import AnyEntry, Entry, digest
from ..game.event import Event
from ..game.rulebook import Refused
from ..game.state import Game, Open, Part, State
from ..game.story import tell
from ..game.table_events import Created
from ..game.timeline import Intent, Timeline
from ..game.tree import Tree
from .case import Case, Choices, Step
from .dice import CaseDice

ROLE = "operator"


class Done(NamedTuple):
    """What a step led to: the state before and after, the events and sentences, or how it was refused.

    `left` says in words what the step gives and nobody rolled or chose.
    """

    step: Step
    before: State
    after: State
    events: tuple[Event, ...] = ()
    story: tuple[str, ...] = ()
    refused: Refused | None = None
    left: str = ""


def play(case: Case) -> Iterator[Done]:
    """The steps of a case, one after another. Whoever looks may stop at any of them."""
    table = Playing(case)
    for step in case.steps:
        yield table.do(step)


class Playing:
    """A case under way."""

    def __init__(self, case: Case) -> None:
        first: AnyEntry = Entry(seq=1, kind="game", at=0, root=1, events=(Created(case.game, ""),), because=(-1,))
        tree = Tree()
        tree.add(first)
        state = State(seq=1, game=case.game, table=case.table)
        self.dice = CaseDice(lambda word: name(case.game, word))
        self.timeline = Timeline(case.rules, lambda _salts: self.dice, state, tree)
        self.roots = {0: 1}  # the step's number -> the entry that its command became
        self._choices: dict[str, deque[tuple[str, ...]]] = {}

    @property
    def game(self) -> Game:
        """The game part as it is now."""
        return self.timeline.state.game

    def do(self, step: Step) -> Done:
        """One step, with what it answers."""
        before = self.timeline.state
        self.dice.load(step.number, step.dice)
        lists = step.choices if isinstance(step.choices, Mapping) else {"": step.choices}
        self._choices = {key: deque(choices) for key, choices in lists.items()}
        made: list[AnyEntry] = []
        refused = None
        try:
            made += self._entries(step)
        except Refused as refusal:
            refused = refusal
        return self._done(step, before, made, refused)

    def _entries(self, step: Step) -> Iterator[AnyEntry]:
        """The entry of the step's command, and those of its answers."""
        entry = self._send(step.by, self._body(step.command), step.agreed)
        self.roots[step.number] = entry.seq
        yield entry
        while answer := self._answer(str(entry.root)):
            yield self._send(*answer, agreed=False)

    def _done(self, step: Step, before: State, made: list[AnyEntry], refused: Refused | None) -> Done:
        state, story = before, list[str]()
        for entry in made:
            after = self.timeline.states[entry.seq]
            story += [line.text for line in tell(entry, state, after).lines]
            state = after
        events = tuple(event for entry in made for event in entry.events)
        return Done(step, before, self.timeline.state, events, tuple(story), refused, self._left())

    def _send(self, by: str, body: Mapping[str, Any], agreed: bool) -> AnyEntry:
        """One intent, decided. Where everybody agrees nobody's word is waited for. Raises `Refused`."""
        seats = self.game.seats
        role = seats[by].role if by in seats else ROLE
        away = frozenset(seats) - {by} if agreed else frozenset()
        intent = Intent(
            body=body, by=by if by in seats else "", role=role, at=0, digest=digest(body), away=frozenset(away)
        )  # fmt: skip
        return self.timeline.decide(intent)

    # ------------------------------------------------------------------------------------------ what cannot be known

    def _body(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """A command with the entries that a case cannot know: the step that it names, the one that counts now."""
        body = dict(command)
        word, step = body["do"], body.pop("step", None)
        entry = self._entry_of(step) if step is not None else 0
        if word == "answer":
            body = {**self._question(entry, body), **body}
        elif word in ("undo", "redo", "retype", "rewind", "agree", "disagree", "withdraw"):
            body.setdefault("node", self.timeline.state.table.cursor)
            body.update({{"retype": "answer", "rewind": "to"}[word]: entry} if entry and word[:2] == "re" else {})
        return body

    def _entry_of(self, step: object) -> int:
        """The entry that a step became. Raises `Refused`: `no_such_entry`."""
        entry = self.roots.get(step) if isinstance(step, int) else None
        if entry is None:
            raise Refused("no_such_entry", f"There is no step {step} before this one that became an entry.")
        return entry

    def _question(self, root: int, body: Mapping[str, Any]) -> dict[str, Any]:
        """Which question an answer is for: that of a step, or the only one; and its first part that is open."""
        waiting = [asked for asked in self.game.open.values() if root in (0, asked.root)]
        if len(waiting) != 1:
            return {"root": root, "opened": 0}
        (asked,) = waiting
        part = next((n for n, _part in enumerate(asked.parts) if str(n) not in asked.answers), 0)
        return {"root": asked.root, "opened": asked.opened, "part": part}

    # ------------------------------------------------------------------------------------------ what is asked

    def _answer(self, root: str) -> tuple[str, dict[str, Any]] | None:
        """The next answer to a question that the step has faces or choices for: whose it is, and its body."""
        asked = self.game.open.get(root)
        for number, part in enumerate(asked.parts) if asked is not None else ():
            if asked is not None and str(number) not in asked.answers and (given := self._given(part)):
                return part.seat, {"do": "answer", "root": asked.root, "opened": asked.opened, "part": number, **given}
        return None

    def _given(self, part: Part) -> dict[str, Any]:
        """What the step says for a part, if it says anything."""
        if part.kind == "roll":
            return {"faces": self.dice.faces(part.key, part.dice, part.sides)} if self.dice.has(part.key) else {}
        names = ("", part.unit, part.rule, part.reason)
        pile = next((self._choices[name] for name in names if self._choices.get(name)), None)
        return {"chosen": pile.popleft()} if pile else {}

    def _left(self) -> str:
        """What the step gives too much, in words."""
        faces = self.dice.left
        choices: Choices = tuple(choice for pile in self._choices.values() for choice in pile)
        many = f"{len(faces)} faces" if len(faces) > 1 else "1 face"
        told = [f"{many} more than are rolled ({', '.join(map(str, faces))})"] if faces else []
        if choices:
            told.append(f"{len(choices)} more choices than are asked ({'; '.join(', '.join(one) for one in choices)})")
        return " and ".join(told)


def name(game: Game, word: str) -> str:
    """What people call a unit, a zone or a thing; the word itself for what is none of them."""
    for table in (game.units, game.zones, game.items, game.links):
        if word in table:
            return str(table[word].name or word)
    return word


def open_in_words(game: Game) -> list[str]:
    """What is still asked, a line for each part."""
    return [line for asked in game.open.values() for line in _parts(game, asked)]


def _parts(game: Game, asked: Open) -> Iterator[str]:
    for number, part in enumerate(asked.parts):
        if str(number) not in asked.answers:
            who = game.seats[part.seat].name if part.seat in game.seats else part.seat
            offered = ", ".join(f"{value} ({label})" for value, label in part.options)
            yield f"{who}: {part_text(game, part)}{f' among {offered}' if offered else ''}"
