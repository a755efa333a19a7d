"""Gear and special rules: what helps a unit with a roll, and in which of four ways (D5).

They are data of the scenario, carried by units or by their items; none has a meaning of its own (D37). When a roll is
made is for the rule that asks for it to say; what is here only says how it is resolved (ENV-3).
"""

from __future__ import annotations

from typing import NamedTuple

from ..resolver import Context, choice_part
from ..rulebook import Query
from ..state import Game, Part, Special, Unit

AGAIN = "again"


class Help(NamedTuple):
    """What helps a unit with one kind of roll: the names of what protects, ignores or lets it roll again, and dice."""

    protects: tuple[str, ...] = ()
    ignores: tuple[str, ...] = ()
    rerolls: tuple[str, ...] = ()
    bonus: int = 0


def specials(game: Game, unit: Unit) -> tuple[Special, ...]:
    """The special rules of a unit and of what it carries, each once."""
    carried = [game.items[item] for item in unit.items if item in game.items]
    names = dict.fromkeys((*unit.specials, *(name for item in carried for name in item.specials)))
    return tuple(game.specials[name] for name in names if name in game.specials)


def base_help(ctx: Context, unit: Unit, *kinds: str) -> Help:
    """What its special rules say about a roll that goes by these names. One that lists several of them counts once."""
    own = [special for special in specials(ctx.game, unit) if not set(kinds).isdisjoint(special.against)]

    def names(does: str) -> tuple[str, ...]:
        return tuple(special.name for special in own if special.does == does)

    bonus = sum(special.bonus for special in own if special.does == "bonus")
    return Help(names("protect"), names("ignore"), names("reroll"), bonus)


HELP: Query[Help] = Query("help", base_help)
"""What helps a unit with a roll: (unit, `airless` | `hazard` | `gas_deadly` | …: the names that rulebooks give it)."""


def again_part(ctx: Context, unit: str, rule: str, reason: str, rerolls: tuple[str, ...]) -> Part:
    """D6: whether a roll that failed is made once more. It is the same roll, not a second one.

    The answer is `(AGAIN,)` where it is. Likely it is, and by `frame.reroll` nobody is asked.
    """
    return choice_part(
        rule=rule,
        reason=f"{reason}: roll again",
        unit=unit,
        options=((AGAIN, f"once more ({', '.join(rerolls)})"), ("keep", "let it stand")),
        default=(AGAIN,),
        asks=ctx.option("frame.reroll") == "ask",
    )
