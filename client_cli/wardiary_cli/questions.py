"""Everything that a client may ask, each with the answer that belongs to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from wardiary_protocol.messages import (
    Accepted,
    Admit,
    AskSeat,
    Command,
    Invite,
    Keep,
    Look,
    Looked,
    NewGame,
    Offered,
    Offers,
    Page,
    Paged,
    Proof,
    Proved,
    Rejected,
    Scenarios,
    SeatGranted,
    ServerMessage,
)
from wardiary_protocol.replica import Replica

T = TypeVar("T")
Asked = Command | Look | Page | Proof | Offers | AskSeat | Admit | Invite | Scenarios | NewGame | Keep
"""What is answered: everything that carries an id."""


class Refusal(Exception):
    """A question was refused: the code and the sentence of `Rejected`."""

    def __init__(self, rejected: Rejected) -> None:
        super().__init__(rejected.text)
        self.code = rejected.code
        self.text = rejected.text


Pause = Callable[[float], Awaitable[None]]
"""Waits so many seconds."""

TOO_FAST = 1.0
"""Seconds to wait where the server says that this was too much at once; then it is asked again."""


class Questions(ABC):
    """What is asked by `ask`, put into words. Whatever it raises comes through; refused questions are `Refusal`."""

    replica: Replica
    pause: Pause

    @abstractmethod
    def new_id(self) -> str:
        """An id that this seat has never used."""

    @abstractmethod
    async def ask(self, message: Asked) -> ServerMessage:
        """Sends something and returns its answer."""

    async def command(self, body: Mapping[str, Any], *, id: str = "", line: int | None = None) -> Accepted | Rejected:
        """A command, on the line of this client's view unless another is named. Raises as `ask` does."""
        on = self.replica.line if line is None else line
        answer = await self._patiently(Command(id or self.new_id(), body, on))
        assert isinstance(answer, Accepted | Rejected)
        return answer

    async def look(self, seq: int) -> Looked:
        """This audience's view as it was after entry `seq`. Raises `Refusal`."""
        return await self._question(Look(self.new_id(), seq), Looked)

    async def page(self, after: int = 0, limit: int = 100, *, changes: bool = False) -> Paged:
        """A page of the story. Raises `Refusal`."""
        return await self._question(Page(self.new_id(), after, limit, changes), Paged)

    async def proof(self, after: int = 0) -> Proved:
        """A page of the chained log, once the game is closed. Raises `Refusal`."""
        return await self._question(Proof(self.new_id(), after), Proved)

    async def offers(self, unit: str = "") -> Offered:
        """What a unit may do now, or the seat as a whole. Raises `Refusal`."""
        return await self._question(Offers(self.new_id(), unit), Offered)

    async def ask_seat(self, seat: str, name: str = "") -> SeatGranted:
        """Asks for a free seat and waits until somebody has decided. Raises `Refusal`. `become` takes it."""
        return await self._question(AskSeat(self.new_id(), seat, name), SeatGranted)

    async def admit(self, knock: str, yes: bool = True) -> Accepted:
        """Lets somebody in, or turns them away. Raises `Refusal`."""
        return await self._question(Admit(self.new_id(), knock, yes), Accepted)

    async def _question(self, message: Asked, kind: type[T]) -> T:
        answer = await self._patiently(message)
        if isinstance(answer, Rejected):
            raise Refusal(answer)
        assert isinstance(answer, kind)
        return answer

    async def _patiently(self, message: Asked) -> ServerMessage:
        """Asks as often as the server says that this was too much at once."""
        while True:
            answer = await self.ask(message)
            if not (isinstance(answer, Rejected) and answer.code == "too_fast"):
                return answer
            await self.pause(TOO_FAST)
