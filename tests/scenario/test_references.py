"""What names something else names something that is there."""

from collections.abc import Callable

from wardiary_server.game.state import Game
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
