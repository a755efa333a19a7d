"""A board in inches, to scale."""

from kit import Play
from kit.inches import at, stood, two_rooms
from kit.terminal import scene
from msgspec.structs import replace
from wardiary_cli.full.inchmap import inch_map, is_measured, things
from wardiary_cli.scene import Scene
from wardiary_server.game.state import Area, Game, Objective
from wardiary_server.rules.zones import RULEBOOK


def seen(game: Game) -> Scene:
    return scene(Play(game, RULEBOOK))


def drawn(game: Game, width: int = 49, zoom: float = 1.0) -> list[str]:
    return inch_map(seen(game), width, zoom=zoom).text.splitlines()


def test_walls_doors_zones_and_units_are_where_they_are() -> None:
    game = two_rooms(stood("vega", 6, 6), stood("moth", 18, 6, "blue"))

    assert drawn(game) == [
        "┌───────────────────────┳───────────────────────┐",
        "│ dock                  ┃ bridge                │",
        *["│                       ┃                       │"] * 3,
        "│                       =                       │",
        "│           V           =d1         M           │",
        "│                       =                       │",
        *["│                       ┃                       │"] * 4,
        "└───────────────────────┻───────────────────────┘",
    ]


def test_a_closed_door_and_an_open_one_differ_by_more_than_colour() -> None:
    states = ["\n".join(drawn(two_rooms(stood("vega", 6, 6), door=door))) for door in ("open", "closed", "sealed")]

    assert len(set(states)) == 3


def test_two_at_one_place_are_both_seen_and_can_be_clicked() -> None:
    canvas = inch_map(seen(two_rooms(stood("vega", 6, 6), stood("rook", 6.1, 6))), 49)

    assert canvas.owner(12, 6) == "vega"
    assert canvas.owner(13, 6) == "rook"


def test_it_grows() -> None:
    game = two_rooms(stood("vega", 6, 6))

    assert max(map(len, drawn(game, zoom=2.0))) == 97
    assert is_measured(seen(game))
    assert not is_measured(Scene())


def test_a_template_is_a_round_area_with_its_name() -> None:
    game = two_rooms(stood("vega", 2, 2))
    blast = Area("a1", "airless", "Blast", centre=at(18, 6), radius=3000)

    lines = drawn(replace(game, areas={"a1": blast}))

    assert any("! Blast" in line for line in lines)
    assert sum(line.count("~") for line in lines) > 10


def test_a_thing_has_a_number_and_its_name_stands_beside_the_map() -> None:
    box = Objective("box", "the strongbox", "take", at=at(18, 3))
    game = replace(two_rooms(stood("vega", 2, 2)), objectives={"box": box})

    assert "*1" in drawn(game)[3]
    assert things(seen(game)) == {1: ("the strongbox", [18000, 3000])}
