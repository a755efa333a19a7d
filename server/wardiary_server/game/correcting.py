"""A mistake found late is put right: who says what should have been, who has to agree, and when it counts.

    correct   one step: what should stand in place of an entry; everything since is worked out again (`replaying`)
    accept    it counts: one batch of entries, a rewind to before the mistake and all that is played again after it
    withdraw  nothing of it is left but the notes in the log; so does `disagree`, by anyone else at the table

The steps are entries of the table, so everybody sees what is prepared, what would differ and what waits for a
decision. What was worked out stays when play goes on meanwhile, but has to be worked out anew before it can be
accepted; any rewind ends it. What is no longer legal is the referee's to decide; without one whoever prepares the
correction decides, and the others agree to the whole. Where it would show what nobody has seen, they are asked before
(`replaying`): it is no way to find out how dice would fall. Where anything is hidden from
anybody, a correction is the referee's alone, and nobody else is told of it before it counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from . import answers, replaying, votes
from .commands import Accept, Agree, Answer, Correct, Disagree, Withdraw
from .event import Event
from .events import part_text
from .replaying import Report, entry_text, is_alike, play_again
from .rulebook import Command, Refused
from .state import Correction, Given, Part, Ruling, State
from .table_events import CorrectionDrafted, CorrectionEnded, Rewound

if TYPE_CHECKING:
    from .timeline import Intent, Timeline

LOOK = "show what it leads to, to correct "
"""How the proposal begins to let a correction show what nobody has seen."""

LONG = 400
"""Characters of what a correction is called."""


def needs(line: Timeline, command: Command) -> set[int]:
    """The seqs whose state or entry deciding this takes, so that the room can bring them."""
    table = line.state.table
    rulings = set(table.correction.rulings) if table.correction is not None else set()
    agreed = isinstance(command, Agree) and table.proposal is not None and table.proposal.kind == "correct"
    try:
        if isinstance(command, Correct):
            if command.entry:
                entry_on_path(line, command.entry)
                rulings.add(str(command.entry))
            return replaying.needs(line, rulings) if rulings else set()
        if agreed or isinstance(command, Accept):
            return replaying.needs(line, rulings) if rulings else set()
    except Refused:
        pass
    return set()


# ---------------------------------------------------------------------------------------------- one step


def draft(line: Timeline, intent: Intent, command: Correct) -> CorrectionDrafted:
    """One step of a correction, with everything that it leads to. Raises `Refused`."""
    if not may_know(line.state, intent):
        raise only_the_referee()
    current = line.state.table.correction
    theirs = current is None or intent.by == current.by or is_referee(intent)
    if current is not None and not theirs and command.entry and command.part < 0:
        text = f"A correction is being prepared already: {current.text}."
        raise Refused("correction_open", f"{text} It has to be accepted, or refused, before another one.")
    if current is None and (not command.entry or command.part >= 0):
        raise no_correction()
    base = current or Correction(by=intent.by, node=0, draft=0, text="")
    changed, text = step(line, intent, command, base)
    worked, _report = work_out(line, intent, changed)
    stops = worked.waits
    ruled = command.entry and not (command.drop or command.same)
    if stops is not None and stops.fate == "illegal" and stops.seq == command.entry and ruled:
        raise Refused(stops.code, stops.text)  # what was just said of it is what is not legal
    return CorrectionDrafted(seat=intent.by, text=text, correction=worked)


def step(line: Timeline, intent: Intent, command: Correct, base: Correction) -> tuple[Correction, str]:
    """The correction with what one step says, and that in words. Raises `Refused`."""
    said = [command.faces is not None, command.chosen is not None, command.roll, command.command is not None]
    said += [command.drop, command.keep, command.same]
    if not command.entry:
        if any(said):
            raise Refused("malformed", "Name the entry that is to be corrected.")
        return base, f"{base.text}, worked out anew"
    if said.count(True) != 1:
        one = "faces, chosen, roll, command, drop, keep, same"
        raise Refused("malformed", f"Say one thing of entry {command.entry}: {one}.")
    if command.part >= 0:
        return supply(line, intent, command, base)
    entry_on_path(line, command.entry)
    rulings = dict(base.rulings)
    ruling = ruling_of(line, intent, command, base)
    if ruling is None:
        rulings.pop(str(command.entry), None)
        if not rulings:
            raise Refused("no_change", "Nothing would be left of the correction: withdraw it.")
    else:
        rulings[str(command.entry)] = ruling
    said_now = words(line, command.entry, ruling)
    return replace(base, rulings=rulings, text=summary(line, rulings)), said_now


def ruling_of(line: Timeline, intent: Intent, command: Correct, base: Correction) -> Ruling | None:
    """What is to stand in place of an entry; None for itself. Raises `Refused`."""
    waits = base.waits
    is_waiting = waits is not None and waits.seq == command.entry and waits.fate == "illegal"
    if is_waiting and intent.role == "player" and votes.referees(line.state, intent.away):
        raise Refused("not_allowed", "There is a referee at the table: what is no longer legal is for them to decide.")
    if command.same:
        return None
    if is_answer(command):
        return Ruling("answer", true_answer(line, command))
    if line.tree[command.entry].kind == "answer":
        raise Refused("no_such_entry", f"Entry {command.entry} is an answer: say its true faces, or what was chosen.")
    if command.drop:
        return Ruling("drop")
    if command.keep:
        if not is_waiting:
            raise Refused("no_change", f"Entry {command.entry} counts as it is: only what is not legal can be kept.")
        return Ruling("keep")
    assert command.command is not None
    action, parsed = line.rules.parse(command.command)
    if action.kind != "game":
        raise Refused("malformed", f"A correction takes a command of the fight, and {action.name} is none.")
    return Ruling("change", msgspec.msgpack.encode(parsed))


def true_answer(line: Timeline, command: Correct) -> bytes:
    """The fields of a true answer, checked against what was asked. Raises `Refused`."""
    if line.tree[command.entry].kind != "answer":
        raise Refused("no_such_entry", f"Entry {command.entry} is a command, no answer: say what it should have been.")
    entry = line.entries[command.entry]
    given = msgspec.convert(entry.command, Answer)
    _asked, part = answers.part_of(line.states[command.entry - 1].game, given)
    body = checked(line.state, command, part)
    if (command.faces, command.chosen, command.roll) == (given.faces, given.chosen, given.roll):
        raise Refused("no_change", f"That is what entry {command.entry} says.")
    return body


def supply(line: Timeline, intent: Intent, command: Correct, base: Correction) -> tuple[Correction, str]:
    """An answer to what the correction newly asks. Raises `Refused`."""
    waits = base.waits
    asks = dict(waits.asks) if waits is not None and waits.seq == command.entry else {}
    part = asks.get(command.part)
    if waits is None or part is None or not is_answer(command):
        raise Refused("stale_request", "The correction does not ask that, or not any more.")
    away = part.seat not in line.state.table.held or part.seat in intent.away
    if part.seat not in ("", intent.by) and not is_referee(intent) and not away:
        seat = line.state.game.seats.get(part.seat)
        raise Refused("not_yours", f"That is for {seat.name if seat else part.seat} to answer.")
    root = line.tree[command.entry].root
    given = Given(root=root, part=part, by=intent.by, body=checked(line.state, command, part))
    rest = tuple(one for one in base.given if one.root != root or not is_alike(one.part, part))
    text = f"{part_text(line.state.game, part)}: {value_text(msgspec.msgpack.decode(given.body))}"
    return replace(base, given=(*rest, given)), text


def checked(state: State, command: Correct, part: Part) -> bytes:
    """The fields of an answer, if they fit what is asked. Raises `Refused`: `bad_answer`."""
    answer = Answer(0, 0, faces=command.faces, chosen=command.chosen, roll=command.roll)
    if part.kind == "choice":
        answers.chosen(state.game, answer, part)
    elif not command.roll or command.faces is not None or command.chosen is not None:
        answers.faces(state.game, answer, part)
    fields = {"faces": command.faces, "chosen": command.chosen, "roll": command.roll}
    # To choose nobody is said, too: an empty list stays.
    return msgspec.msgpack.encode({name: value for name, value in fields.items() if value not in (None, False)})


def entry_on_path(line: Timeline, entry: int) -> None:
    """Raises `Refused`: `no_such_entry` unless this is a command or an answer that counts."""
    if entry > len(line.tree) or line.tree[entry].kind not in ("game", "answer") or entry <= 1:
        raise Refused("no_such_entry", f"Entry {entry} is no command and no answer: there is nothing to put right.")
    if entry not in line.tree.up(line.state.table.cursor):
        raise Refused("no_such_entry", f"Entry {entry} does not count at the moment.")


# ---------------------------------------------------------------------------------------------- worked out


def work_out(
    line: Timeline, intent: Intent, correction: Correction, *, agreed: bool = False
) -> tuple[Correction, Report]:
    """The correction with what it leads to from here. Raises `Refused`: `too_far_back`.

    What nobody has seen is shown to those who need nobody's word, or where it is agreed.
    """
    reveals = agreed or not votes.whose_word(line.state, intent, "correct")
    report = play_again(line, intent, rewound(line, intent, correction), correction, reveals=reveals)
    worked = replace(
        correction, node=line.state.table.cursor, draft=line.state.seq + 1, outcomes=report.outcomes,
        same=report.same, more=report.more, left=report.left, secret=report.secret, seen=report.seen,
    )  # fmt: skip
    if report.secret and not is_referee(intent):
        raise only_the_referee()
    return worked, report


def rewound(line: Timeline, intent: Intent, correction: Correction) -> Rewound:
    """The event that goes to before the first entry that is put right. What it leaves can be returned to."""
    table = line.state.table
    first = replaying.path_of(line, correction.rulings)[0]
    text = f"entry {min(map(int, correction.rulings))}" if correction.secret else correction.text
    return Rewound(
        how="correct", to=line.tree[first].parent, line=table.line + 1, redo=(*table.redo, table.cursor),
        seat=intent.by, text=text,
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------- it counts, or not


def decide(line: Timeline, intent: Intent, command: Command) -> votes.Go | votes.Do | Event:
    """What `votes` decides, and what it says of a correction. Raises `Refused`."""
    votes.not_moved(line.state, command)
    if isinstance(command, Accept):
        return accept(line, intent, command)
    if isinstance(command, Disagree | Withdraw) and is_meant(line.state, intent) and may_know(line.state, intent):
        return end(line.state, intent, command)
    verdict = votes.decide(line, intent, command)
    return go(line, intent) if isinstance(verdict, votes.Count) else verdict


def is_meant(state: State, intent: Intent) -> bool:
    """Whether to refuse or withdraw something means the correction: no proposal is open, or its own to accept it."""
    proposal, correction = state.table.proposal, state.table.correction
    own = proposal is not None and proposal.kind == "correct" and proposal.by == intent.by
    return correction is not None and (proposal is None or (own and correction.by == intent.by))


def may_know(state: State, intent: Intent) -> bool:
    """Whether somebody may know of the correction that is prepared."""
    return is_referee(intent) or state.table.correction is None or not state.table.correction.secret


def accept(line: Timeline, intent: Intent, command: Accept) -> votes.Go | Event:
    """The correction itself, or what has to come first: a proposal, a vote, what it shows. Raises `Refused`."""
    prepared = line.state.table.correction if may_know(line.state, intent) else None
    if prepared is None:
        raise no_correction()
    if command.draft not in (0, prepared.draft):
        raise Refused("moved_on", "The correction is another one by now: look again.")
    correction = ready(line.state)
    needed = votes.whose_word(line.state, intent, "correct")
    text = (LOOK if is_unseen(correction) else votes.WORDS["correct"]) + correction.text
    return votes.voice(line.state, intent.by, "correct", correction.draft, text, needed) or go(line, intent)


def ready(state: State) -> Correction:
    """The correction, where all of it is decided. Raises `Refused`: `no_correction`, `moved_on`, `undecided`."""
    correction = state.table.correction
    if correction is None:
        raise no_correction()
    if correction.node != state.table.cursor:
        raise Refused("moved_on", "The game has gone on since the correction was worked out: `correct` does it anew.")
    if correction.waits is not None and not is_unseen(correction):
        raise Refused("undecided", f"Entry {correction.waits.seq} has to be decided first: {correction.waits.text}")
    return correction


def is_unseen(correction: Correction) -> bool:
    """Whether what it waits for is that others agree to see more of it."""
    return correction.waits is not None and correction.waits.fate == "unseen"


def go(line: Timeline, intent: Intent) -> votes.Go | CorrectionDrafted:
    """The correction counts: its rewind, and all that is played again. Or now it may show more. Raises `Refused`."""
    correction = ready(line.state)
    worked, report = work_out(line, intent, correction, agreed=True)
    if is_unseen(correction):
        return CorrectionDrafted(seat=intent.by, text=f"{correction.text}, all of it shown", correction=worked)
    if replace(worked, draft=correction.draft) != correction:
        raise Refused("moved_on", "That leads to something else by now: `correct` works it out anew.")
    return votes.Go(rewound(line, intent, correction), report.entries)


def end(state: State, intent: Intent, command: Disagree | Withdraw) -> CorrectionEnded:
    """A correction is refused, or taken back by the one who prepares it. Raises `Refused`: `not_yours`."""
    correction = state.table.correction
    assert correction is not None
    if isinstance(command, Withdraw) and correction.by != intent.by:
        raise Refused("not_yours", "Only the one who prepares a correction can take it back; you can refuse it.")
    how = "withdrawn" if correction.by == intent.by else "refused"
    return CorrectionEnded(seat=intent.by, how=how, text=correction.text, secret=correction.secret)


def only_the_referee() -> Refused:
    """What is said where something is hidden from somebody."""
    return Refused("not_allowed", "In this game not everybody may know everything: only the referee corrects it.")


def no_correction() -> Refused:
    """What is said where none is prepared."""
    return Refused("no_correction", "No correction is being prepared. `correct ENTRY …` begins one.")


# ---------------------------------------------------------------------------------------------- in words


def is_referee(intent: Intent) -> bool:
    """Whether somebody may decide for everyone."""
    return intent.role in ("referee", "operator")


def is_answer(command: Correct) -> bool:
    """Whether a step says what is answered."""
    return command.faces is not None or command.chosen is not None or command.roll


def summary(line: Timeline, rulings: Mapping[str, Ruling]) -> str:
    """What a correction is called: all that it says, the oldest entry first."""
    text = "; ".join(words(line, int(seq), rulings[seq]) for seq in sorted(rulings, key=int))
    return text if len(text) <= LONG else text[: LONG - 1] + "…"


def words(line: Timeline, seq: int, ruling: Ruling | None) -> str:
    """What stands in place of an entry, for people."""
    entry = line.entries[seq]
    what = entry_text(line, entry)
    if ruling is None:
        return f"{what} as it was"
    if ruling.how == "drop":
        return f"{what} is left out"
    if ruling.how == "keep":
        return f"{what} counts all the same"
    body = msgspec.msgpack.decode(ruling.body)
    if ruling.how == "change":
        return f"{what} becomes {' '.join(str(value).replace('_', ' ') for value in body.values())}"
    return f"{what}: {value_text(body)} instead of {value_text(entry.command)}"


def value_text(fields: Mapping[str, Any]) -> str:
    """What was answered, in short."""
    if fields.get("roll"):
        return "a roll of the server's"
    return ", ".join(map(str, fields.get("faces") or fields.get("chosen") or ())) or "nothing"
