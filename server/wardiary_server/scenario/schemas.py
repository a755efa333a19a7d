"""The format as a JSON Schema (draft 2020-12), so that editors offer keys, say what they mean and mark what is wrong.

It is made from the same tables as the check, with the words of every rulebook that is installed. What needs the whole
file (whether a zone is there, whether a game ends) only the check can tell.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..game.frame import FRAME
from ..game.rulebook import Rulebook
from .options import options_schema
from .references import Many
from .rows import ANY, STAT
from .rulebooks import installed
from .tables import TABLES, Field, Table
from .values import ID, OneOf, Schema
from .vocabulary import Vocabulary, open_end

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(books: Iterable[Rulebook] | None = None) -> Schema:
    """The whole schema; `books` are the rulebooks that a scenario may name, by default those that are installed."""
    known = tuple(installed().values()) if books is None else tuple(books)
    words = Vocabulary((FRAME, *known))
    return {
        "$schema": DIALECT,
        "title": "A wardiary scenario",
        "type": "object",
        "properties": {table.name: table_schema(table, words) for table in TABLES},
        "required": ["game", "sides", "zones", "units"],
        "additionalProperties": False,
    }


def table_schema(table: Table, words: Vocabulary) -> Schema:
    """One table, or the list of them."""
    if table.name == "options":
        return {"description": table.text, **options_schema(words)}
    more, patterns = _more(table, words)
    row: Schema = {
        "type": "object",
        "properties": {**more, **{name: _field(one, words) for name, one in table.fields.items()}},
        "required": list(needed(table)),
        "additionalProperties": False,
    }
    if patterns:
        row["patternProperties"] = patterns
    if table.name == "game":
        books = Many(OneOf(tuple(book.name for book in words.enabled)))
        row["properties"]["rulebooks"] |= books.schema(words)
    if not table.many:
        return {"description": table.text, **row}
    return {"description": table.text, "type": "array", "items": row, "maxItems": table.most}


def needed(table: Table) -> tuple[str, ...]:
    """The keys that every row has to have; among a unit's numbers, health."""
    return (*table.needed, "health") if table.name == "units" else table.needed


def _field(field: Field, words: Vocabulary) -> Schema:
    return {"description": field.text, **field.value.schema(words)}


def _more(table: Table, words: Vocabulary) -> tuple[Schema, Schema]:
    """The keys that rulebooks add to a table, and patterns for those that end with an id."""
    known = words.texts(table.more) if table.more else {}
    value = (STAT if table.more and table.more.endswith("stats") else ANY).schema(words)
    keys = {word: {"description": text, **value} for word, text in known.items()}
    patterns = {f"^{head}{ID.pattern}$": keys.pop(word) for word in known if (head := open_end(word))}
    return keys, patterns
