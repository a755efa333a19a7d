"""One roll in a turn for one Environment: the mark and how long it counts."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play, game, unit
from kit.ship import BLANK, SUCCESS, end_round, start
from wardiary_server.game.events import MarkSet, Rolled, UnitEntered
from wardiary_server.game.state import Area
from wardiary_server.rules.environments import OPTIONS, RULEBOOK

HOLD = Area("hold", "airless", "Airless", ("b",))
REACTOR = Area("reactor", "hazard", "Reactor", ("b",), label="reactor", data={"damage": 3})
LAB = Area("lab", "hazard", "Lab", ("b",))


def test_begin_enter_and_enter_again_is_one_roll() -> None:
    """ENV-2: beginning inside, leaving, entering and entering again in one round is 1 roll."""
    play = start("a - b", unit("vega", "b", speed=4), areas=[HOLD])

    play.act("red", "begin", "vega", SUCCESS)
    for zone in ("a", "b", "a", "b"):
        play.act("red", "move", "vega", to=zone)

    assert len(play.rolls("airless")) == 1


def test_entering_twice_in_a_round_is_one_roll() -> None:
    """D3: leaving and entering again is no new roll in the same round."""
    play = start("a - b", unit("vega", speed=3), areas=[HOLD])

    play.act("red", "move", "vega", SUCCESS, to="b", path=("b", "a", "b"))

    assert len(play.rolls()) == 1


def test_the_next_round_asks_again() -> None:
    """D1: the turn that the cap speaks of is the round."""
    play = start("a - b", unit("vega", "b"), areas=[HOLD])

    end_round(play, turns=[SUCCESS])
    play.act("red", "begin", "vega", SUCCESS)

    assert [roll.key.split("/")[0] for roll in play.rolls()] == ["r1", "r2"]


def test_another_area_of_the_same_kind_shares_the_mark() -> None:
    """ENV-2: it is the kind that counts, not the area: a second Airless area in the same round asks nothing new."""
    play = start("a - b - c", unit("vega", speed=2), areas=[HOLD, Area("shaft", "space", "Shaft", ("c",))])

    play.act("red", "move", "vega", SUCCESS, to="c")

    assert len(play.rolls("airless")) == 1


def test_two_units_of_one_type_are_two_rolls() -> None:
    """dnd5e#7483: two units of one type enter a Hazard: two marks, two rolls."""
    play = start("a - b", unit("ann", kind="marine"), unit("bob", kind="marine"), areas=[LAB])

    play.act("red", "move", "ann", SUCCESS, to="b")
    play.act("red", "end", "ann")
    play.act("red", "move", "bob", SUCCESS, to="b")

    assert [roll.unit for roll in play.rolls("hazard")] == ["ann", "bob"]


def test_airless_and_hazard_are_counted_apart() -> None:
    """ENV-2: it is the *same* Environment that is rolled for once."""
    play = start("a - b", unit("vega"), areas=[HOLD, LAB])

    play.act("red", "move", "vega", SUCCESS, SUCCESS, to="b")

    assert [roll.rule for roll in play.rolls()] == ["airless", "hazard"]


@pytest.mark.parametrize("keep_live", [True, False])
def test_forced_out_and_in_again_while_the_dice_are_awaited(keep_live: bool) -> None:
    """mage#11106 and D4: the request is open, the unit is forced out and in again: still one roll."""
    play = start("a - b", unit("vega"), areas=[HOLD], typed=["red"], keep_live=keep_live)
    play.act("red", "move", "vega", to="b")
    assert len(play.game.open) == 1

    for zone in ("a", "b"):
        play.do("referee", {"do": "ref_move", "unit": "vega", "zone": zone, "with_rules": True})
    assert len(play.game.open) == 1
    play.answer("red", "blank")

    assert len(play.rolls()) == 1
    assert play.unit("vega").stats["health"] == 4
    assert play.game.open == {}


def test_the_mark_is_set_before_the_dice() -> None:
    """D4: the mark is set when the roll is asked for, not when it is thrown."""
    play = start("a - b", unit("vega"), areas=[HOLD], typed=["red"])

    play.act("red", "move", "vega", to="b")

    assert dict(play.unit("vega").marks) == {"airless": 1}
    assert play.rolls() == []


def test_an_undone_roll_no_longer_counts() -> None:
    """netrunner#6502: an undone entry is not this turn's roll; the same way asks again, for the same dice."""
    play = start("a - b", unit("vega"), areas=[HOLD])
    play.act("red", "move", "vega", BLANK, to="b")

    play.undo()
    assert dict(play.unit("vega").marks) == {}
    assert play.unit("vega").stats["health"] == 5
    play.act("red", "move", "vega", BLANK, to="b")

    one, again = play.rolls("airless")
    assert (one.key, one.nth) == (again.key, again.nth)


# ---------------------------------------------------------------------------------------------- once_per


def forced_in(once_per: str | None, *faces: int) -> Play:
    """Vega is forced into the hold before, in and after her own turn of one round."""
    options = {"environments.once_per": once_per} if once_per else {}
    play = start("a - b", unit("vega", speed=2), areas=[HOLD], options=options)
    force = {"do": "ref_move", "unit": "vega", "with_rules": True}
    play.do("referee", {**force, "zone": "b"}, *faces)
    play.do("referee", {**force, "zone": "a"})
    play.act("red", "move", "vega", to="a", path=("b", "a"))
    play.act("red", "end", "vega")
    play.do("referee", {**force, "zone": "b"})
    return play


def test_once_per_round_is_the_default() -> None:
    """D1: `once_per` is `round` by default: one roll in all."""
    assert OPTIONS["once_per"].default == "round"
    assert len(forced_in(None, SUCCESS).rolls()) == 1


def test_once_per_activation() -> None:
    """D1: with `activation` the unit's own turn, and what is before and after it, count for themselves."""
    assert len(forced_in("activation", SUCCESS, SUCCESS, SUCCESS).rolls()) == 3


def test_once_per_activation_is_once_in_an_activation() -> None:
    """ENV-2: beginning inside, leaving and entering is one roll for the activation, too."""
    play = start("a - b", unit("vega", "b", speed=2), areas=[HOLD], options={"environments.once_per": "activation"})

    play.act("red", "move", "vega", SUCCESS, to="b", path=("a", "b"))

    assert len(play.rolls()) == 1


# ---------------------------------------------------------------------------------------------- labels


def test_a_labelled_hazard_with_its_own_effect_rolls_for_itself() -> None:
    """D38: it is labelled *and* has an effect of its own: a roll beside the one that the others share."""
    play = start("a - b", unit("vega"), areas=[LAB, Area("rays", "radiation", "Rays", ("b",)), REACTOR])

    play.act("red", "move", "vega", BLANK, BLANK, to="b")

    assert [roll.reason for roll in play.rolls("hazard")] == ["Lab", "Reactor"]
    assert play.unit("vega").stats["health"] == 1
    assert dict(play.unit("vega").marks) == {"hazard": 1, "hazard:reactor": 1}


@pytest.mark.parametrize(
    "other",
    [
        Area("rays", "hazard", "Rays", ("b",), label="radiation", data={"damage": 3}),
        Area("leak", "hazard", "Leak", ("b",), label="Gas leak", data={"damage": 3}),
        Area("vent", "hazard", "Vent", ("b",), label="vent"),
        Area("vent", "hazard", "Vent", ("b",), data={"damage": 3}),
    ],
)
def test_what_shares_the_roll(other: Area) -> None:
    """D38: the names of ENV-32 are no labels; a label without an effect, or an effect without one, shares the roll."""
    play = start("a - b", unit("vega"), areas=[LAB, other])

    play.act("red", "move", "vega", BLANK, to="b")

    assert len(play.rolls("hazard")) == 1


def test_the_shared_roll_has_the_effect_of_the_first_entered() -> None:
    """D38: of two Hazards that share a roll the one that was entered first gives the effect."""
    mild, harsh = Area("mild", "hazard", "Mild", ("c",)), Area("harsh", "hazard", "Harsh", ("b",), data={"damage": 2})
    play = start("a - b - c", unit("vega", speed=2), areas=[mild, harsh])

    play.act("red", "move", "vega", BLANK, to="c")

    assert play.unit("vega").stats["health"] == 3


@pytest.mark.parametrize(("order", "health"), [(("mild", "harsh"), 4), (("harsh", "mild"), 3)])
def test_a_tie_goes_by_the_scenarios_order(order: Any, health: int) -> None:
    """D38: entered at one point, the one that stands first in the scenario gives the effect."""
    made = {
        "mild": Area("mild", "hazard", "Mild", ("b",)),
        "harsh": Area("harsh", "hazard", "H", ("b",), data={"damage": 2}),
    }
    play = start("a - b", unit("vega"), areas=[made[name] for name in order])

    play.act("red", "move", "vega", BLANK, to="b")

    assert play.unit("vega").stats["health"] == health


def test_an_airless_area_has_no_label_of_its_own() -> None:
    """ENV-2: the label of D38 is for Hazards; Airless is rolled for once, whatever its areas are called."""
    labelled = Area("shaft", "airless", "Shaft", ("b",), label="shaft", data={"damage": 2})
    play = start("a - b", unit("vega"), areas=[HOLD, labelled])

    play.act("red", "move", "vega", BLANK, to="b")

    assert len(play.rolls("airless")) == 1
    assert play.unit("vega").stats["health"] == 4


# ---------------------------------------------------------------------------------------------- for all


@given(st.lists(st.sampled_from(["a", "b", "c", "d", "round"]), max_size=30), st.data())
def test_never_twice_in_a_round(steps: list[str], data: st.DataObject) -> None:
    """ENV-2, ENV-34: whatever a unit does or suffers, no round has two rolls of it for one Environment.

    And whenever it comes in from outside, there is a roll in that round, before that or right then.
    """
    areas = {"h": Area("h", "airless", zones=("b", "c")), "l": Area("l", "gas_leak", zones=("c", "d"))}
    areas["r"] = Area("r", "radiation", zones=("d",))
    vega = unit("vega", health=1000, speed=100)
    start = game("a - b - c - d\nden", [vega, unit("foe", "den", "blue")], areas=areas)
    play = Play(start, RULEBOOK, faces=[data.draw(st.integers(1, 6))] * 200)

    for step in steps:
        here = play.unit("vega").zone
        if step == "round":
            play.do("red", {"do": "done"})
            play.do("blue", {"do": "done"})
        elif step != here:
            forced = {"do": "ref_move", "unit": "vega", "zone": step, "with_rules": True}
            play.do("referee", forced) if data.draw(st.booleans()) else play.act("red", "move", "vega", to=step)

    keys = [roll.key for roll in play.rolls()]
    assert len(keys) == len(set(keys))
    for before, after in pairwise(e for e in play.events() if isinstance(e, UnitEntered | MarkSet | Rolled)):
        if isinstance(before, MarkSet):
            assert isinstance(after, Rolled)
    entered = {zone for e in play.events(UnitEntered) for zone in (e.zone,)}
    assert bool(entered & {"b", "c", "d"}) <= bool(keys)
