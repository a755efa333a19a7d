"""Sealing a Breach (ENV-26 to 30), and what that does not do.

A Character at the Breach spends a Special Action and rolls the symbol die: on a Success the marker goes, on a Blank
the Breach is still there and the action is spent (D36). At the Breach means in base contact with it, and by zones in
its zone, or on either side of the door that it is (D94). Equipment and missions may seal without a roll (the deed
`seal`).

What the Breach keeps up ends with it: areas that it made and that are *ongoing*. Wounds, places and everything else
that has happened stay, and an area stays Airless or a Hazard until something restores it (D35), unless the Breach's
`restores` or the option `seal_restores` says that sealing is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from wardiary_server.game.events import AreaEnded, DoorChanged, MarkerRemoved, Remarked
from wardiary_server.game.frame.contact import in_contact
from wardiary_server.game.frame.economy import can_pay, coin, pay
from wardiary_server.game.frame.happenings import comes
from wardiary_server.game.frame.movement import cost_of
from wardiary_server.game.frame.queries import able
from wardiary_server.game.frame.turns import begun, ready_to
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Action, Candidate, Command, DeedSpec, Refused, Rule, did_you_mean
from wardiary_server.game.state import Marker, Unit

from .areas import full_name, source_of, zones_of
from .breaches import BREACH, name_of
from .restoring import lift
from .symbol import Cast, help_with, succeeds

CHARACTER = "character"


class SealBreach(Command, frozen=True, tag="seal"):
    """A Character tries to seal a Breach where it stands, for its Special Action."""

    unit: str
    breach: str


def breach_of(ctx: Context, breach: str) -> Marker:
    """A Breach by its id. Raises `Refused`: `no_such_breach`."""
    marker = ctx.game.markers.get(breach)
    if marker is None or marker.kind != BREACH:
        known = [m.id for m in ctx.game.markers.values() if m.kind == BREACH]
        raise Refused("no_such_breach", f"There is no Breach {breach!r}.{did_you_mean(breach, known)}")
    return marker


def check_seal(ctx: Context, command: SealBreach) -> None:
    """Raises `Refused`: `no_such_breach`, `not_a_character`, `out_of_reach`, `no_action`, and what ready_to does."""
    unit = ready_to(ctx, command.unit)
    marker = breach_of(ctx, command.breach)
    if CHARACTER not in unit.tags:
        raise Refused("not_a_character", f"Only a Character can seal a Breach, and {unit.name} is none.")
    if not in_contact(ctx, unit, marker):
        raise Refused("out_of_reach", f"{unit.name} is not at {name_of(marker)}.")
    coin(ctx, unit, "special")


def seal(ctx: Context, command: SealBreach) -> Rule[None]:
    """ENV-26, ENV-27."""
    if not (yield from begun(ctx, command.unit)):
        return
    marker = ctx.game.markers.get(command.breach)
    if marker is None or not in_contact(ctx, ctx.game.units[command.unit], marker):
        # Others went on while this unit's roll at its turn's start was awaited.
        yield Remarked(text="There is nothing left to seal here.", unit=command.unit)
        return
    if not can_pay(ctx, command.unit, "special"):
        # What began with the turn has taken the action.
        text = f"{ctx.game.units[command.unit].name} can take no action: {name_of(marker)} is still open."
        yield Remarked(text=text, unit=command.unit)
        return
    yield from pay(ctx, command.unit, "special")
    dice = int(marker.data.get("seal_dice", 0))
    cast = Cast(command.unit, "seal", f"sealing {name_of(marker)}", ("seal",), command.breach, dice)
    sealed = bool(help_with(ctx, cast).protects) or (yield from succeeds(ctx, cast))
    marker = ctx.game.markers.get(command.breach)
    if marker is None or not able(ctx.game.units[command.unit]):
        return
    if sealed:
        yield from close(ctx, marker, by=command.unit)
    else:
        yield Remarked(text=f"{name_of(marker)} is still open.", unit=command.unit)


def close(ctx: Context, marker: Marker, by: str = "") -> Rule[None]:
    """ENV-26, 29, 30: the marker goes, with what it keeps up. A door that was the Breach is sealed with it."""
    yield MarkerRemoved(marker=marker.id, name=name_of(marker), why="It is sealed.")
    link = ctx.game.links.get(marker.link)
    if link is not None and link.door == "open":
        yield DoorChanged(link=link.id, door="sealed", by=by)
    restores = bool(marker.data.get("restores", ctx.option("environments.seal_restores")))
    for area in [a for a in ctx.game.areas.values() if source_of(a) == marker.id]:
        if area.id in ctx.game.areas and area.data.get("ongoing"):
            yield AreaEnded(area=area.id, name=full_name(ctx.game, area), why="Nothing keeps it up any more.")
        elif area.id in ctx.game.areas and restores:
            yield from lift(ctx, area, area.zones)
    yield from comes(ctx, {"breach": marker.id, "is": "sealed"})


def offer_seal(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """The Breaches that a Character could try to seal from where it is."""
    if unit is None or CHARACTER not in unit.tags:
        return
    here = tuple(
        (marker.id, name_of(marker), "")
        for marker in ctx.game.markers.values()
        if marker.kind == BREACH and in_contact(ctx, unit, marker)
    )
    if here:
        cost = cost_of(ctx, unit, "special")
        yield Candidate(f"{unit.name} seals a Breach", {"do": "seal", "unit": unit.id}, "breach", here, cost=cost)


def deed_seal(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """ENV-28: the mission seals a Breach by itself."""
    for breach in zones_of(deed["breach"]):
        marker = ctx.game.markers.get(breach)
        if marker is not None and marker.kind == BREACH:
            yield from close(ctx, marker)


ACTIONS = (
    Action(
        SealBreach,
        ("player", "referee"),
        seal,
        check_seal,
        offer_seal,
        help="seal vega b1: a Character tries to seal a Breach, for a Special Action",
    ),
)

DEEDS = {"seal": DeedSpec(deed_seal, {"breach": "marker"}, text="a Breach is sealed without a roll")}
