"""Writes TOML: values on one line, tables with a header. What it writes, `tomllib` reads back as it was."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def value(one: object) -> str:
    """A value on one line."""
    if isinstance(one, bool):
        return "true" if one else "false"
    if isinstance(one, str):
        return text(one)
    if isinstance(one, Mapping):
        return "{ " + ", ".join(f"{key(name)} = {value(item)}" for name, item in one.items()) + " }" if one else "{}"
    if isinstance(one, list | tuple):
        return f"[{', '.join(map(value, one))}]"
    return str(one)


def text(one: str) -> str:
    """A text in quotes. What JSON leaves as it is and TOML does not take is escaped."""
    return json.dumps(one, ensure_ascii=False).replace("\x7f", "\\u007f")


def key(name: str) -> str:
    """A key, in quotes where it needs them."""
    return name if _BARE.fullmatch(name) else text(name)


def header(*names: str) -> str:
    """The header of a table: `[given.units.ann]`."""
    return f"[{'.'.join(map(key, names))}]"


def lines(table: Mapping[str, Any]) -> Iterator[str]:
    """A statement for each key of a table."""
    yield from (f"{key(name)} = {value(one)}" for name, one in table.items())


def comment(one: str) -> str:
    """A line that is only read by people."""
    return "# " + "".join(char if char.isprintable() else " " for char in one)
