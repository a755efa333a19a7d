"""The referee's hand. It *puts*: nothing is triggered, unless `with_rules` is ticked. Each act has its reason.

    hand      what all of them share: the reason, the rules, words that the rulebooks declare
    harming   moves, hurts, heals, brings down, brings back
    traits    a unit's stats and conditions, what it carries
    roster    units that come, and units that are taken off
    ground    zones' levels, doors
    placing   areas and markers
    pacing    scores and turns

What belongs to a rulebook (Breaches, explosions, containment) stands there. Triggers with `always` run all the same:
whoever has no health left goes down, and whoever goes down has had their turn.
"""

from __future__ import annotations

from . import ground, harming, pacing, placing, roster, traits

ACTIONS = (
    *harming.ACTIONS,
    *traits.ACTIONS,
    *roster.ACTIONS,
    *ground.ACTIONS,
    *placing.ACTIONS,
    *pacing.ACTIONS,
)
"""The command table's rows of the referee."""

__all__ = ["ACTIONS"]
