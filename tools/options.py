"""Fills the table of docs/rules.md that lists every option of the built-in rulebooks by the decision it stands for.

python tools/options.py docs/rules.md
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from wardiary_protocol.page import fill, table
from wardiary_server.game.frame import FRAME
from wardiary_server.game.rulebook import OptionSpec
from wardiary_server.rules.casualties import RULEBOOK as CASUALTIES
from wardiary_server.rules.environments import RULEBOOK as ENVIRONMENTS
from wardiary_server.rules.zones import RULEBOOK as ZONES
from wardiary_server.scenario.options import written

HEAD = ("decision", "option", "default", "what it may be", "what it decides")


def options() -> Iterator[tuple[str, OptionSpec]]:
    """Every option of the built-in rulebooks, by its name."""
    for book in (FRAME, ZONES, ENVIRONMENTS, CASUALTIES):
        for name, spec in book.options.items():
            yield f"{book.name}.{name}", spec


def rows() -> Iterator[tuple[str, ...]]:
    """One row for each option: by the number of its decision, those that stand for none last."""
    for name, spec in sorted(options(), key=lambda option: int(option[1].row.removeprefix("D") or 1_000)):
        yield spec.row or "", f"`{name}`", f"`{written(spec.default)}`", may_be(spec), spec.text


def may_be(spec: OptionSpec) -> str:
    """The values that an option takes."""
    if spec.values:
        return ", ".join(f"`{written(value)}`" for value in spec.values)
    return f"{spec.least:,} to {spec.most:,}"


def main(arguments: Sequence[str]) -> int:
    """Fills the page that is named; returns the exit code."""
    if len(arguments) != 1:
        print("usage: options.py PAGE", file=sys.stderr)
        return 2
    page = Path(arguments[0])
    page.write_text(fill(page.read_text(encoding="utf-8"), {"options": table(HEAD, rows())}), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
