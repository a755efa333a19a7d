"""The page that the server itself serves: plain files, read as they are. No rules are in them, and nothing is built."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

KINDS = (".html", ".css", ".js", ".svg")
"""What belongs to the page. Everything else in this folder stays here."""


def pages() -> Mapping[str, bytes]:
    """Every file by its name, as it lies in this folder: of the page, and of a file that replays a game."""
    return {
        one.name: one.read_bytes()
        for one in sorted(files(__name__).iterdir(), key=lambda one: one.name)
        if one.name.endswith(KINDS)
    }
