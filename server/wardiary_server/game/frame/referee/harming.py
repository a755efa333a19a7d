"""Where a unit is and how it fares, by the referee's word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from ... import fields
from ...event import stat
from ...events import StatusChanged, UnitEntered, UnitHealed, UnitMoved, UnitPlaced
from ...resolver import Context
from ...rulebook import Candidate, Refused, Rule
from ...state import Point, Unit
from ..harm import heal, hurt, wake
from ..queries import unit_of
from ..spots import by_inches, named_place, places
from .hand import Amount, ByHand, act, said

BY = "the referee"


class RefMove(ByHand, frozen=True, tag="ref_move"):
    """Moves any unit to any zone, on a board in inches to any place in one: thousandths of an inch."""

    unit: str
    zone: str = ""
    at: Point | None = None


class RefHurt(ByHand, frozen=True, tag="ref_hurt"):
    """Takes health from any unit."""

    unit: str
    amount: Amount


class RefHeal(ByHand, frozen=True, tag="ref_heal"):
    """Gives health back to any unit; one that was down gets up, one that was unconscious wakes up."""

    unit: str
    amount: Amount


class RefDown(ByHand, frozen=True, tag="ref_down"):
    """A unit goes down, or is dead, whatever health it has."""

    unit: str
    dead: bool = False


class RefRevive(ByHand, frozen=True, tag="ref_revive"):
    """A unit that is down, dead or unconscious is on its feet again, with so much health at least."""

    unit: str
    health: Amount = 1


# ---------------------------------------------------------------------------------------------- where it is


def check_move(ctx: Context, command: RefMove) -> None:
    """Raises `Refused`: `no_change`, `no_such_unit`, and what `named_place` does. The hand may put anybody anywhere."""
    unit = unit_of(ctx, command.unit)
    place = named_place(ctx, command.zone, command.at)
    if (unit.zone, unit.at) == (place.zone, place.at):
        raise Refused("no_change", f"{unit.name} is there already.")


def move(ctx: Context, command: RefMove) -> Rule[None]:
    """The unit is there: put, or with the rules entered."""
    yield from said(ctx, command, command.unit)
    here = ctx.game.units[command.unit]
    place = named_place(ctx, command.zone, command.at)
    if not command.with_rules:
        yield UnitPlaced(unit=here.id, zone=place.zone, at=place.at)
    elif here.zone == place.zone and here.at is not None and place.at is not None:
        yield UnitMoved(unit=here.id, zone=here.zone, at=place.at, was=here.at, how="forced")
    else:
        how: Literal["forced", "deployed"] = "forced" if here.zone else "deployed"
        yield UnitEntered(unit=here.id, zone=place.zone, came=here.zone, how=how, at=place.at, was=here.at)


# ---------------------------------------------------------------------------------------------- how it fares


def check_hurt(ctx: Context, command: RefHurt) -> None:
    """Raises `Refused`: `unit_gone`, `no_change`, `no_such_unit`. Nobody is hurt where nobody stands."""
    unit = unit_of(ctx, command.unit)
    if unit.status not in ("ready", "down"):
        raise Refused("unit_gone", f"{unit.name} is {'in reserve' if unit.status == 'reserve' else unit.status}.")
    if stat(unit, "health", 1) <= 0:
        raise Refused("no_change", f"{unit.name} has no health to lose.")


def put_hurt(ctx: Context, command: RefHurt) -> Rule[None]:
    """The unit is hurt. What follows at health 0 follows always."""
    yield from said(ctx, command, command.unit)
    yield from hurt(ctx, command.unit, command.amount, BY)


def check_heal(ctx: Context, command: RefHeal) -> None:
    """Raises `Refused`: `unit_gone`, `no_change`, `no_such_unit`."""
    unit = unit_of(ctx, command.unit)
    if unit.status not in ("ready", "down"):
        raise Refused("unit_gone", f"{unit.name} is {unit.status}.")
    if is_unhurt(unit) and not unit.conditions.get("unconscious"):
        raise Refused("no_change", f"{unit.name} is unhurt.")


def is_unhurt(unit: Unit) -> bool:
    """Whether a unit has all the health that it began with."""
    return stat(unit, "health", 1) >= stat(unit, "max_health", 10**6)


def put_heal(ctx: Context, command: RefHeal) -> Rule[None]:
    """The unit is healed, and awake."""
    yield from said(ctx, command, command.unit)
    if not is_unhurt(ctx.game.units[command.unit]):
        yield from heal(ctx, command.unit, command.amount, BY)
    yield from wake(ctx, command.unit, BY)


def check_down(ctx: Context, command: RefDown) -> None:
    """Raises `Refused`: `no_change`, `unit_gone`, and what `unit_of` does."""
    unit = unit_of(ctx, command.unit)
    if not unit.zone or unit.status not in ("ready", "down", "dead"):
        raise Refused("unit_gone", f"{unit.name} is not on the board.")
    if unit.status == ("dead" if command.dead else "down"):
        raise Refused("no_change", f"{unit.name} is {unit.status}.")


def put_down(ctx: Context, command: RefDown) -> Rule[None]:
    """It lies there. Its turn is over and it drops what the game is about: always."""
    yield from said(ctx, command, command.unit)
    yield StatusChanged(unit=command.unit, status="dead" if command.dead else "down", why="Said the referee.")


def check_revive(ctx: Context, command: RefRevive) -> None:
    """Raises `Refused`: `no_change`, `unit_gone`, and what `unit_of` does."""
    unit = unit_of(ctx, command.unit)
    if not unit.zone or unit.status not in ("ready", "down", "dead"):
        raise Refused("unit_gone", f"{unit.name} is not on the board: put it there first, with ref_move.")
    if unit.status == "ready" and not unit.conditions.get("unconscious"):
        raise Refused("no_change", f"{unit.name} is on its feet.")


def revive(ctx: Context, command: RefRevive) -> Rule[None]:
    """It has health, is back in the fight, and is awake."""
    yield from said(ctx, command, command.unit)
    now = stat(ctx.game.units[command.unit], "health", 1)
    if now < command.health:
        yield UnitHealed(unit=command.unit, amount=command.health - now, health=command.health, source=BY)
    if ctx.game.units[command.unit].status != "ready":
        yield StatusChanged(unit=command.unit, status="ready", why="Said the referee.")
    yield from wake(ctx, command.unit, BY)


# ---------------------------------------------------------------------------------------------- offers


def offer_move(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """To be put into any zone, in inches also at any point."""
    if unit is not None:
        asks, targets = places(ctx.game, unit)
        anywhere = (fields.point("at", "Where"),) if by_inches(ctx.game) else ()
        body = {"do": "ref_move", "unit": unit.id}
        yield Candidate(f"Put {unit.name} somewhere", body, asks, targets, fields=(*anywhere, *fields.HAND))


def offer_hurt(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """To take health."""
    if unit is not None:
        amount = fields.number("amount", "Health", 1, 1000, 1)
        yield Candidate(f"Hurt {unit.name}", {"do": "ref_hurt", "unit": unit.id}, fields=(amount, *fields.HAND))


def offer_heal(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """To give health back."""
    if unit is not None:
        amount = fields.number("amount", "Health", 1, 1000, 1)
        yield Candidate(f"Heal {unit.name}", {"do": "ref_heal", "unit": unit.id}, fields=(amount, *fields.HAND))


def offer_down(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """To go down, or die."""
    if unit is not None and unit.zone:
        body = {"do": "ref_down", "unit": unit.id}
        yield Candidate(f"{unit.name} goes down", body, fields=fields.HAND)
        yield Candidate(f"{unit.name} is dead", {**body, "dead": True}, fields=fields.HAND)


def offer_revive(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """To be back, where it is not on its feet."""
    if unit is not None and (unit.status in ("down", "dead") or unit.conditions.get("unconscious")):
        health = fields.number("health", "Health at least", 1, 1000, 1)
        body = {"do": "ref_revive", "unit": unit.id}
        yield Candidate(f"{unit.name} is on its feet again", body, fields=(health, *fields.HAND))


ACTIONS = (
    act(RefMove, check_move, move, offer_move, "ref_move vega cargo: put a unit somewhere"),
    act(RefHurt, check_hurt, put_hurt, offer_hurt, "ref_hurt vega 1: take health"),
    act(RefHeal, check_heal, put_heal, offer_heal, "ref_heal vega 1: give health back, and wake"),
    act(RefDown, check_down, put_down, offer_down, "ref_down vega: a unit goes down; with dead it is dead"),
    act(RefRevive, check_revive, revive, offer_revive, "ref_revive vega: on its feet again, from down, dead or asleep"),
)
