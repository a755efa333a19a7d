"""Whether a scenario as a whole can be played: what no single key can tell.

Every check looks at a game that was built from whatever was right. Where that leaves something out on account of a
fault that is known already, it says nothing about it.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ..game.board import Graph
from ..game.rulebook import Flaw, Rulebook
from ..game.state import Link
from .inches import areas, bases, measured, openings, outlines, positions
from .players import anybody, deployment, names, seats, units
from .secrets import secrets
from .whole import Whole, brought_by

ENTRY = 192 * 1024
"""Bytes that a game may take in its log's first entry. An entry may have 256 KiB; the rest is for what goes with it."""


def check_sense(whole: Whole) -> None:
    """All checks of the whole."""
    for check in CHECKS:
        check(whole)


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


def power(whole: Whole) -> None:
    """Power supplies are heeded by some rulebook."""
    supplies = [marker for marker in whole.game.markers.values() if marker.kind == "power"]
    if supplies and not any("power" in book.deeds for book in whole.books):
        hint = "It belongs to the rulebook 'environments': name that in [game] rulebooks."
        whole.faults.lacks(whole.path("power", supplies[0].id), "No rulebook of this game knows what power is.", hint)


# ---------------------------------------------------------------------------------------------- special rules


def specials(whole: Whole) -> None:
    """Each special rule says how much, where it is a matter of that, and somebody or something has it."""
    game = whole.game
    had = {name for unit in game.units.values() for name in unit.specials}
    had |= {name for item in game.items.values() for name in item.specials}
    sound = whole.sound("units") and whole.sound("items") and whole.sound("weapons")
    for special in game.specials.values():
        path = whole.path("specials", special.id)
        if special.does != "bonus" and special.bonus:
            whole.faults.add((*path, "bonus"), f"What does {special.does!r} gives no bonus.", key=True)
        elif special.does == "bonus" and not special.bonus and not whole.faults.touched(path):
            whole.faults.lacks(path, "This gives a bonus, and does not say how many dice.", "Such as bonus = 1.")
        if special.id not in had and sound:
            hint = f'Give it to a unit or an item: specials = ["{special.id}"].'
            whole.faults.lacks(path, f"Nobody has the special rule {special.id!r}.", hint, warning=True)


# ---------------------------------------------------------------------------------------------- what rulebooks say


def flaws(whole: Whole) -> None:
    """What the rulebooks themselves cannot play."""
    for book in whole.books:
        for flaw in _looked_at(whole, book):
            path = whole.path(flaw.table, flaw.id)
            if not whole.faults.touched(path):
                whole.faults.lacks(path, flaw.text, flaw.hint)


def _looked_at(whole: Whole, book: Rulebook) -> list[Flaw]:
    """What a rulebook finds. It may well stumble over what is wrong already; else stumbling is a fault of its own."""
    try:
        return list(book.flaws(whole.game)) if book.flaws is not None else []
    except Exception as error:  # a stranger's code may fail in any way
        if whole.faults.sound:
            text = f"The rulebook {book.name!r} fails at this scenario ({type(error).__name__}: {error})."
            whole.faults.add(("game", "rulebooks"), text, "Leave it out, or tell whoever wrote it.")
        return []


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
    measured,
    outlines,
    openings,
    positions,
    bases,
    areas,
    reachable,
    ending,
    objectives,
    events,
    power,
    specials,
    secrets,
    flaws,
    size,
)
"""Every check of the whole, in the order in which they look."""
