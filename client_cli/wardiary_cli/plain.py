"""The plain form: short commands in, sentences out, one line after another.

Two things go on at once. What comes from the server is shown (`showing`); what is typed is done line by line, each when
the one before is answered. Neither waits for the other, so the story goes on while a command is on its way.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence

from wardiary_protocol.messages import Offer, Rejected

from .client import Client, Refusal
from .drawing import board
from .exits import Ended, Exit
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
from .showing import Showing, free_seats, told_rows
from .slots import whole
from .telling import undone
from .terminal import Screen
from .typed import SEAT, Here, Send, Wanted, read
from .waiting import asked_rows, presence_rows, waiting_rows
from .words import WORDS

_LATELY = 200
"""Entries among which the newest answer is looked for."""


class Plain:
    """One session on a screen, from the first try to connect on. A spectator who wants `seat` asks for it."""

    def __init__(
        self, client: Client, screen: Screen, seats: Seats, *, seat: str = "", name: str = "", stay: bool = False
    ) -> None:
        self.client = client
        self.screen = screen
        self.refused = 0  # lines that came to nothing
        self.showing = Showing(client, screen, self._at_the_door)
        self.offered: tuple[str, ...] = ()  # names of commands that the server has offered
        self._seats = seats
        self._seat = seat
        self._name = name
        self._stay = stay
        self._typed: asyncio.Queue[str] = asyncio.Queue()
        self._asking: asyncio.Task[None] | None = None

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
            for task in (every := [*tasks, *([self._asking] if self._asking else [])]):
                task.cancel()
            await asyncio.gather(*every, return_exceptions=True)
        return Exit.FAULT if self.screen.scripted and self.refused else Exit.OK

    async def _ended(self) -> None:
        end = await self.client.ended()
        with contextlib.suppress(Ended):
            await self.showing.caught_up()
        raise end

    # ------------------------------------------------------------------------------------------ line by line

    async def _read(self) -> None:
        """Ends with the input, once all of it is done; on a terminal without a connection nobody waits for that."""
        await self.client.open()
        await self._salt()
        if self.screen.scripted:
            await self.showing.caught_up()
        async for line in self.screen.lines():
            if self._is_leaving(line):
                self._stay = False
                break
            self._typed.put_nowait(line)
        if self.screen.scripted or self.client.here:
            await self._typed.join()
        if self.screen.scripted and self._asking is not None:
            await self._asking
        if self.screen.scripted and self._stay:
            await self.client.until(lambda: None)

    async def _salt(self) -> None:
        """Adds a player's own chance to the dice before play begins, so that the server cannot have chosen them."""
        scene, welcome = self.client.scene, self.client.welcome
        playing = welcome is not None and welcome.role == "player" and scene.phase == "setup"
        if welcome is not None and playing and welcome.seat not in scene.table.get("salts", ()):
            await self.client.command({"do": "salt", "salt": secrets.token_hex(8)})

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
                await self._obey(line)
            except (Unclear, Refusal, ValueError) as wrong:
                self._no(str(wrong))
            finally:
                self._typed.task_done()

    async def _obey(self, line: str) -> None:
        asked = read(line, self.client.scene)
        if asked is not None and self.showing.lost:
            self.showing.say("   (kept until the connection is back)", "dim")
        if isinstance(asked, Here):
            await _HERE[asked.word](self, asked.args)
        elif isinstance(asked, Wanted):
            offers = await self._offers(asked.units)
            await self._send(asked.command(offers, self.client.scene))
        elif isinstance(asked, Send):
            await self._send(asked)
        elif isinstance(asked, Form):
            await self._fill(asked)

    async def _send(self, command: Send) -> None:
        answer = await self.client.command(command.body)
        if isinstance(answer, Rejected):
            self._no(f"{answer.text} ({answer.code})")
        else:
            await self.client.reached(answer.seq)
            await self.showing.caught_up()  # what came of it is shown before the next line is done

    async def _fill(self, form: Form) -> None:
        """Gives every answer of a form; what is refused is said, and what waits still is shown once more.

        Where the others have to agree to an answer, that one comes first.
        """
        wrong, left = list(form.faults), list(form.answers)
        while left and not is_proposed(self.client.scene):
            number, body = left.pop(0)
            answer = await self.client.command(body)
            if isinstance(answer, Rejected):
                wrong.append(f"{number}: {answer.text} ({answer.code})")
            else:
                await self.client.reached(answer.seq)
        await self.showing.caught_up()
        for text in wrong:
            self._no(text)
        if left:
            self._no("The others have to agree to that first. The rest is not given yet.")
        if wrong:
            self.screen.show(asked_rows(self.client.scene))

    def _no(self, text: str) -> None:
        self.refused += 1
        self.showing.say(f"! {text}", "bad")

    async def _offers(self, units: Sequence[str]) -> list[Offer]:
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
            self.screen.show(board(self.client.scene))
            return
        looked = await self.client.look(whole(args[0]))
        now = self.client.scene
        then = Scene(looked.view, now.seat, now.role)
        self.screen.show([Row(f"As it was after entry {looked.seq}:", "dim"), *board(then)])

    async def map(self, args: Sequence[str]) -> None:
        """The board as a map."""
        rows = chart(self.client.scene)
        if not rows:
            raise Unclear("This game says nothing of how its zones lie: `look` lists them.")
        self.screen.show(rows)

    async def what(self, args: Sequence[str]) -> None:
        """What is awaited, and what may be done."""
        scene = self.client.scene
        if args:
            units = [find(" ".join(args), scene.names("units"), "unit").id]
        else:
            self.screen.show(waiting_rows(scene))
            units = scene.may_go() if scene.phase == "play" else scene.commanded()
            self.screen.show(offers_rows(await self._offers([SEAT]), brief=True))
        for unit in units:
            offers = await self._offers([unit])
            self.screen.show([unit_head(unit, scene), *offers_rows(offers, brief=not args)])

    async def log(self, args: Sequence[str]) -> None:
        """The latest entries."""
        entries = await latest(self.client, max(1, whole(args[0])) if args else 20)
        self.screen.show(told_rows(entries, self.client.scene.cursor))

    async def who(self, args: Sequence[str]) -> None:
        """Who is here."""
        presence = self.client.presence
        self.screen.show(presence_rows(self.client.scene, presence.seats, presence.watching))

    async def help(self, args: Sequence[str]) -> None:
        """The words."""
        self.screen.show(help_rows(args[0] if args else "", self.offered))

    async def retype(self, args: Sequence[str]) -> None:
        """Gives this seat's newest answer again."""
        scene = self.client.scene
        entries = await latest(self.client, _LATELY)
        gone = undone(entries, scene.cursor)
        answers = [told.seq for told in entries if told.kind == "answer" and told.by == scene.seat]
        counting = [seq for seq in answers if seq not in gone]
        if not counting:
            raise Unclear("You have given no answer lately: name the entry, `retype ENTRY`. `log` shows them.")
        await self._send(Send({"do": "retype", "node": scene.cursor, "answer": counting[-1]}))

    # ------------------------------------------------------------------------------------------ the door

    async def admit(self, args: Sequence[str]) -> None:
        """Lets somebody in."""
        await self._answer_knock(args, True)

    async def deny(self, args: Sequence[str]) -> None:
        """Turns somebody away."""
        await self._answer_knock(args, False)

    async def _answer_knock(self, args: Sequence[str], yes: bool) -> None:
        waiting = self.showing.knocks
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
        if self._asking is not None and not self._asking.done():
            raise Unclear("You have asked for a seat already.")
        seat = find(args[0], scene.names("seats"), "seat").id
        self.showing.say(f"Asked for the seat {scene.name('seats', seat)}: somebody at the table has to admit you.")
        self._asking = asyncio.create_task(self._sit(seat, " ".join(args[1:]) or self._name))

    async def _sit(self, seat: str, name: str) -> None:
        try:
            await sit_down(self.client, self._seats, seat, name, lambda text: self.showing.say(text, "bad"))
        except Refusal as refusal:
            self._no(f"{refusal.text} ({refusal.code})")
        except Ended:
            return  # said elsewhere

    def _at_the_door(self) -> None:
        """For somebody who watches: the seat that was wanted is asked for, or those that are free are named."""
        if self._seat:
            wanted, self._seat = self._seat, ""
            self._typed.put_nowait(f'seat "{wanted}"')
        elif not self.screen.scripted:
            self.showing.say(f"{free_seats(self.client)} `seat SEAT` asks for one.", "dim")

    def completions(self, before: str) -> list[str]:
        """The words that the last word before the cursor may become."""
        scene = self.client.scene
        if " " not in before:
            return [*WORDS, *self.offered]
        return [name.id for name in scene.names() if " " not in name.id]


_HERE: Mapping[str, Callable[[Plain, Sequence[str]], Awaitable[None]]] = {
    "look": Plain.look,
    "map": Plain.map,
    "what": Plain.what,
    "log": Plain.log,
    "who": Plain.who,
    "help": Plain.help,
    "retype": Plain.retype,
    "seat": Plain.seat,
    "admit": Plain.admit,
    "deny": Plain.deny,
}
