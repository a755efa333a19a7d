"""The frame of the full screen: its panes, and the scene drawn into them.

Everything is drawn anew from the scene each time: there is no state but the client's view, the diary, where somebody
reads back, and which unit is selected.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import traceback
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import TypeVar

from rich.text import Text
from textual.app import App, ComposeResult, ScreenStackError
from textual.containers import Horizontal, Vertical
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, Static
from wardiary_protocol.messages import Welcome

from ..client import Client
from ..doing import Doing
from ..exits import Exit
from ..seats import Seats
from ..show import Row, plain
from ..showing import free_seats
from .asks import Asks
from .board import Board
from .commandline import CommandLine
from .following import Following
from .ink import inked
from .past import Past
from .sheets import Sheet
from .status import Moment, awaited, status
from .story import Story
from .themes import DARK, LIGHT, theme_for
from .units import Units

W = TypeVar("W", bound=Widget)
_FEW = 3
"""Rows that are shown as a notice; more of them are a page of their own."""
_NARROW, _WIDE, _WIDEST = 72, 110, 160
"""Columns from which on the story stands beside the board and not beneath it, the board gets two thirds of the width,
and the story has room again."""


class Frame(App[Exit]):
    """What is shown of one session. `do` has something done, one after another."""

    CSS_PATH = Path(__file__).with_name("full.tcss")
    TITLE = "wardiary"
    HORIZONTAL_BREAKPOINTS = [(0, "-small"), (_NARROW, "-narrow"), (_WIDE, "-wide"), (_WIDEST, "-widest")]  # noqa: RUF012 - as App has it

    def __init__(self, client: Client, seats: Seats, *, seat: str = "", name: str = "", theme: str = "") -> None:
        super().__init__()
        self.animation_level = "none"
        self.client = client
        self.fault = ""
        self.selected = ""
        self.following = Following(client, self.say, self.refresh_all, self._arrived)
        self.past = Past(client, self.following.diary, self.following.older)
        self.doing = Doing(client, seats, self.show_rows, self.following.caught_up, self.following.knocks, name=name)
        self.jobs: asyncio.Queue[Callable[[], Awaitable[object]]] = asyncio.Queue()
        self._seat = seat
        for known in (DARK, LIGHT):
            self.register_theme(known)
        self.theme = theme_for(theme, os.environ).name

    def compose(self) -> ComposeResult:
        """Everything on the screen."""
        yield Static("", id="status", markup=False)
        with Horizontal(id="main"):
            with Vertical(id="left"):
                yield Board("board")
                yield Units("units")
            with Vertical(id="right"):
                yield Story(self.following.diary, "story")
        yield Asks("asks")
        yield Static("", id="awaited", markup=False)
        yield Static("", id="notice", markup=False)
        with Horizontal(id="line-row"):
            yield Static("> ", id="prompt", markup=False)
            yield CommandLine(self.doing.completions, "line")
        yield Footer(compact=True, show_command_palette=False)

    @property
    def main(self) -> Screen[object]:
        """The screen below all pages."""
        return self.screen_stack[0]

    def pane(self, kind: type[W]) -> W:
        """One of the panes."""
        return self.main.query_one(kind)

    # ------------------------------------------------------------------------------------------ drawing

    async def refresh_all(self) -> None:
        """Draws everything that may have changed; while the screen is being taken down, nothing."""
        with contextlib.suppress(NoMatches, ScreenStackError):
            self.draw()
            await self.pane(Asks).show(self.client.scene, self.following.knocks)

    def draw(self) -> None:
        """Board, units, story and status, of the moment that is looked at."""
        scene, now, past, diary = self.past.scene, self.client.scene, self.past, self.following.diary
        if self.selected not in scene.all("units"):
            self.selected = next(iter([*now.may_go(), *now.commanded()]), "")
        self.pane(Board).show(scene, self.selected)
        self.pane(Units).show(scene, self.selected)
        self.pane(Story).show(now.cursor, past.at)
        playing = past.speed if past.playing else 0.0
        moment = Moment(past.at, diary.last, past.live, playing, self.following.connection)
        self.main.query_one("#status", Static).update(status(scene, moment))
        waits, who = self.main.query_one("#awaited", Static), awaited(now, self.client.presence.seats)
        waits.update(who)
        waits.display = bool(who.plain)

    def show_rows(self, rows: Iterable[Row]) -> None:
        """What answers a line: few rows beside it, many on a page."""
        found = list(rows)
        if len(found) > _FEW:
            self.push_screen(Sheet("", found))
        else:
            with contextlib.suppress(NoMatches, ScreenStackError):
                notice = self.main.query_one("#notice", Static)
                notice.update(inked(found, max(20, self.size.width - 3)))
                notice.display = bool(found)

    def say(self, text: str, look: str = "") -> None:
        """One row."""
        self.show_rows([Row(text, look, 2)])

    # ------------------------------------------------------------------------------------------ the session

    def do(self, work: Callable[[], Awaitable[object]]) -> None:
        """Has something done, after all that was asked for before."""
        self.jobs.put_nowait(work)

    def _arrived(self, welcome: Welcome) -> None:
        """Somebody sits down, or begins to watch; who wanted a seat asks for it."""
        self.past.back_to_now()
        seat = self.client.scene.name("seats", welcome.seat)
        self.say(f"You hold the seat {seat}." if welcome.seat else f"You are watching. {free_seats(self.client)}")
        if not welcome.seat and self._seat:
            wanted, self._seat = self._seat, ""
            self.do(lambda: self.doing.line(f'seat "{wanted}"'))

    def _fatal_error(self) -> None:
        """A fault of ours: it is told after the screen is given back, without what variables hold."""
        self.fault = traceback.format_exc()
        self.panic(Text("\n".join(map(plain, self.fault.splitlines()))))
