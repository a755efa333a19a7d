"""Short ways to set up a fight by the rulebook `zones`: weapons, guns, and a game of few units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace
from wardiary_server.game.state import Happening, Item, Unit
from wardiary_server.rules.zones import RULEBOOK

from . import Play, game, unit

WEAPONS = {
    item.id: item
    for item in (
        Item("rifle", "rifle", stats={"dice": 5, "damage": 2, "ap": 1, "ammo": 3}),
        Item("beamer", "beamer", stats={"dice": 3, "damage": 1}),
        Item("axe", "axe", stats={"dice": 4, "damage": 2}, tags=("melee",)),
        Item("launcher", "launcher", stats={"dice": 4, "damage": 3, "ap": 2}, tags=("single",)),
        Item("rocket", "rocket", stats={"dice": 4, "damage": 4, "ap": 3}, tags=("disposable",)),
        Item("turret", "turret", stats={"autonomous": 8, "damage": 2, "ap": 1, "reach": 1}),
    )
}


def play(
    drawing: str,
    *units: Unit,
    faces: Iterable[int] = (),
    items: Mapping[str, Item] | None = None,
    referee: bool = True,
    typed: bool = False,
    keep_live: bool = True,
    **more: Any,
) -> Play:
    """A game in its first round. Only the sides that have units with a seat take part.

    Without critical injuries, unless the test wants them.
    """
    options = {"zones.criticals": False, **more.pop("options", {})}
    start = game(drawing, units, items={**WEAPONS, **(items or {})}, options=options, **more)
    sides = {side: start.sides[side] for side in start.sides if any(u.side == side and u.seat for u in units)}
    seats = {seat: s for seat, s in start.seats.items() if s.role == "player" or referee}
    dice = dict.fromkeys(seats, "typed" if typed else "script")
    return Play(replace(start, sides=sides, seats=seats, dice=dice), RULEBOOK, faces=faces, keep_live=keep_live)


def gun(name: str, zone: str, *weapons: str, side: str = "station", **more: Any) -> Unit:
    """A machine that nobody decides for, with weapons that fire by themselves."""
    return unit(name, zone, side, seat="", kind="machine", items=weapons or ("turret",), **more)


def laid(event: str, when: Mapping[str, int | str], *levels: tuple[str, str, int]) -> dict[str, Happening]:
    """A scenario's event that sets levels: (zone, level, number)."""
    does = tuple({"do": "level", "zone": zone, "level": level, "number": number} for zone, level, number in levels)
    return {event: Happening(event, when, does)}


def end_round(game_: Play, *faces: int, by: str = "referee") -> Any:
    """The referee ends the round, with everything that its end brings."""
    return game_.do(by, {"do": "end_round"}, *faces)
