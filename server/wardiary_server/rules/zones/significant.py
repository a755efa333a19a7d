"""Significant items: what somebody holds on to, and how that calms them or others.

For oneself it is a quick action and nothing else (SIG-1). For another person it takes a reason, which the referee
accepts, or where none is seated that person's player (D92); then the action, and a roll of both Empathies (SIG-2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta

from wardiary_server.game import fields
from wardiary_server.game.event import stat
from wardiary_server.game.events import Remarked
from wardiary_server.game.frame.economy import can_pay, coin, pay
from wardiary_server.game.frame.movement import cost_of
from wardiary_server.game.frame.queries import able, unit_of
from wardiary_server.game.frame.turns import begun, ready_to
from wardiary_server.game.resolver import MAX_DICE, Context, choose, roll
from wardiary_server.game.rulebook import Action, Candidate, Command, OptionSpec, Refused, Rule, did_you_mean
from wardiary_server.game.state import Item, Unit

from .fire import seated_referee
from .skills import hindered, successes
from .strain import gain_stress, stress_of
from .stress import relieve, responses

Name = Annotated[str, Meta(max_length=64)]

SIGNIFICANT = "significant"
"""An item's tag."""
YES, NO = "yes", "no"


class Significant(Command, frozen=True, tag="significant"):
    """Uses a significant item: for oneself, or for another, which needs a reason that is accepted."""

    unit: Name
    item: Name
    target: Name = ""
    reason: Annotated[str, Meta(max_length=300)] = ""


# ---------------------------------------------------------------------------------------------- may it be done?


def check_significant(ctx: Context, command: Significant) -> None:
    """Raises `Refused`: what `carried`, `other` and `ready_to` do, `no_change`, `no_action`."""
    unit = ready_to(ctx, command.unit)
    carried(ctx, unit, command.item)
    target = unit if is_own(command) else other(ctx, unit, command)
    if not stress_of(target) and not responses(target):
        raise Refused("no_change", f"{target.name} is under no Stress.")
    coin(ctx, unit, "quick")


def is_own(command: Significant) -> bool:
    """Whether a unit uses the item for itself."""
    return command.target in ("", command.unit)


def carried(ctx: Context, unit: Unit, item: str) -> Item:
    """A significant item of a unit. Raises `Refused`: `no_such_item`."""
    own = {found.id: found for found in significant_items(ctx, unit)}
    if item not in own:
        raise Refused("no_such_item", f"{unit.name} has no significant item {item!r}.{did_you_mean(item, own)}")
    return own[item]


def significant_items(ctx: Context, unit: Unit) -> list[Item]:
    """The significant items that a unit carries."""
    found = [ctx.game.items[item] for item in unit.items if item in ctx.game.items]
    return [item for item in found if SIGNIFICANT in item.tags]


def other(ctx: Context, unit: Unit, command: Significant) -> Unit:
    """SIG-2: another person of the same side whom the item might help.

    Raises `Refused`: `no_such_unit`, `unit_down`, `not_yours`, `out_of_reach`, `no_reason`, `no_skill`.
    """
    target = unit_of(ctx, command.target)
    if not able(target):
        raise Refused("unit_down", f"{target.name} is past hearing it.")
    if not target.seat or target.side != unit.side:
        raise Refused("not_yours", f"{target.name} is no character of {unit.name}'s side.")
    if target.zone != unit.zone:
        raise Refused("out_of_reach", f"{target.name} is not where {unit.name} is.")
    if not command.reason.strip():
        raise Refused(
            "no_reason", f'Say why that means something to {target.name}, by reason="...". It has to be accepted.'
        )
    if not both(ctx, unit, target):
        raise Refused("no_skill", f"{unit.name} and {target.name} have no Empathy to roll.")
    return target


def both(ctx: Context, unit: Unit, target: Unit) -> int:
    """SIG-2: how many dice: both Empathies, and no stress dice."""
    return min(MAX_DICE, hindered(ctx, unit, stat(unit, "empathy") + stat(target, "empathy")))


# ---------------------------------------------------------------------------------------------- doing it


def use(ctx: Context, command: Significant) -> Rule[None]:
    """SIG-1 for oneself; for another a reason that is accepted, and one success (SIG-2)."""
    if not (yield from begun(ctx, command.unit, check_significant, command)):
        return
    if not is_own(command) and not (yield from accepted(ctx, command)):
        return
    yield from pay(ctx, command.unit, "quick")
    item = ctx.game.items[command.item]
    if is_own(command):
        yield from calm(ctx, command.unit, item.name)
    elif (yield from reached(ctx, command)):
        yield from calm(ctx, command.target, item.name)
    else:
        yield Remarked(
            text=f"{item.name} says nothing to {ctx.game.units[command.target].name}.",
            unit=command.unit,
            target=command.target,
        )


def accepted(ctx: Context, command: Significant) -> Rule[bool]:
    """D92: whether the reason is accepted, and the item can still be used then. The action is not spent yet."""
    unit, target = ctx.game.units[command.unit], ctx.game.units[command.target]
    judge = seated_referee(ctx) or target.seat
    item = ctx.game.items[command.item].name
    answer = yield from choose(
        rule=SIGNIFICANT,
        reason=f"{unit.name} reminds {target.name} of {item}: {command.reason.strip()}",
        options=((YES, "it means something"), (NO, "it does not")),
        seat=judge,
        default=(YES,),
        asks=judge != ctx.by and ctx.option("zones.significant") == "ask",
    )
    here = ctx.game.units[command.unit]
    if answer == (YES,):
        return able(here) and here.id in ctx.game.clock.active and can_pay(ctx, here.id, "quick")
    text = f"That means nothing to {ctx.game.units[command.target].name}."
    yield Remarked(text=text, unit=command.unit, target=command.target)
    return False


def reached(ctx: Context, command: Significant) -> Rule[bool]:
    """SIG-2: one success of both Empathies. Nobody pushes it."""
    unit, target = ctx.game.units[command.unit], ctx.game.units[command.target]
    reason = f"{ctx.game.items[command.item].name} for {target.name}"
    faces = yield from roll(
        rule=SIGNIFICANT, reason=reason, unit=unit.id, target=target.id, dice=both(ctx, unit, target)
    )
    return successes(ctx, faces) > 0


def calm(ctx: Context, unit: str, why: str) -> Rule[None]:
    """SIG-1: no Stress Response, no panic and no Stress are left."""
    yield from relieve(ctx, unit, why)
    yield from gain_stress(ctx, unit, -stress_of(ctx.game.units[unit]), why)


# ---------------------------------------------------------------------------------------------- what is offered


def offer_significant(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """Each significant item: for its owner, and for others here. For them it takes a reason."""
    if unit is None or not unit.zone:
        return
    side = sorted((other for other in ctx.game.units.values() if other.side == unit.side), key=lambda other: other.id)
    rattled = [other for other in side if other.zone == unit.zone and (stress_of(other) or responses(other))]
    others = tuple((other.id, other.name, "") for other in rattled if other.seat and other.id != unit.id)
    for item in significant_items(ctx, unit):
        body, cost = {"do": "significant", "unit": unit.id, "item": item.id}, cost_of(ctx, unit, "quick")
        if unit in rattled:
            yield Candidate(f"{unit.name} holds on to {item.name}", body, cost=cost)
        if others:
            why = fields.text("reason", "Reason", 300, needed=True)
            yield Candidate(f"{unit.name} reminds somebody of {item.name}", body, "target", others, cost, (why,))


OPTIONS: Mapping[str, OptionSpec] = {
    "significant": OptionSpec(
        "ask",
        "who accepts the reason for a significant item on somebody else: the referee or that one's player is asked, or "
        "it is taken as accepted, which is likely",
        "D92",
        ("ask", "likely"),
    )
}
TAGS = {SIGNIFICANT: "of an item: it takes all Stress from its owner, or with a good reason from somebody else"}
ACTIONS = (
    Action(
        Significant,
        ("player", "referee"),
        use,
        check_significant,
        offer_significant,
        help="significant vega locket: lose all Stress; for another, with a reason",
    ),
)
