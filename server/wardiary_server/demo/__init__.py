"""A scripted evening on a real server: every family of rules, a crash, an undo, and the proof at the end."""

from __future__ import annotations

from .evening import play

__all__ = ["play"]
