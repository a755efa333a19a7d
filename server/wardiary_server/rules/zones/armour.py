"""Armour: what it takes off a hit, and what an attack's piercing takes off the armour."""

from __future__ import annotations

from wardiary_server.game.frame.harm import hurt
from wardiary_server.game.frame.queries import ARMOUR
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Rule

from .criticals import injure


def damage_left(ar: int, ap: int, damage: int) -> int:
    """What gets through: piercing lowers the armour (ARM-1), what is left of that lowers the damage (ARM-2).

    Armour below nothing adds none (ARM-3), and damage is never less than none (ARM-4).
    """
    return max(0, damage - max(0, ar - ap))


def hit(
    ctx: Context, unit: str, *, ap: int, damage: int, against: str, source: str, less_lethal: bool = False
) -> Rule[None]:
    """A unit is hit, and loses what its armour lets through. It is told even if that is nothing (D15).

    Whoever that brings down has a critical injury besides (D74).
    """
    victim = ctx.game.units[unit]
    if victim.status != "ready":  # a question may have been open since; whoever fell meanwhile is past hurting
        return
    ar = ctx.value(ARMOUR, victim, against)
    yield from hurt(ctx, unit, damage_left(ar, ap, damage), source)
    if ctx.game.units[unit].status == "down":
        yield from injure(ctx, unit, source, less_lethal=less_lethal)
