"""Every key of every table is read, every id is known before anything refers to it, and what is wrong is left out."""

from collections.abc import Callable

import pytest
from wardiary_server.game.state import Game
from wardiary_server.scenario.faults import Fault

Faults = Callable[..., list[Fault]]


def said(faults: list[Fault]) -> list[str]:
    return [f"{fault.line}:{fault.column} {fault.text} {fault.hint}".strip() for fault in faults]


def test_a_key_that_is_not_of_the_format(faults: Faults) -> None:
    assert said(faults('title = "First blood"', 'title = "x"\ntitel = "y"')) == [
        "3:1 [game] has no 'titel'. Did you mean 'title'?"
    ]
    assert said(faults('deploy = ["red"]', 'deploy = ["red"]\ndeplyo = []')) == [
        "19:1 A zone has no 'deplyo'. Did you mean 'deploy'?"
    ]


def test_a_number_that_no_rulebook_reads(faults: Faults) -> None:
    assert said(faults("dice = 5", "dice = 5\ndamge = 2")) == [
        "29:1 No rulebook of this game knows 'damge' of a weapon. Did you mean 'damage'?"
    ]


def test_a_number_of_a_rulebook_that_is_not_enabled(faults: Faults) -> None:
    found = faults(
        '["zones", "environments"]', '["environments"]', "dice = 5", "", "health = 3\n", "health = 3\nar = 1\n"
    )

    assert said(found) == [
        "34:1 No rulebook of this game knows 'ar' of a unit. "
        "It belongs to the rulebook 'zones': name that in [game] rulebooks."
    ]


def test_a_table_that_is_not_of_the_format(faults: Faults) -> None:
    assert said(faults(more="[[unit]]\nid = 'kei'")) == [
        "38:3 There is no table 'unit' in a scenario. Did you mean 'units'?"
    ]


@pytest.mark.parametrize("line", ["sides = 3\n", "[sides]\n", "sides = [3]\n"])
def test_a_list_of_tables_that_is_none(faults: Faults, line: str) -> None:
    sides = '[[sides]]\nid = "red"\n[[sides]]\nid = "blue"\n'
    texts = [fault.text for fault in faults(sides, "", "[game]", f"{line}[game]")]

    assert "'sides' is a list of tables." in texts
    assert "There are no sides." not in texts


def test_one_table_that_is_a_list(faults: Faults) -> None:
    assert "1:3 'game' is one table. Begin it with [game]." in said(faults("[game]", "[[game]]"))


def test_keys_that_are_missing_are_named_with_an_example(faults: Faults) -> None:
    assert said(faults(more='[[areas]]\nid = "x"')) == ['38:1 This area has no kind. Such as kind = "airless".']
    assert said(faults(more='[[units]]\nname = "Kei"\nside = "red"\nhealth = 1')) == [
        '38:1 This unit has no id. Such as id = "vega".'
    ]


def test_an_id_that_is_taken(faults: Faults) -> None:
    assert said(faults('id = "bridge"', 'id = "dock"'))[0] == (
        "20:6 The id 'dock' is taken by the zone in line 16. Give one of them another."
    )
    assert said(faults(more='[[items]]\nid = "carbine"')) == [
        "39:6 The id 'carbine' is taken by the weapon in line 26. Give one of them another."
    ]


def test_two_links_between_the_same_zones_need_an_id(faults: Faults) -> None:
    link = '[[links]]\nbetween = ["dock", "bridge"]\n'

    assert said(faults(more=link + link)) == [
        "40:1 The id 'dock-bridge' is taken by the link in line 38. Give it an id of its own."
    ]


def test_ids_that_are_made(made: Callable[..., Game]) -> None:
    game = made(
        more='[[links]]\nbetween = ["bridge", "dock"]\n[[areas]]\nkind = "smoke"\nzones = ["dock"]\n'
        '[[events]]\nwhen = {round = 2}\ntext = "It is late."\n'
    )

    assert "bridge-dock" in game.links
    assert "smoke-1" in game.areas
    assert "event-1" in game.happenings


def test_too_much_of_one_thing_is_said_and_cut(faults: Faults) -> None:
    zones = "".join(f'[[zones]]\nid = "z{n}"\n[[links]]\nbetween = ["dock", "z{n}"]\n' for n in range(499))

    assert "There are 501 zones; 500 are the most." in [fault.text for fault in faults(more=zones)]


def test_a_board_may_have_more_walls_than_anything_else(faults: Faults) -> None:
    wall = "\n[[walls]]\nline = [[0, 0], [1, 0]]"

    assert "walls; " not in "".join(fault.text for fault in faults(more=wall * 600))
    assert "There are 4001 walls; 4000 are the most." in [fault.text for fault in faults(more=wall * 4_001)]


def test_data_for_a_rulebook_is_kept_as_it_reads_it(made: Callable[..., Game], faults: Faults) -> None:
    breach = '[[breaches]]\nid = "b1"\nzone = "dock"\naffects = ["dock", "bridge"]\nrestores = true\n'

    assert made(more=breach).markers["b1"].data == {"affects": "dock,bridge", "restores": 1}
    assert [f.hint for f in faults(more=breach + "hazard_damge = 2")] == ["Did you mean 'hazard_damage'?"]


def test_what_fills_up_in_play_can_be_stated_at_the_start(made: Callable[..., Game], faults: Faults) -> None:
    assert made(more='"ammo:carbine" = 2').units["rook"].stats["ammo:carbine"] == 2
    assert said(faults(more='"ammo:carbin" = 2'))[0].startswith("38:1 No rulebook of this game knows 'ammo:carbin'")
