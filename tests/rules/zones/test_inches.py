"""Guns, bands and hand to hand on a board in inches: ZON-3, D55, D75 and D79 along a path."""

from typing import Any

import pytest
from msgspec.structs import replace
from wardiary_server.game.board import place_of
from wardiary_server.game.events import DoorChanged, UnitEntered, UnitHurt, UnitMoved
from wardiary_server.game.state import Area, Game, Unit
from wardiary_server.rules.environments import RULEBOOK as ENVIRONMENTS
from wardiary_server.rules.zones import RULEBOOK
from wardiary_server.rules.zones.space import band_to, within

from tests.kit import Play
from tests.kit.inches import at, field, link, room, stood, two_rooms, wall
from tests.kit.skirmish import WEAPONS

MISS = [1] * 8
HIT = [6, *[1] * 7]


def play(game: Game, *books: Any) -> Play:
    return Play(replace(game, items=WEAPONS), RULEBOOK, *books)


def gun(name: str, right: float, down: float, **more: Any) -> Unit:
    """A gun that fires by itself, as far as the next zone: up to twelve inches in the open."""
    return stood(name, right, down, "station", seat="", kind="machine", items=("turret",), **more)


def march(table: Play, *places: tuple[int, int], faces: Any = ()) -> Any:
    *path, end = places
    return table.do("red", {"do": "move", "unit": "vega", "at": list(end), "path": [list(p) for p in path]}, *faces)


def yard(*units: Unit, walls: Any = (), **more: Any) -> Game:
    """Open ground of 60 by 12 inches."""
    open_ground = room("yard", 0, 0, 60, 12, tags=("open",)), room("hut", 60, 0, 72, 12)
    return field(open_ground, *units, links=[link("yard", "hut")], walls=walls, **more)


def runner(right: float, down: float = 6, **more: Any) -> Unit:
    return stood("vega", right, down, speed=60, **{"health": 5, **more})


# ---------------------------------------------------------------------------------------------- how far


@pytest.mark.parametrize(
    ("inches", "zones", "band"),
    [(5.9, 0, "short"), (6, 1, "medium"), (11.9, 1, "medium"), (18, 3, "long"), (30, 5, "extreme")],
)
def test_bands_in_the_open(inches: float, zones: int, band: str) -> None:
    """ZON-3 (d), D65, D75: from edge to edge."""
    table = play(yard(runner(1), stood("rook", 2 + inches, 6, "blue")))
    vega, rook = place_of(table.unit("vega")), place_of(table.unit("rook"))

    assert within(table.context(), vega, rook, zones)
    assert not within(table.context(), vega, rook, zones - 1)
    assert band_to(table.context(), table.unit("vega"), table.unit("rook")) == band


def test_contact_is_engaged_and_the_only_reach_of_an_axe() -> None:
    """D75, D94."""
    table = play(yard(runner(1, items=("axe",)), stood("rook", 2.5, 6, "blue"), options={"frame.control_zone": 0}))
    strike = {"do": "attack", "unit": "vega", "weapon": "axe", "target": "rook"}

    assert table.refused("red", strike) == "out_of_reach"
    march(table, at(1.5, 6))
    assert band_to(table.context(), table.unit("vega"), table.unit("rook")) == "engaged"
    table.do("red", strike, 6, 1, 1, 1)
    assert table.unit("rook").stats["health"] == 3


def test_a_shot_goes_where_nothing_stands_in_the_line() -> None:
    board = [runner(3, 2, items=("rifle",)), stood("rook", 20, 2, "blue")]
    shot = {"do": "attack", "unit": "vega", "weapon": "rifle", "target": "rook"}

    assert play(two_rooms(*board)).refused("red", shot) == "unseen"
    glass = play(two_rooms(*board, walls=[wall("glass", 12, 0, 12, 5, stops="move")]))
    glass.do("red", shot, 1, 1, 1, 1, 1, 1, 1, 1)


def test_what_has_to_be_seen_is_an_option() -> None:
    """D75: the middle of a base, or any of it."""
    units = [runner(6, items=("rifle",)), stood("rook", 18, 3.3, "blue", base=1)]
    shot = {"do": "attack", "unit": "vega", "weapon": "rifle", "target": "rook"}

    assert play(two_rooms(*units)).refused("red", shot) == "unseen"
    table = play(two_rooms(*units, options={"frame.sight_to": "any"}))
    table.do("red", shot, 1, 1, 1, 1, 1, 1, 1, 1)


# ---------------------------------------------------------------------------------------------- guns


def test_a_gun_fires_where_one_comes_into_its_range() -> None:
    """AUT-1, D55: the range ends 12 inches from edge to edge, and there the shot falls, not at the move's end."""
    table = play(yard(runner(40), gun("argus", 20, 6)))

    march(table, at(30, 6), faces=HIT)

    (hurt,) = table.events(UnitHurt)
    before = [event.at for event in table.events(UnitMoved)]
    assert hurt.unit == "vega"
    assert before == [(32_999, 6_000), at(30, 6)]


def test_whoever_falls_there_goes_no_further() -> None:
    """D11, foundryvtt#14641: the rest of the way does not happen."""
    table = play(yard(runner(40, health=1), stood("kei", 1, 1), gun("argus", 20, 6)))

    march(table, at(30, 6), faces=[*HIT, 1])

    assert (table.unit("vega").at, table.unit("vega").status) == ((32_999, 6_000), "down")


def test_moving_about_in_range_draws_no_fire_and_coming_back_does() -> None:
    """D55, foundryvtt#10942."""
    table = play(yard(runner(40), gun("argus", 20, 6)))

    march(table, at(30, 6), at(26, 6), at(31, 6), faces=MISS)
    assert len(table.rolls("autonomous")) == 1
    march(table, at(35, 6), at(31, 6), faces=MISS)
    assert len(table.rolls("autonomous")) == 2


def test_two_guns_fire_in_the_order_of_the_way() -> None:
    """D10, foundryvtt#11626: not in the order of their ids."""
    table = play(yard(runner(40), gun("a-far", 10, 6), gun("z-near", 20, 6)))

    march(table, at(21, 3), faces=[*MISS, *MISS])

    assert [rolled.unit for rolled in table.rolls("autonomous")] == ["z-near", "a-far"]


def test_a_corner_turned_is_a_reach_entered() -> None:
    """D79: inside its range all along, seen from where the wall ends."""
    corner = [wall("w", 20, 8, 30, 8)]
    table = play(yard(runner(29, 9), gun("argus", 25, 4), walls=corner))

    march(table, at(33, 9), faces=HIT)

    (first, last) = table.events(UnitMoved)
    assert last.at == at(33, 9)
    assert (
        abs(first.at[0] - 31_250) <= 2
    )  # in line with the gun and the wall's end: 4 down, 5 right, and a quarter more
    unseen = play(yard(runner(29, 9), gun("argus", 25, 4), walls=corner))
    march(unseen, at(31, 9))
    assert not unseen.rolls("autonomous")


def test_a_door_that_opens_lets_a_gun_see() -> None:
    """D79."""
    table = play(two_rooms(runner(11.5), gun("argus", 18, 6), door="closed"))

    table.do("red", {"do": "open", "unit": "vega", "door": "d1"}, *MISS)

    assert [rolled.target for rolled in table.rolls("autonomous")] == ["vega"]
    assert table.events(DoorChanged)


def test_in_rooms_the_range_goes_by_zones() -> None:
    """ZON-2: the next room is one zone away, wherever in it."""
    table = play(two_rooms(stood("vega", 6, 6, speed=12), replace(gun("argus", 23, 6), items=("near",)), door="open"))
    near = replace(WEAPONS["turret"], id="near", stats={"autonomous": 8, "reach": 0})
    table = Play(replace(table.game, items={**WEAPONS, "near": near}), RULEBOOK)

    march(table, at(13, 6), faces=MISS)

    (entered,) = table.events(UnitEntered)
    assert entered.at == (12_001, 6_000)
    assert len(table.rolls("autonomous")) == 1


# ---------------------------------------------------------------------------------------------- all of it, in order


def test_a_way_through_everything_happens_in_order() -> None:
    """D10, D7: a hazard, a gun's range, a door into a burning room."""
    glow = Area("glow", "hazard", "Glow", centre=at(6, 6), radius=1_000)
    start = two_rooms(runner(3), gun("argus", 23, 6), areas={"glow": glow}, levels={})
    zones = {**start.zones, "bridge": replace(start.zones["bridge"], levels={"fire": 2})}
    near = replace(WEAPONS["turret"], id="turret", stats={"autonomous": 8, "reach": 0})
    table = Play(replace(start, zones=zones, items={**WEAPONS, "turret": near}), ENVIRONMENTS, RULEBOOK)

    march(table, at(15, 6), faces=[1, *MISS])

    assert [rolled.rule for rolled in table.rolls()] == ["hazard", "autonomous"]
    assert [hurt.source for hurt in table.events(UnitHurt)] == ["Glow", "FIRE 2"]
    assert table.unit("vega").at == at(15, 6)
    assert table.folded() == table.state
