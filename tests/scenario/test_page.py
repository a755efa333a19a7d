"""docs/scenarios.md teaches what is true: its scenario runs, its pieces fit, its generated parts are in step."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from wardiary_protocol.page import fill
from wardiary_server.scenario import check_text, schema
from wardiary_server.scenario.page import blocks, main
from wardiary_server.scenario.tables import TABLES

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "scenarios.md").read_text(encoding="utf-8")
FENCED = re.findall(r"^```(toml(?: add)?)\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
FIRST = FENCED[0][1]
ADDED = [text for kind, text in FENCED if kind == "toml add"]
(BOARD,) = re.findall(r"^```toml board\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
BOTH = FIRST.replace('rulebooks = ["zones"]', 'rulebooks = ["zones", "environments", "casualties"]')


def test_the_generated_parts_are_in_step() -> None:
    assert fill(TEXT, blocks()) == TEXT, "make docs writes them anew"


def test_the_schema_is_in_step() -> None:
    file = DOCS / "scenario.schema.json"

    assert json.loads(file.read_text(encoding="utf-8")) == schema(), "make docs writes it anew"


def test_the_scenario_of_the_page_can_be_played() -> None:
    game, faults = check_text(FIRST, "ambush.toml")

    assert game is not None
    assert faults == ()


@pytest.mark.parametrize("number", range(len(ADDED)))
def test_each_piece_is_toml(number: int) -> None:
    assert tomllib.loads(ADDED[number])


def test_all_pieces_together_can_be_played_too() -> None:
    game, faults = check_text(BOTH + "".join(ADDED), "ambush.toml")

    assert [str(fault) for fault in faults] == []
    assert game is not None


def test_the_board_of_the_page_can_be_played() -> None:
    game, faults = check_text(BOARD, "landing.toml")

    assert [str(fault) for fault in faults] == []
    assert game is not None
    assert game.measure == "board"


def test_the_pieces_use_every_table() -> None:
    used = {*tomllib.loads(BOTH + "".join(ADDED)), *tomllib.loads(BOARD)}

    assert used == {table.name for table in TABLES}


def test_the_faults_that_the_page_shows_are_those_that_are_found() -> None:
    wrong = FIRST.replace('between = ["road", "yard"]', 'between = ["road", "yrad"]').replace("damage", "damge")
    shown = re.findall(r"^ambush\.toml:(\d+):(\d+): (.+)$", TEXT, re.MULTILINE)

    found = [str(fault) for fault in check_text(wrong, "ambush.toml")[1]]

    assert [f"ambush.toml:{line}:{column}: {said}" for line, column, said in shown] == found


def test_the_page_is_filled_in_place(tmp_path: Path) -> None:
    page = tmp_path / "scenarios.md"
    page.write_text(re.sub(r"^\|.*\n", "", TEXT, flags=re.MULTILINE), encoding="utf-8")

    main([str(page)])

    assert blocks()["words levels"] in page.read_text(encoding="utf-8")
