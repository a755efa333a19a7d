"""What authors of rulebooks import: it is there, it is all there, and it is the very same as inside."""

import wardiary_server.rulebooks as front
from wardiary_server.game import asking, events
from wardiary_server.game.frame import economy, gear, queries
from wardiary_server.game.rulebook import Query


def test_everything_that_is_named_is_there() -> None:
    assert [name for name in front.__all__ if not hasattr(front, name)] == []


def test_every_event_of_the_fight_is_there() -> None:
    named = {event.__name__: event for event in events.EVENTS}

    assert {name: getattr(front, name) for name in named} == named


def test_every_query_is_there() -> None:
    asked = {n: v for part in (queries, economy, gear) for n, v in vars(part).items() if isinstance(v, Query)}

    assert {name: getattr(front, name) for name in asked} == asked


def test_what_asks_is_the_same_as_inside() -> None:
    assert (front.roll, front.ask, front.choose) == (asking.roll, asking.ask, asking.choose)
