"""Rolls of skill: an attribute, a skill, and a stress die for each Stress; and pushing such a roll.

    rolled = yield from roll_skill(ctx, Check("vega", "attack", "rifle at Rook", pool(ctx, vega, "agility", ...)))
    if rolled.successes: ...

Sixes succeed (D72). Stress dice are dice of a part of their own, so that people roll them in another colour: a 1 on one
of them is trouble. After the roll its owner may push it once (D73): what is neither a success nor a 1 on a stress die
is rolled again, for one Stress more and one stress die more. Weapons that fire by themselves, homing weapons, and rolls
that the text excepts (GAS-3, SIG-2) are no rolls of skill.
"""

from __future__ import annotations

from typing import NamedTuple

from wardiary_server.game.event import stat
from wardiary_server.game.frame.gear import AGAIN, HELP, again_part
from wardiary_server.game.frame.queries import DISADVANTAGE, able
from wardiary_server.game.resolver import MAX_DICE, Context, ask, choose, roll_part
from wardiary_server.game.rulebook import Rule
from wardiary_server.game.state import Part, Unit

from .strain import gain_stress, is_alien, stress_of

PUSH, KEEP = "push", "keep"

Faces = tuple[int, ...]


class Pool(NamedTuple):
    """How many dice: ordinary ones, and stress dice."""

    dice: int
    stress: int = 0


class Check(NamedTuple):
    """One roll of skill: whose, by which rule and why, with what, and against whom.

    `purpose` tells apart rolls that are else the same (see `dice`). Where `pushes` is false nobody may push it. With
    `others_count` what succeeds among the dice of something else is a success of this roll as well.
    """

    unit: str
    rule: str
    reason: str
    pool: Pool
    target: str = ""
    purpose: str = ""
    pushes: bool = True
    others_count: bool = False


class Outcome(NamedTuple):
    """What a roll of skill showed in the end, and the faces of what else was rolled with it at once."""

    dice: Faces
    stress: Faces
    successes: int
    others: tuple[Faces, ...] = ()
    pushed: bool = False

    @property
    def troubled(self) -> bool:
        """Whether a stress die shows a 1: one Stress Response, however many do (D61)."""
        return 1 in self.stress


# ---------------------------------------------------------------------------------------------- with how many dice


def pool(ctx: Context, unit: Unit, *stats: str, rule: str) -> Pool:
    """The dice of a roll: these stats of the unit and what its gear adds to this kind of roll, and its Stress."""
    dice = sum(stat(unit, name) for name in stats) + ctx.value(HELP, unit, rule).bonus
    return Pool(hindered(ctx, unit, dice), stress_of(unit))


def hindered(ctx: Context, unit: Unit, dice: int) -> int:
    """A number of dice, for a unit at a disadvantage one less, but one always remains (D44)."""
    dice = max(0, dice)
    fewer = ctx.number("zones.disadvantage") if ctx.value(DISADVANTAGE, unit) else 0
    return max(min(dice, 1), dice - fewer)


def successes(ctx: Context, faces: Faces) -> int:
    """D72: how many dice succeed: by default the sixes."""
    least = ctx.number("zones.success")
    return sum(face >= least for face in faces)


# ---------------------------------------------------------------------------------------------- the roll


def roll_skill(ctx: Context, check: Check, *others: Part) -> Rule[Outcome]:
    """Rolls, at once with `others` (ammunition, supply), and lets the owner push. `others` are never pushed."""
    outcome = showed(ctx, check, *(yield from throw(check, check.pool, "", others)))
    if (yield from is_pushed(ctx, check, outcome)):
        outcome = yield from pushed(ctx, check, outcome)
    return outcome


def showed(ctx: Context, check: Check, dice: Faces, stress: Faces, *others: Faces) -> Outcome:
    """What the faces come to."""
    more = sum(faces.count(6) for faces in others) if check.others_count else 0
    return Outcome(dice, stress, successes(ctx, dice + stress) + more, others)


def throw(check: Check, dice: Pool, purpose: str, others: tuple[Part, ...] = ()) -> Rule[tuple[Faces, ...]]:
    """The faces of ordinary dice, of stress dice (each nothing where there are none), and of everything else."""
    kinds = (("", "", dice.dice), ("/stress", ", stress dice", dice.stress))
    parts = [
        roll_part(
            rule=check.rule, reason=check.reason + words, unit=check.unit, target=check.target,
            dice=min(number, MAX_DICE), purpose=f"{check.purpose}{purpose}{kind}",
        )
        for kind, words, number in kinds
        if number > 0
    ]  # fmt: skip
    faces = list((yield from ask(*parts, *others)))
    own = [faces.pop(0) if number > 0 else () for _kind, _words, number in kinds]
    return (*own, *faces)


def once_more(ctx: Context, check: Check, rolled: Outcome, failed: bool) -> Rule[Outcome]:
    """D6: where gear lets a roll that failed be made again, its owner may; the second result stands, of both kinds."""
    rerolls = ctx.value(HELP, ctx.game.units[check.unit], check.rule).rerolls
    if not rerolls or not failed or not sum(check.pool):
        return rolled
    ((want,),) = yield from ask(again_part(ctx, check.unit, check.rule, check.reason, rerolls))
    if want != AGAIN:
        return rolled
    again = yield from roll_skill(ctx, check)
    return again._replace(others=rolled.others)


# ---------------------------------------------------------------------------------------------- pushing


def again(ctx: Context, outcome: Outcome) -> Pool:
    """D73: what a push rolls: whatever is no success, nor among stress dice a 1, and one stress die more."""
    poor = len(outcome.dice) - successes(ctx, outcome.dice)
    return Pool(poor, sum(face != 1 for face in outcome.stress) - successes(ctx, outcome.stress) + 1)


def is_pushed(ctx: Context, check: Check, outcome: Outcome) -> Rule[bool]:
    """Whether the owner pushes. By `zones.push` nobody is asked: none is, or what has failed is."""
    way, unit = str(ctx.option("zones.push")), ctx.game.units[check.unit]
    dice = again(ctx, outcome)
    number = dice.dice + dice.stress
    if way == "never" or not check.pushes or number <= 1 or not unit.seat or is_alien(unit) or not able(unit):
        return False
    text = f"push it: roll {number} dice again, one more stress die among them, for 1 Stress"
    answer = yield from choose(
        rule=check.rule,
        reason=f"{check.reason}: {outcome.successes or 'no'} {'success' if outcome.successes == 1 else 'successes'}",
        options=[(PUSH, text), (KEEP, "keep it")],
        unit=check.unit,
        default=(KEEP if outcome.successes else PUSH,),
        asks=way == "ask",
    )
    return answer == (PUSH,) and able(ctx.game.units[check.unit])


def pushed(ctx: Context, check: Check, first: Outcome) -> Rule[Outcome]:
    """D73: one Stress more, and the dice once again; what had succeeded, and ones of stress dice, stay as they lie."""
    yield from gain_stress(ctx, check.unit, 1, "pushed")
    faces = yield from throw(check, again(ctx, first), "/push")
    kept = tuple(face for face in first.dice if successes(ctx, (face,)))
    held = tuple(face for face in first.stress if face == 1 or successes(ctx, (face,)))
    return showed(ctx, check, kept + faces[0], held + faces[1], *first.others)._replace(pushed=True)
