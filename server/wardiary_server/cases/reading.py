"""Reads a case file: every fault of it in one run, each with its place.

    case, faults = read(text, file, folder)

What is wrong is written down and left out, and the rest is read all the same. `format` has the keys, `start` makes the
state that the case begins with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..game.state import Game
from ..scenario import syntax
from ..scenario.faults import Fault
from ..scenario.positions import Path
from ..scenario.values import BAD, Reading, some
from ..scenario.vocabulary import meant
from .case import Case, Expect, Step
from .format import CASE, EXPECT, STEP, Key, reading_of
from .paths import Address, NoPlace, Setting, converted, leaves, resolve
from .start import Begun, Find, begin

OPERATOR, REFEREE = "operator", "referee"


def read(text: str, file: str, find: Find) -> tuple[Case | None, tuple[Fault, ...]]:
    """The case of a text, or None where it has faults; and all of them. `find` gives a scenario's text by its name."""
    data, faults = syntax.read(text, file)
    reading = reading_of(faults)
    values = keys(reading, "case", CASE, (), data)
    begun = begin(reading, values, find)
    steps = [step(reading, begun, n, row) for n, row in enumerate(values.get("steps", ()))]
    if values.get("steps") == []:
        faults.lacks(("steps",), "This case has no steps.", "Begin each with [[steps]].")
    found = (*faults.found, *begun.faults)
    if begun.game is None or begun.rules is None or not faults.sound or begun.faults:
        return None, tuple(sorted(found, key=lambda fault: (fault.line, fault.column)))
    return Case(file, values["title"], begun.rules, begun.game, begun.table, tuple(steps)), ()


def keys(reading: Reading, one: str, known: Mapping[str, Key], path: Path, row: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a table that are right, key by key."""
    values: dict[str, Any] = {}
    for key, value in row.items():
        if key not in known:
            reading.faults.add((*path, key), f"A {one} has no {key!r}.", meant(key, known), key=True)
        elif (found := known[key].read(reading, (*path, key), value)) is not BAD:
            values[key] = found
    if missing := [key for key, field in known.items() if field.needed and key not in row]:
        example = f"Such as {missing[0]} = {known[missing[0]].example}."
        hint = example if missing[0] != "steps" else "Begin each with [[steps]]."
        reading.faults.lacks(path, f"This {one} has no {some(missing)}.", hint)
    return values


# ---------------------------------------------------------------------------------------------- steps


def step(reading: Reading, begun: Begun, n: int, row: Mapping[str, Any]) -> Step:
    """One step."""
    path: Path = ("steps", n)
    values = keys(reading, "step", STEP, path, row)
    command = values.get("command", {})
    return Step(
        number=n + 1,
        place=reading.faults.places.of(path),
        by=author(reading, begun, path, values, command),
        command=command,
        dice=values.get("dice", ()),
        choices=values.get("choices", ()),
        agreed=values.get("agreed", False),
        expect=expect(reading, begun, (*path, "expect"), values.get("expect", {})),
    )


def author(reading: Reading, begun: Begun, path: Path, values: Mapping[str, Any], command: Mapping[str, Any]) -> str:
    """Who does it: the seat that is named, or whose unit is; `operator` is no seat."""
    game = begun.game or Game(title="")
    if "by" in values:
        by = str(values["by"])
        referee = next((seat.id for seat in game.seats.values() if seat.role == "referee"), by)
        by = referee if by == REFEREE else by
        if begun.game is not None and by not in (*game.seats, OPERATOR):
            hint = meant(by, [*game.seats, OPERATOR])
            reading.faults.lacks((*path, "by"), f"There is no {by!r} among the seats.", hint)
        return by
    unit = game.units.get(str(command.get("unit", "")))
    if begun.game is not None and "by" not in values and not (unit and unit.seat) and command:
        text = "This step does not say who does it, and its command names no unit that somebody plays."
        reading.faults.lacks(path, text, 'Such as by = "referee".')
    return unit.seat if unit else ""


# ---------------------------------------------------------------------------------------------- what must hold


def expect(reading: Reading, begun: Begun, path: Path, row: Mapping[str, Any]) -> Expect:
    """What must hold after a step."""
    values = keys(reading, "step's `expect`", EXPECT, path, row)
    if "rejected" in values and len(values) > 1 and set(values) - {"rejected", "state", "gone"}:
        reading.faults.add((*path, "rejected"), "What is refused does nothing: it has no events, and nothing is told.")
    if values.get("only") and "events" not in values:
        reading.faults.add((*path, "only"), "`only` is about `events`, and there are none.", "", key=True)
    gone = [address(reading, begun, (*path, "gone"), tuple(text.split("."))) for text in values.get("gone", ())]
    return Expect(
        state=tuple(settings(reading, begun, (*path, "state"), values.get("state", {}))),
        gone=tuple(one for one in gone if one is not None),
        events=values.get("events", ()),
        only=values.get("only", False),
        without=values.get("without", ()),
        told=values.get("told", ()),
        rejected=values.get("rejected", ""),
    )


def settings(reading: Reading, begun: Begun, path: Path, table: Mapping[str, Any]) -> Iterable[Setting]:
    """What a table says of the state, value by value."""
    for place, words, value in leaves(table, path):
        if (where := address(reading, begun, place, words)) is None:
            continue
        try:
            yield Setting(place, where, converted(where, value))
        except NoPlace as fault:
            reading.faults.add(place, fault.text, fault.hint)


def address(reading: Reading, begun: Begun, place: Path, words: tuple[str, ...]) -> Address | None:
    """Where a path leads; None after the fault was written down. Zones and the like have to be there.

    A unit may be one that a step brings: whether it is there is seen when the step is played.
    """
    try:
        where = resolve(words)
    except NoPlace as fault:
        reading.faults.add(place, fault.text, fault.hint, key=True)
        return None
    if wrong := begun.wrong(where.keys, later=True):
        reading.faults.lacks(place, *wrong)
        return None
    return where
