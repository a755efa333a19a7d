"""Stress Responses and panic: what a 1 on a stress die leads to (D61, D74).

A Stress Response is a roll on the table `stress_response`, with the unit's Stress added to the die. What it leaves
behind is a condition, `response:<what>`, and whoever has one is at a disadvantage. The worst of them is `panic`, which
goes on: each of the unit's turns begins with a roll on the table `panic`, until that shows a row that brings nothing.
A significant item ends all of it (SIG-1), and so does it when no Stress is left.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from wardiary_server.game.events import ConditionChanged, TurnBegan
from wardiary_server.game.frame.queries import DISADVANTAGE, able
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import OptionSpec, Rule, Trigger
from wardiary_server.game.state import ResultRow, Unit

from .strain import STRESS, is_alien, stress_of
from .tables import PANIC, RESPONSE, befall, roll_on

KIND = "response"
"""What the condition of a Stress Response begins with: `response:trembling`."""
PLAIN = (PANIC, "prone")
"""Conditions that a Stress Response may bring, and that are what they are elsewhere."""


def respond(ctx: Context, unit: str, why: str) -> Rule[None]:
    """STN-4: a stress die showed a 1: one Stress Response, however many did (D61). None for aliens, or who is out."""
    if not able(ctx.game.units[unit]) or is_alien(ctx.game.units[unit]):
        return
    row = yield from roll_on(ctx, unit, RESPONSE, f"Stress Response ({why})", add=added(ctx, unit))
    here = ctx.game.units[unit]
    if able(here):
        kind = "" if row.condition in PLAIN else KIND
        yield from befall(ctx, unit, once(here, row, kind), "Stress Response", kind)


def added(ctx: Context, unit: str) -> int:
    """What is added to the die: the unit's Stress (D74)."""
    return stress_of(ctx.game.units[unit]) if ctx.option("zones.response_adds_stress") else 0


def once(unit: Unit, row: ResultRow, kind: str) -> ResultRow:
    """The row without its condition, where a unit has that one already: nobody trembles twice."""
    condition = f"{kind}:{row.condition}" if kind else row.condition
    return replace(row, condition="") if unit.conditions.get(condition) else row


# ---------------------------------------------------------------------------------------------- while it lasts


def rattled(ctx: Context, disadvantage: bool, unit: Unit) -> bool:
    """D74: whoever is under a Stress Response, or in panic, is at a disadvantage."""
    return disadvantage or bool(responses(unit))


def responses(unit: Unit) -> list[str]:
    """The conditions of a unit that are Stress Responses, panic among them."""
    return [name for name in unit.conditions if name == PANIC or name.startswith(f"{KIND}:")]


def panics(ctx: Context, event: TurnBegan) -> bool:
    """Whether a unit begins a turn in panic. One that loses this turn anyway does not roll."""
    unit = ctx.game.units[event.unit]
    return PANIC in unit.conditions and able(unit) and not unit.conditions.get("lost_turns")


def panic_on(ctx: Context, event: TurnBegan) -> Rule[None]:
    """D74: what a unit in panic does with its turn; a row that brings nothing is the end of it."""
    row = yield from roll_on(ctx, event.unit, PANIC, "panic", add=added(ctx, event.unit))
    here = ctx.game.units[event.unit]
    if not able(here) or PANIC not in here.conditions:  # much may have happened while that was open
        return
    yield from befall(ctx, event.unit, once(here, row, ""), "panic")
    if brings_nothing(row):
        yield ConditionChanged(unit=event.unit, condition=PANIC, value=0)


def brings_nothing(row: ResultRow) -> bool:
    """Whether a row is words alone."""
    return row == ResultRow(row.first, row.last, row.text)


# ---------------------------------------------------------------------------------------------- the end of it


def calms_down(ctx: Context, event: ConditionChanged) -> bool:
    """Whether the last of a unit's Stress is gone."""
    return event.condition == STRESS and not event.value and bool(ctx.option("zones.calm"))


def calm_down(ctx: Context, event: ConditionChanged) -> Rule[None]:
    """D74: without Stress there are no Stress Responses and no panic."""
    yield from relieve(ctx, event.unit, "no Stress is left")


def relieve(ctx: Context, unit: str, why: str) -> Rule[None]:
    """Every Stress Response of a unit is over, and its panic."""
    for condition in responses(ctx.game.units[unit]):
        yield ConditionChanged(unit=unit, condition=condition, value=0, why=why)


OPTIONS: Mapping[str, OptionSpec] = {
    "response_adds_stress": OptionSpec(
        True, "a unit's Stress is added to the die of a Stress Response, and of panic", "D74", (True, False)
    ),
    "calm": OptionSpec(
        True, "who has no Stress left is over every Stress Response, and out of panic", "D74", (True, False)
    ),
}
MODIFIERS = ((DISADVANTAGE, rattled),)
TRIGGERS = (
    Trigger(TurnBegan, panic_on, 80, panics),
    Trigger(ConditionChanged, calm_down, 0, calms_down, always=True),
)
