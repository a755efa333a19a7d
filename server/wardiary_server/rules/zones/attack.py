"""An attack by a person: whom it may be made at, what hits, and what that does.

How many dice that takes is in `weapons`. What hits, and how far is far, the text leaves to the game that it extends:
D72 and D75 are options here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple

from msgspec import Meta

from wardiary_server.game.board import place_of
from wardiary_server.game.events import Remarked
from wardiary_server.game.frame.contact import in_contact
from wardiary_server.game.frame.economy import coin, pay
from wardiary_server.game.frame.hiding import shows_itself
from wardiary_server.game.frame.measuring import may_see, sees_it
from wardiary_server.game.frame.movement import cost_of, zone_name
from wardiary_server.game.frame.queries import TARGET, able, unit_of
from wardiary_server.game.frame.spots import by_inches
from wardiary_server.game.frame.turns import begun, ready_to
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Candidate, Command, Refused, Rule
from wardiary_server.game.state import Item, Unit

from . import ammunition, full_auto, stun
from .armour import hit
from .beams import weakened
from .criticals import is_less_lethal
from .skills import Check, Pool, once_more, roll_skill
from .space import apart, band_to, sees, within
from .stress import respond
from .weapons import BLAST, by_skill, dice_at, in_words, reach, weapon_of, weapons

Name = Annotated[str, Meta(max_length=64)]


class Attack(Command, frozen=True, tag="attack"):
    """Attacks a unit with a weapon that the attacker carries, with `auto` full auto."""

    unit: Name
    weapon: Name
    target: Name
    auto: bool = False


class Shot(NamedTuple):
    """One attack: with what, at whom, by which rule, and whether full auto."""

    unit: str
    weapon: str
    target: str
    rule: str = "attack"
    auto: bool = False


# ---------------------------------------------------------------------------------------------- may it be made?


def check_attack(ctx: Context, command: Attack) -> None:
    """Refuses an attack that cannot be made now, with a code for each reason."""
    attacker = ready_to(ctx, command.unit)
    aim(ctx, attacker, weapon_for(ctx, attacker, command), unit_of(ctx, command.target))
    coin(ctx, attacker, "attack")


def weapon_for(ctx: Context, attacker: Unit, command: Attack) -> Item:
    """The weapon, if one can attack with it in that way. Raises `Refused`: `explodes`, `no_full_auto`, and others."""
    weapon = weapon_of(ctx, attacker, command.weapon)
    if BLAST in weapon.stats:
        raise Refused("explodes", f"{weapon.name} explodes: throw it into a zone.")
    if command.auto:
        full_auto.check(weapon)
    return weapon


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
    if not may_see(ctx, sees(ctx, attacker, place_of(target)), attacker, target):
        raise Refused("unseen", f"{attacker.name} cannot see {target.name} in {there}.")
    if not within(ctx, place_of(attacker), place_of(target), reach(ctx, weapon)):
        raise Refused("out_of_reach", f"{target.name} in {there} is too far for {weapon.name}.")
    if "melee" in weapon.tags and not in_contact(ctx, attacker, target) and by_inches(ctx.game):
        raise Refused("out_of_reach", f"{target.name} is not in base contact with {attacker.name}.")


# ---------------------------------------------------------------------------------------------- making it


def attack(ctx: Context, command: Attack) -> Rule[None]:
    """The turn begins, if it has not; then the attack is paid for and made, if it still can be."""
    if not (yield from begun(ctx, command.unit)):
        yield Remarked(text="The attack does not happen.", unit=command.unit)
        return
    why = why_not(ctx, command) or (yield from measured(ctx, command)) or why_not(ctx, command)
    if why:  # what came with the turn's beginning, or while it was measured
        yield Remarked(text=f"The attack does not happen: {why}", unit=command.unit, target=command.target)
        return
    yield from pay(ctx, command.unit, "attack")
    if command.auto:
        yield from full_auto.tense(ctx, command.unit, command.weapon)
    shot = Shot(command.unit, command.weapon, command.target, auto=command.auto)
    attacker, weapon, target = who(ctx, shot)
    yield from strike(ctx, shot, dice_at(ctx, attacker, weapon, target), pushes=by_skill(weapon, target))


def why_not(ctx: Context, command: Attack) -> str:
    """Why an attack that has begun cannot be made any more, or nothing. The turn itself stands."""
    attacker, target = ctx.game.units[command.unit], ctx.game.units[command.target]
    if attacker.id not in ctx.game.clock.active or not able(attacker):
        return f"{attacker.name} cannot act any more."
    try:
        aim(ctx, attacker, weapon_for(ctx, attacker, command), target)
        coin(ctx, attacker, "attack")
    except Refused as why:
        return why.text
    return ""


def measured(ctx: Context, command: Attack) -> Rule[str]:
    """Why an attack is not made, now that people have measured, or nothing."""
    if (yield from in_sight(ctx, command.unit, command.target)):
        return ""
    return f"{ctx.game.units[command.unit].name} cannot see {ctx.game.units[command.target].name}."


def in_sight(ctx: Context, unit: str, target: str) -> Rule[bool]:
    """Whether an attacker sees its target, as people say where only they can tell (D94)."""
    seen = sees(ctx, ctx.game.units[unit], place_of(ctx.game.units[target]))
    return (yield from sees_it(ctx, unit, target, seen))


def who(ctx: Context, shot: Shot) -> tuple[Unit, Item, Unit]:
    """Attacker, weapon and target as they are now."""
    return ctx.game.units[shot.unit], ctx.game.items[shot.weapon], ctx.game.units[shot.target]


def strike(ctx: Context, shot: Shot, dice: Pool, *, pushes: bool = False) -> Rule[None]:
    """One attack: its dice and the ammunition's at once, then the hit, then what the weapon has used up (D57)."""
    yield from shows_itself(ctx, shot.unit)
    attacker, weapon, target = who(ctx, shot)
    reason = f"{weapon.name} at {target.name}{', full auto' if shot.auto else ''}"
    check = Check(shot.unit, shot.rule, reason, dice, shot.target, shot.weapon, pushes, others_count=shot.auto)
    outcome = yield from roll_skill(ctx, check, *ammunition.dice_of(attacker, weapon, shot.rule, shot.target))
    outcome = yield from once_more(ctx, check, outcome, not outcome.successes)
    rounds = outcome.others[0] if outcome.others else ()
    yield from land(ctx, shot, outcome.successes)
    yield from ammunition.spend(ctx, shot.unit, shot.weapon, *used_up(ctx, shot, rounds))
    if outcome.troubled:
        yield from respond(ctx, shot.unit, weapon.name)


def used_up(ctx: Context, shot: Shot, rounds: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """FUL-3, D58: the ammunition dice whose ones are lost, and how many are lost because they hit, in full auto."""
    if not shot.auto:
        return rounds, 0
    return rounds if ctx.option("zones.full_auto_ones") else (), rounds.count(6)


def land(ctx: Context, shot: Shot, good: int) -> Rule[None]:
    """D72: one success hits with the weapon's damage, each further one makes it worse; a beam weakens with range.

    STN-1: a weapon that stuns does so besides, whatever its damage came to.
    """
    attacker, weapon, target = who(ctx, shot)
    if not good:
        yield Remarked(text=f"{attacker.name} misses {target.name}.", unit=shot.unit, target=shot.target)
        return
    damage = weapon.stats.get("damage", 1) + ctx.number("zones.extra_damage") * (good - 1)
    band = band_to(ctx, attacker, target)
    yield from hit(
        ctx,
        shot.target,
        ap=weapon.stats.get("ap", 0),
        damage=weakened(weapon, damage, band),
        against=shot.rule,
        source=weapon.name,
        less_lethal=is_less_lethal(weapon),
    )
    yield from stun.strike(ctx, shot.target, weakened(weapon, weapon.stats.get(stun.STUN, 0), band), weapon.name)


# ---------------------------------------------------------------------------------------------- what is offered


def offer_attack(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """Each weapon that the unit carries, with everyone it might be used at, and full auto where it can (FUL-1)."""
    if unit is None or not unit.zone:
        return
    for weapon in weapons(ctx, unit):
        if BLAST not in weapon.stats:
            label, cost = f"{unit.name} attacks with {weapon.name}", cost_of(ctx, unit, "attack")
            body = {"do": "attack", "unit": unit.id, "weapon": weapon.id}
            targets, ways = tuple(targets_of(ctx, unit, weapon)), tuple(full_auto.ways(weapon))
            if targets:
                yield Candidate(label, body, "target", targets, cost, ways)


def targets_of(ctx: Context, unit: Unit, weapon: Item) -> Iterator[tuple[str, str, str]]:
    """Everyone a weapon might be used at, by id."""
    for target in sorted(ctx.game.units.values(), key=lambda other: other.id):
        if target.zone and ctx.value(TARGET, unit, target):
            yield target.id, target.name, note(ctx, unit, weapon, target)


def note(ctx: Context, unit: Unit, weapon: Item, target: Unit) -> str:
    """What there is to know before one pulls the trigger: dice, damage, piercing, range, ammunition."""
    far = apart(ctx, place_of(unit), place_of(target))
    band = band_to(ctx, unit, target)
    words = [
        in_words(dice_at(ctx, unit, weapon, target)),
        f"damage {weakened(weapon, weapon.stats.get('damage', 1), band)}",
        f"AP {weapon.stats.get('ap', 0)}",
        f"{band} range" if far is not None else "",
        ammunition.in_words(unit, weapon),
    ]
    return ", ".join(word for word in words if word)
