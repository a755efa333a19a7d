"""The game that the workloads are played in, and the commands that they send."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wardiary_server.game.state import Clock, Game, Link, Seat, Side, Unit, Zone

ZONES = 16
RULEBOOKS = ("environments", "zones")
ENDLESS = 1_000_000_000
"""More health and speed than any run uses up: nobody falls, and no turn ends."""

OPTIONS = {"frame.order": "free", "frame.economy": "activation", "frame.undo": "free", "zones.choke_at_start": "this"}


def burning(movers: int, fire: int = 2) -> Game:
    """A ring of sixteen zones that all burn, and a seat with one unit for each mover, on two sides.

    With no fire the same game is a quiet one.
    """
    sides = {"red": Side("red", "Red"), "blue": Side("blue", "Blue")}
    seats = {seat_of(i): Seat(seat_of(i), f"Player {i}", side_of(i)) for i in range(movers)}
    return Game(
        title="A ring of fire",
        rulebooks=RULEBOOKS,
        options=OPTIONS,
        sides=sides,
        seats={**seats, "referee": Seat("referee", "Referee", role="referee")},
        zones={zone_of(i): Zone(zone_of(i), f"Zone {i}", {"fire": fire} if fire else {}) for i in range(ZONES)},
        links={f"l{i}": Link(f"l{i}", zone_of(i), zone_of(i + 1)) for i in range(ZONES)},
        units={unit_of(i): unit(i) for i in range(movers)},
        clock=Clock(phase="play", round=1),
    )


def unit(i: int) -> Unit:
    """A mover's unit."""
    stats = {"health": ENDLESS, "max_health": ENDLESS, "speed": ENDLESS, "ar": 1, "strength": 2, "stamina": 2}
    name, side, seat, zone = f"Trooper {i}", side_of(i), seat_of(i), zone_of(i)
    return Unit(id=unit_of(i), name=name, side=side, seat=seat, zone=zone, status="ready", stats=stats)


def seat_of(i: int) -> str:
    """The seat of mover `i`."""
    return f"seat{i}"


def unit_of(i: int) -> str:
    """The unit of mover `i`."""
    return f"u{i}"


def side_of(i: int) -> str:
    """The side of mover `i`."""
    return ("red", "blue")[i % 2]


def zone_of(i: int) -> str:
    """The zone at place `i` of the ring."""
    return f"z{i % ZONES}"


def move(i: int, step: int) -> Mapping[str, Any]:
    """The move of mover `i` that takes it `step` zones round the ring from where it began."""
    return {"do": "move", "unit": unit_of(i), "to": zone_of(i + step)}


def say(step: int) -> Mapping[str, Any]:
    """The smallest command that there is: a word to the table."""
    return {"do": "say", "text": f"{step % 10_000:04}"}
