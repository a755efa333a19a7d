"""Injured and disabled: half speed, disadvantage, no actions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play
from kit.field import end_round, on_board, soldier, start
from kit.inches import at
from msgspec.structs import replace
from wardiary_server.game.frame.economy import BUYS, purse
from wardiary_server.game.frame.queries import DISADVANTAGE, SPEED
from wardiary_server.game.state import Area, Clock, Item, Marker
from wardiary_server.rules.casualties import RULEBOOK as CASUALTIES
from wardiary_server.rules.environments import RULEBOOK as ENVIRONMENTS
from wardiary_server.rules.zones import RULEBOOK as ZONES

TEAR = Area("tear", "tear_gas", "Tear gas", ("b",), data={"value": 4})


def injured(speed: int, round: int = 1, measure: str = "table") -> Play:
    clock = Clock(phase="play", round=round)
    return start("a - b", soldier(speed=speed, conditions={"injured": 1}), clock=clock, measure=measure)


def speed_of(play: Play) -> int:
    return play.context().value(SPEED, play.unit("vega"))


@given(st.integers(0, 40), st.integers(1, 40))
def test_half_speed_in_zones_is_exact_over_two_rounds(speed: int, round: int) -> None:
    """D45: an odd number is rounded down in odd rounds, up in even ones."""
    now, next_ = (speed_of(injured(speed, n)) for n in (round, round + 1))

    assert now + next_ == speed
    assert abs(now - next_) == speed % 2


def test_a_speed_of_one_zone_moves_every_other_round() -> None:
    """MED-5, D45: half of one zone is a zone every second round."""
    play = injured(1)
    assert play.refused("red", {"do": "move", "unit": "vega", "to": "b"}) == "out_of_reach"

    end_round(play)
    play.act("red", "move", "vega", to="b")
    assert play.unit("vega").zone == "b"


def test_half_speed_in_inches_is_exact() -> None:
    """D45: 5 inches become 2.5."""
    assert speed_of(injured(5, measure="board")) == 2_500
    assert speed_of(injured(5, 2, measure="board")) == 2_500


@pytest.mark.parametrize(("far", "code"), [(2.5, ""), (2.501, "out_of_reach")])
def test_an_injured_unit_goes_so_far(far: float, code: str) -> None:
    """MED-5, D45: of 5 inches 2.5 and no more."""
    play = on_board(replace(soldier(zone="", conditions={"injured": 1}), at=at(3, 3), status="ready"))
    body = {"do": "move", "unit": "vega", "at": list(at(3 + far, 3))}
    if code:
        assert play.refused("red", body) == code
    else:
        play.do("red", body)
        assert play.unit("vega").at == at(3 + far, 3)


def gassed(economy: str = "activation", speed: int = 4, disabled: str = "no_actions") -> Play:
    """A unit that walks into tear gas with its first step (D91)."""
    unit_ = soldier(speed=speed, tags=("vulnerable",))
    play = start("a - b - c", unit_, areas=[TEAR], options={"frame.economy": economy, "casualties.disabled": disabled})
    play.act("red", "move", "vega", to="b")
    return play


@pytest.mark.parametrize(("speed", "move"), [(1, 0), (2, 0), (3, 0), (4, 1), (6, 2)])
def test_a_disabled_unit_moves_at_half_its_speed_and_does_not_act(speed: int, move: int) -> None:
    """DNG-3, D91: of a turn that is on the actions are gone, and of the move what is more than half."""
    play = gassed(speed=speed)

    assert play.game.clock.active["vega"] == {"move": move, "action": 0}
    assert play.unit("vega").conditions == {"disabled": 1}


def test_in_the_other_economy_the_slow_action_is_gone() -> None:
    """D71, D91: what is left is what a move is paid with, and no attack."""
    play = gassed("slow-quick")
    assert play.game.clock.active["vega"] == {"slow": 0, "quick": 0}

    end_round(play)
    assert play.unit("vega").conditions == {}, "it wears off with the round"
    play.act("red", "begin", "vega")
    assert play.game.clock.active["vega"] == {"slow": 0, "quick": 1}


def test_who_is_dragged_in_has_a_disabled_turn_still_to_come() -> None:
    """D50, D91: the effect of this round counts for this round's turn."""
    play = start("a - b", soldier(tags=("vulnerable",), speed=4), areas=[TEAR])
    play.act("referee", "ref_move", "vega", zone="b", with_rules=True)

    assert play.context().value(BUYS, play.unit("vega")) == {"move": 2, "action": 0}
    assert purse(play.context(), play.unit("vega")) == {"move": 2, "action": 0}
    assert play.refused("red", {"do": "extinguish", "unit": "vega"}) == "no_change"


def test_disadvantage_in_place_of_no_actions() -> None:
    """D91, the other way: half speed, and a disadvantage."""
    play = gassed(disabled="disadvantage")

    assert play.game.clock.active["vega"] == {"move": 1, "action": 1}
    assert play.context().value(DISADVANTAGE, play.unit("vega"))
    end_round(play)
    assert not play.context().value(DISADVANTAGE, play.unit("vega"))


def test_who_is_both_moves_at_half_and_not_at_a_quarter() -> None:
    """D45: half is half of the normal speed."""
    play = injured(8)
    both = replace(play.unit("vega"), conditions={"injured": 1, "disabled": 1})

    assert play.context().value(SPEED, both) == 4


def test_a_round_that_ends_bare_ends_it_too() -> None:
    """D69: what keeps the game in order happens always."""
    play = gassed()
    play.do("referee", {"do": "end_round", "bare": True})

    assert play.unit("vega").conditions == {}


def test_nobody_is_at_a_disadvantage_by_nature() -> None:
    """D44."""
    play = start("a", soldier())

    assert not play.context().value(DISADVANTAGE, play.unit("vega"))
    assert speed_of(play) == 5


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (
            {"do": "attack", "weapon": "gun", "target": "rook"},
            "The attack does not happen: Vega cannot pay for that: 2 move left of this turn.",
        ),
        (
            {"do": "throw", "weapon": "bomb", "zone": "b"},
            "The throw does not happen: Vega cannot pay for that: 2 move left of this turn.",
        ),
        ({"do": "seal", "breach": "hole"}, "Vega can take no action: Hole is still open."),
    ],
    ids=lambda value: value["do"] if isinstance(value, dict) else "",
)
def test_whom_the_turns_start_disables_is_told_that_the_action_does_not_happen(
    command: dict[str, str], said: str
) -> None:
    """D91: what begins with a turn may take the action that the turn began for. The turn itself stands."""
    gear = {"gun": Item("gun", "gun", stats={"dice": 3}), "bomb": Item("bomb", "bomb", stats={"blast": 2, "reach": 1})}
    hole = Marker("hole", "breach", "Hole", "a", data={"joins": "space", "resolved": 1})
    units = (soldier(tags=("vulnerable", "character"), items=("gun", "bomb")), soldier("rook", "b", side="blue"))
    play = start("a - b", *units, areas=[replace(TEAR, zones=("a",))], books=(ENVIRONMENTS, ZONES, CASUALTIES))
    made = replace(play.start, items={**play.start.items, **gear}, markers={"hole": hole})
    play = Play(made, ENVIRONMENTS, ZONES, CASUALTIES)

    play.act("red", command["do"], "vega", **{key: word for key, word in command.items() if key != "do"})

    assert play.unit("vega").conditions["disabled"]
    assert "vega" in play.game.clock.active
    assert said in play.story()
