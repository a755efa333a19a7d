"""A field on which people fall: what the test draws, and a friend and a foe apart, so that neither side is beaten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace
from wardiary_server.game.entry import AnyEntry
from wardiary_server.game.rulebook import Rulebook
from wardiary_server.game.state import Area, Happening, Item, Marker, Seat, Special, Unit
from wardiary_server.rules.casualties import RULEBOOK

from . import SEATS, Play, game, unit
from .inches import field, room, stood

KITS = {item.id: item for item in (Item("kit", "kit", "gear", tags=("medkit",)), Item("box", "box", tags=("tools",)))}
MASK = Special("mask", "MASK", "protect", ("tear_gas", "mustard_gas"))
PLAYERS = {seat: SEATS[seat] for seat in ("red", "blue")}
"""A table without a referee."""


def start(
    drawing: str,
    *units: Unit,
    areas: Iterable[Area] = (),
    markers: Iterable[Marker] = (),
    books: tuple[Rulebook, ...] = (RULEBOOK,),
    typed: Iterable[str] = (),
    keep_live: bool = True,
    seats: Mapping[str, Seat] | None = None,
    **more: Any,
) -> Play:
    """A game in its first round, turns in any order, burning 4. The seats in `typed` roll real dice."""
    others = (unit("mate", "den"), unit("foe", "den", "blue"))
    options = {"casualties.burning": 4, **more.pop("options", {})}
    made = game(
        f"{drawing}\nden",
        (*units, *others),
        areas={area.id: area for area in areas},
        markers={marker.id: marker for marker in markers},
        items=KITS,
        specials={MASK.id: MASK},
        options=options,
        **more,
    )
    seats = seats or made.seats
    dice = {**dict.fromkeys(seats, "script"), **dict.fromkeys(typed, "typed")}
    return Play(replace(made, dice=dice, seats=seats), *books, keep_live=keep_live)


def on_board(*units: Unit, areas: Iterable[Area] = (), **more: Any) -> Play:
    """The same in a room of 24 by 12 inches, measured, with the others beyond its wall."""
    others = [stood("mate", 30, 6), stood("foe", 30, 9, side="blue")]
    rooms = [room("a", 0, 0, 24, 12), room("den", 24, 0, 36, 12)]
    options = {"casualties.burning": 4, **more.pop("options", {})}
    made = field(rooms, *units, *others, areas={area.id: area for area in areas}, items=KITS, options=options, **more)
    return Play(made, RULEBOOK)


def soldier(name: str = "vega", zone: str = "a", **more: Any) -> Unit:
    """Somebody of this text's game: Defense 4, and without `health` no more than the one."""
    given = {"defense": 4, "speed": 5, **more}
    if "health" in given:
        given.setdefault("max_health", given["health"])
    made = unit(name, zone, **{key: n for key, n in given.items() if n is not None})
    return replace(
        made, stats={key: n for key, n in made.stats.items() if key not in ("health", "max_health") or key in given}
    )


def medic(name: str = "doc", zone: str = "a", die: int = 10, **more: Any) -> Unit:
    """Somebody with a medkit."""
    return soldier(name, zone, items=("kit",), skill_die=die, **more)


def down(name: str = "vega", zone: str = "a", **more: Any) -> Unit:
    """A soldier who has gone down."""
    made = soldier(name, zone, status="down", **more)
    return replace(made, stats={**made.stats, "health": 0})


def end_round(play: Play, *faces: int, turns: Iterable[int] = ()) -> AnyEntry:
    """All that is left of a round is passed: `turns` are the faces for Red's turns, `faces` those of what follows."""
    play.do("red", {"do": "done"}, *turns)
    return play.do("blue", {"do": "done"}, *faces)


def at_start(*deeds: Mapping[str, int | str], round: int = 2) -> dict[str, Happening]:
    """An event of the scenario that does this as a round begins."""
    return {f"h{round}": Happening(f"h{round}", {"round": round}, deeds)}
