"""The fields of an offer from typed words: flags by their name, numbers, names, points, and what is left as free text.

What is needed takes the words that fit it; something that may be left out only takes a word that names it exactly. A
text takes all that is left over, one that is needed before others, else the last, a reason mostly; one for which there
are suggestions is a single word. Anything can be said as `field=value`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from wardiary_protocol.messages import Field

from .naming import Name, folded, matches
from .scene import Scene

_WHOLE = re.compile(r"[+-]?\d{1,15}")
_POINT = re.compile(r"(\d{1,4}(?:\.\d{1,3})?),(\d{1,4}(?:\.\d{1,3})?)")
Filled = tuple[Any, list[str]]
"""A value, None where no word gives one, and the words that are left."""


def flags(words: list[str], fields: Iterable[Field], body: dict[str, Any]) -> list[str]:
    """The words without those that are the name of a flag, which is set in the body."""
    for field in fields:
        said = [word for word in words if field.kind == "flag" and folded(word) == folded(field.name)]
        if said:
            words = [word for word in words if word not in said]
            body[field.name] = True
    return words


def fill_in(
    words: list[str], fields: Sequence[Field], body: dict[str, Any], scene: Scene
) -> tuple[str, list[str], int]:
    """Fill fields into the body: the label of one that is needed and not said, the words left, those of free text."""
    open_ = [field for field in fields if field.kind != "flag"]
    free = [field for field in open_ if field.kind == "text" and not (field.needed and field.targets)]
    rest = next((field for field in free if field.needed), free[-1] if free else None)
    lacks = ""
    for field in sorted((one for one in open_ if one not in free), key=lambda one: not one.needed):
        value, words = filled(words, field, scene)
        if value is not None:
            body[field.name] = value
        elif field.needed:
            lacks = lacks or field.label[:1].lower() + field.label[1:]
    if rest is None or not words:
        lacks = lacks or (rest.label[:1].lower() + rest.label[1:] if rest is not None and rest.needed else "")
        return lacks, words, 0
    body[rest.name] = " ".join(words)
    return lacks, [], len(words)


def filled(words: list[str], field: Field, scene: Scene) -> Filled:
    """One field from the first words that fit it."""
    if field.many:
        return _several(words, field, scene)
    if field.kind == "number":
        return _first(words, lambda word: int(word) if _WHOLE.fullmatch(word) else None)
    if field.kind == "point":
        return _first(words, point)
    if field.kind == "text":
        return _text(words, field)
    return _named(words, field, scene)


def _several(words: list[str], field: Field, scene: Scene) -> Filled:
    found: list[Any] = []
    one = Field(field.name, field.kind, field.label, field.targets, needed=field.needed)
    while words:
        value, rest = filled(words, one, scene)
        if value is None or value in found:
            break
        found.append(value)
        words = rest
    return found or None, words


def _first(words: list[str], read: Any) -> Filled:
    for at, word in enumerate(words):
        value = read(word)
        if value is not None:
            return value, [*words[:at], *words[at + 1 :]]
    return None, words


def point(word: str) -> list[int] | None:
    """`5.5,3`: inches to the right and down, as thousandths; None for anything else."""
    found = _POINT.fullmatch(word)
    return [round(float(number) * 1000) for number in found.groups()] if found else None


def _text(words: list[str], field: Field) -> Filled:
    """A text for which there are suggestions is one word: one of them, else the first."""
    known = {str(target.value) for target in field.targets}
    said = next((word for word in words if word in known), words[0] if words else None)
    if said is None:
        return None, words
    at = words.index(said)
    return said, [*words[:at], *words[at + 1 :]]


def _named(words: list[str], field: Field, scene: Scene) -> Filled:
    """Something with a name: the longest run of words that names it."""
    names = [(target.value, Name(str(target.value), target.label)) for target in field.targets]
    if not names and field.kind in ("unit", "zone"):
        names = [(name.id, name) for name in scene.names(f"{field.kind}s")]
    for length in range(len(words), 0, -1):
        for at in range(len(words) - length + 1):
            found = _meant(" ".join(words[at : at + length]), names, field.needed)
            if found is not None:
                return found, [*words[:at], *words[at + length :]]
    return None, words


def _meant(text: str, names: Sequence[tuple[Any, Name]], loosely: bool) -> Any:
    if loosely:
        ids = {name.id for name in matches(text, [name for _value, name in names])}
    else:
        ids = {name.id for _value, name in names if folded(text) in (folded(name.id), folded(name.name))}
    found = [value for value, name in names if name.id in ids]
    return found[0] if len(found) == 1 else None


def listed(value: Any, field: Field | None) -> Any:
    """A value that was given by name, as a list where the field holds one."""
    return [value] if field is not None and field.many and not isinstance(value, list) else value
