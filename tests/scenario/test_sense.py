"""A scenario that is right in every key may still not be playable: each way in which that happens is said once."""

from collections.abc import Callable

import pytest
from wardiary_server.game.rulebook import Flaw, Rulebook
from wardiary_server.game.state import Game
from wardiary_server.scenario import check_text
from wardiary_server.scenario.faults import Fault
from wardiary_server.scenario.sense import ENTRY

Faults = Callable[..., list[Fault]]

KEI = '[[units]]\nid = "kei"\nside = "red"\nhealth = 2\n'
BOX = '[[items]]\nid = "box"\ntags = ["loot"]\n'
OUT = '[[objectives]]\nid = "out"\nkind = "leave"\nzones = ["dock"]\n'
BRINGS = '[[events]]\nwhen = {round = 2}\ndo = [{do = "reserves", units = ["kei"], zone = "dock"}]\n'


def said(faults: list[Fault]) -> list[str]:
    return [f"{fault.line} {'(odd) ' if fault.warning else ''}{fault.text}" for fault in faults]


def test_the_sound_scenario_is_sound(faults: Faults) -> None:
    assert faults() == []


# ---------------------------------------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("replaced", "more", "found"),
    [
        (("frame.rounds = 4\n", ""), "",
         ["4 Nothing ends this game: no last round, no score that wins, no objectives."]),
        (("door =", "name ="), '[[events]]\nwhen = {door = "d1", is = "open"}\ntext = "x"\n',
         ["39 There is no door at 'd1'."]),
        ((), f'{BOX}[[objectives]]\nid = "o"\nkind = "hold"\nzones = ["dock"]\nitem = "box"\n',
         ["45 An objective of the kind 'hold' has no 'item'."]),
        ((), '[[objectives]]\nid = "o"\nkind = "take"\nzones = ["dock"]\nfrom = 2\n',
         ["42 An objective of the kind 'take' has no 'from'."]),
    ],
)  # fmt: skip
def test_what_cannot_be_played(faults: Faults, replaced: tuple[str, ...], more: str, found: list[str]) -> None:
    assert said(faults(*replaced, more=more)) == found


# ---------------------------------------------------------------------------------------------- what is only odd


@pytest.mark.parametrize(
    ("replaced", "more", "found"),
    [
        ((), '[[zones]]\nid = "far"\n', ["38 (odd) No link leads to the zone 'far' from where units begin."]),
        ((), f'{KEI}zone = "dock"\n{BRINGS}', ["45 (odd) Kei is on the board already, so nothing brings it."]),
        ((), '[[events]]\nwhen = {round = 5}\ntext = "x"\n', ["39 (odd) This never comes: the last round is 4."]),
        ((), "[[events]]\nwhen = {round = 4}\n", ["38 (odd) This event does nothing and tells nothing."]),
        ((), f'{BOX}{OUT}item = "box"\n', ["45 (odd) Nobody carries 'box', and nothing lets anybody take it."]),
        ((), f'{BOX.replace("loot", "melee")}{KEI}items = ["box"]\n{OUT}item = "box"\n',
         ["50 (odd) 'box' is lost when whoever carries it goes down."]),
        (("frame.rounds = 4\n", ""), OUT,
         ["4 (odd) This game ends only when one side is left: there is no last round and no score that wins."]),
    ],
)  # fmt: skip
def test_what_is_odd_does_not_keep_anybody_from_playing(
    faults: Faults, replaced: tuple[str, ...], more: str, found: list[str]
) -> None:
    assert said(faults(*replaced, more=more)) == found


def test_a_closed_door_is_a_way_and_a_brought_unit_a_beginning(faults: Faults) -> None:
    island = '[[zones]]\nid = "isle"\n[[zones]]\nid = "reef"\n[[links]]\nbetween = ["isle", "reef"]\n'
    event = BRINGS.replace('"dock"', '"isle"')

    assert faults(more=f'{island}{KEI}tags = ["brought"]\n{event}') == []


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        ('does = "bonus"', ["39 This gives a bonus, and does not say how many dice."]),
        ('does = "reroll"\nbonus = 1', ["43 What does 'reroll' gives no bonus."]),
        ('does = "bonus"\nbonus = 2', []),
        ('does = "ignore"\nagainst = ["seal"]', ["39 Sealing a Breach brings nothing that could be ignored."]),
    ],
)
def test_a_special_rule_says_what_it_has_to(faults: Faults, rule: str, found: list[str]) -> None:
    """D5: a bonus is a number of dice, and only a bonus is."""
    against = "" if "against" in rule else 'against = ["airless"]\n'
    assert said(faults(more=f'specials = ["kit"]\n[[specials]]\nid = "kit"\n{against}{rule}\n')) == found


def test_a_special_rule_that_nobody_has_is_odd(faults: Faults) -> None:
    more = '[[specials]]\nid = "kit"\ndoes = "protect"\nagainst = ["airless"]\n'
    assert said(faults(more=more)) == ["38 (odd) Nobody has the special rule 'kit'."]


# ---------------------------------------------------------------------------------------------- what only follows


def test_what_follows_from_a_fault_is_not_said_again(faults: Faults) -> None:
    assert said(faults('deploy = ["red"]', 'deploy = ["rad"]')) == ["18 There is no 'rad' among the sides."]
    assert said(faults("health = 3", 'health = "3"')) == [
        "33 This has to be a whole number, -1,000 to 1,000, not a text."
    ]
    assert said(faults(more='zone = "brigde"\n')) == ["38 There is no 'brigde' among the zones."]
    assert said(faults("frame.rounds", "frame.runds")) == ["5 No rulebook of this game has the option 'frame.runds'."]


def test_in_a_broken_text_nothing_is_missed(faults: Faults) -> None:
    assert said(faults('id = "dock"', "id = dock")) == ["17 This is no TOML value."]


# ---------------------------------------------------------------------------------------------- rulebooks and size


def test_a_rulebook_says_what_it_cannot_play(sound: str) -> None:
    flaw = Flaw("weapons", "carbine", "Carbine is cursed.", "Bless it.")
    books = [Rulebook("zones", item_stats={"dice": ""}, flaws=lambda game: [flaw]), Rulebook("environments")]

    (fault,) = check_text(sound, "f.toml", books)[1]

    assert str(fault) == "f.toml:26:1: Carbine is cursed. Bless it."


def test_a_rulebook_that_stumbles_is_named_unless_something_else_is_wrong(sound: str) -> None:
    def stumble(game: Game) -> list[Flaw]:
        raise KeyError("moon")

    books = [Rulebook("zones", item_stats={"dice": ""}, flaws=stumble), Rulebook("environments")]

    (fault,) = check_text(sound, "f.toml", books)[1]
    (other,) = check_text(sound.replace("health = 3", "health = 0", 1), "f.toml", books)[1]

    assert fault.text == "The rulebook 'zones' fails at this scenario (KeyError: 'moon')."
    assert other.text == "Vega needs at least 1 health to begin with."


def test_gas_asks_every_unit_how_it_stands_in_it(faults: Faults) -> None:
    """GAS-3, D77: a rulebook of ours says so in the same way."""
    found = faults('id = "dock"', 'id = "dock"\nlevels = {gas_deadly = 1}', more="strength = 2\n")

    assert said(found) == ["30 Vega does not say how it stands in gas."]


def test_a_scenario_fits_into_the_logs_first_entry(faults: Faults) -> None:
    long = "".join(f'[[events]]\nwhen = {{round = 1}}\ntext = "{"x" * 3_900}"\n' for _ in range(60))

    (fault,) = faults(more=long)

    assert fault.text.startswith("This scenario takes 2")
    assert str(ENTRY // 1024) in fault.text
