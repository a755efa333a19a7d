"""Case files: a table that plays itself, with dice that are given, and what must then hold.

try_all(paths)                     tries case files, one after another
attempt(text, file, find)          one case from its text
"""

from __future__ import annotations

from .trying import NoCase, Outcome, attempt, beside, try_all

__all__ = ["NoCase", "Outcome", "attempt", "beside", "try_all"]
