"""Finding what somebody means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_cli.naming import Name, Unclear, did_you_mean, either, find, matches

ZONES = [Name("cargo", "Cargo hold"), Name("hold", "Open hold"), Name("hall", "Hall"), Name("d-1", "the port_door")]


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("cargo", "cargo"),
        ("CARGO", "cargo"),
        ("Cargo Hold", "cargo"),
        ("cargo-hold", "cargo"),
        ("car", "cargo"),
        ("hold", "hold"),  # an id wins over a beginning
        ("open", "hold"),
        ("the port door", "d-1"),
        ("d 1", "d-1"),
        ("port", "d-1"),  # the beginning of a word, where nothing else fits
    ],
)
def test_an_id_a_name_or_a_clear_beginning_is_found(text: str, id: str) -> None:
    assert find(text, ZONES, "zone").id == id


def test_what_may_be_several_is_asked_for() -> None:
    with pytest.raises(Unclear, match="'h' may be hold or hall"):
        find("h", ZONES, "zone")


def test_what_is_not_there_is_answered_with_what_is_spelled_alike() -> None:
    with pytest.raises(Unclear, match=r"There is no zone 'crago'\. Did you mean cargo\?"):
        find("crago", ZONES, "zone")


def test_nothing_means_nothing() -> None:
    assert matches("  ", ZONES) == []


@given(st.text(), st.lists(st.builds(Name, st.text(min_size=1), st.text())))
def test_what_is_found_is_among_what_there_is(text: str, names: list[Name]) -> None:
    assert set(matches(text, names)) <= set(names)


def test_a_hint_names_ids_once() -> None:
    assert did_you_mean("cargo hol", ZONES) in (" Did you mean cargo?", " Did you mean cargo or hold?")
    assert did_you_mean("xyzzy", ZONES) == ""


@pytest.mark.parametrize(
    ("ids", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")]
)
def test_a_choice_in_words(ids: list[str], text: str) -> None:
    assert either(ids) == text
