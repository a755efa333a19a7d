"""The referee's hand. It *puts*: nothing is triggered, unless `with_rules` is ticked. Each has its reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from .. import fields
from ..event import stat
from ..events import Remarked, UnitEntered, UnitMoved, UnitPlaced
from ..resolver import Context
from ..rulebook import Candidate, Command, Refused, Rule
from ..state import Point, Unit
from .harm import heal, hurt, wake
from .queries import unit_of
from .spots import by_inches, named_place, places

Reason = Annotated[str, Meta(max_length=300)]
Amount = Annotated[int, Meta(ge=1, le=1000)]


class RefMove(Command, frozen=True, tag="ref_move"):
    """Moves any unit to any zone, on a board in inches to any place in one: thousandths of an inch."""

    unit: str
    zone: str = ""
    reason: Reason = ""
    with_rules: bool = False
    at: Point | None = None


class RefHurt(Command, frozen=True, tag="ref_hurt"):
    """Takes health from any unit."""

    unit: str
    amount: Amount
    reason: Reason = ""
    with_rules: bool = False


class RefHeal(Command, frozen=True, tag="ref_heal"):
    """Gives health back to any unit; one that was down gets up, one that was unconscious wakes up."""

    unit: str
    amount: Amount
    reason: Reason = ""
    with_rules: bool = False


def remark(ctx: Context, reason: str) -> Rule[None]:
    """Why the referee does it, where they say so."""
    if reason:
        yield Remarked(text=f"The referee: {reason}")


def check_move(ctx: Context, command: RefMove) -> None:
    """Raises `Refused`: `no_change`, `no_such_unit`, and what `named_place` does. The hand may put anybody anywhere."""
    unit = unit_of(ctx, command.unit)
    place = named_place(ctx, command.zone, command.at)
    if (unit.zone, unit.at) == (place.zone, place.at):
        raise Refused("no_change", f"{unit.name} is there already.")


def move(ctx: Context, command: RefMove) -> Rule[None]:
    """The unit is there: put, or with the rules entered."""
    ctx.quiet = not command.with_rules
    yield from remark(ctx, command.reason)
    here = ctx.game.units[command.unit]
    place = named_place(ctx, command.zone, command.at)
    if not command.with_rules:
        yield UnitPlaced(unit=here.id, zone=place.zone, at=place.at)
    elif here.zone == place.zone and here.at is not None and place.at is not None:
        yield UnitMoved(unit=here.id, zone=here.zone, at=place.at, was=here.at, how="forced")
    else:
        how: Literal["forced", "deployed"] = "forced" if here.zone else "deployed"
        yield UnitEntered(unit=here.id, zone=place.zone, came=here.zone, how=how, at=place.at, was=here.at)


def check_hurt(ctx: Context, command: RefHurt) -> None:
    """Raises `Refused`: `unit_gone`, `no_change`, `no_such_unit`. Nobody is hurt where nobody stands."""
    unit = unit_of(ctx, command.unit)
    if unit.status not in ("ready", "down"):
        raise Refused("unit_gone", f"{unit.name} is {'in reserve' if unit.status == 'reserve' else unit.status}.")
    if stat(unit, "health", 1) <= 0:
        raise Refused("no_change", f"{unit.name} has no health to lose.")


def put_hurt(ctx: Context, command: RefHurt) -> Rule[None]:
    """The unit is hurt. What follows at health 0 follows always."""
    ctx.quiet = not command.with_rules
    yield from remark(ctx, command.reason)
    yield from hurt(ctx, command.unit, command.amount, "the referee")


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
    ctx.quiet = not command.with_rules
    yield from remark(ctx, command.reason)
    if not is_unhurt(ctx.game.units[command.unit]):
        yield from heal(ctx, command.unit, command.amount, "the referee")
    yield from wake(ctx, command.unit, "the referee")


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
