"""What a turn buys (D71): all of it is in the table below, and nothing about it is anywhere else.

`buys` is what a unit has when its turn begins; *speed* stands for its speed in zones. `pays` says which of these each
kind of thing may be paid with, the first that suffices.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..events import Spent
from ..resolver import Context
from ..rulebook import Query, Refused, Rule
from ..state import Unit
from .queries import SPEED

SPEED_MANY = -1
"""In `buys`: as many as the unit's speed."""


@dataclass(frozen=True)
class Economy:
    """One way to count what a turn buys."""

    buys: Mapping[str, int]
    pays: Mapping[str, tuple[str, ...]]
    steps: bool  # a move is paid zone by zone; else one payment moves a unit its whole speed


MOVE_AND_ACT = Economy(
    buys={"move": SPEED_MANY, "action": 1},
    pays={
        "move": ("move",),
        "attack": ("action",),
        "special": ("action",),
        "quick": ("move", "action"),
        "stand": ("move",),
    },
    steps=True,
)

ECONOMIES: Mapping[str, Economy] = {
    "slow-quick": Economy(
        buys={"slow": 1, "quick": 1},
        pays={
            "move": ("quick", "slow"),
            "attack": ("slow",),
            "special": ("slow",),
            "quick": ("quick", "slow"),
            "stand": ("quick", "slow"),
        },
        steps=False,
    ),
    "activation": MOVE_AND_ACT,
    "focus": MOVE_AND_ACT,  # to focus for the whole turn instead is a command of the rules that have it
}


def economy(ctx: Context) -> Economy:
    """The economy that this game plays by."""
    return ECONOMIES[str(ctx.option("frame.economy"))]


def base_buys(ctx: Context, unit: Unit) -> Mapping[str, int]:
    """What the game's economy gives to everybody."""
    speed = max(0, ctx.value(SPEED, unit))
    return {name: speed if n == SPEED_MANY else n for name, n in economy(ctx).buys.items()}


BUYS: Query[Mapping[str, int]] = Query("buys", base_buys)
"""What a unit's turn buys when it begins: (unit)."""


def purse(ctx: Context, unit: Unit) -> Mapping[str, int]:
    """What a unit may still spend: what is left of its turn, or what a turn would buy."""
    left = ctx.game.clock.active.get(unit.id)
    return ctx.value(BUYS, unit) if left is None else left


def price(ctx: Context, unit: Unit, kind: str) -> int:
    """How much of a coin one thing takes: standing up half the speed where moves are counted in zones (D76)."""
    if kind == "stand" and economy(ctx).steps:
        return max(1, (ctx.value(SPEED, unit) + 1) // 2)
    return 1


def coin(ctx: Context, unit: Unit, kind: str, times: int = 1) -> str:
    """The coin that pays for it. Raises `Refused`: `no_action`."""
    left = purse(ctx, unit)
    for name in economy(ctx).pays[kind]:
        if left.get(name, 0) >= price(ctx, unit, kind) * times:
            return name
    have = ", ".join(f"{n} {name}" for name, n in left.items() if n) or "nothing"
    raise Refused("no_action", f"{unit.name} cannot pay for that: {have} left of this turn.")


def can_pay(ctx: Context, unit: str, kind: str) -> bool:
    """Whether a unit has what a thing of this kind costs: for rules that must not fail once they have begun."""
    payer = ctx.game.units[unit]
    return any(purse(ctx, payer).get(name, 0) >= price(ctx, payer, kind) for name in economy(ctx).pays[kind])


def pay(ctx: Context, unit: str, kind: str, times: int = 1) -> Rule[None]:
    """Spend what one thing of this kind costs."""
    payer = ctx.game.units[unit]
    name = coin(ctx, payer, kind, times)
    left = dict(purse(ctx, payer))
    left[name] -= price(ctx, payer, kind) * times
    yield Spent(unit=unit, left=left)
