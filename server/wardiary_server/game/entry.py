"""An entry: one accepted command or answer, with the events that it caused. And how a log of them folds into a state.

    state after entry n  =  fold(state after entry n - 1, entry n)

Entries form a tree. An entry of kind `game` or `answer` changes the game part of its `parent`, which is the cursor at
that moment; `table` leaves the game part alone; `rewind` moves the cursor to another node of the tree.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .event import Event
from .state import Done, Game, State, Table

E = TypeVar("E")
Kind = Literal["game", "answer", "table", "rewind"]
REMEMBERED = 256
"""How many command ids the table part keeps for each seat."""

EMPTY = State(seq=0, game=Game(title=""), table=Table())


class Entry(Struct, Generic[E], frozen=True, omit_defaults=True):
    """One row of the log, decoded. `because[i]` is the place of the event that led to event i, or -1."""

    seq: int
    kind: Kind
    at: int  # milliseconds since 1970
    by: str = ""  # the seat; "" the server itself
    parent: int = 0  # the cursor before; for a rewind the node it goes to
    root: int = 0  # the entry of the command that this belongs to; 0 for the table's own
    id: str = ""
    digest: bytes = b""
    command: Mapping[str, Any] = {}
    events: tuple[E, ...] = ()
    because: tuple[int, ...] = ()
    replays: int = 0  # after a correction: the entry in whose place this one stands
    kept: bool = False  # and it counts although its check refused it


AnyEntry = Entry[Event]


class Unreadable(TypeError):
    """An entry whose bytes would not say the same when they are read again; the text says of which event, and why."""


class Codec:
    """Entry <-> bytes, for the event types of one set of rulebooks.

    Nothing is encoded that could not be read back as it is: a float where a whole number belongs, or an event that its
    rulebook does not name, would make an old game unreadable.
    `decode` raises `msgspec.ValidationError` for bytes that are no entry of these rulebooks: an unknown tag is refused
    by name, never passed over.
    """

    def __init__(self, events: tuple[type[Event], ...]) -> None:
        union: Any = events[0]
        for event in events[1:]:
            union = union | event
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder: msgspec.msgpack.Decoder[AnyEntry] = msgspec.msgpack.Decoder(Entry[union])

    def encode(self, entry: AnyEntry) -> bytes:
        """The entry's body in the log. Raises `Unreadable`."""
        body = self._encoder.encode(entry)
        if not self._holds(body):
            raise Unreadable(self._what(entry))
        return body

    def _holds(self, body: bytes) -> bool:
        """Whether these bytes are an entry, and the very same one once they were read."""
        try:
            return self._encoder.encode(self.decode(body)) == body
        except msgspec.ValidationError:
            return False

    def _what(self, entry: AnyEntry) -> str:
        """Of which event an entry cannot be read back, and why."""
        for event in entry.events:
            body = self._encoder.encode(replace(entry, events=(event,)))
            why = "it comes back as something else"
            try:
                if self._encoder.encode(self.decode(body)) == body:
                    continue
            except msgspec.ValidationError as error:
                why = str(error).replace("$.events[0]", type(event).__name__)
            return f"the event {type(event).__name__} cannot be read back from the log: {why}"
        return "the entry cannot be read back from the log"

    def decode(self, body: bytes) -> AnyEntry:
        """The entry of a body."""
        return self._decoder.decode(body)


def fold(state: State, entry: AnyEntry, rewound: Game | None = None) -> State:
    """The state after `entry`. A rewind needs `rewound`: the game part after the entry it goes to."""
    table = state.table
    for event in entry.events:
        table = event.fold_table(table)
    game = state.game
    if entry.kind == "rewind":
        if rewound is None:
            raise LookupError(f"entry {entry.seq} goes back to {entry.parent}, and that state is not at hand")
        game = rewound
    elif entry.kind != "table":
        for event in entry.events:
            game = event.fold(game)
        table = replace(table, cursor=entry.seq, proposal=None, redo=())
    if entry.id:
        table = replace(table, ids=remember(table.ids, entry))
    return State(seq=entry.seq, game=game, table=table)


def remember(ids: Mapping[str, Mapping[str, Done]], entry: AnyEntry) -> Mapping[str, Mapping[str, Done]]:
    """The last command ids of each seat with this entry's among them."""
    mine = {**ids.get(entry.by, {}), entry.id: Done(entry.digest, entry.seq)}
    if len(mine) > REMEMBERED:
        del mine[next(iter(mine))]  # maps keep the order in which they were filled, in snapshots too
    return {**ids, entry.by: mine}


def digest(body: Mapping[str, Any]) -> bytes:
    """What a command's body is compared by when its id comes again: 8 bytes."""
    return hashlib.sha256(msgspec.msgpack.encode(body, order="deterministic")).digest()[:8]


_state_encoder = msgspec.msgpack.Encoder(order="deterministic")


def state_bytes(state: State | Game) -> bytes:
    """The state as bytes, the same on every machine for states that are equal."""
    return _state_encoder.encode(state)


def state_hash(state: State) -> str:
    """The hash by which the server's own states are compared: 16 hex digits."""
    return hashlib.sha256(state_bytes(state)).hexdigest()[:16]
