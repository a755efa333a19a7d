"""Where undo, redo, retype and rewind go.

All four move the cursor to a node of the tree (D67) and push the one they left, so that all can be redone. Nothing is
deleted, and nothing runs: the game part is what it was there. Who has to agree is in `votes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .commands import Agree, Redo, Retype, Rewind, Undo
from .known import is_open
from .rulebook import Command, Refused
from .state import State
from .table_events import Rewound

if TYPE_CHECKING:
    from .timeline import Timeline


class Plan(NamedTuple):
    """Where a rewind would go, what it is called, and what can be redone after it.

    `entries` are those that an undo takes back, or that a redo brings back where it goes straight on.
    """

    how: str
    to: int
    redo: tuple[int, ...]
    text: str
    entries: tuple[int, ...] = ()


def needs(line: Timeline, command: Command) -> tuple[int, ...]:
    """The seqs whose state the rewind goes to, so that the room can bring it."""
    proposal = line.state.table.proposal
    try:
        if isinstance(command, Agree):
            moves = proposal is not None and proposal.kind in ("undo", "redo", "retype", "rewind")
            return (proposal.to,) if proposal is not None and moves else ()
        if isinstance(command, Undo | Redo | Retype | Rewind):
            return (plan_of(line, command).to,)
    except Refused:
        pass
    return ()


def plan_of(line: Timeline, command: Command) -> Plan:
    """Where this command would take the game. Raises `Refused` where there is nothing to go to."""
    if isinstance(command, Undo):
        return plan_undo(line)
    if isinstance(command, Redo):
        return plan_redo(line)
    if isinstance(command, Retype):
        return plan_retype(line, command.answer)
    assert isinstance(command, Rewind)
    return plan_rewind(line, command)


def plan_undo(line: Timeline) -> Plan:
    """To before the newest command, with everything it triggered and every answer."""
    cursor = line.state.table.cursor
    if correction := line.tree[cursor].correction:
        return plan_uncorrect(line, correction)
    root = line.tree.newest_command(cursor)
    if root <= 1:
        raise Refused("nothing_to_undo", "There is nothing left to undo.")
    entries = line.tree.between(line.tree[root].parent, cursor)
    older = sorted({line.tree[e].root for e in entries} - {root})
    text = called(line, root)
    if older:
        text += f", and answers given since to entry {', '.join(map(str, older))}"
    return Plan("undo", line.tree[root].parent, (*line.state.table.redo, cursor), text, entries)


def plan_uncorrect(line: Timeline, correction: int) -> Plan:
    """To where a correction came from, which is the entry `correction`: all of it is taken back."""
    cursor, entry = line.state.table.cursor, line.entries.get(correction)
    event = entry.events[0] if entry is not None else None
    what = f", {event.text}" if isinstance(event, Rewound) else ""
    text = f"the correction of entry {correction}{what}"
    return Plan("undo", line.tree[correction - 1].cursor, (*line.state.table.redo, cursor), text)


def plan_redo(line: Timeline) -> Plan:
    """Back along the stack that undo filled."""
    table = line.state.table
    if not table.redo:
        raise Refused("nothing_to_redo", "There is nothing to redo.")
    to = table.redo[-1]
    text = f"up to {called(line, line.tree[to].root)}"
    return Plan("redo", to, table.redo[:-1], text, line.tree.between(table.cursor, to))


def called(line: Timeline, root: int) -> str:
    """What people call a command: whose it was, what it was, and its entry; the entry alone where it is long ago."""
    entry = line.entries.get(root)
    word = str(entry.command.get("do", "")).replace("_", " ") if entry is not None else ""
    if entry is None or not word:
        return f"what began at entry {root}"
    names = [str(entry.command.get(field, "")) for field in ("unit", "target", "marker", "area", "objective")]
    states = (line.state, line.states.get(root - 1, line.state))
    if not all(is_open(state.game, *names) for state in states):
        return f"what began at entry {root}"  # everybody reads it, and not everybody may know what it was
    unit = line.state.game.units.get(str(entry.command.get("unit", "")))
    return f"{unit.name}'s {word} (entry {root})" if unit is not None else f"{word} (entry {root})"


def plan_retype(line: Timeline, answer: int) -> Plan:
    """To just before one answer, which is asked again."""
    cursor = line.state.table.cursor
    if answer > len(line.tree) or line.tree[answer].kind != "answer":
        raise Refused("no_such_entry", f"Entry {answer} is no answer that could be given again.")
    if answer not in line.tree.up(cursor):
        raise Refused("no_such_entry", f"Entry {answer} does not count at the moment.")
    redo = (*line.state.table.redo, cursor)
    return Plan("retype", line.tree[answer].parent, redo, f"entry {answer} and all since")


def plan_rewind(line: Timeline, command: Rewind) -> Plan:
    """To any moment that there ever was: after an entry, or on this path where a round or a unit's turn began."""
    cursor = line.state.table.cursor
    to, text = place_of(line, command)
    if line.tree[to].cursor == cursor:
        raise Refused("already_there", f"The game stands {text} already.")
    return Plan("rewind", line.tree[to].cursor, (*line.state.table.redo, cursor), f"to {text}")


def place_of(line: Timeline, command: Rewind) -> tuple[int, str]:
    """The entry that a rewind names, and that place in words. Raises `Refused`: `malformed`, `no_such_entry`."""
    if [bool(command.to), bool(command.round), bool(command.unit)].count(True) != 1:
        raise Refused("malformed", "Say where to rewind to, one of: `to` (an entry), `round`, `unit` (its turn).")
    if command.to:
        if command.to > len(line.tree):
            raise Refused("no_such_entry", f"There is no entry {command.to}.")
        return command.to, f"where it stood after entry {command.to}"
    mark = f"round {command.round}" if command.round else f"turn {command.unit}"
    node = line.tree.began(mark, line.state.table.cursor)
    if not node:
        raise never_began(f"Round {command.round}" if command.round else f"A turn of {command.unit!r}")
    if command.round:
        return node, f"where round {command.round} began"
    known = line.state.game.units.get(command.unit)
    if known is not None and known.hidden:
        return line.tree[node].parent, f"where it stood after entry {line.tree[node].parent}"
    return line.tree[node].parent, f"where {known.name if known else command.unit}'s turn had not begun"


def never_began(what: str) -> Refused:
    """Why there is no going back to something that never was."""
    return Refused("no_such_entry", f"{what} has not begun in this game's past.")


def rewound(state: State, plan: Plan, by: str) -> Rewound:
    """The event of a rewind."""
    return Rewound(how=plan.how, to=plan.to, line=state.table.line + 1, redo=plan.redo, seat=by, text=plan.text)
