"""Weapons: which of them a unit may attack with, how far they carry, and how many dice are rolled.

A weapon states its dice, or the unit's own attribute and skill are rolled with it, and a stress die for each Stress:
Agility and Ranged Combat, in hand to hand Strength and Close Combat, or whatever the weapon `uses`.
"""

from __future__ import annotations

from wardiary_server.game.event import stat
from wardiary_server.game.frame.gear import HELP
from wardiary_server.game.frame.queries import ATTACK_DICE
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Refused, did_you_mean
from wardiary_server.game.state import Item, Unit

from . import ammunition
from .homing import homing_at
from .skills import Pool, hindered
from .strain import stress_of

RANGED, MELEE = ("agility", "ranged_combat"), ("strength", "close_combat")
BLAST = "blast"
"""A weapon's stat: it explodes where it is thrown."""


# ---------------------------------------------------------------------------------------------- which, and how far


def weapons(ctx: Context, unit: Unit) -> list[Item]:
    """The weapons that a unit carries."""
    carried = [ctx.game.items[item] for item in unit.items if item in ctx.game.items]
    return [item for item in carried if item.kind == "weapon"]


def weapon_of(ctx: Context, unit: Unit, weapon: str) -> Item:
    """A weapon that a unit carries and can use. Raises `Refused`: `no_such_weapon`, `fires_by_itself`, `empty`."""
    carried = [item.id for item in weapons(ctx, unit)]
    if weapon not in carried:
        raise Refused("no_such_weapon", f"{unit.name} carries no weapon {weapon!r}.{did_you_mean(weapon, carried)}")
    item = ctx.game.items[weapon]
    if "autonomous" in item.stats and "dice" not in item.stats:
        raise Refused("fires_by_itself", f"{item.name} attacks by itself; nobody can make it.")
    if ammunition.is_empty(unit, item):
        again = "and can be used only once" if "disposable" in item.tags else "until it is reloaded"
        raise Refused("empty", f"{unit.name}: {item.name} is empty, {again}.")
    return item


def reach(ctx: Context, weapon: Item) -> int:
    """The farthest zone that a weapon carries to: what it states; else its own in hand to hand, or long range (D75)."""
    return weapon.stats.get("reach", 0 if "melee" in weapon.tags else ctx.number("zones.long"))


# ---------------------------------------------------------------------------------------------- with how many dice


def uses(weapon: Item) -> tuple[str, ...]:
    """The stats of its user that are rolled with a weapon that states no dice."""
    return weapon.uses or (MELEE if "melee" in weapon.tags else RANGED)


def by_skill(weapon: Item, target: Unit) -> bool:
    """Whether an attack is a roll of skill: the weapon neither states its dice nor homes on the target."""
    return "dice" not in weapon.stats and not homing_at(weapon, target)


def attack_dice(ctx: Context, dice: int, attacker: Unit, weapon: Item, target: Unit) -> int:
    """HOM-1, HOM-2: a weapon's own dice where it homes on the target; else what it states, or what its user has."""
    if own := homing_at(weapon, target):
        return own
    if by_skill(weapon, target):
        dice += sum(stat(attacker, name) for name in uses(weapon))
    return hindered(ctx, attacker, dice + ctx.value(HELP, attacker, "attack").bonus)


def dice_at(ctx: Context, attacker: Unit, weapon: Item, target: Unit) -> Pool:
    """What is rolled for an attack by a person: those dice, and in a roll of skill stress dice."""
    dice = max(0, ctx.value(ATTACK_DICE, attacker, weapon, target))
    return Pool(dice, stress_of(attacker) if by_skill(weapon, target) else 0)


def in_words(dice: Pool) -> str:
    """So many dice, for a menu."""
    words = f"{dice.dice} {'die' if dice.dice == 1 else 'dice'}"
    return f"{words} and {dice.stress} stress {'die' if dice.stress == 1 else 'dice'}" if dice.stress else words
