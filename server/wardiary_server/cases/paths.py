"""Paths into a game's state: `units.ann.stats.health`, and what may stand there.

A case file says by such paths what a state is at the start and what it must be later. They follow the state's own
structs, so whatever a rulebook keeps there can be named without a word about it here.

    address = resolve(("zones", "hall", "levels", "fire"))     # where it is, and that it is a number
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Any, Final, Literal, NamedTuple, Union, get_args, get_origin

import msgspec

from ..game.state import Game, State, Table
from ..scenario.positions import Path
from ..scenario.values import some
from ..scenario.vocabulary import Kind, Vocabulary, meant

NAMES = ("sides", "seats", "zones", "links", "units", "items")
"""What no rule makes: a name in one of these has to be there from the start."""

ABSENT: Final = object()
"""What is found where nothing is."""

_EMPTY: Mapping[Any, Any] = {int: 0, str: "", bool: False}
_EXPECTED = re.compile(r"Expected `([^`]+)`, got `([^`]+)`")
_KINDS = {
    "int": "a whole number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "float": "a number with a point",
}


class NoPlace(Exception):
    """A path that leads nowhere: what is wrong with it, and what was meant."""

    def __init__(self, text: str, hint: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.hint = hint


class Address(NamedTuple):
    """A place in the state: its keys, from `game` or `table` down, and the type of what is there."""

    keys: tuple[str, ...]
    kind: Any

    def __str__(self) -> str:
        return ".".join(self.keys[1:] if self.keys[0] == "game" else self.keys)


class Setting(NamedTuple):
    """A value at a place of the state, as a case file has it; `path` is where it stands in the file."""

    path: Path
    address: Address
    value: Any


def leaves(table: Mapping[str, Any], path: Path) -> Iterator[tuple[Path, tuple[str, ...], Any]]:
    """Every value of a table, however it was written: `"units.ann.zone" = …`, or tables in tables."""
    for key, value in table.items():
        words = tuple(key.split("."))
        if isinstance(value, dict) and value:
            yield from ((place, (*words, *more), leaf) for place, more, leaf in leaves(value, (*path, key)))
        else:
            yield (*path, key), words, value


def resolve(words: tuple[str, ...]) -> Address:
    """Where a path leads. Raises `NoPlace`."""
    kind: Any = State
    keys: tuple[str, ...] = ()
    words = words if words[:1] == ("table",) else ("game", *words)
    while words:
        kind = plain(kind)
        if is_struct(kind):
            key, words, kind = words[0], words[1:], field_of(kind, words[0])
        elif get_origin(kind) is not None and issubclass(get_origin(kind), Mapping):
            kind = get_args(kind)[1]
            key, words = (words[0], words[1:]) if holds_more(kind) else (".".join(words), ())
        else:
            raise NoPlace(f"{'.'.join(keys[1:])!r} holds nothing further, so there is no {words[0]!r} in it.")
        keys = (*keys, key)
    return Address(keys, kind)


def field_of(kind: type[msgspec.Struct], name: str) -> Any:
    """The type of a struct's field. Raises `NoPlace`."""
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    if name not in fields:
        known = [*fields, "table"] if kind is Game else list(fields)
        hint = meant(name, known) or f"There are {some(known)}."
        raise NoPlace(f"The state of a {kind.__name__.lower()} has no {name!r}.", hint)
    return fields[name]


def plain(kind: Any) -> Any:
    """A type without its `| None`."""
    if get_origin(kind) in (Union, UnionType):
        rest = [one for one in get_args(kind) if one is not NoneType]
        return rest[0] if len(rest) == 1 else kind
    return kind


def is_struct(kind: Any) -> bool:
    """Whether a type is one of the state's structs."""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def holds_more(kind: Any) -> bool:
    """Whether a path goes on below a value of this type."""
    kind = plain(kind)
    origin = get_origin(kind)
    return is_struct(kind) or (isinstance(origin, type) and issubclass(origin, Mapping))


def converted(address: Address, value: object) -> Any:
    """A value as the state keeps it at a place, plain. Raises `NoPlace`. `{}` says that something is there."""
    if value == {} and is_struct(plain(address.kind)):
        return {}
    try:
        return msgspec.to_builtins(msgspec.convert(value, address.kind))
    except msgspec.ValidationError as error:
        raise NoPlace(*in_words(address, value, str(error))) from None


def in_words(address: Address, value: object, error: str) -> tuple[str, str]:
    """Why a value cannot stand at a place, and what could."""
    kind = plain(address.kind)
    if get_origin(kind) is Literal and isinstance(value, str):
        return f"{value!r} is not known here.", meant(value, get_args(kind))
    found = _EXPECTED.match(error)
    if found is None:
        return f"{address}: {error}.", ""
    wanted = some([_KINDS.get(name, name) for name in found[1].split(" | ")], "or")
    return f"This has to be {wanted}, not {_KINDS.get(found[2], found[2])}.", ""


# ---------------------------------------------------------------------------------------------- what is there


def plainly(game: Game, table: Table) -> dict[str, Any]:
    """A state as tables in tables, which paths lead through."""
    return {"game": msgspec.to_builtins(game), "table": msgspec.to_builtins(table)}


def found(state: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    """What stands at a place of a plain state, or `ABSENT`."""
    here: Any = state
    for key in keys:
        if not isinstance(here, dict) or here.get(key) is None:
            return ABSENT
        here = here[key]
    return here


def empty(kind: Any) -> Any:
    """What a value that is not there counts as: a level of fire that no zone has is 0."""
    return _EMPTY.get(kind, ABSENT)


def put(state: dict[str, Any], keys: tuple[str, ...], value: Any) -> None:
    """Set what stands at a place of a plain state."""
    here = state
    for key in keys[:-1]:
        if not isinstance(here.get(key), dict):
            here[key] = {}
        here = here[key]
    here[keys[-1]] = value


WORDS: Mapping[tuple[str, str], Kind] = {
    ("units", "stats"): "stats",
    ("items", "stats"): "item_stats",
    ("zones", "levels"): "levels",
}
"""Open maps in which a scenario may use only words that some rulebook declares."""


def strange_word(state: Mapping[str, Any], words: Vocabulary, keys: tuple[str, ...]) -> tuple[str, str] | None:
    """What is wrong with a path to a number that no rulebook reads and nothing has: it would always be 0."""
    kind = WORDS.get((keys[1], keys[3])) if len(keys) == 5 else None
    if kind is None:
        return None
    there = {word for entity in state["game"][keys[1]].values() for word in entity[keys[3]]}
    _head, colon, named = keys[4].partition(":")
    if keys[4] in there or words.knows(kind, keys[4], {}) or (colon and named in state["game"]["items"]):
        return None
    return f"No rulebook of this game knows {keys[4]!r} here.", words.hint(kind, keys[4], sorted(there))


def strange_value(
    state: Mapping[str, Any], words: Vocabulary, keys: tuple[str, ...], value: Any
) -> tuple[str, str] | None:
    """What is wrong with a tag or a kind of area that no rulebook reads: it would do nothing."""
    if len(keys) == 4 and keys[3] == "tags":
        ids = {table: dict.fromkeys(entities, ()) for table, entities in state["game"].items() if table in NAMES}
        odd = next((tag for tag in value if not words.knows("tags", tag, ids)), None)
        return None if odd is None else (f"No rulebook of this game knows the tag {odd!r}.", words.hint("tags", odd))
    if (keys[1:2], keys[3:]) == (("areas",), ("kind",)) and value not in words.texts("areas"):
        called = words.texts("aliases").get(value)
        hint = f"The state calls it {called!r}." if called else words.hint("areas", value)
        return f"No rulebook of this game knows the kind of area {value!r}.", hint
    return None


def missing_name(state: Mapping[str, Any], keys: tuple[str, ...]) -> tuple[str, str] | None:
    """What is wrong with a path that names a unit, zone, … which the game does not have, and what was meant."""
    if len(keys) < 3 or keys[1] not in NAMES or keys[2] in state["game"][keys[1]]:
        return None
    return f"There is no {keys[2]!r} among the {keys[1]}.", meant(keys[2], state["game"][keys[1]])
