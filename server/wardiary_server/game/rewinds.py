"""Undo, redo, retype, rewind, and the votes about them.

All four move the cursor to a node of the tree and push the one they left, so that all can be redone. What differs is
where they go, and who has to agree:

    agreed    (the default) your own last command alone, if it neither rolled nor revealed anything and nobody has
              acted since; else every other seated player, or the referee, has to agree
    referee   the referee alone
    free      anyone, at once

A proposal names the node it starts from. It lapses when the cursor moves, so two people who press at once undo once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from . import answers
from .commands import Agree, Answer, Disagree, Redo, Retype, Rewind, Undo, Withdraw
from .event import Event
from .rulebook import Command, Refused
from .state import Proposal, State
from .table_events import Agreed, ProposalEnded, Proposed, Rewound

if TYPE_CHECKING:
    from .timeline import Intent, Timeline


class Go(NamedTuple):
    """The rewind is agreed: this is its event."""

    event: Rewound


class Plan(NamedTuple):
    """Where a rewind would go, what it is called, what can be redone after it, and the entries that come or go."""

    how: str
    to: int
    redo: tuple[int, ...]
    text: str
    entries: tuple[int, ...]


def decide(line: Timeline, intent: Intent, command: Command) -> Go | Event | Answer:
    """A rewind, an event of the table (a proposal, a vote), or the answer that was agreed upon. Raises `Refused`."""
    state = line.state
    node = getattr(command, "node", 0)
    if node != state.table.cursor:
        raise Refused("moved_on", "The game has moved on since you saw it: look again.")
    if isinstance(command, Agree):
        return agree(line, intent)
    if isinstance(command, Disagree | Withdraw):
        return end(state, intent, command)
    plan = plan_of(line, command)
    if not consent(line, intent, plan):
        return Go(rewound(state, plan, intent.by))
    return propose(line, intent, plan)


def needs(line: Timeline, command: Command) -> tuple[int, ...]:
    """The seqs whose state the rewind goes to, so that the room can bring it."""
    proposal = line.state.table.proposal
    try:
        if isinstance(command, Agree):
            if proposal is None or proposal.kind == "answer":
                return ()
            return (proposal.to,)
        if isinstance(command, Undo | Redo | Retype | Rewind):
            return (plan_of(line, command).to,)
    except Refused:
        pass
    return ()


# ---------------------------------------------------------------------------------------------- where it goes


def plan_of(line: Timeline, command: Command) -> Plan:
    """Where this command would take the game. Raises `Refused` where there is nothing to go to."""
    if isinstance(command, Undo):
        return plan_undo(line)
    if isinstance(command, Redo):
        return plan_redo(line)
    if isinstance(command, Retype):
        return plan_retype(line, command.answer)
    assert isinstance(command, Rewind)
    return plan_rewind(line, command.to)


def plan_undo(line: Timeline) -> Plan:
    """To before the newest command, with everything it triggered and every answer."""
    cursor = line.state.table.cursor
    root = line.tree.newest_command(cursor)
    if root <= 1:
        raise Refused("nothing_to_undo", "There is nothing left to undo.")
    entries = line.tree.between(line.tree[root].parent, cursor)
    older = sorted({line.tree[e].root for e in entries} - {root})
    text = f"what began at entry {root}"
    if older:
        text += f", and answers given since to entry {', '.join(map(str, older))}"
    return Plan("undo", line.tree[root].parent, (*line.state.table.redo, cursor), text, entries)


def plan_redo(line: Timeline) -> Plan:
    """Back along the stack that undo filled."""
    table = line.state.table
    if not table.redo:
        raise Refused("nothing_to_redo", "There is nothing to redo.")
    to = table.redo[-1]
    entries = line.tree.between(table.cursor, to)
    return Plan("redo", to, table.redo[:-1], f"up to entry {to} again", entries or (0,))


def plan_retype(line: Timeline, answer: int) -> Plan:
    """To just before one answer, which is asked again."""
    cursor = line.state.table.cursor
    if answer > len(line.tree) or line.tree[answer].kind != "answer":
        raise Refused("no_such_entry", f"Entry {answer} is no answer that could be given again.")
    parent = line.tree[answer].parent
    entries = line.tree.between(parent, cursor)
    if answer not in entries:
        raise Refused("no_such_entry", f"Entry {answer} does not count at the moment.")
    return Plan("retype", parent, (*line.state.table.redo, cursor), f"entry {answer} and all since", entries)


def plan_rewind(line: Timeline, to: int) -> Plan:
    """To any moment that there ever was."""
    cursor = line.state.table.cursor
    if not 1 <= to <= len(line.tree):
        raise Refused("no_such_entry", f"There is no entry {to}.")
    node = line.tree[to].cursor
    if node == cursor:
        raise Refused("already_there", f"The game stands where it stood after entry {to}.")
    entries = line.tree.between(node, cursor) or line.tree.between(cursor, node) or (0,)
    return Plan("rewind", node, (*line.state.table.redo, cursor), f"to where it stood after entry {to}", entries)


def rewound(state: State, plan: Plan, by: str) -> Rewound:
    """The event of a rewind."""
    return Rewound(how=plan.how, to=plan.to, line=state.table.line + 1, redo=plan.redo, seat=by, text=plan.text)


# ---------------------------------------------------------------------------------------------- who has to agree


def consent(line: Timeline, intent: Intent, plan: Plan) -> tuple[str, ...]:
    """The seats that still have to agree to a rewind; none where it may go at once."""
    policy = line.state.game.options.get("frame.undo", "agreed")
    if intent.role in ("referee", "operator") or policy == "free":
        return ()
    if policy == "referee":
        referees = tuple(
            s.id for s in line.state.game.seats.values() if s.role == "referee" and s.id in line.state.table.held
        )
        if referees:
            return referees
    elif plan.how in ("undo", "redo") and alone(line, intent.by, plan):
        return ()
    return answers.others(line.state, intent.by, intent.away)


def alone(line: Timeline, seat: str, plan: Plan) -> bool:
    """Whether nothing comes or goes but one plain command of this seat."""
    nodes = [line.tree[e] for e in plan.entries]
    return 0 not in plan.entries and len({n.root for n in nodes}) == 1 and all(n.by == seat and n.plain for n in nodes)


def propose(line: Timeline, intent: Intent, plan: Plan) -> Proposed:
    """Ask the others. A seat's new proposal takes the place of its own; somebody else's comes first."""
    current = line.state.table.proposal
    if current is not None and current.by != intent.by:
        raise Refused("proposal_open", f"There is a proposal already: {current.text}. Answer that first.")
    text = {"undo": "take back ", "redo": "go on ", "retype": "take back ", "rewind": "go "}[plan.how] + plan.text
    kind = plan.how
    assert kind in ("undo", "redo", "retype", "rewind")
    return Proposed(
        Proposal(kind=kind, by=intent.by, to=plan.to, node=line.state.table.cursor, text=text, yes=(intent.by,))  # type: ignore[arg-type]
    )


def agree(line: Timeline, intent: Intent) -> Go | Event | Answer:
    """One vote. The last one is the rewind itself, or the answer."""
    state = line.state
    proposal = open_proposal(state)
    if intent.by in proposal.yes:
        raise Refused("already_agreed", "You have agreed to that already.")
    missing = set(answers.others(state, intent.by, intent.away)) - set(proposal.yes)
    if missing and intent.role not in ("referee", "operator"):
        return Agreed(seat=intent.by)
    if proposal.kind == "answer":
        return answers.proposed(proposal)
    table = state.table
    redo = table.redo[:-1] if proposal.kind == "redo" else (*table.redo, table.cursor)
    plan = Plan(proposal.kind, proposal.to, redo, proposal.text, ())
    return Go(rewound(state, plan, intent.by))


def end(state: State, intent: Intent, command: Disagree | Withdraw) -> ProposalEnded:
    """A proposal is refused, or taken back by the one who made it."""
    proposal = open_proposal(state)
    if isinstance(command, Withdraw):
        if proposal.by != intent.by:
            raise Refused("not_yours", "Only the one who made a proposal can take it back.")
        return ProposalEnded(seat=intent.by, how="withdrawn", text=proposal.text)
    return ProposalEnded(seat=intent.by, how="refused", text=proposal.text)


def open_proposal(state: State) -> Proposal:
    """The proposal that is open. Raises `Refused`: `no_proposal`."""
    proposal = state.table.proposal
    if proposal is None:
        raise Refused("no_proposal", "Nothing is proposed at the moment.")
    return proposal
