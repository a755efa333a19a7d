"""Stun: what some weapons do besides their damage, to whoever they hit.

Armour does not stop it; it is one more reason to stay on one's feet. The target rolls Strength, Stamina and its full AR
(before any piercing, D84), with a stress die for each Stress; an alien the health it has now and its AR. Each six takes
one off, those of stress dice too (D61), and what is left are turns lost. It is no roll of skill, and nobody pushes it.
"""

from __future__ import annotations

from collections.abc import Iterator

from wardiary_server.game.event import stat
from wardiary_server.game.events import Remarked
from wardiary_server.game.frame.gear import HELP
from wardiary_server.game.frame.harm import lose_turns
from wardiary_server.game.frame.queries import ARMOUR
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Flaw, Rule
from wardiary_server.game.state import Game, Unit

from .skills import Check, Outcome, Pool, hindered, once_more, roll_skill
from .strain import is_alien, stress_of
from .stress import respond

STUN = "stun"
"""A weapon's stat: how many turns its hit takes. Also the kind of roll against it, as gear names it."""
IMMUNE = "stun_immune"


def strike(ctx: Context, unit: str, stun: int, source: str) -> Rule[None]:
    """STN-1: a unit was hit by so much stun, whatever the damage was (D84). What is left of it costs turns (STN-6)."""
    if stun <= 0 or ctx.game.units[unit].status != "ready" or immune(ctx, ctx.game.units[unit]):
        return
    rolled = yield from resist(ctx, unit, stun, source)
    left = stun - sixes(ctx, rolled)
    if ctx.game.units[unit].status != "ready":  # it fell while the question was open
        return
    here, ignores = ctx.game.units[unit], ctx.value(HELP, ctx.game.units[unit], STUN).ignores
    if left > 0 and not ignores:
        yield from lose_turns(ctx, unit, left, f"{source}, stun {left}")
    else:
        why = f" ({', '.join(ignores)})" if left > 0 else ""
        yield Remarked(text=f"{here.name} withstands the stun{why}.", unit=unit)
    if rolled.troubled:
        yield from respond(ctx, unit, source)


def resist(ctx: Context, unit: str, stun: int, source: str) -> Rule[Outcome]:
    """The roll against so much stun, and once more where gear allows that, if it was not enough (D6)."""
    check = Check(unit, STUN, f"{source}, stun {stun}", dice_of(ctx, ctx.game.units[unit]), pushes=False)
    rolled = yield from roll_skill(ctx, check)
    return (yield from once_more(ctx, check, rolled, sixes(ctx, rolled) < stun))


def sixes(ctx: Context, rolled: Outcome) -> int:
    """STN-3: what takes stun off: each six, those of stress dice too, unless the scenario says otherwise (D61)."""
    return (rolled.dice + (rolled.stress if ctx.option("zones.stress_withstands") else ())).count(6)


def dice_of(ctx: Context, unit: Unit) -> Pool:
    """STN-2, STN-5: the dice against stun: ordinary ones, and stress dice."""
    own = stat(unit, "health", 1) if is_alien(unit) else body(unit)
    dice = own + ctx.value(ARMOUR, unit, STUN) + ctx.value(HELP, unit, STUN).bonus
    return Pool(hindered(ctx, unit, dice), stress_of(unit))


def body(unit: Unit) -> int:
    """Strength and Stamina, or the `stun_dice` that a unit states in their place (D77)."""
    return stat(unit, "stun_dice", stat(unit, "strength") + stat(unit, "stamina"))


def immune(ctx: Context, unit: Unit) -> bool:
    """Whether stun does nothing to a unit: a machine says so by a tag; gear may protect. No roll is made then (D5)."""
    return IMMUNE in unit.tags or bool(ctx.value(HELP, unit, STUN).protects)


# ---------------------------------------------------------------------------------------------- what cannot be played


def flaws(game: Game) -> Iterator[Flaw]:
    """D77: where a weapon stuns, a unit that somebody plays says what it rolls against that, or that it need not."""
    if not any(item.stats.get(STUN, 0) > 0 for item in game.items.values()):
        return
    for unit in game.units.values():
        if unit.seat and not states_resistance(unit):
            hint = f"Give it strength and stamina, or stun_dice, or the tag alien or {IMMUNE}."
            yield Flaw("units", unit.id, f"{unit.name} does not say how it stands up to stun.", hint)


def states_resistance(unit: Unit) -> bool:
    """Whether a unit says how it stands up to stun at all."""
    stated = any(name in unit.stats for name in ("stun_dice", "strength", "stamina"))
    return stated or IMMUNE in unit.tags or is_alien(unit)


STATS = {"stun_dice": "dice against stun, instead of strength and stamina; its ar is added"}
ITEM_STATS = {STUN: "stun damage of a hit, besides its damage: turns that it costs"}
TAGS = {IMMUNE: "stun does nothing to it"}
