"""One Environment asks a unit for one roll in a turn (ENV-2, ENV-34): the mark, and how long it counts.

A unit is marked when its roll is *asked for*, before any die is thrown (D4): whoever is dragged out and in again while
the dice are still in somebody's hand rolls no second time. Nothing takes a mark back but an undo; a second turn in the
same round asks for no second roll either (D2).
"""

from __future__ import annotations

from wardiary_server.game.events import MarkSet
from wardiary_server.game.resolver import Context
from wardiary_server.game.state import Area

from .areas import ALIASES, HAZARD, environment
from .overrides import has_own_effect


def mark_of(area: Area) -> str:
    """What the one roll is counted under: the environment, and its own label where it rolls for itself (D1, D38)."""
    label = own_label(area)
    return f"{environment(area)}:{label}" if label else environment(area)


def own_label(area: Area) -> str:
    """The label of a Hazard that rolls for itself: one that the scenario both labels and gives its own effect.

    The names under which a Hazard goes anyway (ENV-32) are no labels.
    """
    word = area.label.strip().lower().replace(" ", "_").replace("-", "_")
    plain = word in ALIASES or word == HAZARD
    return "" if plain or environment(area) != HAZARD or not has_own_effect(area) else area.label


def window(ctx: Context, unit: str) -> int:
    """The turn that a roll counts for, as a number that grows.

    By default it is the round (D1). With `once_per = "activation"` a round has three: before the unit's own turn, that
    turn, and after it.
    """
    clock = ctx.game.clock
    if ctx.option("environments.once_per") == "round":
        return clock.round
    if unit in clock.active:
        return 3 * clock.round + 1
    return 3 * clock.round + (2 if unit in clock.done else 0)


def is_marked(ctx: Context, unit: str, area: Area) -> bool:
    """Whether a unit has been asked for this roll already."""
    return ctx.game.units[unit].marks.get(mark_of(area)) == window(ctx, unit)


def mark(ctx: Context, unit: str, area: Area) -> MarkSet:
    """It is being asked for now."""
    return MarkSet(unit=unit, mark=mark_of(area), round=window(ctx, unit))
