"""The die with two results, Success and Blank, and its odds (D40).

Where the server rolls it is an ordinary die whose highest faces are Successes. Who rolls a real one types what it
shows, in words or as a number.
"""

from __future__ import annotations

from typing import Any

from wardiary_server.game.resolver import Context, roll, roll_part
from wardiary_server.game.rulebook import Rule
from wardiary_server.game.state import Part


def lowest_success(ctx: Context) -> int:
    """The lowest face that is a Success: with 3 of 6 it is 4. At least one face is a Blank."""
    die = ctx.number("environments.die")
    return die + 1 - min(ctx.number("environments.success"), die - 1)


def symbol_part(ctx: Context, **what: Any) -> Part:
    """One symbol die as a part of a question: `unit`, `rule`, `reason`, perhaps `purpose`."""
    return roll_part(dice=1, sides=ctx.number("environments.die"), success=lowest_success(ctx), **what)


def succeeds(ctx: Context, **what: Any) -> Rule[bool]:
    """Roll one symbol die; whether it shows a Success."""
    success = lowest_success(ctx)
    (face,) = yield from roll(dice=1, sides=ctx.number("environments.die"), success=success, **what)
    return face >= success
