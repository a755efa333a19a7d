"""Reads a TOML text, and goes on behind what is broken, so that one run finds every fault.

A statement that tomllib refuses is named, blanked out, and the rest is read again. A header that cannot be read takes
its whole table with it: its keys would else be taken for those of the table above.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

from .faults import Faults
from .positions import Place, Places, Statement, locate

_TRIES = 50
_WHERE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")

_IN_WORDS: tuple[tuple[str, str, str], ...] = (
    ("Invalid value", "This is no TOML value.", 'Words need quotes: name = "Vega".'),
    ("Invalid statement", "This is no TOML statement.", "A line is `key = value`, or a header such as [[zones]]."),
    ("Expected '=' after a key", "After a key comes `=` and a value.", "Keys and ids hold no blanks."),
    ("Cannot overwrite a value", "This was given once already.", "A key may stand only once in each table."),
    ("Cannot declare", "This table was begun once already.", "One of several tables has double brackets: [[zones]]."),
    ("Unterminated string", "This text has no end: its closing quote is missing.", ""),
    ("Expected ']", "This header has no end.", "A header is written [game], or [[zones]] for one of several."),
    (
        "Illegal character '\\n'",
        "This text has no closing quote on its line.",
        "One of several lines has three quotes.",
    ),
    ("Unescaped '\\' in a string", "A backslash in a text is written twice.", "Or put the text in single quotes."),
    ("Illegal character", "A control character cannot stand here.", ""),
    ("Expected newline", "Something stands behind the value that does not belong there.", "One statement a line."),
    ("Unclosed array", "This list has no end, or a comma is missing in it.", 'Lists are written ["a", "b"].'),
    ("Unclosed inline table", "This map has no end, or a comma is missing in it.", "Maps are written {fire = 2}."),
)


class Document(NamedTuple):
    """What could be read, and where it stands."""

    data: Mapping[str, Any]
    faults: Faults


def read(text: str, file: str) -> Document:
    """The data of a text, with a fault for each statement that cannot be read."""
    text = text.replace("\r\n", "\n")
    places = locate(text)
    faults = Faults(file, places)
    for _ in range(_TRIES):
        try:
            return Document(tomllib.loads(text), faults)
        except (ValueError, RecursionError) as error:
            faults.whole = False
            broken = _broken(places, error)
            faults.put(_place(places, error, broken), "", *_words(error))
        blanked = _without(text, places, broken)
        if blanked == text:
            break
        text = blanked
    return Document({}, faults)


def _broken(places: Places, error: Exception) -> Statement | None:
    """The statement that an error is about; the last one where it only says that the text ended."""
    where = _WHERE.search(str(error))
    if where is None:  # no word of the place: a number of thousands of digits, or lists without end
        return _longest(places)
    offset = places.offset(int(where[1]), int(where[2])) if where[1] else len(places.text)
    return places.statement(offset)


def _longest(places: Places) -> Statement | None:
    return max(places.statements, key=lambda s: s.end - s.start, default=None)


def _place(places: Places, error: Exception, broken: Statement | None) -> Place:
    """Where to point: at what is wrong in the statement; at the statement where it is wrong as a whole."""
    where = _WHERE.search(str(error))
    as_a_whole = str(error).startswith(("Cannot", "Unterminated", "Unclosed"))
    if where is not None and where[1] and not as_a_whole:
        return Place(int(where[1]), int(where[2]))
    return places.place(broken.start if broken else 0)


def _words(error: Exception) -> tuple[str, str]:
    message = _WHERE.sub("", str(error))
    for start, text, hint in _IN_WORDS:
        if message.startswith(start):
            return text, hint
    if isinstance(error, tomllib.TOMLDecodeError):
        return f"TOML: {message}.", ""
    return "This value is too large to be read.", ""


def _without(text: str, places: Places, broken: Statement | None) -> str:
    """The text with a statement blanked out; a header with all that belongs to it."""
    if broken is None:
        return text
    end = broken.end
    if broken.header:
        later = [s.start for s in places.statements if s.header and s.start > broken.start]
        end = min(later, default=len(text))
    return text[: broken.start] + re.sub(r"[^\n]", " ", text[broken.start : end]) + text[end:]
