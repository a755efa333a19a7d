"""Beam weapons: the farther away, the less they do."""

from __future__ import annotations

from wardiary_server.game.state import Item

from .space import Band

PAST_SHORT: dict[Band, int] = {"engaged": 0, "short": 0, "medium": 1, "long": 2, "extreme": 3}
"""Range bands past short (D64): in contact counts as short."""


def weakened(weapon: Item, damage: int, band: Band) -> int:
    """BEA-1: Beam n takes n off damage, and off stun, for each band past short, to none at least. AP stays (D83)."""
    return max(0, damage - weapon.stats.get("beam", 0) * PAST_SHORT[band])
