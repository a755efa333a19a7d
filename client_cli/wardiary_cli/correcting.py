"""`correct`: typed words as one step of a correction; and a correction that is prepared, in words.

correct 41 roll 2 5           the true faces of an answer       correct 41 choose hall      what was chosen
correct 41 drop, keep, same   of a command                      correct 41 change move vega cargo
correct roll 3                an answer to what it asks         correct                     all worked out anew
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .answering import dice_words, roll_faces
from .naming import Unclear
from .scene import Entity, Question, Scene
from .show import Row
from .slots import fill, whole
from .words import WORDS, known

_SHOWN = 12
"""Outcomes of a correction that are shown at most."""


def correct(args: Sequence[str], scene: Scene) -> dict[str, Any]:
    """The body of one step. Raises `Unclear`."""
    if not args:
        return {"do": "correct"}
    if args[0].casefold() in ("roll", "choose"):
        waits = waiting(scene)
        if not waits.get("asks"):
            raise Unclear("The correction asks nothing: name the entry, `correct 41 roll 2 5`.")
        part = next(iter(waits["asks"]))
        return {"do": "correct", "entry": waits["seq"], "part": int(part), **_value(args[0], args[1:])}
    body: dict[str, Any] = {"do": "correct", "entry": whole(args[0])}
    how = args[1].casefold() if len(args) > 1 else ""
    if how in ("roll", "choose"):
        return {**body, **_value(how, args[2:])}
    if how in ("drop", "keep", "same") and len(args) == 2:
        return {**body, how: True}
    if how == "change" and len(args) > 2:
        return {**body, "command": _command(args[2], args[3:], scene)}
    raise Unclear(f"Say what entry {args[0]} should have been: {WORDS['correct'].form}, correct ENTRY change COMMAND")


def _value(word: str, args: Sequence[str]) -> dict[str, Any]:
    """What was rolled or chosen."""
    if not args:
        raise Unclear(f"{word.capitalize()} what? {WORDS['correct'].form}")
    if word.casefold() == "choose":
        return {"chosen": [] if args[0].casefold() == "none" else list(args)}
    return {"roll": True} if args[0].casefold() == "server" else {"faces": roll_faces(args)}


def _command(word: str, args: Sequence[str], scene: Scene) -> dict[str, Any]:
    """A command by its words."""
    if not known(word):
        raise Unclear(f"There is no word {word!r} for that.")
    return fill(known(word), args, scene, {})


# ---------------------------------------------------------------------------------------------- what is prepared


def waiting(scene: Scene) -> Entity:
    """The outcome that somebody has to decide about, or nothing."""
    outcomes = scene.correction.get("outcomes", ())
    last: Mapping[str, Any] = outcomes[-1] if outcomes else {}
    return last if not scene.correction.get("ready", True) else {}


def correction_rows(scene: Scene) -> list[Row]:
    """A correction that is prepared: what is put right, what goes otherwise, and what has to be decided."""
    correction = scene.correction
    if not correction:
        return []
    who = scene.seat_name(str(correction.get("by", "")))
    rows = [Row(f"** {who} prepares a correction: {correction.get('text', '')}", "ask", 3)]
    outcomes = [one for one in correction.get("outcomes", ()) if one is not waiting(scene)]
    for one in outcomes[:_SHOWN]:
        rows += _outcome_rows(one)
    more = len(outcomes[_SHOWN:]) + int(correction.get("more", 0))
    if more:
        rows.append(Row(f"   and {more} more go otherwise", "dim", 3))
    rows.append(Row(f"   {correction.get('same', 0)} entries go as they did", "dim", 3))
    return rows + (_decide_rows(scene) if waiting(scene) else [Row("   type `accept`, or `refuse`/`withdraw`", "", 3)])


def _outcome_rows(outcome: Entity) -> list[Row]:
    rows = [Row(f"   {outcome.get('what', '')}: {outcome.get('fate', '')}", "", 6)]
    rows += [Row(f"     - {text}", "dim", 9) for text in outcome.get("was", ())]
    return rows + [Row(f"     + {text}", "", 9) for text in outcome.get("now", ())]


def _decide_rows(scene: Scene) -> list[Row]:
    waits = waiting(scene)
    rows = [Row(f"   {waits.get('what', '')}: {waits.get('text', '')}", "ask", 6)]
    if waits.get("fate") == "illegal":
        seq = waits["seq"]
        return [*rows, Row(f"   type `correct {seq} drop`, `correct {seq} keep` or `correct {seq} change …`", "", 3)]
    if waits.get("fate") == "unseen":
        return [*rows, Row("   type `accept` to let it be shown, or `refuse`", "", 3)]
    for number, part in waits.get("asks", {}).items():
        question = Question(0, 0, int(number), part)
        what = f"roll … ({dice_words(question)})" if question.kind == "roll" else "choose …"
        rows.append(Row(f"   {scene.seat_name(question.seat)}: type `correct {what.partition(' (')[0]}`", "", 3))
    return rows
