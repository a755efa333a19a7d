"""Suppressing an area: it is still there, and does not hold, until it is resumed (ENV-44).

A mission does so by its events. Gear does, where the scenario says which area it is for: a unit with the tag
`suppresses:<area>`, or with an item that has it, suppresses that area from inside it, for a Special Action.

An area that holds again has come over whoever stands there: nobody enters it by that (D8).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from wardiary_server.game.board import place_of
from wardiary_server.game.events import AreaPlaced, Remarked
from wardiary_server.game.frame.economy import coin, pay
from wardiary_server.game.frame.movement import cost_of
from wardiary_server.game.frame.queries import able
from wardiary_server.game.frame.turns import begun, ready_to
from wardiary_server.game.geometry.places import covers
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Action, Candidate, Command, DeedSpec, Refused, Rule, did_you_mean
from wardiary_server.game.state import Area, Game, Unit

from .areas import is_suppressed, name_of, suppressed, zones_of

SUPPRESSES = "suppresses:"


class SuppressArea(Command, frozen=True, tag="suppress"):
    """A unit suppresses an area that it stands in, with what it carries for that, for its Special Action."""

    unit: str
    area: str


def tags_of(game: Game, unit: Unit) -> set[str]:
    """The tags of a unit and of what it carries."""
    return {*unit.tags, *(tag for item in unit.items if item in game.items for tag in game.items[item].tags)}


def suppressible(game: Game, unit: Unit) -> list[Area]:
    """The areas that a unit could suppress if it were in them."""
    tags = tags_of(game, unit)
    return [area for area in game.areas.values() if SUPPRESSES + area.id in tags]


def check_suppress(ctx: Context, command: SuppressArea) -> None:
    """Raises `Refused`: `no_such_area`, `out_of_reach`, `no_change`, `no_action`, and what `ready_to` does."""
    unit = ready_to(ctx, command.unit)
    known = {area.id: area for area in suppressible(ctx.game, unit)}
    area = known.get(command.area)
    if area is None:
        text = f"{unit.name} has nothing to suppress {command.area!r} with.{did_you_mean(command.area, known)}"
        raise Refused("no_such_area", text)
    if not covers(ctx.game, area, place_of(unit)):
        raise Refused("out_of_reach", f"{unit.name} is not in {name_of(area)}.")
    if is_suppressed(area):
        raise Refused("no_change", f"{name_of(area)}: it is so already.")
    coin(ctx, unit, "special")


def suppress(ctx: Context, command: SuppressArea) -> Rule[None]:
    """The area does not hold any more."""
    if (yield from begun(ctx, command.unit, check_suppress, command)):
        yield from pay(ctx, command.unit, "special")
        if able(ctx.game.units[command.unit]):
            unit = ctx.game.units[command.unit]
            yield Remarked(text=f"{unit.name} suppresses {name_of(ctx.game.areas[command.area])}.", unit=unit.id)
            yield from switch(ctx, command.area, on=False)


def switch(ctx: Context, area: str, *, on: bool) -> Rule[None]:
    """An area that is there holds from now on, or does not."""
    known = ctx.game.areas.get(area)
    if known is not None and is_suppressed(known) == on:
        yield AreaPlaced(area=suppressed(known, not on))


def offer_suppress(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """The areas that a unit stands in and could suppress."""
    if unit is None or not unit.zone:
        return
    here = tuple(
        (area.id, name_of(area), "")
        for area in suppressible(ctx.game, unit)
        if covers(ctx.game, area, place_of(unit)) and not is_suppressed(area)
    )
    if here:
        cost = cost_of(ctx, unit, "special")
        yield Candidate(f"{unit.name} suppresses", {"do": "suppress", "unit": unit.id}, "area", here, cost=cost)


def deed_suppress(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """The mission suppresses an area."""
    for area in zones_of(deed["area"]):
        yield from switch(ctx, area, on=False)


def deed_resume(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """An area that was suppressed holds again."""
    for area in zones_of(deed["area"]):
        yield from switch(ctx, area, on=True)


ACTIONS = (
    Action(
        SuppressArea,
        ("player", "referee"),
        suppress,
        check_suppress,
        offer_suppress,
        help="suppress vega fumes: with what a unit carries for that, for a Special Action",
    ),
)

DEEDS = {
    "suppress": DeedSpec(deed_suppress, {"area": "area"}, text="an area does not hold, until it is resumed"),
    "resume": DeedSpec(deed_resume, {"area": "area"}, text="an area that was suppressed holds again"),
}
