"""A room that lies around others is cut into pieces without holes."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from shapely import Point, Polygon, box, get_parts, union_all
from wardiary_server.maps.notes import Notes
from wardiary_server.maps.rings import cut
from wardiary_server.maps.universal import Door

from tests.kit.vtt import block, path, portal, roomed, vtt

HOUSE = vtt(
    12,
    8,
    path(4, 3, 8, 3, 8, 5, 6.5, 5),
    path(5.5, 5, 4, 5, 4, 3),
    doors=[portal(5.5, 5, 6.5, 5)],
)
"""A house in the middle of a yard, with a door."""


def test_a_room_without_holes_stays_whole() -> None:
    notes = Notes()

    assert cut(box(0, 0, 9, 9), [], notes) == [box(0, 0, 9, 9)]
    assert notes["rings"] == 0


def test_a_yard_around_a_house_is_cut_in_two_with_an_open_border() -> None:
    notes = Notes()

    found = roomed(HOUSE, notes)

    assert len(found.rooms) == 3
    assert sum(outline.area for outline in found.rooms) == 96e6
    assert sorted(way.kind for way in found.ways) == ["closed", "none"]
    assert notes["rings"] == 1


def test_it_is_cut_where_no_door_is() -> None:
    """The house's door is below its middle, so what would be shortest is down beside it."""
    (way,) = [way for way in roomed(HOUSE).ways if way.line]

    assert way.line == ((5_500, 5_000), (6_500, 5_000))


def test_two_houses_in_a_row_are_cut_open_one_by_way_of_the_other() -> None:
    """What leads from the one to the left may end at the other: it goes on to the edge from there."""
    notes = Notes()
    walls = [path(2, 3, 2, 2, 4, 2, 4, 4, 2, 4), path(6, 3, 6, 2, 8, 2, 8, 4, 6, 4)]

    found = roomed(vtt(10, 6, *walls, doors=[portal(2, 3, 2, 4), portal(6, 3, 6, 4)]), notes)

    assert sum(bool(way.line) for way in found.ways) == 2
    assert len({n for way in found.ways for n in way[:2]}) == len(found.rooms)


def test_a_house_that_touches_another_at_its_corner_is_no_matter() -> None:
    walls = [block(2, 2, 4, 4), path(4, 4, 6, 4, 6, 6, 4, 6, 4, 5.5), path(4, 4.5, 4, 4)]

    found = roomed(vtt(10, 8, *walls, doors=[portal(4, 4.5, 4, 5.5)]))

    assert all(not outline.interiors for outline in found.rooms)
    assert sum(bool(way.line) for way in found.ways) == 1


@given(st.lists(st.tuples(st.integers(1, 17), st.integers(1, 17), st.integers(1, 3), st.integers(1, 3)), max_size=8))
def test_the_pieces_of_any_room_with_holes_have_none_and_are_all_of_it(blocks: list[tuple[int, int, int, int]]) -> None:
    holes = union_all([box(x * 1000, y * 1000, (x + w) * 1000, (y + h) * 1000) for x, y, w, h in blocks])
    faces = [face for face in get_parts(box(0, 0, 21_000, 21_000).difference(holes)) if face.area]
    door = Door(((500, 500), (1_500, 500)))

    for face in faces:
        pieces = cut(face, [door], Notes())

        assert all(not piece.interiors and piece.exterior.is_simple for piece in pieces)
        assert sum(piece.area for piece in pieces) == face.area
        assert all(one.intersection(other).area == 0 for one, other in combinations(pieces, 2))
        assert all(Polygon(face.exterior).covers(Point(at)) for piece in pieces for at in piece.exterior.coords)
