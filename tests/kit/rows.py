"""Which rows of the rule texts a folder names."""

from __future__ import annotations

import re
from pathlib import Path


def mentioned(folder: Path) -> set[str]:
    """Every row that the docstrings and names of a folder's modules name, ranges and lists of them filled in."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
    rows = {f"{kind}-{number}" for kind, number in re.findall(r"\b([A-Z]{3})-(\d+)\b", text)}
    for kind, first, last in re.findall(r"\b([A-Z]{3})-(\d+) to [A-Z]{3}-(\d+)\b", text):
        rows |= {f"{kind}-{number}" for number in range(int(first), int(last) + 1)}
    return rows
