"""Losing and regaining health, going down, losing turns: what rulebooks call and never fold themselves."""

from __future__ import annotations

from ..event import stat
from ..events import ConditionChanged, StatusChanged, UnitHealed, UnitHurt
from ..resolver import Context
from ..rulebook import Rule


def hurt(ctx: Context, unit: str, amount: int, source: str) -> Rule[None]:
    """`unit` loses health, never below 0. What follows at 0 is `at_zero`."""
    victim = ctx.game.units[unit]
    health = max(0, stat(victim, "health", 1) - amount)
    yield UnitHurt(unit=unit, amount=amount, health=health, source=source)


def heal(ctx: Context, unit: str, amount: int, source: str) -> Rule[None]:
    """`unit` regains health, never above what it began with; one that was down gets up."""
    patient = ctx.game.units[unit]
    now = stat(patient, "health", 1)
    health = min(stat(patient, "max_health", now + amount), now + amount)
    yield UnitHealed(unit=unit, amount=health - now, health=health, source=source)
    if patient.status == "down" and health > 0:
        yield StatusChanged(unit=unit, status="ready")


def wake(ctx: Context, unit: str, why: str = "") -> Rule[None]:
    """`unit` is awake, if it was unconscious."""
    if ctx.game.units[unit].conditions.get("unconscious"):
        yield ConditionChanged(unit=unit, condition="unconscious", value=0, why=why)


def at_zero(ctx: Context, event: UnitHurt) -> Rule[None]:
    """D74: at health 0 a unit is down, or dead where it states `dies`."""
    unit = ctx.game.units[event.unit]
    yield StatusChanged(unit=unit.id, status="dead" if "dies" in unit.tags else "down")


def is_at_zero(ctx: Context, event: UnitHurt) -> bool:
    """Whether a unit that stood has no health left."""
    return event.health <= 0 and ctx.game.units[event.unit].status == "ready"


def lose_turns(ctx: Context, unit: str, turns: int, why: str) -> Rule[None]:
    """INC-1: lost turns add up, whatever they come from."""
    if turns > 0:
        now = ctx.game.units[unit].conditions.get("lost_turns", 0)
        yield ConditionChanged(unit=unit, condition="lost_turns", value=now + turns, why=why)
