"""Every key and value of a TOML text is found where it stands, in whatever way it is written."""

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_server.scenario.positions import MAX_DEPTH, Place, dotted, locate

BARE = "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789_-"


def test_a_value_and_its_key_have_each_their_place() -> None:
    places = locate('[[zones]]\nid = "a"\n\n[[zones]]\nlevels = {fire = 2, smoke = [1, 2]}\n')

    assert places.of(("zones", 1, "levels", "fire")) == Place(5, 18)
    assert places.of_key(("zones", 1, "levels", "fire")) == Place(5, 11)
    assert places.of(("zones", 1, "levels", "smoke", 1)) == Place(5, 33)
    assert places.of(("zones", 1)) == Place(4, 1)


def test_what_is_not_there_stands_where_it_is_missing() -> None:
    places = locate('[[zones]]\nid = "a"\n')

    assert places.of(("zones", 0, "name")) == Place(1, 1)
    assert places.of(("zones", 0, "id", "deeper")) == Place(2, 6)
    assert places.of_key(("units", 4)) == Place(1, 1)


@pytest.mark.parametrize(
    ("text", "path", "place"),
    [
        ("a.b.c = 1", ("a", "b", "c"), (1, 9)),
        ("[x]\n[x.y]\n'k k' = 1", ("x", "y", "k k"), (3, 9)),
        ('"a\\u0062\\n" = 1', ("ab\n",), (1, 15)),
        ('a = """one\ntwo"""\nb = 2', ("b",), (3, 5)),
        ("a = '''it's # no comment'''\nb = 2", ("b",), (2, 5)),
        ('a = """\\""""""\nb = 2', ("b",), (2, 5)),
        ('a = [ # "\n  1, # ]\n  [2], ]\nb = 3', ("a", 1, 0), (3, 4)),
        ("a = 1979-05-27 07:32:00\nb = 2 # c = 3", ("b",), (2, 5)),
        ("[[a]]\n[[a.b]]\nc = 1\n[[a.b]]\nc = 2\n[[a]]\n[[a.b]]\nc = 3", ("a", 0, "b", 1, "c"), (5, 5)),
        ("[[a]]\n[[a.b]]\nc = 1\n[[a]]\n[[a.b]]\nc = 3", ("a", 1, "b", 0, "c"), (6, 5)),
        ("[a.b]\n[a]\nc = {d.e = 1}", ("a", "c", "d", "e"), (3, 12)),
    ],
)
def test_every_way_of_writing_is_understood(text: str, path: tuple[str | int, ...], place: tuple[int, int]) -> None:
    tomllib.loads(text)

    assert locate(text).of(path) == Place(*place)


def test_what_stands_in_a_table_has_its_place_from_there() -> None:
    part = locate("a = 1\n[b]\nc.d = 2\n[e]\nc = 3\n").under("b")

    assert part.of(("c", "d")) == (3, 7)
    assert part.of_key(("c",)) == (3, 1)
    assert part.of(()) == (2, 1)


def test_statements_are_found_by_where_they_are() -> None:
    text = "a = 1\n[b]\nc = [1,\n2]\n"
    places = locate(text)

    assert [text[s.start : s.end] for s in places.statements] == ["a = 1", "[b]", "c = [1,\n2]"]
    assert places.statement(text.index("2]")) == places.statements[2]
    assert places.offset(3, 5) == text.index("[1")


def test_a_path_is_read_as_people_count() -> None:
    assert dotted(("zones", 3, "levels", "fire")) == "zones[4].levels.fire"


# ---------------------------------------------------------------------------------------------- any document

keys = st.text(BARE, min_size=1, max_size=6) | st.text(max_size=4)
leaves = st.integers(0, 99) | st.booleans() | st.text(max_size=8)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)
documents = st.dictionaries(keys, values | st.lists(st.dictionaries(keys, values, max_size=3), min_size=1, max_size=3))


@given(documents, st.randoms(use_true_random=False))
def test_in_any_document_every_place_is_that_of_its_value(document: dict[str, Any], random: Any) -> None:
    text = "".join(written(document, (), random))
    assert tomllib.loads(text) == document

    places = locate(text)

    for path, value in leaves_of(document):
        rest = text[places.offset(*places.of(path)) :]
        assert rest.startswith(spelled(value)), (path, text)
        if isinstance(path[-1], str):
            assert text[places.offset(*places.of_key(path)) :].startswith(spelled_key(path[-1]))


@given(st.text("[]{}=\"'\\#.,\n ab1", max_size=60))
def test_no_text_is_too_broken_to_be_gone_through(text: str) -> None:
    places = locate(text)

    assert all(0 <= s.start <= s.end <= len(text) for s in places.statements)
    assert all(places.offset(*places.place(offset)) == offset for offset in places.values.values())


def test_depth_has_an_end() -> None:
    assert locate("a = " + "[" * (50 * MAX_DEPTH)).of(("a",)) == Place(1, 5)


def leaves_of(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves_of(inner, (*path, key))
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from leaves_of(inner, (*path, n))
    else:
        yield path, value


def written(table: dict[str, Any], path: tuple[str, ...], random: Any) -> Iterator[str]:
    """A document in one of the many ways that it may be written in: plain pairs first, then what has headers."""
    later = []
    for key, value in table.items():
        if as_tables(value) and random.random() < 0.7:
            later.append((key, value))
        else:
            yield random.choice(["", "  ", "# a = 1\n", "\n"])
            yield f"{spelled_key(key)}{random.choice(['=', ' = '])}{spelled(value)}{random.choice(['', ' # [x]'])}\n"
    for key, value in later:
        here = (*path, key)
        name = random.choice([".", " . "]).join(map(spelled_key, here))
        if isinstance(value, dict):
            yield f"[{name}]\n"
            yield from written(value, here, random)
        for row in value if isinstance(value, list) else ():
            yield f"[[ {name} ]]\n"
            yield from written(row, here, random)


def as_tables(value: Any) -> bool:
    """Whether a value may be written with headers."""
    return isinstance(value, dict) or (isinstance(value, list) and value != [] and all(map(as_table, value)))


def as_table(value: Any) -> bool:
    return isinstance(value, dict)


def spelled(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{spelled_key(k)} = {spelled(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",\n ".join(map(spelled, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return quoted(value) if isinstance(value, str) else str(value)


def spelled_key(key: str) -> str:
    return key if key and all(c in BARE for c in key) else quoted(key)


def quoted(text: str) -> str:
    """As JSON has it, which TOML reads too but for surrogates and DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
