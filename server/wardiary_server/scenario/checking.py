"""Checks a scenario as a whole, and reads it.

    game, faults = check("derelict.toml")

One run finds every fault: what is wrong is written down and left out, and the rest is checked all the same. The steps:
`syntax` reads the text, `rows` every key of every table (`tables` says which there are, `values` of which kind),
`options` the options, `build` makes the game, `players` and `sense` look at the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..game.frame import FRAME
from ..game.rulebook import Rulebook
from ..game.state import Game
from . import rulebooks, syntax
from .build import build
from .faults import Fault, Faults
from .options import read_options
from .rows import ids_of, read_tables, tables_of
from .sense import check_sense
from .sources import text_of
from .values import Reading
from .vocabulary import Vocabulary, meant
from .whole import Whole

Checked = tuple[Game | None, tuple[Fault, ...]]


def check(name_or_path: str | Path, books: Iterable[Rulebook] | None = None) -> Checked:
    """The game of a file, or None where it has faults; and all faults and warnings, from the top of the file down.

    A bundled scenario is checked by its name. `books` are the rulebooks that there are; by default those that are
    installed. Raises nothing that a file can cause.
    """
    text = text_of(name_or_path)
    return (None, (text,)) if isinstance(text, Fault) else check_text(text, str(name_or_path), books)


def check_text(text: str, file: str, books: Iterable[Rulebook] | None = None) -> Checked:
    """The same for a text that is there already; `file` is what faults call it."""
    game, faults, _head = examine(text, file, books)
    return game, faults


def examine(
    text: str, file: str, books: Iterable[Rulebook] | None = None
) -> tuple[Game | None, tuple[Fault, ...], Mapping[str, Any]]:
    """What `check_text` gives, and what [game] says beside the rules: its title, `about` and `briefing`."""
    return examine_document(syntax.read(text, file), books)


def examine_document(
    document: syntax.Document, books: Iterable[Rulebook] | None = None
) -> tuple[Game | None, tuple[Fault, ...], Mapping[str, Any]]:
    """The same for what was read already: a file of its own, or a part of another (see `faults.Faults.under`)."""
    there = rulebooks.installed() if books is None else {book.name: book for book in books if book.name != "frame"}
    data, faults = document
    raw = tables_of(faults, data)
    head = raw["game"][0][1] if raw["game"] else {}
    if not raw["game"] and "game" not in data:
        faults.lacks(("game",), "There is no [game] table.", "It gives the title and the rulebooks.")
    enabled = enable(faults, head.get("rulebooks", []), there, why=_why_not if books is None else None)
    words = Vocabulary((FRAME, *enabled), there.values())
    reading = Reading(faults, words, ids_of(faults, words, raw))
    rows = read_tables(reading, raw)
    options = read_options(reading, data.get("options", {}))
    game = build(rows, options, tuple(book.name for book in enabled))
    check_sense(Whole(game, reading.ids, faults, words.enabled))
    return (game if faults.sound else None), faults.found, rows["game"][0].values if rows["game"] else {}


def enable(faults: Faults, names: object, there: Mapping[str, Rulebook], why: Any = None) -> list[Rulebook]:
    """The rulebooks that a file names. For one that is not there, the one that it may mean stands in, to read on."""
    books: list[Rulebook] = []
    for n, name in enumerate(names if isinstance(names, list) else ()):
        path = ("game", "rulebooks", n)
        if not isinstance(name, str) or name == FRAME.name or (name in there and there[name] in books):
            continue  # of another type, or named twice: that is said where all keys are read
        if name not in there:
            hint = meant(name, there)
            faults.add(path, (why or rulebooks.none)(name), hint if "Did you mean" in hint else rulebooks.WAYS)
            name = hint.removeprefix("Did you mean '").removesuffix("'?")
        if name in there and there[name] not in books:
            books.append(there[name])
    return books


def _why_not(name: str) -> str:
    """What is wrong with an installed rulebook that cannot be used, or that there is none."""
    try:
        rulebooks.rulebook(name)
    except rulebooks.NoRulebook as error:
        return str(error).partition(" Did you mean")[0].removesuffix(f" {rulebooks.WAYS}")
    return rulebooks.none(name)
