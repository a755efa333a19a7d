"""Who places a Breach: the referee's command, and a scenario's event."""

from __future__ import annotations

from typing import Any

import pytest
from kit import unit
from kit.ship import BLANK, end_round, start
from wardiary_server.game.offers import offers
from wardiary_server.game.state import Area, Clock, Happening, Marker


def test_the_referee_opens_the_hull() -> None:
    """ENV-21, ENV-22: unless more is said it is a hole into space."""
    play = start("a - b", unit("vega", "b"))

    play.do("referee", {"do": "ref_breach", "zone": "b"}, BLANK)

    marker = play.game.markers["breach-b"]
    assert (marker.name, marker.zone, marker.data["resolved"]) == ("Breach", "b", 1)
    assert play.unit("vega").conditions["prone"] == 1
    assert play.game.areas["airless-breach-b"].zones == ("b",)


def test_the_referee_says_more() -> None:
    """ENV-14, ENV-23, D81: its name, what it joins, releases and affects."""
    play = start("a #d1# b", areas=[Area("hold", "airless", zones=("b",))])
    body = {"zone": "a", "breach": "b1", "name": "Torn bulkhead", "affects": ["a"]}

    play.do("referee", {"do": "ref_breach", **body, "joins": "b"})
    play.do("referee", {"do": "ref_breach", **body, "breach": "b2", "link": "d1", "releases": "hazard"})

    assert play.game.areas["airless-b1"].zones == ("a",)
    assert (play.game.markers["b1"].name, play.game.markers["b1"].data["joins"]) == ("Torn bulkhead", "b")
    assert play.game.areas["hazard-b2"].zones == ("a",)
    assert play.game.markers["b2"].link == "d1"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"zone": "x"}, "no_such_zone"),
        ({"zone": "b", "joins": "x"}, "no_such_zone"),
        ({"zone": "b", "affects": ["x"]}, "no_such_zone"),
        ({"zone": "b", "link": "x"}, "no_such_link"),
        ({"zone": "c", "link": "d1"}, "out_of_reach"),
        ({"zone": "b", "breach": "b1"}, "marker_exists"),
        ({"zone": "b", "releases": "bees"}, "malformed"),
    ],
)
def test_what_the_referee_cannot_place(body: dict[str, Any], code: str) -> None:
    play = start("a #d1# b - c", breaches=[Marker("b1", "breach", zone="a")])

    assert play.refused("referee", {"do": "ref_breach", **body}) == code


def test_only_the_referee_and_not_before_play() -> None:
    assert start("a - b").refused("red", {"do": "ref_breach", "zone": "b"}) == "not_allowed"
    assert start("a - b", clock=Clock()).refused("referee", {"do": "ref_breach", "zone": "b"}) == "not_playing"


def test_a_door_event_places_one() -> None:
    """ENV-21: an event that comes by a door; its id is made from its zone where none is given."""
    deed = {"do": "breach", "zone": "b", "joins": "space"}
    opens = Happening("h", {"door": "d1", "is": "open"}, (deed,))
    play = start("a #d1# b", unit("vega"), happenings={"h": opens})

    play.act("red", "open", "vega", door="d1")

    assert dict(play.game.markers["breach-b"].data) == {"joins": "space", "resolved": 1}
    assert play.game.markers["breach-b"].name == "Breach"


def test_an_event_in_round_two_with_typed_dice() -> None:
    """ENV-22: the Decompression of a round's beginning waits for its dice, and the round goes on with the answer."""
    deed = {"do": "breach", "id": "b1", "zone": "b", "joins": "space"}
    play = start(
        "a - b",
        unit("vega", "b"),
        happenings={"h": Happening("h", {"round": 2}, (deed,))},
        typed=["red"],
        options={"frame.dice": "typed"},
    )
    end_round(play)

    play.answer("red", "blank")

    assert play.game.open == {}
    assert play.game.clock.round == 2
    assert play.unit("vega").conditions["prone"] == 1
    assert play.folded() == play.state


def test_a_breach_is_on_offer_anywhere_with_what_it_lets_in() -> None:
    (offer,) = [o for o in offers(start("a - b").context("referee")) if o.body["do"] == "ref_breach"]

    assert (offer.asks, [target.value for target in offer.targets]) == ("zone", ["a", "b", "den"])
    assert [field.name for field in offer.fields] == ["releases", "joins", "affects", "name", "reason"]
