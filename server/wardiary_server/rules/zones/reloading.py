"""Reloading: first a supply roll, then the action.

The supply dice at hand are rolled, and each 1 is discarded, whatever comes of it. A 6 is ammunition: the weapon is
full again, and only now is the action paid (REL-5). Without one there is none for this weapon, until the unit has more
supply dice at hand than it has now. That is a condition of the unit, `no_ammo:<weapon>`: how many it takes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec import Meta

from wardiary_server.game.event import Event, put, put_number, with_unit
from wardiary_server.game.events import Remarked, StatChanged
from wardiary_server.game.frame.economy import can_pay, coin, pay
from wardiary_server.game.frame.movement import cost_of
from wardiary_server.game.frame.queries import able
from wardiary_server.game.frame.turns import begun, ready_to
from wardiary_server.game.resolver import MAX_DICE, Context, roll
from wardiary_server.game.rulebook import Action, Candidate, Command, Refused, Rule, Trigger, did_you_mean
from wardiary_server.game.state import Game, Item, Unit

from . import ammunition, supply
from .weapons import weapons

Name = Annotated[str, Meta(max_length=64)]

NO_AMMO = "no_ammo:"
"""Begins a condition: the supply dice that a unit must have at hand before it may look again for that ammunition."""


class Reload(Command, frozen=True, tag="reload"):
    """Looks for ammunition among the supplies, and reloads a weapon if there is any."""

    unit: Name
    weapon: Name


class Reloaded(Event, frozen=True, tag="reloaded"):
    """A unit's weapon is full again: so many ammunition dice, or one shot."""

    unit: str
    item: str
    left: int
    template: ClassVar[str] = "{unit} reloads {item}."

    def fold(self, game: Game) -> Game:
        stats = put(game.units[self.unit].stats, ammunition.stat_of(self.item), self.left)
        return with_unit(game, self.unit, stats=stats)


class Barred(Event, frozen=True, tag="barred"):
    """A unit has no ammunition for a weapon before it has so many supply dice at hand; 0: it may look again."""

    unit: str
    item: str
    until: int

    def fold(self, game: Game) -> Game:
        conditions = put_number(game.units[self.unit].conditions, NO_AMMO + self.item, self.until)
        return with_unit(game, self.unit, conditions=conditions)

    def sentence(self) -> str:
        if self.until:
            return "{unit} has nothing to load {item} with, before there are {until} supply dice at hand."
        return "{unit} may look for ammunition for {item} again."


# ---------------------------------------------------------------------------------------------- may it be done?


def action_of(ctx: Context, weapon: Item) -> str:
    """REL-1, D59, D90: a weapon of four or more ammunition dice takes a slow action, others (S too) a quick one."""
    return "special" if (ammunition.capacity(weapon) or 0) >= ctx.number("zones.slow_reload") else "quick"


def check_reload(ctx: Context, command: Reload) -> None:
    """Raises `Refused`: what `loadable` and `ready_to` do, `no_ammo`, `no_supply`, `no_action`."""
    unit = ready_to(ctx, command.unit)
    weapon = loadable(ctx, unit, command.weapon)
    if until := unit.conditions.get(NO_AMMO + weapon.id, 0):
        raise Refused("no_ammo", f"{unit.name} has nothing to load {weapon.name} with, before {until} are at hand.")
    if not supply.at_hand(unit):
        packed = " Some are in the pack." if unit.stats.get(supply.PACK) else ""
        raise Refused("no_supply", f"{unit.name} has no supply dice at hand.{packed}")
    coin(ctx, unit, action_of(ctx, weapon))


def loadable(ctx: Context, unit: Unit, weapon: str) -> Item:
    """A weapon of a unit that can be reloaded, and is not full.

    Raises `Refused`: `no_such_weapon`, `fires_by_itself` (D56), `never_reloads` (AMM-5, AMM-7), `no_change`.
    """
    carried = {item.id: item for item in weapons(ctx, unit)}
    item = carried.get(weapon)
    if item is None:
        raise Refused("no_such_weapon", f"{unit.name} carries no weapon {weapon!r}.{did_you_mean(weapon, carried)}")
    if "autonomous" in item.stats and "dice" not in item.stats:
        raise Refused("fires_by_itself", f"{item.name} attacks by itself, and nobody reloads it.")
    if ammunition.capacity(item) is None:
        raise Refused("never_reloads", f"{item.name} needs no ammunition.")
    if "disposable" in item.tags:
        raise Refused("never_reloads", f"{item.name} can be used once, and not be reloaded.")
    if is_full(unit, item):
        raise Refused("no_change", f"{item.name} is full.")
    return item


def is_full(unit: Unit, weapon: Item) -> bool:
    """Whether nothing of a weapon's ammunition is used up."""
    return ammunition.left_in(unit, weapon) == ammunition.capacity(weapon)


# ---------------------------------------------------------------------------------------------- doing it


def reload(ctx: Context, command: Reload) -> Rule[None]:
    """REL-2 to REL-5: the supply dice at hand, without the ones from now on; a 6 fills the weapon, for the action.

    Without a 6 the ones are gone all the same, and the action is not spent (D60).
    """
    if not (yield from begun(ctx, command.unit, check_reload, command)):
        return
    unit, weapon = ctx.game.units[command.unit], ctx.game.items[command.weapon]
    dice = min(supply.at_hand(unit), MAX_DICE)
    reason = f"supplies for {weapon.name}"
    faces = yield from roll(rule="reload", reason=reason, unit=unit.id, dice=dice, purpose=weapon.id)
    yield from supply.lose(ctx, command.unit, faces.count(1), "discarded")
    if 6 in faces:
        yield from fill(ctx, command.unit, command.weapon)
    else:
        until = supply.at_hand(ctx.game.units[command.unit]) + 1
        yield Barred(unit=command.unit, item=command.weapon, until=until)


def fill(ctx: Context, unit: str, weapon: str) -> Rule[None]:
    """REL-3: the weapon is full again, and the action spent; if its unit still can: much may have happened since."""
    item, here = ctx.game.items[weapon], ctx.game.units[unit]
    if not able(here) or unit not in ctx.game.clock.active or not can_pay(ctx, unit, action_of(ctx, item)):
        yield Remarked(text=f"{here.name} does not reload {item.name} any more.", unit=unit)
        return
    yield from pay(ctx, unit, action_of(ctx, item))
    yield Reloaded(unit=unit, item=weapon, left=ammunition.capacity(item) or 0)


def counts_supply(ctx: Context, event: StatChanged) -> bool:
    """Whether it is a unit's supplies that are more or fewer now."""
    return event.stat in (supply.SUPPLY, supply.PACK)


def look_again(ctx: Context, event: StatChanged) -> Rule[None]:
    """REL-4: one supply die more at hand, from wherever it comes, and a unit may look again.

    More than there are now: if there are fewer than there were, so many fewer are enough.
    """
    now = supply.at_hand(ctx.game.units[event.unit])
    barred = {name: n for name, n in ctx.game.units[event.unit].conditions.items() if name.startswith(NO_AMMO)}
    for name, until in barred.items():
        if now >= until:
            yield Barred(unit=event.unit, item=name.removeprefix(NO_AMMO), until=0)
        elif now + 1 < until:
            yield Barred(unit=event.unit, item=name.removeprefix(NO_AMMO), until=now + 1)


# ---------------------------------------------------------------------------------------------- what is offered


def offer_reload(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """Each weapon that is not full."""
    if unit is None or not unit.zone:
        return
    for weapon in weapons(ctx, unit):
        if not is_full(unit, weapon):
            label = f"{unit.name} reloads {weapon.name}: rolls {supply.in_words(supply.at_hand(unit))}"
            body = {"do": "reload", "unit": unit.id, "weapon": weapon.id}
            yield Candidate(label, body, cost=cost_of(ctx, unit, action_of(ctx, weapon)))


ACTIONS = (
    Action(
        Reload,
        ("player", "referee"),
        reload,
        check_reload,
        offer_reload,
        help="reload vega carbine: look for ammunition among the supplies, and reload",
    ),
)
TRIGGERS = (Trigger(StatChanged, look_again, 0, counts_supply, always=True),)
