"""Fire: it burns whoever comes in or begins a turn in it, and at a round's end it dies down and spreads.

Of a round's end all is decided from one snapshot: first every fire's dice, all in one question, then every fire loses
its ones, then every fire spreads by its sixes, as strong as it is by then (D17, D19). So the order of the zones is of
no matter, and a fire that has just spread rolls nothing until the next round's end (FRE-7); one that was laid during
the round does (D20). Every turn that begins in it counts, also a second one in a round (D2).
"""

from __future__ import annotations

from collections.abc import Mapping

from wardiary_server.game.event import level
from wardiary_server.game.events import LevelChanged, RoundEnding, TurnBegan, UnitEntered
from wardiary_server.game.resolver import MAX_DICE, Context, ask, choice_part, roll_part
from wardiary_server.game.rulebook import Rule
from wardiary_server.game.state import Part

from .armour import hit
from .incapacity import begins_turn, exposed
from .space import neighbours

FIRE = "fire"


# ---------------------------------------------------------------------------------------------- whom it burns


def enters_fire(ctx: Context, event: UnitEntered) -> bool:
    """Whether a unit has come into a zone that burns."""
    return level(ctx.game.zones[event.zone], FIRE) > 0 and exposed(ctx, event.unit)


def on_entering(ctx: Context, event: UnitEntered) -> Rule[None]:
    """FRE-1: entering a zone that burns is a hit, each time anew (D3)."""
    yield from burn(ctx, event.unit, event.zone)


def begins_in_fire(ctx: Context, event: TurnBegan) -> bool:
    """Whether a unit begins its turn in a zone that burns."""
    zone = ctx.game.units[event.unit].zone
    return zone != "" and level(ctx.game.zones[zone], FIRE) > 0 and begins_turn(ctx, event.unit)


def on_turn(ctx: Context, event: TurnBegan) -> Rule[None]:
    """FRE-2: and so is beginning a turn in one."""
    yield from burn(ctx, event.unit, ctx.game.units[event.unit].zone)


def burn(ctx: Context, unit: str, zone: str) -> Rule[None]:
    """FIRE n hits by itself: piercing n - 1, damage n (D15, FRE-3)."""
    fire = level(ctx.game.zones[zone], FIRE)
    yield from hit(ctx, unit, ap=fire - 1, damage=fire, against="fire", source=f"FIRE {fire}")


# ---------------------------------------------------------------------------------------------- a round's end


def burns_anywhere(ctx: Context, event: RoundEnding) -> bool:
    """Whether any zone burns."""
    return any(level(zone, FIRE) for zone in ctx.game.zones.values())


def at_round_end(ctx: Context, event: RoundEnding) -> Rule[None]:
    """FRE-4 to FRE-6: each fire rolls as many dice as it is strong; ones lower it, sixes spread what is then left."""
    before = {zone.id: level(zone, FIRE) for zone in ctx.game.zones.values() if level(zone, FIRE)}
    rolled = yield from ask(*(dice_of(ctx, zone, fire) for zone, fire in before.items()))
    faces = dict(zip(before, rolled, strict=True))
    after = {zone: before[zone] - faces[zone].count(1) for zone in before}
    for zone in before:
        if after[zone] < before[zone]:
            why = "it burns down" if after[zone] else "it has gone out"
            yield LevelChanged(zone=zone, level=FIRE, value=after[zone], why=why)
    sixes = {zone: faces[zone].count(6) for zone in before if after[zone] > 1}  # of FIRE 1 nothing is left to spread
    lit = yield from places(ctx, {zone: n for zone, n in sixes.items() if n})
    yield from light(ctx, {zone: after[zone] - 1 for zone in lit}, lit)


def dice_of(ctx: Context, zone: str, fire: int) -> Part:
    """FRE-4: a fire's own dice. No unit's: the zone is what they are rolled for."""
    reason = f"FIRE {fire} in {ctx.game.zones[zone].name}"
    return roll_part(rule=FIRE, reason=reason, target=zone, dice=min(fire, MAX_DICE))


def light(ctx: Context, strength: Mapping[str, int], lit: Mapping[str, list[str]]) -> Rule[None]:
    """FRE-6: the new fires begin. Where it burns already the stronger of the two counts, never the sum (D18)."""
    new: dict[str, int] = {}
    for source, zones in lit.items():
        for zone in zones:
            new[zone] = max(new.get(zone, 0), strength[source])
    for zone, fire in new.items():
        if fire > level(ctx.game.zones[zone], FIRE):
            yield LevelChanged(zone=zone, level=FIRE, value=fire, why="the fire spreads")


# ---------------------------------------------------------------------------------------------- where it spreads


def places(ctx: Context, sixes: Mapping[str, int]) -> Rule[dict[str, list[str]]]:
    """Which zones each fire spreads to: one neighbour for each six, another each time while there is another (D18).

    Sixes beyond the last neighbour are lost. Where every neighbour is reached there is nothing to decide.
    """
    free = {zone: list(neighbours(ctx, zone)) for zone in sixes}
    taken: dict[str, list[str]] = {zone: [] for zone in sixes}
    while left := undecided(sixes, taken, free):
        referee = seated_referee(ctx) if ctx.option("zones.spread") == "referee" else ""
        picks = yield from (chosen(ctx, referee, left, free) if referee else drawn(ctx, left, free))
        for zone, pick in picks:
            if pick in free[zone]:  # one that was chosen twice is asked for again
                free[zone].remove(pick)
                taken[zone].append(pick)
    return {zone: taken[zone] if len(taken[zone]) == n else [*taken[zone], *free[zone]] for zone, n in sixes.items()}


def undecided(
    sixes: Mapping[str, int], taken: Mapping[str, list[str]], free: Mapping[str, list[str]]
) -> dict[str, int]:
    """How many sixes of each fire still have to be placed, where there are more neighbours than that."""
    left = {zone: n - len(taken[zone]) for zone, n in sixes.items()}
    return {zone: n for zone, n in left.items() if 0 < n < len(free[zone])}


def chosen(
    ctx: Context, referee: str, left: Mapping[str, int], free: Mapping[str, list[str]]
) -> Rule[list[tuple[str, str]]]:
    """The referee's way: one choice for each six, all in one request."""
    sources = [zone for zone, n in left.items() for _six in range(n)]
    nth = [number for n in left.values() for number in range(n)]
    parts = [
        choice_part(
            rule=FIRE,
            reason=f"FIRE spreads from {ctx.game.zones[source].name}",
            options=[(zone, ctx.game.zones[zone].name) for zone in free[source]],
            seat=referee,
            default=(free[source][number],),
            asks=ctx.option("zones.spread") == "referee",
        )
        for source, number in zip(sources, nth, strict=True)
    ]
    answers = yield from ask(*parts)
    return [(source, str(answer[0])) for source, answer in zip(sources, answers, strict=True)]


def drawn(ctx: Context, left: Mapping[str, int], free: Mapping[str, list[str]]) -> Rule[list[tuple[str, str]]]:
    """Without a referee: one die for each fire, with as many sides as there are neighbours left."""
    faces = yield from ask(*(draw_of(ctx, source, free[source]) for source in left))
    return [(source, free[source][face - 1]) for source, (face,) in zip(left, faces, strict=True)]


def draw_of(ctx: Context, source: str, free: list[str]) -> Part:
    """The die that says where; whoever rolls it is told what its faces mean."""
    faces = ", ".join(f"{number} {ctx.game.zones[zone].name}" for number, zone in enumerate(free, 1))
    reason = f"FIRE spreads from {ctx.game.zones[source].name}: {faces}"
    return roll_part(rule=FIRE, reason=reason, target=source, dice=1, sides=len(free), purpose="spread")


def seated_referee(ctx: Context) -> str:
    """The referee's seat, if somebody sits there."""
    return next((s.id for s in ctx.game.seats.values() if s.role == "referee" and s.id in ctx.table.held), "")
