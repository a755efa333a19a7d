"""Defense, and what gets through it: damage that meets or beats a unit's Defense is a wound (D87).

A unit states its Defense as a number (`defense`) or as the faces of a die (`defense_die`), which is rolled each time.
Wounds are counted in health, as everywhere; a unit that states no health has 1. Who states no Defense has none.
"""

from __future__ import annotations

from typing import NamedTuple

from wardiary_server.game.event import stat
from wardiary_server.game.frame.harm import hurt
from wardiary_server.game.frame.queries import DISADVANTAGE
from wardiary_server.game.resolver import Context, ask, roll_part
from wardiary_server.game.rulebook import Query, Rule
from wardiary_server.game.state import Part, Unit


class Defense(NamedTuple):
    """A unit's Defense: a number, or a die of so many faces."""

    number: int = 0
    die: int = 0


def stated(ctx: Context, unit: Unit) -> Defense:
    """What the unit states."""
    return Defense(stat(unit, "defense"), stat(unit, "defense_die"))


DEFENSE: Query[Defense] = Query("defense", stated)
"""A unit's Defense: (unit)."""


def defends(ctx: Context, units: tuple[str, ...], rule: str, source: str) -> Rule[dict[str, int]]:
    """What each unit's Defense is against this: its number, or what its die shows. All dice are asked for at once.

    At a disadvantage two dice are rolled and the lower counts (D44).
    """
    known = {unit: ctx.value(DEFENSE, ctx.game.units[unit]) for unit in units}
    rolling = [unit for unit in units if known[unit].die]
    shown = yield from ask(*(die_of(ctx, unit, known[unit].die, rule, source) for unit in rolling))
    rolled = {unit: min(faces) for unit, faces in zip(rolling, shown, strict=True)}
    return {unit: rolled.get(unit, known[unit].number) for unit in units}


def die_of(ctx: Context, unit: str, sides: int, rule: str, source: str) -> Part:
    """A unit's Defense die, as one part of a question."""
    worse = ctx.value(DISADVANTAGE, ctx.game.units[unit])
    reason = f"Defense against {source}{', the lower of two' if worse else ''}"
    return roll_part(rule=rule, reason=reason, unit=unit, dice=2 if worse else 1, sides=sides, purpose="defense")


def strike(ctx: Context, units: tuple[str, ...], damage: int, rule: str, source: str) -> Rule[None]:
    """Damage to all of these: a wound to each whose Defense it meets or beats. It is told even where it does not."""
    standing = tuple(unit for unit in units if ctx.game.units[unit].status == "ready")
    defense = yield from defends(ctx, standing, rule, source)
    for unit in standing:
        if ctx.game.units[unit].status == "ready":
            wounds = 1 if damage >= defense[unit] else 0
            yield from hurt(ctx, unit, wounds, f"{source}: {damage} against Defense {defense[unit]}")
