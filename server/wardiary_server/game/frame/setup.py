"""Setting up: units are placed in their side's deployment zones, until every side says that it is ready."""

from __future__ import annotations

from collections.abc import Iterable

from ..events import SideReady, StatusChanged, UnitPlaced
from ..resolver import Context
from ..rulebook import Candidate, Command, Refused, Rule
from ..state import Game, Point, Unit
from .movement import zone_name
from .queries import own_unit
from .rounds import begin_play
from .spots import anywhere, landings, named_place, with_room
from .turns import goes_with


class Place(Command, frozen=True, tag="place"):
    """Places a unit in one of its side's deployment zones. That is no entering (D7)."""

    unit: str
    zone: str = ""
    at: Point | None = None  # on a board in inches: where, in thousandths of an inch


class Hold(Command, frozen=True, tag="hold"):
    """Keeps a unit in reserve instead of placing it, where the scenario lets it arrive later."""

    unit: str


class Ready(Command, frozen=True, tag="ready"):
    """This side has finished setting up. When all have, play begins; when all is placed, also at the referee's word."""


def setting_up(ctx: Context) -> None:
    """Raises `Refused`: `not_setup`."""
    if ctx.game.clock.phase != "setup":
        raise Refused("not_setup", "Set-up is over.")


def still_setting_up(ctx: Context, unit: str) -> Unit:
    """A unit that the sender may still set up. Raises `Refused`: `not_setup`, `ready`, and what `own_unit` does."""
    setting_up(ctx)
    found = own_unit(ctx, unit)
    side = goes_with(ctx.game, found)
    if side in ctx.game.clock.ready:
        raise Refused("ready", f"{ctx.game.sides[side].name} is ready already.")
    return found


def check_place(ctx: Context, command: Place) -> None:
    """Raises `Refused`: `out_of_reach`, `not_in_reserve`, `no_change`, and what `still_setting_up`, `named_place` and
    `with_room` do.
    """
    unit = still_setting_up(ctx, command.unit)
    place = named_place(ctx, command.zone, command.at)
    zone = place.zone
    if "brought" in unit.tags:
        raise Refused("not_in_reserve", f"{unit.name} is not set up: the scenario brings them later.")
    if unit.side not in ctx.game.zones[zone].deploy:
        raise Refused("out_of_reach", f"{unit.name} does not set up in {zone_name(ctx, zone)}.")
    if unit.zone == zone and unit.at == place.at:
        raise Refused("no_change", f"{unit.name} is in {zone_name(ctx, zone)}.")
    with_room(ctx, unit, place)


def place(ctx: Context, command: Place) -> Rule[None]:
    """It stands there."""
    there = named_place(ctx, command.zone, command.at)
    yield UnitPlaced(unit=command.unit, zone=there.zone, at=there.at)


def check_hold(ctx: Context, command: Hold) -> None:
    """Raises `Refused`: `not_in_reserve`, `no_change`, and what `still_setting_up` does."""
    unit = still_setting_up(ctx, command.unit)
    if "arrives" not in unit.stats:
        raise Refused("not_in_reserve", f"{unit.name} has to be placed: this scenario does not let it arrive later.")
    if unit.status == "reserve":
        raise Refused("no_change", f"{unit.name} is in reserve.")


def hold(ctx: Context, command: Hold) -> Rule[None]:
    """It is off the board, to arrive later."""
    yield StatusChanged(unit=command.unit, status="reserve")


def check_ready(ctx: Context, command: Ready) -> None:
    """Raises `Refused`: `not_setup`, `ready`, `not_placed`."""
    setting_up(ctx)
    side = side_of(ctx)
    if side in ctx.game.clock.ready:
        raise Refused("ready", f"{ctx.game.sides[side].name} is ready already.")
    units = [unit for unit in ctx.game.units.values() if not side or goes_with(ctx.game, unit) == side]
    if waiting := [unit.name for unit in units if not_placed(unit)]:
        raise Refused("not_placed", f"Still to be placed: {', '.join(waiting)}.")


def not_placed(unit: Unit) -> bool:
    """In reserve, and not one that may arrive later or that the scenario brings."""
    return bool(unit.seat) and unit.status == "reserve" and "arrives" not in unit.stats and "brought" not in unit.tags


def side_of(ctx: Context) -> str:
    """The side of the sender's seat; nothing for the referee."""
    seat = ctx.game.seats.get(ctx.by)
    return seat.side if seat is not None else ""


def ready(ctx: Context, command: Ready) -> Rule[None]:
    """One side more is ready; with the last of them play begins."""
    side = side_of(ctx)
    if side:
        yield SideReady(side=side)
    if not side or playing(ctx.game) <= set(ctx.game.clock.ready):
        yield from begin_play(ctx)


def playing(game: Game) -> set[str]:
    """The sides that have to say that they are ready: those of the players' seats that have units."""
    seats = {unit.seat for unit in game.units.values()}
    return {seat.side for seat in game.seats.values() if seat.id in seats and seat.role == "player" and seat.side}


def offer_place(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """Where it may be set up."""
    if unit is not None and ctx.game.clock.phase == "setup":
        asks, places = landings(ctx.game, unit)
        body = {"do": "place", "unit": unit.id}
        yield Candidate(f"Place {unit.name}", body, asks, places, fields=anywhere(asks, "Where"))


def offer_hold(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """To keep it in reserve."""
    if unit is not None and ctx.game.clock.phase == "setup" and "arrives" in unit.stats:
        yield Candidate(f"Keep {unit.name} in reserve", {"do": "hold", "unit": unit.id})


def offer_ready(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """To have finished."""
    if unit is None and ctx.game.clock.phase == "setup":
        yield Candidate("Ready: our side is set up", {"do": "ready"})
