"""A ground is made once for its walls and outlines, whatever happens on it."""

from dataclasses import dataclass

from msgspec.structs import replace
from wardiary_server.game.events import DoorChanged, LevelChanged
from wardiary_server.game.geometry.ground import ground

from tests.kit.inches import DOOR, TWO_ROOMS, field, link, room, stood, two_rooms, wall


@dataclass(frozen=True)
class Seen:
    """A barrier as whole numbers."""

    what: str
    id: str
    ends: tuple[tuple[float, ...], ...]


def barriers(game: object) -> list[Seen]:
    made = ground(game).barriers  # type: ignore[arg-type]
    return [Seen(b.what, b.id, tuple(b.line.coords)) for b in made]


def test_neither_fire_nor_a_door_makes_it_anew() -> None:
    start = two_rooms(stood("vega", 3, 3))
    known = ground(start)

    burning = LevelChanged(zone="dock", level="fire", value=2).fold(start)
    shut = DoorChanged(link="d1", door="closed").fold(burning)

    assert ground(burning) is known
    assert ground(shut) is known
    assert ground(replace(shut, walls={})) is not known


def test_walls_and_doors_are_pieces() -> None:
    found = barriers(two_rooms())

    assert Seen("wall", "north", ((12_000, 0), (12_000, 5_000))) in found
    assert Seen("door", "d1", ((12_000, 5_000), (12_000, 7_000))) in found


def test_a_border_is_open_where_a_link_opens_it_and_nowhere_else() -> None:
    edges = [b for b in barriers(field(TWO_ROOMS, links=[DOOR])) if b.what == "edge"]

    middle = [b.ends for b in edges if b.id == "dock" and all(x == 12_000 for x, _y in b.ends)]
    assert sorted(tuple(sorted(y for _x, y in ends)) for ends in middle) == [(0, 5_000), (7_000, 12_000)]


def test_a_link_without_a_line_opens_the_whole_border() -> None:
    open_ground = field(TWO_ROOMS, links=[link("dock", "bridge")])

    assert all(b.what == "edge" for b in barriers(open_ground))
    assert not [b for b in barriers(open_ground) if all(x == 12_000 for x, _y in b.ends)]


def test_rooms_that_do_not_touch_share_nothing() -> None:
    apart = field((room("a", 0, 0, 4, 4), room("b", 6, 0, 9, 4)), links=[link("a", "b")])

    assert ground(apart).openings == {"a-b": None}


def test_a_window_stops_movement_and_a_curtain_sight() -> None:
    both = two_rooms(walls=[wall("window", 12, 0, 12, 5, stops="move"), wall("curtain", 2, 0, 2, 3, stops="sight")])

    stops = {b.id: (b.move, b.sight) for b in ground(both).barriers if b.what == "wall"}
    assert stops == {"window": (True, False), "curtain": (False, True)}
