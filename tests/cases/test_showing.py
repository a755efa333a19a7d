"""How a case that failed is shown."""

from __future__ import annotations

from kit.cases import find, of, played, tried
from wardiary_server.cases.playing import play
from wardiary_server.cases.reading import read
from wardiary_server.cases.showing import board, failure, told

MOVE = '[[steps]]\ncommand = {do = "move", unit = "ann", to = "b"}\n'


def test_a_failure_shows_the_step_what_differs_the_story_and_the_board() -> None:
    outcome = tried(
        MOVE + 'expect.state = {"units.ann.stats.health" = 4}',
        'given.zones.b.levels.fire = 2\ngiven.areas.cold = {kind = "airless", name = "Cold", zones = ["c"]}\n'
        "given.markers.hole = {kind = 'breach', zone = 'c'}\ngiven.units.cyd.conditions.prone = 1",
    )
    assert outcome.text.splitlines() == [
        "FAILED case.toml: a case",
        '  step 1 (case.toml:7), red: move, unit = "ann", to = "b"',
        "  - units.ann.stats.health: expected 4, and it is 3.",
        "  what happened:",
        "    Ann's turn begins.",
        "    Ann moves from A to B.",
        "    Ann loses 2 health (FIRE 2); 3 left.",
        "  the board, in round 1:",
        "    a: nothing",
        "    b: FIRE 2; ann (health 3, speed 2, strength 2, max_health 5)",
        "    c: Cold (cold); breach (hole); cyd (health 5, speed 2, strength 2, max_health 5, prone 1)",
    ]


def test_what_is_still_asked_is_shown() -> None:
    outcome = tried(MOVE + 'expect.told = "x"', "given.dice.red = 'typed'\ngiven.zones.b.levels.gas_deadly = 1")
    assert outcome.text.splitlines()[-2:] == ["  still asked:", "    Red: Ann, GAS (deadly) 1: 2 dice of 6"]


LARGE = """\
title = "x"
[given]
title = "y"
sides.red = {}
seats.red = { side = "red" }
units.ann = { side = "red", seat = "red", zone = "r1" }
units.bob = { side = "red" }
clock = { phase = "play", round = 1 }
zones = { r1 = {}, r2 = {}, r3 = {}, r4 = {}, r5 = {}, r6 = {}, r7 = {} }
[[steps]]
command = { do = "begin", unit = "ann" }
expect.state = { "units.bob.zone" = "" }
"""


def test_of_a_large_board_only_what_the_step_names_is_shown() -> None:
    case, faults = read(LARGE, "case.toml", find)
    assert case is not None, faults
    (done,) = play(case)
    assert list(board(done)) == ["r1: ann ()", "not on the board: bob (reserve)"]


def test_a_step_is_told_in_one_line() -> None:
    case = of(MOVE)
    assert told(case.steps[0]) == 'red: move, unit = "ann", to = "b"'
    (done,) = played(MOVE)
    assert failure(case, done, ["x"]).startswith("FAILED case.toml: a case\n")
