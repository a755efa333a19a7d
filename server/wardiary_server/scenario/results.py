"""The rows of a table of results: which faces, what everybody reads, and what it does to whoever rolled.

That the rows leave no face out and name none twice, the rulebook says that reads the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..game.state import ResultRow
from .positions import Path
from .values import BAD, LINE, Flag, Id, Number, OneOf, Reading, Schema, Value, some, wrong_type
from .vocabulary import Vocabulary, meant

FIELDS: Mapping[str, Value] = {
    "from": Number(-100, 1_000),
    "to": Number(-100, 1_000),
    "text": LINE,
    "lethal": Flag(),
    "status": OneOf(("down", "dead")),
    "damage": Number(0, 1_000),
    "condition": Id(),
    "amount": Number(1, 1_000),
    "stress": Number(-1_000, 1_000),
    "turns": Number(0, 1_000),
}
"""Every key of a row; a row without `to` is for one face."""

NEEDED = ("from", "text")


@dataclass(frozen=True)
class Results:
    """The rows of one table."""

    what: str = 'a list of tables such as {from = 1, to = 3, text = "..."}'

    def read(self, reading: Reading, path: Path, value: object) -> Any:
        if not isinstance(value, list):
            return wrong_type(reading, path, value, self.what)
        rows = [self.row(reading, (*path, n), item) for n, item in enumerate(value)]
        return BAD if BAD in rows else tuple(rows)

    def row(self, reading: Reading, path: Path, value: object) -> Any:
        """One row."""
        if not isinstance(value, dict):
            return wrong_type(reading, path, value, 'a table such as {from = 1, to = 3, text = "..."}')
        made: dict[str, Any] = {}
        for name, given in value.items():
            if name in FIELDS:
                made[name] = FIELDS[name].read(reading, (*path, name), given)
            else:
                reading.faults.add((*path, name), f"A row has no {name!r}.", meant(name, FIELDS), key=True)
        if missing := [name for name in NEEDED if name not in value]:
            reading.faults.lacks(path, f"This row has no {some(missing)}.")
        if missing or BAD in made.values():
            return BAD
        first = made.pop("from")
        return ResultRow(first=first, last=made.pop("to", first), **made)

    def schema(self, words: Vocabulary) -> Schema:
        fields = {name: kind.schema(words) for name, kind in FIELDS.items()}
        row = {"type": "object", "properties": fields, "required": list(NEEDED), "additionalProperties": False}
        return {"type": "array", "items": row, "minItems": 1}
