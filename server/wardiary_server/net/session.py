"""One connection's life: it says hello, then follows the game and asks for things, then it is over.

Everything that comes in is answered here or handed on, in the event loop's own callback: `HANDLERS` says how, for
every message a client can send.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import structlog
from wardiary_protocol.messages import (
    Accepted,
    Admit,
    AskSeat,
    ClientMessage,
    Closing,
    Command,
    Hello,
    Invite,
    Keep,
    Lead,
    Look,
    NewGame,
    Offers,
    Page,
    Proof,
    Rejected,
    Scenarios,
    ServerMessage,
    Typing,
)
from wardiary_protocol.wire import Format, Malformed, decode_client, encode

from ..room import View, Who
from .codes import ENDINGS, rejected
from .connection import Connection
from .entrance import Entered, TurnedAway
from .frames import frame
from .keeping import Keeper
from .limits import Bucket
from .questions import Asker, Desk, Question
from .ways import invited

if TYPE_CHECKING:
    from .hall import Hall
    from .house import House

log_ = structlog.get_logger("net")

EARLY = 64
"""Messages that may come right behind a hello, before it is answered."""

FORGIVEN = 0.1
"""Unreadable messages a second that are forgiven."""

RUSH = 64
"""Commands or questions in a row that came too fast, after which the client is not listened to for a beat."""


class Session:
    """What the server knows of one open connection. It is a `hall.Guest` from its welcome on."""

    who: Who
    hall: Hall
    desk: Desk

    def __init__(self, connection: Connection, house: House) -> None:
        self.fmt = Format(str(connection.subprotocol))
        self.over = False
        self._connection = connection
        self._house = house
        self._welcome = False
        self._since: View | None = None  # while it is behind: the view that it still has
        self._is_stale = False  # while it is behind: whether there is anything that it was not sent
        self._is_straight = False  # whether the hall writes to it without asking
        self._awaiting = 0  # commands that are not answered yet
        self._opened = house.clock()
        self._greeting: asyncio.Task[None] | None = None
        self._early: list[tuple[bytes, bool]] = []
        self._rushed = 0
        settings = house.settings
        self._unreadable = Bucket(FORGIVEN, settings.unreadable, house.clock)
        self._questions = Bucket(settings.questions, settings.question_burst, house.clock)

    # ------------------------------------------------------------------------------------------ what comes in

    def message(self, data: bytes, *, text: bool) -> None:
        """A message came. Whatever is wrong with it or with us, the event loop goes on."""
        if self.over:
            return
        try:
            if self._welcome:
                self._hear(data, text)
            else:
                self._greet(data, text)
        except Exception:
            log_.exception("a message was not dealt with")
            self.end("fault")

    def _hear(self, data: bytes, text: bool) -> None:
        try:
            message = self._read(data, text)
        except Malformed as wrong:
            self.send(Rejected(wrong.id, wrong.code, wrong.text, self.hall.room.head.seq))
            if not self._unreadable.take():
                self.end("too_many_unreadable")
            return
        HANDLERS[type(message)](self, message)

    def _read(self, data: bytes, text: bool) -> ClientMessage:
        if text and not self.fmt.is_text:
            return decode_client("", self.fmt, self._house.limits)  # says that text is out of place here
        return decode_client(data, self.fmt, self._house.limits)

    # ------------------------------------------------------------------------------------------ hello

    def _greet(self, data: bytes, text: bool) -> None:
        """The first message; what follows it before the welcome waits."""
        if self._greeting is not None:
            self._early.append((data, text))
            if len(self._early) > EARLY:
                self.end("no_hello", "Too much came before the hello was answered.")
            return
        try:
            hello = self._read(data, text)
        except Malformed as wrong:
            self.end("no_hello", f"The first message has to be a hello, and {wrong.text}.")
            return
        if not isinstance(hello, Hello):
            self.end("no_hello")
            return
        self._connection.hush("greeting")
        self._greeting = asyncio.get_running_loop().create_task(self._answer_hello(hello))

    async def _answer_hello(self, hello: Hello) -> None:
        try:
            entered = await self._house.entrance.enter(hello)
            view = await entered.hall.reception.view_of(entered.who, hello.resume)
            self._come_in(entered, view)
        except TurnedAway as turned:
            self.end(turned.code, turned.text)
        except Exception:
            log_.exception("a hello was not answered")
            self.end("fault")

    def _come_in(self, entered: Entered, view: View | None) -> None:
        """From here to the welcome nothing waits: no tick is missed, and none comes twice."""
        if not self._house.entrance.still_holds(entered):
            raise TurnedAway("refused")
        self.hall, self.who = entered.hall, entered.who
        self.desk = Desk(self._asker(), self.send, self._house.settings)
        self._commands = self.hall.bucket(self.who.seat)
        self._welcome = True
        self._connection.write(self.hall.join(self, view, entered.token if entered.is_new else ""))
        self.flushed()
        self.hall.knocks.arrived(self)
        self._connection.listen("greeting")
        early, self._early = self._early, []
        for data, text in early:
            self.message(data, text=text)

    def _asker(self) -> Asker:
        page = self._house.settings.page
        return Asker(self.hall.room, self.who, self.fmt, page, Keeper(self._house.keys, self._house.lobby, page))

    def hello_again(self, message: Hello) -> None:
        """One connection speaks for one seat."""
        self._refuse("", "already_welcome")

    # ------------------------------------------------------------------------------------------ commands, questions

    def command(self, message: Command) -> None:
        """Asks the room for something to happen."""
        if not self._in_time(message.id, self._commands):
            return
        self._awaiting += 1
        self._detour()  # the update and the answer go in one piece
        self.hall.room.command(self.who, message, self._answered, away=self.hall.away(), at=self._house.now())

    def _answered(self, answer: Accepted | Rejected) -> None:
        self._awaiting -= 1
        self.send(answer)

    def question(self, message: Question) -> None:
        """Asks for something that is there already."""
        if self._in_time(message.id, self._questions):
            self.desk.ask(message)

    def ask_seat(self, message: AskSeat) -> None:
        """Asks for a seat."""
        if self._in_time(message.id, self._questions):
            self.hall.knocks.ask(self, message)

    def admit(self, message: Admit) -> None:
        """Lets somebody in."""
        if self._in_time(message.id, self._questions):
            self.hall.knocks.admit(self, message)

    def typing(self, message: Typing) -> None:
        """Shows the others that this seat is busy."""
        if self.who.seat and self._questions.take():
            self.hall.attendance.types(self.who.seat, message.on)
            self.hall.presence_changed()

    def invite(self, message: Invite) -> None:
        """Asks for a link to hand on."""
        if self._in_time(message.id, self._questions):
            self.send(invited(self._house.lobby, self.hall.room, self.who, message))

    def scenarios(self, message: Scenarios) -> None:
        """Asks what a new game could be."""
        if self._in_time(message.id, self._questions):
            self.send(self._house.founding.listed(self.hall.room, self.who, message))

    def new_game(self, message: NewGame) -> None:
        """Begins another game."""
        if self._in_time(message.id, self._questions):
            self._house.founding.begin(self.hall.room, self.who, message, self.send)

    def lead(self, message: Lead) -> None:
        """Shows the others an earlier moment."""
        if self.who.seat and self._questions.take():
            self.hall.attendance.leads(self.who.seat, message.seq)
            self.hall.presence_changed()

    def _in_time(self, id: str, bucket: Bucket) -> bool:
        """Whether this does not come too fast. One who goes on and on is not listened to for a while."""
        if bucket.take():
            self._rushed = 0
            return True
        self._refuse(id, "too_fast")
        self._rushed += 1
        if self._rushed >= RUSH:
            self._connection.hush("rush")
        return False

    def _refuse(self, id: str, code: str) -> None:
        self.send(rejected(id, code, seq=self.hall.room.head.seq))

    # ------------------------------------------------------------------------------------------ what goes out

    def send(self, message: ServerMessage) -> None:
        """Sends something to this connection alone."""
        if not self.over:
            self._detour()
            self._connection.post(frame(encode(message, self.fmt), self.fmt))

    def tell(self, data: bytes, before: View | None) -> None:
        """Sends what everyone gets. Who is behind gets nothing; `before` is kept as the view that it still has."""
        if self._connection.paused:
            self._is_stale = True
            self._since = before if self._since is None else self._since
        elif self._awaiting:
            self._connection.post(data)
        else:
            self._connection.write(data)

    def behind(self) -> None:
        """It does not read as fast as it is written to."""
        self._detour()

    def drained(self) -> None:
        """It has caught up with what was sent: one update leads to now."""
        if self._is_stale and not self.over:
            before, self._since, self._is_stale = self._since, None, False
            if before is not None:
                self._connection.write(self.hall.reception.jump(before, self.fmt))
            self._connection.write(self.hall.presence_frame(self.fmt))
        self.flushed()

    def flushed(self) -> None:
        """Where nothing of its own is on the way, the hall may write to it without asking."""
        if self._is_straight or self._awaiting or self.over or not self._welcome:
            return
        if not self._connection.is_busy:
            self._is_straight = True
            self.hall.straighten(self, self._connection.transport.write)

    def _detour(self) -> None:
        """Until it is flushed or drained, what everyone gets comes by `tell`."""
        if self._is_straight:
            self._is_straight = False
            self.hall.detour(self)

    # ------------------------------------------------------------------------------------------ time, and the end

    def beat(self, now: float) -> None:
        """Time has passed: the client may be silent, stuck, or gone without a word."""
        connection, settings = self._connection, self._house.settings
        if self._greeting is None and now - self._opened >= settings.hello:
            self.end("late_hello")
        elif connection.paused:
            if now - connection.stuck >= settings.drain:
                self.end("too_slow")
        elif connection.pinged > connection.heard and now - connection.pinged >= settings.ping_timeout:
            connection.transport.abort()
        elif connection.pinged <= connection.heard and now - connection.heard >= settings.ping_interval:
            connection.nudge()
        self._rushed = 0
        connection.listen("rush")

    def hush(self) -> None:
        """Takes nothing more from this client, who is going to be told that it is over."""
        self._connection.hush("closing")

    def end(self, code: str, text: str = "") -> None:
        """Says why, and closes."""
        if self.over:
            return
        ending = ENDINGS[code]
        last = Closing(code, text or ending.text, ending.back)
        self._leave()
        self._connection.shut(ending.close, code, frame(encode(last, self.fmt), self.fmt))

    def lost(self) -> None:
        """The connection is gone."""
        self._leave()

    def _leave(self) -> None:
        if self.over:
            return
        self.over = True
        self._house.sessions.discard(self)
        self._early.clear()
        if self._welcome:
            self.desk.close()
            self.hall.leave(self)
        elif self._greeting is not None and self._greeting is not asyncio.current_task():
            self._greeting.cancel()


HANDLERS: Mapping[type[ClientMessage], Callable[[Session, Any], None]] = {
    Hello: Session.hello_again,
    Command: Session.command,
    Look: Session.question,
    Page: Session.question,
    Proof: Session.question,
    Offers: Session.question,
    AskSeat: Session.ask_seat,
    Admit: Session.admit,
    Typing: Session.typing,
    Invite: Session.invite,
    Lead: Session.lead,
    Scenarios: Session.scenarios,
    NewGame: Session.new_game,
    Keep: Session.question,
}
"""Every message of a client that was welcomed, and who deals with it."""
