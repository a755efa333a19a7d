"""The scenario's own events: when they come, and what they do, checked against what rulebooks declare."""

import tomllib
from collections.abc import Callable

import pytest
from wardiary_server.game.rulebook import DeedSpec, Rulebook
from wardiary_server.game.state import Game, Marker
from wardiary_server.scenario import check_text
from wardiary_server.scenario.faults import Fault

Faults = Callable[..., list[Fault]]
EVENT = "[[events]]\nid = 'e'\n"


@pytest.mark.parametrize("when", ["{round = 3}", "{round_end = 3}", '{door = "d1", is = "open"}'])
def test_every_way_to_say_when(made: Callable[..., Game], when: str) -> None:
    happening = made(more=f'{EVENT}when = {when}\ntext = "so be it"').happenings["e"]

    assert list(happening.when) == [word.split()[-1].strip("{, ") for word in when.split("=")[:-1]]
    assert happening.text == "so be it"


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("{rond = 3}", "No event comes at rond."),
        ("{}", "No event comes at nothing."),
        ("{round = 3, round_end = 3}", "No event comes at round and round_end."),
        ('{door = "d1"}', "No event comes at door."),
        ("{round = 0}", "This has to be a whole number, 1 to 1,000, and 0 is not."),
        ('{door = "d2", is = "open"}', "There is no 'd2' among the links."),
        ('{door = "d1", is = "ajar"}', "'ajar' is not known here."),
        ("3", "This has to be a table such as {round = 3}, not a number."),
    ],
)
def test_any_other_way_is_a_fault(faults: Faults, when: str, said: str) -> None:
    assert [fault.text for fault in faults(more=f'{EVENT}when = {when}\ntext = "x"')] == [said]


def test_deeds_are_kept_as_plain_maps_with_lists_as_one_text(made: Callable[..., Game]) -> None:
    units = '[[units]]\nid = "kei"\nside = "red"\nhealth = 2\ntags = ["brought"]\n'
    do = '[{do = "reserves", units = ["kei"], zone = "dock"}, {do = "door", link = "d1", is = "open"}]'

    happening = made(more=f"{units}{EVENT}when = {{round = 2}}\ndo = {do}").happenings["e"]

    assert happening.does == (
        {"do": "reserves", "units": "kei", "zone": "dock"},
        {"do": "door", "link": "d1", "is": "open"},
    )


@pytest.mark.parametrize(
    ("do", "said"),
    [
        ('[{do = "bring"}]', "No rulebook of this game knows how to do 'bring'."),
        ('[{link = "d1"}]', "This does not say what it does."),
        ('["tell"]', 'This has to be a table such as {do = "tell", text = "..."}, not a text.'),
        ('"tell"', "This has to be a list of tables, each with `do`, not a text."),
        ('[{do = "door", link = "d1"}]', "'door' needs is."),
        ('[{do = "tell", text = "x", txt = "y"}]', "'tell' knows no 'txt'."),
        ('[{do = "door", link = "d2", is = "open"}]', "There is no 'd2' among the links."),
        ('[{do = "door", link = "d1", is = "wide"}]', "'wide' is not known here."),
        ('[{do = "reserves", units = [], zone = "dock"}]', "This list has 0 items, and has to have at least 1."),
        ('[{do = "level", zone = "dock", level = "fire", number = "2"}]', "This has to be a whole number, not a text."),
        ('[{do = "level", zone = "dock", level = "fyre", number = 2}]', "No zone has a level 'fyre'."),
    ],
)
def test_a_deed_that_no_rulebook_could_do(faults: Faults, do: str, said: str) -> None:
    assert [f.text for f in faults(more=f"{EVENT}when = {{round = 1}}\ndo = {do}") if not f.warning] == [said]


def test_a_strangers_deed_is_checked_as_closely_as_ours(sound: str) -> None:
    deed = DeedSpec(lambda ctx, deed: iter(()), {"where": "zone"}, {"how": "dread", "loud": "dread"})  # type: ignore
    books = [Rulebook("zones", item_stats={"dice": ""}), Rulebook("environments", deeds={"howl": deed})]

    def texts(do: str) -> list[str]:
        return [f.text for f in check_text(f"{sound}{EVENT}when = {{round = 1}}\ndo = [{do}]", "f.toml", books)[1]]

    assert texts('{do = "howl", where = "dock", how = 3, loud = true}') == []
    assert texts('{do = "howl", where = "dokc"}') == ["There is no 'dokc' among the zones."]
    assert texts('{do = "howl"}') == ["'howl' needs where."]
    assert texts('{do = "howl", where = "dock", how = {}}') == [
        "This has to be a text, a number, true or false, not a table."
    ]


MORE = """\
[[objectives]]
id = "core"
kind = "hold"
zones = ["dock"]
[[breaches]]
id = "b1"
zone = "dock"
entry = ["red"]
[[power]]
id = "main"
is = "off"
doors = ["d1"]
objectives = ["core"]
units = ["rook"]
"""


@pytest.mark.parametrize(
    "when",
    ['{objective = "core"}', '{breach = "b1", is = "sealed"}', '{power = "main", is = "on"}'],
)
def test_an_event_waits_for_what_happens(made: Callable[..., Game], when: str) -> None:
    """ENV-25, ENV-44: for an objective, a Breach, the power."""
    event = f'[[events]]\nid = "e"\nwhen = {when}\ntext = "Now."\n'
    assert made(more=MORE + event).happenings["e"].when == tomllib.loads(f"when = {when}")["when"]


def test_power_is_a_supply_with_what_hangs_on_it(made: Callable[..., Game]) -> None:
    """ENV-40: a marker that lies nowhere."""
    hangs = {"is": "off", "doors": "d1", "objectives": "core", "units": "rook"}
    game = made(more=MORE)
    assert game.markers["main"] == Marker("main", "power", "Main", data=hangs)
    assert game.markers["b1"].data == {"entry": "red"}


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ('doors = ["d1"]', 'doors = ["d2"]', "There is no 'd2' among the links."),
        ('is = "off"', 'is = "of"', "'of' is not known here."),
        ('id = "main"', 'id = "b1"', "The id 'b1' is taken by the breach in line 42."),
    ],
)
def test_power_that_cannot_be(faults: Callable[..., list[Fault]], old: str, new: str, text: str) -> None:
    assert [fault.text for fault in faults(more=MORE.replace(old, new))] == [text]


def test_power_is_of_a_rulebook(faults: Callable[..., list[Fault]]) -> None:
    """ENV-40: without that nothing would heed it."""
    power = MORE[MORE.index("[[power]]") :].replace('objectives = ["core"]\n', "")
    found = faults('["zones", "environments"]', '["zones"]', more=power)
    assert [fault.text for fault in found] == ["No rulebook of this game knows what power is."]
