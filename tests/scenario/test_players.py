"""Everybody in a scenario can take part: each way in which that fails is said once."""

from collections.abc import Callable

import pytest
from wardiary_server.scenario.faults import Fault

Faults = Callable[..., list[Fault]]

KEI = '[[units]]\nid = "kei"\nside = "red"\nhealth = 2\n'
GUN = '[[units]]\nid = "gun"\nhealth = 2\n'
BRINGS = '[[events]]\nwhen = {round = 2}\ndo = [{do = "reserves", units = ["kei"], zone = "dock"}]\n'
RED = '[[seats]]\nid = "red"\nside = "red"\n'
UNITS = (
    '[[units]]\nid = "vega"\nside = "red"\nweapons = ["carbine"]\nhealth = 3\n', "",
    '[[units]]\nid = "rook"\nside = "blue"\nhealth = 3\n', "",
)  # fmt: skip


def said(faults: list[Fault]) -> list[str]:
    return [f"{fault.line} {'(odd) ' if fault.warning else ''}{fault.text}" for fault in faults]


@pytest.mark.parametrize(
    ("replaced", "more", "found"),
    [
        ((RED, ""), "", ["6 The side 'red' has no player's seat."]),
        ((), '[[seats]]\nid = "two"\n', ["38 The seat 'two' plays no side."]),
        ((), '[[seats]]\nid = "ref"\nrole = "referee"\nside = "red"\n', ["41 A referee has no side."]),
        (("health = 3\n", ""), "", ["29 Vega has no health."]),
        (("health = 3\n", "health = 0\n"), "", ["33 Vega needs at least 1 health to begin with."]),
        (("health = 3\n", "health = 3\nmax_health = 2\n"), "", ["34 Vega has more health than it can have."]),
        ((), 'seat = "red"\n', ["13 (odd) The seat 'blue' has no units.",
         "38 The seat 'red' does not play Rook's side."]),
        ((), f'[[seats]]\nid = "more"\nside = "red"\n{KEI}seat = "more"\n', ["29 Vega's side has several seats."]),
        (('deploy = ["red"]\n', ""), "", ["6 The side 'red' has no deployment zone, and Vega needs one."]),
        ((), GUN, ["38 Gun never comes onto the board."]),
    ],
)  # fmt: skip
def test_who_cannot_take_part(faults: Faults, replaced: tuple[str, ...], more: str, found: list[str]) -> None:
    assert said(faults(*replaced, more=more)) == found


def test_there_must_be_somebody_to_play(faults: Faults) -> None:
    wild = UNITS[0].replace('side = "red"', 'zone = "dock"')

    assert said(faults(*UNITS)) == ["1 There are no units."]
    assert "29 No unit belongs to a seat, so there is nothing to play." in said(faults(UNITS[0], wild, *UNITS[2:]))


def test_a_unit_that_says_who_decides_makes_up_for_a_missing_seat(faults: Faults) -> None:
    referee = '[[seats]]\nid = "ref"\nrole = "referee"\n'
    found = faults(RED, referee, 'weapons = ["carbine"]', 'weapons = ["carbine"]\nseat = "ref"')

    assert found == []


@pytest.mark.parametrize(
    ("replaced", "more", "found"),
    [
        (UNITS[2:], '[[units]]\nid = "rook"\nzone = "dock"\nhealth = 1\n', ["13 (odd) The seat 'blue' has no units."]),
        ((), f'{KEI}tags = ["brought"]\n', ["38 (odd) No event brings Kei."]),
        ((), f"{KEI}{BRINGS}", ["38 (odd) Kei is set up at the start, before an event brings it."]),
        ((), f"{KEI}arrives = 5\n", ["42 (odd) Kei arrives after the last round, which is 4."]),
        ((), f'{KEI}name = "Vega"\n', ["42 (odd) This is called 'Vega', as 'vega' is."]),
    ],
)  # fmt: skip
def test_what_is_odd_keeps_nobody_away(faults: Faults, replaced: tuple[str, ...], more: str, found: list[str]) -> None:
    assert said(faults(*replaced, more=more)) == found


def test_one_that_an_event_brings_waits_for_it(faults: Faults) -> None:
    assert faults(more=f'{KEI}tags = ["brought"]\n{BRINGS}') == []
    assert faults(more=f"{KEI}arrives = 3\n") == []
