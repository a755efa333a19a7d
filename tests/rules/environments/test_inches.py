"""Templates, pulls and areas on a board in inches: Decompression, Breaches and Hazards to the thousandth."""

from typing import Any

import pytest
from msgspec.structs import replace
from wardiary_server.game.events import AreaPlaced, ConditionChanged, MarkerPlaced, UnitEntered, UnitMoved
from wardiary_server.game.state import Area, Game, Happening, Marker, Unit
from wardiary_server.rules.environments import RULEBOOK

from tests.kit import Play
from tests.kit.inches import at, line, stood, two_rooms, wall

HOLE = at(1, 6)
BLANK, GOOD = 1, 6


def play(game: Game) -> Play:
    return Play(game, RULEBOOK)


def breach(table: Play, *faces: int, where: tuple[int, int] = HOLE, **more: Any) -> Any:
    """The referee opens a Breach."""
    return table.do("referee", {"do": "ref_breach", "breach": "b1", "at": list(where), **more}, *faces)


def caught(*units: Unit, **more: Any) -> list[str]:
    """The units that roll for a Breach at the hole."""
    table = play(two_rooms(*units, **more))
    breach(table, *[GOOD] * len(units))
    return [rolled.unit for rolled in table.rolls("decompression")]


# ---------------------------------------------------------------------------------------------- who is caught


@pytest.mark.parametrize(("right", "inside"), [(4.4, True), (4.49, True), (4.5, False), (4.51, False)])
def test_a_base_that_reaches_a_hundredth_inside_the_template_is_in_and_one_that_touches_is_out(
    right: float, inside: bool
) -> None:
    """ENV-15 (d), D9, D27: three inches around the hole, to a base of half an inch."""
    assert caught(stood("vega", right, 6)) == (["vega"] if inside else [])


def test_another_template_by_option_and_by_the_breach_itself() -> None:
    """D27, ENV-14."""
    assert caught(stood("vega", 4, 6), options={"environments.template": 2}) == []

    deed = {"do": "breach", "id": "b1", "zone": "dock", "at": "1000,6000", "template": 6, "joins": "space"}
    table = play(two_rooms(stood("vega", 7, 6), happenings={"h": Happening("h", {"round_end": 1}, (deed,))}))
    table.do("referee", {"do": "end_round"}, GOOD)
    assert [rolled.unit for rolled in table.rolls("decompression")] == ["vega"]


def test_zones_that_are_named_take_the_place_of_the_template() -> None:
    """ENV-14 (d)."""
    table = play(two_rooms(stood("far", 11, 11), stood("near", 2, 8), stood("out", 20, 6)))

    breach(table, GOOD, GOOD, affects=["dock"])

    assert sorted(rolled.unit for rolled in table.rolls("decompression")) == ["far", "near"]


def test_success_stays_in_place_on_its_feet() -> None:
    """ENV-16 (S)."""
    table = play(two_rooms(stood("vega", 3, 6)))

    breach(table, GOOD)

    assert table.unit("vega").at == at(3, 6)
    assert "prone" not in table.unit("vega").conditions


# ---------------------------------------------------------------------------------------------- how far


def pulled(*units: Unit, faces: int = 1, walls: Any = None, **more: Any) -> Play:
    """A Breach that affects the whole dock, and everybody lets go."""
    board = two_rooms(*units, **more) if walls is None else two_rooms(*units, walls=walls, **more)
    table = play(board)
    breach(table, *[BLANK] * faces, affects=["dock"])
    return table


def test_five_inches_away_is_two_afterwards_and_prone() -> None:
    """ENV-17 (d), D28: from edge to edge."""
    table = pulled(stood("vega", 6.5, 6))

    assert table.unit("vega").at == at(3.5, 6)
    assert table.unit("vega").conditions["prone"] == 1


@pytest.mark.parametrize(("inches", "left"), [(3, 3.5), (2, 4.5), (0, 6.5)])
def test_how_far_a_blank_pulls(inches: int, left: float) -> None:
    """ENV-17, D28: from 5 inches away, and prone in any case."""
    table = pulled(stood("vega", 6.5, 6), options={"environments.pull": inches})

    assert table.unit("vega").at == at(left, 6)
    assert table.unit("vega").conditions["prone"] == 1


def test_two_inches_away_is_base_contact_and_prone() -> None:
    """ENV-17 (d): no further than contact."""
    table = pulled(stood("vega", 3.5, 6, tags=("character",)))

    assert table.unit("vega").at == at(1.5, 6)
    assert table.unit("vega").conditions["prone"] == 1
    assert table.refused("red", {"do": "seal", "unit": "vega", "breach": "b2"}) == "no_such_breach"


def test_prone_also_where_there_was_nowhere_to_go() -> None:
    """D28: against a wall already."""
    table = pulled(stood("vega", 4, 6), walls=[wall("w", 3.5, 4, 3.5, 8)])

    assert table.unit("vega").at == at(4, 6)
    assert table.unit("vega").conditions["prone"] == 1


def test_a_wall_a_shut_door_and_a_base_stop_a_pull() -> None:
    """D28."""
    walled = pulled(stood("vega", 6, 6), walls=[wall("w", 4, 4, 4, 8)])
    assert walled.unit("vega").at == at(4.5, 6)

    based = pulled(stood("vega", 6, 6), stood("rock", 4, 6, tags=("fixed",)))
    assert based.unit("vega").at == at(5, 6)

    shut = play(two_rooms(stood("vega", 14, 6), door="closed"))
    breach(shut, BLANK, affects=["bridge"])
    assert shut.unit("vega").at == at(12.5, 6)


def test_the_nearest_moves_first_and_the_next_comes_up_behind() -> None:
    """D29: whoever is nearer makes room; ids decide ties only."""
    table = pulled(stood("a-far", 5, 6), stood("z-near", 3.5, 6), faces=2)

    assert (table.unit("z-near").at, table.unit("a-far").at) == (at(1.5, 6), at(2.5, 6))
    moved = [event.unit for event in table.events(UnitMoved)]
    assert moved == ["z-near", "a-far"]


def test_control_zones_do_not_stop_a_pull() -> None:
    """ENV-18."""
    table = pulled(stood("vega", 6.5, 6), stood("rook", 4.5, 7.2, side="blue", tags=("fixed",)))

    assert table.unit("vega").at == at(3.5, 6)


def test_who_is_pulled_into_another_area_rolls_there() -> None:
    """D32: into Airless ground on the way, at the place where it comes in."""
    cold = Area("cold", "airless", "Cold", centre=at(3.5, 8), radius=1_600)
    table = play(two_rooms(stood("vega", 6.5, 6), areas={"cold": cold}))

    breach(table, BLANK, BLANK, affects=["dock"])

    assert [rolled.unit for rolled in table.rolls("airless")] == ["vega"]
    assert table.unit("vega").stats["health"] == 4
    assert len(table.events(UnitMoved)) == 2


def test_who_goes_down_on_the_way_is_pulled_no_further() -> None:
    """D11."""
    cold = Area("cold", "airless", "Cold", centre=at(3.5, 8), radius=1_600)
    table = play(two_rooms(stood("vega", 6.5, 6, health=1), areas={"cold": cold}))

    breach(table, BLANK, BLANK, affects=["dock"])

    where = table.unit("vega").at
    assert where is not None
    assert 3_500 < where[0] < 5_500
    assert table.unit("vega").status == "down"


def test_a_pull_through_an_open_door_enters_the_next_zone() -> None:
    table = play(two_rooms(stood("vega", 13.5, 6)))

    breach(table, BLANK, affects=["bridge"])

    assert (table.unit("vega").at, table.unit("vega").zone) == (at(10.5, 6), "dock")
    (entered,) = table.events(UnitEntered)
    assert (entered.how, entered.came, entered.was) == ("forced", "bridge", at(13.5, 6))


def test_afterwards_the_circle_is_airless_and_nobody_rolls_for_it_now() -> None:
    """ENV-20, D31."""
    table = play(two_rooms(stood("vega", 3, 6), stood("kei", 9, 9)))

    breach(table, GOOD)

    (placed,) = table.events(AreaPlaced)
    assert (placed.area.kind, placed.area.centre, placed.area.radius) == ("airless", HOLE, 3_000)
    assert not table.rolls("airless")
    table.act("red", "begin", "vega", BLANK)
    table.act("red", "begin", "kei") if not table.game.clock.active else None
    assert [rolled.unit for rolled in table.rolls("airless")] == ["vega"]


# ---------------------------------------------------------------------------------------------- areas


def radiation(**more: Any) -> dict[str, Area]:
    return {"glow": Area("glow", "hazard", "The glow", **more)}


def test_a_hazard_is_entered_along_the_way_once_a_round() -> None:
    """ENV-33, ENV-2, D7: in, through, and in again."""
    table = play(two_rooms(stood("vega", 3, 6, speed=30), areas=radiation(centre=at(7, 6), radius=1_000)))

    table.do("red", {"do": "move", "unit": "vega", "at": list(at(11, 6))}, BLANK)
    table.do("red", {"do": "move", "unit": "vega", "at": list(at(3, 6))})

    assert len(table.rolls("hazard")) == 1
    assert table.unit("vega").stats["health"] == 4
    assert table.unit("vega").at == at(3, 6)


def test_who_dies_of_it_lies_where_it_came_in() -> None:
    """D11, foundryvtt#14641, ArkhamHorror#5412: the rest of the way does not happen, nor what lies on it."""
    glow = radiation(centre=at(6, 6), radius=1_000)
    cold = {"cold": Area("cold", "airless", "Cold", centre=at(10, 6), radius=1_000)}
    table = play(two_rooms(stood("vega", 3, 6, speed=30, health=1), stood("kei", 1, 1), areas={**cold, **glow}))

    table.do("red", {"do": "move", "unit": "vega", "at": list(at(11.4, 6))}, BLANK)

    assert table.unit("vega").at == (4_501, 6_000)
    assert table.unit("vega").status == "down"
    assert not table.rolls("airless")


def test_what_is_nearer_comes_first_whatever_the_scenario_s_order() -> None:
    """D10, foundryvtt#11626."""
    areas = {
        "z": Area("z", "airless", "Cold", centre=at(9, 6), radius=1_000),
        "a": Area("a", "hazard", "Glow", shape=line(5, 5, 7, 5, 7, 7, 5, 7)),
    }
    table = play(two_rooms(stood("vega", 3, 6, speed=30), areas=areas))

    table.do("red", {"do": "move", "unit": "vega", "at": list(at(11.4, 6))}, BLANK, BLANK)

    assert [rolled.rule for rolled in table.rolls()] == ["hazard", "airless"]


def test_whoever_moves_about_inside_does_not_enter_again() -> None:
    """foundryvtt#10942: a move inside is no entry, the next round's turn is what asks."""
    table = play(two_rooms(stood("vega", 6.5, 6, speed=30), areas=radiation(centre=at(7, 6), radius=3_000)))

    table.do("red", {"do": "move", "unit": "vega", "at": list(at(7.5, 6))}, GOOD)
    table.do("red", {"do": "move", "unit": "vega", "at": list(at(7.5, 7))})

    assert len(table.rolls("hazard")) == 1
    table.act("red", "end", "vega")
    assert table.game.clock.round == 2
    table.act("red", "begin", "vega", GOOD)
    assert len(table.rolls("hazard")) == 2


def test_placing_and_the_referee_s_hand_are_no_entry() -> None:
    """D7."""
    table = play(two_rooms(stood("vega", 3, 6), areas=radiation(centre=at(7, 6), radius=1_000)))

    table.do("referee", {"do": "ref_move", "unit": "vega", "at": list(at(7, 6))})
    assert not table.rolls()
    table.do("referee", {"do": "ref_move", "unit": "vega", "at": list(at(3, 6))})
    table.do("referee", {"do": "ref_move", "unit": "vega", "at": list(at(7, 6)), "with_rules": True}, GOOD)
    assert len(table.rolls("hazard")) == 1


def test_a_breach_that_releases_a_hazard_makes_a_circle_of_it_and_moves_nobody() -> None:
    """ENV-23, ENV-24."""
    table = play(two_rooms(stood("vega", 3, 6)))

    breach(table, releases="hazard")

    (placed,) = table.events(AreaPlaced)
    assert (placed.area.kind, placed.area.centre, placed.area.radius) == ("hazard", HOLE, 3_000)
    assert table.unit("vega").at == at(3, 6)
    assert not table.events(ConditionChanged)


def test_where_there_is_no_air_nothing_goes_out() -> None:
    """D33."""
    cold = {"cold": Area("cold", "airless", "Cold", centre=HOLE, radius=3_000)}
    table = play(two_rooms(stood("vega", 3, 6), areas=cold))

    breach(table)

    assert not table.rolls()
    assert "no air on this side" in table.story()[-1]


def test_a_door_into_the_void_pulls_toward_its_middle() -> None:
    """D78."""
    void = {"void": Area("void", "airless", "The void", zones=("bridge",))}
    table = play(two_rooms(stood("vega", 9, 6, speed=9), areas=void, door="closed"))
    table.do("red", {"do": "move", "unit": "vega", "at": list(at(11.5, 6.5))})

    table.do("red", {"do": "open", "unit": "vega", "door": "d1"}, BLANK)

    (marker,) = [event.marker for event in table.events(MarkerPlaced)]
    assert (marker.at, marker.zone) == (at(12, 6), "dock")
    assert table.unit("vega").conditions["prone"] == 1
    (placed,) = table.events(AreaPlaced)
    assert placed.area.centre == at(12, 6)


def test_a_breach_is_sealed_in_base_contact_only() -> None:
    """ENV-26, D36, D94."""
    hole = Marker("b1", "breach", "Hole", "dock", at=at(6, 6), data={"resolved": 1})
    table = play(two_rooms(stood("vega", 3, 6, speed=9, tags=("character",)), markers={"b1": hole}))

    assert table.refused("red", {"do": "seal", "unit": "vega", "breach": "b1"}) == "out_of_reach"
    table.do("red", {"do": "move", "unit": "vega", "at": list(at(5.5, 6))})
    table.do("red", {"do": "seal", "unit": "vega", "breach": "b1"}, GOOD)
    assert not table.game.markers


def test_the_referee_decompresses_a_place_and_restores_a_circle() -> None:
    """D82, ENV-31, D80."""
    table = play(two_rooms(stood("vega", 3, 6)))
    assert table.refused("referee", {"do": "ref_decompress", "zone": "dock"}) == "no_point"

    table.do("referee", {"do": "ref_decompress", "at": list(HOLE)}, BLANK)
    assert table.unit("vega").at == at(1.5, 6)
    assert len(table.game.areas) == 1

    table.do("referee", {"do": "ref_restore", "zones": ["dock"]})
    assert not table.game.areas


def test_an_open_breach_keeps_its_circle_up() -> None:
    """D80."""
    table = play(two_rooms(stood("vega", 3, 6)))
    breach(table, GOOD)

    assert table.refused("referee", {"do": "ref_restore", "zones": ["dock"]}) == "breach_open"
    assert table.refused("referee", {"do": "ref_restore", "zones": ["bridge"]}) == "no_change"


def test_an_event_declares_a_circle() -> None:
    deed = {"do": "area", "kind": "radiation", "id": "glow", "centre": "3000,6000", "radius": 1_500}
    laid = {"h": Happening("h", {"round_end": 1}, (deed,))}
    table = play(two_rooms(stood("vega", 3, 6), happenings=laid))

    table.do("referee", {"do": "end_round"})

    assert (table.game.areas["glow"].centre, table.game.areas["glow"].radius) == (at(3, 6), 1_500)
    table.act("red", "begin", "vega", GOOD)
    assert len(table.rolls("hazard")) == 1


def test_all_of_it_is_the_same_from_the_log_and_run_again() -> None:
    """Live, folded and thawed: the dice are typed one by one, and nothing is kept alive between."""
    cold = Area("cold", "airless", "Cold", centre=at(3.5, 8), radius=1_600)
    states = []
    for keep_live in (True, False):
        board = two_rooms(stood("vega", 6.5, 6), stood("kei", 3.5, 6), areas={"cold": cold})
        typed = dict.fromkeys(board.dice, "typed")
        table = Play(replace(board, dice=typed), RULEBOOK, keep_live=keep_live)
        breach(table, affects=["dock"])
        while table.game.open:
            (asked,) = table.game.open.values()
            part = next(n for n in range(len(asked.parts)) if str(n) not in asked.answers)
            table.answer("referee", BLANK, part=part)
        assert table.folded() == table.state
        states.append((table.hash(), table.unit("vega").at, table.unit("kei").at))
    assert states[0] == states[1]
