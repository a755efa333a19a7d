"""Contact: bases that touch in inches, the same zone by zones; and everything that needs it (D94)."""

import pytest
from msgspec.structs import replace
from wardiary_server.game.frame.contact import in_contact
from wardiary_server.game.state import Item, Marker, Objective

from tests.kit import Play, game, unit
from tests.kit.inches import at, stood, two_rooms


@pytest.mark.parametrize(
    ("right", "slack", "touching"), [(4, 0, True), (4.01, 0, False), (4.05, 50, True), (4.06, 50, False)]
)
def test_bases_touch_up_to_what_the_scenario_allows(right: float, slack: int, touching: bool) -> None:
    table = Play(two_rooms(stood("vega", 3, 3), stood("rook", right, 3), options={"frame.contact": slack}))

    assert in_contact(table.context(), table.unit("vega"), table.unit("rook")) is touching


def test_by_zones_contact_is_the_same_zone() -> None:
    table = Play(game("a - b", [unit("vega"), unit("rook"), unit("kei", "b"), unit("off", "")]))
    ctx, vega = table.context(), table.unit("vega")

    assert in_contact(ctx, vega, table.unit("rook"))
    assert not in_contact(ctx, vega, table.unit("kei"))
    assert not in_contact(ctx, table.unit("off"), table.unit("off"))
    assert in_contact(ctx, vega, Objective("o", "O", "take", ("b", "a")))


def test_a_marker_at_a_door_is_touched_from_both_sides() -> None:
    table = Play(two_rooms(stood("vega", 11.5, 6.5), stood("rook", 12.6, 5), stood("kei", 10, 6)))
    marker = Marker("b", "breach", zone="dock", link="d1")

    touching = [in_contact(table.context(), table.unit(name), marker) for name in ("vega", "rook", "kei")]

    assert touching == [True, False, False]


def loot() -> Play:
    """What Rook carries, and an objective that lies a little further on."""
    prize = Item("prize", "prize", "gear", tags=("loot",))
    board = two_rooms(
        stood("vega", 3, 3, speed=20), stood("rook", 6, 3, side="blue", items=("prize",)),
        stood("kei", 22, 9, side="blue"),
        items={"prize": prize, "core": Item("core", "core", "gear")},
        objectives={"core": Objective("core", "the core", "take", ("dock",), data={"item": "core"}, at=at(9, 3))},
        options={"frame.control_zone": 0},
    )  # fmt: skip
    return Play(board)


def test_what_is_dropped_lies_where_its_bearer_fell_and_is_taken_in_contact() -> None:
    table = loot()
    table.do("referee", {"do": "ref_hurt", "unit": "rook", "amount": 5})

    assert table.game.markers["loot-prize"].at == at(6, 3)
    assert table.refused("red", {"do": "take", "unit": "vega", "marker": "loot-prize"}) == "out_of_reach"
    table.act("red", "move", "vega", at=list(at(5.5, 3)))
    table.act("red", "take", "vega", marker="loot-prize")
    assert table.game.clock.active["vega"]["move"] == 20_000 - 2_500 - 1_000


def test_an_objective_with_a_place_is_taken_in_contact() -> None:
    table = loot()

    assert table.refused("red", {"do": "use", "unit": "vega", "objective": "core"}) == "out_of_reach"
    table.do("referee", {"do": "ref_move", "unit": "vega", "at": list(at(8.5, 3))})
    table.act("red", "use", "vega", objective="core")
    assert table.unit("vega").items == ("core",)


def test_a_door_is_opened_in_contact_and_closed_while_nobody_stands_in_it() -> None:
    table = Play(two_rooms(stood("vega", 9, 6, speed=20), stood("kei", 2, 2), door="closed"))

    assert table.refused("red", {"do": "open", "unit": "vega", "door": "d1"}) == "out_of_reach"
    table.act("red", "move", "vega", at=list(at(11.5, 6)))
    table.act("red", "open", "vega", door="d1")
    table.do("referee", {"do": "ref_move", "unit": "kei", "at": list(at(12.3, 6))})
    assert table.refused("red", {"do": "close", "unit": "vega", "door": "d1"}) == "in_the_way"
    table.do("referee", {"do": "ref_move", "unit": "kei", "at": list(at(12.5, 6))})
    table.act("red", "close", "vega", door="d1")


def test_a_way_through_a_door_that_was_shut_meanwhile_is_barred() -> None:
    board = two_rooms(stood("vega", 9, 6, speed=20))
    shut = replace(board, links={"d1": replace(board.links["d1"], door="sealed")})

    assert Play(shut).refused("red", {"do": "move", "unit": "vega", "at": list(at(15, 6))}) == "in_the_way"
