"""A view follows another through its changes, and the hash shows any difference, in Python as in JavaScript."""

import copy
import json
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wardiary_protocol.changes import DoesNotFit, apply, as_hex, diff, hash_of, part_hash, rehash, view_hash

HERE = Path(__file__).parent
VECTORS = json.loads((HERE / "vectors.json").read_text(encoding="utf-8"))

patient = settings(deadline=None)
ascii_keys = st.text(st.characters(max_codepoint=127), max_size=5)
scalars = st.none() | st.booleans() | st.integers(-3, 3) | st.integers(1 - 2**53, 2**53 - 1) | st.text(max_size=5)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ascii_keys, inner, max_size=3),
    max_leaves=6,
)
few_keys = st.sampled_from(["a", "b", "c"])
entities = st.dictionaries(few_keys, values, max_size=3)
collections = st.dictionaries(few_keys, entities, max_size=3)
views = st.dictionaries(few_keys, collections | values, max_size=3)


@st.composite
def related(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """A view and one that came from it: most of its objects are the very same."""
    old = draw(views)
    return old, {**{key: old[key] for key in old if draw(st.booleans())}, **draw(views)}


pairs = related() | st.tuples(views, views)


def written(value: Any) -> str:
    """Tells True from 1, which Python's own equality does not."""
    return json.dumps(value, sort_keys=True)


# ------------------------------------------------------------------------------------------------ diff and apply


@patient
@given(pairs)
def test_the_changes_lead_from_the_old_view_to_the_new(pair: tuple[dict[str, Any], dict[str, Any]]) -> None:
    old, new = pair
    before = copy.deepcopy(old)
    assert written(apply(old, diff(old, new))) == written(new)
    assert written(old) == written(before)


@patient
@given(pairs, st.randoms())
def test_the_order_of_changes_does_not_matter(pair: Any, random: Any) -> None:
    old, new = pair
    changes = diff(old, new)
    random.shuffle(changes)
    assert written(apply(old, changes)) == written(new)


@patient
@given(views)
def test_equal_views_have_no_changes_whatever_the_order_of_keys(view: dict[str, Any]) -> None:
    other = copy.deepcopy(dict(reversed(view.items())))
    assert diff(view, other) == []
    assert view_hash(view) == view_hash(other)


def test_maps_are_compared_key_by_key_and_lists_are_replaced() -> None:
    old = {"units": {"vega": {"hp": 3, "tags": ["a", "b"]}, "moth": {"hp": 1}}}
    new = {"units": {"vega": {"hp": 2, "tags": ["a", "c"]}}, "round": 2}
    assert sorted(diff(old, new)) == [
        (["round"], 2),
        (["units", "moth"],),
        (["units", "vega", "hp"], 2),
        (["units", "vega", "tags"], ["a", "c"]),
    ]


@pytest.mark.parametrize(("old", "new"), [(1, True), (0, False), ([1], [True]), ([{"a": 0}], [{"a": False}])])
def test_what_is_written_differently_is_different(old: Any, new: Any) -> None:
    assert written(apply({"x": old}, diff({"x": old}, {"x": new}))) == written({"x": new})


class Unread(dict[str, Any]):
    """A map that must not be looked into."""

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError(f"looked at {name}")


def test_the_identical_object_is_not_looked_into() -> None:
    same = Unread(hp=3)
    old: dict[str, Any] = {"units": {"vega": same, "moth": {"hp": 1}}, "zones": same}
    new = {**old, "units": {**old["units"], "moth": {"hp": 0}}}
    changes = diff(old, new)
    assert changes == [(["units", "moth", "hp"], 0)]
    assert apply(old, changes)["zones"] is same


def test_what_did_not_change_is_shared() -> None:
    old = {"units": {"vega": {"stats": {"hp": 3}, "marks": {}}, "moth": {}}, "zones": {}}
    new = apply(old, [(["units", "vega", "stats", "hp"], 2), (["units", "vega", "name"], "Vega")])
    assert new["zones"] is old["zones"]
    assert new["units"]["moth"] is old["units"]["moth"]
    assert new["units"]["vega"]["marks"] is old["units"]["vega"]["marks"]


def test_a_value_that_came_in_is_not_written_to() -> None:
    came: dict[str, Any] = {"hp": 3}
    new = apply({"units": {}}, [(["units", "vega"], came), (["units", "vega", "hp"], 2)])
    assert (came, new) == ({"hp": 3}, {"units": {"vega": {"hp": 2}}})


@pytest.mark.parametrize(
    "change",
    [
        (["units", "moth"],),
        (["units", "moth", "hp"], 1),
        (["zones"],),
        (["round", "x"], 1),
        ([],),
        ([], 1),
        ("units",),
        (5, 1),
        ([1], 1),
        ([["units"]], 1),
        (["units"], 1, 2),
        (),
    ],
    ids=str,
)
def test_what_does_not_fit_says_so_and_changes_nothing(change: Any) -> None:
    view = {"units": {"vega": {"hp": 3}}, "round": 1}
    with pytest.raises(DoesNotFit):
        apply(view, [(["units", "vega", "hp"], 2), change])
    assert view == {"units": {"vega": {"hp": 3}}, "round": 1}


odd_changes = st.tuples(st.lists(few_keys | st.integers(), max_size=4)) | st.tuples(values, values)


@patient
@given(views, st.lists(odd_changes, max_size=4))
def test_any_changes_apply_or_do_not_fit(view: dict[str, Any], changes: list[Any]) -> None:
    try:
        apply(view, changes)
    except DoesNotFit as wrong:
        assert str(wrong)  # noqa: PT017  (that it is raised at all is not the point)


# ------------------------------------------------------------------------------------------------------ the hash


@patient
@given(pairs)
def test_the_hash_kept_up_is_the_hash_made_afresh(pair: tuple[dict[str, Any], dict[str, Any]]) -> None:
    old, new = pair
    applied = apply(old, diff(old, new))
    assert rehash(hash_of(old), old, new) == rehash(hash_of(old), old, applied) == hash_of(new)
    assert view_hash(new) == as_hex(hash_of(copy.deepcopy(new)))


@patient
@given(pairs)
def test_views_that_differ_have_different_hashes(pair: tuple[dict[str, Any], dict[str, Any]]) -> None:
    old, new = pair
    assert (view_hash(old) == view_hash(new)) == (written(old) == written(new))


def test_the_hash_is_made_as_it_is_published() -> None:
    vega = sha256(b'units/vega\n{"hp":3,"name":"V\xc3\xa9ga"}').digest()
    round_ = sha256(b"round\n2").digest()
    total = (int.from_bytes(vega[:8], "big") + int.from_bytes(round_[:8], "big")) % 2**64
    assert part_hash("round", 2) == int.from_bytes(round_[:8], "big")
    assert view_hash({"units": {"vega": {"name": "Véga", "hp": 3}}, "round": 2}) == f"{total:016x}"
    assert view_hash({}) == "0" * 16


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["why"])
def test_the_hash_is_what_javascript_makes_of_it(vector: dict[str, Any]) -> None:
    assert view_hash(vector["view"]) == vector["hash"]


needs_node = pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")


def hashes_by_node(views: list[Any]) -> list[str]:
    """The hashes that the code printed in docs/protocol.md makes."""
    command = ["node", str(HERE / "hashes.mjs")]
    made = subprocess.run(command, input=json.dumps(views), capture_output=True, encoding="utf-8", check=True)
    return list(json.loads(made.stdout))


@needs_node
def test_the_code_in_the_docs_made_the_vectors() -> None:
    assert hashes_by_node([vector["view"] for vector in VECTORS]) == [vector["hash"] for vector in VECTORS]


wide = st.dictionaries(ascii_keys, st.dictionaries(ascii_keys, values, max_size=3) | values, max_size=4)


@needs_node
@settings(deadline=None, max_examples=10)
@given(st.lists(wide, min_size=20, max_size=20))
def test_the_code_in_the_docs_makes_the_same_hashes(many: list[dict[str, Any]]) -> None:
    assert hashes_by_node(many) == [view_hash(view) for view in many]
