"""Homing weapons: against the kind of target that they are made for they attack with dice of their own."""

from __future__ import annotations

from wardiary_server.game.state import Item, Unit

HOMING = "homing:"
"""`"homing:aircraft" = 8` on a weapon: Homing (Aircraft) 8. The word is the `kind` of a unit."""


def homing_at(weapon: Item, target: Unit) -> int:
    """HOM-1: the dice that replace attribute, skill and stress dice against this target; 0 against others (HOM-2)."""
    return max(0, weapon.stats.get(HOMING + target.kind, 0))


def kinds(weapon: Item) -> dict[str, int]:
    """What a weapon homes on, with its dice."""
    return {stat.removeprefix(HOMING): dice for stat, dice in weapon.stats.items() if stat.startswith(HOMING)}
