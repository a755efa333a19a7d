"""What those get who come, come back, or were behind: a whole view, or one update that leads from theirs to now.

All of it is made in one go, without waiting, from what is durable at that moment. Whoever is registered for ticks in
the same go misses nothing and gets nothing twice. What many ask for at once is made once.
"""

from __future__ import annotations

from typing import Any

from msgspec import Raw
from wardiary_protocol.messages import Presence, Resume, Welcome
from wardiary_protocol.wire import Format, encode

from ..room import Room, Tick, View, Who
from .frames import frame
from .recent import Recent
from .settings import Settings


class Reception:
    """Of one room."""

    def __init__(self, room: Room, settings: Settings) -> None:
        self.room = room
        self._settings = settings
        self._recent = Recent(room, settings.told)
        self._made: dict[tuple[object, ...], bytes] = {}  # of this moment; forgotten when something happens

    def tick(self, tick: Tick) -> None:
        """Something happened."""
        self._made.clear()
        self._recent.add(tick.updates)

    async def view_of(self, who: Who, resume: Resume | None) -> View | None:
        """The view that somebody who comes back still holds, if that can be told and is worth it."""
        if resume is None or (resume.epoch, resume.audience) != (self.room.past.epoch, who.audience):
            return None
        if not resume.hash or not 0 <= self.room.state.seq - resume.seq <= self._settings.resume:
            return None
        try:
            view = await self.room.view_at(who.audience, resume.seq)
        except LookupError:
            return None
        if view.hex != resume.hash:
            return None
        await self._recent.load(who.audience, resume.seq)
        return view

    def welcome(
        self, who: Who, fmt: Format, before: View | None, presence: Presence, *, token: str, code: str
    ) -> bytes:
        """The frame for somebody who comes, or comes back with the view `before`."""
        room, view = self.room, self.room.view(who.audience)
        found: dict[str, Any] = {}
        if before is None or before.state.seq != view.state.seq:
            found = self._least(before, view, fmt)
        message = Welcome(
            game=room.game, title=room.state.game.title, role=who.role, seat=who.seat, audience=who.audience,
            epoch=room.past.epoch, seq=view.state.seq, line=view.state.table.line, hash=view.hex,
            witness=room.past.witness(room.head), presence=presence.seats, token=token, code=code, **found,
        )  # fmt: skip
        return frame(encode(message, fmt), fmt)

    def jump(self, before: View, fmt: Format) -> bytes:
        """The frame that leads somebody who was behind from the view `before` to now."""
        return frame(self._update(before, fmt, self._settings.jump), fmt)

    def _least(self, before: View | None, view: View, fmt: Format) -> dict[str, Any]:
        """What was missed, or the whole view where that is less."""
        whole = self._whole(view, fmt)
        if before is not None:
            missed = self._update(before, fmt, self._settings.told)
            if len(missed) < len(whole):
                return {"missed": Raw(missed)}
        return {"view": Raw(whole)}

    def _whole(self, view: View, fmt: Format) -> bytes:
        key = view.audience, fmt
        if key not in self._made:
            self._made[key] = encode(view.parts, fmt)  # type: ignore[arg-type]  # part of a message, to be put in raw
        return self._made[key]

    def _update(self, before: View, fmt: Format, limit: int) -> bytes:
        key = before.audience, fmt, before.state.seq, limit
        if key not in self._made:
            told = self._recent.after(before.audience, before.state.seq, limit)
            self._made[key] = encode(self.room.jump(before, told), fmt)
        return self._made[key]
