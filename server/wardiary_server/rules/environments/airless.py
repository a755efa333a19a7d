"""Airless: vacuum, lost atmosphere, whatever lies open to space (ENV-6 to 11).

A unit rolls when it comes in (ENV-7) and when its turn begins inside (ENV-8). Success: nothing. Blank: 1 damage, or
what the scenario put in its place (ENV-9). It stays Airless until something restores the air; sealing the Breach
alone does not (ENV-10, ENV-11; see `breaches`).

When rolls are due is in `exposure`, how often in `once`, what counts as Airless in `areas`.
"""

from __future__ import annotations

from .areas import AIRLESS
from .exposure import triggers

PRIORITY = 10
"""Before everything else that happens at the same point (D10)."""

TRIGGERS = triggers(AIRLESS, PRIORITY)
