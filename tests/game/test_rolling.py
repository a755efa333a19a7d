"""Who rolls and who chooses: the unit's seat, the referee, the seat that caused it; by hand or by the server."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from msgspec.structs import replace
from wardiary_server.game.asking import ask, choice_part, choose, roll, roll_part
from wardiary_server.game.events import Chosen, Remarked, Rolled, UnitEntered
from wardiary_server.game.resolver import Context
from wardiary_server.game.rolling import identified, waits
from wardiary_server.game.rulebook import Rule, Rulebook, Trigger
from wardiary_server.game.state import Open, Seat

UNITS = [unit("vega", speed=9), unit("gun", "b", "", seat="")]


def play(rule: Any, typed: tuple[str, ...] = (), faces: tuple[int, ...] = (), **more: Any) -> Play:
    """A game in which entering b runs `rule`; the `typed` seats roll real dice."""
    book = Rulebook("book", triggers=(Trigger(UnitEntered, rule, 50),))
    start = game("a - b - c", UNITS, **more)
    start = replace(start, dice={seat: "typed" if seat in typed else "script" for seat in start.seats})
    return Play(start, book, faces=faces)


def parts(play_: Play) -> tuple[Any, ...]:
    (asked,) = play_.game.open.values()
    assert isinstance(asked, Open)
    return asked.parts


def own_roll(ctx: Context, event: UnitEntered) -> Rule[None]:
    yield from roll(rule="own", reason="own", unit=event.unit, dice=2)


def gun_roll(ctx: Context, event: UnitEntered) -> Rule[None]:
    yield from roll(rule="gun", reason="gun", unit="gun", target=event.unit, dice=2)


def zone_roll(ctx: Context, event: UnitEntered) -> Rule[None]:
    yield from roll(rule="zone", reason="zone", target=event.zone, dice=2)


def test_a_units_dice_are_its_seats() -> None:
    typing = play(own_roll, ("red",))
    typing.act("red", "move", "vega", to="b")

    (part,) = parts(typing)
    assert (part.seat, part.key) == ("red", "r1/own/vega//")
    assert typing.refused("blue", {"do": "answer", "root": 5, "opened": 5, "faces": [1, 2]}) == "not_yours"
    typing.answer("red", 3, 4)
    (rolled,) = typing.rolls()
    assert (rolled.faces, rolled.source, rolled.seat) == ((3, 4), "typed", "red")


@pytest.mark.parametrize("typed", [(), ("blue",), ("blue", "referee")])
def test_who_lets_the_server_roll_waits_for_nobody(typed: tuple[str, ...]) -> None:
    served = play(own_roll, typed, (2, 5))
    served.act("red", "move", "vega", to="b")

    (rolled,) = served.rolls()
    assert (rolled.faces, rolled.source, rolled.seat) == ((2, 5), "script", "")
    assert not served.game.open


@pytest.mark.parametrize("rule", [gun_roll, zone_roll])
@pytest.mark.parametrize("typed", [("red",), ("blue",), ("referee",)])
def test_dice_of_guns_and_zones_are_the_servers_where_not_everyone_types(rule: Any, typed: tuple[str, ...]) -> None:
    served = play(rule, typed, (2, 5))
    served.act("red", "move", "vega", to="b")

    assert served.rolls()[0].source == "script"


@pytest.mark.parametrize("rule", [gun_roll, zone_roll])
def test_where_everyone_types_they_are_the_referees_and_without_one_the_seats_that_caused_it(rule: Any) -> None:
    with_referee, without = play(rule, ("red", "blue")), play(rule, ("red", "blue"))
    without.do("operator", {"do": "vacate", "seat": "referee"})

    for one in (with_referee, without):
        one.act("red", "move", "vega", to="b")

    assert parts(with_referee)[0].seat == "referee"
    assert parts(without)[0].seat == "red"


def test_what_the_operator_causes_is_for_whoever_sits_there() -> None:
    """Else the answer would be nobody's, and a choice without a likely answer could not be made at all."""
    table = play(zone_roll)
    table.do("operator", {"do": "vacate", "seat": "referee"})
    part = choice_part(rule="r", reason="r", options=[("a", "A")])

    assert identified(Context(table.rules, table.state, by=""), part).seat == "red"
    assert identified(Context(table.rules, table.state, by="blue"), part).seat == "blue"


def test_with_nobody_at_the_table_nobody_is_waited_for() -> None:
    table = play(zone_roll)
    for seat in ("red", "blue", "referee"):
        table.do("operator", {"do": "vacate", "seat": seat})
    ctx = Context(table.rules, table.state, by="")

    part = identified(ctx, choice_part(rule="r", reason="r", options=[("a", "A")], default=("a",)))

    assert part.seat == ""
    assert not waits(ctx, part)


def test_a_part_may_name_its_seat() -> None:
    def rule(ctx: Context, event: UnitEntered) -> Rule[None]:
        yield from choose(rule="r", reason="where", options=[("x", "X")], seat="blue")

    asking = play(rule)
    asking.act("red", "move", "vega", to="b")

    assert parts(asking)[0].seat == "blue"


def test_a_unit_that_a_stranger_calls_by_a_wrong_id_is_rolled_for_like_a_zone() -> None:
    def rule(ctx: Context, event: UnitEntered) -> Rule[None]:
        yield from roll(rule="r", reason="r", unit="ghost", dice=1)

    served = play(rule, faces=(3,))
    served.act("red", "move", "vega", to="b")

    assert served.rolls()[0].faces == (3,)


# ---------------------------------------------------------------------------------------------- several parts


def test_typed_and_served_parts_of_one_question_all_come_together_in_their_order() -> None:
    def rule(ctx: Context, event: UnitEntered) -> Rule[None]:
        gun, own, (who,) = yield from ask(
            roll_part(rule="gun", reason="gun", unit="gun", dice=1),
            roll_part(rule="own", reason="own", unit=event.unit, dice=2),
            choice_part(rule="who", reason="who", options=[("x", "X"), ("y", "Y")], seat="blue"),
        )
        yield Remarked(f"{gun} {own} {who}")

    mixed = play(rule, ("red",), (6,))
    mixed.act("red", "move", "vega", to="b")
    assert [part.rule for part in parts(mixed)] == ["own", "who"]
    assert not mixed.rolls(), "the server's own roll is made once the others are there"

    mixed.answer("blue", "y", part=1)
    mixed.answer("red", 2, 3, part=0)

    assert [e.text for e in mixed.events(Remarked)] == ["(6,) (2, 3) y"]
    assert [(r.rule, r.source) for r in mixed.rolls()] == [("gun", "script"), ("own", "typed")]
    assert [e.seat for e in mixed.events(Chosen)] == ["blue"]


def test_a_choice_that_does_not_ask_takes_the_likely_answer_and_says_so() -> None:
    def rule(ctx: Context, event: UnitEntered) -> Rule[None]:
        yield from choose(rule="r", reason="who", options=[("x", "X")], least=0, default=("x",), asks=False)

    taken = play(rule)
    taken.act("red", "move", "vega", to="b")

    (chosen,) = taken.events(Chosen)
    assert (chosen.chosen, chosen.labels, chosen.seat) == (("x",), ("X",), "")


def test_a_choice_among_nothing_is_not_asked() -> None:
    def rule(ctx: Context, event: UnitEntered) -> Rule[None]:
        chosen = yield from choose(rule="r", reason="who", options=[], least=0)
        yield Remarked(str(chosen))

    taken = play(rule)
    taken.act("red", "move", "vega", to="b")

    assert [e.text for e in taken.events(Remarked)] == ["()"]


def test_the_same_roll_twice_in_one_question_counts_up_also_where_it_is_typed() -> None:
    def rule(ctx: Context, event: UnitEntered) -> Rule[None]:
        part = roll_part(rule="own", reason="own", unit=event.unit, dice=1)
        yield from ask(part, part)

    typing = play(rule, ("red",))
    typing.act("red", "move", "vega", to="b")
    typing.answer("red", 2, part=0)
    typing.answer("red", 5, part=1)

    assert [(r.nth, r.faces) for r in typing.rolls()] == [(0, (2,)), (1, (5,))]
    assert typing.state.table.typed == {"r1/own/vega//#0": (2,), "r1/own/vega//#1": (5,)}
    assert not any(r.again for r in typing.rolls())


# ---------------------------------------------------------------------------------------------- when ways change


def test_another_way_to_roll_counts_from_the_next_round_on() -> None:
    """D66."""
    changing = play(own_roll, (), (1, 1, 1, 1))
    changing.do("red", {"do": "dice", "way": "typed"})
    changing.act("red", "move", "vega", to="b")
    assert changing.rolls()[0].source == "script"

    changing.do("referee", {"do": "end_round", "bare": True})
    changing.act("red", "move", "vega", to="c")

    assert changing.game.dice == {"red": "typed", "blue": "server", "referee": "server"}
    assert parts(changing)[0].seat == "red"


def test_a_seat_that_types_may_let_the_server_roll_once() -> None:
    once = play(own_roll, ("red",), (4, 4))
    once.act("red", "move", "vega", to="b")
    once.do("red", {"do": "answer", "root": 5, "opened": 5, "roll": True})

    (rolled,) = once.rolls()
    assert (rolled.faces, rolled.source, rolled.seat) == ((4, 4), "script", "red")


@pytest.mark.parametrize(("before", "then"), [((1, 1), None), (None, (6, 6)), ((1, 1), (6, 6))])
def test_faces_that_differ_from_those_that_were_shown_before_an_undo_are_marked(
    before: tuple[int, ...] | None, then: tuple[int, ...] | None
) -> None:
    """Neither typing, nor the server, nor changing from one to the other is a second throw unseen."""

    def give(play_: Play, faces: tuple[int, ...] | None) -> Rolled:
        body = {"do": "answer", "root": play_.state.seq, "opened": play_.state.seq}
        if faces is None:
            play_.do("red", {**body, "roll": True}, 4, 4)
        else:
            play_.do("red", {**body, "faces": list(faces)})
        return play_.rolls()[-1]

    table = play(own_roll, ("red",))
    table.act("red", "move", "vega", to="b")
    first = give(table, before)
    assert not first.again
    table.undo()
    table.act("red", "move", "vega", to="b")

    give(table, then)

    assert any("Other faces had been shown" in line for line in table.story())


def test_the_same_faces_again_are_not_marked() -> None:
    table = play(own_roll, ("red",))
    for _ in range(2):
        table.act("red", "move", "vega", to="b")
        table.answer("red", 3, 3)
        table.undo()

    assert not any("Other faces" in line for line in table.story())


def test_seats_are_known_by_the_game_not_by_who_sits_there() -> None:
    start = game("a - b", UNITS)
    alone = replace(start, seats={"red": Seat("red", "Red", "red")}, dice={"red": "typed"})
    solo = Play(alone, Rulebook("book", triggers=(Trigger(UnitEntered, zone_roll, 50),)))

    solo.act("red", "move", "vega", to="b")

    assert parts(solo)[0].seat == "red", "all who play type, and there is no referee"
