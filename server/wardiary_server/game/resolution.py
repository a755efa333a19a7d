"""A command under way: its rule from its start to its last answer, alive, or run again from the log.

start   ->  waits: what it asks lies in the state, the generator beside it
resume  ->  the answer that completes the question lets it go on, until it waits again or is over
thaw    ->  where the generator is gone, the rule runs again along the events that the log has for it
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from . import answers
from .entry import AnyEntry
from .event import Event
from .events import Answered, Asked, Resolved, awaited
from .resolver import Context, Dice, Diverged, Run, Script, drive, forward, named, waits
from .rulebook import Action, Command, Refused, Rule, Rules
from .state import Game, Open, Part, State


class Resolution(NamedTuple):
    """A rule that waits, alive: its context, its generator, and all the parts of its question."""

    ctx: Context
    run: Run
    parts: tuple[Part, ...]


class Again(NamedTuple):
    """What is played again after a correction.

    In place of which entry, at the table of which state, and whether it counts against the rules.
    """

    replays: int = 0
    then: State | None = None
    kept: bool = False


FIRST = Again()
"""What is played for the first time."""


def start(ctx: Context, action: Action, command: Command, *, kept: bool = False) -> Resolution | None:
    """Check a command and run its rule until it waits, or is over (None). Raises `Refused`.

    With `kept` it counts against the rules: nothing is checked.
    """
    with named(ctx.rules.owner[action.name]):
        if action.check is not None and not kept:
            action.check(ctx, command)
        run = drive(ctx, whole(ctx, action, command))
        parts = forward(run, ctx, None)
    return Resolution(ctx, run, parts) if parts is not None else None


def whole(ctx: Context, action: Action, command: Command) -> Rule[None]:
    """A command's rule, and what every command is followed by."""
    yield from action.run(ctx, command)
    ctx.quiet = False
    for book in ctx.active.rulebooks:
        if book.after is not None:
            with named(book.name):
                yield from book.after(ctx)


def resume(resolution: Resolution, action: Action, asked: Open, event: Answered) -> Resolution | None:
    """Record the answer that completes a question, and let the rule go on until it waits again, or is over (None)."""
    ctx, run, parts = resolution
    ctx.record(event, -1)
    ctx.record(Resolved(root=asked.root), -1)
    given = {**asked.answers, str(event.part): event.value}
    with named(ctx.rules.owner[action.name]):
        more = forward(run, ctx, answers.in_full(asked, parts, given))
    return Resolution(ctx, run, more) if more is not None else None


def ask(resolution: Resolution | None, opened: int, units: tuple[str, ...]) -> None:
    """Where a rule waits, its question is the last event of its entry, which is `opened`.

    It holds the parts that people must answer. The server's own rolls are made once these are.
    """
    if resolution is not None:
        ctx = resolution.ctx
        parts = tuple(part for part in resolution.parts if waits(ctx, part))
        ctx.record(Asked(root=ctx.root, opened=opened, units=units, parts=parts), -1)


# ---------------------------------------------------------------------------------------------- run again


def thaw(rules: Rules, dice: Dice, entries: Sequence[AnyEntry], states: Mapping[int, State]) -> Resolution:
    """A waiting rule again, from the entries of its resolution: the command's, and the answers' on the path.

    `states` holds the state before each of them, everybody else's entries folded, by the seq of the entry before.
    Raises `Refused`: `diverged`.
    """
    root = entries[0].seq
    try:
        return _run_again(rules, dice, entries, states)
    except (Diverged, Refused) as error:
        raise Refused(
            "diverged",
            f"The rules have changed since entry {root} was asked, so its question cannot go on ({error}). "
            "Rewind to before it.",
        ) from None


def _run_again(rules: Rules, dice: Dice, entries: Sequence[AnyEntry], states: Mapping[int, State]) -> Resolution:
    first, before = entries[0], states[entries[0].seq - 1]
    action, command = rules.parse(first.command)
    role = role_of(before.game, first.by)
    ctx = Context(rules, before, by=first.by, role=role, dice=dice, root=first.seq)
    ctx.script = Script(first.events)
    resolution = start(ctx, action, command, kept=first.kept)
    _same_end(ctx, resolution, first, command)
    for entry in entries[1:]:
        if len(entry.events) > 1:  # else one part of several: the rule did not go on
            resolution = _step_again(resolution, action, entry, states[entry.seq - 1])
            _same_end(ctx, resolution, entry, command)
    if resolution is None:
        raise Diverged("it asks nothing now")
    ctx.script = None
    ctx.take()
    return resolution


def _step_again(resolution: Resolution | None, action: Action, entry: AnyEntry, before: State) -> Resolution | None:
    if resolution is None:
        raise Diverged("it asks nothing now")
    ctx, event = resolution.ctx, entry.events[0]
    assert isinstance(event, Answered)
    ctx.take()
    ctx.set(before)
    ctx.script = Script(entry.events)
    return resume(resolution, action, before.game.open[str(ctx.root)], event)


def _same_end(ctx: Context, resolution: Resolution | None, entry: AnyEntry, command: Command) -> None:
    ask(resolution, entry.seq, tuple(sorted(units_of(command))))
    if ctx.script is not None and not ctx.script.done:
        raise Diverged(f"entry {entry.seq} has more events than it makes now")


def as_then(state: State, then: State | None) -> State:
    """The state as rules saw it at an earlier table: who sat there, how they rolled, and which rulebooks counted.

    What is played again after a correction is played so. Without `then` it is the state itself.
    """
    if then is None:
        return state
    table = then.table
    return replace(
        state, table=replace(state.table, held=table.held, dice=table.dice, suspended=table.suspended)
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------- whom it is about


def role_of(game: Game, seat: str) -> str:
    """The role of a seat in this game; no seat's is the operator's."""
    known = game.seats.get(seat)
    return known.role if known is not None else "operator"


def units_of(command: Command) -> set[str]:
    """The units that a command names."""
    found = (getattr(command, name, "") for name in ("unit", "target"))
    return {unit for unit in found if isinstance(unit, str) and unit}


def touched(events: Iterable[Event]) -> set[str]:
    """The units that events change."""
    found = (getattr(event, name, "") for event in events for name in ("unit", "target"))
    return {unit for unit in found if unit}


# ---------------------------------------------------------------------------------------------- what holds players up


def in_turn(game: Game) -> None:
    """Whether players may command anything now. Raises `Refused`: `round_ending`, `over`."""
    if game.clock.phase == "ending":
        raise Refused("round_ending", "The round is ending: answer what is asked first.")
    if game.clock.phase == "over":
        raise Refused("over", "The game is over. It can still be taken back, by an undo.")


def not_awaited(game: Game, units: set[str]) -> None:
    """Raises `Refused` where an open question names one of these units: `awaiting`."""
    if game.open and (both := sorted(units & awaited(game))):
        names = ", ".join(game.units[unit].name for unit in both)
        raise Refused("awaiting", f"{names}: something is still to be answered for that. It comes first.")
