"""Whether a scenario as a whole can be played: what no single key can tell.

Every check looks at a game that was built from whatever was right. Where that leaves something out on account of a
fault that is known already, it says nothing about it.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ..game.board import Graph
from ..game.rulebook import Rulebook
from ..game.state import Game, Link, Unit
from .faults import Faults
from .positions import Path
from .values import some
from .vocabulary import Ids

ENTRY = 192 * 1024
"""Bytes that a game may take in its log's first entry. An entry may have 256 KiB; the rest is for what goes with it."""


class Whole:
    """A scenario read to its end: the game, where its parts stand, and the list that faults are written into."""

    def __init__(self, game: Game, ids: Ids, faults: Faults, books: tuple[Rulebook, ...]) -> None:
        self.game = game
        self.ids = ids
        self.faults = faults
        self.books = books

    def path(self, table: str, id: str, key: str = "") -> Path:
        """Where something stands. Weapons are items: what is not among the ones may be among the others."""
        tables = (table, "weapons", "items") if table in ("weapons", "items") else (table,)
        found: Path = next((self.ids[name][id] for name in tables if id in self.ids.get(name, {})), (table,))
        return (*found, key) if key and len(found) > 1 else found

    def number(self, option: str, default: int = 0) -> int:
        """An option of the frame that is a number."""
        return int(self.game.options.get(f"frame.{option}", default))

    def sound(self, table: str) -> bool:
        """Whether nothing is wrong so far in a table, so that what it lacks is really missing."""
        return not self.faults.touched((table,))


def check_sense(whole: Whole) -> None:
    """All checks of the whole."""
    for check in CHECKS:
        check(whole)


# ---------------------------------------------------------------------------------------------- who plays


def anybody(whole: Whole) -> None:
    """There is somewhere to be, and somebody to play."""
    game, faults = whole.game, whole.faults
    for table, one in (("sides", game.sides), ("zones", game.zones), ("units", game.units)):
        if not one and whole.sound(table):
            faults.lacks((table,), f"There are no {table}.", f"Begin each with [[{table}]].")
    if game.units and whole.sound("units") and whole.sound("seats") and not any(u.seat for u in game.units.values()):
        faults.lacks(("units",), "No unit belongs to a seat, so there is nothing to play.")


def seats(whole: Whole) -> None:
    """Every seat has something to play, and every side somebody who plays it."""
    for seat in whole.game.seats.values():
        path = whole.path("seats", seat.id)
        if seat.role == "referee":
            if seat.side:
                whole.faults.add((*path, "side"), "A referee has no side.", "Leave it out.")
        elif not seat.side and not whole.faults.touched((*path, "side")):
            whole.faults.lacks(path, f"The seat {seat.id!r} plays no side.", 'Give it side = "...".')
        elif whole.sound("units") and not any(u.seat == seat.id for u in whole.game.units.values()):
            whole.faults.lacks(path, f"The seat {seat.id!r} has no units.", warning=True)
    for side in whole.game.sides:
        if _unplayed(whole, side) and whole.sound("seats"):
            hint = f'Add [[seats]] with id = "{side}" and side = "{side}".'
            whole.faults.lacks(whole.path("sides", side), f"The side {side!r} has no player's seat.", hint)


def _unplayed(whole: Whole, side: str) -> bool:
    """Whether nobody plays a side, though not all of its units say that somebody else decides for them."""
    if any(seat.side == side and seat.role == "player" for seat in whole.game.seats.values()):
        return False
    units = [u for u in whole.game.units.values() if u.side == side]
    return not units or not all(u.seat for u in units)


# ---------------------------------------------------------------------------------------------- units


def units(whole: Whole) -> None:
    """Every unit has health, somebody who decides for it, and a way onto the board."""
    for unit in whole.game.units.values():
        path = whole.path("units", unit.id)
        _health(whole, unit, path)
        _seat(whole, unit, path)
        if not unit.zone and not whole.faults.touched(path):
            _reserve(whole, unit, path)


def _health(whole: Whole, unit: Unit, path: Path) -> None:
    if unit.stats.get("max_health", 0) < unit.stats.get("health", 0):
        whole.faults.add((*path, "max_health"), f"{unit.name} has more health than it can have.")
    if "health" in unit.stats and unit.stats["health"] < 1:
        whole.faults.add((*path, "health"), f"{unit.name} needs at least 1 health to begin with.")
    elif "health" not in unit.stats and not whole.faults.touched((*path, "health")):
        whole.faults.lacks(path, f"{unit.name} has no health.", "Such as health = 3.")


def _seat(whole: Whole, unit: Unit, path: Path) -> None:
    seat = whole.game.seats.get(unit.seat)
    if seat is not None and seat.role == "player" and seat.side != unit.side and whole.sound("seats"):
        whole.faults.add((*path, "seat"), f"The seat {seat.id!r} does not play {unit.name}'s side.")
    several = [s.id for s in whole.game.seats.values() if s.side == unit.side and s.role == "player"]
    unsaid = (*path, "seat") not in whole.faults.places.keys
    if unit.side and not unit.seat and unsaid and len(several) > 1:
        whole.faults.lacks(
            path, f"{unit.name}'s side has several seats.", f"Say which: seat = {some(map(repr, several), 'or')}."
        )


def _reserve(whole: Whole, unit: Unit, path: Path) -> None:
    """In reserve: to be placed at set-up, or later by its player or by an event."""
    comes = unit.id in brought_by(whole.game)
    if not unit.seat and not comes:
        whole.faults.lacks(
            path, f"{unit.name} never comes onto the board.", 'Give it a zone, or an event: do = "reserves".'
        )
    elif "brought" in unit.tags and not comes:
        whole.faults.lacks(path, f"No event brings {unit.name}.", 'An event with do = "reserves" does.', warning=True)
    elif unit.seat and comes and "brought" not in unit.tags and "arrives" not in unit.stats:
        hint = 'With tags = ["brought"] it waits for the event.'
        whole.faults.lacks(path, f"{unit.name} is set up at the start, before an event brings it.", hint, warning=True)
    rounds = whole.number("rounds")
    if 0 < rounds < unit.stats.get("arrives", 0):
        text = f"{unit.name} arrives after the last round, which is {rounds}."
        whole.faults.add((*path, "arrives"), text, warning=True)


def brought_by(game: Game) -> dict[str, str]:
    """The units that events bring from reserve, with the event."""
    found: dict[str, str] = {}
    for happening in game.happenings.values():
        for deed in happening.does:
            if deed.get("do") == "reserves":
                found |= dict.fromkeys(str(deed.get("units", "")).split(","), happening.id)
    return found


def deployment(whole: Whole) -> None:
    """A side whose units are placed or arrive has zones for that."""
    if not whole.sound("zones") or not whole.sound("units"):
        return
    for side in whole.game.sides:
        waiting = [u for u in whole.game.units.values() if u.side == side and _needs_a_zone(u)]
        if waiting and not any(side in zone.deploy for zone in whole.game.zones.values()):
            text = f"The side {side!r} has no deployment zone, and {some(u.name for u in waiting)} needs one."
            whole.faults.lacks(whole.path("sides", side), text, f'Give a zone deploy = ["{side}"].')


def _needs_a_zone(unit: Unit) -> bool:
    return bool(unit.seat) and not unit.zone and ("brought" not in unit.tags or "arrives" in unit.stats)


def names(whole: Whole) -> None:
    """Things of one kind that are called alike cannot be told apart in the story."""
    for table in ("sides", "zones", "units"):
        known: dict[str, str] = {}
        for entity in getattr(whole.game, table).values():
            if entity.name in known:
                text = f"This is called {entity.name!r}, as {known[entity.name]!r} is."
                whole.faults.add(whole.path(table, entity.id, "name"), text, warning=True)
            known.setdefault(entity.name, entity.id)


# ---------------------------------------------------------------------------------------------- the board


def reachable(whole: Whole) -> None:
    """Every zone can be got to from where units begin, if every door is opened."""
    game = whole.game
    if not whole.sound("zones") or not whole.sound("links"):
        return
    open_ = {key: Link(key, link.a, link.b) for key, link in game.links.items()}
    ways = Graph(game.zones, open_)
    starts = [z.id for z in game.zones.values() if z.deploy] + [u.zone for u in game.units.values() if u.zone]
    starts += [str(deed["zone"]) for h in game.happenings.values() for deed in h.does if deed.get("do") == "reserves"]
    found = {zone for start in starts if start in game.zones for zone in ways.distances(start)}
    for zone in game.zones if starts else ():
        if zone not in found:
            text = f"No link leads to the zone {zone!r} from where units begin."
            whole.faults.lacks(whole.path("zones", zone), text, "Join it with [[links]].", warning=True)


# ---------------------------------------------------------------------------------------------- how it ends


def ending(whole: Whole) -> None:
    """The game comes to an end by itself."""
    if whole.number("rounds") or whole.number("score") or not whole.sound("options"):
        return
    hint = 'Under [options], "frame.rounds" = 8 ends it after eight rounds.'
    if not whole.game.objectives and whole.sound("objectives"):
        text = "Nothing ends this game: no last round, no score that wins, no objectives."
        whole.faults.lacks(("options",), text, hint)
    elif whole.game.objectives:
        text = "This game ends only when one side is left: there is no last round and no score that wins."
        whole.faults.lacks(("options",), text, hint, warning=True)


def objectives(whole: Whole) -> None:
    """What is carried can be had, and is not lost with whoever carries it."""
    game = whole.game
    had = {str(o.data.get("item", "")) for o in game.objectives.values() if o.kind == "take"}
    had |= {item for unit in game.units.values() for item in unit.items}
    for objective in game.objectives.values():
        _fitting(whole, objective.id, objective.kind)
        item, path = str(objective.data.get("item", "")), whole.path("objectives", objective.id, "item")
        if not item or not whole.sound("items"):
            continue
        if objective.kind == "leave" and item not in had and whole.sound("objectives"):
            whole.faults.add(path, f"Nobody carries {item!r}, and nothing lets anybody take it.", warning=True)
        if "loot" not in game.items[item].tags:
            hint = 'With tags = ["loot"] it is dropped, and others can pick it up.'
            whole.faults.add(path, f"{item!r} is lost when whoever carries it goes down.", hint, warning=True)


def _fitting(whole: Whole, objective: str, kind: str) -> None:
    data = whole.game.objectives[objective].data
    for key, kinds in (("item", ("take", "leave")), ("from", ("hold",))):
        if key in data and kind and kind not in kinds:
            path = whole.path("objectives", objective, key)
            whole.faults.add(path, f"An objective of the kind {kind!r} has no {key!r}.", key=True)


def events(whole: Whole) -> None:
    """Each of the scenario's events can come, and does something."""
    game, rounds = whole.game, whole.number("rounds")
    for happening in game.happenings.values():
        path = whole.path("events", happening.id)
        when = happening.when
        link = game.links.get(str(when.get("door", "")))
        if link is not None and link.door == "none":
            whole.faults.add((*path, "when", "door"), f"There is no door at {link.id!r}.", 'Give it door = "closed".')
        if 0 < rounds < int(when.get("round", when.get("round_end", 0))):
            whole.faults.add((*path, "when"), f"This never comes: the last round is {rounds}.", warning=True)
        if not happening.does and not happening.text and not whole.faults.touched(path):
            whole.faults.lacks(path, "This event does nothing and tells nothing.", "Give it do or text.", warning=True)
        for unit in (u for u in brought_by(game) if brought_by(game)[u] == happening.id):
            if unit in game.units and game.units[unit].zone:
                text = f"{game.units[unit].name} is on the board already, so nothing brings it."
                whole.faults.add((*path, "do"), text, "Leave out its zone.", warning=True)


# ---------------------------------------------------------------------------------------------- what rulebooks say


def flaws(whole: Whole) -> None:
    """What the rulebooks themselves cannot play."""
    for book in whole.books:
        for flaw in book.flaws(whole.game) if book.flaws is not None else ():
            path = whole.path(flaw.table, flaw.id)
            if not whole.faults.touched(path):
                whole.faults.lacks(path, flaw.text, flaw.hint)


def size(whole: Whole) -> None:
    """It fits into an entry of the log."""
    if (taken := len(msgspec.json.encode(whole.game))) > ENTRY:
        text = f"This scenario takes {taken // 1024} KiB; a game can begin with {ENTRY // 1024}."
        whole.faults.add((), text, "Shorten its texts, or leave something out.")


CHECKS: tuple[Callable[[Whole], None], ...] = (
    anybody,
    seats,
    units,
    deployment,
    names,
    reachable,
    ending,
    objectives,
    events,
    flaws,
    size,
)
"""Every check of the whole, in the order in which they look."""
