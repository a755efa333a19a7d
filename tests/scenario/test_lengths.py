"""Inches in a file are whole thousandths in the state, to the letter."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wardiary_server.game.frame import FRAME
from wardiary_server.scenario.faults import Faults
from wardiary_server.scenario.lengths import BASE, MOST, SIZE, Inches, Line, Position, inches
from wardiary_server.scenario.positions import locate
from wardiary_server.scenario.values import BAD, Reading, Value
from wardiary_server.scenario.vocabulary import Vocabulary

WORDS = Vocabulary([FRAME])


def read(kind: Value, value: object) -> tuple[Any, list[str]]:
    """What reading gives, and the faults with their hints."""
    faults = Faults("f.toml", locate(""))
    found = kind.read(Reading(faults, WORDS, {}), ("key",), value)
    return found, [f"{fault.text} {fault.hint}".strip() for fault in faults.found]


@given(st.integers(-MOST, MOST))
def test_every_thousandth_can_be_written_and_is_read_as_it_was(thousandths: int) -> None:
    assert read(Inches(), float(inches(thousandths))) == (thousandths, [])
    assert Decimal(inches(thousandths)) * 1000 == thousandths


@pytest.mark.parametrize(
    ("kind", "value", "kept"),
    [
        (Inches(), 3, 3_000),
        (Inches(), 0.1, 100),
        (Inches(), 1.005, 1_005),
        (Inches(), -2.5, -2_500),
        (Position(), [12.5, 3], (12_500, 3_000)),
        (Line(2, 2), [[0, 0], [0.5, 1]], ((0, 0), (500, 1_000))),
        (SIZE, [36, 24.5], (36_000, 24_500)),
        (BASE, 0.625, 625),
    ],
)
def test_what_is_right_is_kept_in_thousandths(kind: Value, value: object, kept: object) -> None:
    assert read(kind, value) == (kept, [])


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        (Inches(), "3", "This has to be a number of inches, -1000 to 1000, not a text."),
        (Inches(), True, "This has to be a number of inches, -1000 to 1000, not true or false."),
        (Inches(), float("nan"), "This has to be a number of inches, -1000 to 1000, and nan is not."),
        (Inches(), float("inf"), "This has to be a number of inches, -1000 to 1000, and inf is not."),
        (BASE, 0, "This has to be a number of inches, 0.001 to 20, and 0 is not."),
        (Inches(), 0.3333, "A length has up to three decimals, and 0.3333 has more. Perhaps 0.333."),
        (Position(), [1], "This has to be a list of two numbers, [right, down] in inches, not a list."),
        (Line(3), [[0, 0], [1, 1]], "This has to be a list of 3 or more places, [[right, down], ...] in inches, not a "
         "list."),
        (Line(2, 2), 7, "This has to be a list of 2 places, [[right, down], ...] in inches, not a number."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(kind: Value, value: object, said: str) -> None:
    assert read(kind, value) == (BAD, [said])


def test_a_schema_says_the_same() -> None:
    assert Inches(0, 2_500).schema(WORDS) == {"type": "number", "minimum": 0.0, "maximum": 2.5}
    assert Position().schema(WORDS)["minItems"] == 2
    assert (Line(3).schema(WORDS)["minItems"], Line(2, 2).schema(WORDS)["maxItems"]) == (3, 2)
