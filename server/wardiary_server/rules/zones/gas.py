"""Gas: deadly or irritating, it fills whole zones, hurts or stops whoever breathes it, and thins out round by round.

The two agents, deadly and irritating (which the text also calls incapacitating, D14), are kept apart everywhere
(GAS-10). Armour does not help against either, gear may (GAS-2). Where the text's example has the gas thin out at the
end of the turn, it means the round (D70); all zones then flow from one snapshot of what is left (D22).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from wardiary_server.game.event import level, stat
from wardiary_server.game.events import (
    ConditionChanged,
    LevelChanged,
    Remarked,
    RoundEnding,
    TurnBegan,
    TurnEnded,
    UnitEntered,
)
from wardiary_server.game.frame.gear import AGAIN, HELP, Help, again_part
from wardiary_server.game.frame.harm import hurt, lose_turns
from wardiary_server.game.resolver import MAX_DICE, Context, ask, roll
from wardiary_server.game.rulebook import Rule
from wardiary_server.game.state import Unit

from .incapacity import LATER, begins_turn, exposed
from .skills import hindered, successes
from .space import neighbours
from .strain import gain_stress


class Agent(NamedTuple):
    """GAS-1: a kind of gas: the zone's level that holds its rating, its name, and what is left of it does to a unit."""

    level: str
    name: str
    harms: Callable[[Context, str, int, str, bool], Rule[None]]


# ---------------------------------------------------------------------------------------------- whom it harms


def enters_gas(agent: Agent, ctx: Context, event: UnitEntered) -> bool:
    """Whether a unit has come into this gas, and has to resist it."""
    return exposed(ctx, event.unit) and breathes(ctx, agent, event.unit, event.zone)


def on_entering(agent: Agent, ctx: Context, event: UnitEntered) -> Rule[None]:
    """GAS-3: whoever enters gas resists it, each time anew (D3)."""
    yield from resist(ctx, agent, event.unit, event.zone, starting=False)


def begins_in_gas(agent: Agent, ctx: Context, event: TurnBegan) -> bool:
    """Whether a unit begins its turn in this gas, and has to resist it."""
    return begins_turn(ctx, event.unit) and breathes(ctx, agent, event.unit, ctx.game.units[event.unit].zone)


def on_turn(agent: Agent, ctx: Context, event: TurnBegan) -> Rule[None]:
    """GAS-3: and whoever begins a turn in it."""
    yield from resist(ctx, agent, event.unit, ctx.game.units[event.unit].zone, starting=True)


def breathes(ctx: Context, agent: Agent, unit: str, zone: str) -> bool:
    """Whether there is gas in the zone, and the unit is neither immune to it nor protected from it (GAS-2)."""
    if not zone or not level(ctx.game.zones[zone], agent.level) or immune(ctx.game.units[unit]):
        return False
    return not help_in(ctx, agent, unit).protects


def help_in(ctx: Context, agent: Agent, unit: str) -> Help:
    """What gear helps a unit with in this gas."""
    return ctx.value(HELP, ctx.game.units[unit], agent.level)


def immune(unit: Unit) -> bool:
    """GAS-2, D77: machines and those in sealed gear say so, by a tag or a stat. No roll is made for them."""
    return "gas_immune" in unit.tags or stat(unit, "gas_immune") > 0


def resistance(unit: Unit) -> int:
    """GAS-3: how many dice a unit resists with: Strength and Stamina, or the `gas_dice` that it states (D77)."""
    return max(0, stat(unit, "gas_dice", stat(unit, "strength") + stat(unit, "stamina")))


def states_resistance(unit: Unit) -> bool:
    """Whether a unit says how it stands in gas at all. One that does not is a fault of the scenario (D77)."""
    return immune(unit) or any(name in unit.stats for name in ("gas_dice", "strength", "stamina"))


def resist(ctx: Context, agent: Agent, unit: str, zone: str, *, starting: bool) -> Rule[None]:
    """GAS-3, GAS-4: each success takes one off (D72), for this unit alone: the zone's own rating stays (GAS-7)."""
    gas = level(ctx.game.zones[zone], agent.level)
    why = f"{agent.name} {gas}"
    faces = yield from breathe(ctx, agent, unit, why)
    rerolls = help_in(ctx, agent, unit).rerolls
    if faces and rerolls and successes(ctx, faces) < gas:
        ((want,),) = yield from ask(again_part(ctx, unit, "gas", why, rerolls))
        faces = (yield from breathe(ctx, agent, unit, why)) if want == AGAIN else faces
    left = gas - successes(ctx, faces)
    if not exposed(ctx, unit):  # it fell while the question was open
        return
    here, ignores = ctx.game.units[unit], help_in(ctx, agent, unit).ignores
    if left > 0 and ignores:
        yield Remarked(text=f"{here.name}: nothing comes of it ({', '.join(ignores)}).", unit=unit)
    elif left > 0:
        yield from agent.harms(ctx, unit, left, why, starting)
    else:
        yield Remarked(text=f"{here.name} withstands the gas.", unit=unit)


def breathe(ctx: Context, agent: Agent, unit: str, why: str) -> Rule[tuple[int, ...]]:
    """The roll against the gas, with the dice that gear adds, and at a disadvantage one less (D44)."""
    here = ctx.game.units[unit]
    dice = min(hindered(ctx, here, resistance(here) + help_in(ctx, agent, unit).bonus), MAX_DICE)
    faces = yield from roll(rule="gas", reason=why, unit=unit, dice=dice, purpose=agent.level)
    return faces


def poison(ctx: Context, unit: str, left: int, why: str, starting: bool) -> Rule[None]:
    """GAS-5: a point that is left takes one health. Armour has no part in it (D16)."""
    yield from hurt(ctx, unit, left, why)


def choke(ctx: Context, unit: str, left: int, why: str, starting: bool) -> Rule[None]:
    """GAS-6: a point that is left takes one turn, and adds one stress.

    Which turn: at the start of a turn that very one, else the unit's next (D13).
    """
    if starting and ctx.option("zones.choke_at_start") == "next":
        pending = ctx.game.units[unit].conditions.get(LATER, 0)
        yield ConditionChanged(unit=unit, condition=LATER, value=pending + left, why=why)
    else:
        yield from lose_turns(ctx, unit, left, why)
    yield from gain_stress(ctx, unit, left, why)


def chokes_later(ctx: Context, event: TurnEnded) -> bool:
    """Whether the turn that is over has cost turns that come now."""
    return LATER in ctx.game.units[event.unit].conditions


def choke_later(ctx: Context, event: TurnEnded) -> Rule[None]:
    """D13, the other way: the turn that began in gas is over; the turns that it cost come now."""
    turns = ctx.game.units[event.unit].conditions[LATER]
    yield ConditionChanged(unit=event.unit, condition=LATER, value=0)
    yield from lose_turns(ctx, event.unit, turns, "gas")


DEADLY = Agent("gas_deadly", "GAS (deadly)", poison)
IRRITATING = Agent("gas_irritating", "GAS (irritating)", choke)


# ---------------------------------------------------------------------------------------------- a round's end


def lingers(agent: Agent, ctx: Context, event: RoundEnding) -> bool:
    """Whether any zone holds this gas."""
    return any(level(zone, agent.level) for zone in ctx.game.zones.values())


def at_round_end(agent: Agent, ctx: Context, event: RoundEnding) -> Rule[None]:
    """GAS-8 to GAS-11: the gas thins out, and flows to where there is less."""
    before = {zone.id: level(zone, agent.level) for zone in ctx.game.zones.values()}
    after = dispersed(before, {zone: neighbours(ctx, zone) for zone in before})
    for zone in before:
        if after[zone] != before[zone]:
            why = "it thins out" if after[zone] < before[zone] else "it flows in"
            yield LevelChanged(zone=zone, level=agent.level, value=after[zone], why=why)


def dispersed(gas: Mapping[str, int], next_to: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """The ratings after a round: each one less (GAS-8), then up to one less than the highest next to it (GAS-9).

    Both from one snapshot (GAS-11), so that what has just flowed in flows no further. A zone is raised once, never by
    a sum, and never lowered (D23).
    """
    thinned = {zone: max(0, rating - 1) for zone, rating in gas.items()}
    return {zone: max([rating, *(thinned[other] - 1 for other in next_to[zone])]) for zone, rating in thinned.items()}
