"""All the games of one server: made, opened when somebody comes, unloaded when nobody has been there for a while."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

import structlog
from msgspec.structs import replace
from wardiary_protocol import proof
from wardiary_protocol.messages import Accepted, Rejected

from .game.dice import ServerDice
from .game.entry import Entry, digest
from .game.events import Remarked
from .game.rulebook import Refused, Rules
from .game.state import Game, State
from .game.table_events import Created
from .game.timeline import Intent, MakeDice, Timeline
from .game.tree import Tree
from .log.contract import EventLog, LogError, is_name
from .log.sealing import Key, WeakPassphrase, seal
from .log.snapshots import Snapshots
from .log.vault import GameSecrets, Vault
from .past import Past, Peek, peek
from .room import Room, Tick

__all__ = ["GameSecrets", "Key", "Listed", "Lobby", "LogError", "WeakPassphrase", "now", "operator", "seal"]

log_ = structlog.get_logger("lobby")

FindRules = Callable[[tuple[str, ...]], Rules]
"""The rules for the rulebooks that a game names. Raises `LookupError` for one that is not installed."""


class Listed(NamedTuple):
    """One game, for a list."""

    game: str
    title: str
    entries: int
    closed: bool
    phase: str
    began: int  # milliseconds since 1970


class Lobby:
    """The games that this server keeps. Rooms are made here and nowhere else."""

    def __init__(self, log: EventLog, snapshots: Snapshots, vault: Vault, find_rules: FindRules) -> None:
        self.log = log
        self.snapshots = snapshots
        self.vault = vault
        self.rooms: dict[str, Room] = {}
        self.address = ""  # where people reach this server, as it would be typed into a browser
        self._find_rules = find_rules
        self._opening: dict[str, asyncio.Lock] = {}

    # ------------------------------------------------------------------------------------------ rooms

    async def open(self, game: str) -> Room:
        """The room of a game, opened if it is not. Raises `LookupError`, or what the log raises."""
        async with self._opening.setdefault(game, asyncio.Lock()):
            room = self.rooms.get(game)
            if room is None:
                room = self.rooms[game] = await self._open(game)
            return room

    async def unload(self, game: str) -> None:
        """Let a room go; it opens again when somebody asks for it."""
        async with self._opening.setdefault(game, asyncio.Lock()):
            room = self.rooms.pop(game, None)
            if room is not None:
                await room.aclose()

    async def aclose(self) -> None:
        """Let all rooms finish and go."""
        await asyncio.gather(*(self.unload(game) for game in list(self.rooms)))

    async def _open(self, game: str) -> Room:
        past = await self.past(game)
        room = Room(past, *await self._timeline_of(past))
        held = room.state.table.held
        for seat in set(self.vault.game(game).tokens.values()) - held.keys():
            # It was taken back, and the server stopped before its tokens went too.
            self._revoke(game, seat)
        room.subscribers.append(partial(self._look_at_seats, game, [held]))
        return room

    def _look_at_seats(self, game: str, last: list[Mapping[str, Any]], tick: Tick) -> None:
        """Whose seat was taken back has no token for it any more. `last` holds who sat where before."""
        held = tick.state.table.held
        if held is not last[0]:
            gone, last[0] = last[0].keys() - held.keys(), held
            for seat in gone:
                self._revoke(game, seat)

    def _revoke(self, game: str, seat: str) -> None:
        try:
            self.vault.revoke(game, seat)
        except LogError as fault:
            # A token counts only while the log says that its seat is held, so nobody comes in by it meanwhile.
            log_.error("tokens are not revoked yet", game=game, seat=seat, why=str(fault))

    async def _timeline_of(self, past: Past) -> tuple[Timeline, proof.Head]:
        def make(state: State, tree: Tree | None) -> Timeline:
            return Timeline(past.rules, self._dice(past.game), state, tree)

        return await past.open(make)

    def _dice(self, game: str) -> MakeDice:
        secret = self.vault.game(game).dice
        return lambda salts: ServerDice(game, secret, salts)

    async def past(self, game: str) -> Past:
        """A game's past, without opening its room. Raises `LookupError` where there is no such game."""
        rules = self._find_rules((await self.peek(game)).rulebooks)
        return Past(game, rules, self.log, self.snapshots, self.vault, self.vault.game(game).epoch)

    async def peek(self, game: str) -> Peek:
        """What the first entry of a game tells. Raises `LookupError` where there is no such game."""
        if is_name(game):
            async for row in self.log.read(game, 0):
                return peek(row.body)
        raise LookupError(f"There is no game {game!r} here.")

    # ------------------------------------------------------------------------------------------ games

    async def games(self) -> AsyncIterator[str]:
        """The ids of all games."""
        async for game in self.log.games():
            yield game

    async def listed(self) -> AsyncIterator[Listed]:
        """All games with what a list shows of them, oldest first. Does not keep their rooms open."""
        # A game without secrets here is half an import: it is no game yet, until the same file is taken in again.
        found = [await self._listed(game) async for game in self.log.games() if game in self.vault]
        for listed in sorted((one for one in found if one is not None), key=lambda one: (one.began, one.game)):
            yield listed

    async def _listed(self, game: str) -> Listed | None:
        """One game for the list; None where it cannot be read, which must not keep the others from being played."""
        try:
            return await self._looked_at(game)
        except (LogError, LookupError) as fault:
            log_.error("a game cannot be read", game=game, why=str(fault))
            return None

    async def _looked_at(self, game: str) -> Listed:
        began = (await self.peek(game)).began
        room = self.rooms.get(game)
        state = room.state if room is not None else (await self._timeline_of(await self.past(game)))[0].state
        return Listed(game, state.game.title, state.seq, state.table.closed, state.game.clock.phase, began)

    async def create(
        self,
        start: Game,
        *,
        game: str = "",
        assumptions: tuple[str, ...] = (),
        briefing: str = "",
        fork: Mapping[str, Any] | None = None,
    ) -> str:
        """A new game with this start; its id. Its first entry is written before anybody can join.

        The briefing is told right after it, a sentence for each of its lines.
        """
        name = game or new_id()
        # Secrets may be there already, brought along or left by an attempt that was cut short before the first entry.
        secret = (self.vault.game(name) if name in self.vault else self.vault.create(name)).dice
        created = Created(
            game=start, commitment=proof.commitment(secret), name=name, assumptions=assumptions, **(fork or {})
        )
        told = [Remarked(text=line) for line in unwrapped(briefing)]
        events = (created, *told)
        entry: Entry[Any] = Entry(seq=1, kind="game", at=now(), root=1, events=events, because=(-1,) * len(events))
        rules = self._find_rules(start.rulebooks)
        await self.log.append(name, proof.START, [(self.vault.commit_id(name, "", "#1"), rules.codec.encode(entry))])
        return name

    async def fork(self, game: str, at: int) -> str:
        """*What if*: a new game that goes on from entry `at`; its id. Seats are invited anew.

        Raises `Refused` while a question is open there.
        """
        room = await self.open(game)
        view = await room.past.state(at, room.timeline)
        if view.game.open:
            raise Refused("awaiting", f"Something is still to be answered at entry {at}: fork before or after it.")
        head = await self._hash_at(game, at)
        title = f"{view.game.title} (what if)"
        fork = {"parent": game, "parent_seq": at, "parent_hash": head.hex()}
        return await self.create(replace(view.game, title=title), fork=fork)

    async def _hash_at(self, game: str, seq: int) -> bytes:
        async for row in self.log.read(game, seq - 1):
            return row.hash
        raise LookupError(f"There is no entry {seq}.")

    async def close(self, game: str) -> Accepted | Rejected:
        """Close a game for good, and reveal its dice's secret."""
        room = await self.open(game)
        secret = self.vault.game(game).dice
        return await room.ask(operator({"do": "close_game", "secret": secret.hex()}))

    async def sit(self, game: str, seat: str, name: str) -> Accepted | Rejected:
        """Write into the log who holds a seat now."""
        room = await self.open(game)
        return await room.ask(operator({"do": "sit", "seat": seat, "name": name}))

    async def vacate(self, game: str, seat: str) -> Accepted | Rejected:
        """Take a seat back: it is free again, its tokens open nothing, and its connections are told."""
        room = await self.open(game)
        return await room.ask(operator({"do": "vacate", "seat": seat}))

    async def accept(self, game: str) -> str:
        """Go on with the log as it is, although somebody was told more; the new epoch. What they were told is lost."""
        room = await self.open(game)
        epoch = self.vault.new_epoch(game)
        room.release(epoch)
        return epoch

    async def contradiction(self, room: Room, witness: str) -> str:
        """Why this log cannot be all there: what a client was truly told, and the log denies. Empty where it agrees."""
        told = self.vault.check_witness(room.game, witness)
        if told is None or told.epoch != room.past.epoch:
            return ""
        if told.seq > room.head.seq:
            ends = (await self.log.head(room.game)).seq
            if told.seq > ends:
                return f"its log ends at entry {ends}, and somebody was told of entry {told.seq}."
        if self.vault.mark(await self._hash_at(room.game, told.seq)) != told.mark:
            return f"its entry {told.seq} is not the one that somebody was told of."
        return ""


def unwrapped(text: str) -> list[str]:
    """A text as lines to be told: prose that was wrapped is one line a paragraph, indented lines stay as they are."""
    lines: list[str] = []
    joins = False
    for line in text.splitlines():
        prose = bool(line.strip()) and not line[0].isspace()
        if prose and joins:
            lines[-1] += f" {line.strip()}"
        elif line.strip():
            lines.append(line.strip())
        joins = prose
    return lines


def operator(body: dict[str, Any]) -> Intent:
    """A command of the server's owner, or of the server itself."""
    return Intent(body=body, by="", role="operator", at=now(), digest=digest(body))


def now() -> int:
    """Milliseconds since 1970: the only clock that entries know."""
    return time.time_ns() // 1_000_000


def new_id() -> str:
    """An id for a new game: short enough to be typed, in a command line that nobody else sees."""
    return "g" + secrets.token_hex(4)
