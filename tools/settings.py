"""Fills the table of docs/operating.md that lists every limit of the server, from the comments beside them.

python tools/settings.py docs/operating.md
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from wardiary_protocol.page import fill, table

SOURCE = Path(__file__).resolve().parent.parent / "server/wardiary_server/net/settings.py"
FIELD = re.compile(r"^    (?P<name>\w+): (?:int|float) = (?P<default>[^#\n]+?)(?:  # (?P<text>.+))?$", re.MULTILINE)
ELSEWHERE = {"port"}
"""What the command line sets by an option of its own."""


def rows() -> Iterator[tuple[str, ...]]:
    """Name, default and meaning of each."""
    for found in FIELD.finditer(SOURCE.read_text(encoding="utf-8")):
        if found["name"] not in ELSEWHERE:
            yield f"`{found['name']}`", f"{plain(found['default']):,}", found["text"] or ""


def plain(default: str) -> float:
    """A default as a number: products are worked out, whole numbers are whole."""
    number = 1.0
    for factor in default.split("*"):
        number *= float(factor.replace("_", ""))
    return int(number) if number == int(number) else number


def main(arguments: Sequence[str]) -> int:
    """Fills the page that is named; returns the exit code."""
    if len(arguments) != 1:
        print("usage: settings.py PAGE", file=sys.stderr)
        return 2
    page = Path(arguments[0])
    blocks = {"settings": table(("limit", "default", "of what"), rows())}
    page.write_text(fill(page.read_text(encoding="utf-8"), blocks), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
