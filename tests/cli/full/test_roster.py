"""The units as a list."""

from kit import unit
from kit.skirmish import gun, play
from kit.terminal import scene
from msgspec.structs import replace
from wardiary_cli.full.roster import mark, roster

GAME = play(
    "hall - dock",
    unit("vega", "hall", items=("rifle",), conditions={"prone": 1}),
    replace(unit("rook", "hall"), name="[red]Rook[/red]"),
    unit("moth", "dock", "blue"),
    gun("argus", "dock"),
)


def test_every_unit_stands_below_its_side_ones_own_first() -> None:
    assert [row.content.plain.splitlines() for row in roster(scene(GAME, "blue"))] == [
        ["Blue"],
        ["M * Moth  health 5 of 5, dock"],
        ["Red"],
        ["V * Vega  health 5 of 5, hall", "    prone, rifle"],
        ["R * [red]Rook[/red]  health 5 of 5, hall"],
        ["station"],
        ["A   Argus  health 5 of 5, dock", "    turret"],
    ]


def test_a_turn_is_told_by_a_mark_and_in_words() -> None:
    game = play("hall", unit("vega", "hall"), unit("moth", "hall", "blue"))
    game.act("red", "begin", "vega")
    here = scene(game)

    assert mark("vega", here) == ">"
    assert any("ON ITS TURN" in row.content.plain for row in roster(here))
    game.act("red", "end", "vega")
    assert mark("vega", scene(game)) == "-"
    assert mark("moth", scene(game)) == "*"
