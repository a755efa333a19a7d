"""What is wrong with a scenario: each fault with its place, and the list that all checks write into."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .positions import Path, Place, Places, dotted

_QUIET_ABOUT_MORE_THAN = 200


class Fault(NamedTuple):
    """One thing that is wrong, or with `warning` only odd. Line and column count from 1; 0 where a file has none."""

    file: str
    line: int
    column: int
    path: str
    text: str
    hint: str = ""
    warning: bool = False

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        kind = "warning: " if self.warning else ""
        return f"{where}: {kind}{self.text}{' ' + self.hint if self.hint else ''}"


class ScenarioFault(Exception):
    """A scenario that cannot be played as it is written. Its text is the whole report."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(report(self.faults))


def report(faults: Iterable[Fault]) -> str:
    """All faults as lines for people (and for editors that jump to `file:line:column`)."""
    found = list(faults)
    lines = [str(fault) for fault in found[:_QUIET_ABOUT_MORE_THAN]]
    if len(found) > len(lines):
        lines.append(f"... and {len(found) - len(lines)} more.")
    return "\n".join(lines)


class Faults:
    """Collects the faults of one file.

    In a text whose syntax is broken some statements are missing. There `lacks` is silent: what seems to be missing may
    well be what could not be read.
    """

    def __init__(self, file: str, places: Places, *, whole: bool = True) -> None:
        self.file = file
        self.places = places
        self.whole = whole
        self._found: dict[tuple[int, int, str], Fault] = {}
        self._touched: set[Path] = set()

    def add(self, path: Path, text: str, hint: str = "", *, key: bool = False, warning: bool = False) -> None:
        """Something wrong with the value at `path`, or with the `key` itself."""
        place = self.places.of_key(path) if key else self.places.of(path)
        self.put(place, dotted(path), text, hint, warning=warning)
        if not warning:
            self._touched.add(path)

    def put(self, place: Place, path: str, text: str, hint: str = "", *, warning: bool = False) -> None:
        """Something wrong at a place."""
        fault = Fault(self.file, place.line, place.column, path, text, hint, warning)
        self._found.setdefault((place.line, place.column, text), fault)

    def lacks(self, path: Path, text: str, hint: str = "", *, warning: bool = False) -> None:
        """Something that is missing at `path`, or does not exist though it is named there."""
        if self.whole:
            self.add(path, text, hint, warning=warning)

    def touched(self, path: Path) -> bool:
        """Whether something at or below `path` is wrong already, so that what follows from it needs no word."""
        return any(known[: len(path)] == path for known in self._touched)

    def under(self, key: str) -> Faults:
        """An empty list for one table of this file, which is read as if it were a file of its own."""
        return Faults(self.file, self.places.under(key), whole=self.whole)

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong so far."""
        return self.whole and all(fault.warning for fault in self._found.values())

    @property
    def found(self) -> tuple[Fault, ...]:
        """All of them, from the top of the file down."""
        return tuple(sorted(self._found.values(), key=lambda fault: (fault.line, fault.column)))
