"""Turns: who may go in each order, and what begins and ends with a turn."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from kit import SEATS, Play, game, unit
from msgspec.structs import replace
from wardiary_server.game.events import (
    ConditionChanged,
    Remarked,
    SideCalled,
    StatusChanged,
    TurnBegan,
    TurnEnded,
    UnitEntered,
)
from wardiary_server.game.frame.harm import hurt, lose_turns
from wardiary_server.game.frame.turns import goes_with, left_to_go, may_arrive, next_in_order, next_side
from wardiary_server.game.resolver import Context, roll
from wardiary_server.game.rulebook import Rule, Rulebook, Trigger
from wardiary_server.game.state import Clock, Side

BOARD = "a - b - c - d"


def four(order: str = "free", *books: Rulebook, typed: tuple[str, ...] = (), units: Any = None) -> Play:
    """Ann and bob of red, cyd and dan of blue. Alternate: it is red's go. Initiative: dan, ann, cyd, bob."""
    sides = {"ann": "red", "bob": "red", "cyd": "blue", "dan": "blue"}
    units = units or [unit(name, "a", side, speed=3) for name, side in sides.items()]
    here = {u.id for u in units if u.zone}
    given = tuple(name for name in ("dan", "ann", "cyd", "bob") if order == "initiative" and name in here)
    clock = Clock("play", 1, "red" if order == "alternate" else "", given)
    start = game(BOARD, units, clock=clock, options={"frame.order": order})
    dice = {seat: "typed" if seat in typed else "script" for seat in start.seats}
    return Play(replace(start, dice=dice), *books)


def on_turn(rule: Any) -> Rulebook:
    return Rulebook("house", triggers=(Trigger(TurnBegan, rule, 30),))


def asks(ctx: Context, event: TurnBegan) -> Rule[None]:
    """A die at the start of ann's turn; 1 to 3 fells her."""
    if event.unit == "ann":
        faces = yield from roll(rule="r", reason="r", unit=event.unit, dice=1)
        if faces[0] <= 3:
            yield from hurt(ctx, event.unit, 9, "the floor")


# ---------------------------------------------------------------------------------------------- who may go


def test_free_any_unit_goes_and_each_seat_has_one_turn_on_at_a_time() -> None:
    play = four("free")
    play.act("red", "begin", "bob")
    play.act("blue", "begin", "cyd")

    assert play.refused("red", {"do": "begin", "unit": "ann"}) == "turn_open"
    assert play.refused("red", {"do": "begin", "unit": "bob"}) == "turn_open"
    play.act("red", "end", "bob")
    assert play.refused("red", {"do": "begin", "unit": "bob"}) == "turn_over"
    assert play.refused("red", {"do": "move", "unit": "bob", "to": "b"}) == "turn_over"
    play.act("red", "begin", "ann")


def test_alternate_the_sides_take_turns_one_unit_at_a_time() -> None:
    play = four("alternate")
    assert play.refused("blue", {"do": "begin", "unit": "cyd"}) == "not_your_turn"
    play.act("red", "begin", "bob")
    assert play.refused("blue", {"do": "begin", "unit": "cyd"}) == "turn_open"
    assert play.refused("red", {"do": "begin", "unit": "ann"}) == "turn_open"

    play.act("red", "end", "bob")

    assert play.game.clock.side == "blue"
    assert play.refused("red", {"do": "begin", "unit": "ann"}) == "not_your_turn"
    play.act("blue", "pass", "dan")
    assert play.game.clock.side == "red"
    assert [e.side for e in play.events(SideCalled)] == ["blue", "red"]


def test_alternate_a_side_with_nobody_left_is_not_called() -> None:
    play = four("alternate")
    play.act("red", "pass", "ann")
    play.act("blue", "pass", "cyd")
    play.act("red", "pass", "bob")
    play.act("blue", "pass", "dan")
    assert play.game.clock.round == 2
    play.act("referee", "ref_hurt", "bob", amount=9)
    play.do("referee", {"do": "end_round", "bare": True})
    play.do("referee", {"do": "end_round", "bare": True}) if play.game.clock.side != "red" else None

    play.act("red", "pass", "ann")
    play.act("blue", "pass", "cyd")

    assert play.game.clock.side == "blue", "red has nobody left"
    play.act("blue", "pass", "dan")


@pytest.mark.parametrize("rules", [True, False])
def test_alternate_a_side_that_loses_its_last_unit_on_its_own_go_holds_nobody_up(rules: bool) -> None:
    """It is nobody's turn that ended, so nobody would ever be called."""
    units = [unit("ann"), unit("bob"), unit("cyd", "a", "blue"), unit("dan", "a", "blue")]
    play = four("alternate", units=units)
    play.act("red", "pass", "ann")
    play.act("blue", "pass", "cyd")
    assert play.game.clock.side == "red"

    entry = play.do("referee", {"do": "ref_hurt", "unit": "bob", "amount": 9, "with_rules": rules})

    assert [e.side for e in play.events(SideCalled, entry)] == ["blue"]
    assert play.act("blue", "begin", "dan")


def test_alternate_a_unit_that_goes_with_a_seat_of_no_side_goes_as_its_own_side() -> None:
    units = [unit("ann"), unit("imp", "a", "green", seat="referee"), unit("cyd", "a", "blue")]
    start = game(BOARD, units)
    known = replace(start, sides={**start.sides, "green": Side("green", "Green")}, seats=SEATS)

    assert goes_with(known, known.units["ann"]) == "red"
    assert goes_with(known, known.units["imp"]) == "green"
    assert next_side(known, "blue") == "green"
    assert next_side(known, "green") == "red"
    assert next_side(known, "nobody") == "red"


def test_alternate_an_ally_without_a_side_of_its_own_goes_with_its_seat_and_never_holds_the_round() -> None:
    units = [unit("ann"), unit("civ", "a", "", seat="red"), unit("cyd", "a", "blue"), unit("dan", "a", "blue")]
    play = four("alternate", units=units)

    play.act("red", "pass", "civ")
    play.act("blue", "pass", "cyd")
    play.act("red", "pass", "ann")
    play.act("blue", "pass", "dan")

    assert play.game.clock.round == 2


def test_initiative_the_units_go_in_their_order_and_who_came_later_goes_last() -> None:
    play = four("initiative")
    for name in ("dan", "ann", "cyd"):
        seat = play.unit(name).seat
        for other in ("ann", "bob", "cyd", "dan"):
            if other != name and other not in play.game.clock.done:
                assert play.refused(play.unit(other).seat, {"do": "begin", "unit": other}) == "not_your_turn"
        play.act(seat, "pass", name)

    assert next_in_order(play.game) == "bob"


@pytest.mark.parametrize("order", ["free", "alternate", "initiative"])
def test_whoever_may_arrive_has_a_turn_in_every_order(order: str) -> None:
    """Also where it is all that a side has: else it could never come."""
    units = [unit("ann", "", arrives=1), unit("bob", "", arrives=2), unit("cyd", "a", "blue")]
    play = four(order, units=units)
    assert [u.id for u in left_to_go(play.game)] == ["ann", "cyd"]

    if order == "initiative":
        play.act("blue", "pass", "cyd")
    play.act("red", "deploy", "ann", zone="b")
    play.act("red", "end", "ann")
    if order != "initiative":
        play.act("blue", "pass", "cyd")

    assert play.unit("ann").zone == "b"
    assert play.game.clock.round == 2
    assert {u.id for u in left_to_go(play.game)} == {"ann", "bob", "cyd"}


def test_who_may_arrive_may_stay_in_reserve_and_the_round_goes_on_without() -> None:
    units = [unit("ann"), unit("bob", "", arrives=1), unit("cyd", "a", "blue")]
    play = four("free", units=units)
    play.act("red", "pass", "ann")
    play.act("blue", "pass", "cyd")
    assert play.game.clock.round == 1

    entry = play.act("red", "pass", "bob")

    assert not [e for e in play.events(TurnBegan, entry) if e.unit == "bob"]
    assert (play.game.clock.round, play.unit("bob").status) == (2, "reserve")


@pytest.mark.parametrize(
    ("more", "round", "can"),
    [
        ({"arrives": 2}, 1, False), ({"arrives": 2}, 2, True), ({"arrives": 2}, 3, True), ({}, 3, False),
        ({"arrives": 0}, 3, False), ({"arrives": 1, "side": "green"}, 3, False),
    ],
)  # fmt: skip
def test_who_may_arrive(more: dict[str, Any], round: int, can: bool) -> None:
    """From its round on, where its side has a zone to arrive in."""
    start = game(BOARD, [unit("bob", "", seat="red", **more)], clock=Clock("play", round))

    assert may_arrive(start, start.units["bob"]) is can
    assert may_arrive(replace(start, clock=Clock("play", 1)), start.units["bob"], round) is can


# ---------------------------------------------------------------------------------------------- what begins with one


@pytest.mark.parametrize("order", list(permutations(("ann", "bob", "cyd", "dan")))[::5])
def test_units_activated_in_any_order_have_one_start_each(order: tuple[str, ...]) -> None:
    """foundryvtt#13983."""

    def marks(ctx: Context, event: TurnBegan) -> Rule[None]:
        yield Remarked(f"{event.unit} starts")

    play = four("free", on_turn(marks))
    for name in order:
        play.act(play.unit(name).seat, "move", name, to="b")
        play.act(play.unit(name).seat, "end", name)

    assert [e.text for e in play.events(Remarked)] == [f"{name} starts" for name in order]
    assert play.game.clock.round == 2


@pytest.mark.parametrize("order", ["free", "alternate", "initiative"])
def test_a_unit_that_falls_in_its_own_start_has_had_its_turn_and_the_next_can_start(order: str) -> None:
    """boardgame.io#526."""

    def deadly(ctx: Context, event: TurnBegan) -> Rule[None]:
        if event.unit == "ann":
            yield from hurt(ctx, "ann", 9, "the floor")

    play = four(order, on_turn(deadly))
    if order == "initiative":
        play.act("blue", "pass", "dan")
    entry = play.act("red", "move", "ann", to="b")

    assert play.unit("ann").status == "down"
    assert [e.unit for e in play.events(TurnEnded, entry)] == ["ann"]
    assert not play.events(UnitEntered, entry)
    assert play.game.clock.active == {}
    assert play.act("blue", "begin", "cyd")


def test_a_unit_that_loses_its_turn_begins_it_and_that_is_all() -> None:
    """D12: triggers fire, then one lost turn is consumed and the turn ends."""
    units = [unit("ann", conditions={"lost_turns": 2}), unit("bob"), unit("cyd", "a", "blue")]
    play = four("free", units=units)
    assert play.refused("red", {"do": "move", "unit": "ann", "to": "b"}) == "turn_lost"

    entry = play.act("red", "begin", "ann")

    assert [type(e).__name__ for e in entry.events] == ["TurnBegan", "ConditionChanged", "TurnEnded"]
    assert play.unit("ann").conditions == {"lost_turns": 1}
    assert play.game.clock.done == ("ann",)


def test_a_turn_that_is_lost_at_its_own_start_is_the_one_that_is_lost() -> None:
    """D13."""

    def chokes(ctx: Context, event: TurnBegan) -> Rule[None]:
        if event.unit == "ann":
            yield from lose_turns(ctx, "ann", 1, "gas")

    play = four("free", on_turn(chokes))
    entry = play.act("red", "move", "ann", to="b")

    assert play.unit("ann").conditions == {}
    assert "The move does not happen." in [e.text for e in play.events(Remarked, entry)]
    assert play.unit("ann").zone == "a"


def test_what_happened_while_a_start_was_awaited_is_taken_into_account() -> None:
    """The unit was taken elsewhere meanwhile: the command is checked again, told, and does not happen."""
    play = four("free", on_turn(asks), typed=("red",))
    play.act("red", "move", "ann", to="b")
    play.act("referee", "ref_move", "ann", zone="b")

    entry = play.answer("red", 6)

    texts = [e.text for e in play.events(Remarked, entry)]
    assert texts == ["Ann is in b already.", "The move does not happen."]
    assert "ann" in play.game.clock.active


def test_a_turn_that_somebody_else_ended_meanwhile_does_not_begin_again() -> None:
    play = four("free", on_turn(asks), typed=("red",))
    play.do("red", {"do": "done"})  # ann's start asks; bob is still to be given up
    play.act("referee", "end", "ann")
    play.act("referee", "pass", "bob")

    play.answer("red", 6)

    assert [e.unit for e in play.events(TurnBegan)] == ["ann", "bob"]
    assert [e.unit for e in play.events(TurnEnded)] == ["ann", "bob"]


# ---------------------------------------------------------------------------------------------- how one ends


@pytest.mark.parametrize("rules", [True, False])
@pytest.mark.parametrize("order", ["free", "alternate"])
def test_a_turn_that_is_on_ends_with_its_unit_whoever_fells_it(order: str, rules: bool) -> None:
    """D11. Also by the referee's hand, which triggers nothing: else that turn would be on for ever."""
    play = four(order)
    play.act("red", "begin", "ann")

    entry = play.do("referee", {"do": "ref_hurt", "unit": "ann", "amount": 9, "with_rules": rules})

    assert [e.unit for e in play.events(TurnEnded, entry)] == ["ann"]
    assert play.game.clock.active == {}
    assert play.game.clock.done == ("ann",)
    assert play.act("blue", "begin", "cyd")


def test_whoever_becomes_unconscious_in_a_turn_has_had_it() -> None:
    def gas(ctx: Context, event: UnitEntered) -> Rule[None]:
        yield ConditionChanged(unit=event.unit, condition="unconscious", value=1)
        yield Remarked("and no further")

    play = four("free", Rulebook("house", triggers=(Trigger(UnitEntered, gas),)))
    entry = play.act("red", "move", "ann", to="c")

    assert [e.unit for e in play.events(TurnEnded, entry)] == ["ann"]
    assert play.unit("ann").zone == "b"
    assert play.refused("red", {"do": "begin", "unit": "ann"}) == "unit_down"


def test_a_turn_ends_once() -> None:
    play = four("free")
    play.act("red", "begin", "ann")
    play.act("red", "end", "ann")

    assert play.refused("red", {"do": "end", "unit": "ann"}) == "no_turn"
    assert play.refused("red", {"do": "pass", "unit": "ann"}) == "turn_over"
    assert len(play.events(TurnEnded)) == 1


def test_a_spent_turn_does_not_end_while_its_unit_is_awaited() -> None:
    """Else nobody else could do anything: it would change an awaited unit."""

    def shot(ctx: Context, event: UnitEntered) -> Rule[None]:
        if event.unit == "ann":
            yield from roll(rule="r", reason="r", unit=event.unit, dice=1)

    units = [unit("ann", speed=1), unit("bob"), unit("cyd", "a", "blue"), unit("dan", "a", "blue")]
    play = four("free", Rulebook("house", triggers=(Trigger(UnitEntered, shot),)), units=units, typed=("red",))
    start = replace(play.start, options={**play.start.options, "frame.auto_end": True, "frame.economy": "slow-quick"})
    play = Play(start, *play.rules.rulebooks[1:])
    play.act("red", "move", "ann", to="b")
    play.answer("red", 4)
    play.act("red", "move", "ann", to="c")
    assert not any(play.game.clock.active["ann"].values())

    assert play.act("blue", "begin", "cyd")
    assert "ann" in play.game.clock.active
    play.answer("red", 4)
    assert "ann" in play.game.clock.done


# ---------------------------------------------------------------------------------------------- pass and done


def test_a_pass_is_a_turn() -> None:
    """D71: what starts with a turn happens."""
    play = four("free", on_turn(asks))
    entry = play.act("red", "pass", "ann", 2)

    assert play.unit("ann").status == "down"
    assert [e.unit for e in play.events(TurnEnded, entry)] == ["ann"]


def test_done_ends_what_is_on_and_gives_up_the_rest() -> None:
    play = four("free")
    play.act("red", "move", "ann", to="b")
    entry = play.do("red", {"do": "done"})

    assert [(e.unit, e.why) for e in play.events(TurnEnded, entry)] == [("ann", ""), ("bob", "passed")]
    assert play.refused("red", {"do": "done"}) == "turn_over"
    play.do("blue", {"do": "done"})
    assert play.game.clock.round == 2


def test_done_waits_for_its_go_and_gives_up_what_could_arrive_too() -> None:
    units = [unit("ann"), unit("bob", "", arrives=1), unit("cyd", "a", "blue")]
    play = four("alternate", units=units)
    assert play.refused("blue", {"do": "done"}) == "not_your_turn"

    play.do("red", {"do": "done"})

    assert set(play.game.clock.done) == {"ann", "bob"}
    assert play.game.clock.side == "blue"


def test_done_in_an_order_is_for_the_seat_whose_unit_is_next() -> None:
    play = four("initiative")

    assert play.refused("red", {"do": "done"}) == "not_your_turn"
    play.do("blue", {"do": "done"})
    assert set(play.game.clock.done) == {"cyd", "dan"}


@pytest.mark.parametrize("word", ["begin", "pass", "move"])
def test_before_play_and_after_it_nobody_takes_a_turn(word: str) -> None:
    more = {"to": "b"} if word == "move" else {}
    for phase, code in (("setup", "not_playing"), ("over", "over"), ("ending", "round_ending")):
        play = Play(game(BOARD, [unit("ann"), unit("cyd", "a", "blue")], clock=Clock(phase, 1)))  # type: ignore[arg-type]
        assert play.refused("red", {"do": word, "unit": "ann", **more}) == code
        assert play.refused("red", {"do": "done"}) == code


def test_nobody_goes_down_twice_by_one_fall() -> None:
    play = four("free", on_turn(asks))
    entry = play.act("red", "begin", "ann", 1)

    assert len(play.events(StatusChanged, entry)) == 1
    assert len(play.events(TurnEnded, entry)) == 1
