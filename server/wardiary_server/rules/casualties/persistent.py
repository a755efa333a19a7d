"""Dangerous effects that last: gas, radiation, poison, in areas whose damage the scenario states (DNG-1).

Once a round such an effect is applied to a unit that is vulnerable to it and has nothing that protects it (DNG-2): when
it comes in from outside, or when it begins a turn inside (D50). There is no roll for that; the damage is held against
the unit's Defense. A lethal effect wounds, a disabling one disables for the turn (DNG-3). An area that comes over units
is not entered: they meet it when their next turn begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from wardiary_server.game.board import ends_of, place_of
from wardiary_server.game.events import AreaEnded, AreaPlaced, MarkSet, TurnBegan, UnitEntered, UnitMoved
from wardiary_server.game.frame.gear import HELP
from wardiary_server.game.geometry.places import covers
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import DeedSpec, Rule, Trigger
from wardiary_server.game.state import Area, Unit

from .defense import defends, strike
from .injury import disable

RULE = "effect"
LETHAL, DISABLING = "lethal", "disabling"

BRINGS: Mapping[str, str] = {"tear_gas": DISABLING, "mustard_gas": LETHAL, "nerve_gas": LETHAL, "effect": LETHAL}
"""DNG-4: each kind, and what it brings unless the area says otherwise. `effect` is any other (DNG-5)."""

KINDS: Mapping[str, str] = {
    "tear_gas": "tear gas, which disables",
    "mustard_gas": "mustard gas, which is lethal",
    "nerve_gas": "nerve gas, which is lethal",
    "effect": "any other danger that lasts, such as radiation; lethal unless `brings` says otherwise",
}

AREA_DATA: Mapping[str, str] = {
    "value": "of a dangerous effect: the damage that is held against Defense (needed)",
    "brings": "of a dangerous effect: `lethal` or `disabling`, in place of what its kind brings",
}

VULNERABLE = "vulnerable"


# ---------------------------------------------------------------------------------------------- whom it meets


def any_effect(ctx: Context, event: object) -> bool:
    """Most games have none."""
    return any(area.kind in BRINGS for area in ctx.game.areas.values())


def on_moving(ctx: Context, event: UnitEntered | UnitMoved) -> Rule[None]:
    """D50: coming in from outside, by whatever movement (D7)."""
    came, _here = ends_of(ctx.game, event)
    yield from meet(ctx, event.unit, [a for a in covering(ctx, event.unit) if not covers(ctx.game, a, came)])


def on_turn(ctx: Context, event: TurnBegan) -> Rule[None]:
    """D50: beginning a turn inside."""
    yield from meet(ctx, event.unit, covering(ctx, event.unit))


def covering(ctx: Context, unit: str) -> list[Area]:
    """The effects where a unit is, in the scenario's order."""
    place = place_of(ctx.game.units[unit])
    return [area for area in ctx.game.areas.values() if area.kind in BRINGS and covers(ctx.game, area, place)]


def meet(ctx: Context, unit: str, areas: list[Area]) -> Rule[None]:
    """DNG-2: each effect once a round. The mark is set before anything is rolled (D4)."""
    for area in areas:
        if area.id in ctx.game.areas and is_due(ctx, ctx.game.units[unit], area):
            yield MarkSet(unit=unit, mark=mark_of(area), round=ctx.game.clock.round)
            yield from suffer(ctx, unit, area)


def is_due(ctx: Context, unit: Unit, area: Area) -> bool:
    """Whether an effect is applied now: the unit is up and inside, vulnerable, unprotected, and was spared so far."""
    return (
        unit.status == "ready"
        and covers(ctx.game, area, place_of(unit))
        and unit.marks.get(mark_of(area)) != ctx.game.clock.round
        and is_vulnerable(unit, area)
        and not is_protected(ctx, unit, area)
    )


def mark_of(area: Area) -> str:
    """What counts as once."""
    return f"casualties:{area.id}"


def is_vulnerable(unit: Unit, area: Area) -> bool:
    """Whether a unit is harmed by nature: by all effects, or by this one."""
    return VULNERABLE in unit.tags or f"{VULNERABLE}:{area.id}" in unit.tags


def is_protected(ctx: Context, unit: Unit, area: Area) -> bool:
    """Whether gear or a special rule is proof against this kind. Nothing is rolled, so *ignore* comes to the same."""
    help = ctx.value(HELP, unit, area.kind)
    return bool(help.protects or help.ignores)


# ---------------------------------------------------------------------------------------------- what it does


def suffer(ctx: Context, unit: str, area: Area) -> Rule[None]:
    """DNG-3: a wound, or a turn at half speed and without actions."""
    damage, name = int(area.data.get("value", 0)), name_of(area)
    if brings(area) == LETHAL:
        yield from strike(ctx, (unit,), damage, RULE, name)
        return
    defense = (yield from defends(ctx, (unit,), RULE, name))[unit]
    if overtakes(ctx, damage, defense) and ctx.game.units[unit].status == "ready":
        yield from disable(ctx, unit, f"{name}: {damage} against Defense {defense}")


def brings(area: Area) -> str:
    """DNG-4: lethal or disabling."""
    return str(area.data.get("brings", BRINGS[area.kind]))


def overtakes(ctx: Context, damage: int, defense: int) -> bool:
    """D51: the damage has overtaken the Defense where it meets it, or only where it exceeds it."""
    return damage >= defense if ctx.option("casualties.overtakes") == "meets" else damage > defense


def name_of(area: Area) -> str:
    """What an effect is called."""
    return area.name or area.kind.replace("_", " ").capitalize()


# ---------------------------------------------------------------------------------------------- from the scenario


def release(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """An effect fills zones from now on."""
    kind, zones = str(deed["kind"]), listed(deed["zones"])
    data = {key: deed[key] for key in AREA_DATA if key in deed}
    id_ = str(deed.get("id", f"{kind}-{zones[0]}"))
    area = Area(id_, kind, str(deed.get("name", "")), zones, data=data)
    yield AreaPlaced(area=replace(area, name=name_of(area)))


def listed(ids: object) -> tuple[str, ...]:
    """Ids as a deed has them, in one text."""
    return tuple(str(ids).replace(",", " ").split())


def disperse(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """An effect is over."""
    area = ctx.game.areas.get(str(deed["area"]))
    if area is not None and area.kind in BRINGS:
        yield AreaEnded(area=area.id, name=name_of(area))


TRIGGERS = (
    Trigger(UnitEntered, on_moving, 60, any_effect),
    Trigger(UnitMoved, on_moving, 60, any_effect),
    Trigger(TurnBegan, on_turn, 60, any_effect),
)

DEEDS = {
    "release": DeedSpec(
        release,
        {"kind": "text", "zones": "zones", "value": "number"},
        {"id": "text", "name": "text", "brings": "text"},
        text="a dangerous effect fills zones: tear_gas, mustard_gas, nerve_gas, or any other (effect)",
    ),
    "disperse": DeedSpec(disperse, {"area": "area"}, text="a dangerous effect is over"),
}
