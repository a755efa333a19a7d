"""The way in: what a hello holds, and whom it lets in as what.

A token counts as long as the log says that somebody holds its seat; so a seat that was taken back stays so, whatever
happens to the server on the way. An invite is used up only after it is written down who came by it; if anything goes
wrong before, it is still good.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import structlog
from wardiary_protocol.messages import VERSION, Hello, Rejected

from ..lobby import Lobby, LogError
from ..room import Who
from .hall import Hall

log_ = structlog.get_logger("net")


class TurnedAway(Exception):
    """This hello opens nothing. `code` is one of `codes.ENDINGS`, `text` a better sentence than its own, if any."""

    def __init__(self, code: str, text: str = "") -> None:
        super().__init__(text or code)
        self.code = code
        self.text = text


class Entered(NamedTuple):
    """Who came in where; the token that proves it, and whether they learn it only now."""

    hall: Hall
    who: Who
    token: str = ""
    is_new: bool = False


class Entrance:
    """Reads what people show at the door."""

    def __init__(self, lobby: Lobby, hall_of: Callable[[str], Awaitable[Hall]]) -> None:
        self._lobby = lobby
        self._hall_of = hall_of
        self._redeeming = asyncio.Lock()

    async def enter(self, hello: Hello) -> Entered:
        """Lets somebody in. Raises `TurnedAway`."""
        if hello.version != VERSION:
            raise TurnedAway("version")
        if sum(map(bool, (hello.token, hello.invite, hello.code))) != 1:
            raise TurnedAway("no_hello", "A hello holds one of these: a token, an invite, or a room code.")
        try:
            return await self._by(hello)
        except LogError as fault:
            log_.warning("nobody can come in", code=fault.code, why=str(fault))
            raise TurnedAway(ENDING_OF.get(fault.code, "unavailable"), str(fault)) from None
        except LookupError as missing:
            raise TurnedAway("no_such_game", str(missing.args[0] if missing.args else "")) from None

    def still_holds(self, entered: Entered) -> bool:
        """Whether it is so even now; things may have changed while the door was opened."""
        table = entered.hall.room.state.table
        if not entered.token:
            return table.watching
        return entered.who.seat in table.held and self._lobby.vault.who(entered.token) is not None

    async def _by(self, hello: Hello) -> Entered:
        if hello.token:
            entered = await self._by_token(hello.token)
        elif hello.invite:
            async with self._redeeming:
                entered = await self._by_invite(hello.invite, hello.name)
        else:
            entered = await self._by_code(hello.code)
        if hello.resume is not None and hello.resume.witness:
            await self._check(entered.hall, hello.resume.witness)
        return entered

    async def _by_token(self, token: str) -> Entered:
        place = self._lobby.vault.who(token)
        if place is None:
            raise TurnedAway("refused")
        hall = await self._hall_of(place.game)
        if place.seat not in hall.room.state.table.held:
            raise TurnedAway("refused")
        return Entered(hall, hall.room.who(place.seat), token)

    async def _by_invite(self, invite: str, name: str) -> Entered:
        place = self._lobby.vault.invited(invite)
        if place is None:
            raise TurnedAway("refused")
        hall = await self._hall_of(place.game)
        answer = await self._lobby.sit(place.game, place.seat, name)
        if isinstance(answer, Rejected):
            raise TurnedAway("not_seated", answer.text)
        bought = self._lobby.vault.redeem(invite)
        if bought is None:  # another invite was made for the seat meanwhile
            raise TurnedAway("refused")
        return Entered(hall, hall.room.who(place.seat), bought[2], is_new=True)

    async def _by_code(self, code: str) -> Entered:
        game = self._lobby.vault.by_code(code)
        if game is None:
            raise TurnedAway("refused")
        hall = await self._hall_of(game)
        if not hall.room.state.table.watching:
            raise TurnedAway("watching_off")
        return Entered(hall, hall.room.who(""))

    async def _check(self, hall: Hall, witness: str) -> None:
        """Halts the game where its log contradicts what this client was truly told."""
        why = await self._lobby.contradiction(hall.room, witness)
        if why:
            if not hall.room.halted:
                hall.room.halt(why)
            raise TurnedAway("log_regressed")


ENDING_OF = {"corrupt": "damaged", "no_secrets": "no_such_game"}
"""The code of a fault of the log -> how the connection ends, where it is not just unavailable for the moment."""
