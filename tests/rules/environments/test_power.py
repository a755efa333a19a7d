"""Disabled Power: what hangs on a supply, while it is out and only then."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.ship import BLANK, SUCCESS, at_end, end_round, start
from wardiary_server.game.events import Spent, UnitHurt
from wardiary_server.game.frame.queries import POWERED
from wardiary_server.game.offers import offers
from wardiary_server.game.state import Area, Happening, Item, Marker, Objective
from wardiary_server.rules.environments import RULEBOOK
from wardiary_server.rules.environments.power import PowerChanged
from wardiary_server.rules.zones import RULEBOOK as ZONES


def supply(now: str = "off", **hangs: str) -> Marker:
    return Marker("main", "power", "Main power", data={"is": now, **hangs})


def ship(now: str = "off", *, drawing: str = "a #d1# b", areas: tuple[Area, ...] = (), **more: Any) -> Play:
    hangs = more.pop("hangs", {})
    return start(drawing, unit("vega", speed=3), areas=areas, breaches=[supply(now, **hangs)], **more)


# ---------------------------------------------------------------------------------------------- no effect of its own


def test_env_40_by_itself_it_does_nothing() -> None:
    """ENV-40, ENV-41: power that nothing hangs on goes, and no door, sight, objective or roll is any different."""
    play = ship("on", areas=(Area("hold", "airless", "Airless", ("b",)),))
    play.do("referee", {"do": "ref_power", "power": "main", "now": "off"})

    assert len(play.events(entry=play.log[-1])) == 1
    play.act("red", "open", "vega", BLANK, door="d1")
    assert [dict(e.left) for e in play.events(Spent)] == [{"move": 2, "action": 1}]


def test_env_40_what_hangs_on_it_says_the_scenario() -> None:
    """ENV-40: doors, objectives and units that are listed, and no others."""
    play = ship(hangs={"doors": "d1 d2", "objectives": "core", "units": "gun"})
    ctx = play.context()

    assert [ctx.value(POWERED, "door", door) for door in ("d1", "d2", "d3")] == [False, False, True]
    assert not ctx.value(POWERED, "objective", "core")
    assert not ctx.value(POWERED, "unit", "gun")
    assert ctx.value(POWERED, "unit", "core")
    assert ctx.value(POWERED, "sun", "d1")


@pytest.mark.parametrize(("now", "left"), [("on", {"move": 2, "action": 1}), ("off", {"move": 3, "action": 0})])
def test_env_40_a_door_without_power_has_to_be_forced(now: str, left: dict[str, int]) -> None:
    """ENV-40: opening it costs the special action instead of a quick one; closing it too."""
    play = ship(now, hangs={"doors": "d1"})
    play.act("red", "open", "vega", door="d1")
    assert [dict(e.left) for e in play.events(Spent)] == [left]

    if now == "off":
        assert play.refused("red", {"do": "close", "unit": "vega", "door": "d1"}) == "no_action"


def test_the_menu_says_that_a_door_has_no_power() -> None:
    """What is on offer is legal, and says what it costs."""
    play = ship(hangs={"doors": "d1"})
    found = {offer.label: offer for offer in offers(play.context(), "vega")}
    assert "Vega opens a door" not in found
    assert found["Vega forces a door"].cost == "1 action"
    assert [target.note for target in found["Vega forces a door"].targets] == ["closed, no power"]


@pytest.mark.parametrize(("now", "scores"), [("on", 1), ("off", 0)])
def test_env_40_an_objective_without_power_is_not_held(now: str, scores: int) -> None:
    """ENV-40: it does not score at a round's end."""
    bridge = Objective("bridge", "Bridge", "hold", ("a",))
    play = ship(now, hangs={"objectives": "bridge"}, objectives={"bridge": bridge})
    end_round(play)
    assert play.game.scores.get("red", 0) == scores


def test_env_40_an_objective_without_power_is_not_taken_nor_left_by() -> None:
    """ENV-40: refused, until the power is back."""
    ends = {
        "core": Objective("core", "Core", "take", ("a",)),
        "lift": Objective("lift", "Lift", "leave", ("a",)),
    }
    play = ship(hangs={"objectives": "core lift"}, objectives=ends)
    assert play.refused("red", {"do": "use", "unit": "vega", "objective": "core"}) == "no_power"
    assert play.refused("red", {"do": "leave", "unit": "vega"}) == "out_of_reach"

    play.do("referee", {"do": "ref_power", "power": "main", "now": "on"})
    play.act("red", "use", "vega", objective="core")
    play.act("red", "leave", "vega")
    assert play.game.scores == {"red": 2}


@pytest.mark.parametrize(("now", "shots"), [("on", 1), ("off", 0)])
def test_env_40_a_gun_without_power_does_not_fire(now: str, shots: int) -> None:
    """ENV-40, D54."""
    turret = Item("turret", "turret", stats={"autonomous": 3, "reach": 1})
    gun = unit("gun", "b", "station", seat="", items=("turret",))
    play = start(
        "a - b", unit("vega"), gun, breaches=[supply(now, units="gun")], items={"turret": turret},
        books=(RULEBOOK, ZONES),
    )  # fmt: skip
    play.act("red", "begin", "vega", *[1, 1, 1][: 3 * shots])
    assert len(play.rolls("autonomous")) == shots


def test_a_gun_that_is_switched_on_fires_at_nobody_for_that() -> None:
    """D55, ENV-40: somebody stands in its reach as the power comes back; the next turn's start there draws fire."""
    turret = Item("turret", "turret", stats={"autonomous": 3, "reach": 1})
    gun = unit("gun", "b", "station", seat="", items=("turret",))
    play = start(
        "a - b", unit("vega"), gun, breaches=[supply("off", units="gun")], items={"turret": turret},
        books=(RULEBOOK, ZONES),
    )  # fmt: skip
    play.do("referee", {"do": "ref_power", "power": "main", "now": "on"})
    assert not play.rolls("autonomous")
    play.act("red", "begin", "vega", 1, 1, 1)
    assert len(play.rolls("autonomous")) == 1


# ---------------------------------------------------------------------------------------------- what it causes


def test_env_41_darkness_or_another_environment_only_where_the_scenario_says() -> None:
    """ENV-41: areas that hold while the power is out; when it is back they do not, and so to and fro."""
    life = Area("life", "airless", "Dead air", ("a",), data={"suppressed": 1})
    other = Area("other", "hazard", "Steam", ("b",), data={"suppressed": 1})
    play = ship("on", areas=(life, other), hangs={"areas": "life"})

    play.do("referee", {"do": "ref_power", "power": "main", "now": "off"})
    assert play.game.areas["other"] is play.start.areas["other"]
    play.act("red", "begin", "vega", BLANK)
    assert [e.amount for e in play.events(UnitHurt)] == [1]

    play.do("referee", {"do": "ref_power", "power": "main", "now": "on"})
    end_round(play)
    play.act("red", "begin", "vega")
    assert [roll.rule for roll in play.rolls()] == ["airless"]
    assert play.game.areas["life"].name == "Dead air, suppressed"


def test_env_41_an_area_that_begins_to_hold_is_not_entered() -> None:
    """D8: whoever stands there rolls when their next turn begins."""
    life = Area("life", "airless", "Dead air", ("a",), data={"suppressed": 1})
    play = ship("on", areas=(life,), hangs={"areas": "life"})
    play.do("referee", {"do": "ref_power", "power": "main", "now": "off"})
    assert play.rolls() == []


# ---------------------------------------------------------------------------------------------- who cuts it


def test_events_cut_it_and_wait_for_it() -> None:
    """ENV-40: a deed; and what the scenario lets come of it, once."""
    cut = {"do": "power", "power": "main", "is": "off"}
    waits = Happening("dim", {"power": "main", "is": "off"}, ({"do": "tell", "text": "It is very quiet."},))
    play = ship("on", happenings={**at_end(cut, cut), "dim": waits})

    end_round(play)

    assert [(e.marker, e.now) for e in play.events(PowerChanged)] == [("main", "off")]
    assert "Main power is out." in play.story()
    assert "It is very quiet." in play.story()
    play.undo()
    assert play.game.markers["main"].data["is"] == "on"
    assert play.folded() == play.state


@pytest.mark.parametrize(
    ("by", "body", "code"),
    [
        ("referee", {"power": "mian", "now": "on"}, "no_such_power"),
        ("referee", {"power": "main", "now": "off"}, "no_change"),
        ("red", {"power": "main", "now": "on"}, "not_allowed"),
    ],
)
def test_what_cannot_be(by: str, body: dict[str, str], code: str) -> None:
    """A command for the referee; a player has no way to cut it."""
    assert ship().refused(by, {"do": "ref_power", **body}) == code


def test_a_breach_is_no_power_supply() -> None:
    """Both are markers, and the deed is for one of them."""
    cut = {"do": "power", "power": "b1", "is": "off"}
    play = start(
        "a", unit("vega"), breaches=[Marker("b1", "breach", zone="a", data={"resolved": 1})], happenings=at_end(cut)
    )
    end_round(play, SUCCESS)
    assert play.events(PowerChanged) == []


def test_what_does_not_fit_is_found() -> None:
    """ENV-40: an area has to begin as the power does; what hangs on it as a door has to be one."""
    life = Area("life", "airless", zones=("a",))
    play = ship("on", drawing="a - b", areas=(life,), hangs={"areas": "life", "doors": "a-b"})
    flaws = [(flaw.table, flaw.id, flaw.hint) for flaw in RULEBOOK.flaws(play.game)]
    assert flaws == [("areas", "life", "Give it suppressed = 1."), ("power", "main", 'Give it door = "closed".')]
    play = ship("off", areas=(Area("life", "airless", zones=("a",), data={"suppressed": 1}),), hangs={"areas": "life"})
    assert [flaw.hint for flaw in RULEBOOK.flaws(play.game)] == ["Leave its `suppressed` out."]
