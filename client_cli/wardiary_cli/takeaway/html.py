"""A game as one HTML file that replays it: no server, no network, nothing to install.

The file holds the page's own modules (`wardiary_web`) as they are, but for the names that they import each other by:
`./board.js` means nothing in a file without an address, so it becomes `wd/board.js`, which an import map leads to the
module's text. Beside them it holds what an export tells, entry by entry, and no more: the log itself stays out.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from html import escape
from typing import Any

import msgspec
from wardiary_web import pages

from ..reading import Replayed

FIRST = "replay.js"
_IMPORT = re.compile(r'^((?:import|export)\b[^";]*")\./([\w-]+\.js)(?=";$)', re.MULTILINE)


def player(found: Replayed) -> str:
    """The file. Its policy lets nothing run but its own scripts, and nothing be fetched from anywhere."""
    files = {name: data.decode() for name, data in pages().items()}
    modules = _json({"imports": dict(_modules(files))})
    begin = f'import "wd/{FIRST}";'
    parts = {
        "policy": _policy(files["style.css"], modules, begin),
        "title": escape(found.header.title or found.header.game),
        "icon": _address("image/svg+xml", files["icon.svg"]),
        "style": files["style.css"],
        "modules": modules,
        "record": _json(_record(found)),
        "begin": begin,
    }
    return re.sub(r"\{(\w+)\}", lambda match: parts[match.group(1)], files["replay.html"])


def renamed(text: str) -> str:
    """A module whose imports go by the names of the import map."""
    return _IMPORT.sub(r"\1wd/\2", text)


def imports(text: str) -> list[str]:
    """The modules that a module imports."""
    return [match.group(2) for match in _IMPORT.finditer(text)]


def _modules(files: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each module that the first one needs: its name, and an address that holds its text."""
    reached, open_ = set[str](), [FIRST]
    while open_:
        name = open_.pop()
        if name not in reached:
            reached.add(name)
            open_ += imports(files[name])
    for name in sorted(reached):
        yield f"wd/{name}", _address("text/javascript", renamed(files[name]))


def _record(found: Replayed) -> dict[str, Any]:
    return {"title": found.header.title or found.header.game, "entries": found.entries}


def _policy(style: str, *scripts: str) -> str:
    hashes = " ".join(map(_hash, scripts))
    return (
        f"default-src 'none'; script-src data: {hashes}; style-src {_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _address(kind: str, text: str) -> str:
    return f"data:{kind};base64,{b64encode(text.encode()).decode()}"


def _json(value: Any) -> str:
    """JSON that may stand in a script element: no name in it can end that, or begin a comment."""
    return msgspec.json.encode(value).decode().replace("<", "\\u003c")
