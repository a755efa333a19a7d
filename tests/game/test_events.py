"""All events of the core and of the bundled rulebooks: what holds for every one of them."""

from __future__ import annotations

import inspect

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit.happened import ALL, events, stage, table
from wardiary_server.game import board_events, clock_events, dice_events, table_events, unit_events
from wardiary_server.game import events as core
from wardiary_server.game.entry import Codec, Entry, state_bytes
from wardiary_server.game.event import Event
from wardiary_server.game.state import State

CODEC = Codec(ALL)


@pytest.mark.parametrize(
    ("module", "listed"),
    [
        (unit_events, core.UNIT), (board_events, core.BOARD), (dice_events, core.DICE), (clock_events, core.CLOCK),
        (table_events, table_events.EVENTS),
    ],
)  # fmt: skip
def test_every_event_that_is_defined_is_listed(module: object, listed: tuple[type[Event], ...]) -> None:
    defined = {
        kind
        for _name, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, Event) and kind.__module__ == module.__name__  # type: ignore[attr-defined]
    }

    assert defined == set(listed)
    assert len(listed) == len(set(listed))


def test_every_name_can_be_taken_from_the_front() -> None:
    assert {kind.__name__ for kind in core.EVENTS} <= set(core.__all__)
    assert all(hasattr(core, name) for name in core.__all__)


def test_tags_are_short_and_no_two_are_alike() -> None:
    tags = [str(kind.__struct_config__.tag) for kind in ALL]

    assert len(tags) == len(set(tags))
    assert all(len(tag) <= 20 for tag in tags)


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
@settings(max_examples=15)
@given(data=st.data())
def test_a_fold_only_assigns_so_folding_twice_is_folding_once(kind: type[Event], data: st.DataObject) -> None:
    """There is no exception: no event adds to what it finds."""
    event = data.draw(events(kind))
    once, once_table = event.fold(stage()), event.fold_table(table())

    assert state_bytes(event.fold(once)) == state_bytes(once)
    assert event.fold_table(once_table) == once_table


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
@settings(max_examples=15)
@given(data=st.data())
def test_a_fold_leaves_the_state_before_alone(kind: type[Event], data: st.DataObject) -> None:
    before, table_before = stage(), table()
    kept, kept_table = state_bytes(before), state_bytes(State(0, before, table_before))

    event = data.draw(events(kind))
    event.fold(before)
    event.fold_table(table_before)

    assert state_bytes(before) == kept
    assert state_bytes(State(0, before, table_before)) == kept_table


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
@settings(max_examples=15)
@given(data=st.data())
def test_an_event_survives_the_log(kind: type[Event], data: st.DataObject) -> None:
    event = data.draw(events(kind))
    entry: Entry[Event] = Entry(seq=1, kind="game", at=0, events=(event,), because=(-1,))

    assert CODEC.decode(CODEC.encode(entry)) == entry
