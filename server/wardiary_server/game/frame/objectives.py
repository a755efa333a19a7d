"""What there is to win: objectives, what is carried, the last round, and who has won.

hold    whoever alone has units on their feet in its zones scores at each round's end (`from`: not before round n)
take    a unit in its zone takes it with a special action, once; `item` is then carried, and can be lost
leave   a unit leaves the board from its zone as its move; with `item` only one that carries that item scores
"""

from __future__ import annotations

from collections.abc import Iterable

from ..board import standing
from ..event import stat
from ..events import (
    GameEnded,
    ItemDropped,
    ItemTaken,
    MarkerPlaced,
    MarkerRemoved,
    ObjectiveClosed,
    Remarked,
    RoundEnding,
    Scored,
    StatusChanged,
)
from ..resolver import Context
from ..rulebook import Candidate, Command, Refused, Rule, did_you_mean
from ..state import Game, Marker, Objective, Result, Unit
from .contact import in_contact
from .economy import coin, pay
from .movement import cost_of
from .queries import OUT_FOR_GOOD, POWERED, able
from .turns import begun, ready_to

KINDS = ("hold", "take", "leave")


class Use(Command, frozen=True, tag="use"):
    """Takes an objective where the unit is, for a special action."""

    unit: str
    objective: str


class Take(Command, frozen=True, tag="take"):
    """Picks up what lies where the unit is, for a quick action."""

    unit: str
    marker: str


class Leave(Command, frozen=True, tag="leave"):
    """Leaves the board from the unit's zone, as its move. There is no way back."""

    unit: str


def score(ctx: Context, side: str, objective: Objective) -> Rule[None]:
    """A side scores an objective's points."""
    total = ctx.game.scores.get(side, 0) + objective.points
    yield Scored(side=side, points=objective.points, total=total, objective=objective.id)


# ---------------------------------------------------------------------------------------------- take


def check_use(ctx: Context, command: Use) -> None:
    """Raises `Refused`: `no_such_objective`, `out_of_reach`, `not_yours`, `no_action`, and what `ready_to` does."""
    unit = ready_to(ctx, command.unit)
    objective = ctx.game.objectives.get(command.objective)
    if objective is None or objective.kind != "take":
        takes = [o.id for o in ctx.game.objectives.values() if o.kind == "take"]
        raise Refused(
            "no_such_objective", f"There is no {command.objective!r} to take.{did_you_mean(command.objective, takes)}"
        )
    if not in_contact(ctx, unit, objective):
        raise Refused("out_of_reach", f"{objective.name} is not where {unit.name} is.")
    if objective.side not in ("", unit.side):
        raise Refused("not_yours", f"{objective.name} is not for {unit.name}'s side.")
    if not has_power(ctx, objective):
        raise Refused("no_power", f"{objective.name} has no power.")
    coin(ctx, unit, "special")


def use(ctx: Context, command: Use) -> Rule[None]:
    """The objective is taken: what it holds is carried, and it scores, once."""
    if not (yield from begun(ctx, command.unit, check_use, command)):
        return
    yield from pay(ctx, command.unit, "special")
    objective, unit = ctx.game.objectives[command.objective], ctx.game.units[command.unit]
    item = str(objective.data.get("item", ""))
    if item:
        yield ItemTaken(unit=unit.id, item=item)
    else:
        yield Remarked(text=f"{unit.name} sees to {objective.name}.", unit=unit.id)
    if objective.points:
        yield from score(ctx, unit.side, objective)
    yield ObjectiveClosed(objective=objective.id, name=objective.name)


def offer_use(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """The objectives here that can be taken."""
    if unit is None:
        return
    here = tuple(
        (o.id, o.name, f"{o.points} points")
        for o in ctx.game.objectives.values()
        if o.kind == "take" and in_contact(ctx, unit, o)
    )
    if here:
        yield Candidate(
            f"{unit.name} takes", {"do": "use", "unit": unit.id}, "objective", here, cost=cost_of(ctx, unit, "special")
        )


# ---------------------------------------------------------------------------------------------- what lies about


def drop_all(ctx: Context, event: StatusChanged) -> Rule[None]:
    """Whoever goes down drops what the game is about."""
    unit = ctx.game.units[event.unit]
    for item in unit.items:
        if "loot" in ctx.game.items[item].tags:
            yield ItemDropped(unit=unit.id, item=item)
            name = ctx.game.items[item].name
            lying = Marker(f"loot-{item}", "loot", name, unit.zone, data={"item": item}, at=unit.at, hidden=unit.hidden)
            yield MarkerPlaced(marker=lying)


def is_down(ctx: Context, event: StatusChanged) -> bool:
    """Whether a unit lies there from now on."""
    return event.status in ("down", "dead")


def check_take(ctx: Context, command: Take) -> None:
    """Raises `Refused`: `no_such_marker`, `out_of_reach`, `no_action`, and what `ready_to` does."""
    unit = ready_to(ctx, command.unit)
    marker = ctx.game.markers.get(command.marker)
    if marker is None or marker.kind != "loot":
        raise Refused("no_such_marker", f"There is no {command.marker!r} to pick up.")
    if not in_contact(ctx, unit, marker):
        raise Refused("out_of_reach", f"{marker.name} does not lie where {unit.name} is.")
    coin(ctx, unit, "quick")


def take(ctx: Context, command: Take) -> Rule[None]:
    """What lay there is carried."""
    if not (yield from begun(ctx, command.unit, check_take, command)):
        return
    yield from pay(ctx, command.unit, "quick")
    marker = ctx.game.markers[command.marker]
    yield MarkerRemoved(marker=marker.id, name=marker.name)
    yield ItemTaken(unit=command.unit, item=str(marker.data["item"]))


def offer_take(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """What lies here."""
    if unit is None:
        return
    here = tuple((m.id, m.name, "") for m in ctx.game.markers.values() if m.kind == "loot" and in_contact(ctx, unit, m))
    if here:
        yield Candidate(
            f"{unit.name} picks up", {"do": "take", "unit": unit.id}, "marker", here, cost=cost_of(ctx, unit, "quick")
        )


# ---------------------------------------------------------------------------------------------- leave


def exits(ctx: Context, unit: Unit) -> list[Objective]:
    """The objectives that a unit would leave the board by from where it is, whether it would score or not."""
    return [
        o
        for o in ctx.game.objectives.values()
        if o.kind == "leave" and unit.zone in o.zones and o.side in ("", unit.side) and has_power(ctx, o)
    ]


def has_power(ctx: Context, objective: Objective) -> bool:
    """Whether an objective has the power that it needs (ENV-40)."""
    return ctx.value(POWERED, "objective", objective.id)


def is_paid(objective: Objective, unit: Unit) -> bool:
    """Whether a unit has what a way out scores for."""
    return objective.data.get("item", "") in ("", *unit.items)


def check_leave(ctx: Context, command: Leave) -> None:
    """Raises `Refused`: `out_of_reach`, `prone`, `no_action`, and what `ready_to` does."""
    unit = ready_to(ctx, command.unit)
    if not exits(ctx, unit):
        raise Refused("out_of_reach", f"There is no way off the board where {unit.name} is.")
    if unit.conditions.get("prone"):
        raise Refused("prone", f"{unit.name} lies prone: stand up first.")
    coin(ctx, unit, "move")


def leave(ctx: Context, command: Leave) -> Rule[None]:
    """The unit is gone, and scores for each way out that is here and that it has the item for."""
    if not (yield from begun(ctx, command.unit, check_leave, command)):
        return
    yield from pay(ctx, command.unit, "move")
    unit = ctx.game.units[command.unit]
    for objective in exits(ctx, unit):
        if is_paid(objective, unit):
            yield from score(ctx, unit.side, objective)
    yield StatusChanged(unit=unit.id, status="gone")


def offer_leave(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """To leave, where there is a way out."""
    if unit is not None and exits(ctx, unit):
        points = sum(objective.points for objective in exits(ctx, unit) if is_paid(objective, unit))
        label = f"{unit.name} leaves the board for good, and scores {points or 'nothing'}"
        yield Candidate(label, {"do": "leave", "unit": unit.id}, cost=cost_of(ctx, unit, "move"))


# ---------------------------------------------------------------------------------------------- winning


def hold(ctx: Context, event: RoundEnding) -> Rule[None]:
    """At a round's end whoever is alone in an objective's zones scores it."""
    for objective in [o for o in ctx.game.objectives.values() if o.kind == "hold"]:
        if event.round < int(objective.data.get("from", 1)) or not has_power(ctx, objective):
            continue
        sides = {u.side for zone in objective.zones for u in standing(ctx.game, zone) if able(u) and u.seat and u.side}
        if len(sides) == 1 and objective.side in ("", *sides):
            yield from score(ctx, sides.pop(), objective)


def last_round(ctx: Context, event: RoundEnding) -> Rule[None]:
    """After the last round the highest score wins."""
    yield from by_points(ctx, f"after {event.round} rounds")


def is_last_round(ctx: Context, event: RoundEnding) -> bool:
    """Whether no other round comes after this one."""
    return 0 < ctx.number("frame.rounds") <= event.round and ctx.game.result is None


def by_points(ctx: Context, reason: str) -> Rule[None]:
    """The game ends, and the highest score wins; equal scores are a draw."""
    scores = {side: ctx.game.scores.get(side, 0) for side in ctx.game.sides}
    best = max(scores.values(), default=0)
    leaders = [side for side, points in scores.items() if points == best]
    yield GameEnded(Result(winner=leaders[0] if len(leaders) == 1 else "", reason=reason, scores=scores))


def decide_victory(ctx: Context) -> Rule[None]:
    """Whether the game is over before its last round: enough points, or nobody left to fight."""
    if ctx.game.result is not None or ctx.game.clock.phase not in ("play", "ending"):
        return
    best = max(ctx.game.scores.values(), default=0)
    if 0 < ctx.number("frame.score") <= best:
        yield from by_points(ctx, f"{best} points reached")
        return
    sides = contenders(ctx.game)
    fighting = [side for side in sides if still_fights(ctx, side)]
    if len(fighting) < min(2, len(sides)):
        yield from last_side(ctx, fighting)


def contenders(game: Game) -> list[str]:
    """The sides that somebody plays. One that has nothing but machines of its own cannot win, nor keep a game going."""
    played = {unit.side for unit in game.units.values() if unit.seat}
    return [side for side in game.sides if side in played]


def last_side(ctx: Context, fighting: list[str]) -> Rule[None]:
    """One side is left, or none. It wins outright where nobody of the others got away; else points decide."""
    others = [side for side in contenders(ctx.game) if side not in fighting]
    away = any(unit.status == "gone" and unit.side in others for unit in ctx.game.units.values())
    if len(fighting) != 1 or away:
        yield from by_points(ctx, "nobody is left to fight" if not fighting else "one side is left")
        return
    (winner,) = fighting
    scores = {side: ctx.game.scores.get(side, 0) for side in ctx.game.sides}
    yield GameEnded(Result(winner=winner, reason="the last side on its feet", scores=scores))


def still_fights(ctx: Context, side: str) -> bool:
    """Whether a side has anyone who can fight, who will again by themselves, or who is still to come."""
    own = (unit for unit in ctx.game.units.values() if unit.side == side and unit.seat)
    return any(may_come(ctx.game, unit) or not ctx.value(OUT_FOR_GOOD, unit) for unit in own)


def may_come(game: Game, unit: Unit) -> bool:
    """Whether a unit in reserve may still come: by itself, or by something that the scenario holds ready."""
    return unit.status == "reserve" and (stat(unit, "arrives") > 0 or bool(game.happenings))
