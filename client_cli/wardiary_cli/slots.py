"""A command from its words by their places: `put vega hall "the lift falls"`. For commands without offers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from .naming import Unclear, either, find, matches, words
from .scene import Scene
from .words import WORDS, Slot

_FLAG = ("flag",)
_ON, _OFF = {"on", "yes", "true"}, {"off", "no", "false"}
_INCHES = re.compile(r"(\d{1,4}(?:\.\d{1,3})?),(\d{1,4}(?:\.\d{1,3})?)")
_WHOLE = re.compile(r"[+-]?\d{1,15}")


class Taken(NamedTuple):
    """What a slot made of the first of the words, and the words that are left."""

    value: Any
    rest: Sequence[str]


def fill(word: str, args: Sequence[str], scene: Scene, given: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a command. Fields in `given` are there already. Raises `Unclear` where words are missing or left."""
    shape = WORDS[word]
    body: dict[str, Any] = {"do": shape.do or word, **dict(shape.fixed)}
    rest = args
    for slot in sorted(shape.slots, key=lambda slot: slot.of != _FLAG):  # flags may stand anywhere
        if slot.field in given:
            continue
        taken = _take(slot, rest, scene)
        if taken is not None:
            body[slot.field], rest = taken
        elif slot.needed:
            raise Unclear(f"{_missing(slot)}: {shape.form}")
    if rest:
        raise Unclear(f"{' '.join(rest)!r} is too much: {shape.form}")
    return {**body, **given}


def _take(slot: Slot, args: Sequence[str], scene: Scene) -> Taken | None:
    kind = slot.of[0]
    if kind == "text":
        return Taken(" ".join(args), ()) if args else None
    if slot.of == _FLAG:
        return _flag(slot.field, args)
    if not args:
        return _only(slot, scene)
    if kind == "token":
        return Taken(args[0], args[1:])
    if kind == "number":
        return Taken(whole(args[0]), args[1:])
    if kind == "switch":
        return Taken(switch(args[0]), args[1:])
    if kind == "word":
        return Taken(find(args[0], words(slot.of[1:]), "such word").id, args[1:])
    return _named(slot, args, scene)


def _flag(field: str, args: Sequence[str]) -> Taken | None:
    """A flag may stand anywhere among the words that are left."""
    for at, arg in enumerate(args):
        if arg.casefold() == field:
            return Taken(True, [*args[:at], *args[at + 1 :]])
    return None


def _only(slot: Slot, scene: Scene) -> Taken | None:
    """Where no unit was named: the one whose turn is on, or the only one that may go."""
    if slot.field != "unit" or not slot.needed:
        return None
    going = scene.may_go()
    return Taken(going[0], ()) if len(going) == 1 else None


def _named(slot: Slot, args: Sequence[str], scene: Scene) -> Taken:
    """The longest run of words that names something there."""
    names = scene.names(*slot.of)
    for length in range(len(args), 0, -1):
        if len(matches(" ".join(args[:length]), names)) == 1:
            return Taken(matches(" ".join(args[:length]), names)[0].id, args[length:])
    if slot.field == "unit" and (only := _only(slot, scene)):
        return Taken(only.value, args)  # the words name something else, and the next slot says what
    return Taken(find(args[0], names, _singular(slot.of[0])).id, args[1:])


def _missing(slot: Slot) -> str:
    wanted = {"number": "a number", "switch": "on or off", "text": "a text", "token": "a word"}
    if slot.of[0] == "word":
        return f"Say {either(slot.of[1:])}"
    return f"Name {wanted.get(slot.of[0], 'the ' + slot.field)}"


def _singular(collection: str) -> str:
    return {"links": "door"}.get(collection, collection.removesuffix("s"))


def whole(text: str) -> int:
    """A whole number. Raises `Unclear`."""
    if not _WHOLE.fullmatch(text):
        raise Unclear(f"{text!r} is no whole number.")
    return int(text)


def switch(text: str) -> bool:
    """On or off. Raises `Unclear`."""
    folded = text.casefold()
    if folded not in _ON | _OFF:
        raise Unclear(f"Say on or off, not {text!r}.")
    return folded in _ON


def place(text: str) -> list[int]:
    """A place in inches, `12.5,3`, as the thousandths of an inch that are sent. Raises `Unclear`."""
    parts = _INCHES.fullmatch(text)
    if parts is None:
        raise Unclear(f"{text!r} is no place: say how many inches to the right and down, at=12.5,3.")
    return [int(Decimal(part) * 1000) for part in parts.groups()]


def value(text: str) -> Any:
    """The value of a `field=value`: a whole number, on or off, a list with commas, or text."""
    if "," in text:
        return [value(part) for part in text.split(",") if part]
    if _WHOLE.fullmatch(text):
        return int(text)
    folded = text.casefold()
    return folded in _ON if folded in _ON | _OFF else text
