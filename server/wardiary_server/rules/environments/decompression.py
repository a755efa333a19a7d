"""Decompression: all at once the air of a place goes out through a hole, and takes along whoever does not hold on.

It is an event and no Environment: it neither uses nor sets the mark of Airless, and gear against Airless is no help
(ENV-12, D30); whoever is pulled into another area enters that (D32). First it is settled who is caught, then everybody
rolls, then those with a Blank are pulled, nearest first, and last the place becomes Airless, for which nobody rolls
now (ENV-16 to 20, D29 to D31).

On a board in inches the places say all of it: who is under the template, who is nearest, what stops them (D27, D28).
The pull itself is `drag`, straight and past every Control Zone.

With `measure = "table"` (D94) the people know what lies within reach. Where the scenario names the zones affected,
all in them are caught (ENV-14). Else a Blast Template lies over the hole (ENV-15), and with `ask` the seat that caused
it says whom it touches; whoever is pulled says whether that takes them into the next zone. Without `ask` the likely
answers are taken: everybody in the zone of the hole, and nobody leaves their zone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from wardiary_server.game import fields
from wardiary_server.game.board import Place, graph, place_of
from wardiary_server.game.events import AreaPlaced, ConditionChanged, Remarked, UnitEntered
from wardiary_server.game.frame.marching import drag
from wardiary_server.game.frame.measuring import asks, caused_by, far_part, who_part
from wardiary_server.game.frame.movement import zone_name
from wardiary_server.game.frame.queries import named_zone
from wardiary_server.game.frame.referee.hand import Reason, act, anywhere_in, remark
from wardiary_server.game.frame.spots import named_place, place_in
from wardiary_server.game.geometry.places import covers, gap
from wardiary_server.game.geometry.points import INCH
from wardiary_server.game.resolver import Context, ask
from wardiary_server.game.rulebook import Candidate, Command, DeedSpec, Refused, Rule
from wardiary_server.game.state import Area, Point, Unit

from .areas import AIRLESS, NAMES, grown, is_airless, zones_of
from .overrides import effect_in, suffer
from .symbol import Cast, help_with, succeed


class Burst(NamedTuple):
    """One Decompression: where the hole is, and what it affects."""

    name: str  # what people call the hole
    zone: str  # where it is
    affected: tuple[str, ...] = ()  # the zones that the scenario names; none: a template over the hole
    source: str = ""  # the Breach's marker, where it is one
    airless: bool = True  # whether the place becomes Airless (ENV-20)
    template: int = 0  # the template's radius in inches; 0: as for all
    brings: Mapping[str, int | str] = {}  # what a Blank brings in place of the pull (ENV-44)
    at: Point | None = None  # on a board in inches: where exactly

    @property
    def zones(self) -> tuple[str, ...]:
        """The zones that are affected: those named, else likely the hole's own (D94)."""
        return self.affected or (self.zone,)


def decompress(ctx: Context, burst: Burst) -> Rule[None]:
    """ENV-12 to 20, step by step. It resolves once, however often anything else looks at the hole (ENV-19)."""
    caught = yield from who_is_caught(ctx, burst)
    where = {unit: ctx.game.units[unit].zone for unit in caught}
    pulled = nearest_first(ctx, burst, (yield from who_lets_go(ctx, burst, caught)))
    if burst.brings:
        yield from bring(ctx, burst, pulled)
    else:
        crossing = yield from who_crosses(ctx, burst, pulled)
        for unit in pulled:
            if is_there(ctx.game.units[unit]) and ctx.game.units[unit].zone == where[unit]:
                yield from pull(ctx, burst, unit, unit in crossing)
    yield from lose_air(ctx, burst)


def bring(ctx: Context, burst: Burst, units: tuple[str, ...]) -> Rule[None]:
    """ENV-44, ENV-45: what the scenario puts in the place of the pull; nobody is moved, and nobody lies prone."""
    for unit in units:
        if ctx.game.units[unit].status == "ready":
            yield from suffer(ctx, unit, Area("", "decompression", burst.name, data=burst.brings))


# ---------------------------------------------------------------------------------------------- who is caught


def who_is_caught(ctx: Context, burst: Burst) -> Rule[tuple[str, ...]]:
    """ENV-14, ENV-15: all in the area that is named; else those whom the template touches."""
    if burst.affected:
        return tuple(unit.id for unit in sorted_by_zone(ctx, burst.affected))
    if burst.at is not None:
        return under_template(ctx, burst)
    near = sorted_by_zone(ctx, reach(ctx, burst))
    likely = tuple(unit.id for unit in near if unit.zone == burst.zone)
    if not (near if asks(ctx) else likely):
        return ()
    part = who_part(
        ctx,
        rule="decompression",
        reason=f"Within {radius(ctx, burst)} of {burst.name}",
        near=[(unit.id, f"{unit.name} ({zone_name(ctx, unit.zone)})") for unit in near],
        likely=likely,
        seat=caused_by(ctx),
    )
    (caught,) = yield from ask(part)
    return caught


def under_template(ctx: Context, burst: Burst) -> tuple[str, ...]:
    """ENV-15 in inches: whoever's base reaches into the circle, by id."""
    area = template(ctx, burst)
    return tuple(sorted(u.id for u in ctx.game.units.values() if is_there(u) and covers(ctx.game, area, place_of(u))))


def template(ctx: Context, burst: Burst) -> Area:
    """The Blast Template over the hole, as a circle that is Airless."""
    id_, reach = f"{AIRLESS}-{burst.source or burst.zone}", burst.template or ctx.number("environments.template")
    return Area(id_, AIRLESS, NAMES[AIRLESS], source=burst.source, centre=burst.at, radius=reach * INCH)


def radius(ctx: Context, burst: Burst) -> str:
    """How far a Blast Template reaches, in words: to the base, and who only touches its edge is outside (D9, D27)."""
    inches = burst.template or ctx.number("environments.template")
    return f"{inches} inch" if inches == 1 else f"{inches} inches"


def reach(ctx: Context, burst: Burst) -> tuple[str, ...]:
    """The zones that a template over the hole may touch: its own first, then those next to it."""
    return (burst.zone, *graph(ctx.game).neighbours(burst.zone))


def sorted_by_zone(ctx: Context, zones: tuple[str, ...]) -> list[Unit]:
    """The units in these zones that can be pulled, by zone and then by id."""
    found = [unit for unit in ctx.game.units.values() if unit.zone in zones and is_there(unit)]
    return sorted(found, key=lambda unit: (zones.index(unit.zone), unit.id))


def is_there(unit: Unit) -> bool:
    """On the board and not dead: standing, unconscious or down. What is fixed to the ground is not pulled at all."""
    return unit.zone != "" and unit.status in ("ready", "down") and "fixed" not in unit.tags


# ---------------------------------------------------------------------------------------------- who is pulled


def who_lets_go(ctx: Context, burst: Burst, caught: tuple[str, ...]) -> Rule[tuple[str, ...]]:
    """ENV-16, D29: all dice at once. Who is down has no roll, and nothing to hold on with (D12).

    Gear helps only where it names Decompression: what helps against Airless does not (ENV-4, ENV-12).
    """
    casts = {unit: cast_of(burst, unit) for unit in caught if ctx.game.units[unit].status == "ready"}
    held = {unit for unit, cast in casts.items() if help_with(ctx, cast).protects}
    rolling = [cast for unit, cast in casts.items() if unit not in held]
    good = yield from succeed(ctx, rolling)
    held |= {c.unit for c, shown in zip(rolling, good, strict=True) if shown or help_with(ctx, c).ignores}
    return tuple(unit for unit in caught if unit not in held and is_there(ctx.game.units[unit]))


def cast_of(burst: Burst, unit: str) -> Cast:
    """A unit's roll against being pulled."""
    return Cast(unit, "decompression", "Decompression", ("decompression",), burst.source or burst.zone)


def nearest_first(ctx: Context, burst: Burst, units: tuple[str, ...]) -> tuple[str, ...]:
    """D29: the nearest to the hole moves first, ties by id. In inches from edge to edge, by zones zone by zone."""
    if burst.at is not None:
        return tuple(sorted(units, key=lambda unit: (inches_off(ctx, burst.at, unit), unit)))
    far = graph(ctx.game).distances(burst.zone)
    return tuple(sorted(units, key=lambda unit: (far.get(ctx.game.units[unit].zone, len(far)), unit)))


def inches_off(ctx: Context, at: Point | None, unit: str) -> int:
    """How far a unit's base is from the hole, in thousandths of an inch; one without a place comes last."""
    place = place_of(ctx.game.units[unit])
    return gap(place, Place("", at)) if place.at is not None else 10**9


def who_crosses(ctx: Context, burst: Burst, pulled: tuple[str, ...]) -> Rule[frozenset[str]]:
    """D94: each seat is asked whether the pull takes its unit into the next zone; likely it does not."""
    if not asks(ctx) or burst.at is not None:
        return frozenset()
    facing = [(unit, step) for unit in pulled if (step := next_zone(ctx, burst, unit))]
    parts = [
        far_part(
            ctx,
            rule="decompression",
            reason=f"pulled up to {inches_of(ctx)} inches toward {burst.name}",
            unit=unit,
            ways=(
                ("stays", f"still in {zone_name(ctx, ctx.game.units[unit].zone)}"),
                ("crosses", f"into {zone_name(ctx, step)}"),
            ),
            likely="stays",
        )
        for unit, step in facing
    ]
    answers = yield from ask(*parts)
    return frozenset(unit for (unit, _), answer in zip(facing, answers, strict=True) if answer == ("crosses",))


def next_zone(ctx: Context, burst: Burst, unit: str) -> str:
    """The next zone toward the hole; nothing where the unit is there, or a closed door or a wall bars the way (D28)."""
    way = graph(ctx.game).way(ctx.game.units[unit].zone, burst.zone)
    return way[0] if way else ""


def inches_of(ctx: Context) -> int:
    """How far a Blank pulls a unit: all of it, unless something is in the way (ENV-17, D28)."""
    return ctx.number("environments.pull")


def pull(ctx: Context, burst: Burst, unit: str, crosses: bool) -> Rule[None]:
    """ENV-17, ENV-18: toward the hole, past whoever stands in between, and prone, also where it did not move at all."""
    here = ctx.game.units[unit]
    step = next_zone(ctx, burst, unit) if crosses else ""
    far = f"{inches_of(ctx)} inches or until something is in the way"
    yield Remarked(text=f"{here.name} is pulled straight toward {burst.name}, {far}.", unit=unit)
    if burst.at is not None:
        yield from drag(ctx, unit, burst.at, inches_of(ctx) * INCH, keep=here.base)
    elif step:
        yield UnitEntered(unit=unit, zone=step, came=here.zone, how="forced")
    here = ctx.game.units[unit]
    if is_there(here) and not here.conditions.get("prone"):
        yield ConditionChanged(unit=unit, condition="prone", value=1, why="Decompression")


def lose_air(ctx: Context, burst: Burst) -> Rule[None]:
    """ENV-20, D31: what had air is Airless from now on. Nobody rolls for that before their next turn."""
    zones = tuple(zone for zone in burst.zones if not is_airless(ctx.game, zone))
    if burst.airless and burst.at is not None and not burst.affected:
        yield AreaPlaced(area=template(ctx, burst))
    elif burst.airless and zones:
        id_ = f"{AIRLESS}-{burst.source or burst.zone}"
        yield AreaPlaced(area=grown(ctx.game, Area(id_, AIRLESS, NAMES[AIRLESS], zones, source=burst.source)))


# ---------------------------------------------------------------------------------------------- without a Breach


class RefDecompress(Command, frozen=True, tag="ref_decompress"):
    """The referee lets a place decompress without any Breach, an airlock for one: the point, and the zones (D82)."""

    zone: str = ""
    affects: tuple[str, ...] = ()
    airless: bool = True
    at: Point | None = None
    reason: Reason = ""


def check_decompress(ctx: Context, command: RefDecompress) -> None:
    """Raises `Refused`: `not_playing`, and what `named_place` does."""
    named_place(ctx, command.zone, command.at)
    for zone in command.affects:
        named_zone(ctx, zone)
    if ctx.game.clock.phase == "setup":
        raise Refused("not_playing", "Play has not begun.")


def run_decompress(ctx: Context, command: RefDecompress) -> Rule[None]:
    """D82, by the referee."""
    yield from remark(command.reason)
    place = named_place(ctx, command.zone, command.at)
    yield from burst_open(ctx, Burst("", place.zone, command.affects, airless=command.airless, at=place.at))


def burst_open(ctx: Context, burst: Burst) -> Rule[None]:
    """A place decompresses, wherever the hole in it is."""
    name = zone_name(ctx, burst.zone)
    yield Remarked(text=f"Decompression in {name}!")
    yield from decompress(ctx, burst._replace(name=f"the opening in {name}"))


def deed_decompress(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """D82, by a scenario event."""
    affects, airless = zones_of(deed.get("affects", "")), bool(int(deed.get("airless", 1)))
    inches, zone = int(deed.get("template", 0)), str(deed["zone"])
    at = place_in(ctx.game, zone, deed.get("at"))
    yield from burst_open(ctx, Burst("", zone, affects, "", airless, inches, effect_in(deed), at))


def offer_decompress(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """Any place; the zones that are affected, and whether they are Airless after it."""
    if unit is None:
        zones = [(zone.id, zone.name) for zone in ctx.game.zones.values()]
        more = (
            fields.several("affects", "Affects", zones, kind="zone"),
            fields.one_of("airless", "Airless after it", [(True, "yes"), (False, "no")], True),
            fields.REASON,
        )
        asks, targets, anywhere = anywhere_in(ctx)
        label = "Let a place decompress, without a Breach"
        yield Candidate(label, {"do": "ref_decompress"}, asks, targets, fields=(*anywhere, *more))


ACTIONS = (
    act(
        RefDecompress,
        check_decompress,
        run_decompress,
        offer_decompress,
        "ref_decompress cargo: the air goes out of a place, without a Breach",
    ),
)

DEEDS = {
    "decompress": DeedSpec(
        deed_decompress,
        {"zone": "zone"},
        {
            "affects": "zones", "airless": "number", "template": "number", "damage": "number", "condition": "text",
            "amount": "number", "effect": "text", "at": "place",
        },
        text="a place decompresses without a Breach: at this zone, in the zones affected",
    ),
}  # fmt: skip
