"""Setting up: units are placed in their side's deployment zones, until every side says that it is ready."""

from __future__ import annotations

from collections.abc import Iterable

from ..events import SideReady, StatusChanged, UnitPlaced
from ..resolver import Context
from ..rulebook import Candidate, Command, Refused, Rule
from ..state import Unit
from .movement import zone_name
from .queries import named_zone, own_unit
from .turns import begin_play


class Place(Command, frozen=True, tag="place"):
    """Places a unit in one of its side's deployment zones. That is no entering (D7)."""

    unit: str
    zone: str


class Hold(Command, frozen=True, tag="hold"):
    """Keeps a unit in reserve instead of placing it, where the scenario lets it arrive later."""

    unit: str


class Ready(Command, frozen=True, tag="ready"):
    """This side has finished setting up. When all have, play begins. The referee's word begins it at once."""


def setting_up(ctx: Context) -> None:
    """Raises `Refused`: `not_setup`."""
    if ctx.game.clock.phase != "setup":
        raise Refused("not_setup", "Set-up is over.")


def check_place(ctx: Context, command: Place) -> None:
    setting_up(ctx)
    unit = own_unit(ctx, command.unit)
    zone = named_zone(ctx, command.zone)
    if unit.side in ctx.game.clock.ready:
        raise Refused("ready", f"{ctx.game.sides[unit.side].name} is ready already.")
    if unit.side not in ctx.game.zones[zone].deploy:
        raise Refused("out_of_reach", f"{unit.name} does not set up in {zone_name(ctx, zone)}.")
    if unit.zone == zone:
        raise Refused("no_change", f"{unit.name} is in {zone_name(ctx, zone)}.")


def place(ctx: Context, command: Place) -> Rule[None]:
    yield UnitPlaced(unit=command.unit, zone=command.zone)


def check_hold(ctx: Context, command: Hold) -> None:
    setting_up(ctx)
    unit = own_unit(ctx, command.unit)
    if "arrives" not in unit.stats:
        raise Refused("not_in_reserve", f"{unit.name} has to be placed: this scenario does not let it arrive later.")
    if unit.status == "reserve":
        raise Refused("no_change", f"{unit.name} is in reserve.")


def hold(ctx: Context, command: Hold) -> Rule[None]:
    yield StatusChanged(unit=command.unit, status="reserve")


def check_ready(ctx: Context, command: Ready) -> None:
    setting_up(ctx)
    side = side_of(ctx)
    if side in ctx.game.clock.ready:
        raise Refused("ready", f"{ctx.game.sides[side].name} is ready already.")
    waiting = [u.name for u in ctx.game.units.values() if u.side == side and not_placed(u)]
    if waiting:
        raise Refused("not_placed", f"Still to be placed: {', '.join(waiting)}.")


def not_placed(unit: Unit) -> bool:
    """In reserve, and not one that may arrive later or that the scenario brings."""
    return bool(unit.seat) and unit.status == "reserve" and "arrives" not in unit.stats and "brought" not in unit.tags


def side_of(ctx: Context) -> str:
    """The side of the sender's seat; nothing for the referee."""
    seat = ctx.game.seats.get(ctx.by)
    return seat.side if seat is not None else ""


def ready(ctx: Context, command: Ready) -> Rule[None]:
    side = side_of(ctx)
    if side:
        yield SideReady(side=side)
    playing = {unit.side for unit in ctx.game.units.values() if unit.seat}
    if not side or playing <= set(ctx.game.clock.ready):
        yield from begin_play(ctx)


def offer_place(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    if unit is not None and ctx.game.clock.phase == "setup":
        zones = tuple(
            (z.id, z.name, "") for z in ctx.game.zones.values() if unit.side in z.deploy and z.id != unit.zone
        )
        yield Candidate(f"Place {unit.name}", {"do": "place", "unit": unit.id}, "zone", zones)


def offer_hold(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    if unit is not None and ctx.game.clock.phase == "setup" and "arrives" in unit.stats:
        yield Candidate(f"Keep {unit.name} in reserve", {"do": "hold", "unit": unit.id})


def offer_ready(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    if unit is None and ctx.game.clock.phase == "setup":
        yield Candidate("Ready: our side is set up", {"do": "ready"})
