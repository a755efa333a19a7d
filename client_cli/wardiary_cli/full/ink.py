"""Text on its way to a widget: never markup, never an escape sequence, whatever a name holds (see `show.plain`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from textual.content import Content

from ..show import Row, plain, wrapped

STYLES: Mapping[str, str] = {
    "": "",
    "ask": "bold $text-warning",
    "bad": "$text-error",
    "good": "$text-success",
    "talk": "$text-accent",
    "dim": "$foreground-muted",
    "head": "bold",
}
"""The looks of rows as Textual's styles. The words say the same without."""


def ink(text: str, style: str = "") -> Content:
    """A piece of text, as it is."""
    return Content.styled(plain(text), style)


def inked(rows: Iterable[Row], width: int = 0, style: str = "") -> Content:
    """Rows below each other, wrapped to a width so that what belongs together stays set in; 0 leaves them whole."""
    lines = [ink(line, style or STYLES[row.look]) for row in rows for line in wrapped(row, width + 1 if width else 0)]
    return Content("\n").join(lines)
