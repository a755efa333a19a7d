"""How a command becomes events: rules are generators, and this is what drives them.

A rule yields an event, and gets control back once the event is folded and everything that it triggered is over.
Or it yields a question, and gets the answers. Rules therefore read like the text they come from:

    faces = yield from roll(unit="vega", rule="airless", reason="Airless", dice=1)
    if faces[0] < 4 and able(ctx.game, "vega"):
        yield from hurt(ctx, "vega", 1, "Airless")

`yield from` is the stack. After each event its triggers run, depth first, in the order of their priority; then the
rule goes on *with the new state*, so a rule reads `ctx.game` afresh after every yield and keeps nothing across it.

A rule that must wait is no special thing either. Its generator stays where it is, and the question lies in the state
as data. If the generator is lost (a restart, a rewind, another node), the rule is run again from its command, with
the events the log recorded as its script: it must make the very same ones, or it has `Diverged`.

What rules write is in `asking`, what they see in `context`, and who is asked in `rolling`; all of that can be taken
from here as well.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from .asking import MAX_DICE, ask, choice_part, choose, record, roll, roll_part
from .context import MAX_EVENTS, Context, Dice, Diverged, Script, blamed, named
from .event import Event
from .rolling import Answer, Answers, answered, identified, waits
from .rulebook import Ask, Refused, Rule
from .state import Part

__all__ = [
    "MAX_DEPTH",
    "MAX_DICE",
    "MAX_EVENTS",
    "Answer",
    "Answers",
    "Context",
    "Dice",
    "Diverged",
    "Run",
    "Script",
    "ask",
    "choice_part",
    "choose",
    "drive",
    "forward",
    "named",
    "record",
    "roll",
    "roll_part",
    "waits",
]

MAX_DEPTH = 32
"""How deep triggers of triggers may go."""

Run = Generator[Ask, Answers, None]
"""A rule with all that it triggers: what is left of it are the questions."""


def drive(ctx: Context, rule: Rule[None], cause: int = -1, depth: int = 0) -> Run:
    """Run a rule to its end: fold what it yields, run what that triggers, hand its questions outward."""
    if depth > MAX_DEPTH:
        raise Refused("endless", f"This sets off rules more than {MAX_DEPTH} deep: refused whole, nothing happened.")
    answer: Any = None
    while True:
        try:
            yielded = rule.send(answer)
        except StopIteration:
            return
        if isinstance(yielded, Ask):
            answer = yield from put(ctx, yielded, cause, depth)
        else:
            yield from happen(ctx, yielded, cause, depth)
            answer = None


def put(ctx: Context, question: Ask, cause: int, depth: int) -> Generator[Ask, Answers, tuple[Any, ...]]:
    """Put a question to whoever answers it; each answer happens, and the rule gets the plain values."""
    parts = tuple(identified(ctx, part) for part in question.parts)
    answers = yield Ask(parts)
    values = []
    for part, given in zip(parts, answers, strict=True):
        event, value = answered(ctx, part, given)
        values.append(value)
        yield from happen(ctx, event, cause, depth)
    return tuple(values)


def happen(ctx: Context, event: Event, cause: int, depth: int) -> Run:
    """One event, then its triggers, depth first. What a trigger raises is laid at its rulebook's door."""
    place = ctx.record(event, cause)
    book = ""
    try:
        for book, trigger in ctx.active.triggers(type(event)):  # noqa: B007 - for whoever is to blame
            if ctx.quiet and not trigger.always:
                continue
            if trigger.when is None or trigger.when(ctx, event):
                yield from drive(ctx, trigger.run(ctx, event), place, depth + 1)
    except (Refused, Diverged):
        raise
    except Exception as error:
        raise blamed(book, error) from error


def forward(run: Run, ctx: Context, answers: Answers | None) -> tuple[Part, ...] | None:
    """Let a run go on until it waits for people (their parts) or ends (None). What nobody must answer goes at once."""
    try:
        asked = run.send(answers) if answers is not None else next(run)
        while not any(waits(ctx, part) for part in asked.parts):
            asked = run.send((None,) * len(asked.parts))
    except StopIteration:
        return None
    return asked.parts
