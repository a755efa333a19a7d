"""Rooms found from walls and doors: how many there are and what joins them is known from how the map was made."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Polygon, box
from wardiary_server.maps.notes import Notes
from wardiary_server.maps.rooms import Rooms

from tests.kit.vtt import TWO_ROOMS, block, path, portal, roomed, vtt


def areas(found: Any) -> list[float]:
    """Square inches."""
    return [outline.area / 1e6 for outline in found]


def ways(found: Rooms) -> list[tuple[int, int, str]]:
    return sorted((way.a, way.b, way.kind) for way in found.ways)


def test_two_rooms_with_a_door_are_two_rooms_with_a_door() -> None:
    found = roomed(TWO_ROOMS)

    assert areas(found.rooms) == [36, 36]
    assert [(way.a, way.b, way.line, way.kind) for way in found.ways] == [
        (0, 1, ((6_000, 2_000), (6_000, 3_500)), "closed")
    ]


def test_without_walls_there_is_one_room() -> None:
    found = roomed(vtt(8, 8))

    assert areas(found.rooms) == [64]
    assert not found.ways


def test_a_gap_in_the_wall_makes_one_room_of_two() -> None:
    assert areas(roomed(vtt(12, 6, path(6, 0, 6, 2), path(6, 3.5, 6, 6))).rooms) == [72]


def test_two_doors_between_the_same_rooms_are_two() -> None:
    walls = [path(6, 0, 6, 1), path(6, 2, 6, 4), path(6, 5, 6, 6)]

    assert ways(roomed(vtt(12, 6, *walls, doors=[portal(6, 1, 6, 2), portal(6, 4, 6, 5)]))) == [(0, 1, "closed")] * 2


def test_a_slanted_door_joins_what_lies_on_both_sides() -> None:
    found = roomed(vtt(10, 10, path(10, 0, 6, 4), path(4, 6, 0, 10), doors=[portal(6, 4, 4, 6)]))

    assert areas(found.rooms) == [50, 50]
    assert ways(found) == [(0, 1, "closed")]


def test_a_window_parts_two_rooms_and_joins_none() -> None:
    walls = [path(6, 0, 6, 1), path(6, 2, 6, 4), path(6, 5, 6, 6)]
    notes = Notes()
    doors = [portal(6, 1, 6, 2), portal(6, 4, 6, 5, closed=False)]

    found = roomed(vtt(12, 6, *walls, doors=doors), notes, opened="window")

    assert ways(found) == [(0, 1, "closed")]
    assert notes["windows"] == 1


def test_an_open_door_joins_as_an_open_one() -> None:
    data = {**TWO_ROOMS, "portals": [portal(6, 2, 6, 3.5, closed=False)]}
    notes = Notes()

    assert ways(roomed(data, notes)) == [(0, 1, "open")]
    assert notes["open_doors"] == 1


def test_a_door_in_the_middle_of_a_room_joins_nothing() -> None:
    notes = Notes()
    doors = [*TWO_ROOMS["portals"], portal(2, 2, 3, 2), portal(2, 4, 3, 4, closed=False)]

    found = roomed({**TWO_ROOMS, "portals": doors}, notes)

    assert ways(found) == [(0, 1, "closed")]
    assert [door.kind for door in found.idle] == ["closed", "open"]
    assert (notes["inner_doors"], notes["inner_open"]) == (1, 1)


def test_a_wall_that_stops_just_short_of_the_door_parts_rooms_all_the_same() -> None:
    data = vtt(12, 6, path(6, 0.1, 6, 1.9), path(6, 3.6, 6, 6), doors=[portal(6, 2, 6, 3.5)])

    assert areas(roomed(data).rooms) == [36, 36]
    assert areas(roomed(data, gap=50).rooms) == [72]


def test_a_sliver_belongs_to_the_room_beside_it() -> None:
    """As between the two faces of a thick wall."""
    notes = Notes()
    walls = [path(6, 0, 6, 2), path(6, 3.5, 6, 6), path(6.25, 0, 6.25, 2, 6, 2), path(6, 3.5, 6.25, 3.5, 6.25, 6)]

    found = roomed(vtt(12, 6, *walls, doors=[portal(6, 2, 6, 3.5)]), notes)

    assert areas(found.rooms) == [36, 36]
    assert notes["slivers"] == 2


def test_a_pillar_belongs_to_the_room_around_it() -> None:
    notes = Notes()

    found = roomed({**TWO_ROOMS, "line_of_sight": [*TWO_ROOMS["line_of_sight"], block(2, 2, 4, 4)]}, notes)

    assert areas(found.rooms) == [36, 36]
    assert notes["solid"] == 1


def test_what_no_door_leads_into_is_no_room_but_known() -> None:
    """A corner of the map that is cut off, and a house in the other room whose doors were forgotten."""
    notes = Notes()
    walls = [*TWO_ROOMS["line_of_sight"], path(0, 4, 2, 4, 2, 6), block(8, 1, 11, 4), path(9, 1, 9, 4)]

    found = roomed({**TWO_ROOMS, "line_of_sight": walls}, notes)

    assert areas(found.rooms) == [32, 36]
    assert areas(found.closed_off) == [4]
    assert (notes["solid"], notes["closed_off"]) == (2, 1)


def test_rooms_that_can_be_gone_through_count_more_than_a_large_one_that_cannot() -> None:
    """Rooms hewn into rock: the rock is no room."""
    inn = [path(4, 4, 10, 4), path(4, 4, 4, 7, 10, 7, 10, 4), path(7, 4, 7, 5), path(7, 6, 7, 7)]

    found = roomed(vtt(12, 12, *inn, path(7, 0, 7, 4), path(7, 7, 7, 12), doors=[portal(7, 5, 7, 6)]))

    assert areas(found.rooms) == [9, 9]
    assert len(found.closed_off) == 2


def test_where_no_door_leads_anywhere_the_largest_is_the_room() -> None:
    found = roomed(vtt(12, 6, path(4, 0, 4, 6)))

    assert areas(found.rooms) == [48]
    assert areas(found.closed_off) == [24]


# ---------------------------------------------------------------------------------------------- for all


@st.composite
def grids(draw: st.DrawFn, kinds: str) -> tuple[list[int], list[int], dict[tuple[int, int], str]]:
    """The widths of columns and rows, and what stands between each two neighbours: wall, door, open door, nothing."""
    columns = draw(st.lists(st.integers(2, 5), min_size=1, max_size=4))
    rows = draw(st.lists(st.integers(2, 5), min_size=1, max_size=4))
    wide, count = len(columns), len(columns) * len(rows)
    pairs = [(n, n + 1) for n in range(count) if (n + 1) % wide] + [(n, n + wide) for n in range(count - wide)]
    return columns, rows, {pair: draw(st.sampled_from(kinds)) for pair in pairs}


def map_of(columns: list[int], rows: list[int], between: dict[tuple[int, int], str]) -> dict[str, Any]:
    """The map of such a grid. A door is a square wide, and in the middle."""
    walls, doors = [], []
    lefts = [sum(columns[:n]) for n in range(len(columns) + 1)]
    tops = [sum(rows[:n]) for n in range(len(rows) + 1)]
    for (a, b), kind in between.items():
        row, column = divmod(b, len(columns))
        beside = a // len(columns) == row
        if beside:
            ends = [lefts[column], tops[row], lefts[column], tops[row + 1]]
        else:
            ends = [lefts[column], tops[row], lefts[column + 1], tops[row]]
        x, y = (ends[0] + ends[2]) / 2, (ends[1] + ends[3]) / 2
        dx, dy = (0, 0.5) if beside else (0.5, 0)
        if kind == "#":
            walls.append(path(*ends))
        elif kind in "+/":
            walls += [path(ends[0], ends[1], x - dx, y - dy), path(x + dx, y + dy, ends[2], ends[3])]
            doors.append(portal(x - dx, y - dy, x + dx, y + dy, closed=kind == "+"))
    return vtt(lefts[-1], tops[-1], *walls, doors=doors)


def groups(count: int, joined: list[tuple[int, int]]) -> list[int]:
    """For each cell the first of those that it is joined with."""
    first = list(range(count))
    for _ in range(count):
        for a, b in joined:
            first[a] = first[b] = min(first[a], first[b])
    return first


@given(grids("#+/"))
def test_every_room_with_a_door_is_found_and_every_door(grid: Any) -> None:
    columns, rows, between = grid
    doors = [pair for pair, kind in between.items() if kind in "+/"]
    with_door = {cell for pair in doors for cell in pair}

    found = roomed(map_of(*grid))

    assert len(found.rooms) == max(1, len(with_door))
    assert len(found.ways) == len(doors)
    assert len(found.rooms) + len(found.closed_off) == len(columns) * len(rows)
    assert sum(areas(found.rooms)) + sum(areas(found.closed_off)) == pytest.approx(sum(columns) * sum(rows))
    boxes = [box(*outline.bounds) for outline in found.rooms]
    assert all(outline.equals(square) for outline, square in zip(found.rooms, boxes, strict=True))
    assert sum(way.kind == "open" for way in found.ways) == sum(kind == "/" for kind in between.values())


@given(grids("#+/-"))
def test_rooms_of_any_form_are_zones_that_can_be_written(grid: Any) -> None:
    columns, rows, between = grid
    first = groups(len(columns) * len(rows), [pair for pair, kind in between.items() if kind == "-"])
    doors = [(first[a], first[b]) for (a, b), kind in between.items() if kind in "+/"]
    leading = [pair for pair in doors if pair[0] != pair[1]]
    notes = Notes()

    found = roomed(map_of(*grid), notes)

    assert sum(bool(way.line) for way in found.ways) == len(leading)
    assert notes["inner_doors"] + notes["inner_open"] == len(doors) - len(leading)
    assert sum(areas(found.rooms)) + sum(areas(found.closed_off)) == pytest.approx(sum(columns) * sum(rows))
    if not notes["rings"]:
        kept = len({cell for pair in leading for cell in pair})
        assert len(found.rooms) == max(1, kept)
    for way in found.ways:
        a, b = found.rooms[way.a].exterior, found.rooms[way.b].exterior
        assert a.intersection(b).length > 100
        if way.line:
            assert all(side.buffer(1).covers(LineString(way.line)) for side in (a, b))
    for outline in found.rooms:
        assert not outline.interiors
        assert Polygon(outline.exterior).is_valid
        assert outline.exterior.is_simple
