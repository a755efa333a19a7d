"""Whether the full screen can be shown here; where not, what to say before going on in plain lines."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Mapping
from typing import TextIO

LEAST_COLUMNS, LEAST_ROWS = 72, 20
"""The smallest window that holds board, story and what is asked."""


def is_terminal(source: int, out: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether both ends are a terminal that can draw."""
    return os.isatty(source) and out.isatty() and environ.get("TERM", "dumb") not in ("", "dumb", "unknown")


def why_not(columns: int, rows: int) -> str:
    """Why a terminal of this size gets plain lines all the same, as a sentence; or nothing."""
    if importlib.util.find_spec("textual") is None:
        return "Plain lines, since the full screen is not installed here: pip install 'wardiary[full]'."
    if columns < LEAST_COLUMNS or rows < LEAST_ROWS:
        return (
            f"Plain lines, since this window is small ({columns} by {rows}): "
            f"the full screen takes {LEAST_COLUMNS} by {LEAST_ROWS}."
        )
    return ""
