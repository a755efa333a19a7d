"""Fields of offers from typed words."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.skirmish import play
from kit.terminal import does, scene, typed
from wardiary_cli.filling import fill_in, filled, flags, listed, point
from wardiary_cli.naming import Unclear
from wardiary_cli.offering import form
from wardiary_protocol.messages import Field, Offer, Target


def table() -> Play:
    units = [unit("vega", "hall"), unit("rook", "cargo"), unit("moth", "dock", "blue", conditions={"prone": 1})]
    return play("hall - cargo =d1= dock", *units)


@pytest.mark.parametrize(
    ("line", "body"),
    [
        ("put moth hall", {"do": "ref_move", "unit": "moth", "zone": "hall"}),
        (
            "put mo ha the lift falls",
            {"do": "ref_move", "unit": "moth", "zone": "hall", "reason": "the lift falls"},
        ),
        (
            "ref_move moth hall with_rules",
            {"do": "ref_move", "unit": "moth", "zone": "hall", "with_rules": True},
        ),
        ("hurt vega 2", {"do": "ref_hurt", "unit": "vega", "amount": 2}),
        ("hurt vega 2 by a pipe", {"do": "ref_hurt", "unit": "vega", "amount": 2, "reason": "by a pipe"}),
        ("down vega dead", {"do": "ref_down", "unit": "vega", "dead": True}),
        ("stat vega ar 3", {"do": "ref_stat", "unit": "vega", "stat": "ar", "value": 3}),
        ("condition vega prone 1", {"do": "ref_condition", "unit": "vega", "condition": "prone", "value": 1}),
        ("condition moth prone 0", {"do": "ref_condition", "unit": "moth", "condition": "prone", "value": 0}),
        (
            "level cargo fire 3 a spark",
            {"do": "ref_level", "zone": "cargo", "level": "fire", "value": 3, "reason": "a spark"},
        ),
        ("door d1 closed", {"do": "ref_door", "door": "d1", "now": "closed"}),
        ("ref_score red 4", {"do": "ref_score", "side": "red", "total": 4}),
        ("ref_unit moth hall", {"do": "ref_unit", "like": "moth", "zone": "hall"}),
        ("ref_unit moth hidden=red", {"do": "ref_unit", "like": "moth", "hidden": ["red"]}),
        ("call vega", {"do": "ref_call", "unit": "vega"}),
    ],
)
def test_the_referee_types_what_the_offers_ask_for(line: str, body: dict[str, Any]) -> None:
    game = table()

    assert typed(game, "referee", line) == body
    game.do("referee", body)


def test_what_is_needed_and_not_said_is_asked_for() -> None:
    with pytest.raises(Unclear, match="Hurt Vega: say the health"):
        typed(table(), "referee", "hurt vega")
    with pytest.raises(Unclear, match="say the condition"):
        typed(table(), "referee", "condition vega")


def test_what_is_typed_is_done() -> None:
    game = table()

    does(game, "referee", "level hall fire 2 somebody smoked")

    assert game.game.zones["hall"].levels == {"fire": 2}
    assert "The referee: somebody smoked" in game.story()


def test_a_flag_is_said_by_its_name_and_any_other_word_is_left() -> None:
    body: dict[str, Any] = {}

    assert flags(["a", "with_rules", "b"], [Field("with_rules", "flag", "With the rules")], body) == ["a", "b"]
    assert body == {"with_rules": True}


@pytest.mark.parametrize(
    ("field", "words", "value", "left"),
    [
        (Field("n", "number", "N"), ["a", "-3"], -3, ["a"]),
        (Field("at", "point", "Where"), ["5.5,3", "x"], [5500, 3000], ["x"]),
        (Field("at", "point", "Where"), ["5;3"], None, ["5;3"]),
        (Field("shape", "point", "Outline", many=True), ["0,0", "1,0", "1,1"], [[0, 0], [1000, 0], [1000, 1000]], []),
        (Field("zones", "zone", "Zones", many=True, needed=True), ["hall", "car", "x"], ["hall", "cargo"], ["x"]),
        (Field("zone", "zone", "Zone"), ["car"], None, ["car"]),
        (Field("zone", "zone", "Zone", needed=True), ["car"], "cargo", []),
        (Field("s", "text", "S", (Target("ar", "AR"),), needed=True), ["x", "ar"], "ar", ["x"]),
        (Field("s", "text", "S", needed=True), ["x", "ar"], "x", ["ar"]),
        (Field("s", "text", "S", needed=True), [], None, []),
        (Field("yes", "choice", "Yes", (Target(True, "yes"), Target(False, "no"))), ["no"], False, []),
    ],
)
def test_each_kind_of_field_takes_the_words_that_fit_it(
    field: Field, words: list[str], value: Any, left: list[str]
) -> None:
    assert filled(words, field, scene(table())) == (value, left)


def test_the_last_text_that_may_be_left_out_takes_what_is_left_over() -> None:
    body: dict[str, Any] = {}
    fields = [Field("name", "text", "Name"), Field("n", "number", "N", needed=True), Field("reason", "text", "Reason")]

    assert fill_in(["it", "was", "3"], fields, body, scene(table())) == ("", [], 2)
    assert body == {"n": 3, "reason": "it was"}
    assert fill_in(["it"], fields[1:2], {}, scene(table())) == ("n", ["it"], 0)


def test_a_value_given_by_name_is_a_list_where_the_field_holds_one() -> None:
    assert listed("red", Field("of", "choice", "From", many=True)) == ["red"]
    assert listed(["red"], Field("of", "choice", "From", many=True)) == ["red"]
    assert listed("red", None) == "red"
    assert point("12,3.25") == [12_000, 3_250]


def test_how_to_type_an_offer_shows_its_fields() -> None:
    fields = (Field("amount", "number", "Health", needed=True), Field("reason", "text", "Reason"))
    offer = Offer("Hurt", {"do": "ref_hurt", "unit": "vega", "amount": 1}, fields=fields)

    assert form(offer) == "ref_hurt vega AMOUNT [REASON]"
