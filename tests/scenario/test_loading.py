"""What is loaded can be played: the game, its rules, and what they assume."""

from pathlib import Path

import pytest
from wardiary_server.scenario import ScenarioFault, load


def test_a_bundled_scenario_is_ready_to_be_played() -> None:
    scenario = load("derelict")

    assert (scenario.title, scenario.source) == ("Derelict", "derelict")
    assert scenario.rules.names == ("frame", *scenario.game.rulebooks)
    assert any(line.startswith("frame.rounds = 8: ") for line in scenario.assumptions)
    assert scenario.about
    assert scenario.briefing
    assert scenario.warnings == ()


def test_a_file_is_loaded_with_its_warnings(tmp_path: Path, sound: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(sound + '[[zones]]\nid = "far"\n')

    scenario = load(file)

    assert (scenario.title, scenario.source) == ("First blood", str(file))
    assert [warning.warning for warning in scenario.warnings] == [True]


def test_one_with_faults_is_refused_with_all_of_them(tmp_path: Path, sound: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(sound.replace("health = 3", "health = 0"))

    with pytest.raises(ScenarioFault) as refused:
        load(file)

    assert len(refused.value.faults) == 2
    assert str(refused.value).count("needs at least 1 health") == 2


def test_one_that_is_not_there_is_refused() -> None:
    with pytest.raises(ScenarioFault, match="Did you mean 'derelict'"):
        load("derelikt")
