"""A scenario's options: what the rule texts leave open, checked against what the rulebooks say of each.

Both ways of writing are read: `"zones.spread" = "random"` under [options], and `spread = "random"` under
[options.zones].
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..game.rulebook import Option, OptionSpec, Rules
from ..game.state import Game
from .positions import Path
from .values import BAD, Number, Reading, Schema, in_words, some, wrong_type
from .vocabulary import Vocabulary, meant

KEY = "options"


def read_options(reading: Reading, given: object) -> Mapping[str, Option]:
    """The options that a scenario sets, by full name. What is wrong is written down and left out."""
    if not isinstance(given, dict):
        wrong_type(reading, (KEY,), given, "a table: [options]")
        return {}
    known, options, places = reading.words.options, dict[str, Option](), dict[str, Path]()
    for name, path, value in _flat((KEY,), "", given):
        if name not in known:
            _unknown(reading, path, name)
        elif name in places:
            reading.faults.add(path, f"The option {name!r} is set twice.", "Keep one of them.", key=True)
        elif (option := _read(reading, path, known[name], value)) is not BAD:
            options[name] = option
        places.setdefault(name, path)
    return options


def _flat(path: Path, above: str, given: Mapping[str, object]) -> Iterator[tuple[str, Path, object]]:
    """Every option with its full name and its place, however deep the tables are that it was written in."""
    for key, value in given.items():
        name = f"{above}.{key}" if above else key
        if isinstance(value, dict):
            yield from _flat((*path, key), name, value)
        else:
            yield name, (*path, key), value


def _unknown(reading: Reading, path: Path, name: str) -> None:
    known = reading.words.options
    hint = meant(name, known)
    if whose := [full for full in known if full.partition(".")[2] == name]:
        hint = f"Write its rulebook before it: {some([repr(full) for full in whose], 'or')}."
    for book in reading.words.others:
        if name.startswith(f"{book.name}.") and name.partition(".")[2] in book.options:
            hint = f"It belongs to the rulebook {book.name!r}: name that in [game] rulebooks."
    reading.faults.add(path, f"No rulebook of this game has the option {name!r}.", hint, key=True)


def _read(reading: Reading, path: Path, spec: OptionSpec, value: object) -> Any:
    """An option's value, if it is one that the rulebook takes."""
    if type(value) is not type(spec.default):
        return wrong_type(reading, path, value, _kind(spec))
    if spec.values and value not in spec.values:
        hint = meant(str(value), [str(one) for one in spec.values])
        reading.faults.add(path, f"{written(value)} is not among what this may be.", hint)
        return BAD
    if isinstance(value, int) and not isinstance(value, bool) and not spec.values:
        return Number(spec.least, spec.most).read(reading, path, value)
    return value


def _kind(spec: OptionSpec) -> str:
    if spec.values:
        return some([written(value) for value in spec.values], "or")
    kinds = {bool: "true or false", str: "a text", int: Number(spec.least, spec.most).what}
    return kinds.get(type(spec.default), in_words(spec.default))


def written(value: object) -> str:
    """A value as it is written in a scenario file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


# ---------------------------------------------------------------------------------------------- in words


def explain(game: Game, rules: Rules) -> tuple[str, ...]:
    """Every assumption that a game is played by, in words: for the log's first entry.

    One line for each option of its rulebooks, with the decision that it stands for, and whether the scenario chose it.
    """
    lines = []
    for name, spec in rules.options.items():
        value = game.options.get(name, spec.default)
        source = f"the default; {spec.row}" if spec.row else "the default"
        if name in game.options:
            source = f"the scenario's own; {spec.row}" if spec.row else "the scenario's own"
        lines.append(f"{name} = {written(value)}: {spec.text} ({source}).")
    return tuple(lines)


# ---------------------------------------------------------------------------------------------- as a schema


def options_schema(words: Vocabulary) -> Schema:
    """Both ways of writing every option."""
    whole = {name: option_schema(spec) for name, spec in words.options.items()}
    nested = {book.name: _nested(book.options) for book in words.enabled if book.options}
    return {"type": "object", "properties": {**nested, **whole}, "additionalProperties": False}


def _nested(options: Mapping[str, OptionSpec]) -> Schema:
    fields = {name: option_schema(spec) for name, spec in options.items()}
    return {"type": "object", "properties": fields, "additionalProperties": False}


def option_schema(spec: OptionSpec) -> Schema:
    """What one option may be."""
    about = {"description": f"{spec.text}{f' ({spec.row})' if spec.row else ''}", "default": spec.default}
    if spec.values:
        return {**about, "enum": list(spec.values)}
    if isinstance(spec.default, bool):
        return {**about, "type": "boolean"}
    if isinstance(spec.default, int):
        return {**about, "type": "integer", "minimum": spec.least, "maximum": spec.most}
    return {**about, "type": "string"}
