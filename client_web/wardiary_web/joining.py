"""The page's modules as one: a browser asks once where it would ask for each, and packed together they are smaller.

Each module becomes a function that is called before those who need it, and gives what the module exports; an import
takes that apart. So no name of one module meets a name of another. It holds for modules as the page has them: in no
ring, with imports of the form `import { … } from "./NAME.js";`, and exports of functions, classes and constants where
they are declared.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./([\w-]+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:(?:async )?function|class|const) (\w+))", re.MULTILINE)


def joined(files: Mapping[str, str], first: str) -> str:
    """A module's text with all that it needs inside, of `files` by name. Raises `KeyError` for one that is missing."""
    return "\n".join(_called(name, files[name]) for name in needed(files, first))


def needed(files: Mapping[str, str], first: str) -> list[str]:
    """The names of a module and of all that it needs, each after what it needs itself."""
    order: dict[str, None] = {}

    def walk(name: str) -> None:
        for _, other in _IMPORT.findall(files[name]):
            if other not in order:
                walk(other)
        order[name] = None

    walk(first)
    return list(order)


def _called(name: str, text: str) -> str:
    text = _IMPORT.sub(lambda found: f"const {found[1].replace(' as ', ': ')} = {_variable(found[2])};", text)
    exported = ", ".join(found for _, found in _EXPORT.findall(text))
    body = _EXPORT.sub(r"\1", text)
    return f"const {_variable(name)} = (() => {{\n{body}return {{ {exported} }};\n}})();"


def _variable(name: str) -> str:
    return "$" + name.removesuffix(".js").replace("-", "_")
