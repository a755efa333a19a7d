"""A game as one HTML file that replays it: no server, no network, nothing to install.

The file holds the page's own modules and style (`wardiary_web`), and what an export tells, entry by entry, and no more:
the log itself stays out.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import Any

import msgspec
from wardiary_web import pages

from ..reading import Replayed


def player(found: Replayed) -> str:
    """The file. Its policy lets nothing run but its own script, and nothing be fetched from anywhere."""
    files = {name: data.decode() for name, data in pages().items()}
    script, style = files["replay.js"], files["style.css"]
    parts = {
        "policy": _policy(script, style),
        "title": escape(found.header.title or found.header.game),
        "icon": f"data:image/svg+xml;base64,{b64encode(files['icon.svg'].encode()).decode()}",
        "style": style,
        "record": _json(_record(found)),
        "script": script,
    }
    return re.sub(r"\{(\w+)\}", lambda match: parts[match.group(1)], files["replay.html"])


def _record(found: Replayed) -> dict[str, Any]:
    return {"title": found.header.title or found.header.game, "entries": found.entries}


def _policy(script: str, style: str) -> str:
    return (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _json(value: Any) -> str:
    """JSON that may stand in a script element: no name in it can end that, or begin a comment."""
    return msgspec.json.encode(value).decode().replace("<", "\\u003c")
