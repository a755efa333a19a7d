"""What names something else names something that is there."""

from collections.abc import Callable

import pytest
from wardiary_server.game.state import Game, Special
from wardiary_server.scenario.faults import Fault

Faults = Callable[..., list[Fault]]


def said(faults: list[Fault]) -> list[str]:
    return [f"{fault.line}:{fault.column} {fault.text} {fault.hint}".strip() for fault in faults]


def test_an_id_that_is_not_there(faults: Faults) -> None:
    assert said(faults('deploy = ["red"]', 'deploy = ["rad"]')) == [
        "18:11 There is no 'rad' among the sides. Did you mean 'red'?"
    ]


def test_a_list_holds_each_id_once_and_is_a_list(faults: Faults) -> None:
    assert said(faults('weapons = ["carbine"]', 'weapons = ["carbine", "carbine"]')) == [
        "32:23 'carbine' is named twice."
    ]
    assert said(faults('weapons = ["carbine"]', 'weapons = "carbine"')) == [
        "32:11 This has to be a list of ids of weapons, not a text. A list has square brackets, also with one item."
    ]


def test_a_link_joins_two_zones_that_are_not_the_same(faults: Faults) -> None:
    assert "24:20 This joins 'dock' to itself." in said(faults('"dock", "bridge"', '"dock", "dock"'))
    assert said(faults('"dock", "bridge"', '"dock"')) == ["24:11 This list has 1 items, and has to have 2."]


def test_a_tag_is_a_word_of_a_rulebook(faults: Faults) -> None:
    assert said(faults(more='tags = ["charakter"]')) == [
        "38:9 No rulebook of this game knows the tag 'charakter'. Did you mean 'character'?"
    ]


def test_a_tag_with_an_open_end_takes_the_id_of_a_side(made: Callable[..., Game], faults: Faults) -> None:
    assert made(more='tags = ["targets:red"]').units["rook"].tags == ("targets:red",)
    assert [fault.line for fault in faults(more='tags = ["targets:rad"]')] == [38]


def test_another_name_for_a_kind_of_area_is_read_as_that_kind(made: Callable[..., Game]) -> None:
    area = made(more='[[areas]]\nkind = "radiation"\nzones = ["dock"]').areas["radiation-1"]

    assert (area.kind, area.name) == ("hazard", "Radiation")


def test_a_word_of_a_rulebook_that_is_not_enabled(faults: Faults) -> None:
    found = faults('["zones", "environments"]', '["zones"]', more='[[areas]]\nkind = "airless"\nzones = ["dock"]')

    assert said(found) == [
        "39:8 No rulebook of this game knows the kind of area 'airless'. "
        "It belongs to the rulebook 'environments': name that in [game] rulebooks."
    ]


def test_what_a_rule_may_make_is_only_odd(faults: Faults) -> None:
    (odd,) = faults(more='[[events]]\nwhen = {round = 1}\ndo = [{do = "seal", breach = "breach-d1"}]')

    assert odd.warning
    assert odd.text == "There is no 'breach-d1' among the markers, unless a rule makes one."


SEALED = '[[specials]]\nid = "sealed"\nname = "SEALED"\ndoes = "protect"\nagainst = ["airless", "hazard"]\n'
"""A special rule, which begins in line 39 when a unit above it has a line of its own."""


def test_a_special_rule_is_data_and_named_by_units_and_what_they_carry(made: Callable[..., Game]) -> None:
    """D5, D37: what it does and against which rolls, as the scenario states it."""
    suit = '[[items]]\nid = "suit"\nspecials = ["sealed"]\n'
    game = made("dice = 5", 'dice = 5\nspecials = ["sealed"]', more=f'specials = ["sealed"]\n{SEALED}{suit}')

    assert game.specials["sealed"] == Special("sealed", "SEALED", "protect", ("airless", "hazard"))
    assert game.units["rook"].specials == game.items["suit"].specials == game.items["carbine"].specials == ("sealed",)
    assert game.units["vega"].specials == ()


def test_what_looks_through_darkness_says_how_far_in_inches(made: Callable[..., Game], faults: Faults) -> None:
    """ENV-39: the state keeps thousandths of an inch."""
    goggles = '[[specials]]\nid = "goggles"\ndoes = "ignore"\nagainst = ["darkness"]\nwithin = 8\n'
    owned = 'specials = ["goggles"]\n'

    assert made(more=owned + goggles).specials["goggles"].within == 8_000
    assert made(more=owned + goggles.replace("within = 8\n", "")).specials["goggles"].within == 0
    assert [f.line for f in faults(more=owned + goggles.replace("8", "0"))] == [43]


def test_d37_an_unknown_special_rule_is_a_fault(faults: Faults) -> None:
    """D37: there is none by default, and a word that is spelt otherwise is another one."""
    assert said(faults(more='specials = ["saeled"]\n' + SEALED)) == [
        "38:13 There is no 'saeled' among the specials. Did you mean 'sealed'?",
    ]
    assert said(faults(more='specials = ["sealed"]')) == ["38:13 There is no 'sealed' among the specials."]


def test_what_it_helps_with_is_a_roll_that_a_rulebook_declares(faults: Faults) -> None:
    owned = 'specials = ["sealed"]\n'

    assert said(faults(more=owned + SEALED.replace('"hazard"', '"hazrd"'))) == [
        "43:23 No rulebook of this game knows the roll 'hazrd'. Did you mean 'hazard'?"
    ]
    assert said(faults('["zones", "environments"]', '["zones"]', more=owned + SEALED.replace('"airless", ', ""))) == [
        "43:12 No rulebook of this game knows the roll 'hazard'. "
        "It belongs to the rulebook 'environments': name that in [game] rulebooks."
    ]
    assert said(faults(more=owned + SEALED.replace('"airless", "hazard"', ""))) == [
        "43:11 This list has 0 items, and has to have at least 1."
    ]


@pytest.mark.parametrize(
    "labelled",
    [
        '[[areas]]\nkind = "hazard"\nzones = ["dock"]\nlabel = "the reactor"\n',
        '[[breaches]]\nid = "b"\nzone = "dock"\nreleases = "hazard"\nhazard_label = "the reactor"\n',
        "[[events]]\nwhen = {round = 2}\n"
        'do = [{do = "area", kind = "hazard", zones = ["dock"], label = "the reactor"}]\n',
    ],
)
def test_a_hazard_can_be_named_by_its_label(made: Callable[..., Game], faults: Faults, labelled: str) -> None:
    """D5, D38: `hazard:<label>`, whoever gives the label."""
    owned = 'specials = ["sealed"]\n' + SEALED.replace('"hazard"', '"hazard:the reactor"') + labelled

    assert made(more=owned).specials["sealed"].against == ("airless", "hazard:the reactor")
    assert [f.line for f in faults(more=owned.replace('"hazard:the reactor"', '"hazard:the rector"'))] == [43]
