"""Stop, drop and roll."""

from __future__ import annotations

import pytest
from kit.field import at_start, end_round, soldier, start
from wardiary_server.game.events import ConditionChanged, UnitHurt
from wardiary_server.game.offers import offers

BURNS = {"on_fire": 1}


@pytest.mark.parametrize("economy", ["focus", "activation", "slow-quick"])
def test_it_takes_the_whole_turn_and_is_out_at_its_end(economy: str) -> None:
    """FIR-3, D88: struck as the turn begins, no other action in it, and no longer on fire when it ends."""
    play = start("a - b", soldier(health=9, conditions=BURNS), options={"frame.economy": economy})
    (offer,) = [o for o in offers(play.context(), "vega") if o.body["do"] == "extinguish"]
    assert (offer.cost, offer.why_not) == ("the whole turn", "")

    play.act("red", "extinguish", "vega")
    assert play.unit("vega").stats["health"] == 8
    assert play.unit("vega").conditions == BURNS
    assert play.refused("red", {"do": "move", "unit": "vega", "to": "b"}) in ("no_action", "out_of_reach")
    play.act("red", "end", "vega")

    assert play.unit("vega").conditions == {}
    end_round(play)
    play.act("red", "begin", "vega")
    assert len(play.events(UnitHurt)) == 1
    assert not play.rolls("flames"), "nothing burns any more as the round ends"


def test_the_turn_ends_by_itself() -> None:
    """FIR-3: nothing is left of it."""
    play = start("a - b", soldier(health=9, conditions=BURNS), options={"frame.auto_end": True})
    play.act("red", "extinguish", "vega")

    assert "vega" in play.game.clock.done
    assert play.events(ConditionChanged)[-1].value == 0
    assert "Vega stops, drops and rolls." in play.story()


@pytest.mark.parametrize(
    ("unit", "code"), [("wet", "no_change"), ("truck", "not_a_troop"), ("late", "no_action"), ("foe", "not_yours")]
)
def test_who_cannot(unit: str, code: str) -> None:
    """FIR-3: troops that are on fire, with a turn of which nothing is spent."""
    truck = soldier("truck", kind="vehicle", health=9, conditions=BURNS)
    play = start("a - b", soldier("wet"), truck, soldier("late", health=9, conditions=BURNS))
    if unit == "late":
        play.act("red", "move", "late", to="b")

    assert play.refused("red", {"do": "extinguish", "unit": unit}) == code


def test_who_falls_as_the_turn_begins_rolls_on_no_ground() -> None:
    """D11: down at once, and still on fire."""
    play = start("a", soldier(conditions=BURNS))
    play.act("red", "extinguish", "vega")

    assert play.unit("vega").status == "down"
    assert play.unit("vega").conditions == BURNS
    assert play.folded() == play.state


def test_a_turn_that_was_not_spent_on_it_puts_nothing_out() -> None:
    """FIR-2, FIR-3: it counts for one turn; set alight again, it has to be done again."""
    events = at_start({"do": "ignite", "units": "vega"})
    play = start("a", soldier(health=9, conditions=BURNS), happenings=events)
    play.act("red", "extinguish", "vega")
    end_round(play)
    assert play.unit("vega").conditions == BURNS

    play.act("red", "begin", "vega")
    play.act("red", "end", "vega")
    assert play.unit("vega").conditions == BURNS
