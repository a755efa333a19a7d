"""Where a command may put a unit: by zones and in inches."""

from typing import Any

import pytest
from msgspec.structs import replace
from wardiary_server.game.events import StatusChanged, UnitEntered, UnitMoved, UnitPlaced
from wardiary_server.game.frame.spots import arrival
from wardiary_server.game.offers import offers
from wardiary_server.game.state import Clock, Happening

from tests.kit import Play
from tests.kit.inches import at, stood, two_rooms

SETUP = Clock(phase="setup")


def placing(**more: Any) -> Play:
    """Vega is still to be placed, Rook stands already."""
    board = two_rooms(
        stood("vega", 0, 0, status="reserve", **more), stood("rook", 3, 3, side="blue"), clock=SETUP, door="closed"
    )
    vega = replace(board.units["vega"], at=None, zone="", status="reserve")
    return Play(replace(board, units={**board.units, "vega": vega}))


def test_a_unit_is_placed_at_a_place() -> None:
    table = placing()

    entry = table.act("red", "place", "vega", at=list(at(5, 5)))

    assert table.events(UnitPlaced, entry) == [UnitPlaced(unit="vega", zone="dock", at=at(5, 5))]
    assert (table.unit("vega").at, table.unit("vega").zone, table.unit("vega").status) == (at(5, 5), "dock", "ready")
    assert table.story()[-1] == "Vega is placed in dock (5, 5)."


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"zone": "dock"}, "no_point"),
        ({"at": at(3.9, 3)}, "in_the_way"),
        ({"at": at(11.6, 3)}, "in_the_way"),
        ({"at": at(11.6, 6)}, "in_the_way"),
        ({"at": at(30, 3)}, "off_the_board"),
        ({"at": at(5, 5), "zone": "bridge"}, "wrong_zone"),
        ({"at": at(5, 5), "zone": "brig"}, "no_such_zone"),
    ],
)
def test_where_nobody_can_be_placed(body: dict[str, Any], code: str) -> None:
    assert placing().refused("red", {"do": "place", "unit": "vega", **body}) == code


def test_by_zones_a_zone_has_to_be_named() -> None:
    table = Play(replace(placing().game, measure="table"))

    assert table.refused("red", {"do": "place", "unit": "vega"}) == "malformed"


def test_a_unit_is_placed_anew_but_not_where_it_is() -> None:
    table = placing()
    table.act("red", "place", "vega", at=list(at(5, 5)))

    assert table.refused("red", {"do": "place", "unit": "vega", "at": list(at(5, 5))}) == "no_change"
    table.act("red", "place", "vega", at=list(at(5, 6)))


def test_only_in_zones_of_its_side() -> None:
    table = placing()
    zones = {name: replace(zone, deploy=("blue",)) for name, zone in table.game.zones.items()}
    barred = Play(replace(table.game, zones=zones))

    assert barred.refused("red", {"do": "place", "unit": "vega", "at": list(at(5, 5))}) == "out_of_reach"


def reserves() -> Play:
    """Vega may arrive, and an event brings Kei."""
    vega = replace(stood("vega", 0, 0, arrives=1), at=None, zone="", status="reserve")
    kei = replace(stood("kei", 0, 0), at=None, zone="", status="reserve", tags=("brought",))
    bring = Happening("bring", {"round_end": 1}, ({"do": "reserves", "units": "kei", "zone": "bridge"},))
    board = two_rooms(vega, kei, stood("rook", 18, 6, side="blue"), happenings={"bring": bring})
    units = {**board.units, "vega": vega, "kei": kei}
    return Play(replace(board, units=units))


def test_a_unit_arrives_at_a_place_and_pays_an_inch() -> None:
    """D71: what costs a zone of a move costs an inch, unless the scenario says otherwise."""
    table = reserves()

    entry = table.act("red", "deploy", "vega", at=list(at(5, 5)))

    assert table.events(UnitEntered, entry) == [UnitEntered(unit="vega", zone="dock", how="deployed", at=at(5, 5))]
    assert table.game.clock.active["vega"]["move"] == 5_000
    assert table.refused("red", {"do": "deploy", "unit": "kei", "at": list(at(5, 5))}) == "in_the_way"


def test_whom_an_event_brings_stands_where_there_is_room() -> None:
    table = reserves()

    table.do("referee", {"do": "end_round"})

    assert table.unit("kei").zone == "bridge"
    assert table.unit("kei").at not in (None, at(18, 6))


def test_setting_up_and_arriving_are_offered_at_any_other_place_as_well() -> None:
    for table, word in ((placing(), "place"), (reserves(), "deploy")):
        names = [name for name, one in table.game.units.items() if one.seat == "red" and one.status == "reserve"]
        (offer,) = [one for one in offers(table.context(), names[0]) if one.body["do"] == word]
        assert offer.asks == "at"
        assert [(field.name, field.kind, field.needed) for field in offer.fields] == [("at", "point", False)]


def test_offers_name_a_free_place_in_each_zone() -> None:
    table = placing()
    spots = table.context("red")
    vega = table.unit("vega")

    places = [arrival(table.game, vega, zone) for zone in ("dock", "bridge")]

    assert all(place is not None for place in places)
    for place in places:
        table.act("red", "place", "vega", at=list(place or ()))
    assert spots.game.units["vega"].at is None


def test_the_referee_puts_a_unit_anywhere_in_a_zone() -> None:
    table = reserves()

    table.do("referee", {"do": "ref_move", "unit": "rook", "at": list(at(5, 5))})
    table.do("referee", {"do": "ref_move", "unit": "rook", "at": list(at(6, 5)), "with_rules": True})
    table.do("referee", {"do": "ref_move", "unit": "rook", "at": list(at(15, 5)), "with_rules": True})

    kinds = [type(e) for e in table.events() if isinstance(e, UnitPlaced | UnitMoved | UnitEntered)]
    assert kinds == [UnitPlaced, UnitMoved, UnitEntered]
    assert table.unit("rook").at == at(15, 5)
    assert table.refused("referee", {"do": "ref_move", "unit": "rook", "at": list(at(15, 5))}) == "no_change"
    assert table.refused("referee", {"do": "ref_move", "unit": "rook", "zone": "dock"}) == "no_point"


def test_whoever_leaves_the_board_is_nowhere() -> None:
    table = reserves()
    gone = StatusChanged(unit="rook", status="gone").fold(table.game)

    assert (gone.units["rook"].at, gone.units["rook"].zone) == (None, "")
