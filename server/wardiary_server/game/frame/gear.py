"""Gear and special rules: what helps a unit with a roll, and in which of four ways (D5).

They are data of the scenario, carried by units or by their items; none has a meaning of its own. When a roll is made
is for the rule that asks for it to say; what is here only says how it is resolved (ENV-3).
"""

from __future__ import annotations

from typing import NamedTuple

from ..resolver import Context
from ..rulebook import Query
from ..state import Special, Unit


class Help(NamedTuple):
    """What helps a unit with one kind of roll: the names of what protects, ignores or lets it roll again, and dice."""

    protects: tuple[str, ...] = ()
    ignores: tuple[str, ...] = ()
    rerolls: tuple[str, ...] = ()
    bonus: int = 0


def specials(ctx: Context, unit: Unit) -> tuple[Special, ...]:
    """The special rules of a unit and of what it carries, each once."""
    carried = [ctx.game.items[item] for item in unit.items if item in ctx.game.items]
    names = dict.fromkeys((*unit.specials, *(name for item in carried for name in item.specials)))
    return tuple(ctx.game.specials[name] for name in names if name in ctx.game.specials)


def base_help(ctx: Context, unit: Unit, against: str) -> Help:
    """What its special rules say about this kind of roll."""
    own = [special for special in specials(ctx, unit) if against in special.against]

    def names(does: str) -> tuple[str, ...]:
        return tuple(special.name for special in own if special.does == does)

    bonus = sum(special.bonus for special in own if special.does == "bonus")
    return Help(names("protect"), names("ignore"), names("reroll"), bonus)


HELP: Query[Help] = Query("help", base_help)
"""What helps a unit with a kind of roll: (unit, `airless` | `hazard` | `gas_deadly` | …, as the rulebooks name it)."""
