"""The parts of docs/terminal.md that are made from the code: every key, every word, every exit code.

`python -m wardiary_cli.manual docs/terminal.md` fills them anew; a test holds them in step.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from wardiary_protocol.page import fill, table

from .exits import MEANING
from .full.keylist import KEYS
from .words import SAME, SECTIONS, WORDS


def blocks() -> dict[str, str]:
    """The parts, by the names of their places in the page."""
    return {"keys": _keys(), "words": _words(), "exits": _exits()}


def _keys() -> str:
    rows = ((f"`{key.shown}`", key.text + (" (also while you type)" if key.always else "")) for key in KEYS if key.text)
    return table(("key", "does"), rows)


def _words() -> str:
    rows: list[tuple[str, str]] = []
    for title, section in SECTIONS:
        rows.append((f"**{title}**", ""))
        rows += [(f"`{WORDS[word].form}`", WORDS[word].text + _also(word)) for word in section]
    return table(("type", "and"), rows)


def _also(word: str) -> str:
    others = [f"`{other}`" for other, same in SAME.items() if same == word]
    return f" (also {', '.join(others)})" if others else ""


def _exits() -> str:
    return table(("code", "when"), ((str(int(code)), meaning) for code, meaning in MEANING.items()))


def main(arguments: Sequence[str] | None = None) -> None:
    """Fills the page that is named."""
    parser = argparse.ArgumentParser(prog="python -m wardiary_cli.manual", description=main.__doc__)
    parser.add_argument("page", type=Path, metavar="PAGE")
    page: Path = parser.parse_args(arguments).page
    page.write_text(fill(page.read_text(encoding="utf-8"), blocks()), encoding="utf-8")


if __name__ == "__main__":
    main()
