"""Fills the parts of docs/scenarios.md that are made from the code: every table's keys, and what each rulebook adds.

python -m wardiary_server.scenario.page docs/scenarios.md
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from wardiary_protocol.page import fill, table

from ..game.frame import FRAME
from ..game.rulebook import DeedSpec, OptionSpec, Rulebook
from .options import written
from .rulebooks import installed
from .schemas import needed
from .tables import TABLES, Table

Rows = Iterator[tuple[str, ...]]

WORDS: Mapping[str, str] = {
    "stats": "number",
    "item_stats": "number",
    "levels": "level",
    "areas": "kind",
    "aliases": "name",
    "tags": "tag",
    "rolls": "roll",
    "area_data": "key",
    "breach_data": "key",
    "tables": "table",
}
"""The kinds of word that rulebooks add, and what one of them is called."""


def blocks(books: Iterable[Rulebook] | None = None) -> dict[str, str]:
    """Everything that is generated in docs/scenarios.md, by the name of its block."""
    known = (FRAME, *(installed().values() if books is None else books))
    return {
        **{f"table {one.name}": table(HEAD, _keys(one)) for one in TABLES if one.fields},
        **{
            f"words {kind}": table((one, "rulebook", "what it means"), _words(kind, known))
            for kind, one in WORDS.items()
        },
        "deeds": table(("do", "rulebook", "needs", "may have", "what it does"), _deeds(known)),
        **{f"options {book.name}": table(OPTION_HEAD, _options(book.options)) for book in known},
    }


HEAD = ("key", "what it is", "such as", "where absent")
OPTION_HEAD = ("option", "default", "what it may be", "what it decides", "decision")


def _keys(one: Table) -> Rows:
    required = needed(one)
    for name, field in one.fields.items():
        absent = "**needed**" if name in required else field.default or "nothing"
        yield f"`{name}`", field.text, f"`{_on_one_line(field.example)}`", absent


def _words(kind: str, books: Iterable[Rulebook]) -> Rows:
    for book in books:
        for word, text in getattr(book, kind).items():
            yield f"`{word}`", book.name, f"`{text}`" if kind == "aliases" else text


def _deeds(books: Iterable[Rulebook]) -> Rows:
    for book in books:
        for word, deed in book.deeds.items():
            yield f"`{word}`", book.name, _fields(deed, deed.needs), _fields(deed, deed.may), deed.text


def _fields(deed: DeedSpec, fields: Mapping[str, str]) -> str:
    return ", ".join(f"`{name}` ({kind})" for name, kind in fields.items()) or "nothing"


def _options(options: Mapping[str, OptionSpec]) -> Rows:
    for name, spec in options.items():
        yield f"`{name}`", f"`{written(spec.default)}`", _range(spec), spec.text, spec.row


def _range(spec: OptionSpec) -> str:
    if spec.values:
        return ", ".join(f"`{written(value)}`" for value in spec.values)
    if isinstance(spec.default, bool):
        return "`true`, `false`"
    return f"{spec.least} to {spec.most:,}" if isinstance(spec.default, int) else "a text"


def _on_one_line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def main(arguments: Sequence[str] | None = None) -> None:
    """Fills the page that is named."""
    parser = argparse.ArgumentParser(prog="python -m wardiary_server.scenario.page", description=main.__doc__)
    parser.add_argument("page", type=Path, help="docs/scenarios.md")
    page = parser.parse_args(arguments).page
    page.write_text(fill(page.read_text(encoding="utf-8"), blocks()), encoding="utf-8")


if __name__ == "__main__":
    main()
