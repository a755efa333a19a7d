"""New games that are begun by the referee of a game that goes on: what there is to choose from, and how all come along.

Which scenarios there are, and how one becomes a game, is the shelf's: it is handed in by whoever puts the server
together.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

import structlog
from wardiary_protocol.messages import Begun, Bundled, Command, NewGame, Playable, Rejected, Scenarios

from ..lobby import Lobby, LogError, now
from ..room import Room, Who
from .codes import rejected
from .limits import Bucket, Clock
from .settings import Settings

log_ = structlog.get_logger("net")

Send = Callable[[Begun | Rejected], None]


class Shelf(Protocol):
    """The scenarios of this server."""

    def listed(self) -> tuple[Playable, ...]:
        """What there is."""

    async def begin(self, name: str) -> str:
        """A new game of a scenario; its id. Raises `LookupError` where there is no such scenario, or `LogError`."""


class Founding:
    """Of one server. `Settings.beginning` is for all of its games together: a game is kept for ever."""

    def __init__(self, lobby: Lobby, settings: Settings, clock: Clock, shelf: Shelf | None) -> None:
        self._lobby = lobby
        self._shelf = shelf if settings.beginning else None
        self._rest = Bucket(1 / settings.beginning if settings.beginning else 0.0, 1, clock)
        self._tasks: set[asyncio.Task[None]] = set()

    def listed(self, room: Room, who: Who, message: Scenarios) -> Bundled | Rejected:
        """What a new game could be."""
        code = self._why_not(who)
        if code or self._shelf is None:
            return rejected(message.id, code, seq=room.head.seq)
        return Bundled(message.id, self._shelf.listed())

    def begin(self, room: Room, who: Who, message: NewGame, send: Send) -> None:
        """Begins a game, and answers once it is there."""
        code = self._why_not(who) or self._unknown(message.scenario) or ("" if self._rest.take() else "too_fast")
        if code:
            send(rejected(message.id, code, seq=room.head.seq))
            return
        task = asyncio.get_running_loop().create_task(self._begin(room, who, message, send))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _why_not(self, who: Who) -> str:
        if self._shelf is None:
            return "no_new_games"
        return "" if who.role == "referee" else "not_allowed"

    def _unknown(self, scenario: str) -> str:
        known = self._shelf is not None and scenario in {one.name for one in self._shelf.listed()}
        return "" if known else "no_such_scenario"

    async def _begin(self, room: Room, who: Who, message: NewGame, send: Send) -> None:
        assert self._shelf is not None
        try:
            game = await self._shelf.begin(message.scenario)
            made = await self._lobby.open(game)
            begun = self._links(made, message)
        except (LogError, LookupError) as fault:
            log_.error("no new game", scenario=message.scenario, why=str(fault))
            send(rejected(message.id, "unavailable", str(fault), room.head.seq))
            return
        send(begun)
        self._tell(room, who, game, f"A new game begins: {made.state.game.title}. Come along: {begun.watch}")

    def _links(self, made: Room, message: NewGame) -> Begun:
        """An invite for whoever leads the new game, and the way in for everybody else."""
        seats = made.state.game.seats
        seat = next((one.id for one in seats.values() if one.role == "referee"), next(iter(seats), ""))
        base, vault = self._lobby.address, self._lobby.vault
        link = f"{base}/#i={vault.issue_invite(made.game, seat)}" if seat else ""
        return Begun(message.id, made.game, seat, link, f"{base}/#r={vault.room_code(made.game)}")

    def _tell(self, room: Room, who: Who, game: str, text: str) -> None:
        """Says in the old game how to come along, as the referee; a game that is closed has nobody to tell."""
        command = Command(f"#{game}", {"do": "say", "text": text}, line=room.state.table.line)
        room.command(who, command, lambda _answer: None, at=now())
