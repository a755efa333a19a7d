"""Stress as a number."""

from __future__ import annotations

from typing import Any

import pytest
from kit import unit
from kit.skirmish import play
from wardiary_server.game.events import ConditionChanged
from wardiary_server.rules.zones.strain import gain_stress, stress_of


def test_stress_is_a_condition_and_never_below_none() -> None:
    game = play("a", unit("vega", conditions={"stress": 2}), unit("rook", "a", "blue"))
    assert stress_of(game.unit("vega")) == 2
    assert list(gain_stress(game.context(), "vega", 1, "pushed")) == [
        ConditionChanged(unit="vega", condition="stress", value=3, why="pushed")
    ]
    assert list(gain_stress(game.context(), "vega", -5, "rest")) == [
        ConditionChanged(unit="vega", condition="stress", value=0, why="rest")
    ]


def test_what_changes_nothing_is_no_event() -> None:
    game = play("a", unit("vega"), unit("rook", "a", "blue"))
    assert not list(gain_stress(game.context(), "vega", -1, "rest"))


@pytest.mark.parametrize("alien", [{"tags": ("alien",)}, {"kind": "alien"}])
def test_an_alien_knows_none(alien: dict[str, Any]) -> None:
    """STN-5 has no stress dice for them."""
    game = play("a", unit("vega", conditions={"stress": 2}, **alien), unit("rook", "a", "blue"))
    assert stress_of(game.unit("vega")) == 0
    assert not list(gain_stress(game.context(), "vega", 1, "pushed"))
