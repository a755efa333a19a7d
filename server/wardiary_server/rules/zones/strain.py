"""Stress as a number: a unit's condition `stress`. What it does to rolls is in `skills`."""

from __future__ import annotations

from wardiary_server.game.events import ConditionChanged
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Rule
from wardiary_server.game.state import Unit

STRESS = "stress"
"""The condition that is a unit's Stress."""
ALIEN = "alien"
"""A unit of this kind, or with this tag, knows no Stress: it has no stress dice, gains none, and pushes nothing."""


def is_alien(unit: Unit) -> bool:
    """Whether a unit is an alien: by its kind, or by its tag."""
    return unit.kind == ALIEN or ALIEN in unit.tags


def stress_of(unit: Unit) -> int:
    """A unit's Stress, and so its stress dice."""
    return 0 if is_alien(unit) else unit.conditions.get(STRESS, 0)


def gain_stress(ctx: Context, unit: str, amount: int, why: str) -> Rule[None]:
    """A unit has so much Stress more, or less but never below none; nothing happens to an alien."""
    now = ctx.game.units[unit]
    value = max(0, stress_of(now) + amount)
    if not is_alien(now) and value != stress_of(now):
        yield ConditionChanged(unit=unit, condition=STRESS, value=value, why=why)
