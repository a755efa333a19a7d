"""`roll` and `choose`: typed words as answers to what is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from .naming import Name, Unclear, did_you_mean, either, find, matches
from .scene import Question, Scene

_FACES = {"success": "success", "s": "success", "blank": "blank", "b": "blank"}
_WITHOUT = ("server", "same")
_DIGITS = re.compile(r"\d+")


def roll(args: Sequence[str], scene: Scene) -> dict[str, Any]:
    """An answer with dice: faces, `server` to let the server roll, `same` for what was typed before an undo."""
    asked, words = _about(args, _open("roll", scene), scene)
    faces = [face for word in words for face in word.replace(",", " ").split()]
    if not faces:
        raise Unclear(f"Type the faces of {dice_words(asked[0])}: {sample(asked[0])}")
    fitting = [question for question in asked if len(_spread(faces, question)) == question.part.get("dice")]
    without = len(faces) == 1 and faces[0].casefold() in _WITHOUT
    return answer_to(asked[0] if without else (fitting or asked)[0], faces)


def choose(args: Sequence[str], scene: Scene) -> dict[str, Any]:
    """An answer to a choice: by value, by label, by number, or `likely` or `none`."""
    asked, words = _about(args, _open("choice", scene), scene)
    question = asked[0]
    if not words:
        raise Unclear(f"Choose {how_many(question)} of {either(labels(question))}.")
    return answer_to(question, words)


def answer_to(question: Question, words: Sequence[str]) -> dict[str, Any]:
    """The answer to this very question: faces, `server` or `same`; or what is chosen. Raises `Unclear`."""
    if question.kind == "choice":
        return {**_answer(question), "chosen": _chosen(words, question)}
    faces = [face for word in words for face in word.replace(",", " ").split()]
    if len(faces) == 1 and faces[0].casefold() in _WITHOUT:
        return _without_faces(question, faces[0].casefold())
    return {**_answer(question), "faces": [_face(face) for face in _spread(faces, question)]}


def is_faces(words: Sequence[str]) -> bool:
    """Whether a line holds nothing but faces: then it is an answer without the word `roll`."""
    return bool(words) and all(_DIGITS.fullmatch(word.replace(",", "")) for word in words)


# ---------------------------------------------------------------------------------------------- which question


def _open(kind: str, scene: Scene) -> list[Question]:
    """What this seat is asked; else what others are, since the referee may answer, or the table by agreement."""
    mine = [asked for asked in scene.asked() if asked.kind == kind]
    asked = mine or [asked for asked in scene.questions() if asked.kind == kind]
    if not asked:
        what = "to roll anything" if kind == "roll" else "to choose anything"
        raise Unclear(f"Nobody is asked {what}.")
    return asked


def _about(args: Sequence[str], asked: list[Question], scene: Scene) -> tuple[list[Question], list[str]]:
    """The questions about the unit that is named first, if one is, and the words after it."""
    units = [Name(question.unit, scene.name("units", question.unit)) for question in asked if question.unit]
    if args and not _is_answer(args[0], asked):
        found = {name.id for name in matches(args[0], units)}
        if found:
            return [question for question in asked if question.unit in found], list(args[1:])
    return asked, list(args)


def _is_answer(word: str, asked: list[Question]) -> bool:
    """Whether a word is a face or one of the options, so that it names no unit."""
    if word.casefold() in {*_FACES, "server", "same", "likely", "none"} or is_faces([word]):
        return True
    return any(matches(word, _options(question)) for question in asked)


def _answer(question: Question) -> dict[str, Any]:
    return {"do": "answer", "root": question.root, "opened": question.opened, "part": question.number}


# ---------------------------------------------------------------------------------------------- dice


def _without_faces(question: Question, how: str) -> dict[str, Any]:
    if how == "server":
        return {**_answer(question), "roll": True}
    typed = question.part.get("typed")
    if not typed:
        raise Unclear("Nothing was typed for this roll before.")
    return {**_answer(question), "faces": list(typed)}


def _spread(faces: Sequence[str], question: Question) -> list[str]:
    """`256` for three dice of six is 2 5 6, and `sbs` two successes and a blank."""
    if not faces:
        return []
    dice, one = int(question.part.get("dice", 0)), faces[0]
    fits = len(faces) == 1 and len(one) == dice > 1
    digits = one.isdigit() and int(question.part.get("sides", 6)) <= 9
    if fits and (digits or set(one.casefold()) <= {"s", "b"}):
        return list(one)
    return list(faces)


def _face(text: str) -> int | str:
    if _DIGITS.fullmatch(text) and len(text) < 6:
        return int(text)
    word = _FACES.get(text.casefold())
    if word is None:
        raise Unclear(f"{text!r} is no face of a die.")
    return word


def roll_faces(words: Sequence[str]) -> list[int | str]:
    """Faces as they are typed. Raises `Unclear`."""
    return [_face(face) for word in words for face in word.replace(",", " ").split()]


def dice_words(question: Question) -> str:
    """`2 dice of 6`, and from which face on it is a Success where that is all that counts."""
    dice, sides = int(question.part.get("dice", 0)), int(question.part.get("sides", 6))
    least = int(question.part.get("success", 0))
    return f"{dice} {'die' if dice == 1 else 'dice'} of {sides}" + (
        f" ({least} and more is a Success)" if least else ""
    )


def sample(question: Question) -> str:
    """How an answer to this roll looks."""
    dice, sides = int(question.part.get("dice", 0)), int(question.part.get("sides", 6))
    if question.part.get("success"):
        faces = [("success", "blank")[at % 2] for at in range(min(dice, 4))]
    else:
        faces = [str((2 + 3 * at) % sides + 1) for at in range(min(dice, 4))]
    return " ".join(["roll", *faces, *(["…"] if dice > 4 else [])])


# ---------------------------------------------------------------------------------------------- choices


def _options(question: Question) -> list[Name]:
    return [Name(str(value), str(label)) for value, label in question.part.get("options", ())]


def labels(question: Question) -> list[str]:
    """The options as they are called."""
    return [option.name for option in _options(question)]


def how_many(question: Question) -> str:
    """`one`, `2`, `0 to 2`."""
    least, most = int(question.part.get("least", 1)), int(question.part.get("most", 1))
    if least == most:
        return "one" if least == 1 else str(least)
    return f"{least} to {most}"


def _chosen(words: Sequence[str], question: Question) -> list[str]:
    only = words[0].casefold() if len(words) == 1 else ""
    if only == "likely":
        return list(question.part.get("default", ()))
    if only == "none":
        return []
    chosen: list[str] = []
    rest = [word for part in words for word in part.split(",") if word] if len(words) > 1 else list(words)
    while rest:
        value, taken = _option(rest, question)
        chosen.append(value)
        rest = rest[taken:]
    return chosen


def _option(words: Sequence[str], question: Question) -> tuple[str, int]:
    """The option that the first words mean, the longest run of them that fits, and how many words that took."""
    options = _options(question)
    for length in range(len(words), 0, -1):
        found = matches(" ".join(words[:length]), options)
        if len(found) == 1:
            return found[0].id, length
    if _DIGITS.fullmatch(words[0]) and 1 <= int(words[0]) <= len(options):
        return options[int(words[0]) - 1].id, 1
    found = matches(words[0], options)
    if not found:
        raise Unclear(f"{words[0]!r} is not among {either(labels(question), 'and')}.{did_you_mean(words[0], options)}")
    return find(words[0], options, "option").id, 1
