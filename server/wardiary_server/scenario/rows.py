"""Reads the tables of a file into rows: every key of every table by its kind, all ids first.

A row holds what was right in it. What was wrong is written down, and left out, so that the rest is checked as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from .faults import Faults
from .happenings import Anything
from .positions import Path
from .tables import BY_NAME, TABLES, Table
from .values import BAD, Number, Reading, some
from .vocabulary import Ids, Vocabulary, meant

STAT = Number(-1_000, 1_000)
"""What a unit's or an item's number may be."""

SHARED = (("weapons", "items"), ("breaches", "power"))
"""Tables whose ids may not be the same: in the state they are one kind of thing."""

ANY = Anything()
"""What an area or a breach may tell a rulebook."""


class Row(NamedTuple):
    """What is right in one table: its own keys, the others that rulebooks read; and all of it as it was written."""

    path: Path
    values: dict[str, Any]
    more: dict[str, Any]
    raw: Mapping[str, Any]


def tables_of(faults: Faults, data: Mapping[str, Any]) -> dict[str, list[tuple[Path, dict[str, Any]]]]:
    """Every table of the format with its rows as they stand in the file, each with its path."""
    for name in data:
        if name not in BY_NAME:
            hint = meant(name, BY_NAME)
            faults.add((name,), f"There is no table {name!r} in a scenario.", hint, key=True)
    return {table.name: list(_rows_of(faults, table, data)) for table in TABLES}


def _rows_of(faults: Faults, table: Table, data: Mapping[str, Any]) -> Iterator[tuple[Path, dict[str, Any]]]:
    given = data.get(table.name)
    path: Path = (table.name,)
    if given is None:
        return
    if not table.many:
        if isinstance(given, dict):
            yield path, given
        elif table.name != "options":  # those say so themselves
            faults.add(path, f"{table.name!r} is one table.", f"Begin it with [{table.name}].")
        return
    if not isinstance(given, list) or not all(isinstance(row, dict) for row in given):
        faults.add(path, f"{table.name!r} is a list of tables.", f"Begin each with [[{table.name}]].")
        return
    if len(given) > table.most:
        faults.add((*path, table.most), f"There are {len(given)} {table.name}; {table.most} are the most.")
    for n, row in enumerate(given[: table.most]):
        yield (*path, n), row


# ---------------------------------------------------------------------------------------------- ids


def ids_of(faults: Faults, words: Vocabulary, rows: Mapping[str, list[tuple[Path, dict[str, Any]]]]) -> Ids:
    """The id of every row, by table. Some tables share theirs, and what events make is among the markers.

    The labels of areas and the kinds of units are no ids; words such as `hazard:<label>` refer to them all the same.
    """
    ids: dict[str, dict[str, Path]] = {table.name: {} for table in TABLES}
    shared: dict[str, dict[str, Path]] = {tables[0]: {} for tables in SHARED}
    first = {table: tables[0] for tables in SHARED for table in tables}
    for table in TABLES:
        taken = shared[first[table.name]] if table.name in first else ids[table.name]
        for n, (path, row) in enumerate(rows[table.name]):
            key = id_of(table.name, row, n)
            if key and key in taken:
                _taken(faults, path, key, taken[key])
            elif key:
                taken[key] = ids[table.name][key] = path
    made = dict(_made(rows["events"]))
    markers, areas = {**ids["breaches"], **ids["power"], **made}, {**ids["areas"], **made}
    named = {"labels": dict(_labels(rows)), "kinds": dict(_kinds(rows["units"]))}
    return {**ids, "markers": markers, "areas": areas, **named}


def id_of(table: str, row: Mapping[str, Any], n: int) -> str:
    """A row's id: its own, or the one that such a row gets; nothing where it has none."""
    if "id" in row:
        return row["id"] if isinstance(row["id"], str) else ""
    between, kind = row.get("between"), row.get("kind")
    if table == "links" and isinstance(between, list) and all(isinstance(zone, str) for zone in between):
        return "-".join(between)
    if table == "areas" and isinstance(kind, str):
        return f"{kind}-{n + 1}"
    return f"{table[:-1]}-{n + 1}" if table in ("events", "walls") else ""


def _taken(faults: Faults, path: Path, key: str, other: Path) -> None:
    one, line = BY_NAME[str(other[0])].one, faults.places.of(other).line
    hint = "Give it an id of its own." if path[0] == "links" else "Give one of them another."
    faults.add((*path, "id"), f"The id {key!r} is taken by the {one} in line {line}.", hint)


def _made(events: list[tuple[Path, dict[str, Any]]]) -> Iterator[tuple[str, Path]]:
    """The ids of what the scenario's own events will put on the board, as their deeds give them."""
    for path, row in events:
        for deed in row.get("do", ()) if isinstance(row.get("do"), list) else ():
            if isinstance(deed, dict) and isinstance(deed.get("id"), str):
                yield deed["id"], path


def _labels(rows: Mapping[str, list[tuple[Path, dict[str, Any]]]]) -> Iterator[tuple[str, Path]]:
    """What areas are labelled: at the start, by a Breach, or by an event."""
    for path, row in (*rows["areas"], *rows["breaches"], *rows["events"]):
        does = row.get("do")
        for one in (row, *(does if isinstance(does, list) else ())):
            for key in ("label", "hazard_label"):
                if isinstance(one, dict) and isinstance(one.get(key), str):
                    yield one[key].strip(), path


def _kinds(units: list[tuple[Path, dict[str, Any]]]) -> Iterator[tuple[str, Path]]:
    """What sorts of unit there are."""
    for path, row in units:
        if isinstance(kind := row.get("kind", "person"), str):
            yield kind, path


# ---------------------------------------------------------------------------------------------- rows


def read_row(reading: Reading, table: Table, path: Path, n: int, row: Mapping[str, Any]) -> Row:
    """One row, key by key."""
    values: dict[str, Any] = {}
    more: dict[str, Any] = {}
    for key, value in row.items():
        if key in table.fields:
            found = table.fields[key].value.read(reading, (*path, key), value)
            if found is not BAD:
                values[key] = found
        elif (extra := read_more(reading, table, (*path, key), key, value)) is not BAD:
            more[key] = extra
    if missing := [key for key in table.needed if key not in row]:
        reading.faults.lacks(path, f"This {table.one} has no {some(missing)}.", _example(table, missing[0]))
    if "id" in table.fields and "id" not in values and "id" not in row:
        values["id"] = id_of(table.name, row, n)
    return Row(path, values, more, row)


def _example(table: Table, key: str) -> str:
    return f"Such as {key} = {table.fields[key].example}."


def read_more(reading: Reading, table: Table, path: Path, key: str, value: object) -> Any:
    """A key that is not of the format itself: a number or something else that a rulebook reads."""
    if table.more and reading.words.knows(table.more, key, reading.ids):
        return (STAT if table.more.endswith("stats") else ANY).read(reading, path, value)
    if table.more:
        hint = reading.words.hint(table.more, key, table.fields)
        text = f"No rulebook of this game knows {key!r} of a {table.one}."
    else:
        hint = meant(key, table.fields)
        text = f"A {table.one} has no {key!r}." if table.many else f"[{table.name}] has no {key!r}."
    reading.faults.add(path, text, hint, key=True)
    return BAD


def read_tables(reading: Reading, raw: Mapping[str, list[tuple[Path, dict[str, Any]]]]) -> dict[str, list[Row]]:
    """Every row of every table but the options, which have a reader of their own."""
    return {
        table.name: [read_row(reading, table, path, n, row) for n, (path, row) in enumerate(raw[table.name])]
        for table in TABLES
        if table.name != "options"
    }
