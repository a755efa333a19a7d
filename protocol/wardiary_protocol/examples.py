"""One scene of a game in messages: at least one of every type. The documents and their tests are made from these.

Vega walks into a burning hold, the fire asks for dice, and what follows is told to both sides.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from wardiary_protocol.changes import diff, view_hash
from wardiary_protocol.export import End, Header, Sealed, encode
from wardiary_protocol.export import Line as FileLine
from wardiary_protocol.messages import (
    Accepted,
    Admit,
    AskSeat,
    Begun,
    Bundled,
    ClientMessage,
    Closing,
    Command,
    Field,
    Hello,
    Invite,
    Invited,
    Keep,
    Kept,
    Knock,
    Lead,
    Line,
    Look,
    Looked,
    NewGame,
    Offer,
    Offered,
    Offers,
    Page,
    Paged,
    Playable,
    Presence,
    Proof,
    Proved,
    Rejected,
    Resume,
    Scenarios,
    SeatGranted,
    ServerMessage,
    Target,
    Told,
    Typing,
    Update,
    Welcome,
)
from wardiary_protocol.proof import START, add

GAME = "derelict-k3v9"
EPOCH = "6f0c1d52"
_REDS = "example-token-of-the-red-seat"
NOON = 1_767_268_800_000  # milliseconds since 1970


def _view(vega: dict[str, Any], requests: dict[str, Any], cursor: int, line: int = 0) -> dict[str, Any]:
    return {
        "game": {"now": {"title": "Derelict", "clock": {"phase": "play", "round": 2}, "scores": {"crew": 1}}},
        "table": {"now": {"cursor": cursor, "line": line, "seats": {"red": "Ada", "blue": "Bo"}}},
        "units": {
            "vega": {"id": "vega", "name": "Vega", "side": "crew", "seat": "red", **vega},
            "moth": {
                "id": "moth",
                "name": "Moth",
                "side": "raiders",
                "seat": "blue",
                "zone": "dock",
                "status": "ready",
            },
        },
        "zones": {
            "bridge": {"id": "bridge", "name": "Bridge"},
            "cargo": {"id": "cargo", "name": "Cargo hold", "levels": {"fire": 2}},
        },
        "requests": requests,
    }


_ROLL = {
    "kind": "roll",
    "seat": "red",
    "rule": "fire",
    "reason": "FIRE 2",
    "unit": "vega",
    "dice": 2,
    "sides": 6,
    "answered": False,
}
BEFORE = _view({"zone": "bridge", "status": "ready"}, {}, 11)
ASKED = _view(
    {"zone": "cargo", "status": "ready"},
    {"12": {"root": 12, "opened": 12, "units": ["vega"], "parts": {"0": _ROLL}}},
    12,
)
AFTER = _view({"zone": "cargo", "status": "down"}, {}, 13)
BACK = _view({"zone": "bridge", "status": "ready"}, {}, 11, line=1)

_MOVED = Told(
    12,
    "game",
    NOON,
    "red",
    (
        Line("entered", "Vega goes from Bridge to Cargo hold.", unit="vega"),
        Line("asked", "Red is asked for 2 dice: FIRE 2.", because=0, unit="vega"),
    ),
    parent=11,
    root=12,
)
_BURNT = Told(
    13,
    "answer",
    NOON + 9_500,
    "red",
    (
        Line("rolled", "Vega rolls 3 and 5 for FIRE 2.", faces=(3, 5), unit="vega"),
        Line("status", "Vega is down.", because=0, unit="vega"),
    ),
    parent=12,
    root=12,
)
_PROPOSED = Told(14, "table", NOON + 21_000, "red", (Line("proposed", "Red asks to take back entries 12 and 13."),))
_TAKEN_BACK = Told(15, "rewind", NOON + 30_000, "blue", (Line("rewound", "The game is back after entry 11."),), 11)
_ROW = add(GAME, START, bytes.fromhex("c0ffee"), b"\x81\xa4kind\xa4game")

CLIENT: tuple[ClientMessage, ...] = (
    Hello(invite="example-invite-for-the-red-seat", name="Ada", client="my-bot 1.0"),
    Hello(token=_REDS, resume=Resume(EPOCH, "side:crew", 11, view_hash(BEFORE), "example-witness-11")),
    Hello(code="K3V9"),
    Command("c1", {"do": "move", "unit": "vega", "to": "cargo"}),
    Command("c2", {"do": "answer", "root": 12, "opened": 12, "part": 0, "faces": [3, 5]}),
    Command("c3", {"do": "answer", "root": 17, "opened": 18, "part": 1, "chosen": ["hall"]}),
    Command("c4", {"do": "undo", "node": 13}),
    Command("c5", {"do": "agree", "node": 13}),
    Command("c6", {"do": "say", "text": "hello"}),
    Command("c7", {"do": "move", "unit": "vega", "to": "cargo"}, line=1),
    Look("q1", 11),
    Page("q2", after=11, limit=50),
    Page("q3", after=12, limit=50, changes=True),
    Proof("q4"),
    Offers("q5", "vega"),
    AskSeat("q6", "blue", "Bo"),
    Admit("q7", "k1"),
    Typing(),
    Typing(on=False),
    Invite("i1", "blue"),
    Lead(11),
    Scenarios("n1"),
    NewGame("n2", "derelict"),
    Keep("f1", passphrase="example words of the referee"),  # noqa: S106 - nobody's
    Keep("f2", 1, _ROW.hash.hex()),
)

SERVER: tuple[ServerMessage, ...] = (
    Welcome(
        GAME,
        "Derelict",
        "player",
        "red",
        "side:crew",
        EPOCH,
        11,
        0,
        view_hash(BEFORE),
        view=BEFORE,
        token=_REDS,
        code="K3V9",
        witness="example-witness-11",
        presence={"red": "here", "blue": "here"},
    ),
    Welcome(
        GAME,
        "Derelict",
        "player",
        "red",
        "side:crew",
        EPOCH,
        12,
        0,
        view_hash(ASKED),
        missed=Update(11, 12, 0, (_MOVED,), diff(BEFORE, ASKED), view_hash(ASKED)),
        code="K3V9",
        witness="example-witness-12",
        presence={"red": "here", "blue": "away"},
    ),
    Update(12, 13, 0, (_BURNT,), diff(ASKED, AFTER), view_hash(AFTER), "example-witness-13"),
    Update(13, 15, 1, (_PROPOSED, _TAKEN_BACK), diff(AFTER, BACK), view_hash(BACK), "example-witness-15"),
    Accepted("c1", 12),
    Accepted("c1", 12, again=True),
    Rejected("c7", "awaiting", "Vega: something is still to be answered for that. It comes first.", 12),
    Looked("q1", 11, 0, BEFORE, view_hash(BEFORE)),
    Paged("q2", (_MOVED, _BURNT), 15, more=True),
    Paged("q3", (replace(_BURNT, changes=diff(ASKED, AFTER), hash=view_hash(AFTER)),), 13),
    Proved("q4", GAME, (_ROW,)),
    Offered(
        "q5",
        12,
        "vega",
        (
            Offer(
                "Move",
                {"do": "move", "unit": "vega"},
                "to",
                (Target("cargo", "Cargo hold", "burns: 2 dice"), Target("hall", "Hall")),
                "1 move",
            ),
            Offer("Shoot", {"do": "attack", "unit": "vega"}, "target", why_not="nobody is in sight"),
            Offer(
                "Vega falls",
                {"do": "fall", "unit": "vega"},
                fields=(
                    Field("inches", "text", "Inches", most=100, needed=True),
                    Field("target", "unit", "Onto", (Target("rook", "Rook"),)),
                    Field("fatal", "flag", "Nobody survives this"),
                ),
            ),
        ),
    ),
    Knock("k1", "blue", "Bo"),
    SeatGranted("blue", "example-token-of-the-blue-seat", "q6"),
    Invited("i1", "blue", "http://192.168.1.23:8765/#i=example-invite", ("0000000", "0111110", "0000000")),
    Bundled("n1", (Playable("derelict", "The Perdita", "Two crews board a wreck that burns.", ("Magpie", "Ledger")),)),
    Begun(
        "n2", "g5b1c9d20", "referee", "http://192.168.1.23:8765/#i=example-invite", "http://192.168.1.23:8765/#r=DZ799N"
    ),
    Kept(
        "f1",
        0,
        1,
        _ROW.hash.hex(),
        1,
        encode(Header(game=GAME, title="Derelict", epoch=EPOCH, audience="referee", head=1)).decode(),
        (encode(FileLine.of(_ROW)).decode(),),
        encode(End(1, _ROW.hash, sealed=Sealed(1, 3, 65_536, b"an example salt!", b"an example box"))).decode(),
    ),
    Presence({"red": "here", "blue": "typing"}, watching=3),
    Closing("seat_taken_back", "The referee took this seat back.", back=False),
)


def of(tag: str) -> list[ClientMessage | ServerMessage]:
    """The examples of the message with this tag."""
    return [message for message in (*CLIENT, *SERVER) if message.__struct_config__.tag == tag]
