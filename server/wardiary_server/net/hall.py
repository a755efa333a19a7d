"""Everyone who is connected to one game: who gets what, told once for all who get the same.

A tick of the room has one update for each audience, the same object where they see the same. It is encoded once for
each format and becomes one frame, and the bytes of that frame are written to every connection that is not behind. Most
connections, those that nothing else is on the way to, are written to *straight*: with a thousand spectators whatever is
done for each of them counts.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

import structlog
from wardiary_protocol.messages import Presence, ServerMessage
from wardiary_protocol.wire import Format, encode

from ..lobby import Lobby
from ..room import Room, Tick, View, Who
from .frames import frame
from .knocks import Knocks
from .limits import Bucket, Clock
from .presence import Attendance
from .reception import Reception
from .settings import Settings

log_ = structlog.get_logger("net")


class Guest(Protocol):
    """One connection that was welcomed, as the hall sees it (`session.Session`)."""

    fmt: Format
    who: Who
    over: bool

    def tell(self, data: bytes, before: View | None) -> None:
        """Sends what everyone gets, unless this one is behind; `before` is the view that an update starts from."""

    def send(self, message: ServerMessage) -> None:
        """Sends something to this one alone."""

    def end(self, code: str, text: str = "") -> None:
        """Closes the connection for one of the reasons in `codes.ENDINGS`."""


class Group:
    """Those who see the same in the same format."""

    __slots__ = ("guests", "straight")

    def __init__(self) -> None:
        self.guests: set[Guest] = set()
        self.straight: dict[Guest, Callable[[bytes], None]] = {}  # who of them is written to straight, and how


class Hall:
    """The connections of one room."""

    def __init__(self, lobby: Lobby, room: Room, settings: Settings, clock: Clock) -> None:
        self.room = room
        self.reception = Reception(room, settings)
        self.attendance = Attendance(clock, settings.away, settings.typing)
        self.knocks = Knocks(self, lobby)
        self.empty_since = clock()
        self._lobby = lobby
        self._settings = settings
        self._clock = clock
        self._groups: defaultdict[tuple[str, Format], Group] = defaultdict(Group)
        self._shown: dict[str, View] = {}  # the view that each audience has been sent
        self._held = room.state.table.held
        self._buckets: dict[str, Bucket] = {}
        self._presence = self.attendance.told(self._held)
        self._presence_at = clock() - settings.presence
        self._presence_timer: asyncio.TimerHandle | None = None
        room.subscribers.append(self.on_tick)

    def __iter__(self) -> Iterator[Guest]:
        return (guest for group in list(self._groups.values()) for guest in list(group.guests))

    def seated(self, seat: str) -> list[Guest]:
        """The connections of a seat."""
        return [guest for guest in self if guest.who.seat == seat]

    @property
    def is_empty(self) -> bool:
        """Whether nobody is connected."""
        return not any(group.guests for group in self._groups.values())

    # ------------------------------------------------------------------------------------------ coming and going

    def join(self, guest: Guest, before: View | None, token: str) -> bytes:
        """Takes in one who has the view `before`, if any, and returns the frame of their welcome. Does not wait."""
        who = guest.who
        self._groups[who.audience, guest.fmt].guests.add(guest)
        self._shown[who.audience] = self.room.view(who.audience)
        self.attendance.came(who.seat)
        if who.seat:
            self.presence_changed()
        code = self._lobby.vault.room_code(self.room.game) if who.seat else ""
        presence = self.attendance.told(self._held)
        return self.reception.welcome(who, guest.fmt, before, presence, token=token, code=code)

    def leave(self, guest: Guest) -> None:
        """This one is gone."""
        self.detour(guest)
        self._groups[guest.who.audience, guest.fmt].guests.discard(guest)
        self.attendance.went(guest.who.seat)
        self.knocks.leave(guest)
        self.empty_since = self._clock()
        if guest.who.seat:
            self.presence_changed()

    def straighten(self, guest: Guest, write: Callable[[bytes], None]) -> None:
        """What everyone gets is written to this one straight from now on."""
        self._groups[guest.who.audience, guest.fmt].straight[guest] = write

    def detour(self, guest: Guest) -> None:
        """What everyone gets goes by the guest's own `tell` from now on."""
        self._groups[guest.who.audience, guest.fmt].straight.pop(guest, None)

    def away(self) -> frozenset[str]:
        """The seats that hold nothing up, since nobody has been there for them for a while."""
        return self.attendance.away(self.room.state.game.seats)

    def bucket(self, seat: str) -> Bucket:
        """What limits the commands of a seat, on whatever connections they come."""
        bucket = self._buckets.get(seat)
        if bucket is None:
            bucket = Bucket(self._settings.rate, self._settings.burst, self._clock)
            if seat:
                self._buckets[seat] = bucket  # those who watch have one each, and none is kept
        return bucket

    # ------------------------------------------------------------------------------------------ what happens

    def on_tick(self, tick: Tick) -> None:
        """The room has made something durable. Nothing that goes wrong with one connection may reach the room."""
        try:
            self._tell_update(tick)
            self._look_at_table(tick)
        except Exception:
            log_.exception("a tick was not told to everyone", game=self.room.game, seq=tick.seq)

    def _tell_update(self, tick: Tick) -> None:
        self.reception.tick(tick)
        frames: dict[tuple[int, Format], bytes] = {}
        for (audience, fmt), group in self._groups.items():
            update = tick.updates.get(audience) or self.room.jump(self._shown[audience])
            key = id(update), fmt
            if group.guests and key not in frames:
                frames[key] = frame(encode(update, fmt), fmt)
            if group.guests:
                self._tell_group(group, frames[key], self._shown[audience])
        self._shown = {audience: self.room.view(audience) for audience in self._shown}

    def _tell_group(self, group: Group, data: bytes, before: View | None) -> None:
        """Writes the same bytes to everyone in a group. One connection that fails takes nothing from the others."""
        straight = tuple(group.straight.items())
        others = group.guests - group.straight.keys() if len(straight) < len(group.guests) else ()
        for guest, write in straight:
            try:
                write(data)
            except Exception:
                self._failed(guest)
        for guest in others:
            try:
                guest.tell(data, before)
            except Exception:
                self._failed(guest)

    def _failed(self, guest: Guest) -> None:
        log_.exception("one connection was not told", game=self.room.game)
        guest.end("fault")

    def _look_at_table(self, tick: Tick) -> None:
        """Seats may have been taken, taken back, or spectators sent out."""
        table = tick.state.table
        if table.held is not self._held:
            gone = self._held.keys() - table.held.keys()
            self._held = table.held
            for seat in gone:
                for guest in self.seated(seat):
                    guest.end("seat_taken_back")
            self.knocks.seats_changed(table.held)
            self.presence_changed()
        if not table.watching:
            for guest in self.seated(""):
                guest.end("watching_off")

    # ------------------------------------------------------------------------------------------ who is here

    def presence_changed(self) -> None:
        """Tells everyone who is here, soon: changes that come close together are one message."""
        if self._presence_timer is None:
            wait = self._presence_at + self._settings.presence - self._clock()
            self._presence_timer = asyncio.get_running_loop().call_later(max(0.0, wait), self._tell_presence)

    def presence_frame(self, fmt: Format) -> bytes:
        """What was last said about who is here."""
        return frame(encode(self._presence, fmt), fmt)

    def beat(self) -> None:
        """Time has passed: somebody may have stopped typing, or spectators have come and gone."""
        if self.attendance.told(self._held) != self._presence:
            self.presence_changed()

    def _tell_presence(self) -> None:
        self._presence_timer = None
        now: Presence = self.attendance.told(self._held)
        if now == self._presence:
            return
        self._presence, self._presence_at = now, self._clock()
        frames: Mapping[Format, bytes] = {fmt: self.presence_frame(fmt) for fmt in Format}
        for (_, fmt), group in list(self._groups.items()):
            self._tell_group(group, frames[fmt], None)

    def close(self) -> None:
        """The room is put away."""
        self.room.subscribers.remove(self.on_tick)
        self.knocks.close()
        if self._presence_timer is not None:
            self._presence_timer.cancel()
