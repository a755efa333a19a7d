"""What a game is at one moment: frozen, plain, and whole.

A state has two parts. The *game* part is what an undo takes back: units, zones, dice counts, open questions. The
*table* part is what an undo leaves alone: who sits where, salts, votes, the redo stack, the line. Nothing here
decides anything, and nothing is ever changed in place: a fold makes a new state that shares what did not change.

The entities carry open maps (`stats`, `conditions`, `marks`, `levels`, `data`), so that a rulebook can keep FIRE,
ammunition or a house rule's *sanity* there without the core knowing the word. Values in them are whole numbers;
lengths are thousandths of an inch.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

NOTHING: Mapping[str, int] = {}

Point = tuple[int, int]
"""A place on a board that is measured in inches: thousandths of an inch to the right of its corner, and below it."""

Status = Literal["reserve", "ready", "down", "dead", "gone"]
DoorState = Literal["none", "open", "closed", "sealed", "destroyed"]
Phase = Literal["setup", "play", "ending", "over"]


class Side(Struct, frozen=True):
    """Those who win or lose together."""

    id: str
    name: str


class Seat(Struct, frozen=True):
    """A place at the table as the scenario has it; who holds it now is in the table part."""

    id: str
    name: str
    side: str = ""
    role: Literal["player", "referee"] = "player"


class Unit(Struct, frozen=True):
    """Whatever stands on the board and can be hurt: a person, a machine, a gun that fires by itself."""

    id: str
    name: str
    side: str = ""
    seat: str = ""  # who decides for it; "" nobody
    zone: str = ""  # "" not on the board
    status: Status = "reserve"
    kind: str = "person"
    tags: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    stats: Mapping[str, int] = NOTHING
    conditions: Mapping[str, int] = NOTHING
    marks: Mapping[str, int] = NOTHING  # a mark and the round it was set in
    specials: tuple[str, ...] = ()  # its special rules
    at: Point | None = None  # the middle of its base, where the board is measured in inches
    base: int = 500  # the radius of its base, in thousandths of an inch
    hidden: tuple[str, ...] = ()  # who may not know of it: sides, and `spectators` (see `known`)


class Zone(Struct, frozen=True):
    """A room, or a stretch of open ground six inches across (ZON-1 to ZON-3)."""

    id: str
    name: str
    levels: Mapping[str, int] = NOTHING  # fire, gas_deadly, gas_irritating, …
    tags: tuple[str, ...] = ()
    deploy: tuple[str, ...] = ()  # the sides that may set up here
    place: tuple[int, int] = (0, 0)  # where a drawing puts it; no rule reads this
    shape: tuple[Point, ...] = ()  # its outline on a board that is measured in inches


class Link(Struct, frozen=True):
    """Joins two zones. Without a door (`none`) it is always open."""

    id: str
    a: str
    b: str
    name: str = ""
    door: DoorState = "none"
    line: tuple[Point, ...] = ()  # the two ends of the opening, on a board that is measured in inches

    @property
    def passable(self) -> bool:
        """Whether people, fire, gas and sight go through it (D25)."""
        return self.door in ("none", "open", "destroyed")


class Item(Struct, frozen=True):
    """Something a unit carries or is fitted with. Weapons are items whose numbers a rulebook reads."""

    id: str
    name: str
    kind: str = "weapon"
    stats: Mapping[str, int] = NOTHING
    tags: tuple[str, ...] = ()
    specials: tuple[str, ...] = ()  # the special rules that it gives to whoever carries it
    uses: tuple[str, ...] = ()  # the stats of whoever uses it that are rolled: an attribute, a skill


class Special(Struct, frozen=True):
    """A special rule of gear or of a unit, as data: what it does, and to which rolls (D5).

    `protect`: no roll is made. `ignore`: the roll is made, and what it brings does not count. `reroll`: a roll that
    failed may be made once more. `bonus`: that many dice more, or on a die with numbers so much added.
    """

    id: str
    name: str
    does: Literal["protect", "ignore", "reroll", "bonus"]
    against: tuple[str, ...] = ()  # airless, hazard, gas_deadly, seal, … as the rulebooks name their rolls
    bonus: int = 0
    within: int = 0  # ignoring what limits sight: how far, in thousandths of an inch; 0 wholly


class Wall(Struct, frozen=True):
    """What stands in the way on a board that is measured in inches: a line of two points or more."""

    id: str
    line: tuple[Point, ...]
    stops: Literal["all", "move", "sight"] = "all"  # a window stops movement only, a curtain sight only


class Area(Struct, frozen=True):
    """Part of the board where something holds: Airless, an Environmental Hazard, …"""

    id: str
    kind: str
    name: str = ""
    zones: tuple[str, ...] = ()
    label: str = ""  # one that a scenario labels rolls for itself (D38)
    source: str = ""  # the marker that made it, if one did
    data: Mapping[str, int | str] = {}
    shape: tuple[Point, ...] = ()  # its outline in inches; without one it is its zones
    centre: Point | None = None  # or a template: this point,
    radius: int = 0  # and so far around it
    hidden: tuple[str, ...] = ()


class Marker(Struct, frozen=True):
    """A thing at a place that is no unit: a Breach, an objective's token, a note."""

    id: str
    kind: str
    name: str = ""
    zone: str = ""
    link: str = ""  # for a Breach at a door
    data: Mapping[str, int | str] = {}
    at: Point | None = None
    hidden: tuple[str, ...] = ()


class Objective(Struct, frozen=True):
    """Something that scores. What its kinds mean is in `objectives`."""

    id: str
    name: str
    kind: str
    zones: tuple[str, ...] = ()
    side: str = ""  # the side that may score it; "" any
    points: int = 1
    data: Mapping[str, int | str] = {}
    at: Point | None = None  # take: where it lies
    hidden: tuple[str, ...] = ()


class Happening(Struct, frozen=True):
    """A scenario's own event: when it comes, and what it then does (a list of plain maps that rulebooks read)."""

    id: str
    when: Mapping[str, int | str]
    does: tuple[Mapping[str, int | str], ...]
    text: str = ""
    hidden: tuple[str, ...] = ()  # who is neither told that something waits, nor its text when it comes


class Blip(Struct, frozen=True):
    """Something that one audience has noticed moving, and does not know. Its number says nothing of what it is."""

    to: str  # the side, or `spectators`, that has noticed it
    unit: str  # what it is; "" once that is known, and for the audience itself
    zone: str  # where it was noticed last


class ResultRow(Struct, frozen=True):
    """What one or more faces of a table of results bring. All that a row does not say, it does not do."""

    first: int
    last: int
    text: str
    lethal: bool = False
    status: Literal["", "down", "dead"] = ""
    damage: int = 0
    condition: str = ""
    amount: int = 1  # of the condition
    stress: int = 0
    turns: int = 0  # lost


class ResultTable(Struct, frozen=True):
    """A table of results, as a scenario replaces one of a rulebook's: one die, and what each face of it brings."""

    id: str
    rows: tuple[ResultRow, ...]
    sides: int = 6


class Clock(Struct, frozen=True):
    """Rounds and turns. A turn belongs to a unit; `active` says what is left of each turn that is on."""

    phase: Phase = "setup"
    round: int = 0
    side: str = ""  # alternate: whose go it is
    order: tuple[str, ...] = ()  # initiative: the units, first to last
    active: Mapping[str, Mapping[str, int]] = {}
    done: tuple[str, ...] = ()  # units that have had their turn this round
    ready: tuple[str, ...] = ()  # sides that have finished setting up


class Part(Struct, frozen=True):
    """One thing that is asked: dice to roll, or a choice to make."""

    kind: Literal["roll", "choice"]
    seat: str  # who must answer
    rule: str
    reason: str
    unit: str = ""
    target: str = ""
    key: str = ""  # of a roll: what it is (see `dice`)
    dice: int = 0
    sides: int = 6
    success: int = 0  # lowest face that is a Success, for a die with two results; 0 for one with numbers
    options: tuple[tuple[str, str], ...] = ()  # of a choice: (value, label)
    least: int = 1  # of a choice: how many may be chosen
    most: int = 1
    default: tuple[str, ...] = ()  # of a choice: the likely answer
    asks: bool = True  # a choice that does not ask takes the likely answer at once


class Open(Struct, frozen=True):
    """A resolution that waits: the command it began with, what is asked now, and the answers so far."""

    root: int
    opened: int  # the entry that asked
    units: tuple[str, ...]  # those of the command itself
    parts: tuple[Part, ...]
    answers: Mapping[str, tuple[int | str, ...]] = {}  # the part's number -> faces or chosen values
    unknown: tuple[str, ...] = ()  # for an audience alone: seats that are awaited for what it may not know


class Result(Struct, frozen=True):
    """How it ended. An empty `winner` is a draw."""

    winner: str
    reason: str
    scores: Mapping[str, int]


class Game(Struct, frozen=True):
    """The part that an undo takes back."""

    title: str
    rulebooks: tuple[str, ...] = ()
    measure: Literal["table", "board"] = "table"
    options: Mapping[str, int | str | bool] = {}
    sides: Mapping[str, Side] = {}
    seats: Mapping[str, Seat] = {}
    zones: Mapping[str, Zone] = {}
    links: Mapping[str, Link] = {}
    units: Mapping[str, Unit] = {}
    items: Mapping[str, Item] = {}
    specials: Mapping[str, Special] = {}
    walls: Mapping[str, Wall] = {}
    size: Point = (0, 0)  # of a board that is measured in inches
    areas: Mapping[str, Area] = {}
    markers: Mapping[str, Marker] = {}
    objectives: Mapping[str, Objective] = {}
    happenings: Mapping[str, Happening] = {}
    tables: Mapping[str, ResultTable] = {}  # of results, in the place of a rulebook's own
    scores: Mapping[str, int] = NOTHING
    clock: Clock = Clock()
    rolls: Mapping[str, int] = NOTHING  # how often each roll was made this round
    dice: Mapping[str, str] = {}  # seat -> server | typed | script, as it counts this round
    open: Mapping[str, Open] = {}  # the root's seq -> what it waits for
    result: Result | None = None
    blips: Mapping[str, Blip] = {}  # `blue/1`: the first that blue noticed, and so on; no number is used twice
    picture: str = ""  # beneath a board in inches: the name of its file, which no rule reads


class Held(Struct, frozen=True):
    """Who holds a seat: a name to show. What proves it is a token, and that is not here."""

    name: str
    since: int = 0  # the entry


class Done(Struct, frozen=True):
    """A command that was accepted: a digest of its body, and the entry it became."""

    digest: bytes
    seq: int


class Proposal(Struct, frozen=True):
    """Something that wants agreement: a rewind to `to`, a correction (draft `to`), an answer, or a command.

    It was made at node `node`.
    """

    kind: Literal["undo", "redo", "retype", "rewind", "correct", "answer", "end_round"]
    by: str
    to: int
    node: int
    text: str
    yes: tuple[str, ...] = ()
    body: bytes = b""  # of an answer or a command: that, encoded


class Ruling(Struct, frozen=True):
    """What is to stand in place of an entry: a true answer, another command, nothing; or itself against the rules."""

    how: Literal["answer", "change", "drop", "keep"]
    body: bytes = b""  # of an answer its fields, of another command its body, encoded


class Given(Struct, frozen=True):
    """An answer to what a correction newly asks: of which command (the old log's entry), which part, and by whom."""

    root: int
    part: Part
    by: str
    body: bytes  # the answer's fields, encoded


class Outcome(Struct, frozen=True):
    """What becomes of one entry when it is played again after a correction, where that is worth telling.

    `was` are the sentences that hold no longer, `now` those in their place; `asks` what is newly asked.
    """

    seq: int
    by: str
    what: str
    fate: Literal["differs", "illegal", "asks", "unseen", "gone", "dropped", "changed", "kept"]
    code: str = ""
    text: str = ""
    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    asks: tuple[tuple[int, Part], ...] = ()

    @property
    def stops(self) -> bool:
        """Whether somebody has to decide before anything later can be played again."""
        return self.fate in ("illegal", "asks", "unseen")


class Correction(Struct, frozen=True):
    """A correction that is being prepared: what is put right, and what becomes of all that came after.

    It was worked out at `node`, in entry `draft`. Nothing of it counts before it is accepted.
    """

    by: str
    node: int
    draft: int
    text: str
    rulings: Mapping[str, Ruling] = {}  # by the entry that they are about
    given: tuple[Given, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    same: int = 0  # entries that go as they did
    more: int = 0  # entries that go otherwise, of which there is no room to tell
    left: int = 0  # entries that are not played again yet, because somebody has to decide first
    secret: bool = False  # something is hidden from somebody: then it is the referee's own
    seen: Mapping[str, int] = NOTHING  # what it has brought to light: of each new roll, how many dice; 1 for the rest

    @property
    def waits(self) -> Outcome | None:
        """What has to be decided before it can be accepted."""
        last = self.outcomes[-1] if self.outcomes else None
        return last if last is not None and last.stops else None


class Table(Struct, frozen=True):
    """The part that an undo leaves alone."""

    cursor: int = 0  # the entry whose game part counts now
    line: int = 0  # how many rewinds came before
    redo: tuple[int, ...] = ()
    proposal: Proposal | None = None
    held: Mapping[str, Held] = {}
    salts: Mapping[str, str] = {}
    frozen: bool = False  # salts no longer change once play has begun
    commitment: str = ""
    dice: Mapping[str, str] = {}  # seat -> the way it wants to roll from the next round on
    typed: Mapping[str, tuple[int, ...]] = {}  # roll key -> the faces that were typed for it
    ids: Mapping[str, Mapping[str, Done]] = {}  # seat -> its last commands
    suspended: tuple[str, ...] = ()  # rulebooks that the referee has set aside
    watching: bool = True  # whether spectators are let in
    closed: bool = False
    correction: Correction | None = None


class State(Struct, frozen=True):
    """All of it, after entry `seq`."""

    seq: int
    game: Game
    table: Table
