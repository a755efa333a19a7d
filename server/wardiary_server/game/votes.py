"""Who may undo, answer for somebody else, or end a round without a referee (D68, D69); and what the others
say to it.

    agreed    (the default) your own last command alone, if it neither rolled nor revealed anything and nobody has
              acted since; else every other seated player has to agree, or the referee says so
    referee   the referee alone
    free      anyone, at once

A seat that has been away for a minute does not count. A proposal names the node it starts from, and lapses when the
cursor moves; whoever asks for the very same thing agrees to it. So two people who press at once undo once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from . import answers, rewinds
from .commands import Agree, Answer, Disagree, Withdraw
from .entry import AnyEntry
from .event import Event
from .events import part_text
from .known import is_open
from .resolver import Context
from .rewinds import Plan
from .rulebook import Action, Command, Refused
from .state import Proposal, State
from .table_events import Agreed, ProposalEnded, Proposed, Rewound

if TYPE_CHECKING:
    from .timeline import Intent, Timeline

WORDS = {"undo": "take back ", "redo": "go on ", "retype": "take back ", "rewind": "go ", "correct": "correct "}
"""How a proposal of each kind begins; what a rewind does comes after it."""


class Go(NamedTuple):
    """The rewind is agreed: this is its event. Of a correction, `entries` are those that it plays again."""

    event: Rewound
    entries: tuple[AnyEntry, ...] = ()


class Count(NamedTuple):
    """The correction that is prepared is agreed."""


class Do(NamedTuple):
    """A command or an answer is agreed: this is its body."""

    body: Mapping[str, Any]


def not_moved(state: State, command: Command) -> None:
    """Raises `Refused`: `moved_on` where the sender believes that the game stands elsewhere."""
    if getattr(command, "node", 0) != state.table.cursor:
        raise Refused("moved_on", "The game has moved on since you saw it: look again.")


def decide(line: Timeline, intent: Intent, command: Command) -> Go | Do | Count | Event:
    """A rewind, what was agreed upon, or an event of the table (a proposal, a vote). Raises `Refused`."""
    state = line.state
    not_moved(state, command)
    if isinstance(command, Agree):
        return agree(line, intent)
    if isinstance(command, Disagree | Withdraw):
        return end(state, intent, command)
    plan = rewinds.plan_of(line, command)
    needed = () if alone(line, intent, plan) else whose_word(state, intent, plan.how)
    said = voice(state, intent.by, plan.how, plan.to, WORDS[plan.how] + plan.text, needed)
    return said or Go(rewinds.rewound(state, plan, intent.by))


# ---------------------------------------------------------------------------------------------- who has to agree


def whose_word(state: State, intent: Intent, kind: str) -> tuple[str, ...]:
    """The seats that have to agree besides this one; none where it may go ahead."""
    if intent.role in ("referee", "operator"):
        return ()
    policy = state.game.options.get("frame.undo", "agreed") if kind in WORDS else "agreed"
    if policy == "free":
        return ()
    seated = referees(state, frozenset())
    return seated if policy == "referee" and seated else others(state, intent.by, intent.away)


def alone(line: Timeline, intent: Intent, plan: Plan) -> bool:
    """Whether nothing comes or goes but one plain command of this seat, so that nobody has to be asked."""
    policy = line.state.game.options.get("frame.undo", "agreed")
    if policy != "agreed" or plan.how not in ("undo", "redo") or not plan.entries:
        return False
    nodes = [line.tree[entry] for entry in plan.entries]
    return len({node.root for node in nodes}) == 1 and all(node.by == intent.by and node.plain for node in nodes)


def others(state: State, by: str, away: frozenset[str]) -> tuple[str, ...]:
    """The other seated players whose word counts: those who are not away."""
    return tuple(
        seat.id
        for seat in state.game.seats.values()
        if seat.role == "player" and seat.id in state.table.held and seat.id != by and seat.id not in away
    )


def referees(state: State, away: frozenset[str]) -> tuple[str, ...]:
    """The referees at the table who can be asked."""
    seats = state.game.seats.values()
    return tuple(s.id for s in seats if s.role == "referee" and s.id in state.table.held and s.id not in away)


# ---------------------------------------------------------------------------------------------- proposals


def voice(
    state: State, by: str, kind: Any, to: int, text: str, needed: tuple[str, ...], body: bytes = b""
) -> Proposed | Agreed | None:
    """Ask those whose word is needed, or agree to the very same thing; nothing where nobody's word is missing.

    A seat's new proposal takes the place of its own; somebody else's comes first. Raises `Refused`: `proposal_open`,
    `already_agreed`.
    """
    current = state.table.proposal
    if current is not None and (current.kind, current.to, current.body) == (kind, to, body):
        return seconded(current, by, needed)
    if not needed:
        return None
    if current is not None and current.by != by:
        raise Refused("proposal_open", f"There is a proposal already: {current.text}. Answer that first.")
    return Proposed(Proposal(kind=kind, by=by, to=to, node=state.table.cursor, text=text, yes=(by,), body=body))


def seconded(proposal: Proposal, by: str, needed: tuple[str, ...]) -> Agreed | None:
    """One more agrees; nothing where that was the last who had to. Raises `Refused`: `already_agreed`."""
    if not set(needed) - set(proposal.yes):
        return None
    if by in proposal.yes:
        raise Refused("already_agreed", "You have agreed to that already; others have not yet.")
    return Agreed(seat=by)


def agree(line: Timeline, intent: Intent) -> Go | Do | Count | Agreed:
    """One vote. The last one is the rewind itself, the correction, or the answer or command."""
    state = line.state
    proposal = open_proposal(state)
    said = seconded(proposal, intent.by, whose_word(state, intent, proposal.kind))
    if said is not None:
        return said
    if proposal.kind == "correct":
        return Count()
    if proposal.kind not in WORDS:
        return Do(msgspec.msgpack.decode(proposal.body))
    redo = state.table.redo[:-1] if proposal.kind == "redo" else (*state.table.redo, state.table.cursor)
    text = proposal.text.removeprefix(WORDS[proposal.kind])
    return Go(rewinds.rewound(state, Plan(proposal.kind, proposal.to, redo, text, ()), intent.by))


def end(state: State, intent: Intent, command: Disagree | Withdraw) -> ProposalEnded:
    """A proposal is refused, or taken back by the one who made it. Raises `Refused`: `no_proposal`, `not_yours`."""
    proposal = open_proposal(state)
    if isinstance(command, Withdraw) and proposal.by != intent.by:
        raise Refused("not_yours", "Only the one who made a proposal can take it back.")
    how = "withdrawn" if proposal.by == intent.by else "refused"
    return ProposalEnded(seat=intent.by, how=how, text=proposal.text)


def open_proposal(state: State) -> Proposal:
    """The proposal that is open. Raises `Refused`: `no_proposal`."""
    proposal = state.table.proposal
    if proposal is None:
        raise Refused("no_proposal", "Nothing is proposed at the moment.")
    return proposal


# ---------------------------------------------------------------------------------------------- without a referee


def may_answer(state: State, intent: Intent, command: Answer) -> Proposed | Agreed | None:
    """Nothing where this seat may answer, or what it says instead.

    The referee answers for anyone. Without one, the others may for a seat that has been away for a minute, if all of
    them agree. Raises `Refused`: `stale_request`, `not_yours`, `bad_answer`, `proposal_open`, `already_agreed`.
    """
    _asked, part = answers.part_of(state.game, command)
    if part.seat in ("", intent.by) or intent.role in ("referee", "operator"):
        return None
    seat = state.game.seats.get(part.seat)
    name = seat.name if seat else part.seat
    if part.seat in state.table.held and part.seat not in intent.away:
        later = "; others can, once they have been away for a minute"
        rest = ", or for the referee" if referees(state, intent.away) else later
        raise Refused("not_yours", f"That is for {name} to answer{rest}.")
    if referees(state, intent.away):
        raise Refused("not_yours", f"{name} is away: the referee can answer for them.")
    answers.accept(state, intent.by, command)
    needed = others(state, intent.by, intent.away | {part.seat})
    what = f" ({part_text(state.game, part)})" if is_open(state.game, part.unit, part.target) else ""
    text = f"answer for {name}{what}"  # everybody reads it
    return voice(state, intent.by, "answer", command.root, text, needed, msgspec.msgpack.encode(command))


def together(ctx: Context, intent: Intent, action: Action, command: Command) -> Proposed | Agreed | None:
    """Nothing where a command that players may only give together may go ahead, or what this one says to it.

    It takes the place of a referee, so it is for a table without one. Raises `Refused`: `not_allowed`, and what the
    command's own check does.
    """
    if intent.role != "player" or action.together is None:
        return None
    if referees(ctx.state, intent.away):
        raise Refused("not_allowed", f"There is a referee at the table: {action.name} is for them.")
    if action.check is not None:
        action.check(ctx, command)
    needed = others(ctx.state, intent.by, intent.away)
    body = msgspec.msgpack.encode(command)
    return voice(ctx.state, intent.by, action.name, 0, action.together(command), needed, body)
