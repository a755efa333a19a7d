"""What an audience sees: made anew or from the view before, it is the same, and it holds no secret."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, game, unit
from kit.inches import stood, two_rooms
from kit.trouble import TROUBLE
from kit.wander import Wander, wild
from msgspec.structs import replace
from wardiary_protocol import changes
from wardiary_server.game.state import Held, Seat
from wardiary_server.game.views import REFEREE, SPECTATOR, audience_of, difference, same_for_all, view


@settings(max_examples=25)
@given(
    name=st.sampled_from(("trouble", "ship")),
    seed=st.integers(0, 10**6),
    typed=st.sampled_from(((), ("red",), ("red", "blue"))),
    setup=st.booleans(),
)
def test_a_view_from_the_one_before_is_the_view_from_scratch(
    name: str, seed: int, typed: tuple[str, ...], setup: bool
) -> None:
    """Also where a client follows by the changes alone, and whatever was undone in between."""
    walk = Wander(name, seed, typed=typed, setup=setup)
    before = view(walk.play.state, SPECTATOR)
    held: Any = before.parts
    for _ in range(50):
        wild(walk)
        now, fresh = view(walk.play.state, SPECTATOR, before), view(walk.play.state, SPECTATOR)
        assert now.parts == fresh.parts
        assert now.hash == fresh.hash == changes.hash_of(fresh.parts)
        held = changes.apply(held, difference(before, now))
        assert held == now.parts
        assert changes.view_hash(held) == now.hex
        before = now


def test_jumping_over_entries_is_as_good_as_following_each() -> None:
    walk = Wander("ship", 7)
    first = view(walk.play.state, SPECTATOR)
    for _ in range(30):
        wild(walk)

    last = view(walk.play.state, SPECTATOR, first)

    assert last.parts == view(walk.play.state, SPECTATOR).parts
    assert changes.apply(first.parts, difference(first, last)) == last.parts


def test_parts_of_what_did_not_change_are_the_identical_objects() -> None:
    play = Play(game("a - b", [unit("vega", speed=3), unit("rook", "b", "blue")]))
    before = view(play.state, SPECTATOR)
    play.act("red", "move", "vega", to="b")

    after = view(play.state, SPECTATOR, before)

    assert after.parts["units"]["rook"] is before.parts["units"]["rook"]
    assert after.parts["zones"] is before.parts["zones"]
    assert after.parts["units"]["vega"] is not before.parts["units"]["vega"]
    assert {path[0] for path, *_value in difference(before, after)} == {"units", "game", "table"}


def test_a_view_is_plain_json_with_whole_numbers_below_2_to_the_53() -> None:
    walk = Wander("ship", 3, typed=("red", "blue"))
    for _ in range(40):
        wild(walk)
    parts = view(walk.play.state, SPECTATOR).parts

    assert json.loads(json.dumps(parts)) == parts
    assert all(isinstance(part, dict) for collection in parts.values() for part in collection.values())

    def numbers(value: Any) -> Any:
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        return [value] if type(value) is int else [n for one in inner for n in numbers(one)]

    assert all(abs(n) < 2**53 for n in numbers(parts))


def test_no_mark_no_id_no_salt_and_no_token_is_in_any_view() -> None:
    units = [unit("vega", marks={"s3cret-mark": 1}, speed=3), unit("rook", "b", "blue")]
    play = Play(replace(game("a - b", units, clock=type(game("a", []).clock)()), title="open"))
    play.do("red", {"do": "salt", "salt": "s3cret-salt"}, id="s3cret-id")
    play.act("red", "place", "vega", zone="b")
    play.undo("blue")

    for audience in (SPECTATOR, REFEREE, "side:red"):
        text = json.dumps(view(play.state, audience).parts)
        assert "s3cret" not in text
        assert '"body"' not in text
        assert "digest" not in text


def test_what_a_scenario_holds_ready_is_counted_and_not_told() -> None:
    walk = Wander("ship", 1)
    parts = view(walk.play.state, SPECTATOR).parts

    assert parts["scenario"] == {"now": {"waiting": 3}}
    assert "eve,store" not in json.dumps(parts)
    assert "happenings" not in parts


# ---------------------------------------------------------------------------------------------- questions


def asking() -> Play:
    start = game("a - b - c", [unit("vega", speed=9), unit("rook", "c", "blue")])
    play = Play(replace(start, dice=dict.fromkeys(start.seats, "typed")), TROUBLE)
    play.act("red", "move", "vega", to="b")
    return play


def test_a_question_shows_who_must_answer_what_and_why() -> None:
    (question,) = view(asking().state, SPECTATOR).parts["requests"].values()

    assert (question["root"], question["opened"], question["units"]) == (5, 5, ["vega"])
    part = question["parts"]["0"]
    assert (part["kind"], part["seat"], part["unit"], part["reason"]) == ("roll", "red", "vega", "hazard")
    assert (part["dice"], part["sides"], part["success"], part["answered"]) == (1, 6, 0, False)
    assert "typed" not in part


def test_a_choice_shows_its_options_its_bounds_and_its_likely_answer() -> None:
    start = game("a - b", [unit("vega", speed=9, health=3), unit("rook", "b", "blue")])
    play = Play(start, TROUBLE, faces=(1,))
    play.act("red", "move", "vega", to="b")

    (question,) = view(play.state, SPECTATOR).parts["requests"].values()
    part = question["parts"]["0"]
    assert part["options"] == [["freeze", "freeze"], ["run", "run"]]
    assert (part["least"], part["most"], part["default"]) == (1, 1, ["freeze"])
    assert not {"sides", "dice", "key"} & part.keys()


def test_faces_that_a_roll_showed_before_an_undo_are_offered_again() -> None:
    play = asking()
    play.answer("red", 2)
    play.undo(word="retype", answer=6)

    (question,) = view(play.state, SPECTATOR).parts["requests"].values()

    assert question["parts"]["0"]["typed"] == [2]


def test_they_are_those_of_this_very_roll_also_where_it_is_rolled_elsewhere_meanwhile() -> None:
    """A view from the one before must not keep what was true of the roll before."""
    play = asking()
    before = view(play.state, SPECTATOR)
    rolls = {**play.game.rolls, "r1/hazard/vega//": 1}
    table = replace(play.state.table, typed={"r1/hazard/vega//#0": (2,)})
    first = replace(play.state, table=table)
    then = replace(first, game=replace(first.game, rolls=rolls))

    shown = view(first, SPECTATOR, before)
    later = view(then, SPECTATOR, shown)

    assert shown.parts["requests"]["5"]["parts"]["0"]["typed"] == [2]
    assert later.parts == view(then, SPECTATOR).parts
    assert "typed" not in later.parts["requests"]["5"]["parts"]["0"]


# ---------------------------------------------------------------------------------------------- audiences


@pytest.mark.parametrize(
    ("seat", "role", "audience"),
    [
        ("red", "player", "side:red"), ("referee", "referee", REFEREE), ("", "operator", REFEREE),
        ("", "spectator", SPECTATOR), ("nobody", "player", SPECTATOR), ("guest", "player", SPECTATOR),
    ],
)  # fmt: skip
def test_which_audience_somebody_belongs_to(seat: str, role: str, audience: str) -> None:
    start = game("a", [])
    known = replace(start, seats={**start.seats, "guest": Seat("guest", "Guest")})

    assert audience_of(known, seat, role) == audience


def test_where_nothing_is_hidden_everybody_sees_the_same() -> None:
    play = asking()

    assert same_for_all(play.state)
    assert view(play.state, REFEREE).hash == view(play.state, SPECTATOR).hash


def test_the_table_shows_who_sits_there_what_is_proposed_and_how_much_can_be_redone() -> None:
    play = asking()
    before = play.state.table.cursor
    play.undo()
    play.do("blue", {"do": "rewind", "node": 1, "to": 5})

    table = view(play.state, SPECTATOR).parts["table"]["now"]

    assert table["seats"] == {"red": "red", "blue": "blue", "referee": "referee"}
    assert (table["cursor"], table["line"], table["redo"], table["redo_to"]) == (1, 1, 1, before)
    assert table["proposal"]["kind"] == "rewind"
    assert table["proposal"]["yes"] == ["blue"]


def test_a_board_in_inches_shows_its_picture_by_name_alone() -> None:
    start = two_rooms(stood("vega", 3, 3))
    plain, pictured = (Play(one).state for one in (start, replace(start, picture="ab.png")))

    assert "picture" not in view(plain, SPECTATOR).parts["game"]["now"]
    assert view(pictured, SPECTATOR).parts["game"]["now"]["picture"] == "ab.png"


def test_a_seat_whose_name_changes_is_shown_anew() -> None:
    play = asking()
    before = view(play.state, SPECTATOR)
    renamed = replace(play.state, table=replace(play.state.table, held={"red": Held("Ann")}))

    assert view(renamed, SPECTATOR, before).parts["table"]["now"]["seats"] == {"red": "Ann"}


def test_the_result_is_shown() -> None:
    play = Play(game("a", [unit("vega"), unit("rook", "a", "blue")]))
    play.act("referee", "ref_hurt", "rook", amount=9)

    assert view(play.state, SPECTATOR).parts["game"]["now"]["result"]["winner"] == "red"


def test_a_correction_that_is_prepared_is_shown_with_what_comes_of_it_and_what_it_asks() -> None:
    start = game("a - b", [unit("vega", speed=5)])
    play = Play(replace(start, dice=dict.fromkeys(start.seats, "typed")), TROUBLE)
    begun = play.act("red", "begin", "vega").seq
    before = view(play.state, REFEREE)
    assert "correction" not in before.parts["table"]["now"]

    play.do("blue", {"do": "correct", "entry": begun, "command": {"do": "move", "unit": "vega", "to": "b"}})

    after = view(play.state, REFEREE, before)
    assert after.parts["table"]["now"]["correction"] == {
        "by": "blue", "node": begun, "draft": begun + 1, "ready": False, "same": 0, "more": 0, "left": 1,
        "text": f"Vega's begin (entry {begun}) becomes move vega b", "rulings": {str(begun): "change"},
        "outcomes": [{
            "seq": begun, "by": "red", "what": f"Vega's begin (entry {begun})", "fate": "asks",
            "text": "Vega, hazard: 1 die of 6 (Red).",
            "asks": {"0": {
                "kind": "roll", "seat": "red", "rule": "hazard", "reason": "hazard", "unit": "vega",
                "key": "r1/hazard/vega//", "dice": 1, "sides": 6, "success": 0,
            }},
        }],
    }  # fmt: skip
    assert after.hash == changes.hash_of(after.parts)
    assert changes.apply(before.parts, difference(before, after)) == after.parts
