"""Events of the table rather than of the fight: the first entry, seats, salts, talk, votes, rewinds, the end.

What they fold is never rewound: an undo does not un-say anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from .event import Event, bracketed, put, without
from .known import REFEREE, audience_of, word_of
from .state import Correction, Game, Held, Proposal, Table


class Created(Event, frozen=True, tag="created"):
    """The first entry: the whole game as the scenario sets it up, and the promise that its dice are fair.

    `commitment` is the SHA-256 of a secret that the last entry reveals. `assumptions` lists every number that the
    rule texts leave open and that this game plays by, in words. A fork names the game, entry and hash it came from.
    """

    game: Game
    commitment: str
    name: str = ""  # the game's id, part of what every roll is
    assumptions: tuple[str, ...] = ()
    parent: str = ""
    parent_seq: int = 0
    parent_hash: str = ""

    def fold(self, game: Game) -> Game:
        return self.game

    def fold_table(self, table: Table) -> Table:
        began = self.game.clock.phase != "setup"
        return replace(table, commitment=self.commitment, frozen=began)

    def sentence(self) -> str:
        if self.parent:
            return "{title}: what if, from entry {parent_seq} of {parent}."
        return "{title} is set up."

    def args(self, game: Game) -> Mapping[str, object]:
        return {"title": self.game.title}


class SeatTaken(Event, frozen=True, tag="seat_taken"):
    """Somebody sits down."""

    seat: str
    name: str
    template: ClassVar[str] = "{name} takes the seat {seat}."

    def fold_table(self, table: Table) -> Table:
        return replace(table, held=put(table.held, self.seat, Held(self.name)))


class SeatNamed(Event, frozen=True, tag="seat_named"):
    """Who holds a seat is called something else from now on; with the seat's own name, as the seat is."""

    seat: str
    name: str

    def fold_table(self, table: Table) -> Table:
        return replace(table, held=put(table.held, self.seat, Held(self.name)))

    def sentence(self) -> str:
        return "{seat} is {called}."

    def args(self, game: Game) -> Mapping[str, object]:
        own = self.name == game.seats[self.seat].name
        return {"called": f"{self.name} again" if own else f"{self.name} now"}


class SeatLeft(Event, frozen=True, tag="seat_left"):
    """A seat is free again: left, or taken back."""

    seat: str
    why: str = ""

    def fold_table(self, table: Table) -> Table:
        return replace(table, held=without(table.held, self.seat))

    def sentence(self) -> str:
        return "The seat {seat} is free again." + (" {why}" if self.why else "")


class Salted(Event, frozen=True, tag="salted"):
    """A seat added its grain of salt to the dice, so that nobody alone decides them."""

    seat: str
    salt: str
    template: ClassVar[str] = "{seat} adds salt to the dice."

    def fold_table(self, table: Table) -> Table:
        return replace(table, salts=put(table.salts, self.seat, self.salt))


class DiceWished(Event, frozen=True, tag="dice_wished"):
    """A seat will roll this way from the next round on."""

    seat: str
    way: str

    def fold_table(self, table: Table) -> Table:
        return replace(table, dice=put(table.dice, self.seat, self.way))

    def sentence(self) -> str:
        return "{seat} {rolls} from the next round on."

    def args(self, game: Game) -> Mapping[str, object]:
        ways = {"server": "lets the server roll", "typed": "rolls real dice", "script": "follows a script"}
        return {"rolls": ways.get(self.way, f"rolls by {self.way}")}


class Said(Event, frozen=True, tag="said"):
    """Talk at the table."""

    seat: str
    text: str
    name: str = ""  # what who said it was called then, where that was not as the seat is
    template: ClassVar[str] = "{seat}{called}: {text}"

    def args(self, game: Game) -> Mapping[str, object]:
        return {"called": bracketed(self.name)}


class Noted(Event, frozen=True, tag="noted"):
    """A note for the diary."""

    seat: str
    text: str
    to: tuple[
        str, ...
    ] = ()  # sides, `spectators` or `referee`: it is theirs, and its writer's side's; none: everyone's
    name: str = ""  # what its writer was called then, where that was not as the seat is

    @property
    def is_addressed(self) -> bool:
        return bool(self.to)

    def as_known(self, known: Game, real: Game, audience: str) -> Event | None:
        """A note to some is told to them, to its writer's side, and to the referee."""
        seat = real.seats.get(self.seat)
        own = audience_of(real, self.seat, seat.role) if seat is not None else REFEREE
        return self if not self.to or audience in (own, REFEREE) or word_of(audience) in self.to else None

    def args(self, game: Game) -> Mapping[str, object]:
        readers = {"referee": "the referee", "spectators": "whoever watches"}
        names = [game.sides[word].name if word in game.sides else readers.get(word, word) for word in self.to]
        return {"for": f" for {', '.join(names)}" if names else "", "called": bracketed(self.name)}

    def sentence(self) -> str:
        return "Note by {seat}{called}{for}: {text}"


class Proposed(Event, frozen=True, tag="proposed"):
    """Somebody asks the others to agree to something."""

    proposal: Proposal

    def fold_table(self, table: Table) -> Table:
        return replace(table, proposal=self.proposal)

    def sentence(self) -> str:
        return "{who} proposes: {what}."

    def args(self, game: Game) -> Mapping[str, object]:
        seat = game.seats.get(self.proposal.by)
        return {"who": seat.name if seat else self.proposal.by, "what": self.proposal.text}


class Agreed(Event, frozen=True, tag="agreed"):
    """One more agrees; others are still awaited."""

    seat: str
    template: ClassVar[str] = "{seat} agrees."

    def fold_table(self, table: Table) -> Table:
        proposal = table.proposal
        if proposal is None:
            return table
        rest = tuple(seat for seat in proposal.yes if seat != self.seat)
        return replace(table, proposal=replace(proposal, yes=(*rest, self.seat)))


class ProposalEnded(Event, frozen=True, tag="proposal_ended"):
    """A proposal was refused or withdrawn."""

    seat: str
    how: str  # refused | withdrawn
    text: str = ""

    def fold_table(self, table: Table) -> Table:
        return replace(table, proposal=None)

    def sentence(self) -> str:
        text = "{seat} takes back the proposal" if self.how == "withdrawn" else "{seat} refuses"
        return text + (": {text}." if self.text else ".")


class Rewound(Event, frozen=True, tag="rewound"):
    """The game stands where it stood after entry `to`. A new line begins; nothing is deleted."""

    how: str  # undo | redo | retype | rewind | correct
    to: int
    line: int
    redo: tuple[int, ...]
    seat: str = ""
    text: str = ""

    def fold_table(self, table: Table) -> Table:
        return replace(table, cursor=self.to, line=self.line, redo=self.redo, proposal=None, correction=None)

    def sentence(self) -> str:
        return REWOUND.get(self.how, "Gone back") + (": {text}." if self.text else ".")


REWOUND = {
    "undo": "Undone",
    "redo": "Redone",
    "retype": "Taken back to be typed again",
    "correct": "Corrected",
}
"""How a rewind is told, by what it was."""


class CorrectionDrafted(Event, frozen=True, tag="correction_drafted"):
    """Somebody prepares a correction, or goes on with it: this is what it would lead to. Nothing of it counts yet."""

    seat: str
    text: str
    correction: Correction

    def fold_table(self, table: Table) -> Table:
        proposal = table.proposal
        if proposal is not None and proposal.kind == "correct":
            proposal = None  # what was agreed to is another thing now
        return replace(table, correction=self.correction, proposal=proposal)

    def as_known(self, known: Game, real: Game, audience: str) -> Event | None:
        return None if self.correction.secret and audience != REFEREE else self

    def sentence(self) -> str:
        return "{seat} prepares a correction: {text}. {outcome}"

    def args(self, game: Game) -> Mapping[str, object]:
        return {"outcome": outcome(self.correction)}


def outcome(correction: Correction) -> str:
    """What a correction leads to, in a sentence or two."""
    counts = [f"{correction.same} as before"]
    for fate, words in FATES.items():
        number = sum(one.fate == fate for one in correction.outcomes)
        number += correction.more if fate == "differs" else 0
        counts += [f"{number} {words}"] if number else []
    waits = correction.waits
    told = f"Of the entries since: {', '.join(counts)}."
    return told if waits is None else f"{told} Entry {waits.seq} has to be decided: {waits.text}"


FATES = {
    "differs": "otherwise",
    "changed": "changed",
    "kept": "kept against the rules",
    "dropped": "left out",
    "gone": "no longer asked",
}
"""What becomes of entries, in words."""


class CorrectionEnded(Event, frozen=True, tag="correction_ended"):
    """A correction was refused or withdrawn before it counted."""

    seat: str
    how: str  # refused | withdrawn
    text: str = ""
    secret: bool = False

    def as_known(self, known: Game, real: Game, audience: str) -> Event | None:
        return None if self.secret and audience != REFEREE else self

    def fold_table(self, table: Table) -> Table:
        proposal = table.proposal
        kept = None if proposal is not None and proposal.kind == "correct" else proposal
        return replace(table, correction=None, proposal=kept)

    def sentence(self) -> str:
        words = "takes back the correction" if self.how == "withdrawn" else "refuses the correction"
        return "{seat} " + words + (": {text}." if self.text else ".")


class RulebookSuspended(Event, frozen=True, tag="suspended"):
    """The referee sets a rulebook aside, or takes it up again."""

    rulebook: str
    on: bool
    why: str = ""

    def fold_table(self, table: Table) -> Table:
        rest = tuple(r for r in table.suspended if r != self.rulebook)
        return replace(table, suspended=(*rest, self.rulebook) if self.on else rest)

    def sentence(self) -> str:
        text = "The rulebook {rulebook} is set aside." if self.on else "The rulebook {rulebook} counts again."
        return text + (" {why}" if self.why else "")


class WatchingChanged(Event, frozen=True, tag="watching"):
    """Whether spectators are let in by the room code."""

    on: bool

    def fold_table(self, table: Table) -> Table:
        return replace(table, watching=self.on)

    def sentence(self) -> str:
        return "Spectators are welcome." if self.on else "Spectators are no longer let in."


class Closed(Event, frozen=True, tag="closed"):
    """The game is closed for good, and the dice's secret is revealed, so that anyone can check every roll."""

    secret: str  # hex

    def fold_table(self, table: Table) -> Table:
        return replace(table, closed=True, proposal=None, correction=None)

    def sentence(self) -> str:
        return "The game is closed." + (" The dice's secret is {secret}." if self.secret else "")


EVENTS: tuple[type[Event], ...] = (
    Created, SeatTaken, SeatNamed, SeatLeft, Salted, DiceWished, Said, Noted, Proposed, Agreed, ProposalEnded, Rewound,
    RulebookSuspended, WatchingChanged, Closed, CorrectionDrafted, CorrectionEnded,
)  # fmt: skip
"""Every event of the table."""
