"""Suppressing an area: by a mission, and by gear that the scenario made for it."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.ship import BLANK, SUCCESS, at_end, end_round, start
from wardiary_server.game.events import Spent, UnitHurt
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.state import Area, Item

FUMES = Area("fumes", "hazard", "Fumes", ("a",))
SCRUBBER = Item("scrubber", "Scrubber", "gear", tags=("suppresses:fumes",))


def lab(*, carries: bool = True, zone: str = "a", **more: Any) -> Play:
    vega = unit("vega", zone, items=("scrubber",) if carries else ())
    more = {"areas": [FUMES], **more}
    return start("a - b", vega, unit("ito", "a"), items={"scrubber": SCRUBBER}, **more)


def test_env_44_equipment_suppresses_an_environment() -> None:
    """ENV-44: it is there and does not hold: nobody rolls for it, until something resumes it."""
    play = lab(happenings=at_end({"do": "resume", "area": "fumes"}, round=2))
    play.act("red", "suppress", "vega", SUCCESS, area="fumes")
    play.act("red", "end", "vega")
    play.act("red", "begin", "ito")

    assert [roll.unit for roll in play.rolls()] == ["vega"]
    assert [dict(e.left) for e in play.events(Spent)] == [{"move": 1, "action": 0}]
    assert "a: Fumes, suppressed from now on." in play.story()

    end_round(play)
    end_round(play)
    assert play.game.areas["fumes"] == FUMES
    play.act("red", "begin", "ito", BLANK)
    assert [e.unit for e in play.events(UnitHurt)] == ["ito"]


def test_env_44_a_mission_suppresses_an_environment() -> None:
    """ENV-44: an event does; what is suppressed already stays so."""
    deed = {"do": "suppress", "area": "fumes"}
    play = lab(happenings=at_end(deed, deed))
    end_round(play, turns=[SUCCESS, SUCCESS])
    assert play.game.areas["fumes"].data == {"suppressed": 1}
    assert play.story().count("a: Fumes, suppressed from now on.") == 1


def test_an_area_that_is_resumed_is_not_entered() -> None:
    """D8: unless the scenario has it otherwise, nobody rolls before their next turn."""
    hidden = Area("fumes", "hazard", "Fumes", ("a",), data={"suppressed": 1})
    happenings = at_end({"do": "resume", "area": "fumes"})
    assert end_round(lab(areas=[hidden], happenings=happenings)) is not None

    at_once = lab(areas=[hidden], happenings=happenings, options={"environments.roll_on_create": True})
    end_round(at_once, SUCCESS, SUCCESS)
    assert [roll.unit for roll in at_once.rolls()] == ["ito", "vega"]


@pytest.mark.parametrize(
    ("setting", "area", "code"),
    [
        ({"carries": False}, "fumes", "no_such_area"),
        ({}, "fume", "no_such_area"),
        ({"zone": "b"}, "fumes", "out_of_reach"),
        ({"areas": [Area("fumes", "hazard", "Fumes", ("a",), data={"suppressed": 1})]}, "fumes", "no_change"),
    ],
)
def test_what_cannot_be(setting: dict[str, Any], area: str, code: str) -> None:
    play = lab(**setting)
    assert play.refused("red", {"do": "suppress", "unit": "vega", "area": area}) == code
    found = [body for body in legal(offers(play.context(), "vega")) if body["do"] == "suppress"]
    assert len(found) == (1 if setting == {} else 0)


@pytest.mark.parametrize("keep_live", [True, False])
def test_whoever_falls_as_the_turn_begins_suppresses_nothing(keep_live: bool) -> None:
    """D11: the same after a restart, with the roll at the turn's start typed."""
    play = start(
        "a - b", unit("vega", items=("scrubber",), health=1), items={"scrubber": SCRUBBER}, areas=[FUMES],
        typed=["red"], keep_live=keep_live,
    )  # fmt: skip
    play.act("red", "suppress", "vega", area="fumes")
    play.answer("red", "blank")
    assert play.unit("vega").status == "down"
    assert play.game.areas["fumes"] is FUMES
    assert play.folded() == play.state
