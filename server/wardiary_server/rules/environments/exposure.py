"""What Airless and Environmental Hazards have in common: who rolls, when, and how often.

A unit rolls when it comes into an area from outside, and when its turn begins inside. Leaving asks for nothing, nor
does anything that happens in place. An area that comes over a unit is not entered either: the unit rolls when its
next turn begins (D8), unless `roll_on_create` says at once.
"""

from __future__ import annotations

from collections.abc import Callable

from wardiary_server.game.board import place_of
from wardiary_server.game.events import AreaPlaced, Remarked, TurnBegan, UnitEntered, UnitMoved
from wardiary_server.game.geometry.places import covers
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Rule, Trigger
from wardiary_server.game.state import Area

from .areas import HAZARD, covering, entered, environment, name_of
from .once import is_marked, mark, own_label
from .overrides import is_harmless, suffer
from .symbol import Cast, help_with, succeeds


def triggers(kind: str, priority: int) -> tuple[Trigger, ...]:
    """Everything that makes a unit roll for one environment, at its place among the triggers (D10)."""

    def on_entering(ctx: Context, event: UnitEntered | UnitMoved) -> Rule[None]:
        yield from expose(ctx, event.unit, entered(ctx.game, kind, event))

    def on_beginning(ctx: Context, event: TurnBegan) -> Rule[None]:
        yield from expose(ctx, event.unit, covering(ctx.game, kind, place_of(ctx.game.units[event.unit])))

    def on_creating(ctx: Context, event: AreaPlaced) -> Rule[None]:
        for unit in overrun(ctx, event.area):
            yield from expose(ctx, unit, [event.area])

    return (
        Trigger(UnitEntered, on_entering, priority, any_area),
        Trigger(UnitMoved, on_entering, priority, any_area),
        Trigger(TurnBegan, on_beginning, priority, turn_may_roll),
        Trigger(AreaPlaced, on_creating, priority, created_may_roll(kind)),
    )


def any_area(ctx: Context, event: object) -> bool:
    """Most games have zones without any area; those are spared the rest."""
    return bool(ctx.game.areas)


def turn_may_roll(ctx: Context, event: TurnBegan) -> bool:
    """D12: a turn that is lost begins all the same, unless the scenario decided otherwise."""
    lost = ctx.game.units[event.unit].conditions.get("lost_turns")
    return any_area(ctx, event) and not (lost and not ctx.option("environments.roll_in_lost_turn"))


def created_may_roll(kind: str) -> Callable[[Context, AreaPlaced], bool]:
    """D8: an area that comes over units asks them at once only where the scenario says so."""

    def when(ctx: Context, event: AreaPlaced) -> bool:
        return environment(event.area) == kind and bool(ctx.option("environments.roll_on_create"))

    return when


def overrun(ctx: Context, area: Area) -> list[str]:
    """The units in an area that were not in what it was when this entry began, by id."""
    was = ctx.state.game.areas.get(area.id)
    known = was is not None and environment(was) == environment(area)
    inside = [u for u in ctx.game.units.values() if covers(ctx.game, area, place_of(u))]
    return sorted(u.id for u in inside if not (known and was and covers(ctx.game, was, place_of(u))))


def expose(ctx: Context, unit: str, areas: list[Area]) -> Rule[None]:
    """A unit rolls for these areas, first to last: once for all that share a mark, by the effect of the first (D38)."""
    for area in areas:
        if is_due(ctx, unit, area):
            yield mark(ctx, unit, area)
            if (yield from succeeds(ctx, cast_of(unit, area))):
                continue
            if ctx.game.units[unit].status == "ready":
                yield from blank(ctx, unit, area)


def cast_of(unit: str, area: Area) -> Cast:
    """The roll for an area. Special rules may help with its environment, or with what it is labelled."""
    kind = environment(area)
    kinds = (kind, f"{HAZARD}:{area.label}") if kind == HAZARD and area.label else (kind,)
    return Cast(unit, kind, name_of(area), kinds, own_label(area))


def blank(ctx: Context, unit: str, area: Area) -> Rule[None]:
    """A Blank: what the area does to the unit, unless a special rule of it makes that nothing (ENV-5)."""
    ignores = help_with(ctx, cast_of(unit, area)).ignores
    if ignores:
        yield Remarked(text=f"{ctx.game.units[unit].name}: nothing comes of it ({', '.join(ignores)}).", unit=unit)
    else:
        yield from suffer(ctx, unit, area)


def is_due(ctx: Context, unit: str, area: Area) -> bool:
    """Whether a unit has to roll for an area now. Who is down, dead or not on the board does not (D11, D12).

    Nor does who is protected, and no mark is set then: outside the suit the same area asks at once (D5).
    """
    here = ctx.game.units[unit]
    return (
        here.status == "ready"
        and covers(ctx.game, area, place_of(here))
        and area.id in ctx.game.areas
        and not is_harmless(area)
        and not is_marked(ctx, unit, area)
        and not help_with(ctx, cast_of(unit, area)).protects
    )
