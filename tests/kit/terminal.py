"""What the terminal client sees of a game in memory: real views, real offers, and typed lines made into commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace
from wardiary_cli.scene import Scene
from wardiary_cli.typed import Here, Send, Wanted, read
from wardiary_protocol.messages import Offer
from wardiary_server.game import offers, views
from wardiary_server.game.state import Area, Link, Unit, Zone

from . import Play
from .skirmish import play

PLACES = {"dock": (0, 0), "hall": (1, 0), "lift": (2, 0), "store": (0, 1), "hold": (1, 1)}
LINKS = {
    "d1": Link("d1", "dock", "hall", door="open"),
    "d2": Link("d2", "hall", "lift", door="sealed"),
    "hole": Link("hole", "dock", "store"),
    "d4": Link("d4", "hall", "hold", door="closed"),
    "d5": Link("d5", "lift", "hold", door="closed"),
    "gap": Link("gap", "store", "hold"),
}


def deck(*units: Unit, levels: Mapping[str, int], airless: str) -> Scene:
    """Five zones with every kind of way between them: the store with these `levels`, the hold with an airless area."""
    drawn = play("a", *units)
    zones = {id: Zone(id, id.title(), place=place) for id, place in PLACES.items()}
    zones["store"] = replace(zones["store"], levels=levels)
    areas = {"vac": Area("vac", "airless", airless, ("hold",))}
    drawn.timeline.state = replace(drawn.state, game=replace(drawn.game, zones=zones, links=LINKS, areas=areas))
    return scene(drawn)


def scene(play: Play, seat: str = "red") -> Scene:
    """The view of a seat's side, or for no seat the spectators'."""
    role = play.game.seats[seat].role if seat else "spectator"
    audience = views.audience_of(play.game, seat, role)
    return Scene(views.view(play.state, audience).parts, seat, role)


def offered(play: Play, seat: str, unit: str = "") -> tuple[Offer, ...]:
    """What a unit of a seat may do now."""
    return offers.offers(play.context(seat), unit)


def typed(play: Play, seat: str, line: str) -> Any:
    """What a typed line becomes: a command's body, or what the terminal does by itself. Raises `Unclear`."""
    here = scene(play, seat)
    asked = read(line, here)
    if isinstance(asked, Wanted):
        asked = asked.command([offer for unit in asked.units for offer in offered(play, seat, unit)], here)
    return asked.body if isinstance(asked, Send) else asked


def does(play: Play, seat: str, line: str, *faces: int) -> Any:
    """Types a line and has it done; the entry that it became."""
    body = typed(play, seat, line)
    assert not isinstance(body, Here | None), body
    return play.do(seat, body, *faces)
