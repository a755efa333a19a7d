"""Commands by the places of their words."""

import pytest
from kit import unit
from kit.skirmish import play
from kit.terminal import scene
from wardiary_cli.naming import Unclear
from wardiary_cli.slots import fill, place, switch, value, whole

GAME = play("hall - cargo =d1= dock", unit("vega", "hall"), unit("rook", "cargo"), unit("moth", "dock", "blue"))


@pytest.mark.parametrize(
    ("word", "args", "body"),
    [
        ("end_round", "", {"do": "end_round"}),
        ("end_round", "it is late bare", {"do": "end_round", "bare": True, "reason": "it is late"}),
        ("suspend", "zones it is broken", {"do": "suspend", "rulebook": "zones", "on": True, "reason": "it is broken"}),
        ("resume", "zones", {"do": "suspend", "rulebook": "zones", "on": False}),
        ("watching", "off", {"do": "watching", "on": False}),
        ("dice", "typ", {"do": "dice", "way": "typed"}),
        ("dice", "server blue", {"do": "dice", "way": "server", "seat": "blue"}),
        ("salt", "two words", {"do": "salt", "salt": "two words"}),
        ("vacate", "Blue", {"do": "vacate", "seat": "blue"}),
        ("open", "rook d1", {"do": "open", "unit": "rook", "door": "d1"}),
        ("close", "rook seal d1", {"do": "close", "unit": "rook", "door": "d1", "seal": True}),
        ("fall", "vega 12+6", {"do": "fall", "unit": "vega", "inches": "12+6"}),
        ("fall", "vega fatal 30 rook", {"do": "fall", "unit": "vega", "inches": "30", "target": "rook", "fatal": True}),
    ],
)
def test_words_fill_the_fields_in_their_order(word: str, args: str, body: dict[str, object]) -> None:
    assert fill(word, args.split(), scene(GAME, "referee"), {}) == body


@pytest.mark.parametrize(
    ("word", "args", "why"),
    [
        ("aid", "vega rook much", "no whole number"),
        ("open", "vega", "Name the door"),
        ("aid", "vega rok", "Did you mean rook"),
        ("dice", "loaded", "no such word 'loaded'"),
        ("dice", "", "Say typed or server"),
        ("watching", "maybe", "Say on or off"),
        ("vacate", "", "Name the seat"),
        ("done", "now", "'now' is too much"),
        ("open", "vega nowhere", "no door 'nowhere'"),
    ],
)
def test_what_is_missing_or_too_much_is_said(word: str, args: str, why: str) -> None:
    with pytest.raises(Unclear, match=why):
        fill(word, args.split(), scene(GAME, "referee"), {})


def test_the_unit_whose_turn_is_on_need_not_be_named() -> None:
    game = play("hall - cargo", unit("vega", "hall"), unit("rook", "cargo"))
    game.act("red", "begin", "rook")

    assert fill("open", ["hall-cargo"], scene(game), {}) == {"do": "open", "unit": "rook", "door": "hall-cargo"}
    assert fill("pass", [], scene(game), {}) == {"do": "pass", "unit": "rook"}


def test_fields_that_are_given_by_name_are_not_asked_for() -> None:
    given = {"zone": "dock"}

    assert fill("deploy", ["vega"], scene(GAME, "referee"), given) == {"do": "deploy", "unit": "vega", **given}


def test_values_of_fields() -> None:
    assert [value(text) for text in ("3", "-2", "on", "no", "hall", "hall,cargo", "1,2,")] == [
        3, -2, True, False, "hall", ["hall", "cargo"], [1, 2],
    ]  # fmt: skip
    assert switch("YES") is True
    assert whole("12") == 12


def test_a_place_is_typed_in_inches_and_sent_in_thousandths() -> None:
    assert [place(text) for text in ("12.5,3", "0,0.125")] == [[12_500, 3_000], [0, 125]]
    for text in ("12", "1,2,3", "a,b", "1.2345,0", "-1,2"):
        with pytest.raises(Unclear, match="is no place"):
            place(text)
