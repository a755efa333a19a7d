"""The format of case files: every table that one has, and every key in it.

All of it is below: `reading` reads by it, and docs/cases.md is made from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..scenario.faults import Faults
from ..scenario.positions import Path
from ..scenario.references import Many
from ..scenario.values import BAD, LINE, NAME, TEXT, Id, Reading, Text, Value, wrong_type
from ..scenario.vocabulary import Vocabulary
from .dice import WORDS

Read = Callable[[Reading, Path, object], Any]


@dataclass(frozen=True)
class Key:
    """One key: how it is read, what it means, and how it is written."""

    read: Read
    text: str
    example: str
    needed: bool = False
    default: str = "nothing"


def reading_of(faults: Faults) -> Reading:
    """What values are read against that need no rulebook and no ids."""
    return Reading(faults, Vocabulary(()), {})


# ---------------------------------------------------------------------------------------------- kinds of value


def of(value: Value) -> Read:
    """A kind of value that scenarios know, too."""
    return value.read


def table(reading: Reading, path: Path, value: object) -> Any:
    """A table, which is looked into elsewhere."""
    return value if isinstance(value, dict) else wrong_type(reading, path, value, "a table")


def tables(reading: Reading, path: Path, value: object) -> Any:
    """A list of tables."""
    if isinstance(value, list) and all(isinstance(row, dict) for row in value):
        return value
    reading.faults.add(path, "These are a list of tables.", f"Begin each with [[{path[-1]}]].")
    return BAD


def flag(reading: Reading, path: Path, value: object) -> Any:
    """True or false."""
    return value if isinstance(value, bool) else wrong_type(reading, path, value, "true or false")


def scenario(reading: Reading, path: Path, value: object) -> Any:
    """Where the scenario is, or the whole of it."""
    if isinstance(value, str | dict) and value:
        return value
    return wrong_type(reading, path, value, "a text: a file, the name of a bundled scenario; or a table with it all")


def command(reading: Reading, path: Path, value: object) -> Any:
    """A command as on the wire; a text is one without anything more."""
    if isinstance(value, str):
        return {"do": value}
    if not isinstance(value, dict):
        return wrong_type(reading, path, value, "a command: a table")
    if not isinstance(value.get("do"), str):
        reading.faults.add(path, "This command has no `do`.", 'Such as {do = "move", unit = "ann", to = "hall"}.')
        return BAD
    return value


def one_or_many(what: str, item: Read) -> Read:
    """A list, or one item of it without brackets."""

    def read(reading: Reading, path: Path, value: object) -> Any:
        if isinstance(value, str):
            return one if (one := item(reading, path, value)) is BAD else (one,)
        if not isinstance(value, list):
            return wrong_type(reading, path, value, what)
        found = [item(reading, (*path, n), one) for n, one in enumerate(value)]
        return BAD if BAD in found else tuple(found)

    return read


def face(reading: Reading, path: Path, value: object) -> Any:
    """What one die shows."""
    if isinstance(value, str) and value.lower() in WORDS:
        return value.lower()
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return wrong_type(reading, path, value, 'what a die shows: a whole number, "success" or "blank"')


def choice(reading: Reading, path: Path, value: object) -> Any:
    """What is taken in one choice."""
    return one_or_many("a text, or a list of texts", text)(reading, path, value)


def text(reading: Reading, path: Path, value: object) -> Any:
    """Any text, also an empty one."""
    return value if isinstance(value, str) else wrong_type(reading, path, value, "a text")


def lists(what: str, item: Read) -> Read:
    """A list, or a table of lists that are told apart by what they are for."""

    def read(reading: Reading, path: Path, value: object) -> Any:
        many = value if isinstance(value, dict) else {"": value}
        found = {key: items((*path, key) if key else path, one, reading) for key, one in many.items()}
        if BAD in found.values():
            return BAD
        return found if isinstance(value, dict) else found[""]

    def items(path: Path, value: object, reading: Reading) -> Any:
        if not isinstance(value, list):
            return wrong_type(reading, path, value, what)
        found = [item(reading, (*path, n), one) for n, one in enumerate(value)]
        return BAD if BAD in found else tuple(found)

    return read


def event(reading: Reading, path: Path, value: object) -> Any:
    """An event by its tag, or with what it carries: `{tag = "hurt", amount = 2}`."""
    if isinstance(value, str):
        return {"tag": value}
    if not isinstance(value, dict) or not isinstance(value.get("tag"), str):
        return wrong_type(reading, path, value, 'an event: its tag, or a table such as {tag = "hurt", amount = 2}')
    return value


# ---------------------------------------------------------------------------------------------- the tables

CASE: Mapping[str, Key] = {
    "title": Key(of(LINE), "what the case shows, in a sentence", '"FRE-1: fire hits who enters"', True),
    "about": Key(of(TEXT), "more about it, for whoever reads the file", '"""..."""'),
    "scenario": Key(
        scenario,
        "the scenario: a file (a path that begins at this one), the name of a bundled one, or a table `[scenario]` "
        "with the tables of a scenario in it",
        '"hall.toml"',
        default="`[given]` is the whole state",
    ),
    "seated": Key(
        of(Many(Id())), "the seats that somebody holds", '["red", "blue"]', default="all that the scenario has"
    ),
    "given": Key(table, "what the state is when the case begins, by paths", '{"zones.hall.levels.fire" = 2}'),
    "steps": Key(tables, "what is done, one step after another", "[[steps]]", True),
}

STEP: Mapping[str, Key] = {
    "by": Key(
        of(Text("a seat", 64, lines=False)),
        "who does it: a seat, `referee`, or `operator`",
        '"red"',
        default="the seat of the unit that the command names",
    ),
    "command": Key(
        command,
        "the command, as clients send it; a word alone where it needs nothing more",
        '{do = "move", unit = "ann", to = "hall"}',
        True,
    ),
    "dice": Key(
        lists("a list of faces", face),
        "what the dice show, in the order in which they are rolled; or a table of such lists, each by the unit, target "
        "or rule that the roll is of",
        '[1, 3, 6]` or `{ann = ["blank"]}',
    ),
    "choices": Key(
        lists("a list of choices", choice),
        "what is chosen, choice by choice; or a table of such lists, by unit or rule",
        '["hall", ["ann", "bob"]]',
        default="the question stays open",
    ),
    "agreed": Key(flag, "whether everybody else agrees, where that is needed", "true", default="`false`"),
    "expect": Key(table, "what must then hold", '{rejected = "too_far"}', default="that it is not refused"),
}

EXPECT: Mapping[str, Key] = {
    "state": Key(table, "what the state is then, by paths", '{"units.ann.stats.health" = 3}'),
    "gone": Key(one_or_many("a list of paths", text), "paths at which nothing is then", '["markers.b1"]'),
    "events": Key(
        one_or_many("a list of events", event),
        "events that happen in this order, others between them or not: tags, or tables with what they carry",
        '["turn", {tag = "hurt", amount = 2}]',
    ),
    "only": Key(flag, "whether these are all the events of the step", "true", default="`false`"),
    "without": Key(one_or_many("a list of tags", text), "events that do not happen", '["rolled"]'),
    "told": Key(one_or_many("a list of texts", text), "parts of sentences that are told", '["2 left"]'),
    "rejected": Key(of(NAME), "the code with which it is refused", '"out_of_reach"'),
}
