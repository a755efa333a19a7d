"""What a scenario puts in the place of a default: its own effect of a Blank, in place of 1 damage and never beside it.

An area's data say so (ENV-1, 9, 35, 45):

    damage = 2                            that much damage
    condition = "stress", amount = 1      a condition, and no damage unless `damage` is given as well
    effect = "drops whatever it holds"    told to the people, who see to it
    effect = "none"                       nothing: such an area asks for no roll at all
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from wardiary_server.game.events import ConditionChanged, Remarked
from wardiary_server.game.frame.harm import hurt, lose_turns
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Rule
from wardiary_server.game.state import Area

from .areas import name_of

AREA_DATA: Mapping[str, str] = {
    "damage": "health that a Blank costs, in place of 1",
    "condition": "condition that a Blank brings, in place of damage",
    "amount": "how much of that condition; 1 unless stated",
    "effect": "what a Blank brings instead, in words for the people; `none` for nothing",
    "contaminated": "1: this quarantine has failed, and the area is a Hazard",
    "hazard": "1: this smoke or fire is a Hazard",
    "breach": "the Breach that it comes from",
    "ongoing": "1: it ends when that Breach is sealed",
    "sight": "of Darkness: how far one sees in it, in inches",
    "within": "of a light: how far whoever stands in it ignores Darkness, in inches",
    "suppressed": "1: it does not hold, until something resumes it",
    "grows": "how far it grows at each round's end: zones through what is open, or inches of a circle's radius",
    "moves": "where it goes, a step at each round's end: a list of zones; of a circle inches right and down, `2 -1`",
    "ends": "the round that it ends with",
}
"""What an area's data may say to this rulebook."""

NEVER_MORE = ("prone", "unconscious")
"""Conditions that are or are not. All others add up."""


class Outcome(NamedTuple):
    """What a Blank brings."""

    damage: int
    condition: str = ""
    amount: int = 0
    effect: str = ""


def outcome(area: Area) -> Outcome:
    """What a Blank brings in this area: 1 damage, or what the scenario put in its place."""
    data = area.data
    condition, effect = str(data.get("condition", "")), str(data.get("effect", ""))
    if effect == "none":
        return Outcome(0)
    damage = int(data.get("damage", 0 if condition or effect else 1))
    return Outcome(damage, condition, int(data.get("amount", 1)) if condition else 0, effect)


def effect_in(data: Mapping[str, int | str]) -> Mapping[str, int | str]:
    """What data say of an effect, in place of the default."""
    return {key: data[key] for key in ("damage", "condition", "amount", "effect") if key in data}


def has_own_effect(area: Area) -> bool:
    """Whether the scenario gave this area an effect of its own."""
    return not {"damage", "condition", "effect"}.isdisjoint(area.data)


def is_harmless(area: Area) -> bool:
    """Whether a Blank brings nothing here, so that there is nothing to roll for."""
    brings = outcome(area)
    return not (brings.damage or brings.amount or brings.effect)


def suffer(ctx: Context, unit: str, area: Area) -> Rule[None]:
    """A Blank. Armour is no help against it: this is no attack (D16)."""
    brings, name = outcome(area), name_of(area)
    if brings.effect:
        yield Remarked(text=f"{ctx.game.units[unit].name} ({name}): {brings.effect}", unit=unit)
    if brings.damage:
        yield from hurt(ctx, unit, brings.damage, name)
    if brings.amount and ctx.game.units[unit].status == "ready":
        yield from afflict(ctx, unit, brings.condition, brings.amount, name)


def afflict(ctx: Context, unit: str, condition: str, amount: int, why: str) -> Rule[None]:
    """A unit gets a condition, or more of it."""
    if condition == "lost_turns":
        yield from lose_turns(ctx, unit, amount, why)
        return
    now = ctx.game.units[unit].conditions.get(condition, 0)
    value = 1 if condition in NEVER_MORE else now + amount
    if value != now:
        yield ConditionChanged(unit=unit, condition=condition, value=value, why=why)
