"""What is hidden, revealed and noticed: assigned by folds, and told to each as they may know it."""

from __future__ import annotations

from kit import game, unit
from wardiary_server.game.events import Blipped, HiddenFrom, Revealed
from wardiary_server.game.hiding_events import Appeared, Noticed, whom
from wardiary_server.game.state import Area, Blip
from wardiary_server.game.story import sentence

START = game("a - b", [unit("vega", hidden=("blue", "spectators"))], areas={"fog": Area("fog", "fog", "The fog")})


def test_to_reveal_takes_those_away_from_whom_it_was_hidden() -> None:
    assert Revealed(to=("blue", "red"), unit="vega").fold(START).units["vega"].hidden == ("spectators",)
    assert START.units["vega"].hidden == ("blue", "spectators")


def test_to_hide_adds_each_once() -> None:
    assert HiddenFrom(of=("blue", "red"), unit="vega").fold(START).units["vega"].hidden == ("blue", "spectators", "red")
    assert HiddenFrom(of=("red",), area="fog").fold(START).areas["fog"].hidden == ("red",)


def test_a_blip_is_kept_under_its_audience_and_number() -> None:
    assert Blipped(to="blue", number=2, unit="vega", zone="a").fold(START).blips == {
        "blue/2": Blip("blue", "vega", "a")
    }


def test_who_did_not_know_reads_that_it_appears() -> None:
    event = Revealed(to=("blue",), unit="vega")

    assert event.as_known(START, START, "side:blue") == Appeared(to=("blue",), unit="vega", zone="a")
    assert event.as_known(START, START, "side:red") is event
    assert sentence(Appeared(to=("blue",), unit="vega", zone="a"), START, START) == "Vega appears in a."
    assert sentence(event, START, START) == "Vega is known to Blue now."
    assert sentence(HiddenFrom(of=("blue",), area="fog"), START, START) == "The fog is hidden from Blue now."


def test_a_blip_is_told_to_its_audience_alone() -> None:
    event = Blipped(to="blue", number=1, zone="a")

    assert event.as_known(START, START, "side:blue") == Noticed(number=1, zone="a")
    assert event.as_known(START, START, "spectator") is None
    assert Blipped(to="blue", number=1).as_known(START, START, "side:blue") is None
    assert sentence(Noticed(1, "a"), START, START) == "Something moves in a (blip 1)."


def test_sides_and_those_who_watch_are_named() -> None:
    assert whom(START, ("red", "blue", "spectators")) == "Red, Blue and the spectators"
    assert whom(START, ("blue",)) == "Blue"
