"""What burns, and what can."""

from __future__ import annotations

from kit.field import soldier, start
from msgspec.structs import replace
from wardiary_server.game.state import Area, Marker
from wardiary_server.rules.casualties.burning import changed, flaming, is_flaming, tinder

CRATE = Marker("crate", "crate", "the crate", "a", data={"flammable": 1})
WRECK = Area("wreck", "scenery", "the wreck", ("a", "b"), data={"flaming": 1, "flammable": 1})


def test_units_markers_and_areas_are_things_alike() -> None:
    """FIR-1: what burns, what can and does not, and what neither burns nor can."""
    torch = soldier("torch", conditions={"on_fire": 1}, tags=("flammable",))
    away = soldier("away", "", tags=("flammable",))
    units = [torch, soldier("dry", tags=("flammable",)), soldier("wet"), away]
    play = start("a - b", *units, areas=[WRECK], markers=[CRATE, Marker("loot", "loot", zone="a")])

    assert [thing.key for thing in flaming(play.game)] == ["torch", "areas:wreck"]
    assert [thing.key for thing in tinder(play.game)] == ["dry", "markers:crate"]


def test_the_event_of_a_thing_assigns_and_tells() -> None:
    play = start("a - b", areas=[WRECK], markers=[CRATE])
    (crate,), (wreck,) = tinder(play.game), flaming(play.game)
    game = changed(wreck, 0).fold(changed(crate, 1).fold(play.game))

    assert is_flaming(game, crate)
    assert not is_flaming(game, wreck)
    assert changed(crate, 1).sentence() == "{Name} catches fire."
    assert changed(wreck, 0).sentence() == "{Name} burns no more."
    assert not is_flaming(replace(game, markers={}), crate)
