"""Markers and areas, by the referee's word."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from kit.inches import at, stood, two_rooms
from kit.wander import REAL
from wardiary_server.game.events import AreaEnded, AreaPlaced, MarkerPlaced, MarkerRemoved
from wardiary_server.game.offers import offers
from wardiary_server.game.state import Area, Marker


def play() -> Play:
    return Play(game("a - b", [unit("vega"), unit("rook", "b", "blue")]), *REAL)


def board() -> Play:
    return Play(two_rooms(stood("vega", 2, 2), stood("rook", 18, 6, side="blue")), *REAL)


def test_a_marker_is_put_and_taken_away() -> None:
    table = play()

    put = table.do("referee", {"do": "ref_marker", "zone": "b", "id": "flag", "name": "Flag", "kind": "flag"})
    gone = table.do("referee", {"do": "ref_unmark", "marker": "flag"})

    assert put.events == (MarkerPlaced(Marker("flag", "flag", "Flag", "b")),)
    assert gone.events == (MarkerRemoved("flag", "Flag"),)
    assert table.story()[-2:] == ["Flag in b.", "Flag is gone."]


def test_a_breach_that_is_put_lets_nothing_loose_and_with_the_rules_it_does() -> None:
    """ENV-23: the marker alone is no hole that has just been torn."""
    quiet, loud = play(), play()
    body = {"do": "ref_marker", "zone": "a", "kind": "breach", "name": "Breach"}

    assert len(quiet.do("referee", body).events) == 1
    assert len(loud.do("referee", {**body, "with_rules": True}, 1, 1, 1).events) > 1


def test_an_area_is_declared_over_zones_and_ends() -> None:
    table = play()

    put = table.do("referee", {"do": "ref_area", "kind": "radiation", "zones": ["a", "b"], "name": "Glow"})
    (area,) = [event.area for event in put.events if isinstance(event, AreaPlaced)]
    gone = table.do("referee", {"do": "ref_end_area", "area": area.id})

    assert (area.kind, area.zones, area.name) == ("hazard", ("a", "b"), "Glow")
    assert table.rolls() == []
    assert gone.events == (AreaEnded(area.id, "Glow"),)


def test_an_area_may_say_what_its_rulebook_reads() -> None:
    table = play()

    table.do("referee", {"do": "ref_area", "kind": "hazard", "zones": ["a"], "id": "acid", "data": {"damage": 2}})

    assert table.game.areas["acid"].data == {"damage": 2}


def test_in_inches_an_area_is_an_outline_or_a_circle() -> None:
    table = board()
    square = [list(at(1, 1)), list(at(4, 1)), list(at(4, 4)), list(at(1, 4))]

    table.do("referee", {"do": "ref_area", "kind": "hazard", "shape": square, "id": "pool"})
    table.do("referee", {"do": "ref_area", "kind": "smoke", "centre": list(at(6, 3)), "radius": 2000, "id": "cloud"})

    assert table.game.areas["pool"] == Area("pool", "hazard", "Hazard", shape=(at(1, 1), at(4, 1), at(4, 4), at(1, 4)))
    assert (table.game.areas["cloud"].centre, table.game.areas["cloud"].radius) == (at(6, 3), 2000)
    table.do("referee", {"do": "ref_marker", "at": list(at(3, 3)), "id": "x"})
    assert (table.game.markers["x"].at, table.game.markers["x"].zone) == (at(3, 3), "dock")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"do": "ref_marker", "zone": "z"}, "no_such_zone"),
        ({"do": "ref_marker"}, "malformed"),
        ({"do": "ref_marker", "zone": "a", "hidden": ["grene"]}, "no_such_side"),
        ({"do": "ref_unmark", "marker": "flag"}, "no_such_marker"),
        ({"do": "ref_area", "kind": "hazzard", "zones": ["a"]}, "no_such_area_kind"),
        ({"do": "ref_area", "kind": "hazard", "zones": ["a"], "data": {"dammage": 1}}, "no_such_area_data"),
        ({"do": "ref_area", "kind": "hazard", "zones": ["z"]}, "no_such_zone"),
        ({"do": "ref_area", "kind": "hazard"}, "no_place"),
        ({"do": "ref_area", "kind": "hazard", "centre": [1, 1], "radius": 1}, "by_zones"),
        ({"do": "ref_area", "kind": "hazard", "zones": ["a"], "hidden": ["grene"]}, "no_such_side"),
        ({"do": "ref_end_area", "area": "leak"}, "no_such_area"),
    ],
)
def test_what_makes_no_sense_is_refused(body: dict[str, Any], code: str) -> None:
    assert play().refused("referee", body) == code


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"shape": [[0, 0], [9, 9], [9, 0], [0, 9]]}, "bad_outline"),
        ({"shape": [[0, 0], [9, 9]]}, "bad_outline"),
        ({"centre": [9, 9]}, "bad_outline"),
        ({"centre": [9, 9], "radius": 9, "zones": ["dock"]}, "no_place"),
    ],
)
def test_what_is_no_area_in_inches_is_refused(body: dict[str, Any], code: str) -> None:
    assert board().refused("referee", {"do": "ref_area", "kind": "hazard", **body}) == code


def test_an_id_that_is_taken_is_refused_for_a_marker() -> None:
    table = play()
    table.do("referee", {"do": "ref_marker", "zone": "a", "id": "flag"})

    assert table.refused("referee", {"do": "ref_marker", "zone": "b", "id": "flag"}) == "marker_exists"


def test_what_is_on_offer_by_zones_and_in_inches() -> None:
    found = {offer.label: offer for offer in offers(play().context("referee"))}
    inches = {offer.label: offer for offer in offers(board().context("referee"))}

    assert found["Put a marker"].asks == "zone"
    assert inches["Put a marker"].asks == "at"
    area = {field.name: field for field in found["Declare an area over zones"].fields}
    assert {"airless", "hazard"} <= {target.value for target in area["kind"].targets}
    assert (area["zones"].needed, area["zones"].many) == (True, True)
    assert "Declare a circle" not in found
    assert {"Declare a circle", "Declare an area by its outline"} <= inches.keys()
