"""The game part of a state as a case file's `[given]`, and what changes between two of them as its `expect`.

Both leave out what is as the structs have it by default, so they read like a scenario and not like a memory dump.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args

import msgspec

from ..game.state import Game
from . import writing
from .paths import holds_more, is_struct, plain
from .start import ENTITIES

GIVEN: Final = "given"

UNSAID: Final = ("open", "rolls")
"""What no step can expect: the questions that are open hold numbers of entries; rolls are counted by the events."""

ALWAYS: Mapping[str, tuple[str, ...]] = {"Unit": ("status",), "Clock": ("phase", "round")}
"""What a case would take otherwise where it is not given."""


def dump(game: Game) -> Iterator[str]:
    """The lines of `[given]` from which a case begins with this very state. Nothing may be open in it."""
    state = shortened(Game, msgspec.to_builtins(game))
    tables = {name: table for name, table in state.items() if isinstance(table, dict)}
    yield writing.header(GIVEN)
    yield from writing.lines({name: one for name, one in state.items() if name not in tables})
    for name, table in tables.items():
        if name in ENTITIES:
            yield from entities(name, table)
        else:
            yield from ("", writing.header(GIVEN, name), *writing.lines(table))


def entities(name: str, table: Mapping[str, Any]) -> Iterator[str]:
    """A table for each unit, zone, …; without its id, which is in the header, and a name that is the same."""
    kind = get_args({field.name: field.type for field in msgspec.structs.fields(Game)}[name])[1]
    for key, entity in table.items():
        short = shortened(kind, entity)
        given = {field: one for field, one in short.items() if field not in ENTITIES[name] or one != key}
        yield from ("", writing.header(GIVEN, name, key), *writing.lines(given))


def shortened(kind: type[msgspec.Struct], entity: Mapping[str, Any]) -> dict[str, Any]:
    """A plain struct without what is as by default."""
    usual, always = defaults(kind), ALWAYS.get(kind.__name__, ())
    short = {
        name: one for name, one in entity.items() if one is not None and (name in always or one != usual.get(name))
    }
    return {name: shortened(Kind, one) if (Kind := nested(kind, name)) else one for name, one in short.items()}


def nested(kind: type[msgspec.Struct], name: str) -> Any:
    """The struct that a field of a struct is, if it is one."""
    found = plain({field.name: field.type for field in msgspec.structs.fields(kind)}[name])
    return found if is_struct(found) else None


def defaults(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The defaults of a struct, plain."""
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        if field.default is not msgspec.NODEFAULT:
            found[field.name] = msgspec.to_builtins(field.default)
        elif field.default_factory is not msgspec.NODEFAULT:
            found[field.name] = msgspec.to_builtins(field.default_factory())
    return found


# ---------------------------------------------------------------------------------------------- what changes

Change = tuple[tuple[str, ...], Any]
"""A path and its value afterwards; None where nothing is there any more."""


def changes(before: Game, after: Game) -> Iterator[Change]:
    """What is different in the later of two states, value by value."""
    was, now = msgspec.to_builtins(before), msgspec.to_builtins(after)
    for field in msgspec.structs.fields(Game):
        if field.name not in UNSAID and was[field.name] != now[field.name]:
            yield from differing((field.name,), field.type, was[field.name], now[field.name])


def differing(path: tuple[str, ...], kind: Any, was: Any, now: Any) -> Iterator[Change]:
    """What differs at and below a path."""
    kind = plain(kind)
    if now is None:
        yield path, None
    elif is_struct(kind):
        was = was or defaults(kind)
        for field in msgspec.structs.fields(kind):
            if was.get(field.name) != now[field.name]:
                yield from differing((*path, field.name), field.type, was.get(field.name), now[field.name])
    elif isinstance(now, dict):
        yield from in_a_map(path, get_args(kind)[1], was or {}, now)
    else:
        yield path, now


def in_a_map(path: tuple[str, ...], kind: Any, was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Change]:
    """What differs between two maps: entries that are new, different, or gone."""
    for key, one in now.items():
        if key not in was and (not holds_more(kind) or not one):
            yield (*path, key), one
        elif was.get(key) != one:
            yield from differing((*path, key), kind, was.get(key), one)
    for key in sorted(was.keys() - now.keys()):
        yield (*path, key), 0 if kind is int else None
