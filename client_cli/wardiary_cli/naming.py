"""Finding what somebody means: by id or by name, in any case, by an unambiguous beginning, else *did you mean*."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Unclear(Exception):
    """What was typed cannot be understood; the text is a sentence that says what would be."""


class Name(NamedTuple):
    """Something that can be named: its id, and what people call it."""

    id: str
    name: str


def matches(text: str, names: Iterable[Name]) -> list[Name]:
    """Those that `text` may mean, by the first of these that fits any: id, name, beginning, beginning of a word."""
    wanted = folded(text)
    known = list(dict.fromkeys(names))
    if not wanted:
        return []
    for fits in (_id, _name, _beginning, _word):
        found = [name for name in known if fits(wanted, name)]
        if found:
            return found
    return []


def find(text: str, names: Iterable[Name], what: str) -> Name:
    """The one that `text` means. `what` is its kind, for the sentence. Raises `Unclear`."""
    known = list(names)
    found = matches(text, known)
    if len(found) == 1:
        return found[0]
    if found:
        raise Unclear(f"{text!r} may be {either([name.id for name in found])}.")
    raise Unclear(f"There is no {what} {text!r}.{did_you_mean(text, known)}")


def did_you_mean(text: str, names: Iterable[Name]) -> str:
    """A hint at what is spelled alike, with a blank before it; nothing where nothing is."""
    spelled = {spelling: name.id for name in names for spelling in (folded(name.id), folded(name.name)) if spelling}
    close = difflib.get_close_matches(folded(text), spelled, n=3, cutoff=0.6)
    ids = list(dict.fromkeys(spelled[spelling] for spelling in close))
    return f" Did you mean {either(ids)}?" if ids else ""


def words(known: Iterable[str]) -> list[Name]:
    """Plain words, to be found like names."""
    return [Name(word, word) for word in known]


def either(ids: Sequence[str], word: str = "or") -> str:
    """`a, b or c`."""
    return ", ".join(ids[:-1]) + f" {word} {ids[-1]}" if len(ids) > 1 else "".join(ids)


def folded(text: str) -> str:
    """Text as it is compared: `Cargo-Hold` and `cargo_hold` are the same."""
    return " ".join(text.casefold().replace("_", " ").replace("-", " ").split())


def _id(wanted: str, name: Name) -> bool:
    return folded(name.id) == wanted


def _name(wanted: str, name: Name) -> bool:
    return folded(name.name) == wanted


def _beginning(wanted: str, name: Name) -> bool:
    return folded(name.id).startswith(wanted) or folded(name.name).startswith(wanted)


def _word(wanted: str, name: Name) -> bool:
    return any(word.startswith(wanted) for word in folded(name.name).split())
