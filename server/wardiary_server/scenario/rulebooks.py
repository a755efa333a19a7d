"""Finds rulebooks: the frame, what installed packages offer under the entry point `wardiary.rulebooks`, and files.

The built-in ones are found in the same way as a stranger's. The name of the entry point is the name that a scenario
enables, and must be the rulebook's own. Files are given with `give`, once for the whole process, as installed packages
are; `house_rules` reads them.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..game.frame import FRAME
from ..game.rulebook import Rulebook, did_you_mean
from . import house_rules
from .house_rules import NoRulebook

__all__ = ["GROUP", "WAYS", "NoRulebook", "find", "give", "installed", "none", "rulebook"]

GROUP = "wardiary.rulebooks"


WAYS = "Install the package that has it, or name its file with --rulebook or in $WARDIARY_RULEBOOKS."
"""The two ways in which a rulebook comes to be there."""

_given: dict[str, tuple[Path, Rulebook]] = {}


def give(files: Iterable[Path]) -> None:
    """These files' rulebooks are there from now on, by their names. The same file twice is no fault.

    Raises `NoRulebook` for a file that cannot be used, or whose rulebook has a name that is taken.
    """
    for file in files:
        path = file.resolve()
        if any(path == known for known, _book in _given.values()):
            continue
        book = house_rules.read(file)
        if whose := _owner(book.name):
            raise NoRulebook(f"{file}: its rulebook is called {book.name!r}, and so is {whose}. Give it another name.")
        _given[book.name] = path, book


def _owner(name: str) -> str:
    """Whose a name is already; empty where it is free."""
    if name == FRAME.name:
        return "what every game has"
    if name in _given:
        return f"that of {_given[name][0]}"
    points = _points()
    return f"one that is installed ({points[name].value})" if name in points else ""


def find(names: Iterable[str]) -> tuple[Rulebook, ...]:
    """These rulebooks in this order, the frame before them. Raises `NoRulebook`."""
    return FRAME, *(rulebook(name) for name in names if name != FRAME.name)


def rulebook(name: str) -> Rulebook:
    """One rulebook by its name. Raises `NoRulebook`."""
    if name in _given:
        return _given[name][1]
    points = _points()
    if name not in points:
        raise NoRulebook(f"{none(name)}{did_you_mean(name, [*points, *_given]) or f' {WAYS}'}")
    return _load(points[name])


def none(name: str) -> str:
    """That there is no such rulebook."""
    return f"There is no rulebook {name!r} here."


def installed() -> Mapping[str, Rulebook]:
    """Every rulebook that can be enabled, by name. One that cannot be loaded is left out: `rulebook` says why."""
    found: dict[str, Rulebook] = {}
    for name in sorted({*_points(), *_given}):
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
