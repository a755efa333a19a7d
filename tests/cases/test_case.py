"""A case once it is read expects nothing and gives nothing unless it says so."""

from __future__ import annotations

from wardiary_server.cases.case import Expect, Step
from wardiary_server.scenario.positions import Place


def test_a_bare_step_only_has_to_be_accepted() -> None:
    step = Step(1, Place(3, 1), "red", {"do": "done"})
    assert step.expect == Expect()
    assert (step.dice, step.choices, step.agreed) == ((), (), False)
