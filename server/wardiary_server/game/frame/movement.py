"""Moving, standing up, arriving from reserve.

A unit enters each zone of its way, one after another, with everything that entering sets off. Passing through counts
(D7). Whoever falls on the way stops there, and so does whoever can no longer see the way (D11). On a board that is
measured in inches a move goes from place to place, see `marching`.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..board import graph
from ..event import stat
from ..events import ConditionChanged, Remarked, TurnBegan, UnitEntered
from ..geometry.points import INCH
from ..resolver import Context
from ..rulebook import Candidate, Command, Refused, Rule
from ..state import Point, Unit
from .economy import FOCUS, can_pay, coin, cost_text, economy, pay, price, purse
from .landmarks import offer_march
from .marching import check_march, halt, march
from .measuring import asks, holders
from .queries import SPEED, TARGET, able, named_zone, own_unit
from .spots import anywhere, by_inches, landings, named_place, ways_in, with_room
from .turns import begun, may_go, ready_to, still_legal


class Move(Command, frozen=True, tag="move"):
    """Moves a unit to a zone: by the shortest way, or zone by zone along `path`, which ends there.

    On a board in inches it moves straight to `at`, or by way of the places of `path`: thousandths of an inch.
    """

    unit: str
    to: str = ""
    path: tuple[str | Point, ...] = ()
    at: Point | None = None


class Stand(Command, frozen=True, tag="stand"):
    """A unit that lies prone stands up (D76)."""

    unit: str


class Deploy(Command, frozen=True, tag="deploy"):
    """A unit in reserve arrives in a deployment zone of its side, or by a way in (ENV-25). It enters there (D7)."""

    unit: str
    zone: str = ""
    at: Point | None = None


# ---------------------------------------------------------------------------------------------- move


def check_move(ctx: Context, command: Move) -> None:
    """Raises `Refused`: `prone`, `no_action`, and what `ready_to` and `check_way` or `check_march` do."""
    unit = ready_to(ctx, command.unit)
    if unit.conditions.get("prone"):
        raise Refused("prone", f"{unit.name} lies prone: stand up first.")
    if not economy(ctx).steps:
        coin(ctx, unit, "move")
    if by_inches(ctx.game):
        check_march(ctx, unit, command.path, command.to, command.at)
    else:
        check_way(ctx, unit, command)


def check_way(ctx: Context, unit: Unit, command: Move) -> None:
    """Raises `Refused`: `no_such_zone`, `same_zone`, `no_way`, `out_of_reach`, `by_zones`."""
    named_place(ctx, command.to, command.at)
    steps = way(ctx, unit, command)
    if len(steps) > (reach := reach_of(ctx, unit)):
        there = zone_name(ctx, command.to)
        far = f"{len(steps)} zone{'s' if len(steps) > 1 else ''}"
        raise Refused("out_of_reach", f"{there} is {far} away; {unit.name} can move {reach}.")


def reach_of(ctx: Context, unit: Unit) -> int:
    """How many zones a unit can move now: what is left of its move, or with one payment its whole speed."""
    return purse(ctx, unit).get("move", 0) if economy(ctx).steps else ctx.value(SPEED, unit)


def move(ctx: Context, command: Move) -> Rule[None]:
    """The turn begins, if it has not, and what is paid at once is paid; then it goes from step to step."""
    begins = ctx.game.units[command.unit].zone
    steps = () if by_inches(ctx.game) else way(ctx, ctx.game.units[command.unit], command)
    if not (yield from begun(ctx, command.unit, check_move, command)):
        yield Remarked(text="The move does not happen.", unit=command.unit)
        return
    if not economy(ctx).steps:
        yield from pay(ctx, command.unit, "move")
    if command.at is not None:
        yield from march(ctx, command.unit, command.path, command.at)
    else:
        yield from walk(ctx, command.unit, begins, steps)


def walk(ctx: Context, unit: str, begins: str, steps: tuple[str, ...]) -> Rule[None]:
    """Zone by zone. Whoever falls, is taken off its way, or finds it barred or too long now, stops there."""
    for nth, (last, step) in enumerate(zip((begins, *steps), steps, strict=False), 1):
        if not able(ctx.game.units[unit]) or unit not in ctx.game.clock.active:
            return
        stop = why_stop(ctx, unit, last, step)
        if stop:
            yield Remarked(text=stop, unit=unit)
            return
        if economy(ctx).steps:
            yield from pay(ctx, unit, "move")
        yield UnitEntered(unit=unit, zone=step, came=last)
        if asks(ctx) and (nth < len(steps) or (economy(ctx).steps and can_pay(ctx, unit, "move"))):
            held = yield from holders(ctx, unit, hostile_in(ctx, unit, step), ctx.number("frame.control_zone") * INCH)
            if held and unit in ctx.game.clock.active:
                yield from halt(ctx, unit, held[0])
                return


def hostile_in(ctx: Context, unit: str, zone: str) -> list[Unit]:
    """Who has a Control Zone against a unit that has just come into a zone, if it still stands there (D76)."""
    mover = ctx.game.units[unit]
    if mover.zone != zone or not able(mover):
        return []
    here = [u for u in ctx.game.units.values() if u.zone == zone and able(u) and mover.side not in u.hidden]
    return [u for u in here if ctx.value(TARGET, u, mover)]


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
    here, path = unit.zone, tuple(step for step in command.path if isinstance(step, str))
    if len(path) < len(command.path):
        raise Refused("by_zones", "This game is played by zones: the path is a list of zones.")
    if path[-1] != command.to:
        raise Refused("no_way", "The path does not end where the move should.")
    for step in path:
        named_zone(ctx, step)
        if step not in graph(ctx.game).neighbours(here):
            raise Refused("no_way", f"No open way leads from {zone_name(ctx, here)} to {zone_name(ctx, step)}.")
        here = step
    return path


def zone_name(ctx: Context, zone: str) -> str:
    """A zone's name."""
    return ctx.game.zones[zone].name or zone


def offer_move(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """The zones within reach, the nearest first."""
    if unit is None or not unit.zone:
        return
    if by_inches(ctx.game):
        yield from offer_march(ctx, unit, "" if economy(ctx).steps else cost_of(ctx, unit, "move"))
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
        name = coin(ctx, unit, kind)
        left = purse(ctx, unit).get(name, 0)
        return "the whole turn" if kind == FOCUS else cost_text(ctx, price(ctx, unit, kind, name), name, left)
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

    Raises `Refused`: `not_in_reserve`, `out_of_reach`, `too_early`, `no_action`, and what `own_unit`, `may_go`,
    `named_place` and `with_room` do.
    """
    unit = own_unit(ctx, command.unit)
    zone = with_room(ctx, unit, named_place(ctx, command.zone, command.at)).zone
    if unit.status != "reserve":
        raise Refused("not_in_reserve", f"{unit.name} is not in reserve.")
    if zone not in ways_in(ctx.game, unit.side):
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
        place = named_place(ctx, command.zone, command.at)
        yield UnitEntered(unit=command.unit, zone=place.zone, how="deployed", at=place.at)


def offer_deploy(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """Where it may arrive."""
    if unit is not None and unit.status == "reserve" and ctx.game.clock.phase == "play":
        asks, places = landings(ctx.game, unit)
        body, cost = {"do": "deploy", "unit": unit.id}, cost_of(ctx, unit, "move")
        yield Candidate(f"{unit.name} arrives", body, asks, places, cost, anywhere(asks, "Where"))
