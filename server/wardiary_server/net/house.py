"""All connections of one server, and the halls that they are in."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import structlog
from wardiary_protocol.wire import Limits

from ..lobby import Lobby, LogError
from ..room import Room
from .connection import Connection
from .entrance import Entrance
from .founding import Founding, Shelf
from .hall import Hall
from .keeping import Keys
from .limits import Clock
from .session import Session
from .settings import Settings

log_ = structlog.get_logger("net")


class House:
    """What all sessions share. `clock` is in seconds; `now` is the time that entries carry, in milliseconds."""

    def __init__(
        self, lobby: Lobby, settings: Settings, clock: Clock, now: Callable[[], int], shelf: Shelf | None = None
    ) -> None:
        self.lobby = lobby
        self.settings = settings
        self.clock = clock
        self.now = now
        self.limits = Limits(settings.frame, settings.depth, settings.items)
        self.closing = False
        self.founding = Founding(lobby, settings, clock, shelf)
        self.keys = Keys(settings, clock)
        self.entrance = Entrance(lobby, self.hall)
        self.connections: set[Connection] = set()  # also those that are still shaking hands
        self.sessions: set[Session] = set()
        self.halls: dict[str, Hall] = {}
        self._unloading: dict[str, asyncio.Task[None]] = {}

    async def hall(self, game: str) -> Hall:
        """The hall of a game, its room opened if it is not. Raises what `Lobby.open` does."""
        while (unloading := self._unloading.get(game)) is not None:
            await asyncio.shield(unloading)
        hall = self._hall_of(await self.lobby.open(game))
        hall.empty_since = self.clock()  # somebody is on the way in
        return hall

    def _hall_of(self, room: Room) -> Hall:
        hall = self.halls.get(room.game)
        if hall is None or hall.room is not room:
            hall = self.halls[room.game] = Hall(self.lobby, room, self.settings, self.clock)
        return hall

    async def handle(self, connection: Connection) -> None:
        """Sees one connection through, from the handshake to its end (the handler of `websockets`)."""
        session = Session(connection, self)
        connection.listener = session
        self.sessions.add(session)
        if self.closing:
            session.end("going_away")
        elif len(self.sessions) > self.settings.connections:
            session.end("full")
        await connection.over

    # ------------------------------------------------------------------------------------------ time

    def beat(self) -> None:
        """Time has passed for everyone."""
        now = self.clock()
        for session in tuple(self.sessions):
            session.beat(now)
        for room in tuple(self.lobby.rooms.values()):
            if room.game not in self._unloading:
                hall = self._hall_of(room)
                hall.beat()
                if self._is_idle(hall, now):
                    self._unload(hall)

    def _is_idle(self, hall: Hall, now: float) -> bool:
        """A halted room stays, so that it is not forgotten why."""
        idle = self.settings.idle
        return bool(idle) and hall.is_empty and now - hall.empty_since >= idle and not hall.room.halted

    def _unload(self, hall: Hall) -> None:
        game = hall.room.game
        del self.halls[game]
        hall.close()
        task = asyncio.get_running_loop().create_task(self.lobby.unload(game))
        self._unloading[game] = task
        task.add_done_callback(lambda _: self._unloading.pop(game))
        log_.info("unloaded", game=game)

    # ------------------------------------------------------------------------------------------ the end

    async def leave(self) -> None:
        """Answers what was asked for, and tells everyone that the server is going away."""
        self.closing = True
        for session in self.sessions:
            session.hush()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.settings.closing):
                await asyncio.gather(*(room.settled() for room in self.lobby.rooms.values()))
        for session in tuple(self.sessions):
            session.end("going_away")
        for connection in tuple(self.connections):
            if connection.listener is None:  # it has not even shaken hands
                connection.transport.abort()

    def cut_off(self) -> None:
        """Ends the connections that are still there."""
        for connection in tuple(self.connections):
            connection.transport.abort()

    async def aclose(self) -> None:
        """Puts the rooms away."""
        for hall in self.halls.values():
            hall.close()
        self.halls.clear()
        self.keys.close()
        with contextlib.suppress(LogError):
            await self.lobby.aclose()
