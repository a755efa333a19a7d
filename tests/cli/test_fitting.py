"""Words fitted to offers: those of the rulebooks that are here, and those of one that nobody has heard of."""

import pytest
from kit import unit
from kit.skirmish import play
from kit.terminal import offered, scene
from wardiary_cli.fitting import fit
from wardiary_cli.naming import Unclear
from wardiary_cli.scene import Scene
from wardiary_protocol.messages import Offer, Target

GAME = play(
    "hall - cargo =d1= dock",
    unit("vega", "cargo", items=("rifle", "axe"), speed=3),
    unit("rook", "hall", items=("axe",)),
    unit("moth", "cargo", "blue"),
    unit("mole", "dock", "blue"),
)


def fitted(word: str, args: str, *units: str) -> object:
    offers = [offer for one in units for offer in offered(GAME, "red", one) if offer.body["do"] == word]
    return fit(args.split(), offers, scene(GAME), {})[0]


@pytest.mark.parametrize(
    ("args", "body"),
    [
        ("vega hall", {"do": "move", "unit": "vega", "to": "hall"}),
        ("hall vega", {"do": "move", "unit": "vega", "to": "hall"}),
        ("ve do", {"do": "move", "unit": "vega", "to": "dock"}),
    ],
)
def test_words_are_fitted_in_any_order(args: str, body: object) -> None:
    assert fitted("move", args, "vega") == body


def test_a_weapon_is_chosen_by_its_name_and_needs_none_where_only_one_will_do() -> None:
    assert fitted("attack", "vega rifle moth", "vega") == {
        "do": "attack",
        "unit": "vega",
        "weapon": "rifle",
        "target": "moth",
    }
    assert fitted("attack", "moth axe", "vega") == {"do": "attack", "unit": "vega", "weapon": "axe", "target": "moth"}
    # an axe does not reach the dock
    assert fitted("attack", "mole", "vega") == {"do": "attack", "unit": "vega", "weapon": "rifle", "target": "mole"}


def test_what_could_be_several_things_is_asked() -> None:
    with pytest.raises(Unclear, match=r"With which weapon: rifle or axe\?"):
        fitted("attack", "moth", "vega")
    with pytest.raises(Unclear, match=r"Who: vega or rook\?"):
        fitted("pass", "", "vega", "rook")


def test_the_only_unit_that_can_is_meant() -> None:
    assert fitted("open", "d1", "vega", "rook") is None  # it is open: nobody is offered that
    assert fitted("close", "d1", "vega", "rook") == {"do": "close", "unit": "vega", "door": "d1"}


def test_a_flag_is_said_by_its_name() -> None:
    assert fitted("close", "vega d1 seal", "vega") == {"do": "close", "unit": "vega", "seal": True, "door": "d1"}


def test_what_is_not_on_offer_is_sent_all_the_same() -> None:
    assert fitted("attack", "vega axe mole", "vega") == {
        "do": "attack",
        "unit": "vega",
        "weapon": "axe",
        "target": "mole",
    }


def test_a_missing_target_is_asked_for_unless_there_is_but_one() -> None:
    with pytest.raises(Unclear, match="Move Vega: "):
        fitted("move", "vega", "vega")
    assert fitted("close", "vega", "vega") == {"do": "close", "unit": "vega", "door": "d1"}


def test_words_that_mean_nothing_there_are_named() -> None:
    moves = [offer for offer in offered(GAME, "red", "vega") if offer.body["do"] == "move"]
    body, why = fit(["vega", "hll"], moves, scene(GAME), {})

    assert body is None
    assert why == "Nothing is called 'hll' there. Did you mean hall?"


PRAY = [
    Offer(
        "Pray",
        {"do": "pray", "unit": "vega", "loud": True, "candles": 3},
        "god",
        (Target("odin", "Odin"), Target(7, "Seven")),
    ),
    Offer("Pray", {"do": "pray", "unit": "vega"}, "god", (Target("odin", "Odin"),)),
    Offer("Curse", {"do": "pray", "unit": "vega", "rite": "curse"}, "god", why_not="It is Sunday."),
]
"""A stranger's command: numbers, flags, and words that stand nowhere in the view."""


@pytest.mark.parametrize(
    ("args", "body"),
    [
        ("odin", {"do": "pray", "unit": "vega", "god": "odin"}),
        ("odin loud 3", {"do": "pray", "unit": "vega", "loud": True, "candles": 3, "god": "odin"}),
        ("seven loud 3", {"do": "pray", "unit": "vega", "loud": True, "candles": 3, "god": 7}),
    ],
)
def test_a_strangers_command_needs_no_word_here(args: str, body: object) -> None:
    assert fit(args.split(), PRAY, Scene(), {})[0] == body


def test_what_is_not_on_offer_says_why() -> None:
    with pytest.raises(Unclear, match="It is Sunday"):
        fit(["curse"], PRAY, Scene(), {})


def test_fields_given_by_name_count() -> None:
    assert fit([], PRAY[1:2], Scene(), {"god": "thor"})[0] == {"do": "pray", "unit": "vega", "god": "thor"}


def test_no_offers_fit_nothing() -> None:
    assert fit(["a"], [], Scene(), {}) == (None, "")
