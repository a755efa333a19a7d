"""The bundled game as an evening begins: both crews aboard, for tests of the page."""

from __future__ import annotations

from functools import cache

from wardiary_server.game.state import Game
from wardiary_server.scenario import load

from .browser import Evening
from .house import accepted


@cache
def derelict() -> Game:
    """The bundled scenario."""
    return load("derelict").game


async def placed(evening: Evening) -> None:
    """Both crews are aboard, and play begins."""
    room = evening.table.room
    for seat, zone, crew in (("red", "hangar", "vega rook juno moss"), ("blue", "mess", "hale onyx wren dace")):
        await evening.table.seat(seat)
        for one in crew.split():
            await accepted(room, seat, "place", one, zone=zone)
    for seat in ("red", "blue"):
        await accepted(room, seat, "ready")


async def real_dice(evening: Evening, seat: str) -> None:
    """Somebody holds a seat and rolls with real dice: from the next round on, or the first where play has not begun."""
    await evening.table.seat(seat)
    await accepted(evening.table.room, seat, "dice", way="typed")
