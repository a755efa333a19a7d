"""A game in memory: its state, the tree of its entries, the resolutions that wait, and how the next entry is decided.

    decide(intent) -> Entry        one command, answer, table command or rewind; raises Refused and changes nothing
    follow(entry)                  take up an entry that was decided elsewhere, or read from the log
    rollback(seq)                  forget what could not be written

Deciding moves the timeline on at once, so that the next command of the same batch is decided on what this one made;
the room appends the batch, and rolls back if the log refuses it.

The timeline keeps some of the past: recent states and entries by seq. What it does not have (`wanting`) the room reads
from the log and lends to it before it decides. So nothing here waits, and nothing here reads.

How a rule runs, waits and goes on is in `resolution`; what may be answered in `answers`; where an undo goes in
`rewinds`; who has to agree in `votes`; how a mistake found late is put right in `correcting` and `replaying`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from . import answers, correcting, rewinds, votes
from .commands import Agree, Answer, Correct, Rewind
from .entry import EMPTY, AnyEntry, Entry, Kind, fold
from .event import Event
from .known import audience_of, known, real_number
from .resolution import (
    FIRST,
    Again,
    Resolution,
    as_then,
    ask,
    in_turn,
    not_awaited,
    resume,
    role_of,
    start,
    thaw,
    touched,
    units_of,
)
from .resolver import Context, Dice, named
from .rulebook import Action, Command, Refused, Rules
from .state import Open, State
from .table_events import Rewound
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


class veiled:  # noqa: N801 - reads as a word: `with veiled(something is hidden)`
    """What is refused on account of hidden things is refused without a word of them."""

    __slots__ = ("on",)

    def __init__(self, on: bool) -> None:
        self.on = on

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if self.on and isinstance(error, Refused):
            raise Refused("not_now", "That cannot be done now, for a reason that you do not know of.") from None


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
        self._kept = KEPT

    # ------------------------------------------------------------------------------------------ what may come next

    def decide(self, intent: Intent) -> AnyEntry:
        """The entry that this intent becomes; the timeline has moved on to it. Raises `Refused`.

        A correction that is accepted becomes more than one entry: those that follow this one are in `since`.
        """
        action, command = self.rules.parse(intent.body)
        self._may(intent, action)
        if isinstance(command, Answer):
            return self._answer(intent, command)
        if isinstance(command, Correct):
            return self._entry(intent, "table", (correcting.draft(self, intent, command),))
        if action.kind == "rewind":
            return self._rewind(intent, command)
        if action.kind == "table":
            return self._table(intent, action, command)
        return self._command(intent, action, command)

    def since(self, seq: int) -> tuple[AnyEntry, ...]:
        """The entries after `seq`, which is not long ago."""
        return tuple(self.entries[gone] for gone in range(seq + 1, self.state.seq + 1))

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
        self._trim()  # what was lent before is not wanted any more
        try:
            _action, command = self.rules.parse(intent.body)
        except Refused:
            return ()
        wanted = {*self._thaw_needs(command), *rewinds.needs(self, command), *correcting.needs(self, command)}
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
        self._live.pop(entry.root, None)  # its generator has not seen this entry
        return self._advance(entry, fold(self.state, entry, rewound))

    def rollback(self, seq: int) -> None:
        """Forget everything after `seq`. Waiting rules that went on since are run again when they are wanted."""
        for gone in range(seq + 1, self.state.seq + 1):
            self.states.pop(gone, None)
            self.entries.pop(gone, None)
        self.tree.cut(seq)
        self.state = self.states[seq]
        self._live.clear()

    def scratch(self, veiled: Callable[[Dice], Dice]) -> Timeline:
        """A copy to try things on, with other dice made of its own: whatever becomes of it, this one stays as it is."""
        make: MakeDice = lambda salts: veiled(self._make_dice(salts))  # noqa: E731
        copy = Timeline(self.rules, make, self.state, Tree(list(self.tree.nodes)))
        copy.states, copy.entries = dict(self.states), dict(self.entries)
        copy._kept = len(copy.states) + KEPT
        return copy

    def again(self, body: Mapping[str, Any], by: str, at: int, again: Again) -> AnyEntry:
        """One command or answer of `by` once more. Nobody has to agree to it: they agree to the correction."""
        intent = Intent(body=body, by=by, role=role_of(self.state.game, by), at=at)
        action, command = self.rules.parse(body)
        if isinstance(command, Answer):
            return self._take_answer(intent, command, again)
        self._may(intent, action, again)
        return self._command(intent, action, command, agreed=True, again=again)

    def _advance(self, entry: AnyEntry, state: State) -> State:
        self.tree.add(entry)
        self.state = state
        self.states[entry.seq] = state
        self.entries[entry.seq] = entry
        self._trim()
        if entry.kind == "rewind":
            self._live.clear()
        return state

    def _trim(self) -> None:
        if len(self.states) > 2 * self._kept:
            oldest = self.state.seq - self._kept
            self.states = {seq: state for seq, state in self.states.items() if seq >= oldest}
            self.entries = {seq: entry for seq, entry in self.entries.items() if seq >= oldest}

    def _entry(
        self, intent: Intent, kind: Kind, events: tuple[Event, ...], because: tuple[int, ...] = (), **more: Any
    ) -> AnyEntry:
        """The next entry, with the timeline moved on to it."""
        more.setdefault("parent", self.state.table.cursor)
        entry: AnyEntry = Entry(
            seq=self.state.seq + 1, kind=kind, at=intent.at, by=intent.by, id=intent.id, digest=intent.digest,
            command=intent.body, events=events, because=because or (-1,) * len(events), **more,
        )  # fmt: skip
        rewound = self.states[entry.parent].game if kind == "rewind" else None
        self._advance(entry, fold(self.state, entry, rewound))
        return entry

    @property
    def dice(self) -> Dice:
        """The dice, with the salts that were added so far."""
        salts = self.state.table.salts
        if self._dice is None or self._dice[0] is not salts:
            self._dice = (salts, self._make_dice(salts))
        return self._dice[1]

    # ------------------------------------------------------------------------------------------ who may do what

    def _may(self, intent: Intent, action: Action, again: Again = FIRST) -> None:
        table = as_then(self.state, again.then).table
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

    def _command(
        self, intent: Intent, action: Action, command: Command, *, agreed: bool = False, again: Again = FIRST
    ) -> AnyEntry:
        bound = intent.role == "player" and not action.together
        units = units_of(command)
        seen = self._seen(intent) if again is FIRST else self.state
        if action.together and not agreed:
            ctx = Context(self.rules, seen, by=intent.by, role=intent.role)
            if proposed := votes.together(ctx, intent, action, command):
                return self._entry(intent, "table", (proposed,))
        if seen is not self.state:
            self._foresee(intent, action, command, seen, units if bound else None)
        with veiled(seen is not self.state):
            if bound:
                in_turn(self.state.game)
            at = as_then(self.state, again.then)
            ctx = Context(self.rules, at, by=intent.by, role=intent.role, dice=self.dice, root=self.state.seq + 1)
            resolution = start(ctx, action, command, kept=again.kept)
            if bound:
                not_awaited(self.state.game, units | touched(ctx.made))
            return self._resolved(intent, "game", ctx, resolution, units, again)

    def _seen(self, intent: Intent) -> State:
        """The state as this seat may know it; the very same where nothing is hidden from it."""
        return known(self.state, audience_of(self.state.game, intent.by, intent.role))

    def _foresee(self, intent: Intent, action: Action, command: Command, seen: State, bound: set[str] | None) -> None:
        """Refuse a command for what its sender knows, in the words of a game that has nothing else in it."""
        if bound is not None:
            in_turn(seen.game)
        with named(self.rules.owner[action.name]):
            if action.check is not None:
                action.check(Context(self.rules, seen, by=intent.by, role=intent.role), command)
        if bound is not None:
            not_awaited(seen.game, bound)

    def _resolved(
        self, intent: Intent, kind: Kind, ctx: Context, resolution: Resolution | None, units: Iterable[str],
        again: Again,
    ) -> AnyEntry:  # fmt: skip
        """The entry of what a rule has done, and the rule kept where it waits."""
        ask(resolution, self.state.seq + 1, tuple(sorted(units)))
        entry = self._entry(intent, kind, *ctx.take(), root=ctx.root, replays=again.replays, kept=again.kept)
        self._live.pop(ctx.root, None)
        if resolution is not None and self._keep_live:
            self._live[ctx.root] = resolution
        self._live = {root: live for root, live in self._live.items() if str(root) in self.state.game.open}
        return entry

    # ------------------------------------------------------------------------------------------ answers

    def _answer(self, intent: Intent, command: Answer) -> AnyEntry:
        seen = self._seen(intent)
        if seen is not self.state:
            votes.may_answer(seen, intent, command)
            answers.accept(seen, intent.by, command)
            audience = audience_of(self.state.game, intent.by, intent.role)
            command = replace(command, part=real_number(self.state.game, audience, command.root, command.part))
        with veiled(seen is not self.state):
            proposed = votes.may_answer(self.state, intent, command)
            if proposed is not None:
                return self._entry(intent, "table", (proposed,))
            return self._take_answer(intent, command)

    def _take_answer(self, intent: Intent, command: Answer, again: Again = FIRST) -> AnyEntry:
        asked, _part = answers.part_of(self.state.game, command)
        event = answers.accept(self.state, intent.by, command)
        if len(asked.answers) + 1 < len(asked.parts):
            return self._entry(intent, "answer", (event,), root=command.root, replays=again.replays)
        # Whatever happens now, this generator cannot be sent the same answer twice.
        resolution = self._live.pop(asked.root, None) or self._thaw(asked)
        ctx = resolution.ctx
        ctx.set(as_then(self.state, again.then))
        waiting = resume(resolution, self._root_action(asked.root), asked, event)
        return self._resolved(intent, "answer", ctx, waiting, asked.units, again)

    # ------------------------------------------------------------------------------------------ waiting rules, again

    def _root_action(self, root: int) -> Action:
        return self.rules.parse(self.entries[root].command)[0]

    def _thaw(self, asked: Open) -> Resolution:
        own = self.tree.own(asked.root, self.state.table.cursor)
        before = {seq - 1: as_then(self.states[seq - 1], self.then(seq)) for seq in own}
        return thaw(self.rules, self.dice, [self.entries[seq] for seq in own], before)

    def then(self, seq: int) -> State | None:
        """For what was played again after a correction: the state at whose table it was played first."""
        return self.state_then(seq) if self.tree[seq].replays else None

    def state_then(self, seq: int) -> State:
        """The state before an entry was played for the very first time."""
        return self.states[self.tree.origin(seq) - 1]

    def needs(self, own: Iterable[int]) -> set[int]:
        """The seqs whose state or entry it takes to run these entries again."""
        return {need for seq in own for need in (seq, seq - 1, self.tree.origin(seq) - 1)}

    def _thaw_needs(self, command: Command) -> set[int]:
        proposal = self.state.table.proposal
        root = command.root if isinstance(command, Answer) else 0
        if isinstance(command, Agree) and proposal is not None and proposal.kind == "answer":
            root = proposal.to
        if str(root) not in self.state.game.open:
            return set()
        own = self.tree.own(root, self.state.table.cursor)
        return {root} if root in self._live else self.needs(own)

    # ------------------------------------------------------------------------------------------ the table, and rewinds

    def _table(self, intent: Intent, action: Action, command: Command) -> AnyEntry:
        ctx = Context(self.rules, self.state, by=intent.by, role=intent.role)
        with named(self.rules.owner[action.name]):
            if action.check is not None:
                action.check(ctx, command)
            for event in action.run(ctx, command):
                assert isinstance(event, Event)
                ctx.record(event, -1)
        return self._entry(intent, "table", *ctx.take())

    def _rewind(self, intent: Intent, command: Command) -> AnyEntry:
        seen = self._seen(intent)
        if isinstance(command, Rewind) and command.unit in self.state.game.units.keys() - seen.game.units.keys():
            raise rewinds.never_began(f"A turn of {command.unit!r}")
        verdict = correcting.decide(self, intent, command)
        if isinstance(verdict, votes.Go):
            return self._go(intent, verdict.event, verdict.entries)
        if isinstance(verdict, Event):
            return self._entry(intent, "table", (verdict,))
        # What was agreed upon is an answer or a command; it becomes the entry that it would have been without a vote.
        agreed = replace(intent, body=verdict.body)
        action, asked_for = self.rules.parse(verdict.body)
        if isinstance(asked_for, Answer):
            with veiled(seen is not self.state):
                return self._take_answer(agreed, asked_for)
        return self._command(agreed, action, asked_for, agreed=True)

    def _go(self, intent: Intent, event: Rewound, entries: tuple[AnyEntry, ...]) -> AnyEntry:
        """The entry of a rewind; for a correction also those that are played again after it."""
        entry = self._entry(intent, "rewind", (event,), parent=event.to)
        for again in entries:
            self._advance(again, fold(self.state, again))
        return entry

    def back(self, intent: Intent, event: Rewound) -> None:
        """Go where a rewind goes: on a copy, to play on from there."""
        self._go(intent, event, ())
