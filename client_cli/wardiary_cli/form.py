"""`answer`: all that waits for one person, answered in one line, as on one form.

    answer 2 5 6 / likely / server     in the order of the numbers that are shown
    answer 2: likely / 3: 4            by these numbers; what is not named waits on
    answer likely, answer server       every choice as it is likely, every roll by the server

Each part becomes an answer of its own. What is wrong with one is said of that one, and the others are given all the
same: nobody types anything twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from .answering import answer_to, dice_words, how_many
from .naming import Unclear
from .scene import Question, Scene

SEPARATORS = ("/", ";")
_NUMBER = re.compile(r"(\d{1,4}):(.*)")
_ALL = {"likely": "choice", "server": "roll"}


class Form(NamedTuple):
    """Answers, each with the number under which its question was shown; and what is wrong with the others."""

    answers: tuple[tuple[int, dict[str, Any]], ...]
    faults: tuple[str, ...] = ()


def numbered(scene: Scene) -> dict[int, Question]:
    """What the form holds, by number: what this seat is asked; else what others are, for the referee or by agreement.

    A number stays the same while its request is open, whichever of its parts are answered.
    """
    mine = scene.asked()
    every = [part for part in scene.parts() if not mine or part.seat in ("", scene.seat)]
    return {number: part for number, part in enumerate(every, 1) if not part.part.get("answered")}


def answer(args: Sequence[str], scene: Scene) -> Form:
    """The answers of a line. Raises `Unclear` where it names none at all."""
    asked = numbered(scene)
    if not asked:
        raise Unclear("Nobody is asked anything.")
    if len(args) == 1 and (kind := _ALL.get(args[0].casefold())) and len(asked) > 1:
        return _filled((n, question, list(args)) for n, question in asked.items() if question.kind == kind)
    parts = [part for part in _parts(args) if part]
    if not parts:
        raise Unclear(f"Answer what? {sample(asked.values())}")
    pairs, faults, order = [], [], list(asked)
    for nth, part in enumerate(parts):
        number, words = _named(part)
        number = number or (order[nth] if nth < len(order) else nth + 1)
        if number in asked:
            pairs.append((number, asked[number], words))
        else:
            faults.append(f"{number}: nothing is asked of you under that number.")
    filled = _filled(pairs)
    return Form(filled.answers, (*faults, *filled.faults))


def is_proposed(scene: Scene) -> bool:
    """Whether an answer of this seat for somebody who is away waits for the others to agree."""
    return scene.proposal.get("kind") == "answer" and scene.proposal.get("by") == scene.seat


def _filled(pairs: Iterable[tuple[int, Question, list[str]]]) -> Form:
    answers, faults = [], []
    for number, question, words in pairs:
        try:
            answers.append((number, answer_to(question, words)))
        except Unclear as wrong:
            faults.append(f"{number}: {wrong}")
    return Form(tuple(answers), tuple(faults))


def _parts(args: Sequence[str]) -> list[list[str]]:
    """The words between the separators, which stand alone or at the end of a word."""
    parts: list[list[str]] = [[]]
    for word in args:
        bare = word.rstrip("".join(SEPARATORS))
        if bare:
            parts[-1].append(bare)
        if bare != word:
            parts.append([])
    return parts


def _named(part: list[str]) -> tuple[int, list[str]]:
    """`2: likely` is of question 2; without a number (0) it is of the one whose turn it is."""
    found = _NUMBER.fullmatch(part[0])
    if found is None:
        return 0, part
    return int(found[1]), [*([found[2]] if found[2] else []), *part[1:]]


def sample(questions: Iterable[Question]) -> str:
    """How a line that answers all of it looks: `answer 3 6 3 / likely`."""
    asked = list(questions)
    parts = [_sample(question) for question in asked[:4]]
    return " / ".join([f"answer {parts[0]}", *parts[1:], *(["…"] if len(asked) > 4 else [])])


def _sample(question: Question) -> str:
    if question.kind == "choice":
        options = question.part.get("options", ())
        return "likely" if question.part.get("default") else str(options[0][1]) if options else "none"
    dice, sides = int(question.part.get("dice", 0)), int(question.part.get("sides", 6))
    words = question.part.get("success")
    faces = [("s", "b")[at % 2] if words else str((2 + 3 * at) % sides + 1) for at in range(min(dice, 4))]
    return " ".join([*faces, *(["…"] if dice > 4 else [])])


def wanted(question: Question) -> str:
    """What a question wants: `2 dice of 6`, `choose one`; and what was typed for it before an undo."""
    if question.kind == "choice":
        return f"choose {how_many(question)}"
    typed = question.part.get("typed")
    return dice_words(question) + (f"; `same` for {' '.join(map(str, typed))}, typed before" if typed else "")
