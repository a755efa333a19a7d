"""What rules write to let something happen, to roll, and to ask people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .event import Event
from .rulebook import Ask, Refused, Rule
from .state import Part

MAX_DICE = 100
"""Dice that one part of a question may have."""


def record(*events: Event) -> Rule[None]:
    """These events happen, one after another, each with everything that it triggers."""
    yield from events


def ask(*parts: Part) -> Rule[tuple[tuple[Any, ...], ...]]:
    """All these at once; their answers in the same order."""
    if not parts:
        return ()
    answers: tuple[tuple[Any, ...], ...] = yield Ask(parts)
    return answers


def roll(
    *,
    rule: str,
    reason: str,
    dice: int,
    unit: str = "",
    target: str = "",
    sides: int = 6,
    success: int = 0,
    seat: str = "",
    purpose: str = "",
) -> Rule[tuple[int, ...]]:
    """Roll; the faces. No dice, no roll: an empty tuple at once. See `roll_part`."""
    if dice <= 0:
        return ()
    part = roll_part(
        rule=rule, reason=reason, dice=dice, unit=unit, target=target, sides=sides, success=success, seat=seat,
        purpose=purpose,
    )  # fmt: skip
    (faces,) = yield from ask(part)
    return faces


def roll_part(
    *,
    rule: str,
    reason: str,
    dice: int,
    unit: str = "",
    target: str = "",
    sides: int = 6,
    success: int = 0,
    seat: str = "",
    purpose: str = "",
) -> Part:
    """A roll as one part of a question. `success` is the lowest face that counts, for a die with two results.

    Raises `Refused`: `too_many_dice`.
    """
    if dice > MAX_DICE:
        text = f"{reason}: {dice} dice at once are more than the {MAX_DICE} that anyone may roll."
        raise Refused("too_many_dice", text)
    return Part(
        kind="roll", seat=seat, rule=rule, reason=reason, unit=unit, target=target,
        key="/".join((rule, unit, target, purpose)), dice=dice, sides=sides, success=success,
    )  # fmt: skip


def choose(**part: Any) -> Rule[tuple[str, ...]]:
    """Choose; the values taken. See `choice_part`."""
    (chosen,) = yield from ask(choice_part(**part))
    return chosen


def choice_part(
    *,
    rule: str,
    reason: str,
    options: Iterable[tuple[str, str]],
    unit: str = "",
    seat: str = "",
    least: int = 1,
    most: int = 1,
    default: tuple[str, ...] = (),
    asks: bool = True,
) -> Part:
    """A choice as one part of a question: (value, label) pairs, how many may be taken, and the likely answer.

    With `asks` false nobody is asked: the likely answer is taken, and recorded as such.
    """
    return Part(
        kind="choice", seat=seat, rule=rule, reason=reason, unit=unit, options=tuple(options), least=least, most=most,
        default=default, asks=asks,
    )  # fmt: skip
