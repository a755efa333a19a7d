"""Finds rulebooks: the frame, and whatever installed packages offer under the entry point `wardiary.rulebooks`.

The built-in ones are found in the same way as a stranger's. The name of the entry point is the name that a scenario
enables, and must be the rulebook's own.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterable, Mapping

from ..game.frame import FRAME
from ..game.rulebook import Rulebook, did_you_mean

GROUP = "wardiary.rulebooks"


class NoRulebook(Exception):
    """A rulebook that is not installed, or cannot be used. Its text says which, and what to do."""


def find(names: Iterable[str]) -> tuple[Rulebook, ...]:
    """These rulebooks in this order, the frame before them. Raises `NoRulebook`."""
    return FRAME, *(rulebook(name) for name in names if name != FRAME.name)


def rulebook(name: str) -> Rulebook:
    """One rulebook by its name. Raises `NoRulebook`."""
    points = _points()
    if name not in points:
        raise NoRulebook(f"There is no rulebook {name!r} installed.{did_you_mean(name, points)}")
    return _load(points[name])


def installed() -> Mapping[str, Rulebook]:
    """Every rulebook that can be enabled, by name. One that cannot be loaded is left out: `rulebook` says why."""
    found: dict[str, Rulebook] = {}
    for name in sorted(_points()):
        try:
            found[name] = rulebook(name)
        except NoRulebook:
            continue
    return found


def _points() -> Mapping[str, importlib.metadata.EntryPoint]:
    """Entry points by name. Where two packages use one name the first that Python finds counts, as with imports."""
    points: dict[str, importlib.metadata.EntryPoint] = {}
    for point in importlib.metadata.entry_points(group=GROUP):
        points.setdefault(point.name, point)
    return points


def _load(point: importlib.metadata.EntryPoint) -> Rulebook:
    try:
        book = point.load()
    except Exception as error:  # a stranger's package may fail in any way when it is imported
        raise NoRulebook(
            f"The rulebook {point.name!r} ({point.value}) cannot be loaded: {type(error).__name__}: {error}. "
            "Install it anew, or take it out of the scenario."
        ) from error
    if not isinstance(book, Rulebook) or book.name != point.name:
        raise NoRulebook(
            f"The entry point {point.name!r} ({point.value}) is no rulebook of that name. Its package is at fault."
        )
    return book
