"""Inches without a board: what the people are asked who have the miniatures in front of them (D94).

Two kinds of question, and every rule that needs inches asks one of them from here:

    who_part   who is meant: a list with the likely ones ticked
    far_part   how far: within or beyond, still here or already there; one of a few, the likely one ticked

What is a unit's own goes to its seat; the list of a template to the seat that caused it. Without `frame.ask` nobody is
asked, and the likely answer is taken. No rule needs more than to know on which side of a line something is; a distance
that counts in itself, such as that of a fall, is typed with its command.

Whoever commands what takes contact says by it that the bases touch: being in the same zone is enough for the check, and
nobody is asked again.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..asking import ask, choice_part
from ..context import Context
from ..geometry.points import in_inches
from ..geometry.points import inches as in_words
from ..rulebook import Query, Rule
from ..state import Part, Unit
from .spots import by_inches

WITHIN, BEYOND = "within", "beyond"
Named = tuple[str, str]
"""A value, and what it is called."""


def asks(ctx: Context) -> bool:
    """Whether people are asked where a rule needs inches."""
    return bool(ctx.option("frame.ask"))


def who_part(
    ctx: Context,
    *,
    rule: str,
    reason: str,
    near: Iterable[Named],
    likely: Iterable[str],
    seat: str = "",
    unit: str = "",
) -> Part:
    """Who is meant: all that may be, the likely ones ticked; any number of them is an answer."""
    options = tuple(near)
    return choice_part(
        rule=rule, reason=reason, options=options, unit=unit, seat=seat, least=0, most=len(options),
        default=tuple(likely), asks=asks(ctx),
    )  # fmt: skip


def far_part(ctx: Context, *, rule: str, reason: str, ways: Iterable[Named], likely: str, unit: str = "") -> Part:
    """How far: which of a few it is."""
    return choice_part(rule=rule, reason=reason, options=ways, unit=unit, default=(likely,), asks=asks(ctx))


def caused_by(ctx: Context) -> str:
    """The seat that set off what happens now, to be asked about a template; nothing where that was nobody's."""
    return ctx.by if ctx.by in ctx.game.seats and ctx.by in ctx.table.held else ""


def inches(thousandths: int) -> str:
    """A length that the rules or a scenario give, exactly and in words: 1 inch, 2.25 inches."""
    return in_words(in_inches(thousandths))


# ---------------------------------------------------------------------------------------------- what is seen


def base_sight_within(ctx: Context, seer: Unit, target: Unit) -> int:
    """Sight is settled by the zones."""
    return 0


SIGHT_WITHIN: Query[int] = Query("sight within", base_sight_within)
"""How near a target has to be to be seen, in thousandths of an inch, where only people can tell whether it is: (unit,
target). 0 where `SIGHT` has settled it."""


def may_see(ctx: Context, seen: bool, seer: Unit, target: Unit) -> bool:
    """Whether a target is seen, or may be, as people will say when it comes to that."""
    return seen or ctx.value(SIGHT_WITHIN, seer, target) > 0


def sees_it(ctx: Context, seer: str, target: str, seen: bool) -> Rule[bool]:
    """Whether a unit sees a target; people are asked where only they can tell. `seen` is the likely answer."""
    unit, other = ctx.game.units[seer], ctx.game.units[target]
    reach = ctx.value(SIGHT_WITHIN, unit, other)
    if not reach:
        return seen
    ways = ((WITHIN, f"within {inches(reach)}: seen"), (BEYOND, "farther: not seen"))
    (answer,) = yield from ask(
        far_part(
            ctx,
            rule="sight",
            reason=f"how far {other.name} is",
            ways=ways,
            likely=WITHIN if seen else BEYOND,
            unit=seer,
        )
    )
    return answer == (WITHIN,)


# ---------------------------------------------------------------------------------------------- Control Zones


def holders(ctx: Context, unit: str, hostile: Iterable[Unit], reach: int) -> Rule[tuple[str, ...]]:
    """D76: into whose Control Zone a unit comes where it passes through a zone by steps; likely nobody's."""
    near = [(other.id, other.name) for other in hostile]
    if not near or not reach or not asks(ctx) or by_inches(ctx.game):
        return ()
    part = who_part(
        ctx, rule="control_zone", reason=f"passes within {inches(reach)} of", near=near, likely=(), unit=unit
    )
    (held,) = yield from ask(part)
    return tuple(str(one) for one in held)
