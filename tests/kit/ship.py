"""A ship to try the environments on: what the test draws, and a den apart, so that neither side is ever wiped out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace
from wardiary_server.game.entry import AnyEntry
from wardiary_server.game.rulebook import Rulebook
from wardiary_server.game.state import Area, Happening, Marker, Seat, Unit
from wardiary_server.rules.environments import RULEBOOK

from . import Play, game, unit

BLANK, SUCCESS = 1, 6
"""What the symbol die shows where six faces stand for it and three are a Success."""


def start(
    drawing: str,
    *units: Unit,
    areas: Iterable[Area] = (),
    breaches: Iterable[Marker] = (),
    books: tuple[Rulebook, ...] = (RULEBOOK,),
    typed: Iterable[str] = (),
    keep_live: bool = True,
    seats: Mapping[str, Seat] | None = None,
    **more: Any,
) -> Play:
    """A game in its first round, with `mate` and `foe` in the den. The seats in `typed` roll real dice."""
    others = (unit("mate", "den"), unit("foe", "den", "blue"))
    made = game(
        f"{drawing}\nden",
        (*units, *others),
        areas={area.id: area for area in areas},
        markers={marker.id: marker for marker in breaches},
        **more,
    )
    dice = {**made.dice, **dict.fromkeys(typed, "typed")}
    return Play(replace(made, dice=dice, seats=seats or made.seats), *books, keep_live=keep_live)


def end_round(play: Play, *faces: int, turns: Iterable[int] = ()) -> AnyEntry:
    """All that is left of a round is passed: `turns` are the faces for Red's turns, `faces` those of what follows."""
    play.do("red", {"do": "done"}, *turns)
    return play.do("blue", {"do": "done"}, *faces)


def at_end(*deeds: Mapping[str, int | str], round: int = 1) -> dict[str, Happening]:
    """An event of the scenario that does this at the end of a round."""
    return {f"h{round}": Happening(f"h{round}", {"round_end": round}, deeds)}
