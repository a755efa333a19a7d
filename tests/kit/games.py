"""Whole games at random, from nothing but what is on offer: live, and at the same time run again from the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from msgspec.structs import replace
from wardiary_server.game import offers as offering
from wardiary_server.game import views
from wardiary_server.game.entry import AnyEntry, digest, state_bytes
from wardiary_server.game.known import audience_of
from wardiary_server.game.rulebook import Refused
from wardiary_server.game.state import Game
from wardiary_server.game.timeline import Intent, Timeline
from wardiary_server.scenario import bundled, load

from . import Play
from .drawn import ALL, draw
from .wander import FixedDice

BACK = ("undo", "redo", "agree", "disagree", "withdraw", "end_round", "dice", "suspend", "watching", "vacate")
SLOW = ("done", "pass", "end", "hold", "leave", "close")
"""What gets nobody anywhere: taken where nothing else is, or now and then."""
LONGEST = 1_500
"""Entries after which a game has no end."""

FAULTS = ("rulebook_failed", "diverged", "endless", "no_dice", "too_many_dice")
"""Refusals that nothing a player does may lead to."""

Body = dict[str, Any]


def starts(seed: int) -> Game:
    """The game of a seed: a drawn one by zones or in inches, or a bundled scenario with every rulebook."""
    kind = seed % 5
    if kind == 4:
        names = bundled()
        made = load(names[seed // 5 % len(names)]).game
        books = tuple(book.name for book in ALL)
        return replace(made, rulebooks=books, options={**made.options, "frame.rounds": 3})
    return draw(seed, board=kind == 3)


def decided(timeline: Timeline, intent: Intent) -> tuple[AnyEntry | None, Refused | None]:
    """What becomes of a command: an entry, or why not."""
    try:
        return timeline.decide(intent), None
    except Refused as refusal:
        return None, refusal


@dataclass
class Played:
    """One game: which, how it went, what was done in it how often."""

    seed: int
    entries: int = 0
    words: dict[str, int] = field(default_factory=dict)


class Twice:
    """A game that is played live, and at the same time by a timeline that forgets every waiting rule at once."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        start = starts(seed)
        if self.random.random() < 0.3:
            start = replace(start, seats={k: s for k, s in start.seats.items() if k != "referee"})
        typed = {seat for seat in start.seats if self.random.random() < 0.3}
        start = replace(start, dice={seat: "typed" if seat in typed else "script" for seat in start.seats})
        self.live = Play(start, *ALL)
        self.live.timeline._make_dice = lambda _salts: FixedDice()
        for seat in sorted(typed):
            self.live.do("operator", {"do": "dice", "seat": seat, "way": "typed"})
        self.cold = Timeline(self.live.rules, lambda _salts: FixedDice(), keep_live=False)
        for entry in self.live.log:
            self.cold.follow(entry)
        self.played = Played(seed)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.live.game.clock.phase == "over"

    def play(self) -> Played:
        """From here to the end. Raises AssertionError for whatever is wrong on the way."""
        while not self.over:
            assert len(self.live.log) < LONGEST, "this game has no end"
            self.step()
            if len(self.live.log) % 20 == 0:
                self.compare()
        self.compare()
        assert state_bytes(self.live.folded()) == state_bytes(self.live.state), "the log folds to another game"
        assert all(self.live.story())
        self.played.entries = len(self.live.log)
        return self.played

    def compare(self) -> None:
        """Both are the same, byte for byte."""
        assert state_bytes(self.cold.state) == state_bytes(self.live.state), "run again it is another game"
        for seat in ("", *self.live.start.seats):
            role = self.live.game.seats[seat].role if seat else "spectator"
            assert views.view(self.live.state, audience_of(self.live.game, seat, role)).parts

    # ------------------------------------------------------------------------------------------ what is done

    def step(self) -> None:
        """One act: now and then back, mostly forward, at last the referee's or everybody's end of the round."""
        if self.random.random() < 0.06 and self.back():
            return
        for seat, body in self.ways():
            if self.send(seat, body):
                return
        self.end_round()

    def ways(self) -> Iterator[tuple[str, Body]]:
        """Something for each seat and unit, in an order that chance makes; first, mostly, what is asked."""
        seats = list(self.live.start.seats)
        if self.live.game.open and self.random.random() < 0.8:
            yield from self.shuffled((seat, body) for seat in seats for body in self.answers(seat))
        units = [(u.seat, name) for name, u in self.live.game.units.items() if u.seat and u.seat in seats]
        late: list[tuple[str, Body]] = []
        for seat, of in self.shuffled([*units, *((seat, "") for seat in seats)]):
            bodies = [body for body in self.shuffled(self.offered(seat, of)) if body["do"] not in BACK]
            word = self.random.choice(sorted({body["do"] for body in bodies} - set(SLOW)) or [""])
            ahead = [body for body in bodies if body["do"] == word]
            late += [(seat, body) for body in bodies if body["do"] in SLOW]
            if ahead and (seat != "referee" or ahead[0]["do"] == "answer" or self.random.random() < 0.3):
                yield seat, ahead[0]
            elif late and self.random.random() < 0.03:
                yield late[0]
        yield from self.shuffled(late)
        if self.live.game.open:
            yield from self.shuffled((seat, body) for seat in seats for body in self.answers(seat))

    def shuffled(self, found: Iterable[Any]) -> list[Any]:
        """These in an order that chance makes."""
        listed = list(found)
        self.random.shuffle(listed)
        return listed

    def offered(self, seat: str, of: str) -> list[Body]:
        """What a unit may do, or a seat, ready to be sent."""
        if of and of not in self.live.seen(seat).game.units:
            return []
        return list(offering.legal(offering.offers(self.live.context(seat), of)))

    def answers(self, seat: str) -> Iterator[Body]:
        """Answers to all that a seat is asked, faces among them."""
        for asked in self.live.seen(seat).game.open.values():
            for number, part in enumerate(asked.parts):
                if part.seat == seat and str(number) not in asked.answers:
                    body = {"do": "answer", "root": asked.root, "opened": asked.opened, "part": number}
                    if part.kind == "roll":
                        yield {**body, "faces": [self.random.randint(1, part.sides) for _ in range(part.dice)]}
                    else:
                        yield {**body, "chosen": list(self.random.choice(list(offering.choices(part))).value)}

    def back(self) -> bool:
        """Something is taken back, or done again; whether that could be."""
        by = "referee" if "referee" in self.live.start.seats else self.random.choice(list(self.live.start.seats))
        word = self.random.choice(("undo", "redo", "redo"))
        if not self.send(by, {"do": word, "node": self.live.state.table.cursor}, idle=True):
            return False
        for seat in self.live.start.seats:
            if self.live.state.table.proposal is not None and seat != by:
                self.send(seat, {"do": "agree", "node": self.live.state.table.cursor})
        return True

    def end_round(self) -> None:
        """Nobody has anything left to do: the referee ends the round, or all agree to."""
        seats = list(self.live.start.seats)
        by = "referee" if "referee" in seats else seats[0]
        assert self.send(by, {"do": "end_round", "bare": True}, idle=True), "nobody can do anything"
        for seat in seats:
            if self.live.state.table.proposal is not None and seat != by:
                self.send(seat, {"do": "agree", "node": self.live.state.table.cursor})

    def send(self, seat: str, body: Body, *, idle: bool = False) -> bool:
        """Both are given the same; whether it was accepted.

        What was on offer is, unless an open question or something hidden is in the way.
        """
        role = self.live.game.seats[seat].role
        at = len(self.live.log)
        intent = Intent(body=body, by=seat, role=role, at=at, id=f"c{at}", digest=digest(body))
        before = self.live.state.seq
        entry, no = decided(self.live.timeline, intent)
        again, other = decided(self.cold, intent)
        assert (again, other and other.code) == (entry, no and no.code), (seat, body, no, other)
        if no is not None:
            hampered = no.code in ("awaiting", "not_now", "round_ending") and self.is_hampered(seat)
            assert idle or hampered, f"{seat} was offered {body}: {no.code}, {no.text}"
            assert no.code not in FAULTS, (body, no.text)
            return False
        assert entry is not None
        self.live.log += self.live.timeline.since(before)
        codec = self.live.rules.codec
        assert codec.decode(codec.encode(entry)) == entry
        self.played.words[body["do"]] = self.played.words.get(body["do"], 0) + 1
        return True

    def is_hampered(self, seat: str) -> bool:
        """Whether something is open, or hidden from a seat."""
        return bool(self.live.game.open) or self.live.seen(seat) is not self.live.state
