"""The board as a small map."""

from kit import unit
from kit.skirmish import play
from kit.terminal import deck, scene
from msgspec.structs import replace
from wardiary_cli.mapping import chart, places_of
from wardiary_cli.scene import Scene
from wardiary_cli.show import columns
from wardiary_server.game.state import Zone


def drawn() -> Scene:
    units = unit("vega", "hall"), unit("rook", "hall"), unit("moth", "hold", "blue")
    return deck(*units, levels={"fire": 2, "gas_deadly": 1}, airless="Vacuum")


def test_zones_lie_as_they_lie_with_their_doors_dangers_and_units() -> None:
    assert [row.text for row in chart(drawn())] == [
        "dock      ==d1= hall      !!d2! lift",
        "                Vega,Rook",
        "  |               #d4#",
        "store     ----- hold",
        "F2 Gd1          Vacuum",
        "                Moth",
        "also: lift - hold by d5 [closed]",
        "- | open   = open door   # closed   ! sealed   F FIRE, Gd deadly GAS, Gi irritating GAS",
    ]


def test_a_blip_has_its_number_on_the_map() -> None:
    view = {"zones": {"a": {"place": [0, 0]}, "b": {"place": [1, 0]}}, "blips": {"3": {"zone": "b"}}}

    assert any("?3" in row.text for row in chart(Scene(view)))


def test_it_fits_a_usual_terminal() -> None:
    crowded = play("a", *(unit(f"somebody{n}", "hall") for n in range(9)))
    zones = {f"zone-{x}-{y}": Zone(f"zone-{x}-{y}", "", place=(x, y)) for x in range(5) for y in range(3)}
    game = replace(crowded.game, zones={**zones, "hall": Zone("hall", "Hall", place=(9, 9))})
    crowded.timeline.state = replace(crowded.state, game=replace(game, zones=zones))

    assert all(columns(row.text) < 90 for row in chart(scene(crowded)))


def test_without_places_of_their_own_there_is_no_map() -> None:
    assert chart(scene(play("hall - cargo", unit("vega", "hall")))) == []
    assert places_of(Scene({"zones": {"a": {"place": [0, 0]}}})) == {}
    assert chart(Scene()) == []
