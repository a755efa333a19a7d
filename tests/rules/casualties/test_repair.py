"""Vehicles are brought back as people are, with tools."""

from __future__ import annotations

import pytest
from kit.field import down, medic, soldier, start
from wardiary_server.game.state import Unit


def mechanic() -> Unit:
    return soldier("rook", items=("box",), skill_die=10)


@pytest.mark.parametrize(
    ("face", "status", "injured"), [(3, "dead", False), (5, "down", False), (6, "ready", True), (9, "ready", False)]
)
def test_the_same_table(face: int, status: str, injured: bool) -> None:
    """MED-10: a vehicle, tools in place of a medkit, and the same results."""
    play = start("a", mechanic(), down("truck", kind="vehicle"))
    play.act("red", "repair", "rook", face, target="truck")

    assert play.unit("truck").status == status
    assert bool(play.unit("truck").conditions.get("injured")) == injured
    assert [roll.reason for roll in play.rolls("repair")] == ["repairing Truck"]


@pytest.mark.parametrize(
    ("unit", "target", "code"),
    [("doc", "truck", "no_kit"), ("rook", "vega", "not_a_patient"), ("rook", "far", "out_of_reach")],
)
def test_tools_are_for_machines(unit: str, target: str, code: str) -> None:
    """MED-10: a medkit repairs nothing, and tools heal nobody."""
    play = start("a - b", mechanic(), medic(), down(), down("truck", kind="vehicle"), down("far", "b", kind="machine"))

    assert play.refused("red", {"do": "repair", "unit": unit, "target": target}) == code
