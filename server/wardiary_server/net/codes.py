"""What the network shell says no with: the codes of `rejected` that are its own, and the ways a connection ends.

Codes that commands are refused with are the rulebooks' and the room's; those of unreadable messages are `wire.CODES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from wardiary_protocol.messages import Rejected

REJECTED: Mapping[str, str] = {
    "already_welcome": "This connection was welcomed already; open another one for another seat.",
    "already_asked": "You have asked for a seat already: somebody at the table decides about that first.",
    "busy": "Too much is waiting here at the moment: send it again.",
    "fault": "Something went wrong inside the server. Nothing happened.",
    "gone": "Whoever asked for the seat has left.",
    "no_keeping": "This server lets nobody but its owner keep a game's file.",
    "no_new_games": "This server lets nobody but its owner begin a game.",
    "no_passphrase": "Give a passphrase first, to seal the game's secrets under.",
    "no_such_entry": "There is no such entry yet.",
    "no_such_knock": "Nobody is waiting for that answer any more.",
    "no_such_scenario": "This server has no such scenario.",
    "no_such_seat": "This game has no such seat.",
    "not_allowed": "That is not for you to do.",
    "seat_taken": "Somebody holds that seat already.",
    "too_fast": "That was too much at once: wait a moment, then send it again.",
    "turned_away": "You were not let in.",
    "watching_off": "This game lets no spectators in.",
    "weak_passphrase": "A passphrase has 8 to 128 characters.",
    "unavailable": "The log cannot be read at the moment: ask again.",
}
"""Code -> what it means, in the sentence that is sent where there is no better one."""


class Ending(NamedTuple):
    """A way for a connection to end: the close code, the sentence, and whether coming back makes sense."""

    close: int
    text: str
    back: bool = False


ENDINGS: Mapping[str, Ending] = {
    "going_away": Ending(1001, "The server is going away. What was played is kept.", True),
    "full": Ending(1008, "The server has as many connections as it takes: come back later.", True),
    "too_slow": Ending(1008, "This connection did not read what it was sent: come back and resume.", True),
    "fault": Ending(1011, "Something went wrong inside the server: come back.", True),
    "unavailable": Ending(1011, "The log cannot be read at the moment: come back later.", True),
    "no_hello": Ending(4400, "The first message has to be a hello."),
    "refused": Ending(4401, "This token, invite or room code opens nothing here."),
    "not_seated": Ending(4401, "The seat cannot be taken now; the invite is still good."),
    "watching_off": Ending(4401, "This game lets no spectators in."),
    "seat_taken_back": Ending(4403, "This seat was taken back."),
    "no_such_game": Ending(4404, "That game is not here."),
    "late_hello": Ending(4408, "No hello came in time.", True),
    "version": Ending(4409, "This server speaks another version of the protocol: update wardiary."),
    "too_many_unreadable": Ending(4429, "Too many messages could not be read."),
    "log_regressed": Ending(4503, "The game is halted: its log lacks what you were told. The operator has to decide."),
    "damaged": Ending(4503, "The game is halted: its log is damaged. The operator has to decide."),
}
"""The code of `closing` -> how the connection ends."""


def rejected(id: str, code: str, text: str = "", seq: int = 0) -> Rejected:
    """The answer to a message that the network shell itself refuses. `code` is one of `REJECTED`."""
    return Rejected(id, code, text or REJECTED[code], seq)
