"""Ammunition: dice that are rolled beside every attack, and get fewer.

What a weapon has left is a number of whoever carries it, `ammo:<weapon>`; before the first shot there is none, and the
weapon is full. How much it holds, its item says: `ammo` dice, or a tag `single` or `disposable` for one shot, or
nothing of all that for a weapon that needs none.
"""

from __future__ import annotations

from collections.abc import Mapping

from wardiary_server.game.event import Event, put, stat, with_unit
from wardiary_server.game.resolver import MAX_DICE, Context, roll_part
from wardiary_server.game.rulebook import Rule
from wardiary_server.game.state import Game, Item, Part, Unit


class AmmunitionChanged(Event, frozen=True, tag="ammunition"):
    """A unit's weapon has so much left: ammunition dice, or for a weapon of one shot, shots."""

    unit: str
    item: str
    left: int

    def fold(self, game: Game) -> Game:
        return with_unit(game, self.unit, stats=put(game.units[self.unit].stats, stat_of(self.item), self.left))

    def sentence(self) -> str:
        return "{unit}: {item} has {left} ammunition {dice} left." if self.left else "{unit}: {item} is empty."

    def args(self, game: Game) -> Mapping[str, object]:
        return {"dice": "die" if self.left == 1 else "dice"}


def stat_of(weapon: str) -> str:
    """The unit's stat that counts what is left in a weapon."""
    return f"ammo:{weapon}"


def one_shot(weapon: Item) -> bool:
    """AMM-6, AMM-7: capacity S or D: each use empties it."""
    return "single" in weapon.tags or "disposable" in weapon.tags


def capacity(weapon: Item) -> int | None:
    """What a full weapon holds: dice, one shot, or None where it needs no ammunition (AMM-5)."""
    if one_shot(weapon):
        return 1
    return weapon.stats.get("ammo") or None


def left_in(unit: Unit, weapon: Item) -> int | None:
    """What a unit's weapon has left; None where it needs no ammunition."""
    full = capacity(weapon)
    return None if full is None else stat(unit, stat_of(weapon.id), full)


def is_empty(unit: Unit, weapon: Item) -> bool:
    """AMM-4: whether a weapon cannot attack until it is reloaded; one that is disposable never again (AMM-7)."""
    return left_in(unit, weapon) == 0


def dice_of(unit: Unit, weapon: Item, rule: str, target: str) -> tuple[Part, ...]:
    """AMM-1: the ammunition dice that go with an attack; none for weapons that have none."""
    dice = left_in(unit, weapon)
    if not dice or one_shot(weapon):
        return ()
    reason = f"ammunition of {weapon.name}"
    return (
        roll_part(
            rule=rule, reason=reason, unit=unit.id, target=target, dice=min(dice, MAX_DICE), purpose=f"{weapon.id}/ammo"
        ),
    )


def spend(ctx: Context, unit: str, weapon: str, faces: tuple[int, ...], more: int = 0) -> Rule[None]:
    """AMM-3: after the attack, hit or miss, each die that showed a 1 is gone (D57). Sixes do nothing (AMM-2).

    But in full auto: there those that hit are gone as well, and `more` says how many (FUL-3).
    """
    item = ctx.game.items[weapon]
    left = left_in(ctx.game.units[unit], item)
    if left is None:
        return
    now = 0 if one_shot(item) else max(0, left - faces.count(1) - more)
    if now != left:
        yield AmmunitionChanged(unit=unit, item=weapon, left=now)


def in_words(unit: Unit, weapon: Item) -> str:
    """What is left, for a menu: nothing where no ammunition is needed."""
    left = left_in(unit, weapon)
    if left is None:
        return ""
    return "one shot" if one_shot(weapon) else f"ammunition {left}"
