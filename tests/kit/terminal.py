"""What the terminal client sees of a game in memory: real views, real offers, and typed lines made into commands."""

from __future__ import annotations

from typing import Any

from wardiary_cli.scene import Scene
from wardiary_cli.typed import Here, Send, Wanted, read
from wardiary_protocol.messages import Offer
from wardiary_server.game import offers, views

from . import Play


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
