"""Who is here, away or typing."""

from __future__ import annotations

from kit.net import Clock
from wardiary_protocol.messages import Presence
from wardiary_server.net.presence import Attendance

SEATS = ("red", "blue")


def test_a_seat_is_here_as_long_as_one_of_its_connections_is() -> None:
    here = Attendance(Clock(), away=60, typing=10)
    here.came("red")
    here.came("red")
    here.went("red")
    assert here.is_here("red")
    assert here.told(SEATS) == Presence({"red": "here", "blue": "away"})
    here.went("red")
    assert here.told(SEATS) == Presence({"red": "away", "blue": "away"})


def test_those_who_watch_are_counted_and_not_named() -> None:
    here = Attendance(Clock(), away=60, typing=10)
    for _ in range(3):
        here.came("")
    here.went("")
    assert here.told(()) == Presence({}, watching=2)


def test_typing_ends_by_a_word_by_leaving_and_by_itself() -> None:
    clock = Clock()
    here = Attendance(clock, away=60, typing=10)
    here.came("red")
    for end in (lambda: here.types("red", False), lambda: setattr(clock, "now", clock.now + 10)):
        here.types("red", True)
        assert here.told(["red"]).seats == {"red": "typing"}
        end()
        assert here.told(["red"]).seats == {"red": "here"}
    here.types("red", True)
    here.went("red")
    here.came("red")
    assert here.told(["red"]).seats == {"red": "here"}


def test_a_seat_holds_things_up_for_a_minute_after_it_left() -> None:
    clock = Clock()
    here = Attendance(clock, away=60, typing=10)
    here.came("red")
    clock.now += 59
    assert here.away(SEATS) == frozenset()
    clock.now += 1
    assert here.away(SEATS) == {"blue"}  # who never came counts from the beginning
    here.went("red")
    clock.now += 59
    assert here.away(SEATS) == {"blue"}
    clock.now += 1
    assert here.away(SEATS) == {"red", "blue"}
    here.came("blue")
    assert here.away(SEATS) == {"red"}
