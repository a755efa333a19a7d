"""Reading a case file: every fault of it at once, each with its place and what was meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.cases import BOARD, faults, find, of, text
from wardiary_server.cases.reading import read
from wardiary_server.cases.trying import beside

STEP = '[[steps]]\ncommand = {do = "move", unit = "ann", to = "b"}\n'


def test_a_step_is_done_by_whose_unit_it_is_unless_it_says_otherwise() -> None:
    case = of(STEP + '[[steps]]\nby = "referee"\ncommand = "end_round"\n[[steps]]\nby = "operator"\ncommand = "undo"')
    assert [step.by for step in case.steps] == ["red", "judge", "operator"]
    assert [step.place.line for step in case.steps] == [4, 6, 9]


def test_every_fault_is_found_in_one_run() -> None:
    found = faults(
        'titel = "x"\nscenario = "board"\ngiven = {"units.an.zone" = "a", "zones.a.levels.fier" = 1}\n'
        'seated = ["rde"]\n[[steps]]\ncomand = "x"\ndice = [1, "two"]\n[[steps]]\nby = "blu"\ncommand = {to = 1}\n'
        'expect.state = {"units.ann.status" = "dwn", "units.ann.stats.helth" = 3}\nexpect.evnts = []\n'
    )
    places = [line.split(" ")[0].removeprefix("case.toml:") for line in found]
    assert places == [
        *("1:1:", "1:1:", "3:10:", "3:33:", "4:11:", "5:1:", "6:1:", "7:12:", "9:6:"),
        *("10:11:", "11:38:", "11:71:", "12:8:"),
    ]
    hints = ("'title'", "'ann'", "'fire'", "'red'", "'command'", "'blue'", "'down'", "'health'", "'events'")
    assert all(any(f"Did you mean {hint}?" in line for line in found) for hint in hints), found


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("", "This case has no title and steps."),
        ('title = "x"\nsteps = []', "This case has no steps."),
        (text('[[steps]]\ncommand = "end_round"'), "does not say who does it"),
        (text(STEP + "expect.only = true"), "`only` is about `events`"),
        (text(STEP + 'expect = {rejected = "no_action", told = "x"}'), "What is refused does nothing"),
        (text(STEP, 'given = {"table.cursor" = 3}'), "The state's table part is the room's own."),
        (text(STEP, 'given = {"units.ann.zone" = 3}'), "This has to be a text, not a whole number."),
        (text(STEP, "given.areas.x.zones = ['a']"), "What is given is no whole state"),
        ('title = "x"\nscenario = "bord"\n' + STEP, "There is no such file."),
        ('title = "x"\nscenario = 3\n' + STEP, "This has to be a text: a file"),
        ('title = "x"\nscenario = {game = {titel = "y"}}\n' + STEP, "[game] has no 'titel'"),
        (text(STEP + 'dice = {ann = "x"}'), "This has to be a list of faces, not a text."),
        (text(STEP + "choices = [3]"), "This has to be a text, or a list of texts, not a number."),
        (text(STEP + "expect.events = [3]"), "This has to be an event"),
        ('title = "x\n' + STEP, "This text has no closing quote"),
    ],
)
def test_what_is_wrong_is_said(written: str, told: str) -> None:
    assert any(told in line for line in faults(written)), faults(written)


def test_an_unknown_word_of_a_scenario_within_a_case_has_its_place_in_the_case() -> None:
    board = (
        BOARD.replace("[[", "[[scenario.")
        .replace("\n[options", "\n[scenario.options")
        .replace("[game", "[scenario.game")
    )
    found = faults(f'title = "x"\n{STEP}{board}'.replace("health = 5", "helth = 5", 1))
    line = next(n for n, words in enumerate(f'title = "x"\n{STEP}{board}'.splitlines(), 1) if words == "health = 5")
    assert any(fault.startswith(f"case.toml:{line}:1: No rulebook of this game knows 'helth'") for fault in found)
    assert faults(f'title = "x"\n{STEP}{board}') == []


@given(st.data())
def test_however_a_file_is_cut_about_there_is_an_answer(data: st.DataObject) -> None:
    whole = text(STEP + 'dice = [1]\nexpect.state = {"units.ann.zone" = "b"}', "given.zones.b.levels.fire = 2")
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 30)))
    case, found = read(whole[:start] + data.draw(st.text(max_size=5)) + whole[end:], "case.toml", find)
    assert (case is None) == bool(found)


def test_a_bundled_scenario_is_found_by_its_name() -> None:
    case, found = read(
        'title = "x"\nscenario = "derelict"\n[[steps]]\nby = "red"\ncommand = "done"', "x", beside(Path())
    )
    assert found == ()
    assert case is not None
    assert case.game.title == "Derelict"
