"""Games played at random from nothing but what is on offer, as a bot would, and what may then be said of any game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace
from wardiary_protocol.messages import Offer
from wardiary_server.game import offers as offering
from wardiary_server.game.entry import AnyEntry, digest
from wardiary_server.game.rulebook import Refused, Rulebook
from wardiary_server.game.state import Area, Clock, Game, Happening, Item, Marker, Objective, Special
from wardiary_server.rules.environments import RULEBOOK as ENVIRONMENTS
from wardiary_server.rules.zones import RULEBOOK as ZONES
from wardiary_server.scenario import load

from . import Play, board, game, unit
from .inches import at, field, line, link, room, stood, wall
from .trouble import TROUBLE

DRAWING = """
dock - hall - hold
hall =d1= lab #d2# store
hold !d3! store
"""
TURNS = ("move", "action", "slow", "quick")


class FixedDice:
    """Dice that show the same for the same roll, as the server's do, without a secret."""

    source = "script"

    def faces(self, roll: str, dice: int, sides: int) -> tuple[int, ...]:
        seed = digest({"roll": roll})
        return tuple(1 + (seed[i % 8] + i) % sides for i in range(dice))


def trouble(**options: Any) -> Game:
    """A game in which entering and being hurt ask nested questions, and a fire asks at each round's end."""
    units = [
        unit("ann", "dock", health=3, speed=2, arrives=1),
        unit("bob", "hall", speed=3),
        unit("cyd", "store", "blue", health=3, speed=2),
        unit("dan", "lab", "blue", speed=1),
    ]
    zones, _links = board(DRAWING)
    start = game(DRAWING, units, levels={"hall": {"fire": 2}, "lab": {"fire": 3}}, options=options)
    return replace(start, zones={**zones, **start.zones})


def ship(**options: Any) -> Game:
    """A ship with everything that the two rulebooks know: fire, gas, no air, a Breach, a gun, things to win."""
    items = {
        "rifle": Item("rifle", "rifle", stats={"dice": 4, "damage": 2, "ap": 1, "ammo": 2}),
        "turret": Item("turret", "turret", stats={"autonomous": 5, "damage": 1, "reach": 1, "ammo": 3}),
        "core": Item("core", "data core", "thing", tags=("loot",)),
    }
    units = [
        unit("ann", "dock", items=("rifle",), speed=2, strength=2, stamina=1, tags=("character",), specials=("calm",)),
        unit("bob", "", speed=1, strength=1, arrives=2),
        unit("cyd", "store", "blue", items=("rifle",), speed=2, strength=2, tags=("character",)),
        unit("dan", "hold", "blue", health=2, speed=1, gas_immune=1),
        unit("eve", "", "blue", speed=1, strength=1, tags=("brought",)),
        unit("gun", "lab", "station", seat="", kind="machine", items=("turret",), gas_immune=1),
    ]
    start = game(
        DRAWING, units, levels={"hall": {"gas_irritating": 2}, "store": {"fire": 3}, "lab": {"gas_deadly": 3}},
        items=items, options=options, rulebooks=("environments", "zones"),
    )  # fmt: skip
    zones, _links = board(DRAWING)
    return replace(
        start,
        zones={**zones, **start.zones},
        areas={
            "cold": Area("cold", "airless", zones=("hold",)),
            "leak": Area("leak", "hazard", zones=("store",)),
            "spores": Area("spores", "hazard", "Spores", ("dock",), data={"grows": 1, "condition": "sick", "ends": 4}),
            "night": Area("night", "darkness", "Darkness", ("lab", "store"), data={"suppressed": 1}),
        },
        specials={"calm": Special("calm", "Calm", "reroll", ("airless", "hazard", "seal", "gas_irritating"))},
        markers={
            "b1": Marker("b1", "breach", "Breach", "hold", data={"joins": "space", "resolved": 1, "entry": "red"}),
            "main": Marker(
                "main", "power", "Power", data={"is": "on", "doors": "d1", "units": "gun", "areas": "night"}
            ),
        },
        objectives={
            "core": Objective("core", "Core", "take", ("lab",), points=2, data={"item": "core"}),
            "home": Objective("home", "Home", "leave", ("dock",), data={"item": "core"}),
            "hall": Objective("hall", "Hall", "hold", ("hall",)),
        },
        happenings={
            "more": Happening("more", {"round": 2}, ({"do": "reserves", "units": "eve", "zone": "store"},)),
            "dark": Happening("dark", {"round": 3}, ({"do": "power", "power": "main", "is": "off"},)),
            "hole": Happening("hole", {"door": "d1", "is": "closed"}, ({"do": "breach", "zone": "lab", "id": "b2"},)),
        },
    )


def pad(**options: Any) -> Game:
    """A board in inches: open ground, a hut with a door and a window, a gun, areas, a Breach, things to win."""
    items = {
        "rifle": Item("rifle", "rifle", stats={"dice": 4, "damage": 2, "ap": 1, "ammo": 2}),
        "turret": Item("turret", "turret", stats={"autonomous": 5, "damage": 1, "reach": 1, "ammo": 3}),
        "core": Item("core", "data core", "thing", tags=("loot",)),
    }
    units = [
        stood("ann", 2, 3, items=("rifle",), speed=6, strength=2, tags=("character",)),
        stood("bob", 0, 0, status="reserve", speed=6, strength=2, arrives=2),
        stood("cyd", 22, 9, "blue", items=("rifle",), speed=6, strength=2, tags=("character",)),
        stood("dan", 22, 3, "blue", health=2, gas_immune=1),
        stood("gun", 16, 10, "station", seat="", kind="machine", items=("turret",), gas_immune=1, tags=("fixed",)),
    ]
    hole = Marker("b1", "breach", "Breach", "hut", at=at(23.5, 6), data={"joins": "space", "resolved": 1})
    start = field(
        [room("pad", 0, 0, 18, 12, tags=("open",)), room("hut", 18, 0, 24, 12)],
        *units,
        links=[link("pad", "hut", 18, 5, 18, 7, door="closed", name="d1")],
        walls=[wall("north", 18, 0, 18, 5), wall("window", 18, 7, 18, 12, stops="move")],
        items=items, options=options, rulebooks=("environments", "zones"), markers={"b1": hole},
        areas={
            "smog": Area("smog", "hazard", "Smog", centre=at(9, 4), radius=2_000),
            "cold": Area("cold", "airless", "Cold", shape=line(20, 7, 24, 7, 24, 12)),
        },
        objectives={
            "core": Objective("core", "Core", "take", ("hut",), points=2, data={"item": "core"}, at=at(20, 3)),
            "home": Objective("home", "Home", "leave", ("pad",), data={"item": "core"}),
        },
        happenings={"hole": Happening("hole", {"round": 2}, (
            {"do": "breach", "zone": "pad", "id": "b2", "at": "1000,11000", "joins": "space", "template": 5},
        ))},
    )  # fmt: skip
    bob = replace(start.units["bob"], at=None, zone="", status="reserve")
    return replace(start, units={**start.units, "bob": bob})


def derelict(**options: Any) -> Game:
    """The bundled scenario, with other options."""
    start = load("derelict").game
    return replace(start, options={**start.options, **options})


def in_setup(start: Game) -> Game:
    """The same game before anybody is placed."""
    units = {
        name: replace(u, zone="", status="reserve") if u.seat and "arrives" not in u.stats else u
        for name, u in start.units.items()
    }
    return replace(start, units=units, clock=Clock())


TABLE = ("dice", "name", "suspend", "watching", "vacate")
"""Commands about the table: a walk is about the fight."""
REAL = (ENVIRONMENTS, ZONES)
BOOKS: Mapping[str, tuple[Rulebook, ...]] = {"trouble": (TROUBLE,), "ship": REAL, "derelict": REAL, "pad": REAL}
GAMES = {"trouble": trouble, "ship": ship, "derelict": derelict, "pad": pad}


class Wander:
    """One game, played at random: `seed` says which. Seats `typed` roll real dice."""

    def __init__(
        self,
        name: str,
        seed: int,
        typed: tuple[str, ...] = (),
        referee: bool = True,
        setup: bool = False,
        **options: Any,
    ) -> None:
        self.random = Random(seed)
        start = GAMES[name](**{"frame.rounds": 6, **options})
        start = in_setup(start) if setup else start
        if not referee:
            start = replace(start, seats={k: s for k, s in start.seats.items() if k != "referee"})
        start = replace(start, dice={seat: "typed" if seat in typed else "script" for seat in start.seats})
        self.play = Play(start, *BOOKS[name])
        self.play.timeline._make_dice = lambda _salts: FixedDice()
        for seat in typed:
            self.play.do("operator", {"do": "dice", "seat": seat, "way": "typed"})
        self.seats = [seat for seat in start.seats if seat != "referee"]

    # ------------------------------------------------------------------------------------------ what is on offer

    def offered(self, seat: str) -> list[dict[str, Any]]:
        """The bodies of all that a seat may send now, but for what is about the table: for itself and for each of its
        units, now and then with something more said.
        """
        ctx = self.play.context(seat)
        units = [name for name, u in self.play.game.units.items() if u.seat == seat]
        found = [offer for of in ("", *units) for offer in offering.offers(ctx, of) if offer.body["do"] not in TABLE]
        more = [one for offer in found for one in self.fuller(seat, offer) if self.random.random() < 0.25]
        return [*offering.legal((*found, *more)), *self.faces(seat)]

    def fuller(self, seat: str, offer: Offer) -> Iterator[Offer]:
        """An offer with one more of its fields filled in: a flag, or of a player's any number within its bounds.

        A number that the referee sets may be what it is already, which is refused.
        """
        for one in offer.fields:
            if one.kind == "flag":
                yield replace(offer, body={**offer.body, one.name: True})
            elif one.kind == "number" and seat != "referee":
                number = self.random.randint(one.least, min(one.most, one.least + 5))
                yield replace(offer, body={**offer.body, one.name: number})

    def faces(self, seat: str) -> Iterator[dict[str, Any]]:
        """Faces for each roll that a seat is asked for, which no offer can hold."""
        for asked in self.play.seen(seat).game.open.values():
            for number, part in enumerate(asked.parts):
                if part.kind == "roll" and part.seat == seat and str(number) not in asked.answers:
                    faces = [self.random.randint(1, part.sides) for _ in range(part.dice)]
                    yield {"do": "answer", "root": asked.root, "opened": asked.opened, "part": number, "faces": faces}

    def forward(self) -> list[tuple[str, dict[str, Any]]]:
        """Everything on offer that carries the game on, of the referee's only answers: no undo, no end by decree."""
        back = ("undo", "redo", "agree", "disagree", "withdraw", "end_round")
        ahead = [(seat, body) for seat in self.seats for body in self.offered(seat) if body["do"] not in back]
        answers = self.offered("referee") if "referee" in self.play.start.seats else []
        return ahead + [("referee", body) for body in answers if body["do"] == "answer"]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.play.game.clock.phase == "over"

    # ------------------------------------------------------------------------------------------ playing

    def step(self) -> AnyEntry | None:
        """One act at random, mostly forward; the entry, or None where an open question named somebody it touches."""
        ahead = self.forward()
        chosen = [one for one in ahead if one[1]["do"] not in ("done", "pass", "end")] or ahead
        acts = chosen if chosen and self.random.random() < 0.8 else self.everything()
        seat, body = self.random.choice(acts)
        return self.send(seat, body)

    def everything(self) -> list[tuple[str, dict[str, Any]]]:
        """All that is on offer to anybody, the referee included."""
        return [(seat, body) for seat in self.play.start.seats for body in self.offered(seat)]

    def send(self, seat: str, body: dict[str, Any]) -> AnyEntry | None:
        """Something that was on offer: it is accepted, unless an open question or something hidden is in the way."""
        try:
            return self.play.do(seat, body)
        except Refused as refusal:
            if refusal.code == "awaiting" and self.play.game.open:
                return None
            if refusal.code == "not_now" and self.play.seen(seat) is not self.play.state:
                return None  # what it does not know of is in the way
            raise AssertionError(f"{seat} was offered {body}: {refusal.code}, {refusal.text}") from refusal


def wild(walk: Wander) -> None:
    """One act at random: forward, back, to and fro, or somewhere else altogether."""
    play, random = walk.play, walk.random
    answers = [n for n in play.timeline.tree.up(play.state.table.cursor) if play.timeline.tree[n].kind == "answer"]
    choice = random.random()
    try:
        if choice < 0.7 and not walk.over:
            walk.step()
        elif choice < 0.8:
            play.undo()
        elif choice < 0.88:
            play.undo(word="redo")
        elif choice < 0.92 and answers:
            play.undo(word="retype", answer=random.choice(answers))
        else:
            play.undo(word="rewind", to=random.randint(1, play.state.seq))
    except Refused as refusal:
        if refusal.code not in ("nothing_to_undo", "nothing_to_redo", "already_there"):
            raise
