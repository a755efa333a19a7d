"""Two themes, dark and light; which of them fits is read off the terminal, unless somebody says."""

from __future__ import annotations

from collections.abc import Mapping

from textual.theme import Theme

DARK = Theme(
    name="wardiary-dark",
    primary="#6ea8d8",
    secondary="#8fb8a8",
    accent="#c9a3e0",
    warning="#e8b04a",
    error="#f0776c",
    success="#7cc48a",
    foreground="#dfe3e8",
    background="#12161b",
    surface="#181d24",
    panel="#222932",
    dark=True,
)
LIGHT = Theme(
    name="wardiary-light",
    primary="#1f5f99",
    secondary="#2f6f5c",
    accent="#7a3fa0",
    warning="#8a5a00",
    error="#b3261e",
    success="#1f7a3a",
    foreground="#1b2026",
    background="#f6f5f1",
    surface="#ffffff",
    panel="#e7e5de",
    dark=False,
)


def is_light(environ: Mapping[str, str]) -> bool:
    """Whether the terminal says that its background is light (COLORFGBG, as rxvt, Konsole and others set it)."""
    return environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")


def theme_for(wanted: str, environ: Mapping[str, str]) -> Theme:
    """`dark`, `light`, or for nothing what the terminal says."""
    return LIGHT if wanted == "light" or (not wanted and is_light(environ)) else DARK
