"""The page that the server itself serves: plain files, read as they are. No rules are in them, and nothing is built."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

KINDS = (".html", ".css", ".js", ".svg")
"""What belongs to the page. Everything else in this folder stays here."""
OFFLINE = ("recorded.js", "replay.html", "replay.js", "wd-player.js", "wd-replay.js", "wd-told.js")
"""What only a file that replays a game is made of: no server serves it."""


def pages() -> Mapping[str, bytes]:
    """Every file that a server serves, by its name, as it lies in this folder."""
    return {name: data for name, data in everything().items() if name not in OFFLINE}


def everything() -> Mapping[str, bytes]:
    """The same, with what a file that replays a game is made of."""
    return {
        one.name: one.read_bytes()
        for one in sorted(files(__name__).iterdir(), key=lambda one: one.name)
        if one.name.endswith(KINDS)
    }
