"""Medicine: who has gone down can be brought back by somebody who touches them, has the kit, and takes a whole turn.

By whom, the text leaves open. Here it is a friend, since a poor medic would else be the surest way to be rid of an
enemy; the option `patients` lets anyone do it (D97).

    1 to 3     dead, and off the board                                   MED-3
    4, 5       nothing; another Focus may try again                      MED-4, D43
    6 to 8     back, but injured for the rest of the game                MED-5
    9 or more  back without a scratch; one who was injured stays so      MED-6, MED-7

Who is injured carries that as a condition for all to see (MED-8), and may go down and be treated again like anybody
(MED-12); one helper may treat several, a turn for each (MED-11). The roll is the helper's Skill die (`skill_die`,
MED-9), at a disadvantage where the helper is injured too (D93). Vehicles are repaired in the same way: see `repair`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from wardiary_server.game.event import stat
from wardiary_server.game.events import ConditionChanged, Remarked, StatusChanged
from wardiary_server.game.frame.contact import in_contact
from wardiary_server.game.frame.economy import FOCUS, coin, pay
from wardiary_server.game.frame.gear import AGAIN, HELP, again_part
from wardiary_server.game.frame.harm import heal
from wardiary_server.game.frame.movement import cost_of
from wardiary_server.game.frame.queries import unit_of
from wardiary_server.game.frame.turns import begun, ready_to
from wardiary_server.game.resolver import Context, ask
from wardiary_server.game.rulebook import Action, Candidate, Command, Refused, Rule
from wardiary_server.game.state import Unit

from .injury import INJURED, rolled

MACHINES = ("vehicle", "machine")
"""Kinds of unit that tools help, and no medkit."""

Outcome = Literal["dead", "nothing", "injured", "whole"]


class Care(NamedTuple):
    """One way to bring units back: its command's word, what it takes, and for whom it is."""

    word: str
    doing: str
    kit: str
    machines: bool


class Treat(Command, frozen=True, tag="treat"):
    """A unit with a medkit treats somebody who is down, for its whole turn."""

    unit: str
    target: str


MEDICINE = Care("treat", "treating", "medkit", machines=False)


# ---------------------------------------------------------------------------------------------- may it?


def check(care: Care, ctx: Context, command: Any) -> None:
    """MED-1, MED-2. Raises `Refused`: `no_kit`, `no_skill`, `not_a_patient`, `out_of_reach`, `no_action`, and what
    `ready_to` does.
    """
    unit = ready_to(ctx, command.unit)
    patient = unit_of(ctx, command.target)
    if not has_kit(ctx, unit, care.kit):
        raise Refused("no_kit", f"{unit.name} has no {care.kit}, which {care.doing} {patient.name} takes.")
    if not stat(unit, "skill_die"):
        raise Refused("no_skill", f"{unit.name} states no Skill die to roll.")
    if reason := unfit(ctx, care, unit, patient):
        raise Refused("not_a_patient", reason)
    if not in_contact(ctx, unit, patient):
        raise Refused("out_of_reach", f"{unit.name} does not touch {patient.name}.")
    coin(ctx, unit, FOCUS)


def has_kit(ctx: Context, unit: Unit, kit: str) -> bool:
    """Whether a unit carries an item with this tag."""
    return any(kit in ctx.game.items[item].tags for item in unit.items if item in ctx.game.items)


def unfit(ctx: Context, care: Care, unit: Unit, patient: Unit) -> str:
    """Why a unit is no patient for another, or nothing. Whose side it must be on is the scenario's to say (D97)."""
    if patient.side != unit.side and ctx.option("casualties.patients") == "friends":
        return f"{patient.name} is not on {unit.name}'s side."
    if patient.status != "down":
        return f"{patient.name} is {patient.status}; only who is down can be brought back."
    if (patient.kind in MACHINES) != care.machines:
        return f"{patient.name} is {'treated with a medkit' if care.machines else 'repaired with tools'}."
    return ""


# ---------------------------------------------------------------------------------------------- what it does


def run(care: Care, ctx: Context, command: Any) -> Rule[None]:
    """MED-2: the whole turn, and a Skill roll."""
    if not (yield from begun(ctx, command.unit, lambda ctx, command: check(care, ctx, command), command)):
        return
    yield from pay(ctx, command.unit, FOCUS)
    result = yield from attempt(care, ctx, command)
    rerolls = ctx.value(HELP, ctx.game.units[command.unit], care.word).rerolls
    if result in ("dead", "nothing") and rerolls:
        (want,) = yield from ask(again_part(ctx, command.unit, care.word, care.doing, rerolls))
        result = (yield from attempt(care, ctx, command)) if want == (AGAIN,) else result
    if ctx.game.units[command.target].status == "down":
        yield from settle(ctx, command.target, result, care.doing)


def attempt(care: Care, ctx: Context, command: Any) -> Rule[Outcome]:
    """MED-9: the helper's Skill die, with what gear adds to it (D5)."""
    helper = ctx.game.units[command.unit]
    reason = f"{care.doing} {ctx.game.units[command.target].name}"
    sides, bonus = stat(helper, "skill_die"), ctx.value(HELP, helper, care.word).bonus
    face = yield from rolled(ctx, helper.id, sides, rule=care.word, reason=reason, target=command.target)
    return outcome(ctx, face + bonus)


def outcome(ctx: Context, result: int) -> Outcome:
    """D41: the table. Each number is the highest result of its row."""
    if result <= ctx.number("casualties.dead_to"):
        return "dead"
    if result <= ctx.number("casualties.nothing_to"):
        return "nothing"
    return "injured" if result <= ctx.number("casualties.injured_to") else "whole"


def settle(ctx: Context, unit: str, result: Outcome, doing: str) -> Rule[None]:
    """MED-3 to MED-7, for a unit that is down. From 6 on one that was injured is back, and injured (D42)."""
    patient = ctx.game.units[unit]
    if result == "dead":
        yield StatusChanged(unit=unit, status="dead", why="Nothing more can be done.", removed=True)
    elif result == "nothing":
        yield Remarked(text=f"{patient.name} is still down.", unit=unit)
    else:
        whole = result == "whole" and not patient.conditions.get(INJURED)
        most = stat(patient, "max_health", 1)
        health = most if whole else min(most, ctx.number("casualties.injured_health"))
        if not whole and not patient.conditions.get(INJURED):
            yield ConditionChanged(unit=unit, condition=INJURED, value=1, why="for the rest of the game")
        yield from heal(ctx, unit, health - stat(patient, "health", 1), doing)


# ---------------------------------------------------------------------------------------------- offers


def offer(care: Care, ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """Those who are down, for a unit with the kit; the check says who is too far away."""
    if unit is None or not has_kit(ctx, unit, care.kit):
        return
    patients = [u for u in ctx.game.units.values() if u.status == "down" and not unfit(ctx, care, unit, u)]
    if patients:
        body, cost = {"do": care.word, "unit": unit.id}, cost_of(ctx, unit, FOCUS)
        targets = tuple((u.id, u.name, INJURED if u.conditions.get(INJURED) else "") for u in patients)
        yield Candidate(f"{unit.name} {care.word}s somebody", body, "target", targets, cost=cost)


def action(care: Care, command: type[Command], help: str) -> Action:
    """The command of one way to bring units back."""
    return Action(
        command,
        ("player", "referee"),
        lambda ctx, command: run(care, ctx, command),
        lambda ctx, command: check(care, ctx, command),
        lambda ctx, unit: offer(care, ctx, unit),
        help=help,
    )


ACTIONS = (action(MEDICINE, Treat, "treat doc vega: bring back a friend who is down, with a medkit, for a whole turn"),)
