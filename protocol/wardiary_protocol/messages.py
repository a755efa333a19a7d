"""Every message that crosses the wire, one closed union per direction.

A client opens a WebSocket, sends `Hello`, and gets `Welcome` or a close code. From then on it sends commands and
questions, each with an id of its own choosing, and every one of them is answered exactly once, by the message that
carries the same id: `Accepted`, `Looked`, `Paged`, `Proved`, `Offered`, `SeatGranted`, `Invited`, `Bundled`,
`Begun`, `Kept`, or else `Rejected`. `Update` tells of everything that was accepted, to everyone who may see it.

The commands themselves are plain maps (`{"do": "move", "unit": "vega", "to": "cargo"}`): which ones exist depends on
the rulebooks of the game, so a client learns them from `Offered` and needs no list of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

VERSION = 1
SUBPROTOCOL_MSGPACK = "wardiary.v1.msgpack"
SUBPROTOCOL_JSON = "wardiary.v1.json"
PATH = "/ws"
"""Where the server takes WebSockets; which game it is follows from what `Hello` holds."""

Id = Annotated[str, Meta(min_length=1, max_length=32, description="chosen by the sender; the answer carries it")]
Name = Annotated[str, Meta(max_length=64)]
Secret = Annotated[str, Meta(max_length=128)]
Seq = Annotated[int, Meta(ge=0, lt=2**53)]
Change = Annotated[
    tuple[Any, ...],
    Meta(
        min_length=1,
        max_length=2,
        description="a path and the new value there, or a path alone for what is gone",
        extra_json_schema={"prefixItems": [{"type": "array", "items": {"type": "string"}, "minItems": 1}, {}]},
    ),
]
"""One difference between two views: a path (a list of keys) and its new value, or a path alone for what is gone."""


class FromClient(Struct, frozen=True, tag_field="t", omit_defaults=True, forbid_unknown_fields=True):
    """What a client sends: a tag in `t`, and nothing that is not named here."""


class FromServer(Struct, frozen=True, tag_field="t", omit_defaults=True):
    """What the server sends: a tag in `t`. Clients pass over fields that they do not know, so that ours may grow."""


# ---------------------------------------------------------------------------------------------- from a client


class Resume(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a returning client still holds: the view of `audience` at `seq` with this hash, and the last witness."""

    epoch: str
    audience: str
    seq: Seq
    hash: str
    witness: str = ""


class Hello(FromClient, frozen=True, tag="hello"):
    """The first message. A token takes a seat back, an invite buys one, a room code watches."""

    version: int = VERSION
    token: Secret = ""
    invite: Secret = ""
    code: Secret = ""
    name: Name = ""
    client: Name = ""
    resume: Resume | None = None


class Command(FromClient, frozen=True, tag="command"):
    """Asks for something to happen. `line` is that of the sender's view; an answer or a table command needs none."""

    id: Id
    body: Mapping[str, Any]
    line: Seq = 0


class Look(FromClient, frozen=True, tag="look"):
    """Asks for this client's view as it was after entry `seq`. Nobody else notices."""

    id: Id
    seq: Seq


class Page(FromClient, frozen=True, tag="page"):
    """Asks for the story after entry `after`, at most `limit` entries (the server may send fewer)."""

    id: Id
    after: Seq = 0
    limit: Annotated[int, Meta(ge=1, le=500)] = 100
    changes: bool = False


class Proof(FromClient, frozen=True, tag="proof"):
    """Asks for the chained log after `after`, once the game is closed: hashes would let hidden facts be guessed."""

    id: Id
    after: Seq = 0


class Offers(FromClient, frozen=True, tag="offers"):
    """Asks what may be done now: by one unit, or with `unit` empty by this seat as a whole."""

    id: Id
    unit: Annotated[str, Meta(max_length=64)] = ""


class AskSeat(FromClient, frozen=True, tag="ask_seat"):
    """A spectator asks to be let into a free seat. Someone at the table answers with `Admit`."""

    id: Id
    seat: Annotated[str, Meta(max_length=64)]
    name: Name = ""


class Admit(FromClient, frozen=True, tag="admit"):
    """Lets the one who knocked in, or turns them away."""

    id: Id
    knock: str
    yes: bool = True


class Typing(FromClient, frozen=True, tag="typing"):
    """Presence only: this seat is writing or rolling. Never answered, never logged."""

    on: bool = True


class Invite(FromClient, frozen=True, tag="invite"):
    """Asks for a link to hand on: for a seat a new invite (the referee's to ask), without one a link to watch."""

    id: Id
    seat: Annotated[str, Meta(max_length=64)] = ""


class Lead(FromClient, frozen=True, tag="lead"):
    """Presence only: this seat shows the others the game as it was after entry `seq`; 0 ends that. Never answered."""

    seq: Seq = 0


class Scenarios(FromClient, frozen=True, tag="scenarios"):
    """Asks which scenarios a new game of this server could be. The referee's to ask."""

    id: Id


class NewGame(FromClient, frozen=True, tag="new_game"):
    """Begins a new game on this server, of one of its scenarios by name. The referee's to ask."""

    id: Id
    scenario: Annotated[str, Meta(min_length=1, max_length=64)]


class Keep(FromClient, frozen=True, tag="keep"):
    """Asks for the game's file after entry `after`, to keep it elsewhere. The referee's to ask.

    `hash` is what `Kept` said of that entry. The first of a connection has the passphrase to seal the secrets under.
    """

    id: Id
    after: Seq = 0
    hash: Annotated[str, Meta(max_length=64)] = ""
    passphrase: Secret = ""


ClientMessage = (
    Hello
    | Command
    | Look
    | Page
    | Proof
    | Offers
    | AskSeat
    | Admit
    | Typing
    | Invite
    | Lead
    | Scenarios
    | NewGame
    | Keep
)


# ---------------------------------------------------------------------------------------------- from the server


class Line(Struct, frozen=True, omit_defaults=True):
    """One sentence of the story. `because` is the place in the same entry of the event that led to it, or -1."""

    tag: str
    text: str
    because: int = -1
    faces: tuple[int, ...] = ()
    unit: str = ""


class Told(Struct, frozen=True, omit_defaults=True):
    """One entry as an audience may know it."""

    seq: Seq
    kind: str  # game | answer | table | rewind
    at: int  # milliseconds since 1970, the server's clock
    by: str = ""  # a seat, or "" for the server itself
    lines: tuple[Line, ...] = ()
    parent: int = 0  # the entry whose game state this one changed, or for a rewind the one it went back to
    root: int = 0  # the command that it belongs to
    changes: list[Change] | None = None  # where they were asked for: from the view before to the view after
    hash: str = ""  # with changes: the view's hash after
    replays: int = 0  # after a correction: the entry in whose place this one stands


class Update(FromServer, frozen=True, tag="update"):
    """What was accepted since entry `since`, and how the view changed. A client that was behind gets one that jumps."""

    since: Seq
    seq: Seq
    line: Seq
    entries: tuple[Told, ...]  # without those that a jump leaves out: `seq` of the first tells
    changes: list[Change]
    hash: str  # of the view at `seq`
    witness: str = ""


class Welcome(FromServer, frozen=True, tag="welcome"):
    """Answers `Hello`. Either the whole view, or `missed` where the client's own could be brought up to date."""

    game: str
    title: str
    role: str  # referee | player | spectator
    seat: str
    audience: str
    epoch: str
    seq: Seq
    line: Seq
    hash: str
    view: Mapping[str, Any] | None = None
    missed: Update | None = None
    token: str = ""  # given once, for an invite
    code: str = ""  # the room code, for those who may hand it on
    witness: str = ""
    presence: Mapping[str, str] = {}


class Accepted(FromServer, frozen=True, tag="accepted"):
    """The command is entry `seq`, and that is durable. `again` marks a repeat of one that was accepted before."""

    id: str
    seq: Seq
    again: bool = False


class Rejected(FromServer, frozen=True, tag="rejected"):
    """Nothing happened, and why. `id` is empty where the message was too broken to have one."""

    id: str
    code: str
    text: str
    seq: Seq = 0


class Looked(FromServer, frozen=True, tag="looked"):
    """Answers `Look`: the view as it was after entry `seq`, and its hash."""

    id: str
    seq: Seq
    line: Seq
    view: Mapping[str, Any]
    hash: str


class Paged(FromServer, frozen=True, tag="paged"):
    """A page of the story. `more` says that there is another; ask again after the last entry's seq."""

    id: str
    entries: tuple[Told, ...]
    head: Seq
    more: bool = False


class Proved(FromServer, frozen=True, tag="proved"):
    """A page of the chained log: (seq, commit id, body, chain hash), bytes as base64 in JSON."""

    id: str
    game: str
    rows: tuple[tuple[Seq, bytes, bytes, bytes], ...]
    more: bool = False


class Target(Struct, frozen=True, omit_defaults=True):
    """A value for the field that the offer asks for; `note` says what it would cost or risk."""

    value: Any
    label: str
    note: str = ""


class Field(Struct, frozen=True, omit_defaults=True):
    """One more field of an offer's command that may be filled in, or that has to be where it is `needed`.

    What stands in the offer's `body` under its name, or else `default`, is meant where it is left alone.
    """

    name: str
    kind: str  # choice | number | text | flag | zone | unit | point | face; one that is new to you is text
    label: str
    targets: tuple[Target, ...] = ()  # the values that are legal; a zone or unit without any is whatever the view has
    least: int = 0  # of a number; of a text how long it is; with `many` how many values there are
    most: int = 0  # likewise; 0 for no limit
    default: Any = None
    needed: bool = False
    many: bool = False  # it holds a list
    sides: int = 0  # of a face: of the die


class Offer(Struct, frozen=True, omit_defaults=True):
    """One thing that may be done: send `body` as it is, or with one of `targets` put under `asks`.

    With `why_not` set it is *not* on offer, and that says why. `fields` are what else may be said; one that has the
    name of `asks` tells what may stand there besides the targets.
    """

    label: str
    body: Mapping[str, Any]
    asks: str = ""  # the name of the field that one of the targets fills
    targets: tuple[Target, ...] = ()
    cost: str = ""
    why_not: str = ""
    fields: tuple[Field, ...] = ()


class Offered(FromServer, frozen=True, tag="offered"):
    """Answers `Offers`: what may be done at `seq`, and what may not and why."""

    id: str
    seq: Seq
    unit: str
    offers: tuple[Offer, ...]


class Knock(FromServer, frozen=True, tag="knock"):
    """Someone asks for a seat: whoever may admit answers with `Admit`."""

    knock: str
    seat: str
    name: str


class SeatGranted(FromServer, frozen=True, tag="seat_granted"):
    """The one who asked may sit down: say `Hello` again with this token. `id` is that of the `AskSeat`."""

    seat: str
    token: str
    id: str = ""


class Invited(FromServer, frozen=True, tag="invited"):
    """Answers `Invite`: a link, and the same as a QR code, one text of 0 and 1 a row with the quiet zone around it."""

    id: str
    seat: str
    link: str
    qr: tuple[str, ...]


class Playable(Struct, frozen=True, omit_defaults=True):
    """A scenario that a new game could be: its name, its title, one sentence about it, and the names of its sides."""

    name: str
    title: str
    about: str = ""
    sides: tuple[str, ...] = ()


class Bundled(FromServer, frozen=True, tag="bundled"):
    """Answers `Scenarios`."""

    id: str
    scenarios: tuple[Playable, ...]


class Begun(FromServer, frozen=True, tag="begun"):
    """Answers `NewGame`: the new game's id, an invite for the seat that leads it, and the link to watch it.

    The seat is the referee's; in a game without one it is the first.
    """

    id: str
    game: str
    seat: str
    link: str
    watch: str


class Kept(FromServer, frozen=True, tag="kept"):
    """Answers `Keep`: lines of the game's file, each with its line feed, that go on from entry `after`.

    `header`, all lines from the first on, and `end` are the whole file up to entry `last`; so both are new each time.
    """

    id: str
    after: Seq  # what was asked for; 0 where that is not of this log, and the file begins anew
    last: Seq  # the entry of the last line there is so far
    hash: str  # that entry's, for the next `Keep`
    head: Seq  # the newest entry of the game
    header: str
    lines: tuple[str, ...]  # one for each entry
    end: str  # with the sealed secrets


class Presence(FromServer, frozen=True, tag="presence"):
    """Who is here, away or typing; a message, never an entry."""

    seats: Mapping[str, str]
    watching: int = 0
    lead: str = ""  # the seat that leads through the past
    lead_at: Seq = 0  # and the entry where it is


class Closing(FromServer, frozen=True, tag="closing"):
    """The server ends this connection and why; `back` says whether coming back makes sense."""

    code: str
    text: str
    back: bool = True


ServerMessage = (
    Welcome
    | Update
    | Accepted
    | Rejected
    | Looked
    | Paged
    | Proved
    | Offered
    | Knock
    | SeatGranted
    | Invited
    | Bundled
    | Begun
    | Kept
    | Presence
    | Closing
)

CLOSE_CODES: Mapping[int, str] = {
    1001: "the server is going away; come back",
    1008: "the server is full, or this connection was too slow to read; come back and resume",
    1009: "a message had more bytes, or came in more pieces, than the server reads",
    1011: "something went wrong inside the server, or its log cannot be read at the moment; come back",
    4400: "the first message was no hello, or not readable",
    4401: "this token, invite or room code opens nothing",
    4403: "this seat was taken back",
    4404: "that game is not here",
    4408: "no hello came in time",
    4409: "another version of the protocol",
    4429: "too many messages that could not be read",
    4503: "the game is halted: its log contradicts what clients were told",
}
"""Close codes and their meaning: the standard's own below 4000, ours above."""
