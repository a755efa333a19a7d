"""Fills the table of docs/rules.md that says for each row and decision which modules play it, which options change it
and which tests hold it.

    python tools/rows.py docs/rules.md

A module counts where one of its docstrings names the id, a test where its docstring or its name does, a case file where
its name does. Ranges and lists name all that is in them: `MED-3 to MED-7`, `ENV-26, 29 and 30`.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":  # run by itself it finds its neighbours in tools/, imported by a test from the root
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from wardiary_protocol.page import fill, table

from tools.options import options

ROOT = Path(__file__).resolve().parent.parent
ROWS = {
    "ENV": 46, "MED": 12, "FAL": 7, "DNG": 5, "FIR": 4, "ZON": 3, "ARM": 4, "FRE": 7, "GAS": 11, "BLA": 5, "BEA": 1,
    "AMM": 7, "REL": 5, "FUL": 3, "STN": 6, "INC": 3, "LLW": 1, "AUT": 4, "HOM": 2, "AID": 5, "SIG": 2,
}  # fmt: skip
"""Heading of the texts -> how many rows it has."""

DECISIONS = 97
HEAD = ("id", "modules", "options", "tests")
SHOWN = 2
"""How many tests of an id the table names; `pytest -k` finds the others."""

_KIND = "|".join(ROWS)
_NEXT = rf"(?: to |, | and )(?:(?:{_KIND})-)?\d+(?=[\s,.:;)]|$)(?! (?:inches|zones|dice|units|rounds))"
_NAMED = re.compile(rf"\b({_KIND})-(\d+)((?:{_NEXT})*)")
_MORE = re.compile(rf"( to |, | and )(?:({_KIND})-)?(\d+)")
_DECISION = re.compile(r"\bD(\d+)\b")


def every() -> list[str]:
    """All ids, in the order of the texts; then the decisions."""
    rows = [f"{kind}-{n}" for kind, many in ROWS.items() for n in range(1, many + 1)]
    return rows + [f"D{n}" for n in range(1, DECISIONS + 1)]


def ids_in(text: str) -> set[str]:
    """The ids that a text names."""
    found = {f"D{n}" for n in map(int, _DECISION.findall(text)) if n <= DECISIONS}
    for kind, first, more in _NAMED.findall(text):
        last = int(first)
        found.add(f"{kind}-{last}")
        for join, other, number in _MORE.findall(more):
            kind = other or kind
            found |= {f"{kind}-{n}" for n in range(last if join == " to " else int(number), int(number) + 1)}
            last = int(number)
    return found


# ---------------------------------------------------------------------------------------------- where they are named


class Test(NamedTuple):
    """A test function, or a case file: where it is, and what it is called there."""

    file: str
    name: str
    says: str  # its docstring and its name

    @property
    def link(self) -> str:
        """What the table shows."""
        short = self.file.removeprefix("tests/")
        return f"[{short}](../{self.file})" + (f" `{self.name}`" if self.name else "")


def tests() -> Mapping[str, list[Test]]:
    """Id to its tests, those that are most about it first."""
    return {name: sorted(found, key=lambda test: (weight(name, test), test)) for name, found in _tests().items()}


@cache
def _tests() -> Mapping[str, list[Test]]:
    found: defaultdict[str, list[Test]] = defaultdict(list)
    for test in (*functions(), *cases()):
        for name in ids_in(test.says):
            found[name].append(test)
    return found


def weight(name: str, test: Test) -> tuple[bool, bool, int]:
    """What is more about an id sorts first: what begins with it, plays a rule, and names little else."""
    return not test.says.startswith(name), not test.file.startswith("tests/rules"), len(ids_in(test.says))


def functions() -> Iterator[Test]:
    """Every test function."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                yield Test(path.relative_to(ROOT).as_posix(), node.name, says(ast.get_docstring(node), node.name))


def says(docstring: str | None, name: str) -> str:
    """What a test says of itself: `test_fre_4_…` names a row as well."""
    return f"{docstring or ''} {name.upper().replace('_', '-')}"


def cases() -> Iterator[Test]:
    """Every case file: those that play a row are named after it."""
    for path in sorted((ROOT / "tests/cases").rglob("*.toml")):
        yield Test(path.relative_to(ROOT).as_posix(), "", says("", path.stem))


@cache
def modules() -> Mapping[str, list[str]]:
    """Id to the modules whose docstrings name it, rules before the rest."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    home = ROOT / "server/wardiary_server"
    for path in sorted(home.rglob("*.py"), key=lambda path: (path.parts[len(home.parts)] != "rules", path)):
        for name in ids_in("\n".join(docstrings(path))):
            found[name].append(path.relative_to(ROOT).as_posix())
    return found


def docstrings(path: Path) -> Iterator[str]:
    """All of a module, those of its constants too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def options_of(page: str) -> Mapping[str, list[str]]:
    """Id to its options: of a decision those that stand for it, of a row those that its line on the page names."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name, spec in options():
        found[spec.row].append(name)
    by_hand = page.partition("\n<!-- rows -->")[0]
    for row, line in re.findall(r"^\| ([A-Z]{3}-\d+) (\|.*)$", by_hand, re.MULTILINE):
        found[row] = re.findall(r"`((?:frame|zones|environments|casualties)\.[a-z_]+)`", line.rpartition(" | ")[2])
    return found


# ---------------------------------------------------------------------------------------------- the table


def lines(page: str) -> Iterator[tuple[str, ...]]:
    """One line for each id."""
    known, held, changed = modules(), tests(), options_of(page)
    for name in every():
        yield (
            name, ", ".join(map(module_link, known.get(name, ()))), listed(f"`{option}`" for option in changed[name]),
            tests_link(held.get(name, [])),
        )  # fmt: skip


def module_link(file: str) -> str:
    """A module, by the name that people call it: `zones.fire`."""
    short = file.removeprefix("server/wardiary_server/").removeprefix("rules/").removesuffix(".py")
    return f"[{short.removesuffix('/__init__').replace('/', '.')}](../{file})"


def tests_link(found: Sequence[Test]) -> str:
    """The first tests, and whether there are more; how many would change with nearly every test that is written."""
    shown = [test.link for test in found[:SHOWN]]
    return listed([*shown, "and more"] if len(found) > SHOWN else shown)


def listed(words: Iterable[str]) -> str:
    """Words with commas."""
    return ", ".join(words)


def main(arguments: Sequence[str]) -> int:
    """Fills the page that is named; returns the exit code."""
    if len(arguments) != 1:
        print("usage: rows.py PAGE", file=sys.stderr)
        return 2
    page = Path(arguments[0])
    text = page.read_text(encoding="utf-8")
    page.write_text(fill(text, {"rows": table(HEAD, lines(text))}), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
