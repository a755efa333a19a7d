"""Fire: what burns lights what is flammable nearby, and hurts whoever burns, until it is put out.

Units burn (the condition *on fire*), and so do things: markers, and areas such as a wreck or a wood, whose data say
`flaming` or `flammable`. At a round's end each of them rolls a die, all from one snapshot, and whatever is flammable
within so many inches catches fire and is struck at once (FIR-1). What was lit just now rolls nothing yet (FIR-4, D52).
Without a board people say who is within, likely all that is in the same zone (D94).

A unit that burns is struck when its turn begins (D88); one that has no turns, since nobody plays it, at the round's
end. Troops put themselves out by focusing for a whole turn (FIR-3): see `extinguish`.
"""

from __future__ import annotations

from wardiary_server.game.events import ConditionChanged, PlayBegan, RoundEnding, TurnBegan, TurnEnded
from wardiary_server.game.frame.measuring import asks, who_part
from wardiary_server.game.frame.measuring import inches as in_words
from wardiary_server.game.geometry.points import INCH
from wardiary_server.game.resolver import Context, ask, roll_part
from wardiary_server.game.rulebook import Rule, Trigger
from wardiary_server.game.state import Part

from .burning import ON_FIRE, Thing, changed, flaming, is_flaming, tinder
from .defense import strike
from .reach import within

RULE = "flames"


# ---------------------------------------------------------------------------------------------- catching fire


def light(ctx: Context, things: list[Thing], why: str) -> Rule[None]:
    """FIR-1: all these catch fire, and take the damage automatically."""
    fresh = [thing for thing in things if not is_flaming(ctx.game, thing)]
    for thing in fresh:
        if thing.table == "units":
            yield ConditionChanged(unit=thing.id, condition=ON_FIRE, value=1, why=why)
        else:
            yield changed(thing, 1)
    yield from scorch(ctx, tuple(thing.id for thing in fresh if thing.table == "units"))


def douse(ctx: Context, thing: Thing) -> Rule[None]:
    """It burns no more."""
    if not is_flaming(ctx.game, thing):
        return
    if thing.table == "units":
        yield ConditionChanged(unit=thing.id, condition=ON_FIRE, value=0)
    else:
        yield changed(thing, 0)


def scorch(ctx: Context, units: tuple[str, ...]) -> Rule[None]:
    """D53: what burning does to units. Nothing is rolled to hit."""
    yield from strike(ctx, units, ctx.number("casualties.burning"), RULE, "burning")


def from_the_start(ctx: Context, event: PlayBegan) -> Rule[None]:
    """Units that a scenario sets up in flames."""
    for unit in [u.id for u in ctx.game.units.values() if "flaming" in u.tags]:
        yield ConditionChanged(unit=unit, condition=ON_FIRE, value=1)


# ---------------------------------------------------------------------------------------------- turn after turn


def burns_now(ctx: Context, event: TurnBegan | TurnEnded) -> bool:
    """Whether a unit burns, and this is the moment of its turn when that hurts (D88)."""
    burning = bool(ctx.game.units[event.unit].conditions.get(ON_FIRE))
    return burning and (ctx.option("casualties.burns_at") == "start") == isinstance(event, TurnBegan)


def on_turn(ctx: Context, event: TurnBegan | TurnEnded) -> Rule[None]:
    """FIR-2, D88."""
    yield from scorch(ctx, (event.unit,))


# ---------------------------------------------------------------------------------------------- a round's end


def burns_anywhere(ctx: Context, event: RoundEnding) -> bool:
    """Whether anything burns."""
    return bool(flaming(ctx.game))


def at_round_end(ctx: Context, event: RoundEnding) -> Rule[None]:
    """FIR-1, FIR-4: what has no turns burns now; then every flame's die, who is within, and all of that at once."""
    sources = flaming(ctx.game)
    idle = (thing.id for thing in sources if thing.table == "units" and not ctx.game.units[thing.id].seat)
    yield from scorch(ctx, tuple(idle))
    faces = yield from ask(*(die_of(ctx, thing) for thing in sources))
    reached = yield from within_reach(ctx, {thing: face for thing, (face,) in zip(sources, faces, strict=True)})
    yield from light(ctx, reached, "the flames reach it")


def die_of(ctx: Context, thing: Thing) -> Part:
    """How far a flame reaches, in inches. It is nobody's die."""
    reason = f"flames of {thing.name}"
    return roll_part(
        rule=RULE, reason=reason, target=thing.id, dice=1, sides=ctx.number("casualties.fire_die"), purpose=thing.table
    )


def within_reach(ctx: Context, reach: dict[Thing, int]) -> Rule[list[Thing]]:
    """What is flammable, does not burn, and lies within reach of any flame; each once, in the scenario's order."""
    dry = tinder(ctx.game)
    near = {
        source: [one for one in dry if within(source.spot, one.spot, inches * INCH)] for source, inches in reach.items()
    }
    told = [source for source in reach if any(is_told(source, one) for one in dry) and (asks(ctx) or near[source])]
    answers = yield from ask(*(who_of(ctx, source, reach[source], near[source], dry) for source in told))
    lit = {key for answer in answers for key in answer}
    lit |= {one.key for source in reach if source not in told for one in near[source]}
    return [one for one in dry if one.key in lit]


def is_told(source: Thing, other: Thing) -> bool:
    """Whether people have to say how far it is: the board does not know where one of the two is."""
    return not source.spot.measured or not other.spot.measured


def who_of(ctx: Context, source: Thing, inches: int, near: list[Thing], dry: list[Thing]) -> Part:
    """D94: what is within the flames' reach; likely what is in the same zone."""
    burning = ctx.game.units.get(source.id) if source.table == "units" else None
    return who_part(
        ctx,
        rule=RULE,
        reason=f"Within {in_words(inches * INCH)} of the flames of {source.name}",
        near=[(one.key, one.name) for one in dry],
        likely=[one.key for one in near],
        seat=burning.seat if burning is not None else "",
    )


TRIGGERS = (
    Trigger(PlayBegan, from_the_start, 60),
    Trigger(TurnBegan, on_turn, 60, burns_now),
    Trigger(TurnEnded, on_turn, 70, burns_now),  # after what puts it out (FIR-3)
    Trigger(RoundEnding, at_round_end, 400, burns_anywhere),
)
