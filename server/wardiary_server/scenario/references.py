"""The kinds of value that name something: an id of another table, a word that a rulebook declares, a list of either."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..game.known import SPECTATORS
from .positions import Path
from .values import BAD, ID, NAME_LENGTH, Reading, Schema, Value, wrong_type
from .vocabulary import Kind, Vocabulary, meant, open_end


@dataclass(frozen=True)
class Ref:
    """The id of something in another table.

    With `free`, "" stands for nobody and nothing. What is not `sure` may also be made by a rule in the course of play.
    """

    table: str
    free: bool = False
    sure: bool = True

    @property
    def what(self) -> str:
        return f"the id of one of the {self.table}"

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        if not isinstance(value, str):
            return wrong_type(reading, path, value, self.what)
        if value in reading.ids[self.table] or (self.free and not value):
            return value
        hint = meant(value, reading.ids[self.table])
        if self.sure:
            reading.faults.lacks(path, f"There is no {value!r} among the {self.table}.", hint)
            return BAD
        text = f"There is no {value!r} among the {self.table}, unless a rule makes one."
        reading.faults.lacks(path, text, hint, warning=True)
        return value

    def schema(self, words: Vocabulary) -> Schema:
        pattern = f"^({ID.pattern})?$" if self.free else f"^{ID.pattern}$"
        return {"type": "string", "pattern": pattern, "maxLength": NAME_LENGTH}


@dataclass(frozen=True)
class Many:
    """A list of one kind of value, none of them twice."""

    item: Value
    least: int = 0
    most: int = 1_000
    twice: str = "{!r} is named twice."

    @property
    def what(self) -> str:
        if isinstance(self.item, Ref):
            return f"a list of ids of {self.item.table}"
        return "a list of texts"

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        if not isinstance(value, list):
            return wrong_type(reading, path, value, self.what)
        found: list[Any] = []
        for n, item in enumerate(value):
            one = self.item.read(reading, (*path, n), item)
            if one is not BAD and one in found:
                reading.faults.add((*path, n), self.twice.format(one))
            elif one is not BAD:
                found.append(one)
        if not self.least <= len(value) <= self.most:
            some = self.least if self.least == self.most else f"at least {self.least}" if self.least else self.most
            reading.faults.add(path, f"This list has {len(value)} items, and has to have {some}.")
            return BAD
        return tuple(found)

    def schema(self, words: Vocabulary) -> Schema:
        items = {"type": "array", "items": self.item.schema(words), "uniqueItems": True, "minItems": self.least}
        return {**items, "maxItems": self.most}


ALL = "all"
"""Everybody but a unit's own side and the referee, where a scenario says from whom something is hidden."""


@dataclass(frozen=True)
class HiddenFrom:
    """From whom something is hidden: sides, `spectators`, or all."""

    what: str = 'a list of sides and "spectators", or "all"'

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        if value == ALL:
            return (ALL,)
        if isinstance(value, str):
            reading.faults.add(path, f"{value!r} is not known here.", f'Write "{ALL}", or a list: ["{value}"].')
            return BAD
        if not isinstance(value, list):
            return wrong_type(reading, path, value, self.what)
        known = (*reading.ids["sides"], SPECTATORS)
        found = []
        for n, word in enumerate(value):
            if isinstance(word, str) and word in known:
                found.append(word)
            else:
                hint = meant(str(word), known)
                reading.faults.add((*path, n), f"There is no {word!r} among the sides, and no such audience.", hint)
        return tuple(dict.fromkeys(found))

    def schema(self, words: Vocabulary) -> Schema:
        item = {"type": "string", "pattern": f"^{ID.pattern}$", "maxLength": NAME_LENGTH}
        return {"anyOf": [{"const": ALL}, {"type": "array", "items": item, "uniqueItems": True}]}


@dataclass(frozen=True)
class Word:
    """A word that a rulebook declares. An alias is read as what it stands for."""

    kind: Kind
    noun: str

    @property
    def what(self) -> str:
        return f"a text: the name of a {self.noun}"

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        if not isinstance(value, str):
            return wrong_type(reading, path, value, self.what)
        known = self.known(reading.words)
        if value in known or reading.words.knows(self.kind, value, reading.ids):
            return known.get(value, value)
        hint = reading.words.hint(self.kind, value, known)
        reading.faults.add(path, f"No rulebook of this game knows the {self.noun} {value!r}.", hint)
        return BAD

    def known(self, words: Vocabulary) -> Mapping[str, str]:
        """What may stand here, and what the state keeps for it."""
        return words.areas if self.kind == "areas" else {word: word for word in words.texts(self.kind)}

    def schema(self, words: Vocabulary) -> Schema:
        known = self.known(words)
        whole = [word for word in known if not open_end(word)]
        patterns = [{"pattern": pattern} for word in known if (pattern := open_pattern(word))]
        return {"type": "string", "anyOf": [{"enum": whole}, *patterns]} if patterns else {"enum": whole}


def open_pattern(word: str) -> str:
    """Which words a word with an open end stands for, as a pattern: an id at its end, or a label; else nothing."""
    head = open_end(word)
    end = ".+" if word.endswith("<label>") else ID.pattern
    return f"^{head}{end}$" if head else ""
