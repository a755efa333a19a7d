"""The full screen's application: does what keys, lines and forms ask for, on the frame that shows it.

What comes from the server is taken in order by one task (`following`); what is asked for is done by another (`_work`),
one thing after the other, so neither holds up the other.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from textual.binding import BindingType
from textual.command import CommandPalette
from textual.widgets import Input

from ..client import Client, Refusal
from ..exits import Ended, Exit
from ..naming import Unclear
from ..seats import Seats
from ..show import plain
from ..slots import whole
from ..typed import Here, read
from . import taking_back
from .asks import Asks
from .board import Board
from .commandline import CommandLine
from .forms import OfferForm
from .frame import Frame
from .keys import BINDINGS, key_rows
from .palette import Entry, OffersProvider
from .sheets import Confirm, Sheet
from .story import Story
from .themes import DARK, LIGHT
from .units import Units

_BEAT = 1 / 8
"""Seconds between two looks at whether the next entry is to be played."""


class Full(Frame):
    """One session on the full screen, from the first try to connect on. `end` says why it had to end."""

    COMMANDS = {OffersProvider}  # noqa: RUF012 - as App has it
    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(
        self, client: Client, seats: Seats, *, seat: str = "", name: str = "", theme: str = "",
        writing: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        super().__init__(client, seats, seat=seat, name=name, theme=theme)
        self.end: Ended | None = None
        self._writing = writing  # tells the others
        self._filtered = False

    def on_mount(self) -> None:
        """Begins to follow and to do."""
        self.pane(CommandLine).focus()
        self.draw()
        for work in (self._open, self.following.run, self._work, self._until_the_end):
            self.run_worker(work())
        self.set_interval(_BEAT, self._beat)

    async def _open(self) -> None:
        with contextlib.suppress(Ended):
            await self.client.open()
            await self.doing.salt()

    async def _until_the_end(self) -> None:
        """Where there is no going on, leaves; what is said about it comes after the screen is given back."""
        self.end = await self.client.ended()
        self.exit()

    async def _work(self) -> None:
        while True:
            work = await self.jobs.get()
            try:
                await work()
            except Ended:
                return
            except (Unclear, Refusal, ValueError) as wrong:
                self.doing.no(str(wrong))
            await self.refresh_all()

    # ------------------------------------------------------------------------------------------ lines and forms

    def on_command_line_entered(self, event: CommandLine.Entered) -> None:
        """A line was typed."""
        self.show_rows([])
        self.do(lambda: self._line(event.line))

    async def _line(self, line: str) -> None:
        """Does a line; where the screen shows already what it asks for, goes there."""
        asked = None
        with contextlib.suppress(Unclear):  # which `doing` says
            asked = read(line, self.client.scene)
        word, args = (asked.word, asked.args) if isinstance(asked, Here) else ("", ())
        if word == "quit":
            self.exit(Exit.OK)
        elif word == "look" and args:
            await self.past.go(whole(args[0]))
        elif word in ("look", "map"):
            self.action_live()
            self.pane(Board).focus()
        elif word == "help" and not args:
            self.action_help()
        else:
            await self.doing.line(line)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Somebody types, or rolls."""
        if event.value:
            self._writing()

    def action_keys(self) -> None:
        """Out of the line: from the next key on, letters are keys."""
        self.main.set_focus(self.pane(Story))

    def on_command_line_ended(self) -> None:
        """Ctrl-D."""
        self.exit(Exit.OK)

    def on_command_line_several(self, event: CommandLine.Several) -> None:
        """Which words there are."""
        self.say("  ".join(event.words), "dim")

    def choose(self, entry: Entry) -> None:
        """An entry of the palette: a command, a form, or why not."""
        if entry.refused:
            self.say(f"! {entry.offer.why_not}", "bad")
        elif entry.form:
            self.push_screen(OfferForm(entry.offer, self.client.scene), self.send)
        else:
            self.send(entry.body)

    def send(self, body: Mapping[str, Any] | None) -> None:
        """Sends a command, if it is one."""
        if body is not None:
            self.do(lambda: self.doing.send(body))

    def on_asks_answer(self, event: Asks.Answer) -> None:
        """Something that waited is answered."""
        self.send(event.body)

    def on_asks_unsaid(self, event: Asks.Unsaid) -> None:
        """Something was filled in that means nothing."""
        self.say(f"! {event.text}", "bad")

    def on_asks_decided(self, event: Asks.Decided) -> None:
        """A guest is let in, or not."""
        self.following.knocks.pop(event.knock, None)
        self.do(lambda: self.client.admit(event.knock, event.yes))

    # ------------------------------------------------------------------------------------------ units

    def on_units_chosen(self, event: Units.Chosen) -> None:
        """Another unit is selected in the list."""
        self.select(event.unit)

    def on_board_picked(self, event: Board.Picked) -> None:
        """A unit was clicked on."""
        self.select(event.unit)

    def on_units_asked(self) -> None:
        """What may it do?"""
        self.action_command_palette()

    def select(self, unit: str) -> None:
        """Selects a unit."""
        self.selected = unit
        if self._filtered:
            self._concern(unit)
        self.draw()

    def action_filter(self) -> None:
        """The story of the selected unit alone, or all of it again."""
        self._filtered = not self._filtered and bool(self.selected)
        self._concern(self.selected if self._filtered else "")

    def _concern(self, unit: str) -> None:
        self.pane(Story).concern(unit, self.past.scene.name("units", unit) if unit else "")

    def action_command_palette(self) -> None:
        """What the selected unit may do, and the seat."""
        if not isinstance(self.screen, CommandPalette):
            name = self.client.scene.name("units", self.selected)
            self.push_screen(CommandPalette(placeholder=plain(f"What shall {name or 'be done'} do?")))

    # ------------------------------------------------------------------------------------------ reading back

    def on_story_wanted(self, event: Story.Wanted) -> None:
        """The board as it was after an entry."""
        self.past.playing = False
        self.do(lambda: self.past.go(event.seq))

    def on_story_older(self) -> None:
        """What came before the entries that are known."""
        self.do(self.following.older)

    def action_entry(self, by: int) -> None:
        """An entry back, or on."""
        self.past.playing = False
        self.do(lambda: self.past.step(by))

    def action_round(self, by: int) -> None:
        """To the beginning of the round before, or of the next."""
        self.past.playing = False
        self.do(lambda: self.past.turn_over(by))

    def action_play(self) -> None:
        """Plays on from here, or stops."""
        self.do(self.past.play)

    def action_speed(self, by: int) -> None:
        """Faster, or slower."""
        self.past.faster(by)
        self.draw()

    def _beat(self) -> None:
        if self.past.is_due(_BEAT) and self.jobs.empty():
            self.do(lambda: self.past.step(1))

    def action_live(self) -> None:
        """Back to now."""
        self.past.back_to_now()
        self.pane(Story).unmark()
        self.draw()

    # ------------------------------------------------------------------------------------------ taking back

    def action_undo(self) -> None:
        """Says what goes back, and takes it back with a yes."""
        self._confirm(taking_back.undo)

    def action_redo(self) -> None:
        """Says what comes back, and redoes it with a yes."""
        self._confirm(taking_back.redo)

    def _confirm(self, what: Callable[..., taking_back.Step]) -> None:
        try:
            step = what(self.following.diary, self.client.scene)
        except Unclear as wrong:
            self.say(f"! {wrong}", "bad")
            return

        def decided(sure: bool | None) -> None:
            self.send(step.body if sure else None)

        self.push_screen(Confirm(step.title, step.rows, step.yes), decided)

    def action_agree(self) -> None:
        """Agrees to what is proposed, or accepts a correction."""
        accepts = self.client.scene.correction and not self.client.scene.proposal
        self.do(lambda: self.doing.line("accept" if accepts else "agree"))

    def action_refuse(self) -> None:
        """Refuses what is proposed."""
        self.do(lambda: self.doing.line("refuse"))

    # ------------------------------------------------------------------------------------------ the rest

    def action_type(self, start: str = "") -> None:
        """To the command line."""
        line = self.pane(CommandLine)
        self.main.set_focus(line)
        if start:
            line.value, line.cursor_position = start, len(start)

    def action_answer(self) -> None:
        """To what waits."""
        asks = self.pane(Asks)
        if asks.display:
            asks.begin()
        else:
            self.say("Nothing waits for you.", "dim")

    def action_who(self) -> None:
        """Who is here."""
        self.do(lambda: self.doing.line("who"))

    def action_help(self) -> None:
        """The keys and the words."""
        self.push_screen(Sheet("Keys and words", key_rows(self.doing.offered)))

    def action_zoom_pane(self) -> None:
        """One pane on the whole screen, or all of them again."""
        if self.main.maximized:
            self.main.minimize()
        elif self.main.focused is not None:
            self.main.maximize(self.main.focused)

    def action_theme(self) -> None:
        """Dark or light."""
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name

    def action_leave(self) -> None:
        """Ctrl-C: copies what is selected, else leaves."""
        text = self.screen.get_selected_text()
        if text:
            self.copy_to_clipboard(text)
        else:
            self.exit(Exit.INTERRUPTED)
