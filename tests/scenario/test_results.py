"""The rows of a table of results, as a scenario writes them."""

from __future__ import annotations

import pytest
from wardiary_server.game.state import ResultRow, ResultTable
from wardiary_server.rules.zones import RULEBOOK as ZONES
from wardiary_server.scenario.checking import check_text

START = """
[game]
title = "t"
rulebooks = ["zones"]
[options]
frame.rounds = 3
[[sides]]
id = "red"
[[seats]]
id = "red"
side = "red"
[[zones]]
id = "a"
deploy = ["red"]
[[units]]
id = "vega"
side = "red"
health = 3
[[objectives]]
id = "a"
kind = "hold"
zones = ["a"]
"""


def found(text: str) -> list[str]:
    return [str(fault).partition(": ")[2] for fault in check_text(START + text, "f", (ZONES,))[1]]


def test_a_table_is_read_with_all_that_its_rows_say() -> None:
    game, faults = check_text(
        START
        + """
[[tables]]
id = "critical"
sides = 4
rows = [
    {from = 1, text = "nothing"},
    {from = 2, to = 3, text = "hurt", damage = 1, condition = "lamed", amount = 2, stress = -1, turns = 1},
    {from = 4, text = "out", lethal = true, status = "dead"},
]
""",
        "f",
        (ZONES,),
    )
    assert not faults
    assert game is not None
    assert game.tables == {
        "critical": ResultTable(
            "critical",
            (
                ResultRow(1, 1, "nothing"),
                ResultRow(2, 3, "hurt", damage=1, condition="lamed", amount=2, stress=-1, turns=1),
                ResultRow(4, 4, "out", lethal=True, status="dead"),
            ),
            4,
        )
    }


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("3", 'This has to be a list of tables such as {from = 1, to = 3, text = "..."}, not a number.'),
        ("[3]", 'This has to be a table such as {from = 1, to = 3, text = "..."}, not a number.'),
        ("[{from = 1, to = 6}]", "This row has no text."),
        ("[{to = 6}]", "This row has no from and text."),
        ('[{from = 1, to = 6, text = "x", lethl = true}]', "A row has no 'lethl'. Did you mean 'lethal'?"),
        ('[{from = 1, to = 6, text = "x", lethal = 1}]', "This has to be true or false, not a number."),
        ('[{from = 1, to = 6, text = "x", status = "ded"}]', "'ded' is not known here. Did you mean 'dead'?"),
        ('[{from = 1, to = 5, text = "x"}]', "The table critical has no row for the number 6."),
        ('[{from = 1, to = 6, text = "x"}, {from = 6, text = "y"}]', "The table critical has 2 rows for the number 6."),
    ],
)
def test_each_fault_is_named(rows: str, said: str) -> None:
    faults = found(f'[[tables]]\nid = "critical"\nrows = {rows}\n')
    assert len(faults) == 1
    assert said in faults[0]


def test_a_table_that_no_rulebook_reads_is_a_fault() -> None:
    (fault,) = found('[[tables]]\nid = "critcal"\nrows = [{from = 1, to = 6, text = "x"}]\n')
    assert "No rulebook of this game knows the table of results 'critcal'. Did you mean 'critical'?" in fault
