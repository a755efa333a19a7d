"""How areas are declared by a scenario, and the only way that they stop."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from kit import Play, unit
from kit.ship import BLANK, at_end, end_round, start
from wardiary_server.game.events import AreaEnded, AreaPlaced, Remarked
from wardiary_server.game.offers import offers
from wardiary_server.game.state import Area, Marker, Unit

HULL = Marker("b1", "breach", "Torn hull", "b", data={"joins": "space", "resolved": 1})
AIRLESS = Area("hold", "airless", "Airless", ("b", "c"))


def after_round(*deeds: dict[str, Any], units: Iterable[Unit] = (), **more: Any) -> Play:
    """The game after its first round, at whose end the scenario did this."""
    play = start("a - b - c", *units, happenings=at_end(*deeds), **more)
    end_round(play)
    return play


# ---------------------------------------------------------------------------------------------- restoring


def test_an_event_restores_the_air() -> None:
    """ENV-10, ENV-31: an area stops being Airless when a scenario effect restores it, and not before."""
    play = after_round({"do": "restore", "zones": "b,c"}, units=[unit("vega")], areas=[AIRLESS])

    assert play.game.areas == {}
    assert [e.name for e in play.events(AreaEnded)] == ["Airless (b, c)"]
    play.act("red", "move", "vega", to="b")
    assert play.rolls() == []


def test_some_zones_of_an_area() -> None:
    """ENV-31: what is not restored stays Airless."""
    play = after_round({"do": "restore", "zones": "b"}, areas=[AIRLESS])

    assert play.game.areas["hold"].zones == ("c",)
    assert play.events(Remarked)[-1].text == "b: no longer Airless."


@pytest.mark.parametrize("kind", ["hazard", "radiation"])
def test_an_event_clears_a_hazard(kind: str) -> None:
    """ENV-31: a Hazard stops likewise, under whichever of its names; Airless there stays."""
    areas = [AIRLESS, Area("lab", "hazard", "Lab", ("b",))]
    play = after_round({"do": "restore", "zones": "b", "kind": kind}, areas=areas)

    assert list(play.game.areas) == ["hold"]


def test_a_quarantine_is_clean_and_a_quarantine_again() -> None:
    """ENV-36: decontaminated, it is a quarantine still, and asks for no roll."""
    ward = Area("ward", "quarantine", "Ward, contaminated", ("b",), data={"contaminated": 1})
    deed = {"do": "restore", "zones": "b", "kind": "hazard"}
    play = after_round(deed, units=[unit("vega")], areas=[ward])

    play.act("red", "move", "vega", to="b")

    assert play.rolls() == []
    assert play.game.areas["ward"].name == "Ward"


def test_an_event_ends_one_area() -> None:
    """ENV-31: by its id, wherever it is by then; one that is gone already is no matter."""
    areas = [AIRLESS, Area("other", "airless", "Airless", ("b",))]
    play = after_round({"do": "end_area", "area": "hold"}, {"do": "end_area", "area": "hold"}, areas=areas)

    assert list(play.game.areas) == ["other"]


# ---------------------------------------------------------------------------------------------- while a Breach is open


@pytest.mark.parametrize("deed", [{"do": "restore", "zones": "b"}, {"do": "end_area", "area": "hold"}])
def test_not_while_the_breach_is_open(deed: dict[str, Any]) -> None:
    """D80: refused with the Breach named; an event says so and changes nothing."""
    play = after_round(deed, areas=[AIRLESS], breaches=[HULL])

    assert play.game.areas == {"hold": AIRLESS}
    assert play.events(Remarked)[-1].text == "Airless (b, c) stays: Torn hull is open."


@pytest.mark.parametrize(
    "deed", [{"do": "restore", "zones": "b,c", "force": 1}, {"do": "end_area", "area": "hold", "force": 1}]
)
def test_unless_the_scenario_says_otherwise(deed: dict[str, Any]) -> None:
    """D80: with `force` it is restored all the same."""
    assert after_round(deed, areas=[AIRLESS], breaches=[HULL]).game.areas == {}


@pytest.mark.parametrize(
    ("breach", "area", "holds"),
    [
        (Marker("b1", "breach", zone="b"), AIRLESS, False),
        (Marker("b1", "breach", zone="a", data={"joins": "space"}), AIRLESS, False),
        (Marker("b1", "breach", zone="a", data={"joins": "space", "affects": "a b"}), AIRLESS, True),
        (Marker("b1", "breach", zone="b", data={"releases": "hazard"}), AIRLESS, False),
        (Marker("b1", "breach", zone="b", data={"releases": "hazard"}), Area("x", "hazard", zones=("b",)), True),
        (Marker("b1", "breach", zone="b", data={"joins": "space"}), Area("x", "hazard", zones=("b",)), False),
        (Marker("b1", "breach", zone="a"), Area("x", "hazard", zones=("b",), data={"breach": "b1"}), True),
        (Marker("b1", "breach", zone="b", data={"joins": "a"}), Area("x", "airless", zones=("b",), source="b1"), False),
        (Marker("n1", "note", zone="b", data={"joins": "space"}), AIRLESS, False),
    ],
)
def test_which_breach_holds_what(breach: Marker, area: Area, holds: bool) -> None:
    """D80: the Breach that made it, or one through which the same comes into it; none that leads to air."""
    kind = "hazard" if area.kind == "hazard" else "airless"
    play = start("a - b - c", breaches=[breach], areas=[area])
    body = {"do": "ref_restore", "zones": ["b", "c"], "kind": kind}

    if holds:
        assert play.refused("referee", body) == "breach_open"
    else:
        play.do("referee", body)
        assert play.game.areas == {}


# ---------------------------------------------------------------------------------------------- the referee


def test_the_referee_restores() -> None:
    """ENV-31, D80: refused while the Breach is open, unless forced."""
    play = start("a - b - c", areas=[AIRLESS], breaches=[HULL])
    body = {"do": "ref_restore", "zones": ["b", "c"]}

    assert play.refused("referee", body) == "breach_open"
    play.do("referee", {**body, "force": True})

    assert play.game.areas == {}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"zones": ["x"]}, "no_such_zone"),
        ({"zones": ["a"]}, "no_change"),
        ({"zones": ["b"], "kind": "hazard"}, "no_change"),
        ({"zones": []}, "no_change"),
        ({"zones": ["b"], "kind": "bees"}, "malformed"),
    ],
)
def test_what_the_referee_cannot_restore(body: dict[str, Any], code: str) -> None:
    play = start("a - b - c", areas=[AIRLESS])

    assert play.refused("referee", {"do": "ref_restore", **body}) == code


# ---------------------------------------------------------------------------------------------- declaring


def test_an_event_declares_an_area() -> None:
    """ENV-1: limited to the zones that it names, under any name of its kind, with an effect of its own."""
    deed = {"do": "area", "kind": "vacuum", "zones": "b", "damage": 2}
    play = after_round(deed, units=[unit("vega")])

    play.act("red", "move", "vega", BLANK, to="b")

    (area,) = play.game.areas.values()
    assert (area.id, area.kind, area.name, dict(area.data)) == ("airless-b", "airless", "Airless", {"damage": 2})
    assert play.unit("vega").stats["health"] == 3


def test_an_area_of_the_same_id_takes_its_place() -> None:
    """ENV-1: an event may say anew what holds; a replacement replaces."""
    deeds = (
        {"do": "area", "id": "hold", "kind": "hazard", "zones": "a", "name": "Fumes", "label": "fumes", "ongoing": 1},
        {"do": "area", "kind": "smoke", "zones": "b", "hazard": 1, "breach": "b1"},
    )
    play = after_round(*deeds, areas=[AIRLESS], breaches=[HULL])

    hold, smoke = play.game.areas["hold"], play.game.areas["smoke-b"]
    assert (hold.kind, hold.zones, hold.label, hold.name) == ("hazard", ("a",), "fumes", "Fumes")
    assert (smoke.name, dict(smoke.data)) == ("Smoke", {"hazard": 1, "breach": "b1"})
    assert len(play.events(AreaPlaced)) == 2


def test_what_can_be_restored_is_on_offer_and_by_force_where_a_breach_is_open() -> None:
    play = start("a - b", areas=[Area("cold", "airless", zones=("b",))])
    offered = [o for o in offers(play.context("referee")) if o.body["do"] == "ref_restore"]

    assert [(o.body.get("force", False), [t.value for t in o.targets]) for o in offered] == [
        (False, [["b"]]),
        (True, [["b"]]),
    ]
    play.do("referee", {"do": "ref_restore", "zones": ["b"], "reason": "the pumps run"})
    assert "The referee: the pumps run" in play.story()
    assert not [o for o in offers(play.context("referee")) if o.body["do"] == "ref_restore"]
