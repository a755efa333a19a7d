"""The board as a small map."""

from kit import unit
from kit.skirmish import play
from kit.terminal import scene
from msgspec.structs import replace
from wardiary_cli.mapping import chart, places_of
from wardiary_cli.scene import Scene
from wardiary_cli.show import columns
from wardiary_server.game.state import Area, Link, Zone

PLACES = {"dock": (0, 0), "hall": (1, 0), "lift": (2, 0), "store": (0, 1), "hold": (1, 1)}
LINKS = {
    "d1": Link("d1", "dock", "hall", door="open"),
    "d2": Link("d2", "hall", "lift", door="sealed"),
    "hole": Link("hole", "dock", "store"),
    "d4": Link("d4", "hall", "hold", door="closed"),
    "d5": Link("d5", "lift", "hold", door="closed"),
    "gap": Link("gap", "store", "hold"),
}


def drawn() -> Scene:
    game = play("a", unit("vega", "hall"), unit("rook", "hall"), unit("moth", "hold", "blue"))
    zones = {id: Zone(id, id.title(), place=place) for id, place in PLACES.items()}
    zones["store"] = replace(zones["store"], levels={"fire": 2, "gas_deadly": 1})
    areas = {"vac": Area("vac", "airless", "Vacuum", ("hold",))}
    state = replace(game.state, game=replace(game.game, zones=zones, links=LINKS, areas=areas))
    game.timeline.state = state
    return scene(game)


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
