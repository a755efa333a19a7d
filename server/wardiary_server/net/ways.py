"""Links to hand on: invites for seats, and the way in for those who watch, each also as a QR code."""

from __future__ import annotations

from wardiary_protocol.messages import Invite, Invited, Rejected

from ..lobby import Lobby, LogError
from ..qr import rows
from ..room import Room, Who
from .codes import rejected


def invited(lobby: Lobby, room: Room, who: Who, message: Invite) -> Invited | Rejected:
    """The link that was asked for, or why there is none. A new invite for a seat is in place of the one before."""
    try:
        found = fragment(lobby, room, who, message)
    except LogError as fault:
        return rejected(message.id, "unavailable", str(fault), room.head.seq)
    if isinstance(found, Rejected):
        return found
    link = f"{lobby.address}/#{found}"
    return Invited(message.id, message.seat, link, rows(link))


def fragment(lobby: Lobby, room: Room, who: Who, message: Invite) -> str | Rejected:
    """What stands behind the link's #."""
    if not message.seat:
        if not room.state.table.watching:
            return rejected(message.id, "watching_off", seq=room.head.seq)
        return f"r={lobby.vault.room_code(room.game)}"
    if who.role != "referee":
        return rejected(message.id, "not_allowed", seq=room.head.seq)
    if message.seat not in room.state.game.seats:
        return rejected(message.id, "no_such_seat", seq=room.head.seq)
    return f"i={lobby.vault.issue_invite(room.game, message.seat)}"
