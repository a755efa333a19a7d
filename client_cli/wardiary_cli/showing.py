"""What comes from the server, shown in the order in which it came: the story, and what it means for the reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from wardiary_protocol.messages import Knock, Presence, ServerMessage, Told, Update, Welcome

from .client import Back, Client, Heard, Lost, Refusal
from .drawing import head
from .inbox import Inbox
from .naming import either
from .news import News
from .paging import latest, story
from .show import Row
from .telling import rows_of, undone
from .terminal import Screen
from .waiting import prompt, waiting_rows

_LATEST = 8
"""Entries of the story that somebody is shown who comes."""

_MISSED = 60
"""Entries that somebody who comes back is shown; `log` has the rest."""


class Showing:
    """Shows everything that a client hears. `run` is to be a task of its own."""

    def __init__(self, client: Client, screen: Screen, at_the_door: Callable[[], None]) -> None:
        self.knocks: dict[str, Knock] = {}
        self.lost = False
        self._client = client
        self._screen = screen
        self._at_the_door = at_the_door  # called when somebody begins to watch
        self._news = News()
        self._presence: Mapping[str, str] = {}
        self._inbox = Inbox[ServerMessage]()
        client.listeners.append(self._listen)

    async def run(self) -> None:
        """Without end. Raises `Ended`."""
        async for heard in self._inbox:
            try:
                await self._on(heard)
            except Refusal as refusal:
                self.say(f"! {refusal}", "bad")
            self._screen.prompt(prompt(self._client.scene, self.lost))

    def _listen(self, heard: Heard, _data: bytes) -> None:
        """What is said about the connection is said at once: whatever is on its way may have to wait for it."""
        if isinstance(heard, Lost | Back):
            self._on_connection(heard)
        else:
            self._inbox.put(heard)

    async def caught_up(self) -> None:
        """Returns when everything that has come until now is shown."""
        await self._inbox.caught_up()

    def say(self, text: str, look: str = "") -> None:
        """One row."""
        self._screen.show([Row(text, look, 3)])

    # ------------------------------------------------------------------------------------------ each kind

    async def _on(self, heard: ServerMessage) -> None:
        if isinstance(heard, Update):
            await self._story(heard.entries, heard.seq)
        elif isinstance(heard, Welcome):
            await self._welcome(heard)
        elif isinstance(heard, Presence):
            self._screen.show(self._news.presence(self._presence, heard.seats))
            self._presence = heard.seats
        elif isinstance(heard, Knock):
            self._knock(heard)

    def _on_connection(self, heard: Lost | Back) -> None:
        self.lost = isinstance(heard, Lost)
        if isinstance(heard, Lost):
            self.say(f"-- No connection: {heard.text}. Trying until it is there; what you type waits.", "bad")
        else:
            self.say("-- The connection is back.", "good")
        self._screen.prompt(prompt(self._client.scene, self.lost))

    def _knock(self, knock: Knock) -> None:
        if knock.knock not in self.knocks:
            self.knocks[knock.knock] = knock
            who, seat = knock.name or "Somebody", self._client.scene.name("seats", knock.seat)
            self.say(f"** {who} asks for the seat {seat}. Type `admit` or `deny`.", "ask")

    async def _welcome(self, welcome: Welcome) -> None:
        news = self._news
        if news.shown and news.scene.seat == welcome.seat and welcome.seq >= news.shown:
            await self._story(welcome.missed.entries if welcome.missed else (), welcome.seq)
            return
        first, scene = not news.shown, self._client.scene
        news.begin(scene, self._client.replica.seq)
        self._presence = welcome.presence
        what = f"You hold the seat {scene.name('seats', welcome.seat)}" if welcome.seat else "You are watching"
        self.say(f"{welcome.title}. {what}. `help` lists what can be typed.", "head")
        if welcome.code and not self._screen.scripted:
            self.say(f"Others can watch with the room code {welcome.code}.", "dim")
        if first:
            entries = await latest(self._client, _LATEST)
            news.learn(entries)
            self._screen.show(told_rows(entries, scene.cursor))
        self._screen.show([Row(head(scene), "head", 2), *waiting_rows(scene)])
        if not welcome.seat:
            self._at_the_door()

    async def _story(self, entries: Sequence[Told], seq: int) -> None:
        """Shows entries, with those that were left out before them, and then what they mean for the reader."""
        expected = range(self._news.shown + 1, seq + 1)
        wanted = expected[-_MISSED:]
        if len(expected) > len(wanted):
            left_out = len(expected) - len(wanted)
            self.say(f"   … {left_out} entries before these are not shown: `log {len(expected)}`", "dim")
        if not set(wanted) <= {told.seq for told in entries}:
            entries = [told async for told in story(self._client, wanted.start - 1, seq)]
        entries = [told for told in entries if told.seq in wanted]
        self._screen.show([*self._news.entries(entries), *self._news.changed(self._client.scene)])


def told_rows(entries: Sequence[Told], cursor: int) -> list[Row]:
    """Entries without a gap between them, with those marked that no longer count."""
    gone = undone(entries, cursor)
    return [row for told in entries for row in rows_of(told, told.seq in gone)]


def free_seats(client: Client) -> str:
    """Which seats somebody could ask for, as a sentence."""
    scene = client.scene
    free = [seat for seat in scene.all("seats") if seat not in scene.held]
    return f"Free seats: {either(free, 'and')}." if free else "No seat is free."
