"""How a case that failed is shown: the step, what differs, what happened, and the part of the board that matters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ..game.state import Game, Unit, Zone
from .case import Case, Step
from .comparing import value
from .playing import Done, open_in_words

ALL = 6
"""Zones of a board that is shown whole; of a larger one, those that the step has to do with."""


def failure(case: Case, done: Done, differs: list[str]) -> str:
    """All that helps to see why a step is not as expected."""
    step = done.step
    lines = [
        f"FAILED {case.file}: {case.title}",
        f"  step {step.number} ({case.file}:{step.place.line}), {told(step)}",
        *(f"  - {line}" for line in differs),
        "  what happened:",
        *(f"    {line}" for line in done.story or ["nothing"]),
        f"  the board, in round {done.after.game.clock.round}:",
        *(f"    {line}" for line in board(done)),
    ]
    if waiting := open_in_words(done.after.game):
        lines += ["  still asked:", *(f"    {line}" for line in waiting)]
    return "\n".join(lines)


def told(step: Step) -> str:
    """A step in one line: who, and what."""
    words = [str(step.command["do"])]
    words += [f"{key} = {value(one)}" for key, one in step.command.items() if key != "do"]
    return f"{step.by}: {', '.join(words)}"


# ---------------------------------------------------------------------------------------------- the board


def board(done: Done) -> Iterator[str]:
    """The zones that matter with who is in them, and who else is named."""
    game, names = done.after.game, set(named(done))
    zones = list(game.zones.values())
    here = {unit.zone for unit in game.units.values() if unit.id in names} | names
    for zone in zones if len(zones) <= ALL else [zone for zone in zones if zone.id in here]:
        yield f"{zone.id}: {'; '.join(contents(game, zone)) or 'nothing'}"
    for unit in game.units.values():
        if unit.id in names and not unit.zone:
            yield f"not on the board: {person(unit)}"


def named(done: Done) -> Iterator[str]:
    """Every id that the step names: in its command, in what it expects, in its events."""
    yield from texts(done.step.command.values())
    for one in done.step.expect.state:
        yield from one.address.keys
    for event in done.events:
        yield from texts(msgspec.to_builtins(getattr(event, name)) for name in event.__struct_fields__)


def texts(values: Iterable[Any]) -> Iterator[str]:
    """Every text among values, in lists too."""
    for one in values:
        if isinstance(one, str):
            yield one
        elif isinstance(one, list | tuple):
            yield from texts(one)


def contents(game: Game, zone: Zone) -> Iterator[str]:
    """What fills a zone, what holds and lies there, and who is in it."""
    yield from (f"{level.upper()} {number}" for level, number in zone.levels.items())
    yield from (f"{area.name or area.kind} ({area.id})" for area in game.areas.values() if zone.id in area.zones)
    yield from (f"{mark.name or mark.kind} ({mark.id})" for mark in game.markers.values() if mark.zone == zone.id)
    yield from (person(unit) for unit in game.units.values() if unit.zone == zone.id)


def person(unit: Unit) -> str:
    """A unit with all that counts of it."""
    parts = [f"{key} {number}" for key, number in {**unit.stats, **unit.conditions}.items()]
    status = [] if unit.status == "ready" else [unit.status]
    return f"{unit.id} ({', '.join([*status, *parts])})"
