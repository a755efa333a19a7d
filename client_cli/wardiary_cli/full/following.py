"""What comes from the server, taken in its order: into the diary, to the door, and whether there is a connection."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterable

from wardiary_protocol.messages import Knock, Told, Update, Welcome

from ..client import Back, Client, Heard, Lost, Refusal
from ..exits import Ended
from ..inbox import Inbox
from ..paging import latest, story
from .diary import Diary

_KNOWN = 200
"""Entries that are fetched at first, and with each step further back."""


class Following:
    """Follows one client. `say` gets a sentence and its look; `changed` is awaited after each message; `arrived` is
    called when a seat, or a place to watch from, is taken. `run` is to be a task of its own."""

    def __init__(
        self,
        client: Client,
        say: Callable[[str, str], None],
        changed: Callable[[], Awaitable[None]],
        arrived: Callable[[Welcome], None],
    ) -> None:
        self.diary = Diary()
        self.knocks: dict[str, Knock] = {}
        self._client = client
        self._say = say
        self._changed = changed
        self._arrived = arrived
        self._lost = False
        self._sitting = ""
        self._inbox = Inbox[Heard]()
        client.listeners.append(lambda heard, _data: self._inbox.put(heard))

    @property
    def connection(self) -> str:
        """How the connection is, in a word."""
        if self._lost:
            return "RECONNECTING"
        return "connected" if self._client.welcome else "connecting"

    async def run(self) -> None:
        """Without end."""
        async for heard in self._inbox:
            with contextlib.suppress(Ended):  # whoever watches the client says why
                try:
                    await self._on(heard)
                except Refusal as refusal:
                    self._say(f"! {refusal}", "bad")
                await self._changed()

    async def caught_up(self) -> None:
        """Returns when everything that has come until now is shown."""
        await self._inbox.caught_up()

    async def older(self) -> None:
        """Fetches entries before those that are known. Raises `Refusal`, `Ended`."""
        first = self.diary.first
        if first > 1:
            after = max(0, first - 1 - _KNOWN)
            self.diary.before([told async for told in story(self._client, after, first - 1)])

    # ------------------------------------------------------------------------------------------ each kind

    async def _on(self, heard: Heard) -> None:
        if isinstance(heard, Lost):
            self._lost = True
            self._say(f"No connection: {heard.text}. Trying until it is there; what you type waits.", "bad")
        elif isinstance(heard, Back):
            self._lost = False
            self._say("The connection is back.", "good")
        elif isinstance(heard, Welcome):
            await self._welcome(heard)
        elif isinstance(heard, Update):
            await self._take(heard.entries, heard.seq)
        elif isinstance(heard, Knock):
            self.knocks[heard.knock] = heard

    async def _welcome(self, welcome: Welcome) -> None:
        """Goes on where it was, or begins anew: another seat, or another log."""
        who = f"{welcome.epoch} {welcome.audience} {welcome.seat}"
        if self.diary.last and who == self._sitting and welcome.seq >= self.diary.last:
            await self._take(welcome.missed.entries if welcome.missed else (), welcome.seq)
            return
        self._sitting = who
        self.diary.begin(await latest(self._client, _KNOWN))
        self._arrived(welcome)

    async def _take(self, entries: Iterable[Told], seq: int) -> None:
        """Takes entries, with those that were left out before them."""
        known = list(entries)
        if seq > self.diary.last and (not known or known[0].seq > self.diary.last + 1):
            known = [told async for told in story(self._client, self.diary.last, seq)]
        self.diary.add(known)
