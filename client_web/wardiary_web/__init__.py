"""The page that the server itself serves, and that of a file which replays a game. No rules are in them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from .joining import joined

KINDS = (".html", ".css", ".js", ".svg")
"""What belongs to the page. Everything else in this folder stays here."""

FIRST = ("main.js", "replay.js")
"""The modules that a browser begins with: of the page, and of a file that replays a game."""


def pages() -> Mapping[str, bytes]:
    """Every file by its name, as a browser gets it: each first module has all that it needs inside."""
    found = sources()
    modules = {name: data.decode() for name, data in found.items() if name.endswith(".js")}
    return {**found, **{first: joined(modules, first).encode() for first in FIRST}}


def sources() -> Mapping[str, bytes]:
    """Every file by its name, as it lies in this folder."""
    return {
        one.name: one.read_bytes()
        for one in sorted(files(__name__).iterdir(), key=lambda one: one.name)
        if one.name.endswith(KINDS)
    }
