"""Inches without a board: who is asked, for what, with what ticked; and that without `frame.ask` nobody is (D94)."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from msgspec.structs import replace
from wardiary_server.game.events import Asked, Chosen, Remarked, UnitEntered
from wardiary_server.game.frame import measuring
from wardiary_server.game.frame.measuring import asks, caused_by, far_part, may_see, sees_it, who_part
from wardiary_server.game.resolver import Context, ask
from wardiary_server.game.rulebook import Rule, Rulebook, Trigger
from wardiary_server.game.state import Part, Unit

ASK = {"frame.ask": True}


def table(rule: Any = None, *units: Unit, **more: Any) -> Play:
    """Vega in a, with three steps; entering anything runs `rule`."""
    books = [Rulebook("house", triggers=(Trigger(UnitEntered, rule),))] if rule else []
    made = game("a - b - c - d", units or (unit("vega", speed=3), unit("rook", "d", "blue")), **more)
    return Play(replace(made, seats={name: seat for name, seat in made.seats.items() if seat.role == "player"}), *books)


def asked(play: Play) -> Part:
    (part,) = play.events(Asked)[-1].parts
    return part


# ---------------------------------------------------------------------------------------------- the two questions


def both(ctx: Context, event: UnitEntered) -> Rule[None]:
    near = (("vega", "Vega"), ("rook", "Rook"))
    who = who_part(ctx, rule="blast", reason="Within 3 inches", near=near, likely=("rook",), seat=caused_by(ctx))
    ways = (("near", "still here"), ("far", "over there"))
    far = far_part(ctx, rule="pull", reason="pulled", ways=ways, likely="near", unit="rook")
    caught, (where,) = yield from ask(who, far)
    yield Remarked(f"{','.join(caught)}; {where}; {asks(ctx)}")


def test_a_list_goes_to_the_seat_that_caused_it_and_a_units_own_part_to_its_seat() -> None:
    """D94: the likely ones are ticked, any number is an answer; of a distance it is one."""
    play = table(both, options=ASK)
    play.act("red", "move", "vega", to="b")

    who, far = play.events(Asked)[-1].parts
    assert (who.seat, who.least, who.most, who.default) == ("red", 0, 2, ("rook",))
    assert (far.seat, far.least, far.most, far.default) == ("blue", 1, 1, ("near",))

    play.answer("red", part=0)
    play.answer("blue", "far", part=1)
    assert play.story()[-1] == "; far; True"


def test_without_ask_the_likely_answers_are_taken_and_recorded_as_such() -> None:
    """D94: `frame.ask` is false unless the scenario says otherwise."""
    play = table(both)
    play.act("red", "move", "vega", to="b")

    assert not play.events(Asked)
    assert [(e.seat, e.chosen) for e in play.events(Chosen)] == [("", ("rook",)), ("", ("near",))]
    assert play.story()[-1] == "rook; near; False"


def test_what_the_referees_hand_or_nobody_caused_goes_where_zones_dice_go() -> None:
    """A command of the operator's is no seat's."""
    play = table()
    assert caused_by(Context(play.rules, play.state, by="", role="operator")) == ""
    assert caused_by(Context(play.rules, play.state, by="blue")) == "blue"


@pytest.mark.parametrize(("length", "words"), [(1_000, "1 inch"), (4_000, "4 inches"), (2_500, "2.5 inches")])
def test_a_length_in_words(length: int, words: str) -> None:
    assert measuring.inches(length) == words


# ---------------------------------------------------------------------------------------------- sight


def looks(ctx: Context, event: UnitEntered) -> Rule[None]:
    seen = yield from sees_it(ctx, "vega", "rook", False)
    yield Remarked("seen" if seen else "not seen")


def fog(ctx: Context, within: int, seer: Unit, target: Unit) -> int:
    return 5_000


def test_where_the_zones_settle_what_is_seen_nobody_is_asked() -> None:
    play = table(looks, options=ASK)
    play.act("red", "move", "vega", to="b")

    assert play.story()[-1] == "not seen"
    assert not may_see(play.context(), False, play.unit("vega"), play.unit("rook"))


@pytest.mark.parametrize(("answer", "told"), [("within", "seen"), ("beyond", "not seen")])
def test_where_they_do_not_the_seers_seat_says_how_far_it_is(answer: str, told: str) -> None:
    """D94: a distance, on which side of the line that counts."""
    play = table(options=ASK)
    book = Rulebook("fog", triggers=(Trigger(UnitEntered, looks),), modifiers=((measuring.SIGHT_WITHIN, fog),))
    play = Play(play.start, book)
    play.act("red", "move", "vega", to="b")

    part = asked(play)
    assert (part.seat, part.reason, part.default) == ("red", "how far Rook is", ("beyond",))
    assert part.options == (("within", "within 5 inches: seen"), ("beyond", "farther: not seen"))
    assert may_see(play.context(), False, play.unit("vega"), play.unit("rook"))

    play.answer("red", answer)
    assert play.story()[-1] == told


# ---------------------------------------------------------------------------------------------- Control Zones


def passing(economy: str = "slow-quick", **more: Any) -> Play:
    """Vega on the way from a to d, with Rook standing in b and Nova, a friend, beside him."""
    units = (unit("vega", speed=3), unit("nova", "b"), more.pop("rook", unit("rook", "b", "blue")))
    return table(None, *units, options={**ASK, "frame.economy": economy, **more.pop("options", {})}, **more)


def went(play: Play) -> list[str]:
    return [event.zone for event in play.events(UnitEntered)]


def test_whoever_passes_an_enemy_says_whether_that_leads_through_a_control_zone() -> None:
    """D76, D94: only hostile units are listed, likely none; whoever comes into one stops there."""
    play = passing()
    play.act("red", "move", "vega", to="d")

    part = asked(play)
    assert (part.seat, part.unit, part.reason) == ("red", "vega", "passes within 1 inch of")
    assert (part.options, part.default) == ((("rook", "Rook"),), ())

    play.answer("red", "rook")
    assert went(play) == ["b"]
    assert play.story()[-1] == "Vega stops in the Control Zone of Rook."


def test_whoever_keeps_clear_goes_on() -> None:
    play = passing()
    play.act("red", "move", "vega", to="d")
    play.answer("red")

    assert went(play) == ["b", "c", "d"]


def test_where_a_move_ends_nobody_is_asked() -> None:
    play = passing()
    play.act("red", "move", "vega", to="b")

    assert went(play) == ["b"]
    assert not play.events(Asked)


def test_where_more_moves_are_left_the_control_zone_takes_them() -> None:
    """D76: as on a board, what is left of the move is gone."""
    play = passing("activation")
    play.act("red", "move", "vega", to="b")
    play.answer("red", "rook")

    assert play.game.clock.active["vega"]["move"] == 0


@pytest.mark.parametrize(
    "more",
    [
        {"options": {"frame.ask": False}},
        {"options": {"frame.control_zone": 0}},
        {"rook": unit("rook", "b", "blue", status="down")},
        {"rook": unit("rook", "b", "blue", hidden=("red",)), "options": {"frame.reveal": "attack"}},
        {"rook": unit("rook", "c")},
    ],
)
def test_who_has_no_control_zone_or_is_not_known_holds_nobody_up(more: dict[str, Any]) -> None:
    play = passing(**more)
    play.act("red", "move", "vega", to="d")

    assert went(play) == ["b", "c", "d"]
    assert not play.events(Asked)


def test_the_question_survives_a_restart() -> None:
    """The rule runs again from the log and goes on where it was."""
    play = passing()
    play = Play(play.start, keep_live=False)
    play.act("red", "move", "vega", to="d")
    play.answer("red")

    assert went(play) == ["b", "c", "d"]
    assert play.folded() == play.state
