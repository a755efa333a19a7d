"""From a map's file to a scenario's, with its picture beside it. What cannot be played is not written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from shapely import MultiLineString

from ..scenario import Fault, check_text, report
from ..scenario.pictures import Picture
from ..scenario.tables import MAX_ITEMS
from .lines import lines
from .notes import NoMap, Notes
from .picture import picture
from .plan import plan
from .rooms import rooms
from .source import source
from .universal import Kind, drawing
from .writing import Made, scenario, walls

LONGEST = 64
"""The letters of a title."""


class How(NamedTuple):
    """How a map is read; lengths in thousandths of an inch.

    `square` is the side of a square of its grid. Gaps in walls of up to `gap` are closed, bends of less than `fine`
    straightened. `opened` is what a portal is that is not closed.
    """

    square: int = 1_000
    gap: int = 200
    fine: int = 10
    opened: Kind = "open"


class Imported(NamedTuple):
    """What a map became."""

    text: str
    picture: Picture | None
    picture_name: str
    notes: Notes
    warnings: Sequence[Fault]
    counts: tuple[int, int, int]  # rooms, doors, pieces of wall


def read_map(file: Path, target: Path, how: How | None = None) -> Imported:
    """The scenario for a map, to be written to `target`. Raises `NoMap` where there is none, `OSError`."""
    how, notes = how or How(), Notes()
    drawn = drawing(source(file), how.square, notes, how.opened)
    found = lines(drawn, how.fine, how.gap, notes)
    parts = rooms(found, how.square, notes)
    if len(parts.rooms) > MAX_ITEMS or len(parts.ways) > MAX_ITEMS:
        here = f"This map has {len(parts.rooms)} rooms and {len(parts.ways)} ways between them"
        raise NoMap(f"{here}; a scenario may have {MAX_ITEMS} of each. Export a smaller part of the map.")
    shown = picture(drawn.picture)
    solid = walls(found, parts)
    chosen = plan(parts, MultiLineString([line.coords for line in (*solid, *found.objects)]), notes)
    beside = target.with_suffix(shown.ending).name if shown else ""
    made = Made(file.name, _title(file), drawn.size, how.square, found, solid, parts, chosen, notes, shown, beside)
    text = scenario(made)
    doors = sum(bool(way.line) for way in parts.ways)
    return Imported(text, shown, beside, notes, _checked(text, target), (len(parts.rooms), doors, len(solid)))


def _title(file: Path) -> str:
    words = file.stem.replace("_", " ").replace("-", " ").split()
    return " ".join(words)[:LONGEST].strip().title() or "A map"


def _checked(text: str, target: Path) -> Sequence[Fault]:
    """What is odd about a scenario. Raises `NoMap` where it cannot be played."""
    game, faults = check_text(text, str(target))
    if game is not None:
        return faults
    hint = "A larger --fine straightens bends, a larger --gap closes wider gaps. Nothing was written."
    raise NoMap(f"This map makes no scenario that can be played:\n{report(faults[:10])}\n{hint}")


def import_map(file: Path, target: Path, how: How | None = None, *, force: bool = False) -> list[str]:
    """Write a map's scenario, and its picture beside it; lines for people about both.

    Raises `NoMap` where that cannot be, also where one of the two files is there already, unless `force` says to
    write over it; `OSError` where a file cannot be read or written.
    """
    made = read_map(file, target, how)
    beside = target.with_name(made.picture_name) if made.picture else None
    if beside == target:
        raise NoMap(f"{target} is what the picture will be called. Choose another name with -o, such as a .toml.")
    for path in (target, beside):
        if path is not None and path.exists() and not force:
            raise NoMap(f"{path} is there already. Choose another name with -o, or write over it with --force.")
    target.write_text(made.text, encoding="utf-8")
    if made.picture is not None and beside is not None:
        beside.write_bytes(made.picture.data)
    return [*_told(made, how or How(), target, beside)]


def _told(made: Imported, how: How, target: Path, beside: Path | None) -> list[str]:
    zones, doors, pieces = made.counts
    told = [f"{target}: zones {zones}, doors {doors}, walls {pieces}. A square is {how.square / 1000:g} inches wide."]
    if beside is not None and made.picture is not None:
        told.append(f"{beside}: the picture, {len(made.picture.data):,} bytes.")
    told += [f"  {line}" for line in made.notes.table()]
    if made.warnings:
        told.append(report(made.warnings))
    return [*told, f"To play it: wardiary-server serve --scenario {target}"]
