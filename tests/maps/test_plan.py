"""Where two sides begin on a map, and what they play for."""

from typing import Any

import pytest
from shapely import MultiLineString
from wardiary_server.maps.notes import NoMap, Notes
from wardiary_server.maps.plan import Plan, plan
from wardiary_server.maps.rooms import rooms
from wardiary_server.maps.writing import walls

from tests.kit.vtt import TWO_ROOMS, block, lined, path, portal, vtt


def planned(data: dict[str, Any], notes: Notes | None = None) -> Plan:
    """The plan for a map, a square an inch."""
    notes = notes or Notes()
    lines = lined(data, notes)
    found = rooms(lines, 1_000, notes)
    return plan(found, MultiLineString([line.coords for line in walls(lines, found)]), notes)


def row(*widths: float, door: float = 1.5) -> dict[str, Any]:
    """Rooms side by side, five squares deep, with a door between each two."""
    ends = [sum(widths[: n + 1]) for n in range(len(widths) - 1)]
    walls = [path(x, 0, x, 2) for x in ends] + [path(x, 2 + door, x, 5) for x in ends]
    return vtt(sum(widths), 5, *walls, doors=[portal(x, 2, x, 2 + door) for x in ends])


def test_they_begin_in_the_rooms_that_are_farthest_apart_and_play_for_the_one_between() -> None:
    found = planned(row(4, 4, 4, 4, 4))

    assert (found.red, found.blue, found.room) == (0, 4, 2)
    assert found.at is None
    assert not found.places


def test_a_room_that_is_too_narrow_for_them_is_passed_over() -> None:
    found = planned(row(1, 4, 4, 4, 1))

    assert (found.red, found.blue, found.room) == (1, 3, 2)


def test_of_two_rooms_each_is_one_sides_and_something_lies_between() -> None:
    found = planned(TWO_ROOMS)

    assert (found.red, found.blue, found.room) == (0, 1, None)
    assert found.at is not None
    assert abs(found.at[0] - 6_000) < 1_500


def test_in_a_single_room_they_stand_at_its_ends() -> None:
    found = planned(vtt(8, 20))

    assert found.red == found.blue == 0
    assert max(y for _, y in found.places[:2]) < 3_000
    assert min(y for _, y in found.places[2:]) > 17_000
    assert found.at is not None
    assert abs(found.at[1] - 10_000) < 1_000
    assert len({*found.places, found.at}) == 5


def test_nobody_stands_in_a_wall() -> None:
    data = vtt(10, 4, block(0.2, 0, 0.6, 4), block(9.2, 0, 9.6, 4))

    assert all(1_100 <= x <= 8_700 for x, _ in planned(data).places)


def test_bases_go_through_the_narrowest_door() -> None:
    notes = Notes()

    assert planned(row(4, 4, 4), notes).base == 500
    assert notes["narrow_doors"] == 0
    assert planned(row(4, 4, 4, door=0.75), notes).base == 300
    assert notes["narrow_doors"] == 2
    assert planned(row(4, 4, 4, door=0.15)).base == 100


def test_a_map_too_small_for_four_is_refused() -> None:
    with pytest.raises(NoMap, match="larger --square"):
        planned(vtt(2, 1.5))
