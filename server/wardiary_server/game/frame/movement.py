"""Moving, standing up, arriving from reserve, leaving the board.

A unit enters each zone of its way, one after another, with everything that entering sets off. Passing through counts
(D7). Whoever falls on the way stops there, and so does whoever can no longer see the way (D11).
"""

from __future__ import annotations

from collections.abc import Iterable

from ..board import graph
from ..event import stat
from ..events import ConditionChanged, Remarked, TurnBegan, UnitEntered
from ..resolver import Context
from ..rulebook import Candidate, Command, Refused, Rule
from ..state import Unit
from .economy import FOCUS, can_pay, coin, economy, pay, price, purse
from .queries import SPEED, able, named_zone, own_unit
from .turns import begun, may_go, ready_to, still_legal


class Move(Command, frozen=True, tag="move"):
    """Moves a unit to a zone: by the shortest way, or zone by zone along `path`, which ends there."""

    unit: str
    to: str
    path: tuple[str, ...] = ()


class Stand(Command, frozen=True, tag="stand"):
    """A unit that lies prone stands up (D76)."""

    unit: str


class Deploy(Command, frozen=True, tag="deploy"):
    """A unit in reserve arrives in one of its side's deployment zones. It enters there (D7)."""

    unit: str
    zone: str


# ---------------------------------------------------------------------------------------------- move


def check_move(ctx: Context, command: Move) -> None:
    """Raises `Refused`: `no_such_zone`, `same_zone`, `no_way`, `prone`, `out_of_reach`, and what `ready_to` does."""
    unit = ready_to(ctx, command.unit)
    named_zone(ctx, command.to)
    steps = way(ctx, unit, command)
    if unit.conditions.get("prone"):
        raise Refused("prone", f"{unit.name} lies prone: stand up first.")
    if not economy(ctx).steps:
        coin(ctx, unit, "move")
    if len(steps) > (reach := reach_of(ctx, unit)):
        there = zone_name(ctx, command.to)
        raise Refused("out_of_reach", f"{there} is {len(steps)} zones away; {unit.name} can move {reach}.")


def reach_of(ctx: Context, unit: Unit) -> int:
    """How many zones a unit can move now: what is left of its move, or with one payment its whole speed."""
    return purse(ctx, unit).get("move", 0) if economy(ctx).steps else ctx.value(SPEED, unit)


def move(ctx: Context, command: Move) -> Rule[None]:
    """Zone by zone. Whoever falls, is taken off its way, or finds it barred or too long now, stops there."""
    before = ctx.game.units[command.unit]
    steps = way(ctx, before, command)
    if not (yield from begun(ctx, command.unit, check_move, command)):
        yield Remarked(text="The move does not happen.", unit=command.unit)
        return
    if not economy(ctx).steps:
        yield from pay(ctx, command.unit, "move")
    for last, step in zip((before.zone, *steps), steps, strict=False):
        if not able(ctx.game.units[command.unit]) or command.unit not in ctx.game.clock.active:
            return
        stop = why_stop(ctx, command.unit, last, step)
        if stop:
            yield Remarked(text=stop, unit=command.unit)
            return
        if economy(ctx).steps:
            yield from pay(ctx, command.unit, "move")
        yield UnitEntered(unit=command.unit, zone=step, came=last)


def why_stop(ctx: Context, unit: str, here: str, step: str) -> str:
    """Why a unit on its way cannot take the next step, or nothing."""
    mover = ctx.game.units[unit]
    if mover.zone != here:
        return f"{mover.name} is not on the way any more."
    if step not in graph(ctx.game).neighbours(here):
        return f"{mover.name}'s way is barred now."
    if mover.conditions.get("prone"):
        return f"{mover.name} lies prone, and goes no further."
    if economy(ctx).steps and not can_pay(ctx, unit, "move"):
        return f"{mover.name} can go no further this turn."
    return ""


def way(ctx: Context, unit: Unit, command: Move) -> tuple[str, ...]:
    """The zones to be entered. Raises `Refused`: `same_zone`, `no_way`."""
    if command.path:
        return checked_path(ctx, unit, command)
    if command.to == unit.zone:
        raise Refused("same_zone", f"{unit.name} is in {zone_name(ctx, command.to)} already.")
    found = graph(ctx.game).way(unit.zone, command.to)
    if not found:
        raise Refused("no_way", f"No open way leads from {zone_name(ctx, unit.zone)} to {zone_name(ctx, command.to)}.")
    return found


def checked_path(ctx: Context, unit: Unit, command: Move) -> tuple[str, ...]:
    """A path that was given, if each step is open and it ends where it should."""
    here = unit.zone
    if command.path[-1] != command.to:
        raise Refused("no_way", "The path does not end where the move should.")
    for step in command.path:
        named_zone(ctx, step)
        if step not in graph(ctx.game).neighbours(here):
            raise Refused("no_way", f"No open way leads from {zone_name(ctx, here)} to {zone_name(ctx, step)}.")
        here = step
    return command.path


def zone_name(ctx: Context, zone: str) -> str:
    """A zone's name."""
    return ctx.game.zones[zone].name or zone


def offer_move(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """The zones within reach, the nearest first."""
    if unit is None or not unit.zone:
        return
    far = graph(ctx.game).distances(unit.zone)
    near = sorted((n, zone) for zone, n in far.items() if 0 < n <= max(reach_of(ctx, unit), 1))
    targets = tuple((zone, zone_name(ctx, zone), via(ctx, unit, zone)) for _n, zone in near)
    yield Candidate(
        f"Move {unit.name}", {"do": "move", "unit": unit.id}, "to", targets, cost=cost_of(ctx, unit, "move")
    )


def via(ctx: Context, unit: Unit, zone: str) -> str:
    """What a way leads through, where it is more than one step."""
    steps = graph(ctx.game).way(unit.zone, zone)
    return "through " + ", ".join(zone_name(ctx, step) for step in steps[:-1]) if len(steps) > 1 else ""


def cost_of(ctx: Context, unit: Unit, kind: str) -> str:
    """What a thing of this kind costs, in words; nothing where it cannot be paid."""
    try:
        paid = coin(ctx, unit, kind)
        return "the whole turn" if kind == FOCUS else f"{price(ctx, unit, kind)} {paid}"
    except Refused:
        return ""


# ---------------------------------------------------------------------------------------------- stand


def check_stand(ctx: Context, command: Stand) -> None:
    """Raises `Refused`: `not_prone`, `no_action`, and what `ready_to` does."""
    unit = ready_to(ctx, command.unit)
    if not unit.conditions.get("prone"):
        raise Refused("not_prone", f"{unit.name} is on their feet.")
    coin(ctx, unit, "stand")


def stand(ctx: Context, command: Stand) -> Rule[None]:
    """It is on its feet."""
    if (yield from begun(ctx, command.unit, check_stand, command)):
        yield from pay(ctx, command.unit, "stand")
        yield ConditionChanged(unit=command.unit, condition="prone", value=0)


def offer_stand(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """To stand up, for who lies."""
    if unit is not None and unit.conditions.get("prone"):
        yield Candidate(f"{unit.name} stands up", {"do": "stand", "unit": unit.id}, cost=cost_of(ctx, unit, "stand"))


# ---------------------------------------------------------------------------------------------- deploy


def check_deploy(ctx: Context, command: Deploy) -> None:
    """Arriving is paid for as a move: who cannot move at all cannot arrive.

    Raises `Refused`: `not_in_reserve`, `out_of_reach`, `too_early`, `no_action`, and what `own_unit` and `may_go` do.
    """
    unit = own_unit(ctx, command.unit)
    zone = named_zone(ctx, command.zone)
    if unit.status != "reserve":
        raise Refused("not_in_reserve", f"{unit.name} is not in reserve.")
    if unit.side not in ctx.game.zones[zone].deploy:
        raise Refused("out_of_reach", f"{unit.name} cannot arrive in {zone_name(ctx, zone)}.")
    arrives = stat(unit, "arrives")
    if not arrives or ctx.game.clock.round < arrives:
        when = f"from round {arrives} on" if arrives else "only when the scenario brings it"
        raise Refused("too_early", f"{unit.name} arrives {when}.")
    may_go(ctx, unit)
    coin(ctx, unit, "move")


def deploy(ctx: Context, command: Deploy) -> Rule[None]:
    """Arriving is a unit's move. Its turn begins first, off the board, where nothing starts with one."""
    yield TurnBegan(unit=command.unit, buys=purse(ctx, ctx.game.units[command.unit]))
    if (yield from still_legal(ctx, command.unit, check_deploy, command)):
        yield from pay(ctx, command.unit, "move")
        yield UnitEntered(unit=command.unit, zone=command.zone, how="deployed")


def offer_deploy(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """Where it may arrive."""
    if unit is not None and unit.status == "reserve" and ctx.game.clock.phase == "play":
        zones = tuple((z.id, z.name, "") for z in ctx.game.zones.values() if unit.side in z.deploy)
        yield Candidate(f"{unit.name} arrives", {"do": "deploy", "unit": unit.id}, "zone", zones)
