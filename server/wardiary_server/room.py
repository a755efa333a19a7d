"""A room serves one game. It is the only place where a command becomes an entry, and the only one that appends.

    submit -> queue -> decide on the state so far -> views, sizes -> append, durable -> publish -> reply

What is queued when the room gets its turn is decided one after another, appended as one batch, published as one tick,
and only then answered. While the log works the next batch gathers; nothing ever waits for more to come. What can fail
fails before the append; if the append fails, the timeline is rolled back and nobody has seen anything.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from typing import NamedTuple

import structlog
from wardiary_protocol import proof
from wardiary_protocol.messages import Accepted, Command, Offer, Rejected, Told, Update

from .game import offers, views
from .game.entry import AnyEntry, Unreadable, digest
from .game.known import known
from .game.resolver import Context
from .game.rulebook import Refused
from .game.state import State
from .game.story import Untold, same_for_all, tell
from .game.timeline import Intent, Timeline
from .game.views import View
from .log.contract import MAX_BATCH, MAX_BODY, MAX_ENTRIES, Conflict, Corrupt, Full, Unavailable, Unknown
from .past import SNAPSHOT_EVERY, Past
from .retold import with_changes

__all__ = ["Refused", "Room", "Tick", "View", "Who"]

log_ = structlog.get_logger("room")

Reply = Callable[[Accepted | Rejected], None]

NOT_WRITTEN = {
    "storage": "The server has no space left to write. Nothing happened; its owner has to free some.",
    "unavailable": "The server could not write that down. Nothing happened: send it again in a while.",
}
"""What is said of a command whose entry was not written, by code."""

MAX_QUEUE = 1_024
"""Commands that may wait for a room; beyond that they are refused as `busy`."""


class Tick(NamedTuple):
    """What one batch changed: an update for each audience, shared where they see the same."""

    seq: int
    state: State
    updates: Mapping[str, Update]
    entries: tuple[AnyEntry, ...]


class Who(NamedTuple):
    """Who a connection speaks for: a seat (or nobody's) and a role, and so which audience it belongs to."""

    seat: str
    role: str  # referee | player | spectator | operator
    audience: str


class Order(NamedTuple):
    """A command in the queue, and who wants to hear of it."""

    intent: Intent
    reply: Reply


class Decided(NamedTuple):
    """What a command became, as it is written: one entry; for a correction also all that is played again."""

    order: Order
    made: tuple[tuple[AnyEntry, bytes], ...]

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(len(body) for _entry, body in self.made)


class Room:
    """One game, open. Made by `house.House.open`; everything on one event loop."""

    def __init__(self, past: Past, timeline: Timeline, head: proof.Head) -> None:
        self.game = past.game
        self.past = past
        self.timeline = timeline
        self.head = head
        self.halted = ""
        self.subscribers: list[Callable[[Tick], None]] = []
        self._queue: deque[Order] = deque()
        self._alone = 0  # of these, how many are decided each by itself, since a batch of them failed
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._views: dict[str, views.View] = {}
        self._snapshot = timeline.state.seq
        self._look_all()
        self._task = asyncio.create_task(self._serve(), name=f"room {self.game}")

    # ------------------------------------------------------------------------------------------ what others call

    @property
    def state(self) -> State:
        """The durable state: what was decided and is not written yet does not show."""
        return self._durable

    def who(self, seat: str) -> Who:
        """Who somebody with this seat's token is; with no seat a spectator. Raises `LookupError` for no such seat."""
        if not seat:
            return Who("", "spectator", views.SPECTATOR)
        known = self._durable.game.seats.get(seat)
        if known is None:
            raise LookupError(f"This game has no seat {seat!r}.")
        return Who(seat, known.role, views.audience_of(self._durable.game, seat, known.role))

    def command(self, who: Who, message: Command, reply: Reply, *, away: frozenset[str] = frozenset(), at: int) -> None:
        """Queue a client's command (see `submit`). `away`: seats away for a minute or more; `at`: milliseconds."""
        intent = Intent(
            body=message.body, by=who.seat, role=who.role, at=at, id=message.id, digest=digest(message.body),
            line=message.line, away=away,
        )  # fmt: skip
        self.submit(intent, reply)

    def submit(self, intent: Intent, reply: Reply) -> None:
        """Queue a command. `reply` is called exactly once, later, and never before the entry is durable."""
        if self.halted:
            reply(Rejected(intent.id, "halted", self.halted, self.head.seq))
        elif self._task.done():
            reply(Rejected(intent.id, "unloaded", "This game was put away meanwhile: send it again.", self.head.seq))
        elif len(self._queue) >= MAX_QUEUE:
            reply(Rejected(intent.id, "busy", "Too much is waiting here at the moment: send it again.", self.head.seq))
        else:
            self._queue.append(Order(intent, reply))
            self._idle.clear()
            self._wake.set()

    async def ask(self, intent: Intent) -> Accepted | Rejected:
        """`submit`, as something to wait for."""
        answer: asyncio.Future[Accepted | Rejected] = asyncio.get_running_loop().create_future()

        def reply(message: Accepted | Rejected) -> None:
            if not answer.done():  # whoever asked may have given up
                answer.set_result(message)

        self.submit(intent, reply)
        return await answer

    def view(self, audience: str) -> views.View:
        """The durable view of an audience."""
        known = self._views.get(audience)
        if known is None:
            known = self._views[audience] = views.view(self._durable, audience)
        return known

    async def view_at(self, audience: str, seq: int) -> views.View:
        """The view after entry `seq`. Raises `LookupError` for an entry that there is not."""
        if seq == self._durable.seq:
            return self.view(audience)
        if not 0 < seq < self._durable.seq:
            raise LookupError(f"There is no entry {seq} yet.")
        return views.view(await self.past.state(seq, self.timeline), audience)

    async def look(self, audience: str, seq: int) -> views.View:
        """What an audience may read of entry `seq` now: its view then; once the game is closed, all of it."""
        return await self.view_at(self._reader(audience), seq)

    def _reader(self, audience: str) -> str:
        return views.REFEREE if self._durable.table.closed else audience

    def jump(self, before: View, entries: tuple[Told, ...] = ()) -> Update:
        """One update that leads from an older view of an audience to what is durable now, and tells of `entries`."""
        after = self.view(before.audience)
        return Update(
            since=before.state.seq, seq=after.state.seq, line=after.state.table.line, entries=entries,
            changes=views.difference(before, after), hash=after.hex, witness=self.past.witness(self.head),
        )  # fmt: skip

    def offers(self, who: Who, unit: str) -> tuple[Offer, ...]:
        """What a seat, or one of its units, may do now. Raises `Refused`."""
        seen = known(self._durable, who.audience)
        return offers.offers(Context(self.timeline.rules, seen, by=who.seat, role=who.role), unit)

    async def proved(self, after: int, limit: int) -> list[proof.Row]:
        """Rows of the chained log. Raises `Refused` while the game is open: hashes let hidden facts be guessed."""
        if not self._durable.table.closed:
            raise Refused("not_closed", "The log can be proved once the game is closed.")
        rows: list[proof.Row] = []
        async for row in self.past.log.read(self.game, after):
            rows.append(row)
            if len(rows) >= limit:
                break
        return rows

    async def story(self, audience: str, after: int, limit: int, *, changes: bool = False) -> AsyncIterator[Told]:
        """At most `limit` entries after `after`, told to an audience; with `changes`, as `recorded` has them."""
        left = limit
        async for _row, told in self.recorded(audience, after, changes=changes):
            yield told
            left -= 1
            if not left:
                return

    async def recorded(
        self, audience: str, after: int, *, changes: bool = True
    ) -> AsyncIterator[tuple[proof.Row, Told]]:
        """The rows after `after`, with what an audience is told of each, and with `changes` how that changes its view.

        The changes of the first entry make the whole view out of nothing, so whoever applies them all needs no rules.
        """
        audience = self._reader(audience)
        before: views.View | None = None
        async for row, entry, was, now in self.past.entries(after, self.timeline):
            if entry.seq > self._durable.seq:
                return
            told = tell(entry, was, now, audience)
            if changes:
                before = before or (views.view(was, audience) if was.seq else None)
                view = views.view(now, audience, before)
                told, before = with_changes(told, before, view), view
            yield row, told

    async def settled(self) -> None:
        """Returns when nothing is queued or being written."""
        await self._idle.wait()

    async def aclose(self) -> None:
        """Write what is queued, keep a snapshot, stop."""
        if not self._task.done():
            while not self._idle.is_set():  # somebody may have come in while the last of them was answered
                await self.settled()
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._durable.seq > self._snapshot and not self.halted:
            self._keep_snapshot()

    # ------------------------------------------------------------------------------------------ the loop

    async def _serve(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                await self._turn()
            self._idle.set()

    async def _turn(self) -> None:
        """One batch: decide, append, publish, answer. Whatever goes wrong, everyone gets their answer."""
        replies: list[tuple[Reply, Accepted | Rejected]] = []
        batch: list[Decided] = []
        try:
            await self._decide(batch, replies)
            if batch:
                await self._commit(batch, replies)
        except Corrupt as fault:
            self._halt(str(fault))
            self._refuse(batch, replies, "halted", self.halted)
        except Exception as fault:
            if len(batch) > 1:
                self._apart(batch)  # so that only the one whose fault it is is refused
            elif isinstance(fault, Untold):
                self._refuse(batch, replies, "rulebook_failed", f"A rulebook has a fault: {fault}. Nothing happened.")
            else:
                # A fault of ours: nothing of it was written, the game goes on, and the operator can read why.
                log_.exception("a batch failed", game=self.game, commands=[d.order.intent.body for d in batch])
                self._refuse(batch, replies, "fault", "Something went wrong inside the server. Nothing happened.")
        for reply, answer in replies:
            reply(answer)

    async def _decide(self, batch: list[Decided], replies: list[tuple[Reply, Accepted | Rejected]]) -> None:
        count = size = 0
        while self._queue and count < MAX_ENTRIES and size <= MAX_BATCH - MAX_BODY:
            order = self._queue.popleft()
            alone, self._alone = self._alone > 0, max(0, self._alone - 1)
            wanted = self.timeline.wanting(order.intent)
            if wanted:
                await self.past.lend(wanted, self.timeline)
            before = self.timeline.state.seq
            try:
                again = self.timeline.repeated(order.intent)
                if again:
                    replies.append((order.reply, Accepted(order.intent.id, again, again=True)))
                    continue
                self.timeline.decide(order.intent)
                decided = self._encoded(order, before)
            except Refused as refusal:
                replies.append((order.reply, Rejected(order.intent.id, refusal.code, refusal.text, self.head.seq)))
                continue
            except Exception as error:
                self.timeline.rollback(before)
                log_.exception("a command failed", game=self.game, command=order.intent.body)
                text = f"Something went wrong inside the server ({type(error).__name__}). Nothing happened."
                replies.append((order.reply, Rejected(order.intent.id, "fault", text, self.head.seq)))
                continue
            count, size = count + len(decided.made), size + decided.size
            if not fits(count, size):  # it is for the next batch
                self.timeline.rollback(before)
                self._queue.appendleft(order)
                return
            batch.append(decided)
            if alone:
                return

    def _encoded(self, order: Order, before: int) -> Decided:
        """What a command became. Raises `Refused`: `too_large`, `rulebook_failed`."""
        encode = self.timeline.rules.codec.encode
        try:
            decided = Decided(order, tuple((entry, encode(entry)) for entry in self.timeline.since(before)))
        except Unreadable as fault:
            self.timeline.rollback(before)
            raise Refused("rulebook_failed", f"A rulebook has a fault: {fault}. Nothing happened.") from fault
        longest = max(len(body) for _entry, body in decided.made)
        if longest > MAX_BODY:
            self.timeline.rollback(before)
            raise Refused("too_large", f"This makes an entry of {longest} bytes; {MAX_BODY} are the most.")
        if not fits(len(decided.made), decided.size):
            self.timeline.rollback(before)
            raise Refused("too_large", f"This makes {decided.size} bytes at once; {MAX_BATCH} are the most.")
        return decided

    async def _commit(self, batch: list[Decided], replies: list[tuple[Reply, Accepted | Rejected]]) -> None:
        """Make a batch durable, then let everyone know."""
        made = [one for decided in batch for one in decided.made]
        rows = [(self._commit_id(entry), body) for entry, body in made]
        head = self.head
        for commit_id, body in rows:
            head = proof.add(self.game, head, commit_id, body).head
        tick, now = self._prepare(tuple(entry for entry, _body in made), head)
        try:
            await self.past.log.append(self.game, self.head, rows)
        except Conflict:
            await self._again(batch)
            return
        except (Unavailable, Unknown) as fault:
            if isinstance(fault, Unknown) and await self.past.log.head(self.game) == head:
                pass  # it is there after all
            else:
                log_.error("not written", game=self.game, why=str(fault))
                code = "storage" if isinstance(fault, Full) else "unavailable"
                self._refuse(batch, replies, code, NOT_WRITTEN[code])
                return
        self._publish(tick, now, head)
        for order, ((entry, _), *_) in batch:
            replies.append((order.reply, Accepted(order.intent.id, entry.seq)))
        if self._durable.seq - self._snapshot >= SNAPSHOT_EVERY or any(e.kind == "rewind" for e, _ in made):
            self._keep_snapshot()

    def _commit_id(self, entry: AnyEntry) -> bytes:
        return self.past.vault.commit_id(self.game, entry.by, entry.id or f"#{entry.seq}")

    def _prepare(self, entries: tuple[AnyEntry, ...], head: proof.Head) -> tuple[Tick, dict[str, views.View]]:
        """Everything that is going to be sent, made before anything is written."""
        state = self.timeline.state
        states = self.timeline.states
        steps = [(entry, states.get(entry.seq - 1, self._durable), states[entry.seq]) for entry in entries]
        same = all(same_for_all(*step) for step in steps)
        witness = self.past.witness(head)
        now: dict[str, views.View] = {}
        updates: dict[str, Update] = {}
        shared: tuple[views.View, Update] | None = None
        for audience, before in self._views.items():
            if shared is None or not same:
                view = views.view(state, audience, before)
                told = tuple(tell(*step, audience) for step in steps)
                shared = view, Update(
                    since=self._durable.seq, seq=state.seq, line=state.table.line, entries=told,
                    changes=views.difference(before, view), hash=view.hex, witness=witness,
                )  # fmt: skip
            now[audience] = shared[0]._replace(audience=audience)
            updates[audience] = shared[1]
        return Tick(state.seq, state, updates, entries), now

    def _publish(self, tick: Tick, now: dict[str, views.View], head: proof.Head) -> None:
        self.head = head
        self._durable = tick.state
        self._views = now
        for tell_them in self.subscribers:
            tell_them(tick)

    def _apart(self, batch: list[Decided]) -> None:
        """Decide a batch again, one command after another, each a batch by itself."""
        self.timeline.rollback(self._durable.seq)
        self._queue.extendleft(decided.order for decided in reversed(batch))
        self._alone = len(batch)

    async def _again(self, batch: list[Decided]) -> None:
        """Somebody else wrote first: follow them, then decide all of the batch again."""
        self.timeline.rollback(self._durable.seq)
        self._queue.extendleft(decided.order for decided in reversed(batch))
        entries = []
        head = self.head
        async for row, entry in self.past.rows(self.head.seq):
            if entry.kind == "rewind" and entry.parent not in self.timeline.states:
                await self.past.lend((entry.parent,), self.timeline)
            self.timeline.follow(entry)
            entries.append(entry)
            head = row.head
        if entries:
            tick, now = self._prepare(tuple(entries), head)
            self._publish(tick, now, head)

    def _refuse(
        self,
        batch: list[Decided],
        replies: list[tuple[Reply, Accepted | Rejected]],
        code: str,
        text: str,
    ) -> None:
        self.timeline.rollback(self._durable.seq)
        for order, _made in batch:
            replies.append((order.reply, Rejected(order.intent.id, code, text, self.head.seq)))

    def halt(self, why: str) -> None:
        """Serve no command any more, until the owner accepts the log as it is; what is there can still be read."""
        self._halt(f"{why} The server's owner can accept that: wardiary-server accept {self.game}")

    def release(self, epoch: str) -> None:
        """Serve again, in a new epoch: the operator has accepted the log as it is."""
        self.past.epoch = epoch
        self.halted = ""
        log_.warning("released", game=self.game, epoch=epoch)

    def _halt(self, why: str) -> None:
        self.halted = f"This game is halted: {why}"
        log_.error("halted", game=self.game, why=why)

    def _look_all(self) -> None:
        self._durable = self.timeline.state
        sides = [f"side:{side}" for side in self._durable.game.sides]
        shared = views.view(self._durable, views.SPECTATOR)
        for audience in (views.REFEREE, views.SPECTATOR, *sides):
            same = views.same_for_all(self._durable)
            self._views[audience] = shared._replace(audience=audience) if same else views.view(self._durable, audience)

    def _keep_snapshot(self) -> None:
        self._snapshot = self._durable.seq
        self.past.keep(self._durable, self.timeline.tree, self.head)


def fits(count: int, size: int) -> bool:
    """Whether so many entries of so many bytes can be written at once."""
    return count <= MAX_ENTRIES and size <= MAX_BATCH
