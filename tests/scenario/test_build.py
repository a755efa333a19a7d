"""Rows become the game as it stands before anybody has sat down."""

from collections.abc import Callable

from wardiary_server.game.state import Clock, Game, Link, Objective, Seat

Made = Callable[..., Game]


def test_a_game_waits_for_its_set_up(made: Made) -> None:
    game = made()

    assert (game.title, game.rulebooks, game.measure) == ("First blood", ("zones", "environments"), "table")
    assert game.clock == Clock()
    assert game.seats["red"] == Seat("red", "Red", "red", "player")
    assert game.links["d1"] == Link("d1", "dock", "bridge", "", "closed")


def test_units_are_in_reserve_or_stand_where_it_says(made: Made) -> None:
    game = made(more='zone = "bridge"\n')

    assert (game.units["vega"].status, game.units["vega"].zone) == ("reserve", "")
    assert (game.units["rook"].status, game.units["rook"].zone) == ("ready", "bridge")


def test_numbers_become_stats_and_health_is_remembered(made: Made) -> None:
    game = made(more="speed = 2\n[[units]]\nid = 'kei'\nside = 'red'\nhealth = 1\nmax_health = 4\n")

    assert game.units["rook"].stats == {"health": 3, "max_health": 3, "speed": 2}
    assert game.units["kei"].stats == {"health": 1, "max_health": 4}
    assert game.items["carbine"].stats == {"dice": 5}


def test_a_unit_is_its_sides_only_seat_s_unless_it_says(made: Made) -> None:
    gun = '[[units]]\nid = "gun"\nside = "red"\nseat = ""\nzone = "dock"\nhealth = 1\nkind = "machine"\n'
    gun += 'at_zero = "dead"\n'
    wild = '[[units]]\nid = "wild"\nzone = "dock"\nhealth = 1\n'
    game = made(more=gun + wild)

    assert (game.units["vega"].seat, game.units["gun"].seat, game.units["wild"].seat) == ("red", "", "")
    assert (game.units["gun"].kind, game.units["gun"].tags) == ("machine", ("dies",))
    assert game.units["vega"].items == ("carbine",)


def test_names_are_made_of_ids(made: Made) -> None:
    game = made(more='[[zones]]\nid = "engine-room_2"\n[[links]]\nbetween = ["engine-room_2", "dock"]\n')

    assert game.zones["engine-room_2"].name == "Engine room 2"


def test_what_else_there_is(made: Made) -> None:
    game = made(
        more='[[items]]\nid = "box"\ntags = ["loot"]\n'
        '[[objectives]]\nid = "o"\nkind = "take"\nzones = ["dock"]\nitem = "box"\npoints = 0\n'
        '[[areas]]\nkind = "hazard"\nzones = ["dock"]\nlabel = "glow"\ndamage = 2\n'
        '[[breaches]]\nid = "b1"\nzone = "dock"\nlink = "d1"\n'
    )

    assert game.items["box"].kind == "gear"
    assert game.objectives["o"] == Objective("o", "O", "take", ("dock",), "", 0, {"item": "box"})
    assert game.areas["hazard-1"].data == {"damage": 2}
    assert game.areas["hazard-1"].label == "glow"
    assert (game.markers["b1"].kind, game.markers["b1"].name, game.markers["b1"].link) == ("breach", "Breach", "d1")
