"""The kinds of value that a scenario file holds: how each is read, and how a JSON Schema says the same.

Reading gives what the state keeps, or `BAD` after the fault was written down. Both ways stand side by side here, so
that what an editor accepts and what the server accepts cannot drift apart.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

from .faults import Faults
from .positions import Path
from .vocabulary import Ids, Vocabulary, meant

BAD: Final = object()
"""What reading gives for a value that is wrong."""

ID = re.compile(r"[a-z0-9][a-z0-9_-]*")
NAME_LENGTH = 64
TEXT_LENGTH = 4_000
NUMBER = 1_000_000
_BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"

Schema = dict[str, Any]


class Reading(NamedTuple):
    """What a value is read against: the words of the rulebooks, and the ids of every table."""

    faults: Faults
    words: Vocabulary
    ids: Ids


class Value(Protocol):
    """One kind of value."""

    @property
    def what(self) -> str:
        """The kind in words, as in "this has to be ..."."""
        ...

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        """What the state keeps of it, or `BAD`."""
        ...

    def schema(self, words: Vocabulary) -> Schema:
        """The same as JSON Schema."""
        ...


def wrong_type(reading: Reading, path: Path, value: object, what: str) -> object:
    """A fault about the type of a value; `BAD`."""
    reading.faults.add(path, f"This has to be {what}, not {in_words(value)}.", _type_hint(value, what))
    return BAD


def in_words(value: object) -> str:
    """What a TOML value is, in words."""
    if isinstance(value, bool):
        return "true or false"
    names = {str: "a text", int: "a number", float: "a number with a point", list: "a list", dict: "a table"}
    return names.get(type(value), "a date or time")


def _type_hint(value: object, what: str) -> str:
    if isinstance(value, str) and what.startswith("a whole number") and value.lstrip("-").isdigit():
        return "Leave the quotes out."
    if isinstance(value, int) and not isinstance(value, bool) and what.startswith(("a text", "an id", "the id")):
        return f'Put it in quotes: "{value}".'
    if isinstance(value, str | dict) and what.startswith("a list"):
        return "A list has square brackets, also with one item."
    return ""


# ---------------------------------------------------------------------------------------------- texts


@dataclass(frozen=True)
class Text:
    """Words for people. A name is short and stands on one line."""

    what: str = "a text"
    length: int = TEXT_LENGTH
    lines: bool = True

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        if not isinstance(value, str):
            return wrong_type(reading, path, value, self.what)
        text = value.strip()
        if bad := next((c for c in text if self._unfit(c)), ""):
            name = unicodedata.name(bad, f"U+{ord(bad):04X}").lower()
            reading.faults.add(path, f"This holds a character that cannot be shown ({name}).", "Take it out.")
            return BAD
        if not text:
            reading.faults.add(path, "This is empty.", "Give it a text, or leave the key out.")
            return BAD
        if len(text) > self.length:
            reading.faults.add(path, f"This has {len(text)} characters; {self.length:,} are the most.", "Shorten it.")
            return BAD
        return text

    def _unfit(self, char: str) -> bool:
        return char in _BIDI or (unicodedata.category(char) in ("Cc", "Cs") and not (self.lines and char in "\n\t"))

    def schema(self, words: Vocabulary) -> Schema:
        return {"type": "string", "minLength": 1, "maxLength": self.length}


TEXT = Text()
NAME = Text("a text on one line", NAME_LENGTH, lines=False)
LINE = Text("a text on one line", 400, lines=False)


@dataclass(frozen=True)
class Id:
    """The word by which players and the scenario itself name a thing."""

    what: str = "an id: a short word in quotes"

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        if not isinstance(value, str):
            return wrong_type(reading, path, value, self.what)
        if not ID.fullmatch(value) or len(value) > NAME_LENGTH:
            fit = re.sub(r"[^a-z0-9_-]+", "-", value.lower()).strip("-_")[:NAME_LENGTH]
            hint = f"Perhaps {fit!r}." if ID.fullmatch(fit) else ""
            rule = f"An id is at most {NAME_LENGTH} small letters, digits, - and _: people type it"
            reading.faults.add(path, f"{rule}, and {value[:NAME_LENGTH]!r} is not.", hint)
            return BAD
        return value

    def schema(self, words: Vocabulary) -> Schema:
        return {"type": "string", "pattern": f"^{ID.pattern}$", "maxLength": NAME_LENGTH}


@dataclass(frozen=True)
class OneOf:
    """One of a few words."""

    values: tuple[str, ...]
    what: str = "a text"

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        if not isinstance(value, str):
            return wrong_type(reading, path, value, self.what)
        if value not in self.values:
            reading.faults.add(path, f"{value!r} is not known here.", meant(value, self.values))
            return BAD
        return value

    def schema(self, words: Vocabulary) -> Schema:
        return {"enum": list(self.values)}


@dataclass(frozen=True)
class Flag:
    """Yes or no."""

    what: str = "true or false"

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        return value if isinstance(value, bool) else wrong_type(reading, path, value, self.what)

    def schema(self, words: Vocabulary) -> Schema:
        return {"type": "boolean"}


# ---------------------------------------------------------------------------------------------- numbers


@dataclass(frozen=True)
class Number:
    """A whole number."""

    least: int = -NUMBER
    most: int = NUMBER

    @property
    def what(self) -> str:
        if (self.least, self.most) == (-NUMBER, NUMBER):
            return "a whole number"
        most = f" to {self.most:,}" if self.most < NUMBER else " or more"
        return f"a whole number, {self.least:,}{most}"

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        if not isinstance(value, int) or isinstance(value, bool):
            return wrong_type(reading, path, value, self.what)
        if not self.least <= value <= self.most:
            reading.faults.add(path, f"This has to be {self.what}, and {str(value)[:20]} is not.")
            return BAD
        return value

    def schema(self, words: Vocabulary) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Spot:
    """Where a drawing puts a zone."""

    what: str = "a list of two whole numbers, [column, row]"
    number: Number = field(default=Number(-1_000, 1_000))

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        if not isinstance(value, list) or len(value) != 2:
            return wrong_type(reading, path, value, self.what)
        spot = tuple(self.number.read(reading, (*path, n), item) for n, item in enumerate(value))
        return BAD if BAD in spot else spot

    def schema(self, words: Vocabulary) -> Schema:
        return {"type": "array", "items": self.number.schema(words), "minItems": 2, "maxItems": 2}


@dataclass(frozen=True)
class Levels:
    """What fills a zone at the start, as a map of rulebooks' words to numbers."""

    what: str = "a table such as {fire = 2}"
    number: Number = field(default=Number(0, 100))

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        if not isinstance(value, dict):
            return wrong_type(reading, path, value, self.what)
        known, levels = reading.words.texts("levels"), {}
        for name, number in value.items():
            here = (*path, name)
            if name not in known:
                hint = reading.words.hint("levels", name)
                reading.faults.add(here, f"No rulebook of this game knows the level {name!r}.", hint, key=True)
            elif (level := self.number.read(reading, here, number)) is not BAD and level:
                levels[name] = level
        return levels

    def schema(self, words: Vocabulary) -> Schema:
        number = self.number.schema(words)
        fields = {name: {**number, "description": text} for name, text in words.texts("levels").items()}
        return {"type": "object", "properties": fields, "additionalProperties": False}


def some(words: Iterable[str], joined: str = "and") -> str:
    """Words as a list in a sentence."""
    *first, last = words
    return f"{', '.join(first)} {joined} {last}" if first else last
