"""Fills the parts of docs/cases.md that are made from the code: the keys of a case file, and the cases that there are.

python tools/cases.py docs/cases.md
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from wardiary_protocol.page import fill, table
from wardiary_server.cases.format import CASE, EXPECT, STEP, Key
from wardiary_server.cases.trying import files_of

ROOT = Path(__file__).resolve().parent.parent
HEAD = ("key", "what it is", "such as", "where absent")


def keys(known: Mapping[str, Key]) -> str:
    """A table of keys."""
    return table(HEAD, ((f"`{name}`", key.text, f"`{key.example}`", absent(key)) for name, key in known.items()))


def absent(key: Key) -> str:
    """What counts where a key is not there."""
    return "**needed**" if key.needed else key.default


def bundled() -> Iterator[tuple[str, ...]]:
    """One row for each case of tests/cases: its file, and its title. Rows of the rules by their number."""
    for file in sorted(files_of(ROOT / "tests/cases"), key=natural):
        name = file.relative_to(ROOT).as_posix()
        title = tomllib.loads(file.read_text(encoding="utf-8"))["title"]
        yield f"[{file.parent.name}/{file.stem}](../{name})", title


def natural(file: Path) -> tuple[str, list[tuple[int, str]]]:
    """Sorts `fre-2` before `fre-10`."""
    words = file.stem.split("-")
    return file.parent.name, [(int(word), "") if word.isdigit() else (-1, word) for word in words]


def main(arguments: Sequence[str]) -> int:
    """Fills the page that is named; returns the exit code."""
    if len(arguments) != 1:
        print("usage: cases.py PAGE", file=sys.stderr)
        return 2
    page = Path(arguments[0])
    blocks = {
        "case": keys(CASE),
        "step": keys(STEP),
        "expect": keys(EXPECT),
        "cases": table(("case", "what it shows"), bundled()),
    }
    page.write_text(fill(page.read_text(encoding="utf-8"), blocks), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
