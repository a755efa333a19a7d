"""A link as a QR code: as rows of 0 and 1 for whoever draws it, and as text for a terminal.

Dark on light with its quiet zone, whatever colours a terminal has: cameras read nothing else for sure.
"""

from __future__ import annotations

import segno

QUIET = 4
"""Modules of light around the code, as the standard asks for."""

_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
_DARK_ON_LIGHT, _AS_BEFORE = "\x1b[38;5;16;48;5;231m", "\x1b[0m"


def rows(link: str) -> tuple[str, ...]:
    """The code's rows from top to bottom, one character a module: `1` dark, `0` light."""
    code = segno.make_qr(link, error="m")
    return tuple("".join(map(str, row)) for row in code.matrix_iter(border=QUIET))


def in_terminal(link: str) -> list[str]:
    """The code as lines of text, two rows of modules in each."""
    dark = [[int(module) for module in row] for row in rows(link)]
    dark += [[0] * len(dark[0])] * (len(dark) % 2)
    pairs = zip(dark[::2], dark[1::2], strict=True)
    return [_DARK_ON_LIGHT + "".join(_HALVES[both] for both in zip(*pair, strict=True)) + _AS_BEFORE for pair in pairs]
