"""The format: every key is read, shown by an example that is right, and documented."""

from __future__ import annotations

import tomllib

import pytest
from wardiary_server.cases.format import CASE, EXPECT, STEP, Key, reading_of
from wardiary_server.scenario.faults import Faults
from wardiary_server.scenario.positions import locate
from wardiary_server.scenario.values import BAD

ALL = [(name, key) for table in (CASE, STEP, EXPECT) for name, key in table.items() if name != "steps"]


@pytest.mark.parametrize(("name", "key"), ALL)
def test_the_example_of_each_key_is_right(name: str, key: Key) -> None:
    for example in key.example.split("` or `"):
        faults = Faults("x", locate(""))
        value = tomllib.loads(f"x = {example}")["x"]
        assert key.read(reading_of(faults), (name,), value) is not BAD
        assert faults.found == ()


@pytest.mark.parametrize(("name", "key"), ALL)
def test_no_key_takes_a_date(name: str, key: Key) -> None:
    faults = Faults("x", locate(""))
    assert key.read(reading_of(faults), (name,), tomllib.loads("x = 2020-01-01")["x"]) is BAD
    assert "a date or time" in faults.found[0].text


def test_one_of_a_list_needs_no_brackets() -> None:
    reading = reading_of(Faults("x", locate("")))
    assert EXPECT["told"].read(reading, (), "x") == ("x",)
    assert STEP["choices"].read(reading, (), ["x", ["y", "z"], []]) == (("x",), ("y", "z"), ())
    assert STEP["dice"].read(reading, (), [1, "Blank"]) == (1, "blank")
    assert STEP["dice"].read(reading, (), {"ann": [2]}) == {"ann": (2,)}
    assert STEP["command"].read(reading, (), "undo") == {"do": "undo"}
