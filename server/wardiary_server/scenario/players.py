"""Whether everybody in a scenario can take part: sides and their seats, units and their way onto the board."""

from __future__ import annotations

from ..game.frame.spots import ways_in
from ..game.state import Seat, Unit
from .positions import Path
from .values import some
from .whole import Whole, brought_by


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
        elif whole.sound("units") and not any(_may_play(seat, unit) for unit in whole.game.units.values()):
            whole.faults.lacks(path, f"The seat {seat.id!r} has no units.", warning=True)
    for side in whole.game.sides:
        if _unplayed(whole, side) and whole.sound("seats"):
            hint = f'Add [[seats]] with id = "{side}" and side = "{side}".'
            whole.faults.lacks(whole.path("sides", side), f"The side {side!r} has no player's seat.", hint)


def _may_play(seat: Seat, unit: Unit) -> bool:
    """Whether a unit is this seat's, or does not say whose it is while it might be."""
    return unit.seat == seat.id or (unit.side == seat.side and not unit.seat)


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
    said = (*path, "seat") in whole.faults.places.keys
    if not unit.seat and not comes and (said or not unit.side):
        whole.faults.lacks(
            path, f"{unit.name} never comes onto the board.", 'Give it a zone, or an event: do = "reserves".'
        )
    elif "brought" in unit.tags and not comes and unit.seat:
        whole.faults.lacks(path, f"No event brings {unit.name}.", 'An event with do = "reserves" does.', warning=True)
    elif unit.seat and comes and "brought" not in unit.tags and "arrives" not in unit.stats:
        hint = 'With tags = ["brought"] it waits for the event.'
        whole.faults.lacks(path, f"{unit.name} is set up at the start, before an event brings it.", hint, warning=True)
    rounds = whole.number("rounds")
    if 0 < rounds < unit.stats.get("arrives", 0):
        text = f"{unit.name} arrives after the last round, which is {rounds}."
        whole.faults.add((*path, "arrives"), text, warning=True)


def deployment(whole: Whole) -> None:
    """A side whose units are placed or arrive has zones for that."""
    if not whole.sound("zones") or not whole.sound("units"):
        return
    for side in whole.game.sides:
        way_in = bool(ways_in(whole.game, side))
        waiting = [u for u in whole.game.units.values() if u.side == side and _needs_a_zone(u)]
        waiting = [u for u in waiting if not (way_in and "arrives" in u.stats)]
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
