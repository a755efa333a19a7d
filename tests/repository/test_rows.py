"""docs/rules.md lists every row of the rule texts once, and each that is built is named by a test that plays it."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROWS = {
    "ENV": 46, "MED": 12, "FAL": 7, "DNG": 5, "FIR": 4, "ZON": 3, "ARM": 4, "FRE": 7, "GAS": 11, "BLA": 5, "BEA": 1,
    "AMM": 7, "REL": 5, "FUL": 3, "STN": 6, "INC": 3, "LLW": 1, "AUT": 4, "HOM": 2, "AID": 5, "SIG": 2,
}  # fmt: skip
"""Heading of the texts -> how many rows it has."""

ID = re.compile(rf"\b((?:{'|'.join(ROWS)})-\d+)\b")
LATER = "## Not yet"


def test_the_page_lists_every_row_once(root: Path) -> None:
    listed = Counter(rows(page(root)))

    assert listed == Counter(f"{heading}-{n}" for heading, count in ROWS.items() for n in range(1, count + 1))


def test_every_row_that_is_built_is_named_by_a_test(root: Path) -> None:
    built = set(rows(page(root).partition(LATER)[0]))
    named = {row for path in sorted((root / "tests/rules").rglob("test_*.py")) for row in named_in(path)}

    assert built
    assert not built - named, f"rows of docs/rules.md that no test names: {sorted(built - named)}"


def test_every_option_that_a_rule_names_is_there(root: Path) -> None:
    table = re.findall(r"^\|[^|]*\| `([a-z]+\.[a-z_]+)` \|", page(root), re.MULTILINE)
    named = re.findall(r"`((?:frame|zones|environments|casualties)\.[a-z_]+)`", page(root))

    assert table
    assert set(named) == set(table)


def page(root: Path) -> str:
    """docs/rules.md."""
    return (root / "docs/rules.md").read_text(encoding="utf-8")


def rows(text: str) -> list[str]:
    """The ids that begin a row of a table."""
    return re.findall(r"^\| ([A-Z]{3}-\d+) \|", text, re.MULTILINE)


def named_in(path: Path) -> Iterator[str]:
    """The rows that a module's tests name: in a docstring, or in a name (`test_fre_4_…`)."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module):
            name = getattr(node, "name", "").upper().replace("_", "-")
            yield from ID.findall(f"{ast.get_docstring(node) or ''} {name}")
