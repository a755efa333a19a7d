"""What a scenario hides, and from whom it cannot."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from wardiary_server.scenario import check_text
from wardiary_server.scenario.faults import Fault

from .conftest import SOUND

Faults = Callable[..., list[Fault]]
VEGA = 'id = "vega"\n'


def texts(found: list[Fault]) -> list[str]:
    return [fault.text for fault in found]


def test_a_unit_is_hidden_from_those_that_are_named() -> None:
    game, faults = check_text(SOUND.replace(VEGA, f'{VEGA}hidden_from = ["blue", "spectators"]\n'), "x.toml")

    assert not faults
    assert game is not None
    assert game.units["vega"].hidden == ("blue", "spectators")


def test_all_is_everybody_but_its_own_side() -> None:
    more = '[[breaches]]\nid = "hole"\nzone = "dock"\nhidden_from = "all"\n'
    game, _faults = check_text(SOUND.replace(VEGA, f'{VEGA}hidden_from = "all"\n') + more, "x.toml")

    assert game is not None
    assert game.units["vega"].hidden == ("blue", "spectators")
    assert game.markers["hole"].hidden == ("red", "blue", "spectators")


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ('["red"]', "Vega cannot be hidden from red, whose it is."),
        ('["blu"]', "There is no 'blu' among the sides, and no such audience."),
        ('"blue"', "'blue' is not known here."),
        ("3", 'This has to be a list of sides and "spectators", or "all", not a number.'),
    ],
)
def test_what_cannot_be_hidden_is_a_fault(written: str, found: str) -> None:
    _game, faults = check_text(SOUND.replace(VEGA, f"{VEGA}hidden_from = {written}\n"), "x.toml")

    assert texts(list(faults)) == [found]


def test_an_id_that_is_hidden_is_nothing_elses() -> None:
    text = SOUND.replace(VEGA, 'id = "dock"\nhidden_from = "all"\n')

    _game, faults = check_text(text, "x.toml")

    assert "'dock' is hidden, and the id of something else as well, which would give it away." in texts(list(faults))
