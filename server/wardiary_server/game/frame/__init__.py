"""The frame of every game, whatever its rulebooks: set-up, turns, moving, doors, objectives, the referee, the table."""

from __future__ import annotations

from .book import FRAME

__all__ = ["FRAME"]
