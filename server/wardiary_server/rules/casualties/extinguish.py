"""Putting out flames: troops stop, drop and roll for a whole turn (FIR-3); and what a scenario lights and puts out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from wardiary_server.game.events import ConditionChanged, MarkSet, Remarked, TurnEnded
from wardiary_server.game.frame.economy import FOCUS, coin, pay
from wardiary_server.game.frame.movement import cost_of
from wardiary_server.game.frame.turns import begun, ready_to
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Action, Candidate, Command, DeedSpec, Refused, Rule, Trigger
from wardiary_server.game.state import Game, Unit

from .burning import ON_FIRE, Thing, things
from .flames import douse, light
from .medicine import MACHINES
from .persistent import listed

MARK = "casualties:extinguish"


class Extinguish(Command, frozen=True, tag="extinguish"):
    """A unit that is on fire puts itself out, for its whole turn."""

    unit: str


def check_extinguish(ctx: Context, command: Extinguish) -> None:
    """Raises `Refused`: `no_change`, `not_a_troop`, `no_action`, and what `ready_to` does."""
    unit = ready_to(ctx, command.unit)
    if not unit.conditions.get(ON_FIRE):
        raise Refused("no_change", f"{unit.name} is not on fire.")
    if unit.kind in MACHINES:
        raise Refused("not_a_troop", f"{unit.name} is a {unit.kind}, and cannot roll on the ground.")
    coin(ctx, unit, FOCUS)


def extinguish(ctx: Context, command: Extinguish) -> Rule[None]:
    """FIR-3. The flames are out when the turn ends (D88)."""
    if (yield from begun(ctx, command.unit, check_extinguish, command)):
        yield from pay(ctx, command.unit, FOCUS)
        yield MarkSet(unit=command.unit, mark=MARK, round=ctx.game.clock.round)
        yield Remarked(text=f"{ctx.game.units[command.unit].name} stops, drops and rolls.", unit=command.unit)


def has_rolled(ctx: Context, event: TurnEnded) -> bool:
    """Whether the turn that is over was spent on this."""
    unit = ctx.game.units[event.unit]
    return bool(unit.conditions.get(ON_FIRE)) and unit.marks.get(MARK) == ctx.game.clock.round


def put_out(ctx: Context, event: TurnEnded) -> Rule[None]:
    """D88: at the end of that turn."""
    yield ConditionChanged(unit=event.unit, condition=ON_FIRE, value=0)


def offer_extinguish(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """For who burns."""
    if unit is not None and unit.conditions.get(ON_FIRE):
        body, cost = {"do": "extinguish", "unit": unit.id}, cost_of(ctx, unit, FOCUS)
        yield Candidate(f"{unit.name} puts the flames out", body, cost=cost)


# ---------------------------------------------------------------------------------------------- from the scenario


def named(game: Game, deed: Mapping[str, Any]) -> list[Thing]:
    """What a deed names: units, a marker, an area."""
    keys = {*listed(deed.get("units", "")), f"markers:{deed.get('marker')}", f"areas:{deed.get('area')}"}
    return [thing for _entity, thing in things(game) if thing.key in keys]


def deed_ignite(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """The scenario lights something."""
    yield from light(ctx, named(ctx.game, deed), "set alight")


def deed_extinguish(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """The scenario puts something out."""
    for thing in named(ctx.game, deed):
        yield from douse(ctx, thing)


ACTIONS = (
    Action(
        Extinguish,
        ("player", "referee"),
        extinguish,
        check_extinguish,
        offer_extinguish,
        help="extinguish vega: stop, drop and roll, for a whole turn",
    ),
)

TRIGGERS = (Trigger(TurnEnded, put_out, 60, has_rolled),)

WHAT = {"units": "units", "marker": "marker", "area": "area"}

DEEDS = {
    "ignite": DeedSpec(deed_ignite, may=WHAT, text="units, a marker or an area catch fire"),
    "extinguish": DeedSpec(deed_extinguish, may=WHAT, text="units, a marker or an area burn no more"),
}
