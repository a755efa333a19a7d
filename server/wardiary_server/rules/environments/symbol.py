"""The die with two results, Success and Blank: its odds (D40), and what gear and disadvantage make of it.

Where the server rolls it is an ordinary die whose highest faces are Successes. Who rolls a real one types what it
shows, in words or as a number.

Whoever has a bonus rolls so many dice more, and one Success among them suffices (D5). Whoever is at a disadvantage
rolls one more, and the best of them does not count: of two dice the worse, then. A Blank may be rolled again where gear
says so: that is the same roll still (D6).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wardiary_server.game.frame.gear import AGAIN, HELP, Help, again_part
from wardiary_server.game.frame.queries import DISADVANTAGE
from wardiary_server.game.resolver import Context, ask, roll_part
from wardiary_server.game.rulebook import Rule
from wardiary_server.game.state import Part


class Cast(NamedTuple):
    """A symbol die that is rolled: whose, by which rule, why, and under which names special rules help with it."""

    unit: str
    rule: str
    reason: str
    kinds: tuple[str, ...]
    purpose: str = ""
    bonus: int = 0  # dice more, by what is rolled for and not by gear


def lowest_success(ctx: Context) -> int:
    """The lowest face that is a Success: with 3 of 6 it is 4. At least one face is a Blank."""
    die = ctx.number("environments.die")
    return die + 1 - min(ctx.number("environments.success"), die - 1)


def help_with(ctx: Context, cast: Cast) -> Help:
    """What helps a unit with this roll (ENV-3)."""
    return ctx.value(HELP, ctx.game.units[cast.unit], *cast.kinds)


def succeeds(ctx: Context, cast: Cast) -> Rule[bool]:
    """Roll one symbol die; whether it shows a Success, at last."""
    (good,) = yield from succeed(ctx, (cast,))
    return good


def succeed(ctx: Context, casts: Sequence[Cast]) -> Rule[tuple[bool, ...]]:
    """Roll for several units at once; then those Blanks that may be rolled again, if their people want that (D6)."""
    good = yield from throw(ctx, casts)
    blank = [cast for cast, shown in zip(casts, good, strict=True) if not shown and help_with(ctx, cast).rerolls]
    wants = yield from ask(
        *(again_part(ctx, c.unit, c.rule, c.reason, help_with(ctx, c).rerolls) for c in blank),
    )
    again = [cast for cast, want in zip(blank, wants, strict=True) if want == (AGAIN,)]
    better = dict(zip(again, (yield from throw(ctx, again)), strict=True))
    return tuple(shown or better.get(cast, False) for cast, shown in zip(casts, good, strict=True))


def throw(ctx: Context, casts: Sequence[Cast]) -> Rule[tuple[bool, ...]]:
    """The dice of each, once; which of them show enough Successes."""
    needed = [1 + is_hindered(ctx, cast) for cast in casts]
    faces = yield from ask(*(symbol_part(ctx, cast) for cast in casts))
    success = lowest_success(ctx)
    counts = [sum(face >= success for face in shown) for shown in faces]
    return tuple(count >= least for count, least in zip(counts, needed, strict=True))


def symbol_part(ctx: Context, cast: Cast) -> Part:
    """One unit's dice as a part of a question."""
    return roll_part(
        dice=1 + cast.bonus + help_with(ctx, cast).bonus + is_hindered(ctx, cast),
        sides=ctx.number("environments.die"),
        success=lowest_success(ctx),
        unit=cast.unit,
        rule=cast.rule,
        reason=cast.reason,
        purpose=cast.purpose,
    )


def is_hindered(ctx: Context, cast: Cast) -> bool:
    """Whether the unit is at a disadvantage: one die more, and the best does not count."""
    return ctx.value(DISADVANTAGE, ctx.game.units[cast.unit])
