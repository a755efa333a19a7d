"""What tests share: a board drawn as text, a game in memory, and short ways to command and answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from wardiary_server.game.dice import ScriptedDice
from wardiary_server.game.entry import AnyEntry, Entry, digest, fold, state_hash
from wardiary_server.game.event import Event
from wardiary_server.game.events import Rolled
from wardiary_server.game.frame import FRAME
from wardiary_server.game.known import audience_of, known
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Refused, Rulebook, Rules
from wardiary_server.game.state import Clock, Game, Link, Seat, Side, State, Unit, Zone
from wardiary_server.game.story import tell
from wardiary_server.game.table_events import Created
from wardiary_server.game.timeline import Intent, Timeline

SIDES = {"red": Side("red", "Red"), "blue": Side("blue", "Blue")}
SEATS = {
    "red": Seat("red", "Red", "red"),
    "blue": Seat("blue", "Blue", "blue"),
    "referee": Seat("referee", "Referee", role="referee"),
}


def board(drawing: str) -> tuple[dict[str, Zone], dict[str, Link]]:
    """Zones and links from lines such as `a - b =d1= c`.

    `-` is open, `=d=` an open door, `#d#` a closed, `!d!` a sealed one.
    """
    zones: dict[str, Zone] = {}
    links: dict[str, Link] = {}
    for line in drawing.strip().splitlines():
        words = line.split()
        for word in words[::2]:
            zones.setdefault(word, Zone(word, word, deploy=("red", "blue")))
        for left, join, right in zip(words[::2], words[1::2], words[2::2], strict=False):
            name = join.strip("-=#!") or f"{left}-{right}"
            door: Any = {"-": "none", "=": "open", "#": "closed", "!": "sealed"}[join[0]]
            links[name] = Link(name, left, right, name, door)
    return zones, links


def unit(name: str, zone: str = "a", side: str = "red", **more: Any) -> Unit:
    """A unit on its feet: 5 health, everything else by keyword; numbers become stats."""
    fields = {k: more.pop(k) for k in list(more) if k in Unit.__struct_fields__ and k != "stats"}
    stats = {"health": 5, "max_health": 5, **more}
    seat = fields.pop("seat", side if side in SEATS else "")
    status = fields.pop("status", "ready" if zone else "reserve")
    return Unit(id=name, name=name.title(), side=side, seat=seat, zone=zone, status=status, stats=stats, **fields)


def game(drawing: str, units: Iterable[Unit], **more: Any) -> Game:
    """A game in its first round, turns in any order, each unit's moves unlimited by default (`speed=…` on the unit)."""
    zones, links = board(drawing)
    options = {"frame.order": "free", "frame.economy": "activation", "frame.auto_end": False, **more.pop("options", {})}
    for zone, levels in more.pop("levels", {}).items():
        zones[zone] = Zone(zone, zone, levels=levels, deploy=("red", "blue"))
    clock = more.pop("clock", Clock(phase="play", round=1))
    return Game(
        title="a test", sides=SIDES, seats=SEATS, zones=zones, links=links, units={u.id: u for u in units},
        options=options, clock=clock, dice=dict.fromkeys(SEATS, "script"), **more,
    )  # fmt: skip


class Play:
    """A game in memory, driven by hand: given a game, when commands, then states and events."""

    def __init__(self, start: Game, *books: Rulebook, faces: Iterable[int] = (), keep_live: bool = True) -> None:
        self.rules = Rules((FRAME, *books))
        self.dice = ScriptedDice(faces)
        self.start = start
        self.timeline = Timeline(self.rules, lambda _salts: self.dice, keep_live=keep_live)
        self.log: list[AnyEntry] = []
        first: AnyEntry = Entry(
            seq=1, kind="game", at=0, root=1, events=(Created(game=start, commitment=""),), because=(-1,)
        )
        self.timeline.follow(first)
        self.log.append(first)
        for seat in start.seats:
            self.do("operator", {"do": "sit", "seat": seat, "name": seat})

    @property
    def state(self) -> State:
        return self.timeline.state

    @property
    def game(self) -> Game:
        return self.timeline.state.game

    def unit(self, name: str) -> Unit:
        return self.game.units[name]

    def do(
        self, by: str, body: Mapping[str, Any], *faces: int, id: str = "", line: int = -1, away: Iterable[str] = ()
    ) -> AnyEntry:
        """One command; the entry it became. The faces are what the script rolls. Raises `Refused`."""
        self.dice.add(*faces)
        role = "operator" if by == "operator" else self.game.seats[by].role
        intent = Intent(
            body=body, by="" if by == "operator" else by, role=role, at=len(self.log), id=id, digest=digest(body),
            line=line, away=frozenset(away),
        )  # fmt: skip
        assert not self.timeline.wanting(intent), "a short test game is all in memory"
        entry = self.timeline.decide(intent)
        self.log.append(entry)
        return entry

    def act(self, by: str, word: str, unit_: str, *faces: int, **more: Any) -> AnyEntry:
        """`act("red", "move", "vega", to="b")`."""
        return self.do(by, {"do": word, "unit": unit_, **more}, *faces)

    def answer(self, by: str, *value: Any, root: int = 0, part: int = 0) -> AnyEntry:
        """Answer a part of the (only) open question: faces for a roll, values for a choice."""
        asked = self.game.open[str(root)] if root else next(iter(self.game.open.values()))
        field = "faces" if asked.parts[part].kind == "roll" else "chosen"
        return self.do(
            by, {"do": "answer", "root": asked.root, "opened": asked.opened, "part": part, field: list(value)}
        )

    def undo(self, by: str = "referee", word: str = "undo", **more: Any) -> AnyEntry:
        return self.do(by, {"do": word, "node": self.state.table.cursor, **more})

    def refused(self, by: str, body: Mapping[str, Any], **more: Any) -> str:
        """The code with which a command is refused; nothing may change."""
        before, length = self.timeline.state, len(self.log)
        try:
            self.do(by, body, **more)
        except Refused as refusal:
            assert self.timeline.state is before
            assert len(self.log) == length
            return refusal.code
        raise AssertionError(f"{body} was accepted")

    def events(self, kind: type[Event] = Event, entry: AnyEntry | None = None) -> list[Any]:
        """The events of one kind in an entry, or in the whole log."""
        entries = [entry] if entry is not None else self.log[1:]
        return [e for one in entries for e in one.events if isinstance(e, kind)]

    def rolls(self, rule: str = "") -> list[Rolled]:
        return [e for e in self.events(Rolled) if not rule or e.rule == rule]

    def story(self) -> list[str]:
        """All sentences since the game was set up."""
        told, state = [], fold(State(0, Game(title=""), self.state.table), self.log[0])
        states = {1: state}
        for entry in self.log[1:]:
            after = fold(state, entry, states[entry.parent].game if entry.kind == "rewind" else None)
            told += [line.text for line in tell(entry, state, after).lines]
            states[entry.seq] = state = after
        return told

    def story_of(self, seat: str, entry: AnyEntry) -> list[str]:
        """What a seat is told of the newest entry, which must not be a rewind."""
        assert entry is self.log[-1]
        before = self.timeline.states[entry.seq - 1]
        audience = audience_of(self.game, seat, self.game.seats[seat].role)
        return [line.text for line in tell(entry, before, self.state, audience).lines]

    def folded(self) -> State:
        """The state by definition: the log folded from the start."""
        fresh = Timeline(self.rules, lambda _salts: self.dice)
        for entry in self.log:
            fresh.states.update({})
            fresh.follow(entry)
        return fresh.state

    def hash(self) -> str:
        return state_hash(self.state)

    def context(self, by: str = "red") -> Context:
        """What a seat may know, as offers see it."""
        return Context(self.rules, self.seen(by), by=by, role=self.game.seats[by].role)

    def seen(self, seat: str) -> State:
        """The state as a seat may know it; of no seat, as those who watch may."""
        role = self.game.seats[seat].role if seat else "spectator"
        return known(self.state, audience_of(self.game, seat, role))
