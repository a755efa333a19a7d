"""What is typed, done: words that a client understands by itself, and commands, by what is on offer.

A session hands in lines, or what was made of them, one after another; what comes of each is shown as rows. Nothing here
knows where they are shown, so a line means the same in every form of the terminal client.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

from wardiary_protocol.messages import Knock, Offer, Rejected

from .client import Client, Refusal
from .drawing import board
from .exits import Ended
from .form import Form, is_proposed
from .helping import help_rows
from .joining import sit_down
from .mapping import chart
from .naming import Name, Unclear, either, find
from .offering import offers_rows, unit_head
from .paging import latest
from .scene import Scene
from .seats import Seats
from .show import Row
from .showing import free_seats, told_rows
from .slots import whole
from .telling import undone
from .typed import SEAT, Here, Send, Wanted, read
from .waiting import asked_rows, presence_rows, waiting_rows
from .words import WORDS

_LATELY = 200
"""Entries among which the newest answer is looked for."""


class Doing:
    """Does what the holder of one client types.

    `show` gets the rows that answer it. `done` is awaited after a command was accepted, before the next line is done.
    `knocks` are those who ask for a seat.
    """

    def __init__(
        self,
        client: Client,
        seats: Seats,
        show: Callable[[Iterable[Row]], None],
        done: Callable[[], Awaitable[None]],
        knocks: dict[str, Knock],
        *,
        name: str = "",
    ) -> None:
        self.client = client
        self.refused = 0  # lines that came to nothing
        self.offered: tuple[str, ...] = ()  # names of commands that the server has offered
        self.knocks = knocks
        self.asking: asyncio.Task[None] | None = None  # for a seat
        self._show = show
        self._done = done
        self._seats = seats
        self._name = name

    async def salt(self) -> None:
        """Adds a player's own chance to the dice before play begins, so that the server cannot have chosen them."""
        scene, welcome = self.client.scene, self.client.welcome
        playing = welcome is not None and welcome.role == "player" and scene.phase == "setup"
        if welcome is not None and playing and welcome.seat not in scene.table.get("salts", ()):
            await self.client.command({"do": "salt", "salt": secrets.token_hex(8)})

    async def line(self, line: str) -> None:
        """Does a line, or says why not. Raises `Ended`."""
        try:
            asked = read(line, self.client.scene)
            if asked is not None and not self.client.here:
                self.say("   (kept until the connection is back)", "dim")
            await self.obey(asked)
        except (Unclear, Refusal, ValueError) as wrong:
            self.no(str(wrong))

    async def obey(self, asked: Here | Send | Wanted | Form | None) -> None:
        """Does what a line asks for. Raises `Unclear`, `Refusal`, `Ended`, and ValueError for what cannot be sent."""
        if isinstance(asked, Here):
            await _HERE[asked.word](self, asked.args)
        elif isinstance(asked, Wanted):
            offers = await self.offers(asked.units)
            await self.send(asked.command(offers, self.client.scene).body)
        elif isinstance(asked, Send):
            await self.send(asked.body)
        elif isinstance(asked, Form):
            await self.fill(asked)

    async def send(self, body: Mapping[str, Any]) -> bool:
        """Sends a command; whether it was accepted. Raises `Ended`."""
        answer = await self.client.command(body)
        if isinstance(answer, Rejected):
            self.no(f"{answer.text} ({answer.code})")
            return False
        await self.client.reached(answer.seq)
        await self._done()
        return True

    async def fill(self, form: Form) -> None:
        """Gives every answer of a form; what is refused is said, and what waits still is shown once more.

        Where the others have to agree to an answer, that one comes first. Raises `Ended`.
        """
        wrong, left = list(form.faults), list(form.answers)
        while left and not is_proposed(self.client.scene):
            number, body = left.pop(0)
            answer = await self.client.command(body)
            if isinstance(answer, Rejected):
                wrong.append(f"{number}: {answer.text} ({answer.code})")
            else:
                await self.client.reached(answer.seq)
        await self._done()
        for text in wrong:
            self.no(text)
        if left:
            self.no("The others have to agree to that first. The rest is not given yet.")
        if wrong:
            self._show(asked_rows(self.client.scene))

    def say(self, text: str, look: str = "") -> None:
        """One row."""
        self._show([Row(text, look, 3)])

    def no(self, text: str) -> None:
        """Says why something came to nothing."""
        self.refused += 1
        self.say(f"! {text}", "bad")

    async def offers(self, units: Sequence[str]) -> list[Offer]:
        """What these units may do; one that cannot be asked about may do nothing."""
        offers: list[Offer] = []
        for answer in await asyncio.gather(*map(self._offers_of, units)):
            offers += answer
        names = (str(offer.body.get("do", "")) for offer in offers)
        self.offered = tuple(dict.fromkeys((*self.offered, *names)))
        return offers

    async def _offers_of(self, unit: str) -> Sequence[Offer]:
        try:
            return (await self.client.offers(unit)).offers
        except Refusal:
            return ()

    # ------------------------------------------------------------------------------------------ what is done here

    async def look(self, args: Sequence[str]) -> None:
        """The board, now or then."""
        if not args:
            self._show(board(self.client.scene))
            return
        looked = await self.client.look(whole(args[0]))
        now = self.client.scene
        then = Scene(looked.view, now.seat, now.role)
        self._show([Row(f"As it was after entry {looked.seq}:", "dim"), *board(then)])

    async def map(self, args: Sequence[str]) -> None:
        """The board as a map."""
        rows = chart(self.client.scene)
        if not rows:
            raise Unclear("This game says nothing of how its zones lie: `look` lists them.")
        self._show(rows)

    async def what(self, args: Sequence[str]) -> None:
        """What is awaited, and what may be done."""
        scene = self.client.scene
        if args:
            units = [find(" ".join(args), scene.names("units"), "unit").id]
        else:
            self._show(waiting_rows(scene))
            units = scene.may_go() if scene.phase == "play" else scene.commanded()
            self._show(offers_rows(await self.offers([SEAT]), brief=True))
        for unit in units:
            offers = await self.offers([unit])
            self._show([unit_head(unit, scene), *offers_rows(offers, brief=not args)])

    async def log(self, args: Sequence[str]) -> None:
        """The latest entries."""
        entries = await latest(self.client, max(1, whole(args[0])) if args else 20)
        self._show(told_rows(entries, self.client.scene.cursor))

    async def who(self, args: Sequence[str]) -> None:
        """Who is here."""
        presence = self.client.presence
        self._show(presence_rows(self.client.scene, presence.seats, presence.watching))

    async def help(self, args: Sequence[str]) -> None:
        """The words."""
        self._show(help_rows(args[0] if args else "", self.offered))

    async def retype(self, args: Sequence[str]) -> None:
        """Gives this seat's newest answer again."""
        scene = self.client.scene
        entries = await latest(self.client, _LATELY)
        gone = undone(entries, scene.cursor)
        answers = [told.seq for told in entries if told.kind == "answer" and told.by == scene.seat]
        counting = [seq for seq in answers if seq not in gone]
        if not counting:
            raise Unclear("You have given no answer lately: name the entry, `retype ENTRY`. `log` shows them.")
        await self.send({"do": "retype", "node": scene.cursor, "answer": counting[-1]})

    # ------------------------------------------------------------------------------------------ the door

    async def admit(self, args: Sequence[str]) -> None:
        """Lets somebody in."""
        await self._answer_knock(args, True)

    async def deny(self, args: Sequence[str]) -> None:
        """Turns somebody away."""
        await self._answer_knock(args, False)

    async def _answer_knock(self, args: Sequence[str], yes: bool) -> None:
        waiting = self.knocks
        knocks = [Name(knock.knock, knock.name or knock.seat) for knock in waiting.values()]
        if not knocks:
            raise Unclear("Nobody asks for a seat.")
        if len(knocks) > 1 and not args:
            raise Unclear(f"Whom: {either([knock.name for knock in knocks])}?")
        id = find(" ".join(args), knocks, "guest").id if args else knocks[0].id
        del waiting[id]
        await self.client.admit(id, yes)

    async def seat(self, args: Sequence[str]) -> None:
        """Asks for a seat; whoever decides may take their time."""
        scene = self.client.scene
        if scene.seat:
            raise Unclear(f"You hold the seat {scene.name('seats', scene.seat)} already.")
        if not args:
            raise Unclear(f"Which one? {WORDS['seat'].form}. {free_seats(self.client)}")
        if self.asking is not None and not self.asking.done():
            raise Unclear("You have asked for a seat already.")
        seat = find(args[0], scene.names("seats"), "seat").id
        self.say(f"Asked for the seat {scene.name('seats', seat)}: somebody at the table has to admit you.")
        self.asking = asyncio.create_task(self._sit(seat, " ".join(args[1:]) or self._name))

    async def _sit(self, seat: str, name: str) -> None:
        try:
            await sit_down(self.client, self._seats, seat, name, lambda text: self.say(text, "bad"))
        except Refusal as refusal:
            self.no(f"{refusal.text} ({refusal.code})")
        except Ended:
            return  # said elsewhere

    def completions(self, before: str) -> list[str]:
        """The words that the last word before the cursor may become."""
        scene = self.client.scene
        if " " not in before:
            return [*WORDS, *self.offered]
        return [name.id for name in scene.names() if " " not in name.id]


_HERE: Mapping[str, Callable[[Doing, Sequence[str]], Awaitable[None]]] = {
    "look": Doing.look,
    "map": Doing.map,
    "what": Doing.what,
    "log": Doing.log,
    "who": Doing.who,
    "help": Doing.help,
    "retype": Doing.retype,
    "seat": Doing.seat,
    "admit": Doing.admit,
    "deny": Doing.deny,
}
