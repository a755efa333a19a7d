"""What a turn buys (D71): all of it is in the table below, and nothing about it is anywhere else.

`buys` is what a unit has when its turn begins; *speed* stands for its speed. `pays` says which of these each kind of
thing may be paid with, the first that suffices. Where moves are counted in steps, a step is a zone; on a board in
inches it is a thousandth of an inch, and what would cost a zone costs `frame.step` inches.

To *focus* is the exception: it needs a turn of which nothing was spent, and spends all of it. In an economy that does
not know the word that is the same: the special action, and with it everything else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..events import Spent
from ..geometry.points import INCH, inches, rounded_down, rounded_up
from ..resolver import Context
from ..rulebook import Query, Refused, Rule
from ..state import Unit
from .queries import SPEED

SPEED_MANY = -1
"""In `buys`: as many as the unit's speed."""

FOCUS = "focus"
"""What takes a whole turn (001)."""


@dataclass(frozen=True)
class Economy:
    """One way to count what a turn buys."""

    buys: Mapping[str, int]
    pays: Mapping[str, tuple[str, ...]]
    steps: bool  # a move is paid as it is made; else one payment moves a unit its whole speed


MOVE_AND_ACT = Economy(
    buys={"move": SPEED_MANY, "action": 1},
    pays={
        "move": ("move",),
        "attack": ("action",),
        "special": ("action",),
        "quick": ("move", "action"),
        "stand": ("move",),
        "stand_whole": ("move",),
        FOCUS: ("action",),
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
            "stand_whole": ("slow",),
            FOCUS: ("slow",),
        },
        steps=False,
    ),
    "activation": MOVE_AND_ACT,
    "focus": MOVE_AND_ACT,  # or focus for the whole turn, which the commands that need it pay
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


def price(ctx: Context, unit: Unit, kind: str, name: str) -> int:
    """How much of the coin `name` one thing takes: standing up half the speed where moves are counted (D76)."""
    if kind == "stand":
        return price_of_standing(ctx, unit, name)
    if name != "move":
        return 1
    return ctx.number("frame.step") * INCH if ctx.game.measure == "board" else 1


def price_of_standing(ctx: Context, unit: Unit, name: str) -> int:
    """D76: one action, or half the move; all of it, or nothing, where the scenario says so."""
    how = ctx.option("frame.stand")
    if how == "nothing" or name != "move":
        return 0 if how == "nothing" else 1
    speed = ctx.value(SPEED, unit)
    return max(1, speed if how == "whole" else (speed + 1) // 2)


def cost_text(ctx: Context, n: int, name: str, left: int) -> str:
    """What a thing costs that so much of a coin is left for, in words."""
    return in_words(ctx, n, name, rounded_up(n, left))


def left_text(ctx: Context, n: int, name: str) -> str:
    """So much of a coin that is left, in words."""
    return in_words(ctx, n, name, rounded_down(n))


def in_words(ctx: Context, n: int, name: str, length: str) -> str:
    """So much of a coin; `length` says it where it is a length."""
    if not n:
        return "nothing"
    return f"{inches(length)} of its move" if name == "move" and ctx.game.measure == "board" else f"{n} {name}"


def coin(ctx: Context, unit: Unit, kind: str, times: int = 1) -> str:
    """The coin that pays for it. Raises `Refused`: `no_action`."""
    left = purse(ctx, unit)
    if kind == FOCUS and not is_whole(ctx, unit):
        raise Refused("no_action", f"{unit.name} has to focus for a whole turn, and part of this one is spent.")
    for name in economy(ctx).pays[kind] if kind != "stand" else to_stand(ctx):
        if left.get(name, 0) >= price(ctx, unit, kind, name) * times:
            return name
    have = ", ".join(left_text(ctx, n, name) for name, n in left.items() if n) or "nothing"
    raise Refused("no_action", f"{unit.name} cannot pay for that: {have} left of this turn.")


def to_stand(ctx: Context) -> tuple[str, ...]:
    """What standing up may be paid with (D76)."""
    return economy(ctx).pays["stand_whole" if ctx.option("frame.stand") == "whole" else "stand"]


def is_whole(ctx: Context, unit: Unit) -> bool:
    """Whether a unit has spent nothing of its turn, or has not begun it."""
    left = purse(ctx, unit)
    return all(left.get(name, 0) >= n for name, n in ctx.value(BUYS, unit).items())


def without_actions(ctx: Context, left: Mapping[str, int]) -> Mapping[str, int]:
    """What a unit may spend that can take no action: what pays for attacks and special actions is gone."""
    pays = economy(ctx).pays
    return {name: 0 if name in (*pays["attack"], *pays["special"]) else n for name, n in left.items()}


def can_pay(ctx: Context, unit: str, kind: str) -> bool:
    """Whether a unit has what a thing of this kind costs: for rules that must not fail once they have begun."""
    try:
        return bool(coin(ctx, ctx.game.units[unit], kind))
    except Refused:
        return False


def pay(ctx: Context, unit: str, kind: str, times: int = 1) -> Rule[None]:
    """Spend what one thing of this kind costs."""
    payer = ctx.game.units[unit]
    name = coin(ctx, payer, kind, times)
    left = dict(purse(ctx, payer))
    left[name] -= price(ctx, payer, kind, name) * times
    yield Spent(unit=unit, left=dict.fromkeys(left, 0) if kind == FOCUS else left)


def pay_way(ctx: Context, unit: str, far: int) -> Rule[None]:
    """Spend so many thousandths of an inch of a move, or what is left of it where that is less."""
    left = dict(purse(ctx, ctx.game.units[unit]))
    left["move"] = max(0, left.get("move", 0) - far)
    yield Spent(unit=unit, left=left)
