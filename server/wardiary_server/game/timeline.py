"""A game in memory: its state, the tree of its entries, the resolutions that wait, and how the next entry is decided.

    decide(intent) -> Entry        one command, answer, table command or rewind; raises Refused and changes nothing
    follow(entry)                  take up an entry that was decided elsewhere, or read from the log
    rollback(seq)                  forget what could not be written

Deciding moves the timeline on at once, so that the next command of the same batch is decided on what this one made;
the room appends the batch, and rolls back if the log refuses it.

The timeline keeps some of the past: recent states and entries by seq. What it does not have (`wanting`) the room reads
from the log and lends to it before it decides. So nothing here waits, and nothing here reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from . import answers, rewinds
from .commands import Agree, Answer
from .entry import EMPTY, AnyEntry, Entry, fold
from .event import Event
from .events import Answered, Asked, Resolved
from .resolver import Context, Dice, Diverged, Run, Script, drive, forward, named, waits
from .rulebook import Action, Command, Refused, Rule, Rules
from .state import Open, Part, State
from .tree import Tree

KEPT = 512
"""How many of the newest states and entries stay in memory; older ones are read again when somebody wants them."""


MakeDice = Callable[[Mapping[str, str]], Dice]
"""The dice for a set of salts, by seat."""


class Intent(Struct, frozen=True):
    """What somebody wants, with everything that deciding needs to know: time and identity come with the command."""

    body: Mapping[str, Any]
    by: str  # the seat; "" for the operator
    role: str  # referee | player | spectator | operator
    at: int  # milliseconds since 1970
    id: str = ""
    digest: bytes = b""
    line: int = -1  # -1: whatever line it is on
    away: frozenset[str] = frozenset()  # seats that have been away for a minute: they hold nothing up


class Resolution(NamedTuple):
    """A rule that waits, alive: its context, its generator, and all the parts of its question."""

    ctx: Context
    run: Run
    parts: tuple[Part, ...]


class Timeline:
    """One game. `state` is what counts now."""

    def __init__(
        self, rules: Rules, dice: MakeDice, state: State = EMPTY, tree: Tree | None = None, *, keep_live: bool = True
    ) -> None:
        self.rules = rules
        self._make_dice = dice
        self._dice: tuple[Mapping[str, str], Dice] | None = None
        self.state = state
        self.tree = tree or Tree()
        self.states: dict[int, State] = {state.seq: state}
        self.entries: dict[int, AnyEntry] = {}
        self._live: dict[int, Resolution] = {}
        self._keep_live = keep_live

    # ------------------------------------------------------------------------------------------ what may come next

    def decide(self, intent: Intent) -> AnyEntry:
        """The entry that this intent becomes; the timeline has moved on to it. Raises `Refused`."""
        action, command = self.rules.parse(intent.body)
        self._may(intent, action)
        if action.kind == "game":
            return self._command(intent, action, command)
        if action.kind == "answer":
            return self._answer(intent, command)
        if action.kind == "rewind":
            return self._rewind(intent, command)
        return self._table(intent, action, command)

    def repeated(self, intent: Intent) -> int:
        """The entry that this seat's command already became, or 0. Raises `Refused` for an id with another body."""
        done = self.state.table.ids.get(intent.by, {}).get(intent.id) if intent.id else None
        if done is None:
            return 0
        if done.digest != intent.digest:
            raise Refused("id_reused", f"The id {intent.id!r} was used for another command before.")
        return done.seq

    def wanting(self, intent: Intent) -> tuple[int, ...]:
        """The seqs whose state or entry deciding this would need and that are not at hand. Never raises."""
        try:
            _action, command = self.rules.parse(intent.body)
        except Refused:
            return ()
        wanted: set[int] = set()
        if isinstance(command, Answer | Agree):
            wanted.update(self._thaw_needs(command))
        wanted.update(rewinds.needs(self, command))
        return tuple(sorted(seq for seq in wanted if seq not in self.states or (seq and seq not in self.entries)))

    def lend(self, state: State, entry: AnyEntry | None) -> None:
        """A state, and the entry it came after, from the log."""
        self.states[state.seq] = state
        if entry is not None:
            self.entries[entry.seq] = entry

    # ------------------------------------------------------------------------------------------ moving on and back

    def follow(self, entry: AnyEntry) -> State:
        """Take up the next entry as it stands, without any rule. A rewind needs the state it goes to in `states`."""
        rewound = self.states[entry.parent].game if entry.kind == "rewind" else None
        return self._advance(entry, fold(self.state, entry, rewound))

    def rollback(self, seq: int) -> None:
        """Forget everything after `seq`. Waiting rules that went on since are run again when they are wanted."""
        for gone in range(seq + 1, self.state.seq + 1):
            self.states.pop(gone, None)
            self.entries.pop(gone, None)
        self.tree.cut(seq)
        self.state = self.states[seq]
        self._live.clear()

    def _advance(self, entry: AnyEntry, state: State) -> State:
        self.tree.add(entry)
        self.state = state
        self.states[entry.seq] = state
        self.entries[entry.seq] = entry
        if len(self.states) > 2 * KEPT:
            self._trim()
        if entry.kind == "rewind":
            self._live.clear()
        return state

    def _trim(self) -> None:
        oldest = self.state.seq - KEPT
        self.states = {seq: s for seq, s in self.states.items() if seq >= oldest}
        self.entries = {seq: e for seq, e in self.entries.items() if seq >= oldest}

    def _entry(
        self, intent: Intent, kind: Any, events: tuple[Event, ...], because: tuple[int, ...] = (), **more: Any
    ) -> AnyEntry:
        seq = self.state.seq + 1
        more.setdefault("parent", self.state.table.cursor)
        return Entry(
            seq=seq, kind=kind, at=intent.at, by=intent.by, id=intent.id, digest=intent.digest,
            command=intent.body, events=events, because=because, **more,
        )  # fmt: skip

    @property
    def dice(self) -> Dice:
        """The dice, with the salts that were added so far."""
        salts = self.state.table.salts
        if self._dice is None or self._dice[0] is not salts:
            self._dice = (salts, self._make_dice(salts))
        return self._dice[1]

    # ------------------------------------------------------------------------------------------ who may do what

    def _may(self, intent: Intent, action: Action) -> None:
        table = self.state.table
        if intent.role not in action.roles:
            raise Refused(
                "not_allowed", f"A {intent.role} may not {action.name}. That is for: {', '.join(action.roles)}."
            )
        if table.closed:
            raise Refused("closed", "This game is closed: it can be read, and nothing in it changes any more.")
        if self.rules.owner[action.name] in table.suspended:
            raise Refused("suspended", f"The rulebook of {action.name!r} is set aside at the moment.")
        if action.kind in ("game", "rewind") and intent.line not in (-1, table.line):
            raise Refused("old_line", "The game was taken back since you saw it. Look again, then decide.")

    # ------------------------------------------------------------------------------------------ commands

    def _command(self, intent: Intent, action: Action, command: Command) -> AnyEntry:
        game = self.state.game
        if intent.role == "player" and game.clock.phase == "ending":
            raise Refused("round_ending", "The round is ending: answer what is asked first.")
        if game.clock.phase == "over" and intent.role == "player":
            raise Refused("over", "The game is over. It can still be taken back, by an undo.")
        ctx = Context(self.rules, self.state, by=intent.by, role=intent.role, dice=self.dice)
        ctx.root = self.state.seq + 1
        named_units = units_of(command)
        resolution = self._start(ctx, action, command)
        if intent.role == "player" and game.open:
            self._not_awaited(named_units | touched(ctx.made), game.open)
        events, because = self._ask(ctx, resolution, tuple(sorted(named_units)))
        return self._resolved(intent, "game", ctx.root, events, because, resolution)

    def _start(self, ctx: Context, action: Action, command: Command) -> Resolution | None:
        """Check a command and run its rule until it waits (a resolution) or is over (None)."""
        with named(self.rules.owner[action.name]):
            if action.check is not None:
                action.check(ctx, command)
            run = drive(ctx, whole(ctx, action, command))
            parts = forward(run, ctx, None)
        return Resolution(ctx, run, parts) if parts is not None else None

    def _not_awaited(self, units: set[str], open_: Mapping[str, Open]) -> None:
        awaited = {unit for asked in open_.values() for unit in asked.units}
        awaited |= {p.unit for asked in open_.values() for p in asked.parts if p.unit}
        both = sorted(units & awaited)
        if both:
            names = ", ".join(self.state.game.units[u].name for u in both if u in self.state.game.units)
            raise Refused("awaiting", f"{names}: something is still to be answered for that. It comes first.")

    def _ask(
        self, ctx: Context, resolution: Resolution | None, units: tuple[str, ...]
    ) -> tuple[tuple[Event, ...], tuple[int, ...]]:
        """What was recorded, with the question at the end where the rule waits."""
        if resolution is not None:
            ctx.record(question(ctx, resolution.parts, self.state.seq + 1, units), -1)
        return ctx.take()

    def _resolved(
        self,
        intent: Intent,
        kind: str,
        root: int,
        events: tuple[Event, ...],
        because: tuple[int, ...],
        resolution: Resolution | None,
    ) -> AnyEntry:
        entry = self._entry(intent, kind, events, because, root=root)
        self._advance(entry, fold(self.state, entry))
        self._live.pop(root, None)
        if resolution is not None and self._keep_live:
            self._live[root] = resolution
        return entry

    # ------------------------------------------------------------------------------------------ answers

    def _answer(self, intent: Intent, command: Command) -> AnyEntry:
        assert isinstance(command, Answer)
        asked, part = answers.part_of(self.state.game, command)
        agreed = answers.may_answer(self.state, intent, command, part)
        if agreed is not None:
            return self._advance_table(intent, (agreed,))
        return self._take_answer(intent, command, asked, part)

    def _take_answer(self, intent: Intent, command: Answer, asked: Open, part: Part) -> AnyEntry:
        event = answers.accept(self.state, intent, command, part)
        if len(asked.answers) + 1 < len(asked.parts):
            entry = self._entry(intent, "answer", (event,), (-1,), root=command.root)
            self._advance(entry, fold(self.state, entry))
            return entry
        resolution = self._live.get(command.root) if self._keep_live else None
        if resolution is None:
            resolution = self._thaw(command.root)
        return self._go_on(intent, resolution, asked, event)

    def _go_on(self, intent: Intent, resolution: Resolution, asked: Open, event: Answered) -> AnyEntry:
        ctx = resolution.ctx
        self._live.pop(asked.root, None)  # whatever happens now, this generator cannot be sent the same answer twice
        ctx.set(self.state)
        with named(self.rules.owner[self._root_action(asked.root).name]):
            waiting = self._resume(ctx, resolution, asked, event)
        events, because = self._ask(ctx, waiting, asked.units)
        return self._resolved(intent, "answer", asked.root, events, because, waiting)

    # ------------------------------------------------------------------------------------------ waiting rules, again

    def _root_action(self, root: int) -> Action:
        return self.rules.parse(self.entries[root].command)[0]

    def _thaw_needs(self, command: Answer | Agree) -> set[int]:
        proposal = self.state.table.proposal
        root = answers.proposed_root(proposal) if isinstance(command, Agree) else command.root
        if str(root) not in self.state.game.open:
            return set()
        own = self.tree.own(root, self.state.table.cursor)
        return {root} if root in self._live else {seq for e in own for seq in (e, e - 1)}

    def _thaw(self, root: int) -> Resolution:
        """Run a waiting rule again from its command, along the events that the log has for it."""
        own = [self.entries[seq] for seq in self.tree.own(root, self.state.table.cursor)]
        first = own[0]
        action, command = self.rules.parse(first.command)
        role = self._role(first.by)
        ctx = Context(self.rules, self.states[root - 1], by=first.by, role=role, dice=self.dice)
        ctx.root = root
        try:
            return self._replay(ctx, action, command, own)
        except (Diverged, Refused) as error:
            raise Refused(
                "diverged",
                f"The rules have changed since entry {root} was asked, so its question cannot go on ({error}). "
                "Rewind to before it.",
            ) from None

    def _replay(self, ctx: Context, action: Action, command: Command, own: list[AnyEntry]) -> Resolution:
        units = tuple(sorted(units_of(command)))
        ctx.script = Script(own[0].events)
        resolution = self._start(ctx, action, command)
        self._same_question(ctx, resolution, units, own[0].seq)
        for entry in own[1:]:
            if len(entry.events) == 1:
                continue  # one part of several: the rule did not go on
            if resolution is None:
                raise Diverged("it no longer asks anything")
            before = self.states[entry.seq - 1]
            answered = entry.events[0]
            assert isinstance(answered, Answered)
            ctx.take()
            ctx.set(before)
            ctx.script = Script(entry.events)
            resolution = self._resume(ctx, resolution, before.game.open[str(ctx.root)], answered)
            self._same_question(ctx, resolution, units, entry.seq)
        if resolution is None or ctx.script.next != len(ctx.script.events):
            raise Diverged("it asks nothing, or something else")
        ctx.script = None
        ctx.take()
        return resolution

    @staticmethod
    def _resume(ctx: Context, resolution: Resolution, asked: Open, event: Answered) -> Resolution | None:
        """Record the answer that completes a question, and let the rule go on until it waits again or is over."""
        ctx.record(event, -1)
        ctx.record(Resolved(root=asked.root), -1)
        given = {**asked.answers, str(event.part): event.value}
        more = forward(resolution.run, ctx, answers.in_full(asked, resolution.parts, given))
        return Resolution(ctx, resolution.run, more) if more is not None else None

    @staticmethod
    def _same_question(ctx: Context, resolution: Resolution | None, units: tuple[str, ...], opened: int) -> None:
        """Where it waits, the log has the same question at this place, or the rule has diverged."""
        if resolution is not None:
            ctx.record(question(ctx, resolution.parts, opened, units), -1)

    def _role(self, seat: str) -> str:
        known = self.state.game.seats.get(seat)
        return known.role if known is not None else "operator"

    # ------------------------------------------------------------------------------------------ the table, and rewinds

    def _table(self, intent: Intent, action: Action, command: Command) -> AnyEntry:
        ctx = Context(self.rules, self.state, by=intent.by, role=intent.role)
        if action.check is not None:
            action.check(ctx, command)
        for event in action.run(ctx, command):
            assert isinstance(event, Event)
            ctx.record(event, -1)
        return self._advance_table(intent, ctx.take()[0])

    def _advance_table(self, intent: Intent, events: tuple[Event, ...]) -> AnyEntry:
        entry = self._entry(intent, "table", events, (-1,) * len(events))
        self._advance(entry, fold(self.state, entry))
        return entry

    def _rewind(self, intent: Intent, command: Command) -> AnyEntry:
        verdict = rewinds.decide(self, intent, command)
        if isinstance(verdict, Answer):
            asked, part = answers.part_of(self.state.game, verdict)
            return self._take_answer(intent, verdict, asked, part)
        if not isinstance(verdict, rewinds.Go):
            return self._advance_table(intent, (verdict,))
        entry = self._entry(intent, "rewind", (verdict.event,), (-1,), parent=verdict.event.to)
        self._advance(entry, fold(self.state, entry, self.states[verdict.event.to].game))
        return entry


def whole(ctx: Context, action: Action, command: Command) -> Rule[None]:
    """A command's rule, and what every command is followed by."""
    yield from action.run(ctx, command)
    ctx.quiet = False
    for book in ctx.active.rulebooks:
        if book.after is not None:
            yield from book.after(ctx)


def question(ctx: Context, parts: tuple[Part, ...], opened: int, units: tuple[str, ...]) -> Asked:
    """What is asked of people: the parts that wait. The server's own rolls are made once these are answered."""
    return Asked(root=ctx.root, opened=opened, units=units, parts=tuple(part for part in parts if waits(ctx, part)))


def units_of(command: Command) -> set[str]:
    """The units that a command names."""
    named_ = (getattr(command, name, "") for name in ("unit", "target"))
    return {unit for unit in named_ if isinstance(unit, str) and unit}


def touched(events: list[Event]) -> set[str]:
    """The units that events change."""
    found = (getattr(event, name, "") for event in events for name in ("unit", "target"))
    return {unit for unit in found if unit}
