"""The lines of a map: on the picture, each once, open at doors, and joined where they nearly meet."""

from typing import Any

import pytest
from shapely import LineString, get_parts, union_all
from wardiary_server.maps import lines as module
from wardiary_server.maps.notes import NoMap, Notes

from tests.kit.vtt import block, lined, path, portal, vtt

Ends = tuple[tuple[float, float], tuple[float, float]]


def straight(*ends: float) -> Ends:
    """A line in inches, as its two ends in order."""
    a, b = sorted([(ends[0] * 1000, ends[1] * 1000), (ends[2] * 1000, ends[3] * 1000)])
    return a, b


def pieces(lines: Any) -> set[Ends]:
    """Straight lines by their ends."""
    found = [sorted(line.coords) for line in lines]
    return {(line[0], line[-1]) for line in found}


def counted(data: dict[str, Any], **more: Any) -> dict[str, int]:
    notes = Notes()
    lined(data, notes, **more)
    return {kind: n for kind, n in notes.found.items() if kind not in ("no_portals", "no_walls")}


# ---------------------------------------------------------------------------------------------- on the picture


def test_what_lies_outside_the_picture_is_left_out_and_counted() -> None:
    """CozyVTT#59. A wall is outside when all of it is."""
    data = vtt(10, 10, path(-5, 2, -1, 2), path(-2, 5, 3, 5), path(4, 4, 6, 4), path(12, 0, 12, 9, 14, 9))
    data["portals"] = [portal(-3, 2, -2, 2), portal(9.5, 5, 10.5, 5), portal(4, 7, 5, 7)]

    found = lined(data)

    assert pieces(found.walls) == {straight(0, 5, 3, 5), straight(4, 4, 6, 4)}
    assert [door.ends for door in found.doors] == [straight(9.5, 5, 10, 5), straight(4, 7, 5, 7)]
    assert counted(data, gap=0) == {"outside_walls": 3, "cut_walls": 1, "outside_doors": 1, "cut_doors": 1}


def test_walls_without_length_and_walls_drawn_twice_count_once() -> None:
    data = vtt(10, 10, path(2, 2, 2, 2), path(3, 3), path(4, 4, 6, 4, 6, 4), path(6, 4, 4, 4))

    assert pieces(lined(data).walls) == {straight(4, 4, 6, 4)}
    assert counted(data) == {"short_walls": 3, "double_walls": 1}


def test_small_bends_are_straightened_and_large_ones_kept() -> None:
    data = vtt(10, 10, path(1, 1, 3, 1.008, 5, 1), path(1, 5, 3, 5.02, 5, 5))

    assert pieces(lined(data).walls) == {straight(1, 1, 5, 1), straight(1, 5, 3, 5.02), straight(3, 5.02, 5, 5)}


def test_doors_count_once_and_have_a_length() -> None:
    data = vtt(10, 10, doors=[portal(4, 4, 5, 4), portal(5, 4, 4, 4), portal(7, 7, 7, 7)])

    assert [door.ends for door in lined(data).doors] == [straight(4, 4, 5, 4)]
    assert counted(data) == {"double_doors": 1, "short_doors": 1}


def test_a_door_on_the_edge_of_the_map_is_a_wall() -> None:
    data = vtt(10, 10, doors=[portal(10, 4, 10, 5)])

    found = lined(data)

    assert not found.doors
    assert pieces(found.walls) == {straight(10, 4, 10, 5)}
    assert counted(data) == {"edge_doors": 1}


def test_objects_block_the_view_where_they_are_on_the_picture() -> None:
    data = vtt(10, 10, objects_line_of_sight=[block(2, 2, 3, 3), block(20, 2, 21, 3), path(5, 5)])

    found = lined(data)

    assert [line.length for line in found.objects] == [4_000]
    assert counted(data) == {"objects": 1, "outside_objects": 2}


# ---------------------------------------------------------------------------------------------- open at doors


def test_a_wall_that_runs_on_through_a_door_is_cut_out_there() -> None:
    data = vtt(10, 10, path(5, 0, 5, 10), doors=[portal(5.02, 4, 5.02, 6)])

    assert pieces(part for wall in lined(data).walls for part in get_parts(wall)) == {
        straight(5, 0, 5, 4),
        straight(5, 6, 5, 10),
    }
    assert counted(data)["walls_in_doors"] == 1


def test_a_wall_that_meets_a_door_or_crosses_its_end_stays_whole() -> None:
    walls = [path(5, 0, 5, 4), path(5, 6, 5, 10), path(5, 5, 8, 5), path(0, 6, 10, 6)]
    data = vtt(10, 10, *walls, doors=[portal(5, 4, 5, 6)])

    assert "walls_in_doors" not in counted(data)
    assert union_all(lined(data).walls).length == 4_000 + 4_000 + 3_000 + 10_000


# ---------------------------------------------------------------------------------------------- joined


def test_a_gap_within_the_tolerance_is_closed_and_a_wider_one_is_not() -> None:
    data = vtt(10, 10, path(5, 0, 5, 4.85), path(0, 5, 10, 5), path(8, 10, 8, 5.3))

    assert pieces(lined(data).bridges) == {straight(5, 4.85, 5, 5)}
    assert counted(data) == {"gaps": 1}
    assert len(lined(data, gap=400).bridges) == 2
    assert not lined(data, gap=0).bridges


def test_two_ends_that_nearly_meet_are_one_gap() -> None:
    data = vtt(10, 10, path(0, 5, 4.9, 5), path(5, 5.05, 10, 5))

    assert pieces(lined(data).bridges) == {straight(4.9, 5, 5, 5.05)}
    assert counted(data) == {"gaps": 1}


def test_a_door_that_hangs_loosely_in_its_wall_is_fitted() -> None:
    data = vtt(10, 10, path(5, 0, 5, 4), path(5, 6, 5, 10), doors=[portal(5, 4.1, 5, 5.9)])

    assert pieces(lined(data).bridges) == {straight(5, 4, 5, 4.1), straight(5, 5.9, 5, 6)}


def test_walls_that_meet_have_no_gaps() -> None:
    data = vtt(10, 10, block(2, 2, 6, 6), path(4, 2, 4, 6), path(6, 4, 6.1, 4), path(8, 0, 8, 1, 8.1, 1, 8.1, 1.1))

    assert not lined(data).bridges


def test_everything_that_parts_rooms_meets_at_ends_only() -> None:
    data = vtt(10, 10, path(5, 0, 5, 10), path(0, 3, 10, 7), doors=[portal(2, 3.8, 3, 4.2)])

    parts = lined(data).net

    assert all(x == round(x) for line in parts for end in line.coords for x in end)
    assert not any(one.crosses(other) for one in parts for other in parts)
    assert sum(line.length for line in parts) > LineString([(0, 0), (10_000, 0)]).length * 6


def test_there_may_be_so_many_pieces_on_the_picture_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies outside does not count."""
    monkeypatch.setattr(module, "MOST_PIECES", 4)
    room = block(2, 2, 6, 6)

    lined(vtt(10, 10, room, block(22, 2, 26, 6)))

    with pytest.raises(NoMap, match="5 straight pieces of wall on the picture, and 4 are the most"):
        lined(vtt(10, 10, room, path(8, 8, 9, 9)))
