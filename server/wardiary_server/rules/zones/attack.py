"""An attack by a person: whom it may be made at, what hits, and what that does.

A weapon states its dice, and who carries it rolls them. What hits, and how far is far, the text leaves to the game
that it extends: D72 and D75 are options here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from wardiary_server.game.board import distance, place_of
from wardiary_server.game.events import Remarked
from wardiary_server.game.frame.economy import coin, pay
from wardiary_server.game.frame.movement import cost_of, zone_name
from wardiary_server.game.frame.queries import ATTACK_DICE, TARGET, unit_of
from wardiary_server.game.frame.turns import begun, ready_to
from wardiary_server.game.resolver import MAX_DICE, Context, ask, roll_part
from wardiary_server.game.rulebook import Candidate, Command, Refused, Rule, did_you_mean
from wardiary_server.game.state import Item, Unit

from . import ammunition
from .armour import hit
from .criticals import is_less_lethal
from .space import band, sees, within

Name = Annotated[str, Meta(max_length=64)]


class Attack(Command, frozen=True, tag="attack"):
    """Attacks a unit with a weapon that the attacker carries."""

    unit: Name
    weapon: Name
    target: Name


def reach(ctx: Context, weapon: Item) -> int:
    """The farthest zone that a weapon carries to: what it states; else its own in hand to hand, or long range (D75)."""
    return weapon.stats.get("reach", 0 if "melee" in weapon.tags else ctx.number("zones.long"))


# ---------------------------------------------------------------------------------------------- may it be made?


def check_attack(ctx: Context, command: Attack) -> None:
    """Refuses an attack that cannot be made now, with a code for each reason."""
    attacker = ready_to(ctx, command.unit)
    weapon = weapon_of(ctx, attacker, command.weapon)
    aim(ctx, attacker, weapon, unit_of(ctx, command.target))
    coin(ctx, attacker, "attack")


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


def weapons(ctx: Context, unit: Unit) -> list[Item]:
    """The weapons that a unit carries."""
    carried = [ctx.game.items[item] for item in unit.items if item in ctx.game.items]
    return [item for item in carried if item.kind == "weapon"]


def aim(ctx: Context, attacker: Unit, weapon: Item, target: Unit) -> None:
    """Raises `Refused` where a target cannot be attacked.

    Codes: `unit_down`, `unit_gone`, `no_target`, `unseen`, `out_of_reach`.
    """
    if target.status in ("down", "dead"):
        raise Refused("unit_down", f"{target.name} is {target.status}.")
    if not target.zone:
        raise Refused("unit_gone", f"{target.name} is not on the board.")
    if not ctx.value(TARGET, attacker, target):
        raise Refused("no_target", f"{target.name} is no target for {attacker.name}.")
    there = zone_name(ctx, target.zone)
    if not sees(ctx, attacker, place_of(target)):
        raise Refused("unseen", f"{attacker.name} cannot see {target.name} in {there}.")
    if not within(ctx, place_of(attacker), place_of(target), reach(ctx, weapon)):
        raise Refused("out_of_reach", f"{target.name} in {there} is too far for {weapon.name}.")


# ---------------------------------------------------------------------------------------------- making it


def attack(ctx: Context, command: Attack) -> Rule[None]:
    """The turn begins, if it has not; then the attack is paid for and made, if it still can be."""
    if not (yield from begun(ctx, command.unit)):
        yield Remarked(text="The attack does not happen.", unit=command.unit)
        return
    attacker, target = ctx.game.units[command.unit], ctx.game.units[command.target]
    try:
        aim(ctx, attacker, weapon_of(ctx, attacker, command.weapon), target)
    except Refused as why:  # what came with the turn's beginning has changed that; the turn itself stands
        yield Remarked(text=f"The attack does not happen: {why}", unit=command.unit)
        return
    yield from pay(ctx, command.unit, "attack")
    dice = ctx.value(ATTACK_DICE, *who(ctx, command.unit, command.weapon, command.target))
    yield from strike(ctx, command.unit, command.weapon, command.target, dice, "attack")


def who(ctx: Context, unit: str, weapon: str, target: str) -> tuple[Unit, Item, Unit]:
    """Attacker, weapon and target as they are now."""
    return ctx.game.units[unit], ctx.game.items[weapon], ctx.game.units[target]


def strike(ctx: Context, unit: str, weapon: str, target: str, dice: int, rule: str) -> Rule[None]:
    """One attack: its dice and the ammunition's at once, then the hit, then what the weapon has used up (D57)."""
    attacker, item, victim = who(ctx, unit, weapon, target)
    reason = f"{item.name} at {victim.name}"
    dice = max(0, min(dice, MAX_DICE))
    shot = [roll_part(rule=rule, reason=reason, unit=unit, target=target, dice=dice, purpose=weapon)] if dice else []
    faces = yield from ask(*shot, *ammunition.dice_of(attacker, item, rule, target))
    good = successes(ctx, faces[0]) if shot else 0
    if good:
        damage = item.stats.get("damage", 1) + ctx.number("zones.extra_damage") * (good - 1)
        yield from hit(
            ctx, target, ap=item.stats.get("ap", 0), damage=damage, against=rule, source=item.name,
            less_lethal=is_less_lethal(item),
        )  # fmt: skip
    else:
        yield Remarked(text=f"{attacker.name} misses {victim.name}.", unit=unit)
    yield from ammunition.spend(ctx, unit, weapon, faces[-1] if len(faces) > len(shot) else ())


def successes(ctx: Context, faces: tuple[int, ...]) -> int:
    """D72: how many dice succeed: by default the sixes. One is a hit; each further one makes it worse."""
    least = ctx.number("zones.success")
    return sum(face >= least for face in faces)


# ---------------------------------------------------------------------------------------------- what is offered


def offer_attack(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """Each weapon that the unit carries, with everyone it might be used at."""
    if unit is None or not unit.zone:
        return
    for weapon in weapons(ctx, unit):
        targets = tuple(
            (target.id, target.name, note(ctx, unit, weapon, target))
            for target in sorted(ctx.game.units.values(), key=lambda other: other.id)
            if target.zone and ctx.value(TARGET, unit, target)
        )
        if targets:
            body = {"do": "attack", "unit": unit.id, "weapon": weapon.id}
            yield Candidate(
                f"{unit.name} attacks with {weapon.name}", body, "target", targets, cost=cost_of(ctx, unit, "attack")
            )


def note(ctx: Context, unit: Unit, weapon: Item, target: Unit) -> str:
    """What there is to know before one pulls the trigger: dice, damage, piercing, range, ammunition."""
    far = distance(ctx.game, unit.zone, target.zone)
    dice = ctx.value(ATTACK_DICE, unit, weapon, target)
    words = [
        f"{dice} {'die' if dice == 1 else 'dice'}",
        f"damage {weapon.stats.get('damage', 1)}",
        f"AP {weapon.stats.get('ap', 0)}",
        f"{band(ctx, far)} range" if far is not None else "",
        ammunition.in_words(unit, weapon),
    ]
    return ", ".join(word for word in words if word)
