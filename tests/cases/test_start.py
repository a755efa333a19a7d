"""The state that a case begins with."""

from __future__ import annotations

from kit.cases import BOARD, find, of
from wardiary_server.cases.reading import read

STEP = '[[steps]]\nby = "red"\ncommand = "done"'


def test_a_case_begins_in_the_first_round_with_everybody_seated_and_dice_that_are_given() -> None:
    case = of(STEP)
    assert (case.game.clock.phase, case.game.clock.round) == ("play", 1)
    assert set(case.game.dice.values()) == set(case.table.dice.values()) == {"script"}
    assert set(case.table.held) == {"red", "blue", "judge"}


def test_what_is_given_replaces_what_the_scenario_says() -> None:
    case = of(
        STEP,
        "given.units.ann = {zone = 'b', stats = {health = 2, ar = 1}}\n"
        "given.zones.c.levels.fire = 3\ngiven.clock.round = 4\ngiven.table.suspended = ['zones']\n"
        "given.'options.frame.auto_end' = true",
    )
    ann = case.game.units["ann"]
    assert (ann.zone, ann.stats["health"], ann.stats["max_health"], ann.stats["ar"]) == ("b", 2, 5, 1)
    assert case.game.zones["c"].levels == {"fire": 3}
    assert case.game.clock.round == 4
    assert case.game.options["frame.auto_end"] is True
    assert case.table.suspended == ("zones",)


def test_seats_may_stay_empty() -> None:
    assert set(of(STEP, "seated = ['red']").table.held) == {"red"}


def test_an_area_or_a_marker_can_be_added_by_its_id() -> None:
    case = of(STEP, "given.areas.cold = {kind = 'airless', zones = ['b']}\ngiven.markers.hole.kind = 'breach'")
    assert (case.game.areas["cold"].id, case.game.areas["cold"].zones) == ("cold", ("b",))
    assert case.game.markers["hole"].id == "hole"


def test_who_was_in_reserve_and_is_put_somewhere_stands_there() -> None:
    board = BOARD.replace('zone = "c"\n', "arrives = 3\n")
    found = lambda name: (board, "board.toml")  # noqa: E731 - one scenario for one test
    case, _ = read(f'title = "x"\nscenario = "board"\ngiven.units.cyd.zone = "b"\n{STEP}', "case.toml", found)
    assert case is not None
    assert case.game.units["cyd"].status == "ready"


def test_the_set_up_can_be_where_it_begins() -> None:
    case = of(STEP, "given.clock.phase = 'setup'")
    assert (case.game.clock.phase, case.game.clock.round) == ("setup", 0)


def test_turns_go_as_the_scenario_has_them() -> None:
    case = of(STEP, "given.clock.side = 'blue'\ngiven.options = {'frame.order' = 'alternate'}")
    assert case.game.clock.side == "blue"
    for order, side, units in (("alternate", "red", ()), ("initiative", "", ("ann", "cyd"))):
        board = BOARD.replace('frame.order = "free"', f'frame.order = "{order}"')
        found = lambda name, board=board: (board, "board.toml")  # noqa: E731
        made, _ = read(f'title = "x"\nscenario = "board"\n{STEP}', "case.toml", found)
        assert made is not None
        assert (made.game.clock.side, made.game.clock.order) == (side, units)


def test_without_a_scenario_what_is_given_is_all_there_is() -> None:
    text = (
        'title = "x"\n[given]\nrulebooks = ["zones"]\nsides.red = {}\nseats.red = {side = "red"}\nzones.a = {}\n'
        'units.ann = {side = "red", seat = "red", zone = "a", stats = {health = 3}}\n'
        'clock = {phase = "play", round = 2}\n'
        '[[steps]]\ncommand = {do = "begin", unit = "ann"}\n'
    )
    case, faults = read(text.replace("[given]", "[given]\ntitle = 'bare'"), "case.toml", find)
    assert faults == ()
    assert case is not None
    assert (case.game.title, case.game.units["ann"].name, case.game.clock.round) == ("bare", "ann", 2)
    _, faults = read(text.replace("zones", "zonse", 1), "case.toml", find)
    assert "There is no rulebook 'zonse' here." in faults[0].text
