"""The full screen without a terminal: Textual's pilot presses keys, and a test waits for what it wants to see."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static
from wardiary_cli.address import Address
from wardiary_cli.client import Client
from wardiary_cli.full.app import Full
from wardiary_cli.full.board import Board
from wardiary_cli.full.commandline import CommandLine
from wardiary_cli.full.sheets import Rows, Sheet
from wardiary_cli.full.story import Story
from wardiary_cli.seats import Seats

from .net import PATIENCE, Table


class Glass:
    """One session's screen."""

    def __init__(self, app: Full, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    async def until(self, what: Callable[[], object]) -> None:
        """Waits until something holds."""
        await eventually(what, lambda: f"{self.status}\n{self.story}\n{self.notice}")

    async def press(self, *keys: str) -> None:
        """Presses keys."""
        await self.pilot.press(*keys)

    async def type(self, line: str) -> None:
        """Types a line, and Enter."""
        entry = self.app.pane(CommandLine)
        self.app.main.set_focus(entry)
        entry.value = line
        await entry.action_submit()

    def _static(self, id: str) -> str:
        return str(self.app.main.query_one(f"#{id}", Static).content)

    @property
    def status(self) -> str:
        """The line at the top."""
        return self._static("status")

    @property
    def notice(self) -> str:
        """What was answered last."""
        return self._static("notice")

    @property
    def drawing(self) -> str:
        """The board."""
        return str(self.app.pane(Board).query_one("#drawing", Static).content)

    @property
    def story(self) -> str:
        """The story that is shown, however it is wrapped."""
        return " ".join(" ".join(str(option.prompt) for option in self.app.pane(Story).options).split())

    @property
    def page(self) -> str:
        """The page that lies above, or nothing."""
        if not isinstance(self.app.screen, Sheet):
            return ""
        return "\n".join(str(rows.content) for rows in self.app.screen.query(Rows))


async def eventually(what: Callable[[], object], told: Callable[[], object] = lambda: "") -> None:
    """Waits until something holds for which there is no event; `told` says what there was in its place."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not what():
                await lets_others_run()
    except TimeoutError:
        raise AssertionError(told()) from None


async def lets_others_run() -> None:
    """One turn of the loop."""
    await asyncio.sleep(0)


@asynccontextmanager
async def glass(
    client: Client, folder: Path, size: tuple[int, int] = (120, 40), **options: Any
) -> AsyncIterator[Glass]:
    """A client's screen, once it shows the game."""
    app = Full(client, Seats(folder), **options)
    try:
        async with app.run_test(size=size) as pilot:
            screen = Glass(app, pilot)
            await screen.until(lambda: client.welcome and app.following.diary.last)
            await app.following.caught_up()
            yield screen
    finally:
        await client.aclose()


@asynccontextmanager
async def seat_at(table: Table, seat: str, folder: Path, **options: Any) -> AsyncIterator[Glass]:
    """The screen of somebody who holds a seat."""
    client = Client(Address(table.url), token=await table.seat(seat))
    async with glass(client, folder, **options) as screen:
        yield screen
