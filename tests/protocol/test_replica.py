"""A client's copy follows the server's view and notices when it does not."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from wardiary_protocol.changes import diff, view_hash
from wardiary_protocol.messages import Resume, Update, Welcome
from wardiary_protocol.replica import OutOfStep, Replica
from wardiary_protocol.wire import Format, decode_server, encode

START = {"units": {"vega": {"hp": 3}, "moth": {"hp": 1}}, "round": 1}
LATER = {"units": {"vega": {"hp": 2}}, "round": 1}
LAST = {"units": {"vega": {"hp": 2}}, "round": 2}


def welcome(view: dict[str, Any] | None = None, **other: Any) -> Welcome:
    fields = {
        "game": "g", "title": "Derelict", "role": "player", "seat": "red", "audience": "crew", "epoch": "e1",
        "seq": 4, "line": 0, "hash": view_hash(view or {}), "view": view, "witness": "w4",
    }  # fmt: skip
    return Welcome(**{**fields, **other})


def update(old: dict[str, Any], new: dict[str, Any], since: int, seq: int, line: int = 0) -> Update:
    return Update(since, seq, line, (), diff(old, new), view_hash(new), f"w{seq}")


def seated() -> Replica:
    replica = Replica()
    replica.welcome(welcome(START))
    return replica


def test_a_copy_follows_from_the_welcome_on() -> None:
    replica = seated()
    replica.update(update(START, LATER, 4, 5))
    replica.update(update(LATER, LAST, 5, 9, line=1))
    assert replica.view == LAST
    assert (replica.seq, replica.line, replica.hash) == (9, 1, view_hash(LAST))
    assert replica.resume() == Resume("e1", "crew", 9, view_hash(LAST), "w9")


def test_a_new_copy_has_nothing_to_resume() -> None:
    assert Replica().resume() is None


def test_a_rewind_is_an_update_like_any_other() -> None:
    replica = seated()
    replica.update(update(START, LATER, 4, 5))
    replica.update(update(LATER, START, 5, 6, line=1))
    assert (replica.view, replica.line) == (START, 1)


def test_an_update_without_a_witness_keeps_the_last_one() -> None:
    replica = seated()
    replica.update(replace(update(START, LATER, 4, 5), witness=""))
    assert replica.witness == "w4"


def test_a_returning_copy_goes_on_from_what_it_missed() -> None:
    replica = seated()
    replica.welcome(welcome(missed=update(START, LAST, 4, 9), seq=9, hash=view_hash(LAST), witness="w9b"))
    assert (replica.view, replica.seq, replica.witness) == (LAST, 9, "w9b")


def test_a_returning_copy_that_missed_nothing_is_in_step() -> None:
    replica = seated()
    replica.welcome(welcome(hash=view_hash(START)))
    assert replica.view == START


def test_a_whole_view_replaces_everything() -> None:
    replica = seated()
    replica.welcome(welcome(LAST, epoch="e2", audience="all", seq=1))
    assert replica.resume() == Resume("e2", "all", 1, view_hash(LAST), "w4")


@pytest.mark.parametrize(
    "wrong",
    [
        update(START, LATER, 5, 6),
        update(START, LATER, 3, 4),
        update(START, LATER, 4, 3),
        replace(update(START, LATER, 4, 5), hash="0" * 16),
        replace(update(START, LATER, 4, 5), changes=[(["units", "vega", "hp"], 1)]),
        replace(update(START, LATER, 4, 5), changes=[(["zones", "hold", "fire"], 1)]),
    ],
    ids=["a gap", "a repeat", "backwards", "another hash", "another change", "a change that does not fit"],
)
def test_what_does_not_lead_on_is_out_of_step_and_asks_for_the_whole_view(wrong: Update) -> None:
    # given a copy that met something wrong
    replica = seated()
    with pytest.raises(OutOfStep):
        replica.update(wrong)
    # then it keeps what it had, takes no more updates, and comes back without claiming to be in step
    assert (replica.view, replica.seq) == (START, 4)
    with pytest.raises(OutOfStep):
        replica.update(update(START, LATER, 4, 5))
    assert replica.resume() == Resume("e1", "crew", 4, "", "w4")
    # and a welcome mends it
    replica.welcome(welcome(LATER))
    assert replica.resume() == Resume("e1", "crew", 4, view_hash(LATER), "w4")


@pytest.mark.parametrize(
    "wrong",
    [
        welcome(START, hash="0" * 16),
        welcome(hash=view_hash(START), seq=5),
        welcome(hash=view_hash(LAST)),
        welcome(hash=view_hash(START), epoch="e2"),
        welcome(hash=view_hash(START), audience="all"),
        welcome(hash=view_hash(LAST), seq=8, missed=update(START, LAST, 4, 9)),
        welcome(hash=view_hash(LAST), seq=9, missed=update(START, LAST, 3, 9)),
    ],
    ids=["view", "seq", "hash", "epoch", "audience", "missed another seq", "missed a gap"],
)
def test_a_welcome_that_does_not_fit_is_out_of_step(wrong: Welcome) -> None:
    replica = seated()
    with pytest.raises(OutOfStep):
        replica.welcome(wrong)
    assert replica.resume().hash == ""  # type: ignore[union-attr]


def test_a_copy_that_fell_out_of_step_is_not_taken_for_current() -> None:
    replica = seated()
    with pytest.raises(OutOfStep):
        replica.update(update(START, LATER, 7, 8))
    with pytest.raises(OutOfStep):
        replica.welcome(welcome(hash=view_hash(START)))


values = st.integers(0, 3) | st.text(max_size=3) | st.lists(st.booleans(), max_size=2)
views = st.dictionaries(
    st.sampled_from(["units", "zones", "round"]),
    st.dictionaries(st.sampled_from("abc"), st.dictionaries(st.sampled_from("xyz"), values), max_size=3) | values,
)


@settings(deadline=None)
@given(st.lists(views, min_size=2, max_size=6), st.sampled_from(Format))
def test_a_copy_equals_the_view_after_every_update_that_crossed_the_wire(
    story: list[dict[str, Any]], fmt: Format
) -> None:
    replica = Replica()
    first = decode_server(encode(welcome(story[0]), fmt), fmt)
    assert isinstance(first, Welcome)
    replica.welcome(first)
    for at, (old, new) in enumerate(pairwise(story), start=4):
        came = decode_server(encode(update(old, new, at, at + 1), fmt), fmt)
        assert isinstance(came, Update)
        replica.update(came)
        assert (replica.view, replica.hash) == (new, view_hash(new))


@settings(deadline=None)
@given(views, views, st.data())
def test_a_changed_byte_in_the_changes_is_noticed(old: Any, new: Any, data: st.DataObject) -> None:
    # given an update of which one change arrives with another value
    sent = update(old, new, 4, 5)
    if not sent.changes:
        return
    nth = data.draw(st.integers(0, len(sent.changes) - 1))
    path = sent.changes[nth][0]
    other = data.draw(values.filter(lambda value: sent.changes[nth] != (path, value)))
    replica = Replica()
    replica.welcome(welcome(old))
    # when it is taken in, then the copy notices
    with pytest.raises(OutOfStep):
        replica.update(replace(sent, changes=[*sent.changes[:nth], (path, other), *sent.changes[nth + 1 :]]))
