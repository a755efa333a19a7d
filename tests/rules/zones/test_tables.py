"""Tables of results: which row counts, what it brings, and which tables cannot be played."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play, unit
from kit.skirmish import play
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Action, Command, Rule, Rulebook
from wardiary_server.game.state import Game, ResultRow, ResultTable
from wardiary_server.rules.zones import RULEBOOK
from wardiary_server.rules.zones.tables import BUNDLED, CRITICAL, NAMES, bad_tables, befall, roll_on, row_of


class Suffer(Command, frozen=True, tag="suffer"):
    """Rolls on the table of critical injuries, with something added."""

    unit: str
    add: int = 0


def suffer(ctx: Context, command: Suffer) -> Rule[None]:
    row = yield from roll_on(ctx, command.unit, CRITICAL, "bad luck", add=command.add)
    yield from befall(ctx, command.unit, row, "bad luck")


HOUSE = Rulebook(name="house", actions=(Action(Suffer, ("player",), suffer),))


def table(*rows: ResultRow, sides: int = 6) -> ResultTable:
    return ResultTable(CRITICAL, rows, sides)


def suffers(row: ResultRow, face: int = 1, add: int = 0) -> Play:
    own = table(ResultRow(0, 0, "nothing"), row)
    start = play("a", unit("vega"), unit("ash"), unit("rook", "a", "blue"), tables={CRITICAL: own}).start
    game = Play(start, RULEBOOK, HOUSE)
    game.act("red", "suffer", "vega", face, add=add)
    return game


# ---------------------------------------------------------------------------------------------- which row


@given(st.integers(-5, 20))
def test_beyond_the_ends_the_first_and_the_last_row_count(number: int) -> None:
    rows = (ResultRow(4, 6, "bad"), ResultRow(1, 3, "good"))
    assert row_of(table(*rows), number).text == ("good" if number <= 3 else "bad")


def test_what_is_added_to_the_die_counts() -> None:
    assert "Vega, bad luck: worse." in suffers(ResultRow(1, 9, "worse"), 3, 5).story()
    assert "Vega, bad luck: nothing." in suffers(ResultRow(1, 9, "worse"), 3, -5).story()


# ---------------------------------------------------------------------------------------------- what it brings


def test_a_row_brings_all_that_it_says() -> None:
    """D74."""
    game = suffers(ResultRow(1, 6, "a beating", damage=2, condition="dazed", amount=3, stress=2, turns=1))
    assert game.unit("vega").stats["health"] == 3
    assert game.unit("vega").conditions == {"dazed": 3, "stress": 2, "lost_turns": 1}
    assert game.unit("vega").status == "ready"


def test_a_row_may_take_stress_away() -> None:
    game = suffers(ResultRow(1, 6, "calm", stress=-2))
    assert game.unit("vega").conditions == {}


@pytest.mark.parametrize(
    ("row", "status"),
    [(ResultRow(1, 6, "gone", lethal=True), "dead"), (ResultRow(1, 6, "faints", status="down"), "down")],
)
def test_a_row_may_put_somebody_down_or_kill(row: ResultRow, status: str) -> None:
    game = suffers(row)
    assert game.unit("vega").status == status


def test_damage_that_kills_already_is_no_second_death() -> None:
    """A row that hurts somebody down, and then puts them down."""
    game = suffers(ResultRow(1, 6, "worn out", damage=9, status="down"))
    assert game.unit("vega").status == "down"
    assert game.story().count("Vega goes down.") == 1


# ---------------------------------------------------------------------------------------------- what cannot be played


def flaws(*rows: ResultRow, sides: int = 6) -> list[str]:
    return [flaw.text for flaw in bad_tables(Game(title="", tables={CRITICAL: table(*rows, sides=sides)}))]


def test_a_face_that_no_row_has_is_a_flaw() -> None:
    assert flaws(ResultRow(1, 3, "a"), ResultRow(5, 6, "b")) == ["The table critical has no row for the number 4."]
    assert flaws(ResultRow(1, 6, "a"), sides=8) == [
        "The table critical has no row for the number 7.",
        "The table critical has no row for the number 8.",
    ]


def test_a_face_that_two_rows_have_is_a_flaw() -> None:
    assert flaws(ResultRow(1, 4, "a"), ResultRow(4, 6, "b")) == ["The table critical has 2 rows for the number 4."]


def test_beyond_the_die_a_gap_is_a_flaw_too() -> None:
    """What is added to the die reaches there."""
    assert flaws(ResultRow(1, 6, "a"), ResultRow(8, 9, "b")) == ["The table critical has no row for the number 7."]


def test_a_row_the_other_way_round_is_a_flaw() -> None:
    assert flaws(ResultRow(6, 1, "a"))[0] == "The table critical has a row from 6 to 1: the other way round."


def test_what_is_bundled_can_be_played() -> None:
    assert not list(bad_tables(Game(title="", tables=BUNDLED)))
    assert BUNDLED.keys() == NAMES.keys()


def test_a_table_of_another_rulebook_is_none_of_ours() -> None:
    assert not list(bad_tables(Game(title="", tables={"weather": ResultTable("weather", ())})))
