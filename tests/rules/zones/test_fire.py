"""Fire: whom it hits, how it dies down, where it spreads."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from kit import Play, unit
from kit.skirmish import end_round, laid, play
from wardiary_server.game.events import Chosen, LevelChanged, Rolled, TurnBegan, UnitHurt
from wardiary_server.game.rulebook import Refused
from wardiary_server.game.state import Clock


def fires(game: Play) -> dict[str, int]:
    return {zone.id: zone.levels["fire"] for zone in game.game.zones.values() if zone.levels.get("fire")}


def harmed(game: Play) -> list[int]:
    return [event.amount for event in game.events(UnitHurt)]


# ---------------------------------------------------------------------------------------------- whom it hits


def test_fre_1_entering_fire_is_a_hit() -> None:
    """FRE-1: AR 3 enters FIRE 1: AP 0, damage 1, nothing gets through. No die is rolled."""
    game = play("a - b", unit("vega", ar=3), levels={"b": {"fire": 1}})
    game.act("red", "move", "vega", to="b")
    assert harmed(game) == [0]
    assert not game.rolls()


def test_fre_2_beginning_a_turn_in_fire_is_a_hit() -> None:
    """FRE-2: AR 3 begins a turn in FIRE 4: AP 3, damage 4, all of it gets through."""
    game = play("a - b", unit("vega", ar=3), levels={"a": {"fire": 4}})
    game.act("red", "begin", "vega")
    assert harmed(game) == [4]


@pytest.mark.parametrize("how", ["enter", "begin"])
@pytest.mark.parametrize(("fire", "damage"), [(1, 0), (2, 0), (3, 2), (4, 4), (5, 5), (6, 6), (7, 7)])
def test_fre_3_what_fire_does_to_armour_3(fire: int, damage: int, how: str) -> None:
    """FRE-3: AR 3, FIRE 1 to 7: 0, 0, 2, 4, 5, 6, 7."""
    zone = "b" if how == "enter" else "a"
    game = play("a - b", unit("vega", ar=3, health=20), levels={zone: {"fire": fire}})
    game.act(
        "red", *(("begin", "vega") if how == "begin" else ("move", "vega")), **({"to": "b"} if zone == "b" else {})
    )
    assert harmed(game) == [damage]


@pytest.mark.parametrize("fire", range(1, 8))
def test_fre_3_without_armour_fire_does_what_it_says(fire: int) -> None:
    """FRE-3: AR 0: FIRE n does n."""
    game = play("a - b", unit("vega", health=20), levels={"b": {"fire": fire}})
    game.act("red", "move", "vega", to="b")
    assert harmed(game) == [fire]


def test_every_entry_is_a_hit_anew() -> None:
    """D3, D2: fire knows no once a turn: in, out, and in again is two hits, and the turn's start another."""
    game = play("a - b", unit("vega", health=20, speed=3), levels={"b": {"fire": 2}})
    game.act("red", "move", "vega", to="b", path=["b", "a", "b"])
    assert harmed(game) == [2, 2]
    game.act("red", "end", "vega", 3, 3)
    game.act("red", "begin", "vega")
    assert harmed(game) == [2, 2, 2]


def test_passing_through_counts_as_entering() -> None:
    """D7: the fire on the way hits, though the move ends beyond it."""
    game = play("a - b - c", unit("vega", speed=2), levels={"b": {"fire": 2}})
    game.act("red", "move", "vega", to="c")
    assert harmed(game) == [2]
    assert game.unit("vega").zone == "c"


def test_set_up_is_no_entering_and_arriving_is() -> None:
    """D7: a unit that arrives during play enters; one that is placed, or put by the referee, does not."""
    units = [unit("vega", "a"), unit("rook", "", brought=1, tags=("brought",)), unit("ash", "", arrives=1)]
    game = play("a - b", *units, levels={"b": {"fire": 2}})
    game.do("referee", {"do": "ref_move", "unit": "vega", "zone": "b"})
    assert harmed(game) == []
    game.act("red", "deploy", "ash", zone="b")
    assert harmed(game) == [2]


def test_being_pulled_in_counts_as_entering() -> None:
    """D7: by any movement."""
    game = play("a - b", unit("vega"), levels={"b": {"fire": 2}})
    game.do("referee", {"do": "ref_move", "unit": "vega", "zone": "b", "with_rules": True})
    assert harmed(game) == [2]


def test_leaving_and_falling_prone_in_place_trigger_nothing() -> None:
    """MegaMek#1978, MegaMek#3727: only coming in and beginning a turn count."""
    game = play("a - b", unit("vega", conditions={"prone": 1}), levels={"a": {"fire": 2}})
    game.act("red", "stand", "vega")  # the turn begins in the fire
    assert harmed(game) == [2]
    game.act("red", "end", "vega", 3, 3)
    game.act("red", "move", "vega", to="b")  # again; and it leaves
    assert harmed(game) == [2, 2]


def test_who_dies_of_it_stops_there() -> None:
    """D11: the path goes through FIRE 5; the unit lies where it burnt, and the second fire does not hit it."""
    game = play("a - b - c", unit("vega", speed=2), unit("rook"), levels={"b": {"fire": 5}, "c": {"fire": 3}})
    game.act("red", "move", "vega", to="c")
    vega = game.unit("vega")
    assert (vega.zone, vega.status, vega.stats["health"]) == ("b", "down", 0)
    assert harmed(game) == [5]


def test_who_dies_at_the_start_of_a_turn_has_had_it() -> None:
    """boardgame.io#526: it falls in its own start-of-turn trigger; the turn ends and the next can start."""
    units = (unit("ash"), unit("rook", "b"))
    game = play("a - b", *units, levels={"a": {"fire": 5}}, options={"frame.order": "initiative"})
    game.act("red", "move", "ash", to="b")
    assert game.unit("ash").status == "down"
    assert not game.game.clock.active
    game.act("red", "begin", "rook")
    assert "rook" in game.game.clock.active


def test_reserves_and_the_dead_neither_burn_nor_roll() -> None:
    """MegaMek#408, MegaMek#2571: nor does who is down; the unconscious do (D12)."""
    units = [
        unit("vega", "b"),
        unit("ash", "", arrives=5),
        unit("dead", "a", status="dead"),
        unit("down", "a", status="down"),
        unit("sleeper", "a", conditions={"unconscious": 1}),
    ]
    game = play("a - b", *units, levels={"a": {"fire": 3, "gas_deadly": 1}})
    end_round(game, 3, 3, 3)
    assert {event.unit for event in game.events(UnitHurt)} == {"sleeper"}


def test_one_unit_burns_at_each_turns_start() -> None:
    """foundryvtt#10786: one unit alone, AR 3 in FIRE 4: 4 damage at each of its turn starts, the new round's too."""
    game = play("a", unit("vega", ar=3, health=20), levels={"a": {"fire": 4}})
    for turn in (1, 2, 3):
        game.act("red", "begin", "vega")
        assert harmed(game) == [4] * turn
        game.act("red", "end", "vega", 3, 3, 3, 3)
        assert game.game.clock.round == turn + 1


@pytest.mark.parametrize("order", [("vega", "rook", "ash"), ("ash", "vega", "rook"), ("rook", "ash", "vega")])
def test_units_in_any_order_each_burn_once(order: tuple[str, ...]) -> None:
    """foundryvtt#13983: one start trigger for each activation."""
    game = play("a", *(unit(name, health=20) for name in order), levels={"a": {"fire": 2}})
    for name in order:
        game.act("red", "begin", name)
        game.act("red", "end", name, *((3, 3) if name == order[-1] else ()))
    assert [event.unit for event in game.events(UnitHurt)] == list(order)
    assert len(game.events(TurnBegan)) == 3


def test_undo_and_redo_of_a_burn() -> None:
    """foundryvtt#11997, crucible#1028: health H, then H-4, undone H, redone H-4; nobody asks for dice."""
    game = play("a", unit("vega", ar=3, health=7), levels={"a": {"fire": 4}})
    game.act("red", "begin", "vega")
    assert game.unit("vega").stats["health"] == 3
    game.undo()
    assert game.unit("vega").stats["health"] == 7
    game.undo(word="redo")
    assert game.unit("vega").stats["health"] == 3
    assert harmed(game) == [4]
    assert not game.rolls()


def test_a_fire_under_a_units_feet_hits_at_its_next_turn() -> None:
    """D21: a new fire is not entered; it hits when the turn begins there."""
    game = play("a - b", unit("vega", "b"), levels={"a": {"fire": 2}})
    end_round(game, 6, 3)
    assert fires(game) == {"a": 2, "b": 1}
    assert harmed(game) == []
    game.act("red", "begin", "vega")
    assert harmed(game) == [1]


# ---------------------------------------------------------------------------------------------- a round's end


def test_fre_4_each_fire_rolls_its_number_of_dice() -> None:
    """FRE-4: FIRE 3 rolls 3 dice, FIRE 2 another 2: of the zones, not of any unit, before anything changes (D19)."""
    game = play("a - b", unit("vega", "b"), levels={"a": {"fire": 3}, "b": {"fire": 2}})
    entry = end_round(game, 2, 3, 4, 5, 5)
    assert [(r.target, r.faces, r.unit) for r in game.rolls("fire")] == [("a", (2, 3, 4), ""), ("b", (5, 5), "")]
    assert not game.events(LevelChanged, entry)


def test_fre_5_each_one_takes_one_off() -> None:
    """FRE-5: 1, 3, 6 leave FIRE 2 of FIRE 3."""
    game = play("a", unit("vega"), levels={"a": {"fire": 3}})
    end_round(game, 1, 3, 6)
    assert fires(game) == {"a": 2}


def test_fre_5_a_fire_may_go_out() -> None:
    """FRE-5: 1, 1, 1: out."""
    game = play("a - b", unit("vega"), levels={"a": {"fire": 3}})
    end_round(game, 1, 1, 1)
    assert fires(game) == {}
    assert "a: FIRE 0 (it has gone out)." in game.story()


def test_fre_6_a_six_spreads_the_fire() -> None:
    """FRE-6, D17: 1, 3, 6: the fire is 2 by then, and the neighbour gets 1."""
    game = play("a - b", unit("vega"), levels={"a": {"fire": 3}})
    end_round(game, 1, 3, 6)
    assert fires(game) == {"a": 2, "b": 1}


def test_fre_6_three_sixes_make_three_fires() -> None:
    """FRE-6: 6, 6, 6 of FIRE 3: three neighbours at FIRE 2; there is nothing to choose."""
    game = play("b - a - c\na - d", unit("vega"), levels={"a": {"fire": 3}})
    end_round(game, 6, 6, 6)
    assert fires(game) == {"a": 3, "b": 2, "c": 2, "d": 2}
    assert not game.game.open


def test_fre_6_fire_1_never_spreads() -> None:
    """FRE-6: FIRE 1 rolls 6: nothing."""
    game = play("a - b", unit("vega"), levels={"a": {"fire": 1}})
    end_round(game, 6)
    assert fires(game) == {"a": 1}


def test_fre_6_a_fire_reduced_to_1_spreads_nothing() -> None:
    """FRE-6, D17: FIRE 3 rolls 1, 1, 6: FIRE 1, and nothing more."""
    game = play("a - b", unit("vega"), levels={"a": {"fire": 3}})
    end_round(game, 1, 1, 6)
    assert fires(game) == {"a": 1}


def test_fre_7_a_fire_that_spread_rolls_a_round_later() -> None:
    """FRE-7; MegaMek#3896, MegaMek#2102: no die for the neighbour at this round's end, one at the next's."""
    game = play("a - b", unit("vega"), levels={"a": {"fire": 3}})
    end_round(game, 1, 3, 6)
    assert len(game.rolls("fire")) == 1
    end_round(game, 2, 2, 5)
    assert [(r.target, len(r.faces)) for r in game.rolls("fire")[1:]] == [("a", 2), ("b", 1)]


def test_a_fire_lit_during_the_round_rolls_at_its_end() -> None:
    """MegaMek#3896, MegaMek#2102; D20: only a fire that spread has to wait."""
    start = laid("bomb", {"door": "d1", "is": "open"}, ("a", "fire", 2))
    game = play("a #d1# b", unit("vega", "b"), happenings=start)
    game.act("red", "open", "vega", door="d1")
    end_round(game, 1, 3)
    assert fires(game) == {"a": 1}


def test_a_game_that_begins_with_fire_rolls_nothing_before_a_rounds_end() -> None:
    """foundryvtt#11238: FIRE 3 at the start: no dice, still FIRE 3 until the first round is over."""
    game = play("a - b", unit("vega", "b"), levels={"a": {"fire": 3}}, clock=Clock())
    game.do("red", {"do": "ready"})
    assert game.game.clock.round == 1
    assert not game.rolls()
    assert fires(game) == {"a": 3}
    end_round(game, 1, 3, 3)
    assert fires(game) == {"a": 2}


def test_two_fires_between_them_do_not_add_up() -> None:
    """D18, D19: both spread to b from one snapshot: the stronger counts; where it burns more strongly already, that."""
    game = play("a - b - c", unit("vega", "b"), levels={"a": {"fire": 4}, "c": {"fire": 3}})
    end_round(game, 6, 2, 2, 2, 6, 2, 2)
    assert fires(game) == {"a": 4, "b": 3, "c": 3}
    end_round(game, 6, 2, 2, 2, 2, 2, 2, 2, 2, 2)
    assert fires(game) == {"a": 4, "b": 3, "c": 3}


def test_a_six_without_a_neighbour_is_lost() -> None:
    """D18, D25: nothing is next to it, or only a shut door."""
    game = play("a #d1# b", unit("vega", "b"), levels={"a": {"fire": 2}})
    end_round(game, 6, 6)
    assert fires(game) == {"a": 2}


def test_more_sixes_than_neighbours() -> None:
    """D18: a zone is not lit twice by one fire."""
    game = play("a - b", unit("vega"), levels={"a": {"fire": 3}})
    end_round(game, 6, 6, 6)
    assert fires(game) == {"a": 3, "b": 2}


@given(st.permutations(["a - b", "b - c", "c - d", "d - a"]), st.lists(st.integers(1, 6), min_size=6, max_size=6))
def test_the_order_of_the_zones_is_of_no_matter(lines: list[str], faces: list[int]) -> None:
    """D19: whatever the scenario lists first, the same dice of the same zones give the same fires."""
    levels = {"a": {"fire": 3}, "c": {"fire": 3}}
    game = play("\n".join(lines), unit("vega"), levels=levels, options={"zones.spread": "random"})
    by_zone = {"a": faces[:3], "c": faces[3:]}
    dice = [face for zone in game.game.zones if zone in by_zone for face in by_zone[zone]]
    sixes = {zone: by_zone[zone].count(6) for zone in by_zone if 3 - by_zone[zone].count(1) > 1}
    assume(
        1 not in sixes.values()
    )  # one of two neighbours is drawn by a die, and its faces follow the scenario's order
    end_round(game, *dice)
    left = {zone: 3 - by_zone[zone].count(1) for zone in by_zone}
    new = max([left[zone] - 1 for zone, n in sixes.items() if n] or [0])
    expected = {"a": left["a"], "c": left["c"], "b": new, "d": new}
    assert fires(game) == {zone: fire for zone, fire in expected.items() if fire > 0}


def test_fire_beyond_all_measure_still_ends_its_round() -> None:
    """A house rule makes FIRE 150: it rolls as many dice as anyone may, and nothing is stuck."""
    game = play("a - b", unit("vega", "b"), levels={"a": {"fire": 150}})
    end_round(game, *[1] * 100)
    assert fires(game) == {"a": 50}


# ---------------------------------------------------------------------------------------------- where it spreads

STAR = "b - a - c\na - d"


def test_the_referee_says_where() -> None:
    """FRE-6, D18: two sixes, three neighbours: one choice for each six, all in one request to the referee."""
    game = play(STAR, unit("vega"), levels={"a": {"fire": 3}})
    end_round(game, 6, 6, 2)
    (asked,) = game.game.open.values()
    assert [(p.kind, p.seat, p.options) for p in asked.parts] == [
        ("choice", "referee", (("b", "b"), ("c", "c"), ("d", "d")))
    ] * 2
    assert (
        game.refused("red", {"do": "answer", "root": asked.root, "opened": asked.opened, "chosen": ["b"]})
        == "not_yours"
    )
    game.answer("referee", "d", part=1)
    game.answer("referee", "b", part=0)
    assert fires(game) == {"a": 3, "b": 2, "d": 2}
    assert game.game.clock.round == 2


def test_all_fires_ask_the_referee_at_once() -> None:
    """D18: the sixes of several fires in one request."""
    game = play("b - a - c\nc - d - e", unit("vega"), levels={"a": {"fire": 2}, "d": {"fire": 2}})
    end_round(game, 6, 3, 6, 3)
    (asked,) = game.game.open.values()
    assert [[zone for zone, _label in part.options] for part in asked.parts] == [["b", "c"], ["c", "e"]]
    game.answer("referee", "c", part=0)
    game.answer("referee", "c", part=1)
    assert fires(game) == {"a": 2, "c": 1, "d": 2}


def test_the_same_zone_chosen_twice_is_asked_again() -> None:
    """D18: distinct zones while any remain."""
    game = play(STAR + "\na - e", unit("vega"), levels={"a": {"fire": 3}})
    end_round(game, 6, 6, 2)
    game.answer("referee", "c", part=0)
    game.answer("referee", "c", part=1)
    (asked,) = game.game.open.values()
    assert [[zone for zone, _label in part.options] for part in asked.parts] == [["b", "d", "e"]]
    game.answer("referee", "e")
    assert fires(game) == {"a": 3, "c": 2, "e": 2}


@pytest.mark.parametrize("seated", [True, False])
def test_without_a_referee_the_dice_say_where(seated: bool) -> None:
    """D18: nobody sits there, or `zones.spread` is `random`: a die with a side for each neighbour, in the story."""
    options = {"zones.spread": "random"} if seated else {}
    game = play(
        STAR, unit("vega"), unit("rook", side="blue"), levels={"a": {"fire": 3}}, referee=seated, options=options
    )
    game.act("red", "pass", "vega")
    game.act("blue", "pass", "rook", 6, 6, 2, 3, 1)
    assert fires(game) == {"a": 3, "d": 2, "b": 2}
    draws = [r for r in game.rolls("fire") if r.sides != 6]
    assert [(r.sides, r.faces, r.target) for r in draws] == [(3, (3,), "a"), (2, (1,), "a")]
    assert "The dice (FIRE spreads from a: 1 b, 2 c, 3 d): 3." in game.story()


def test_an_empty_referees_seat_is_no_referee() -> None:
    """D18: the seat is there, and nobody has sat down on it."""
    game = play(STAR, unit("vega"), levels={"a": {"fire": 2}})
    game.do("operator", {"do": "vacate", "seat": "referee"})
    game.act("red", "pass", "vega", 6, 2, 2)
    assert fires(game) == {"a": 2, "c": 1}
    assert not game.events(Chosen)


def test_where_everyone_types_the_fires_dice_are_typed_too() -> None:
    """Dice of zones are the referee's where all players type; the spread follows the answers."""
    game = play("a - b", unit("vega"), levels={"a": {"fire": 2}, "b": {"fire": 1}}, typed=True, keep_live=False)
    end_round(game)
    (asked,) = game.game.open.values()
    assert [(p.seat, p.target, p.dice) for p in asked.parts] == [("referee", "a", 2), ("referee", "b", 1)]
    game.answer("referee", 1, part=1)
    game.answer("referee", 3, 6, part=0)
    assert fires(game) == {"a": 2, "b": 1}
    assert [r.source for r in game.events(Rolled)] == ["typed", "typed"]
    assert game.folded() == game.state


def test_a_bare_end_of_a_round_burns_nothing() -> None:
    """D69: the referee ends the round without what its end would bring."""
    game = play("a - b", unit("vega"), levels={"a": {"fire": 2}})
    game.do("referee", {"do": "end_round", "bare": True})
    assert fires(game) == {"a": 2}
    assert not game.rolls()


def test_a_choice_that_was_not_offered_is_refused() -> None:
    """The request stands as it was."""
    game = play(STAR, unit("vega"), levels={"a": {"fire": 2}})
    end_round(game, 6, 2)
    with pytest.raises(Refused):
        game.answer("referee", "a")
    assert game.game.open
