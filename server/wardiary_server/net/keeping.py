"""The game's file for whoever keeps it elsewhere: the lines of an export as the game goes on, its secrets sealed.

    keep {passphrase}                 a key is made of it, once, in a thread
    kept {header, lines, end, …}      header, all lines from the first on, end: a whole file
    keep {after, hash}                and so on, with the same key
    kept {after, header, lines, end}

Rows never change, so none is sent twice; where `hash` is not that of the entry here, the file begins anew. The secrets
are sealed again only when they have changed. The key lives with its connection and goes with it; neither it nor the
passphrase is kept anywhere or logged.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from wardiary_protocol.export import End, Header, Line, Sealed, encode
from wardiary_protocol.messages import Keep, Kept
from wardiary_protocol.proof import START, Head

from .. import __version__
from ..lobby import GameSecrets, Key, Lobby, WeakPassphrase, seal
from ..room import Refused, Room, Who
from .codes import REJECTED
from .limits import Bucket, Clock
from .settings import Settings

BURST = 8
"""Passphrases that may come at once: after a restart every referee's page comes back with its own."""

TURN = 16
"""Lines that are made before others get their turn."""


class Keys:
    """Makes keys of passphrases, one at a time for the whole server: each takes 64 MiB and a core for a moment."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._is_off = not settings.keeping
        self._bucket = Bucket(settings.keeping, BURST, clock)
        self._thread = ThreadPoolExecutor(1, "keys")

    async def of(self, passphrase: str) -> Key:
        """The key of a passphrase. Raises `Refused`."""
        if self._is_off:
            raise refused("no_keeping")
        if not self._bucket.take():
            raise refused("too_fast")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, Key.of, passphrase)
        except WeakPassphrase as fault:
            raise Refused("weak_passphrase", str(fault)) from None

    def close(self) -> None:
        """The server ends: nobody waits for a key any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


class Keeper:
    """What one connection keeps of its game. `page`: bytes after which an answer has enough lines."""

    def __init__(self, keys: Keys, lobby: Lobby, page: int) -> None:
        self._keys = keys
        self._lobby = lobby
        self._page = page
        self._key: Key | None = None
        self._sealed: tuple[GameSecrets, Sealed] | None = None
        self._is_busy = False

    async def kept(self, room: Room, who: Who, message: Keep) -> Kept:
        """The next part of the file. Raises `Refused`, and what reading the log raises."""
        if who.role != "referee":
            raise refused("not_allowed")
        if self._is_busy:
            raise refused("busy")
        self._is_busy = True
        try:
            key = await self._key_for(message.passphrase)
            return await self._part(room, who, message, key)
        finally:
            self._is_busy = False

    async def _key_for(self, passphrase: str) -> Key:
        if passphrase:
            self._key, self._sealed = await self._keys.of(passphrase), None
        if self._key is None:
            raise refused("no_passphrase")
        return self._key

    async def _part(self, room: Room, who: Who, message: Keep, key: Key) -> Kept:
        after = await _known(room, message.after, message.hash)
        last, lines = await self._lines(room, who, after)
        header = Header(
            game=room.game, title=room.state.game.title, epoch=room.past.epoch, audience=who.audience, head=last.seq,
            exported_by=f"wardiary-server {__version__}",
        )  # fmt: skip
        end = End(last.seq, last.hash, sealed=self._secrets(room.game, key))
        return Kept(
            message.id, after.seq, last.seq, last.hash.hex(), room.state.seq, _text(header), tuple(lines), _text(end)
        )

    async def _lines(self, room: Room, who: Who, after: Head) -> tuple[Head, list[str]]:
        """The lines after an entry, at least one where there are any, and the last one's head."""
        last, lines, size = after, list[str](), 0
        async for row, told in room.recorded(who.audience, after.seq):
            lines.append(_text(Line.of(row, told)))
            last, size = row.head, size + len(lines[-1])
            if size >= self._page:
                break
            if len(lines) % TURN == 0:
                await asyncio.sleep(0)
        return last, lines

    def _secrets(self, game: str, key: Key) -> Sealed:
        now = self._lobby.vault.game(game)
        if self._sealed is None or self._sealed[0] != now:
            self._sealed = now, seal(key, game, now)
        return self._sealed[1]


async def _known(room: Room, seq: int, hash: str) -> Head:
    """The entry that somebody has kept, if that is one of this log; else the beginning."""
    try:
        told = bytes.fromhex(hash)
    except ValueError:
        return START
    is_here = 0 < seq <= room.state.seq and await room.past.is_row(seq, told)
    return Head(seq, told) if is_here else START


def _text(part: Header | Line | End) -> str:
    return encode(part).decode()


def refused(code: str) -> Refused:
    """A refusal of this part of the net, with the sentence of its code."""
    return Refused(code, REJECTED[code])
