"""Text on its way to a terminal: escapes are made visible, rows are wrapped, and colour is never the only sign."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

_JOINERS = "\u200c\u200d"  # they hold letters of Persian and Hindi, and emoji, together
_SHOWN = ("L", "M", "N", "P", "S", "Zs")

LOOKS: Mapping[str, str] = {
    "": "",
    "ask": "1",  # bold: something waits for the reader
    "bad": "31",
    "good": "32",
    "talk": "36",
    "dim": "2",
    "head": "1",
}
"""What rows may look like on a terminal that has colours (SGR codes). The words say the same without."""


class Row(NamedTuple):
    """One line for people. `hang` is how far its further lines are set in where it has to be wrapped."""

    text: str
    look: str = ""
    hang: int = 0


def plain(text: str) -> str:
    """Text that others wrote, made safe to print: what is not to be seen is shown as an escape, `\\x1b` for one."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if _is_shown(c) else _escape(c) for c in text)


def _is_shown(char: str) -> bool:
    return char in _JOINERS or unicodedata.category(char).startswith(_SHOWN)


def _escape(char: str) -> str:
    return char.encode("unicode_escape", "surrogatepass").decode("ascii")


_UNSAFE_IN_JSON = re.compile(r"[^\x20-\x7e]")


def json_line(text: str) -> str:
    """A JSON text as one line that no terminal acts upon: what `plain` would escape becomes `\\u....` of JSON."""
    if text.isascii() and text.isprintable():
        return text
    return _UNSAFE_IN_JSON.sub(lambda found: found[0] if _is_shown(found[0]) else _json_escape(found[0]), text)


def _json_escape(char: str) -> str:
    if char in "\r\n\t":  # only between values, where it says nothing
        return " "
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at] << 8 | units[at + 1]:04x}" for at in range(0, len(units), 2))


def wrapped(row: Row, width: int) -> list[str]:
    """The lines of a row on a terminal of this width; 0 for one that does not end."""
    text = plain(row.text)
    if not width or len(text) < width:
        return [text]
    indent = " " * min(row.hang, width // 2)
    return textwrap.wrap(text, width - 1, subsequent_indent=indent, drop_whitespace=True, break_on_hyphens=False) or [
        ""
    ]


def dressed(line: str, look: str) -> str:
    """A line with its look, for a terminal that has colours."""
    code = LOOKS[look]
    return f"\x1b[{code}m{line}\x1b[0m" if code else line


def columns(text: str) -> int:
    """How many columns a text takes on a terminal."""
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.combining(char) or char in _JOINERS:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
