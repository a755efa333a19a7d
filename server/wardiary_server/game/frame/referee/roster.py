"""Units that come, and units that are taken off the board, by the referee's word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from ... import fields
from ...events import StatusChanged, UnitAdded, UnitEntered, UnitPlaced
from ...known import everyone
from ...resolver import Context
from ...rulebook import Candidate, Refused, Rule, did_you_mean
from ...state import Point, Unit
from ..hiding import named_words
from ..queries import unit_of
from ..spots import by_inches, named_place
from .hand import ByHand, NewId, Word, Words, act, new_id, playable, remark, said

BY = "Said the referee."


class RefUnit(ByHand, frozen=True, tag="ref_unit"):
    """A new unit like another one as it was at first: in a zone, in inches at a place, or in reserve.

    It is of the same side and seat unless it says otherwise; an empty `seat` with a `side` is nobody's.
    """

    like: Word
    id: NewId = ""
    name: Word = ""
    zone: Word = ""
    at: Point | None = None
    side: Word = ""
    seat: Word = ""
    hidden: Words = ()


class RefRemove(ByHand, frozen=True, tag="ref_remove"):
    """Takes a unit off the board: it is gone, or in reserve again."""

    unit: Word
    to: Literal["gone", "reserve"] = "gone"


# ---------------------------------------------------------------------------------------------- who comes


def check_unit(ctx: Context, command: RefUnit) -> None:
    """Raises `Refused`: `unit_exists`, `no_such_seat`, `no_such_side`, `own_side`, `not_playable`, and what `unit_of`
    and `named_place` do.
    """
    unit_of(ctx, command.like)
    if command.id in ctx.game.units:
        raise Refused("unit_exists", f"There is a unit {command.id!r} already.")
    if command.seat and command.seat not in ctx.game.seats:
        raise Refused("no_such_seat", f"There is no seat {command.seat!r}.{did_you_mean(command.seat, ctx.game.seats)}")
    if command.side and command.side not in ctx.game.sides:
        raise Refused("no_such_side", f"There is no side {command.side!r}.{did_you_mean(command.side, ctx.game.sides)}")
    named_words(ctx, command.hidden)
    if command.zone or command.at is not None:
        named_place(ctx, command.zone, command.at)
    unit = made(ctx, command)
    seat = ctx.game.seats.get(unit.seat)
    if both := {unit.side, seat.side if seat is not None else ""} & set(command.hidden):
        raise Refused("own_side", f"{unit.name} cannot be hidden from {', '.join(sorted(both))}, whose it is.")
    playable(ctx, replace(ctx.game, units={**ctx.game.units, unit.id: unit}), unit.id)


def made(ctx: Context, command: RefUnit) -> Unit:
    """The new unit, in reserve: like the other one, unhurt, and with nothing that has befallen that one."""
    like = ctx.game.units[command.like]
    stats = {**like.stats, **({"health": like.stats["max_health"]} if "max_health" in like.stats else {})}
    stats.pop("arrives", None)
    id_ = command.id or new_id(ctx.game.units, like.id)
    seat = command.seat or ("" if command.side not in ("", like.side) else like.seat)
    number = id_.removeprefix(f"{like.id}-")
    return replace(
        like, id=id_, name=command.name or f"{like.name} {number}", side=command.side or like.side, seat=seat, zone="",
        at=None, status="reserve", conditions={}, marks={}, hidden=command.hidden, stats=stats,
    )  # fmt: skip


def add(ctx: Context, command: RefUnit) -> Rule[None]:
    """It is there: in reserve, put somewhere, or with the rules arriving there."""
    unit = made(ctx, command)
    ctx.quiet = not command.with_rules
    yield UnitAdded(added=unit)
    yield from remark(command.reason, unit.id)
    if not command.zone and command.at is None:
        return
    place = named_place(ctx, command.zone, command.at)
    if command.with_rules:
        yield UnitEntered(unit=unit.id, zone=place.zone, how="deployed", at=place.at)
    else:
        yield UnitPlaced(unit=unit.id, zone=place.zone, at=place.at)


# ---------------------------------------------------------------------------------------------- who goes


def check_remove(ctx: Context, command: RefRemove) -> None:
    """Raises `Refused`: `no_change`, and what `unit_of` does."""
    unit = unit_of(ctx, command.unit)
    if unit.status == command.to:
        raise Refused("no_change", f"{unit.name} is {'in reserve' if command.to == 'reserve' else 'gone'} already.")


def remove(ctx: Context, command: RefRemove) -> Rule[None]:
    """It is off the board. A turn that was on is over."""
    yield from said(ctx, command, command.unit)
    yield StatusChanged(unit=command.unit, status=command.to, why=BY)


# ---------------------------------------------------------------------------------------------- offers


def offer_unit(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """One more like any that there is."""
    if unit is not None:
        return
    units = tuple((u.id, u.name, "") for u in ctx.game.units.values())
    sides = [(side.id, side.name) for side in ctx.game.sides.values()]
    zones = [(zone.id, zone.name) for zone in ctx.game.zones.values()]
    where = fields.point("at", "Where") if by_inches(ctx.game) else fields.one_of("zone", "Where", zones, kind="zone")
    more = (
        where, fields.text("name", "Name", 64), fields.one_of("side", "Side", sides),
        fields.one_of("seat", "Seat", [(seat.id, seat.name) for seat in ctx.game.seats.values()]),
        fields.several("hidden", "Hidden from", [(word, word) for word in everyone(ctx.game)]), *fields.HAND,
    )  # fmt: skip
    if units:
        yield Candidate(
            "Add a unit like another; without a place in reserve", {"do": "ref_unit"}, "like", units, "", more
        )


def offer_remove(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """To be taken off the board, for good or into reserve."""
    if unit is not None:
        body = {"do": "ref_remove", "unit": unit.id}
        where = (("gone", "for good", ""), ("reserve", "into reserve", ""))
        yield Candidate(f"Take {unit.name} off the board", body, "to", where, fields=fields.HAND)


ACTIONS = (
    act(RefUnit, check_unit, add, offer_unit, "ref_unit drone cargo: one more unit like another"),
    act(RefRemove, check_remove, remove, offer_remove, "ref_remove vega: take a unit off the board"),
)
