"""Where a base has room."""

from hypothesis import given
from hypothesis import strategies as st
from wardiary_server.game.geometry.places import zone_at
from wardiary_server.game.geometry.points import squared
from wardiary_server.game.geometry.room import free_place, taken_by
from wardiary_server.game.state import Unit

from tests.kit.inches import at, field, room, stood, two_rooms


def test_who_and_what_is_in_the_way() -> None:
    board = two_rooms(stood("rook", 3, 3), stood("corpse", 8, 8, status="dead"), door="closed")
    vega = stood("vega", 1, 1)

    assert taken_by(board, vega, at(3.9, 3)) == (0, "unit", "rook")
    assert taken_by(board, vega, at(4, 3)) is None
    assert taken_by(board, vega, at(8, 8)) is None
    assert taken_by(board, vega, at(11.6, 2)) == (0, "wall", "north")
    assert taken_by(board, vega, at(11.6, 6)) == (0, "door", "d1")
    assert taken_by(two_rooms(), vega, at(11.6, 6)) is None


@given(st.integers(0, 12))
def test_as_many_as_there_is_room_for_are_put_into_a_zone_without_overlap(many: int) -> None:
    placed: list[Unit] = []
    for n in range(many):
        board = field([room("a", 0, 0, 5, 5), room("b", 5, 0, 9, 5)], *placed)
        place = free_place(board, stood(f"u{n}", 0, 0), "a")
        assert place is not None
        assert zone_at(board, place) == "a"
        placed.append(stood(f"u{n}", place[0] / 1000, place[1] / 1000, zone="a"))

    pairs = [(a.at, b.at) for a in placed for b in placed if a.id < b.id]
    assert all(a and b and squared(a, b) >= 999**2 for a, b in pairs)


def test_a_zone_that_is_full_or_has_no_shape_has_no_place() -> None:
    closet = field([room("a", 0, 0, 1, 1), room("b", 1, 0, 9, 5)], stood("rook", 0.5, 0.5))

    assert free_place(closet, stood("vega", 0, 0), "a") is None
