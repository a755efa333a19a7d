"""The two values of a scenario's own events: when one comes, and the list of what it does.

What may be done is declared by the rulebooks, each deed with the fields that it needs and may have and what each of
these refers to, so a deed from a stranger's rulebook is checked as closely as ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..game.rulebook import DeedSpec
from .lengths import MOST, Inches, Line, Position, Written
from .positions import Path
from .references import Many, Ref
from .values import BAD, NUMBER, TEXT, Number, OneOf, Reading, Schema, Value, some, wrong_type
from .vocabulary import Vocabulary, meant

DOORS = ("open", "closed", "sealed", "destroyed")
SWITCH = ("on", "off")

FORMS: tuple[Mapping[str, Value], ...] = (
    {"round": Number(1, 1_000)},
    {"round_end": Number(1, 1_000)},
    {"door": Ref("links"), "is": OneOf(DOORS)},
    {"objective": Ref("objectives")},
    {"breach": Ref("markers", sure=False), "is": OneOf(("placed", "sealed"))},
    {"power": Ref("power"), "is": OneOf(SWITCH)},
)
"""The ways to say when."""

_SHOWN = '{round = 3}, {round_end = 3} or {door = "d1", is = "open"}, or see what else may set an event off'


@dataclass(frozen=True)
class When:
    """When an event comes: one of FORMS."""

    what: str = "a table such as {round = 3}"

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        if not isinstance(value, dict):
            return wrong_type(reading, path, value, self.what)
        form = next((form for form in FORMS if set(form) == set(value)), None)
        if form is None:
            reading.faults.add(path, f"No event comes at {some(value) if value else 'nothing'}.", f"Write {_SHOWN}.")
            return BAD
        when = {key: kind.read(reading, (*path, key), value[key]) for key, kind in form.items()}
        return BAD if BAD in when.values() else when

    def schema(self, words: Vocabulary) -> Schema:
        return {"oneOf": [_closed(words, form, tuple(form)) for form in FORMS]}


@dataclass(frozen=True)
class Joined:
    """A list of ids that a deed gets as one text, `a,b`: what an event carries in the state is numbers and texts."""

    many: Many

    @property
    def what(self) -> str:
        return self.many.what

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        found = self.many.read(reading, path, value)
        return found if found is BAD else ",".join(found)

    def schema(self, words: Vocabulary) -> Schema:
        return self.many.schema(words)


@dataclass(frozen=True)
class Anything:
    """A field that only its own rulebook understands. A list of texts is kept as one, `a,b`."""

    what: str = "a text, a number, true or false"

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        if isinstance(value, bool):
            return int(value)
        if isinstance(value, str):
            return TEXT.read(reading, path, value)
        if isinstance(value, int):
            return Number(-NUMBER, NUMBER).read(reading, path, value)
        if isinstance(value, list):
            return Joined(Many(TEXT)).read(reading, path, value)
        return wrong_type(reading, path, value, self.what)

    def schema(self, words: Vocabulary) -> Schema:
        return {"type": ["string", "integer", "boolean", "array"], "items": {"type": "string"}}


FIELDS: Mapping[str, Value] = {
    "zone": Ref("zones"),
    "zones": Joined(Many(Ref("zones"), 1)),
    "link": Ref("links"),
    "door": OneOf(DOORS),
    "marker": Ref("markers", sure=False),
    "area": Ref("areas", sure=False),
    "side": Ref("sides"),
    "power": Ref("power"),
    "switch": OneOf(SWITCH),
    "unit": Ref("units"),
    "units": Joined(Many(Ref("units"), 1)),
    "number": Number(),
    "text": TEXT,
    "place": Written(Position()),
    "outline": Written(Line(3)),
    "inches": Inches(1, MOST),
}
"""What a field of a deed may refer to, by the word in its DeedSpec."""


def fields_of(deed: DeedSpec) -> Mapping[str, Value]:
    """Every field that a deed needs or may have."""
    return {name: FIELDS.get(kind, Anything()) for name, kind in {**deed.needs, **deed.may}.items()}


@dataclass(frozen=True)
class Deeds:
    """What an event does, first to last."""

    what: str = "a list of tables, each with `do`"

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        if not isinstance(value, list):
            return wrong_type(reading, path, value, self.what)
        deeds = [self.one(reading, (*path, n), item) for n, item in enumerate(value)]
        return BAD if BAD in deeds else tuple(deeds)

    def one(self, reading: Reading, path: Path, value: object) -> Any:
        """One deed: its word, and its fields."""
        known = reading.words.deeds
        if not isinstance(value, dict):
            return wrong_type(reading, path, value, 'a table such as {do = "tell", text = "..."}')
        word = value.get("do")
        if not isinstance(word, str):
            reading.faults.lacks(path, "This does not say what it does.", f"do is {some(sorted(known), 'or')}.")
            return BAD
        if word not in known:
            hint = reading.words.hint("deeds", word)
            reading.faults.add((*path, "do"), f"No rulebook of this game knows how to do {word!r}.", hint)
            return BAD
        return self.filled(reading, path, known[word], value)

    def filled(self, reading: Reading, path: Path, deed: DeedSpec, value: Mapping[str, object]) -> Any:
        """The fields of one deed."""
        fields, made = fields_of(deed), dict[str, Any](do=value["do"])
        for name, given in value.items():
            if name in fields:
                made[name] = fields[name].read(reading, (*path, name), given)
            elif name != "do":
                hint = meant(name, fields)
                reading.faults.add((*path, name), f"{value['do']!r} knows no {name!r}.", hint, key=True)
        missing = [name for name in deed.needs if name not in value]
        if missing:
            reading.faults.lacks(path, f"{value['do']!r} needs {some(missing)}.")
        return BAD if missing or BAD in made.values() else made

    def schema(self, words: Vocabulary) -> Schema:
        return {"type": "array", "items": {"oneOf": [_deed(words, *named) for named in words.deeds.items()]}}


def _deed(words: Vocabulary, word: str, deed: DeedSpec) -> Schema:
    made = _closed(words, fields_of(deed), tuple(deed.needs))
    made["properties"] = {"do": {"const": word}, **made["properties"]}
    return {"description": deed.text, **made, "required": ["do", *deed.needs]}


def _closed(words: Vocabulary, fields: Mapping[str, Value], needed: tuple[str, ...]) -> Schema:
    """An object with these fields and no others."""
    properties = {name: kind.schema(words) for name, kind in fields.items()}
    return {"type": "object", "properties": properties, "required": list(needed), "additionalProperties": False}
