"""The plain form: short commands in, sentences out, one line after another.

Two things go on at once. What comes from the server is shown (`showing`); what is typed is done (`doing`) line by line,
each when the one before is answered. Neither waits for the other, so the story goes on while a command is on its way.
"""

from __future__ import annotations

import asyncio
import contextlib

from .client import Client
from .doing import Doing
from .exits import Ended, Exit
from .naming import Unclear
from .seats import Seats
from .showing import Showing, free_seats
from .terminal import Screen
from .typed import Here, read


class Plain:
    """One session on a screen, from the first try to connect on. A spectator who wants `seat` asks for it."""

    def __init__(
        self, client: Client, screen: Screen, seats: Seats, *, seat: str = "", name: str = "", stay: bool = False
    ) -> None:
        self.client = client
        self.screen = screen
        self.showing = Showing(client, screen, self._at_the_door)
        self.doing = Doing(client, seats, screen.show, self.showing.caught_up, self.showing.knocks, name=name)
        self._seat = seat
        self._stay = stay
        self._typed: asyncio.Queue[str] = asyncio.Queue()

    async def run(self) -> Exit:
        """Until the input ends or somebody leaves. Raises `Ended` where the server says that there is no going on."""
        tasks = [asyncio.create_task(work) for work in (self._read(), self._work(), self.showing.run(), self._ended())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            if self.client.here:
                last = asyncio.create_task(self.showing.caught_up())
                await asyncio.wait([last, *tasks[2:]], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (every := [*tasks, *([self.doing.asking] if self.doing.asking else [])]):
                task.cancel()
            await asyncio.gather(*every, return_exceptions=True)
        return Exit.FAULT if self.screen.scripted and self.doing.refused else Exit.OK

    async def _ended(self) -> None:
        end = await self.client.ended()
        with contextlib.suppress(Ended):
            await self.showing.caught_up()
        raise end

    # ------------------------------------------------------------------------------------------ line by line

    async def _read(self) -> None:
        """Ends with the input, once all of it is done; on a terminal without a connection nobody waits for that."""
        await self.client.open()
        await self.doing.salt()
        if self.screen.scripted:
            await self.showing.caught_up()
        async for line in self.screen.lines():
            if self._is_leaving(line):
                self._stay = False
                break
            self._typed.put_nowait(line)
        if self.screen.scripted or self.client.here:
            await self._typed.join()
        if self.screen.scripted and self.doing.asking is not None:
            await self.doing.asking
        if self.screen.scripted and self._stay:
            await self.client.until(lambda: None)

    def _is_leaving(self, line: str) -> bool:
        with contextlib.suppress(Unclear):
            asked = read(line, self.client.scene)
            return isinstance(asked, Here) and asked.word == "quit"
        return False

    async def _work(self) -> None:
        while True:
            line = await self._typed.get()
            try:
                if self.screen.scripted and line.strip():
                    self.showing.say(f"> {line}", "dim")
                await self.doing.line(line)
            finally:
                self._typed.task_done()

    def _at_the_door(self) -> None:
        """For somebody who watches: the seat that was wanted is asked for, or those that are free are named."""
        if self._seat:
            wanted, self._seat = self._seat, ""
            self._typed.put_nowait(f'seat "{wanted}"')
        elif not self.screen.scripted:
            self.showing.say(f"{free_seats(self.client)} `seat SEAT` asks for one.", "dim")
