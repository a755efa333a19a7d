"""Trying case files: what is found in a folder, and what comes of each."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.cases import BOARD, text, tried
from wardiary_server.cases import NoCase, try_all

GOOD = text('[[steps]]\ncommand = {do = "move", unit = "ann", to = "b"}\n').replace('"board"', '"board.toml"')


def folder(tmp_path: Path, **files: str) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "board.toml").write_text(BOARD)
    for name, written in files.items():
        (tmp_path / "deep" / f"{name}.toml").write_text(written)
    return tmp_path


def test_all_cases_of_a_folder_are_tried_and_scenarios_among_them_are_not(tmp_path: Path) -> None:
    outcomes = list(try_all([folder(tmp_path, one=GOOD, two=GOOD + "dice = [1]", three="title = 3")]))
    assert [(Path(one.file).name, one.passed) for one in outcomes] == [
        ("one.toml", True),
        ("three.toml", False),
        ("two.toml", False),
    ]
    assert "three.toml:1:9: This has to be a text on one line" in outcomes[1].text
    assert "more than are rolled" in outcomes[2].text


def test_what_cannot_be_tried_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoCase, match="no case file in"):
        list(try_all([tmp_path]))
    (outcome,) = try_all([tmp_path / "none.toml"])
    assert outcome.text.endswith("none.toml: There is no such file.")
    (there := tmp_path / "a.toml").write_text(GOOD)
    (outcome,) = try_all([there])
    assert "a.toml:2:12: There is no such file." in outcome.text
    (tmp_path / "board.toml").write_text(BOARD.replace("health = 5", "helth = 5"))
    (outcome,) = try_all([there])
    assert "board.toml:" in outcome.text
    assert "Did you mean 'health'?" in outcome.text


def test_the_story_is_told_of_every_step() -> None:
    outcome = tried(
        '[[steps]]\ncommand = {do = "begin", unit = "ann"}\n'
        '[[steps]]\ncommand = {do = "begin", unit = "ann"}\nexpect.rejected = "turn_on"'
    )
    assert "    Ann's turn begins." in outcome.story.splitlines()
    assert "    refused as " in outcome.story


def test_a_case_stops_at_the_first_step_that_is_not_as_expected() -> None:
    outcome = tried('[[steps]]\ncommand = {do = "begin", unit = "ann"}\nexpect.told = "x"\n' * 2)
    assert outcome.text.count("step 1") == 1
    assert "step 2" not in outcome.text
