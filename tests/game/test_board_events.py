"""What happens to the board: levels, doors, areas, markers."""

from __future__ import annotations

import pytest
from kit import game, unit
from wardiary_server.game.board_events import (
    AreaEnded,
    AreaPlaced,
    DoorChanged,
    LevelChanged,
    MarkerPlaced,
    MarkerRemoved,
)
from wardiary_server.game.event import Event
from wardiary_server.game.state import Area, Marker
from wardiary_server.game.story import sentence

START = game("a =d1= b", [unit("vega")])
COLD = Area("cold", "airless", "Airless", ("a", "b"))


def test_each_assigns_what_it_says() -> None:
    assert LevelChanged("a", "fire", 2).fold(START).zones["a"].levels == {"fire": 2}
    assert DoorChanged("d1", "sealed").fold(START).links["d1"].door == "sealed"
    assert AreaPlaced(COLD).fold(START).areas == {"cold": COLD}
    assert AreaEnded("cold", "Airless").fold(AreaPlaced(COLD).fold(START)).areas == {}
    assert MarkerPlaced(Marker("b1", "breach")).fold(START).markers["b1"].kind == "breach"
    assert MarkerRemoved("b1", "Breach").fold(MarkerPlaced(Marker("b1", "breach")).fold(START)).markers == {}


def test_a_level_of_0_leaves_the_zone_as_it_was_before_there_was_any() -> None:
    burning = LevelChanged("a", "fire", 2).fold(START)

    assert LevelChanged("a", "fire", 0).fold(burning).zones["a"] == START.zones["a"]


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (LevelChanged("a", "fire", 2, "it spreads"), "a: FIRE 2 (it spreads)."),
        (LevelChanged("a", "gas_irritating", 1), "a: GAS (irritating) 1."),
        (LevelChanged("a", "deep_water", 3), "a: deep water 3."),
        (DoorChanged("d1", "closed", "vega"), "Vega: d1 is now closed."),
        (DoorChanged("d1", "open", why="A fuse blew."), "D1 is now open. A fuse blew."),
        (AreaPlaced(COLD), "a, b: Airless from now on."),
        (AreaPlaced(Area("x", "hazard")), "hazard from now on."),
        (AreaEnded("cold", "Airless", "The air is back."), "Airless is over. The air is back."),
        (MarkerPlaced(Marker("b1", "breach", "Breach", "a")), "Breach in a."),
        (MarkerPlaced(Marker("b1", "breach", "Breach", "", "d1")), "Breach at d1."),
        (MarkerPlaced(Marker("b1", "breach")), "Breach is on the board."),
        (MarkerRemoved("b1", "Breach"), "Breach is gone."),
    ],
)
def test_the_sentence(event: Event, text: str) -> None:
    assert (
        sentence(event, START, event.fold(START) if not isinstance(event, AreaEnded | MarkerRemoved) else START) == text
    )
