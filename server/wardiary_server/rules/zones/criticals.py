"""Critical injuries: what else befalls whoever a hit brings to health 0, and weapons that are less lethal."""

from __future__ import annotations

from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Rule
from wardiary_server.game.state import Item

from .tables import CRITICAL, befall, roll_on

LESS_LETHAL = "less_lethal"
"""A weapon's tag."""


def is_less_lethal(weapon: Item) -> bool:
    """LLW-1: whether a lethal critical injury from this weapon is rolled once more."""
    return LESS_LETHAL in weapon.tags


def injure(ctx: Context, unit: str, source: str, *, less_lethal: bool = False) -> Rule[None]:
    """D74: a unit that a hit has brought down rolls for a critical injury, one that stays until it is treated.

    LLW-1: a lethal one of a less lethal weapon is rolled once more, and that second result stands, whatever it is.
    """
    if not ctx.option("zones.criticals"):
        return
    row = yield from roll_on(ctx, unit, CRITICAL, f"critical injury ({source})")
    if row.lethal and less_lethal:
        row = yield from roll_on(ctx, unit, CRITICAL, f"critical injury again ({source}, less lethal)", purpose="again")
    if ctx.game.units[unit].status == "down":  # the referee may have helped it up, or buried it, while that was open
        yield from befall(ctx, unit, row, "critical injury", CRITICAL)
