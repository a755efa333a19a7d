"""Those who watch and ask for a seat, and those who may let them in."""

from __future__ import annotations

import asyncio
from collections.abc import Container, Coroutine
from typing import TYPE_CHECKING, NamedTuple

import structlog
from wardiary_protocol.messages import Accepted, Admit, AskSeat, Knock, Rejected, SeatGranted

from ..lobby import Lobby, LogError
from .codes import rejected

if TYPE_CHECKING:
    from .hall import Guest, Hall

log_ = structlog.get_logger("net")

MOST = 32
"""How many may wait at the door of one game."""


class Asked(NamedTuple):
    """Somebody at the door, and the id that their answer carries."""

    guest: Guest
    id: str
    knock: Knock


class Knocks:
    """The door of one game. The referee opens it if one is here, else any seated player."""

    def __init__(self, hall: Hall, lobby: Lobby) -> None:
        self._hall = hall
        self._lobby = lobby
        self._waiting: dict[str, Asked] = {}
        self._count = 0
        self._granting: set[str] = set()  # seats that are being written down
        self._tasks: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------------------------------------ at the door

    def ask(self, guest: Guest, message: AskSeat) -> None:
        """A spectator asks for a free seat."""
        code = self._refusal(guest, message)
        if code:
            self._refuse(guest, message.id, code)
            return
        self._count += 1
        knock = Knock(f"k{self._count}", message.seat, message.name)
        self._waiting[knock.knock] = Asked(guest, message.id, knock)
        for host in self._hall:
            if self._may_admit(host):
                host.send(knock)

    def _refusal(self, guest: Guest, message: AskSeat) -> str:
        """The code of why this cannot be asked, or nothing."""
        state = self._hall.room.state
        if guest.who.seat:
            return "not_allowed"
        if message.seat not in state.game.seats:
            return "no_such_seat"
        if message.seat in state.table.held or message.seat in self._granting:
            return "seat_taken"
        if any(asked.guest is guest for asked in self._waiting.values()):
            return "already_asked"
        return "busy" if len(self._waiting) >= MOST else ""

    def leave(self, guest: Guest) -> None:
        """One is gone, and whatever they asked for. Without the last referee the players open the door."""
        for asked in list(self._waiting.values()):
            if asked.guest is guest:
                del self._waiting[asked.knock.knock]
        if guest.who.role == "referee":
            for host in self._hall:
                self.arrived(host)

    def seats_changed(self, held: Container[str]) -> None:
        """Whoever asked for a seat that is taken now need not wait."""
        for asked in list(self._waiting.values()):
            if asked.knock.seat in held:
                del self._waiting[asked.knock.knock]
                self._refuse(asked.guest, asked.id, "seat_taken")

    # ------------------------------------------------------------------------------------------ behind it

    def arrived(self, guest: Guest) -> None:
        """One is here who may have somebody to let in."""
        if self._waiting and self._may_admit(guest):
            for asked in self._waiting.values():
                guest.send(asked.knock)

    def admit(self, host: Guest, message: Admit) -> None:
        """Somebody lets one in, or turns them away."""
        asked = self._waiting.get(message.knock)
        if not self._may_admit(host):
            self._refuse(host, message.id, "not_allowed")
        elif asked is None:
            self._refuse(host, message.id, "no_such_knock")
        elif not message.yes:
            del self._waiting[message.knock]
            self._refuse(asked.guest, asked.id, "turned_away")
            host.send(Accepted(message.id, self._hall.room.head.seq))
        elif asked.knock.seat in self._granting:
            self._refuse(host, message.id, "seat_taken")
        else:
            del self._waiting[message.knock]
            self._granting.add(asked.knock.seat)
            self._start(self._let_in(host, message.id, asked))

    def _may_admit(self, guest: Guest) -> bool:
        if guest.who.role == "referee":
            return True
        referees = (seat.id for seat in self._hall.room.state.game.seats.values() if seat.role == "referee")
        return guest.who.role == "player" and not any(map(self._hall.attendance.is_here, referees))

    def close(self) -> None:
        """Nobody is let in any more."""
        for task in self._tasks:
            task.cancel()

    # ------------------------------------------------------------------------------------------ letting in

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _let_in(self, host: Guest, id: str, asked: Asked) -> None:
        try:
            answer, token = await self._seat(asked)
        except Exception:
            log_.exception("nobody was let in", game=self._hall.room.game, seat=asked.knock.seat)
            answer, token = rejected("", "fault"), ""
        finally:
            self._granting.discard(asked.knock.seat)
        if isinstance(answer, Rejected):
            for guest, its in ((host, id), (asked.guest, asked.id)):
                guest.send(Rejected(its, answer.code, answer.text, answer.seq))
        elif asked.guest.over:
            self._refuse(host, id, "gone")
            await self._lobby.vacate(self._hall.room.game, asked.knock.seat)
        else:
            asked.guest.send(SeatGranted(asked.knock.seat, token, asked.id))
            host.send(Accepted(id, answer.seq))

    async def _seat(self, asked: Asked) -> tuple[Accepted | Rejected, str]:
        """A token comes first, and counts once it is written down that the seat is held: so nobody is locked out."""
        game, knock = self._hall.room.game, asked.knock
        try:
            token = self._lobby.vault.issue_token(game, knock.seat)
            return await self._lobby.sit(game, knock.seat, knock.name), token
        except LogError as fault:
            return rejected("", "unavailable", str(fault), self._hall.room.head.seq), ""

    def _refuse(self, guest: Guest, id: str, code: str) -> None:
        guest.send(rejected(id, code, seq=self._hall.room.head.seq))
