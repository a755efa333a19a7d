"""Rounds: how one ends by itself, by somebody's word, or not yet; and how the next begins."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from kit.trouble import TROUBLE
from msgspec.structs import replace
from wardiary_server.game.events import (
    GameEnded,
    Remarked,
    Resolved,
    RoundBegan,
    RoundClosing,
    RoundEnding,
    SideCalled,
    TurnBegan,
    TurnEnded,
    UnitEntered,
)
from wardiary_server.game.frame.harm import hurt
from wardiary_server.game.frame.rounds import will_go
from wardiary_server.game.resolver import Context, roll
from wardiary_server.game.rulebook import Rule, Rulebook, Trigger
from wardiary_server.game.state import Clock, Happening

BOARD = "a - b - c"


def play(*books: Rulebook, units: Any = None, typed: tuple[str, ...] = (), order: str = "free", **more: Any) -> Play:
    units = units or [unit("ann", speed=3), unit("bob", "b"), unit("cyd", "c", "blue")]
    options = {"frame.order": order, **more.pop("options", {})}
    start = game(BOARD, units, options=options, **more)
    return Play(replace(start, dice={s: "typed" if s in typed else "script" for s in start.seats}), *books)


def pass_all(table: Play) -> Any:
    entry = None
    for name in [u.id for u in table.game.units.values() if u.zone and u.id not in table.game.clock.done]:
        entry = table.act("referee", "pass", name)
    return entry


def kinds(entry: Any, *wanted: type) -> list[str]:
    return [type(e).__name__ for e in entry.events if isinstance(e, wanted)]


# ---------------------------------------------------------------------------------------------- by itself


def test_the_round_ends_with_the_last_turn_as_part_of_that_command() -> None:
    table = play()
    entry = pass_all(table)

    assert kinds(entry, RoundClosing, RoundEnding, RoundBegan) == ["RoundEnding", "RoundBegan"]
    assert (table.game.clock.round, table.game.clock.done, table.game.rolls) == (2, (), {})


def test_whoever_has_not_had_a_turn_begins_it_before_the_round_ends() -> None:
    """D71: by id, so that nobody dodges what starts with a turn; who is asleep begins one too (D12)."""
    units = [unit("zoe", speed=3), unit("sam", conditions={"unconscious": 1}), unit("cyd", "c", "blue")]
    table = play(units=units)
    table.act("red", "pass", "zoe")
    entry = table.act("blue", "pass", "cyd")

    assert [e.unit for e in table.events(TurnBegan, entry)] == ["cyd", "sam"]
    assert kinds(entry, RoundClosing, RoundEnding, RoundBegan) == ["RoundClosing", "RoundEnding", "RoundBegan"]


def test_the_referee_may_end_it_before_and_every_turn_that_was_not_taken_begins() -> None:
    table = play()
    table.act("red", "begin", "bob")
    entry = table.do("referee", {"do": "end_round"})

    assert [(e.unit, e.why) for e in table.events(TurnEnded, entry)] == [
        ("bob", ""), ("ann", "not taken"), ("cyd", "not taken"),
    ]  # fmt: skip
    assert [e.unit for e in table.events(TurnBegan, entry)] == ["ann", "cyd"]


def test_units_in_reserve_and_dead_units_neither_begin_a_turn_nor_are_moved() -> None:
    """MegaMek#408, #2571."""
    units = [
        unit("ann"), unit("cyd", "c", "blue"), unit("late", "", arrives=9), unit("dead", "b", status="dead"),
        unit("down", "b", status="down"), unit("away", "", status="gone"),
    ]  # fmt: skip
    table = play(units=units)
    entry = table.do("referee", {"do": "end_round"})

    assert {e.unit for e in table.events(TurnBegan, entry)} == {"ann", "cyd"}
    assert not table.events(UnitEntered, entry)


def test_alternate_nobody_is_called_while_the_round_closes() -> None:
    table = play(order="alternate", clock=Clock("play", 1, "red"))
    entry = table.do("referee", {"do": "end_round"})

    assert not table.events(SideCalled, entry)
    assert table.game.clock.side == "blue", "the sides begin the rounds in turn"


# ---------------------------------------------------------------------------------------------- while something is open


def asks_at_start(ctx: Context, event: TurnBegan) -> Rule[None]:
    if event.unit in ("ann", "bob"):
        yield from roll(rule="start", reason="start", unit=event.unit, dice=1)


STARTS = Rulebook("house", triggers=(Trigger(TurnBegan, asks_at_start, 30),))


def test_a_round_ends_only_when_nothing_is_open() -> None:
    """D69."""
    table = play(TROUBLE, typed=("red",))
    table.act("red", "move", "ann", to="b")
    table.act("blue", "pass", "cyd")
    table.act("referee", "end", "ann")
    table.act("referee", "pass", "bob")
    assert table.game.clock.round == 1
    assert table.refused("referee", {"do": "end_round"}) == "awaiting"

    entry = table.answer("red", 5)

    assert table.game.clock.round == 2
    assert kinds(entry, RoundEnding, RoundBegan) == ["RoundEnding", "RoundBegan"]


def test_while_the_last_turns_begin_the_round_is_ending_and_players_only_answer() -> None:
    """No turn begins twice, and nobody slips in one of their own."""
    table = play(STARTS, typed=("red",))
    table.do("referee", {"do": "end_round"})

    assert table.game.clock.phase == "ending"
    for body in ({"do": "begin", "unit": "cyd"}, {"do": "done"}, {"do": "move", "unit": "cyd", "to": "b"}):
        assert table.refused("blue", body) == "round_ending"
    assert table.do("blue", {"do": "say", "text": "hm"})
    assert table.act("referee", "ref_hurt", "cyd", amount=1)
    table.answer("red", 4)
    assert table.game.clock.phase == "ending"
    table.answer("red", 4)

    assert [e.unit for e in table.events(TurnBegan)] == ["ann", "bob", "cyd"]
    assert (table.game.clock.phase, table.game.clock.round) == ("play", 2)


def test_what_the_end_of_a_round_asks_is_answered_before_the_next_begins() -> None:
    table = play(TROUBLE, typed=("red", "blue"), levels={"b": {"fire": 2}})
    entry = pass_all(table)
    assert kinds(entry, RoundEnding, RoundBegan) == ["RoundEnding"]
    assert table.game.clock.phase == "ending"
    assert table.refused("red", {"do": "begin", "unit": "ann"}) == "round_ending"

    table.answer("red", 6, 2)
    table.answer("blue", "a")

    assert table.game.zones["a"].levels == {"fire": 1}
    assert table.game.clock.round == 2


def test_an_undo_and_the_referee_pass_while_a_round_is_ending() -> None:
    table = play(STARTS, typed=("red",))
    table.do("referee", {"do": "end_round"})
    assert table.act("referee", "ref_move", "cyd", zone="a")

    table.undo()
    table.undo()

    assert (table.game.clock.phase, table.game.open) == ("play", {})


# ---------------------------------------------------------------------------------------------- bare


def test_a_bare_end_drops_what_is_open_and_brings_nothing_of_the_rounds_end() -> None:
    """D69: without turns that were not taken, fire, or scores; the next round then begins as any other."""
    table = play(TROUBLE, typed=("red", "blue"), levels={"b": {"fire": 2}})
    table.act("red", "move", "ann", to="b")

    entry = table.do("referee", {"do": "end_round", "bare": True, "reason": "It is late."})

    assert [type(e).__name__ for e in entry.events] == ["Remarked", "Resolved", "RoundEnding", "RoundBegan"]
    assert entry.events[0] == Remarked("The referee ends the round bare. It is late.")
    assert table.game.zones["b"].levels == {"fire": 2}
    assert (table.game.open, table.game.clock.round) == ({}, 2)


def test_after_a_bare_end_what_comes_with_the_next_round_comes() -> None:
    happenings = {"more": Happening("more", {"round": 2}, ({"do": "reserves", "units": "dan", "zone": "c"},))}
    units = [unit("ann"), unit("cyd", "c", "blue"), unit("dan", "", "blue", tags=("brought",))]
    table = play(units=units, happenings=happenings)

    table.do("referee", {"do": "end_round", "bare": True})

    assert table.unit("dan").zone == "c"


def test_a_bare_end_of_the_last_round_is_the_end_of_the_game() -> None:
    table = play(options={"frame.rounds": 1})

    entry = table.do("referee", {"do": "end_round", "bare": True})

    assert kinds(entry, GameEnded, RoundBegan) == ["GameEnded"]
    assert table.game.result is not None
    assert table.game.result.reason == "after 1 rounds"


def test_a_round_whose_end_fails_is_ended_bare() -> None:
    """So that no game is stuck."""

    def fails(ctx: Context, event: RoundEnding) -> Rule[None]:
        raise KeyError("smoke")

    table = play(Rulebook("house", triggers=(Trigger(RoundEnding, fails),)))
    assert table.refused("referee", {"do": "end_round"}) == "rulebook_failed"

    table.do("referee", {"do": "end_round", "bare": True})

    assert table.game.clock.round == 2


@pytest.mark.parametrize("phase", ["setup", "over"])
def test_where_no_round_is_going_on_none_ends(phase: Any) -> None:
    table = play(clock=Clock(phase, 1))

    assert table.refused("referee", {"do": "end_round"}) == "not_playing"


def test_the_operator_can_end_a_round_too() -> None:
    table = play()

    entry = table.do("operator", {"do": "end_round", "bare": True})

    assert entry.events[0] == Remarked("The operator ends the round bare.")


# ---------------------------------------------------------------------------------------------- when nobody can go


def test_rounds_in_which_nobody_can_go_pass_until_somebody_arrives() -> None:
    units = [unit("ann"), unit("zed", "", arrives=4), unit("cyd", "c", "blue"), unit("dan", "", "blue", arrives=4)]
    table = play(units=units)
    table.act("referee", "ref_hurt", "ann", amount=9)
    table.act("referee", "ref_hurt", "cyd", amount=9)

    assert table.game.clock.round == 4
    assert table.act("red", "deploy", "zed", zone="a")


def test_without_a_last_round_and_with_nobody_to_come_it_stops_for_people_to_step_in() -> None:
    """It never goes on for ever; and without a referee the players can end the round."""
    units = [
        unit("ann"),
        unit("zed", "", tags=("brought",)),
        unit("cyd", "c", "blue"),
        unit("dan", "", "blue", tags=("brought",)),
    ]
    door = {"hatch": Happening("hatch", {"door": "d9", "is": "open"}, ({"do": "tell", "text": "x"},))}
    table = play(units=units, happenings=door)
    table.act("referee", "ref_hurt", "ann", amount=9)
    entry = table.act("referee", "ref_hurt", "cyd", amount=9)

    assert len(table.events(RoundBegan, entry)) == 1
    assert table.game.result is None
    table.do("operator", {"do": "vacate", "seat": "referee"})
    table.do("red", {"do": "end_round"})
    assert table.undo("blue", "agree").kind == "game"
    assert table.game.clock.round > 2


def test_the_last_round_is_reached_even_if_nobody_can_go_any_more() -> None:
    units = [unit("ann"), unit("zed", "", arrives=9), unit("cyd", "c", "blue"), unit("dan", "", "blue", arrives=9)]
    table = play(units=units, options={"frame.rounds": 5})
    table.act("referee", "ref_hurt", "ann", amount=9)
    table.act("referee", "ref_hurt", "cyd", amount=9)

    assert table.game.result is not None
    assert table.game.clock.round == 5


def test_a_game_that_ends_while_the_last_turns_begin_ends_there() -> None:
    def deadly(ctx: Context, event: TurnBegan) -> Rule[None]:
        yield from hurt(ctx, event.unit, 9, "the floor")

    def gone(ctx: Context, event: Any) -> Rule[None]:
        from wardiary_server.game.state import Result

        yield GameEnded(Result("", "the ship is lost", {}))

    table = play(Rulebook("house", triggers=(Trigger(TurnBegan, deadly), Trigger(TurnEnded, gone))))
    entry = table.do("referee", {"do": "end_round"})

    assert len(table.events(TurnBegan, entry)) == 1
    assert not table.events(RoundEnding, entry)
    assert table.game.clock.phase == "over"


# ---------------------------------------------------------------------------------------------- how the next begins


def test_alternate_the_sides_begin_the_rounds_in_turn_and_only_those_who_will_go() -> None:
    table = play(order="alternate", clock=Clock("play", 1, "red"))
    begun = []
    for _ in range(3):
        table.do("referee", {"do": "end_round"})
        begun.append(table.game.clock.side)
    assert begun == ["blue", "red", "blue"]

    alone = play(order="alternate", units=[unit("ann", "", arrives=5), unit("cyd", "c", "blue")])
    alone.do("referee", {"do": "end_round"})
    alone.do("referee", {"do": "end_round"})
    assert alone.game.clock.side == "blue"
    assert not will_go(alone.game, "red", 4)
    assert will_go(alone.game, "red", 5)


def test_initiative_is_rolled_when_play_begins_highest_first_and_kept() -> None:
    """D71."""
    units = [unit("ann", initiative=2), unit("bob"), unit("cyd", "c", "blue")]
    start = game(BOARD, units, clock=Clock(), options={"frame.order": "initiative", "frame.dice": "script"})
    table = Play(start, faces=(3, 9, 5))
    table.do("red", {"do": "ready"})
    table.do("blue", {"do": "ready"})

    assert [(r.rule, r.unit, r.sides) for r in table.rolls()] == [("initiative", n, 10) for n in ("ann", "bob", "cyd")]
    assert table.game.clock.order == ("bob", "ann", "cyd")
    table.do("referee", {"do": "end_round"})
    assert table.game.clock.order == ("bob", "ann", "cyd")
    assert len(table.rolls()) == 3


@pytest.mark.parametrize(
    ("drawn", "cards"), [((10, 1, 1), (10, 1, 2)), ((1, 1, 8), (1, 2, 10)), ((4, 4, 4), (4, 5, 6))]
)
def test_initiative_may_be_drawn_and_no_two_have_the_same(drawn: tuple[int, ...], cards: tuple[int, ...]) -> None:
    """D71: the faces say which of the cards that are left, so 4, 4 and 4 are the cards 4, 5 and 6; highest first."""
    units = [unit("ann"), unit("bob"), unit("cyd", "c", "blue")]
    options = {"frame.order": "initiative", "frame.initiative": "drawn", "frame.dice": "script"}
    table = Play(game(BOARD, units, clock=Clock(), options=options), faces=drawn)
    table.do("red", {"do": "ready"})
    table.do("blue", {"do": "ready"})

    assert [roll.sides for roll in table.rolls()] == [10, 9, 8]
    names = ("Ann", "Bob", "Cyd")
    assert {f"{name} draws card {card}." for name, card in zip(names, cards, strict=True)} <= set(table.story())
    by_card = sorted(zip(cards, names, strict=True), reverse=True)
    assert table.game.clock.order == tuple(name.lower() for _card, name in by_card)


@pytest.mark.parametrize("initiative", ["rolled", "drawn"])
def test_there_is_a_card_for_everybody(initiative: str) -> None:
    """D71: rolled unless the scenario says drawn; with a deck that is too small there are more cards."""
    units = [unit(name) for name in ("ann", "bob", "cyd", "dan")]
    options = {
        "frame.order": "initiative", "frame.initiative": initiative, "frame.initiative_die": 2, "frame.dice": "script",
    }  # fmt: skip
    table = Play(game(BOARD, units, clock=Clock(), options=options), faces=(1, 1, 1, 2))
    table.do("red", {"do": "ready"})

    assert [roll.sides for roll in table.rolls()] == ([5, 4, 3, 2] if initiative == "drawn" else [2, 2, 2, 2])
    order = ("dan", "cyd", "bob", "ann") if initiative == "drawn" else ("dan", "ann", "bob", "cyd")
    assert table.game.clock.order == order


@pytest.mark.parametrize("sides", [10, 6])
def test_the_die_of_initiative(sides: int) -> None:
    """D71: a d10, unless the scenario names another."""
    units = [unit("ann"), unit("cyd", "c", "blue")]
    options = {"frame.order": "initiative", "frame.dice": "script", "frame.initiative_die": sides}
    table = Play(game(BOARD, units, clock=Clock(), options=options), faces=(3, 5))
    table.do("red", {"do": "ready"})
    table.do("blue", {"do": "ready"})

    assert [roll.sides for roll in table.rolls()] == [sides, sides]


def test_initiative_that_is_typed_waits_before_the_first_round_and_nobody_acts() -> None:
    units = [unit("ann"), unit("bob"), unit("cyd", "c", "blue")]
    start = game(BOARD, units, clock=Clock(), options={"frame.order": "initiative", "frame.dice": "typed"})
    table = Play(start)
    table.do("red", {"do": "ready"})
    table.do("blue", {"do": "ready"})
    assert table.game.clock.round == 0
    assert table.refused("red", {"do": "begin", "unit": "ann"}) == "awaiting"

    for part, (seat, face) in enumerate((("red", 2), ("red", 8), ("blue", 8))):
        table.answer(seat, face, part=part)

    assert table.game.clock.order == ("bob", "cyd", "ann"), "equal rolls by id"
    assert table.game.clock.round == 1


def test_ways_to_roll_are_those_the_seats_wished_for_when_the_round_begins() -> None:
    table = play(options={"frame.dice": "server"})
    table.do("red", {"do": "dice", "way": "typed"})
    assert table.game.dice["red"] == "script"

    entry = table.do("referee", {"do": "end_round", "bare": True})

    (began,) = table.events(RoundBegan, entry)
    assert began.dice == {"red": "typed", "blue": "server", "referee": "server"}
    assert not table.events(Resolved, entry)
