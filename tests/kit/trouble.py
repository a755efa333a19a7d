"""A rulebook that makes trouble on purpose: nested questions, many parts, choices, a round's end that asks."""

from __future__ import annotations

from collections.abc import Iterable

from wardiary_server.game.board import graph
from wardiary_server.game.events import LevelChanged, MarkSet, RoundEnding, UnitEntered, UnitHurt
from wardiary_server.game.frame.harm import hurt
from wardiary_server.game.frame.queries import able
from wardiary_server.game.resolver import Context, ask, choice_part, choose, roll, roll_part
from wardiary_server.game.rulebook import Rule, Rulebook, Trigger


def hazard(ctx: Context, event: UnitEntered) -> Rule[None]:
    """Once a round, whoever enters rolls; 1 to 3 costs a wound."""
    unit = ctx.game.units[event.unit]
    if unit.marks.get("hazard") == ctx.game.clock.round or not able(unit):
        return
    yield MarkSet(unit=unit.id, mark="hazard", round=ctx.game.clock.round)
    faces = yield from roll(rule="hazard", reason="hazard", unit=event.unit, dice=1)
    if faces[0] <= 3 and able(ctx.game.units[event.unit]):
        yield from hurt(ctx, event.unit, 1, "hazard")


def gun(ctx: Context, event: UnitEntered) -> Rule[None]:
    """Two parts at once: one for the seat, one for the table."""
    if not able(ctx.game.units[event.unit]):
        return
    shot, ammo = yield from ask(
        roll_part(rule="gun", reason="the gun", unit=event.unit, dice=2),
        roll_part(rule="gun", reason="its ammunition", target=event.zone, dice=1),
    )
    if shot.count(6) and ammo[0] != 1 and able(ctx.game.units[event.unit]):
        yield from hurt(ctx, event.unit, shot.count(6), "the gun")


def panic(ctx: Context, event: UnitHurt) -> Rule[None]:
    """A trigger of a trigger that asks as well: a choice, then a roll."""
    (how,) = yield from choose(
        rule="panic",
        reason="panic",
        unit=event.unit,
        options=[("freeze", "freeze"), ("run", "run")],
        default=("freeze",),
    )
    if how == "run":
        faces = yield from roll(rule="panic", reason="running", unit=event.unit, dice=1)
        near = graph(ctx.game).neighbours(ctx.game.units[event.unit].zone)
        if near and faces[0] > 2 and able(ctx.game.units[event.unit]):
            here = ctx.game.units[event.unit].zone
            yield UnitEntered(unit=event.unit, zone=near[faces[0] % len(near)], came=here, how="forced")


def is_shaken(ctx: Context, event: UnitHurt) -> bool:
    return event.health == 2


def smoulder(ctx: Context, event: RoundEnding) -> Rule[None]:
    """The round's end: all rolls first, from one snapshot, then a choice for each 6."""
    burning = [zone.id for zone in ctx.game.zones.values() if zone.levels.get("fire")]
    rolls = yield from ask(*fire_parts(ctx, burning))
    for zone, faces in zip(burning, rolls, strict=True):
        left = max(0, ctx.game.zones[zone].levels.get("fire", 0) - faces.count(1))
        yield LevelChanged(zone=zone, level="fire", value=left)
        near = graph(ctx.game).neighbours(zone)
        if faces.count(6) and near and left > 1:
            part = choice_part(
                rule="fire", reason="where it spreads", seat="blue", options=[(z, z) for z in near], default=(near[0],)
            )
            ((to,),) = yield from ask(part)
            yield LevelChanged(zone=to, level="fire", value=left - 1)


def fire_parts(ctx: Context, burning: Iterable[str]) -> list:
    return [
        roll_part(
            rule="fire", reason="fire", target=zone, dice=ctx.game.zones[zone].levels["fire"], seat="red", purpose="end"
        )
        for zone in burning
    ]


def enters(*zones: str):
    def when(ctx: Context, event: UnitEntered) -> bool:
        return event.zone in zones

    return when


TROUBLE = Rulebook(
    name="trouble",
    triggers=(
        Trigger(UnitEntered, hazard, 10, enters("b", "c")),
        Trigger(UnitEntered, gun, 20, enters("c", "e")),
        Trigger(UnitHurt, panic, 30, is_shaken),
        Trigger(RoundEnding, smoulder, 100),
    ),
)
