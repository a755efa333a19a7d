"""A board in inches: outlines, openings, places and bases that fit together, and words for those that do not."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_server.game.state import Game, Wall
from wardiary_server.scenario import check_text, report

BOARD = """\
[game]
title = "Two rooms"
measure = "board"
rulebooks = ["environments"]
options = {}
"""

ROOMS = """\
[game]
title = "Two rooms"
measure = "board"
size = [24, 12]
rulebooks = ["environments"]
[options]
frame.rounds = 4
[[sides]]
id = "red"
[[seats]]
id = "red"
side = "red"
[[zones]]
id = "dock"
shape = [[0, 0], [12, 0], [12, 12], [0, 12]]
deploy = ["red"]
[[zones]]
id = "bridge"
shape = [[12, 0], [24, 0], [24, 12], [12, 12]]
[[links]]
id = "d1"
between = ["dock", "bridge"]
door = "closed"
line = [[12, 5], [12, 6.5]]
[[walls]]
line = [[12, 0], [12, 5]]
[[walls]]
id = "glass"
line = [[12, 6.5], [12, 12]]
stops = "move"
[[units]]
id = "vega"
side = "red"
at = [3.25, 4]
base = 0.625
health = 3
[[units]]
id = "kei"
side = "red"
at = [20, 4]
health = 3
[[areas]]
id = "smog"
kind = "hazard"
centre = [20, 10]
radius = 2.5
[[areas]]
id = "cold"
kind = "airless"
shape = [[0, 8], [4, 8], [2, 12]]
[[breaches]]
id = "b1"
at = [0.5, 0.5]
"""


def said(*replaced: str, more: str = "") -> list[str]:
    """The faults of ROOMS with every other text replaced by the one after it."""
    text = ROOMS
    for old, new in zip(replaced[::2], replaced[1::2], strict=True):
        assert old in text
        text = text.replace(old, new, 1)
    _game, faults = check_text(text + more, "f")
    return [line.partition(": ")[2] for line in report(faults).splitlines()]


def made() -> Game:
    game, faults = check_text(ROOMS, "f")
    assert not faults
    assert game is not None
    return game


def test_a_board_is_read_in_thousandths_of_an_inch() -> None:
    game = made()

    assert (game.measure, game.size) == ("board", (24_000, 12_000))
    assert game.zones["dock"].shape == ((0, 0), (12_000, 0), (12_000, 12_000), (0, 12_000))
    assert game.links["d1"].line == ((12_000, 5_000), (12_000, 6_500))
    assert game.walls == {
        "wall-1": Wall("wall-1", ((12_000, 0), (12_000, 5_000))),
        "glass": Wall("glass", ((12_000, 6_500), (12_000, 12_000)), "move"),
    }
    assert (game.areas["smog"].centre, game.areas["smog"].radius) == ((20_000, 10_000), 2_500)
    assert game.areas["cold"].shape == ((0, 8_000), (4_000, 8_000), (2_000, 12_000))


def test_a_place_says_the_zone() -> None:
    game = made()

    vega, kei = game.units["vega"], game.units["kei"]
    assert (vega.zone, vega.at, vega.base, vega.status) == ("dock", (3_250, 4_000), 625, "ready")
    assert (kei.zone, kei.at, kei.base) == ("bridge", (20_000, 4_000), 500)
    assert (game.markers["b1"].zone, game.markers["b1"].at) == ("dock", (500, 500))


def test_a_board_without_a_size_reaches_as_far_as_its_zones() -> None:
    game, faults = check_text(ROOMS.replace("size = [24, 12]\n", ""), "f")

    assert not faults
    assert game is not None
    assert game.size == (24_000, 12_000)


def test_by_zones_nothing_has_a_place() -> None:
    by_zones = ROOMS.replace('measure = "board"', 'measure = "table"').replace("at = [3.25, 4]", 'zone = "dock"')
    by_zones = by_zones.replace("at = [20, 4]", 'zone = "bridge"\nat = [1, 1]').split("[[areas]]")[0]

    game, faults = check_text(by_zones, "f")

    assert not faults
    assert game is not None
    assert (game.units["vega"].at, game.units["kei"].at) == (None, None)


@pytest.mark.parametrize(
    ("replaced", "fault"),
    [
        (("shape = [[0, 0], [12, 0], [12, 12], [0, 12]]\n", ""),
         "The zone 'dock' has no shape, and this board is measured in inches. Such as shape = [[0, 0], [12, 0], "
         "[12, 7.5]]."),
        (("[12, 12], [0, 12]]", "[0, 12], [12, 12]]"),
         "This shape crosses itself. List its corners in order, all the way round."),
        (("[[0, 8], [4, 8], [2, 12]]", "[[0, 8], [4, 8], [2, 8]]"),
         "This shape has no inside: its corners lie in a line."),
        (("[[0, 8], [4, 8], [2, 12]]", "[[0, 8], [4, 8], [2, 12.5]]"),
         "2, 12.5 is off the board, which is 24 by 12 inches."),
        (("[[12, 0], [24, 0], [24, 12], [12, 12]]", "[[10, 0], [24, 0], [24, 12], [10, 12]]"),
         "This lies over the zone 'dock': a place is in one zone only."),
        (("line = [[12, 5], [12, 6.5]]", "line = [[11, 5], [12, 6.5]]"),
         "This line does not lie on the border of the zone 'dock'. Both zones' borders have to run along it."),
        (("at = [3.25, 4]", "at = [3.25, 14]"), "3.25, 14 is off the board, which is 24 by 12 inches."),
        (("at = [3.25, 4]", 'zone = "bridge"\nat = [3.25, 4]'),
         "3.25, 4 is in the zone 'dock'. Leave its zone out, or mend it."),
        (("at = [20, 4]", 'zone = "bridge"'),
         "This has no place, and this board is measured in inches. Such as at = [4.5, 3]."),
        (("at = [20, 4]", "at = [4.374, 4]"), "Kei stands on Vega: their bases overlap. Move one of them."),
        (("[[12, 0], [12, 5]]", "[[12, -1], [12, 5]]"), "12, -1 is off the board, which is 24 by 12 inches."),
        (("radius = 2.5\n", ""), "A circle has both a centre and a radius."),
        (("radius = 2.5\n", 'radius = 2.5\nzones = ["dock"]\n'),
         "This area is given twice: by zones and a circle. Keep one."),
        (("centre = [20, 10]\nradius = 2.5\n", ""), 'This area has no zones. Such as zones = ["hold"].'),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said(replaced: tuple[str, ...], fault: str) -> None:
    assert fault in said(*replaced)


def test_bases_that_touch_do_not_overlap() -> None:
    assert said("at = [20, 4]", "at = [4.375, 4]") == []


def test_a_place_between_the_zones_is_in_none() -> None:
    apart = ("[[12, 0], [24, 0], [24, 12], [12, 12]]", "[[13, 0], [24, 0], [24, 12], [13, 12]]")
    found = said(*apart, "at = [20, 4]", "at = [12.5, 4]", "line = [[12, 5], [12, 6.5]]\n", "")

    assert "The zones 'dock' and 'bridge' share no border that this link could open. Let their shapes touch, or " \
        "leave it out." in found  # fmt: skip


def test_a_link_without_a_line_opens_all_that_its_zones_share() -> None:
    assert said("line = [[12, 5], [12, 6.5]]\n", "") == []


def test_a_breach_or_an_objective_is_somewhere() -> None:
    game, faults = check_text(
        ROOMS.replace('measure = "board"', 'measure = "table"')
        .replace("at = [3.25, 4]", 'zone = "dock"')
        .replace("at = [20, 4]", 'zone = "bridge"')
        .replace("shape = [[0, 8], [4, 8], [2, 12]]", 'zones = ["dock"]')
        .replace("centre = [20, 10]", 'zones = ["dock"]'),
        "f",
    )

    assert game is None
    assert [fault.text for fault in faults] == ["This is in no zone."]


corner = st.tuples(st.integers(0, 24), st.integers(0, 12)).map(list)


@given(st.lists(corner, min_size=3, max_size=6), st.lists(corner, min_size=2, max_size=2))
def test_no_drawing_breaks_the_check(shape: list[list[int]], line: list[list[int]]) -> None:
    found: Callable[..., list[str]] = said

    found(
        "[[12, 0], [24, 0], [24, 12], [12, 12]]", str(shape),
        "line = [[12, 5], [12, 6.5]]", f"line = {line}",
        "[[0, 8], [4, 8], [2, 12]]", str(shape),
    )  # fmt: skip
