"""Breaches: what a marker that is placed lets loose, once; and doors that are Breaches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from kit import Play, unit
from kit.ship import BLANK, SUCCESS, at_end, end_round, start
from msgspec.structs import replace
from wardiary_server.game.events import Asked, MarkerPlaced, MarkerRemoved, Remarked, UnitEntered, UnitHurt
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.state import Area, Happening, Marker, Unit, Zone
from wardiary_server.rules.environments import OPTIONS, RULEBOOK
from wardiary_server.rules.environments.breaches import BreachResolved

HOLD = Area("hold", "airless", "Airless", ("c",))
ASK = {"frame.ask": True}


def placed(
    drawing: str,
    *units: Unit,
    turns: Iterable[int] = (),
    faces: Iterable[int] = (),
    again: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    areas: Iterable[Area] = (),
    **data: int | str,
) -> Play:
    """A game at the end of whose first round an event places the Breach b1; `again` is what a second event does.

    `turns` are the faces of what the round's turns ask for, `faces` those of what the Breach does.
    """
    first = {"do": "breach", "id": "b1", "zone": "b", "name": "Torn hull", **data}
    events = at_end(first)
    if again is not None:
        events |= at_end({"do": "breach", "id": "b1", "zone": "b", **again}, round=2)
    play = start(drawing, *units, areas=areas, happenings=events, options=options or {})
    end_round(play, *faces, turns=turns)
    return play


# ---------------------------------------------------------------------------------------------- what it lets loose


def test_a_marker_lies_at_its_location() -> None:
    """ENV-21: a Breach is placed as a marker where it is."""
    play = placed("a - b")

    marker = play.game.markers["b1"]
    assert (marker.kind, marker.name, marker.zone) == ("breach", "Torn hull", "b")
    assert "Torn hull in b." in play.story()


def test_into_space_it_decompresses() -> None:
    """ENV-22: outer space is Airless: Decompression, and the zone is Airless from then on, on account of the Breach."""
    play = placed("a - b", unit("vega", "b"), faces=[BLANK], joins="space")

    assert [roll.rule for roll in play.rolls()] == ["decompression"]
    assert play.unit("vega").conditions["prone"] == 1
    area = play.game.areas["airless-b1"]
    assert (area.kind, area.zones, area.source) == ("airless", ("b",), "b1")


def test_onto_an_airless_area_it_decompresses() -> None:
    """ENV-22: beyond it lies an Airless area."""
    play = placed("a - b #d1# c", unit("vega", "b"), faces=[SUCCESS], joins="c", areas=[HOLD])

    assert [roll.rule for roll in play.rolls()] == ["decompression"]


def test_at_a_link_it_joins_the_other_side() -> None:
    """ENV-22: a Breach at a closed door joins the two zones of that door."""
    play = placed("a - b #d1# c", unit("vega", "b"), faces=[SUCCESS], link="d1", areas=[HOLD])

    assert [roll.rule for roll in play.rolls()] == ["decompression"]
    assert play.game.links["d1"].door == "closed"


@pytest.mark.parametrize("data", [{"joins": "a"}, {}, {"joins": "a", "releases": "decompression"}])
def test_where_nothing_airless_lies_beyond_nothing_happens(data: dict[str, Any]) -> None:
    """ENV-22: not connected to an Airless area: none, and people are told why."""
    play = placed("a - b", unit("vega", "b"), **data)

    assert play.rolls() == []
    assert play.game.areas == {}
    assert play.events(Remarked)[-1].text == "Torn hull: nothing Airless lies beyond it, so nothing goes out."


def test_between_two_airless_areas_there_is_none() -> None:
    """ENV-22 and D33: both Airless: no Decompression, there is nothing to lose. `airless_to_airless` is off."""
    vacuum = Area("v", "vacuum", zones=("b",))
    play = placed("a - b", unit("vega", "b"), turns=[SUCCESS], joins="space", areas=[vacuum])

    assert OPTIONS["airless_to_airless"].default is False
    assert play.rolls("decompression") == []
    assert "there is no air on this side either" in play.events(Remarked)[-1].text


def test_airless_to_airless() -> None:
    """D33: by the letter it decompresses there too, where the option says so."""
    vacuum = Area("v", "vacuum", zones=("b",))
    options = {"environments.airless_to_airless": True}
    vega = unit("vega", "b")
    play = placed("a - b", vega, turns=[SUCCESS], faces=[BLANK], joins="space", areas=[vacuum], options=options)

    assert [roll.rule for roll in play.rolls()] == ["airless", "decompression"]
    assert list(play.game.areas) == ["v"], "what is Airless already is not made so again"


def test_the_zones_that_it_affects() -> None:
    """ENV-14: the scenario names the zones affected: all in them are caught, and all of them become Airless."""
    units = [unit("vega"), unit("ito", "b"), unit("sol", "c")]
    play = placed("a - b - c", *units, faces=[SUCCESS, SUCCESS], joins="space", affects="b,c")

    assert sorted(roll.unit for roll in play.rolls()) == ["ito", "sol"]
    assert play.game.areas["airless-b1"].zones == ("b", "c")


def test_it_says_what_it_releases() -> None:
    """D81: `airless` alone: no Decompression, no roll, no move; the zone is Airless."""
    play = placed("a - b", unit("vega", "b"), releases="airless")

    assert play.rolls() == []
    assert play.game.areas["airless-b1"].kind == "airless"


def test_what_decompressed_may_keep_its_air() -> None:
    """ENV-20: unless the scenario states otherwise."""
    play = placed("a - b", unit("vega", "b"), faces=[SUCCESS], joins="space", after="nothing")

    assert play.game.areas == {}


# ---------------------------------------------------------------------------------------------- once


def test_it_resolves_once() -> None:
    """ENV-19: a second trigger of the same Breach: none."""
    play = placed("a - b", unit("vega", "b"), faces=[SUCCESS], joins="space", again={"joins": "space"})

    end_round(play, turns=[SUCCESS])

    assert [roll.rule for roll in play.rolls()] == ["decompression", "airless"]
    assert [e.marker for e in play.events(BreachResolved)] == ["b1"]
    assert len(play.events(MarkerPlaced)) == 1


def test_it_is_remembered_with_the_marker() -> None:
    """ENV-19: placed anew as it lies there, by whatever rule, the marker lets nothing loose."""
    lies = Marker("b1", "breach", "Torn hull", "b", data={"joins": "space", "resolved": 1})
    deed = {"do": "decompress", "zone": "a"}
    play = start("a - b", breaches=[lies], happenings=at_end(deed))

    end_round(play)

    assert play.events(BreachResolved) == []
    assert play.game.markers["b1"] == lies


def test_the_scenario_may_cause_it_again() -> None:
    """ENV-19: once more where the scenario says so, and then also where the air is gone already."""
    play = placed("a - b", unit("vega", "b"), faces=[SUCCESS], joins="space", again={"again": 1})

    end_round(play, BLANK, turns=[SUCCESS])

    assert [roll.rule for roll in play.rolls()] == ["decompression", "airless", "decompression"]
    assert play.game.markers["b1"].data["joins"] == "space"
    assert play.unit("vega").conditions["prone"] == 1


def test_it_is_resolved_before_the_dice_are_thrown() -> None:
    """ENV-19: while its dice are awaited it counts as resolved, so that nothing else sets it off a second time."""
    play = start("a - b", unit("vega", "b"), typed=["red"])

    play.do("referee", {"do": "ref_breach", "zone": "b", "breach": "b1"})

    assert play.game.markers["b1"].data["resolved"] == 1
    assert len(play.game.open) == 1


# ---------------------------------------------------------------------------------------------- a hazard instead


def test_it_releases_a_hazard_instead() -> None:
    """ENV-23, D34: gas, contamination or another danger: a Hazard, no Decompression, no move, no roll now (D8)."""
    play = placed("a - b", unit("vega", "b"), joins="space", releases="hazard")

    assert play.rolls() == []
    assert play.events(UnitEntered) == []
    assert dict(play.unit("vega").conditions) == {}
    area = play.game.areas["hazard-b1"]
    assert (area.kind, area.name, area.source) == ("hazard", "Environmental Hazard", "b1")
    play.act("red", "begin", "vega", BLANK)
    assert [e.amount for e in play.events(UnitHurt)] == [1]


def test_a_hazard_without_an_area_fills_the_zone_of_the_breach() -> None:
    """ENV-24 in the form of D94: a template over the Breach, likely its own zone; no scatter, no attack roll."""
    play = placed("a - b - c", releases="hazard")

    assert play.game.areas["hazard-b1"].zones == ("b",)
    assert play.rolls() == []


def test_people_say_which_zones_the_template_covers() -> None:
    """ENV-24, D94: with `ask` the zone of the Breach is ticked, and the answer alone counts."""
    play = placed("a - b - c", releases="hazard", options=ASK)
    (part,) = play.events(Asked)[-1].parts

    play.answer("referee", "b", "c")

    assert ([value for value, _label in part.options], part.default) == (["b", "a", "c"], ("b",))
    assert play.game.areas["hazard-b1"].zones == ("b", "c")


def test_a_template_that_covers_no_zone() -> None:
    """ENV-24, D94: nothing becomes a Hazard where people say that nothing is covered."""
    play = placed("a - b", releases="hazard", options=ASK)

    play.answer("referee")

    assert play.game.areas == {}


def test_a_hazard_with_an_area_and_an_effect() -> None:
    """ENV-23, ENV-35: the Breach states where its Hazard is and what a Blank does there."""
    more = {"hazard_name": "Coolant", "hazard_label": "coolant", "hazard_condition": "stress", "hazard_amount": 2}
    play = placed("a - b", unit("vega"), releases="hazard", affects="a,b", options=ASK, **more)

    play.act("red", "begin", "vega", BLANK)

    area = play.game.areas["hazard-b1"]
    assert (area.name, area.zones, area.label) == ("Coolant", ("a", "b"), "coolant")
    assert play.unit("vega").conditions["stress"] == 2
    assert play.events(UnitHurt) == []


# ---------------------------------------------------------------------------------------------- doors


def opened(*faces: int, **more: Any) -> Play:
    """Vega has opened the door between the air in b and the hold, c."""
    play = start("a - b #d1# c", unit("vega", "b", speed=3), areas=[HOLD], **more)
    play.act("red", "open", "vega", *faces, door="d1")
    return play


def opened_and_shut(*faces: int, door: str = "closed", **more: Any) -> Play:
    """And an event has closed it at the end of that round."""
    play = opened(*faces, happenings=at_end({"do": "door", "link": "d1", "is": door}), **more)
    end_round(play)
    return play


def test_a_door_that_opens_onto_an_airless_area_is_a_breach() -> None:
    """D78: Decompression once, on the side that has air, and that side is Airless from then on."""
    play = opened(BLANK)

    (marker,) = play.game.markers.values()
    assert (marker.id, marker.zone, marker.link) == ("breach-d1", "b", "d1")
    assert [roll.rule for roll in play.rolls()] == ["decompression"]
    assert play.unit("vega").conditions["prone"] == 1
    assert play.game.areas["airless-breach-d1"].zones == ("b",)
    assert OPTIONS["door_breach"].default is True


def test_door_breach_may_be_off() -> None:
    """D78 is an option: without it a door is a door."""
    play = opened(options={"environments.door_breach": False})

    assert play.rolls() == []
    assert play.game.markers == {}


@pytest.mark.parametrize(("areas", "faces"), [((), ()), ((HOLD, Area("other", "airless", zones=("b",))), (SUCCESS,))])
def test_between_two_of_a_kind_a_door_is_none(areas: Any, faces: tuple[int, ...]) -> None:
    """D78, D33: air on both sides, or on neither: nothing happens."""
    play = start("a - b #d1# c", unit("vega", "b"), areas=areas)

    play.act("red", "open", "vega", *faces, door="d1")

    assert play.game.markers == {}
    assert play.rolls("decompression") == []


@pytest.mark.parametrize("how", ["closed", "sealed"])
def test_closing_the_door_stops_exposure_and_restores_nothing(how: str) -> None:
    """D78: the marker goes with the door that closes; the air that is gone stays gone, also with `seal_restores`."""
    play = opened_and_shut(SUCCESS, door=how, options={"environments.seal_restores": True})

    assert play.game.markers == {}
    assert play.game.areas["airless-breach-d1"].zones == ("b",)
    assert play.events(MarkerRemoved)[-1].why == f"d1 is {how}."


def test_opening_it_again_does_nothing() -> None:
    """D78: the second time there is no air left on either side."""
    play = opened_and_shut(SUCCESS)

    play.act("red", "open", "vega", SUCCESS, door="d1")

    assert len(play.rolls("decompression")) == 1
    assert play.game.markers == {}


def test_opening_it_again_after_the_air_is_back() -> None:
    """D78: where the air was restored behind the closed door, opening it is a Breach once more."""
    play = opened_and_shut(SUCCESS)
    play.do("referee", {"do": "ref_restore", "zones": ["b"]})

    play.act("red", "open", "vega", BLANK, door="d1")

    assert len(play.rolls("decompression")) == 2
    assert play.game.areas["airless-breach-d1"].zones == ("b",)


def test_the_same_door_the_other_way_round() -> None:
    """D78: the side that lost its air first does not get it back when the other loses its own through that door."""
    play = opened_and_shut(SUCCESS)
    play.do("referee", {"do": "ref_restore", "zones": ["c"]})

    play.act("red", "open", "vega", SUCCESS, door="d1")

    assert play.game.markers["breach-d1"].zone == "c"
    assert play.game.areas["airless-breach-d1"].zones == ("b", "c")


def destroyed(door: str, *faces: int) -> Play:
    deed = {"do": "door", "link": "d1", "is": "destroyed"}
    play = start(
        f"a - b {door}d1{door} c",
        unit("vega", "b"),
        areas=[HOLD],
        happenings=at_end(deed),
    )
    end_round(play, *faces)
    return play


def test_a_door_that_is_blown_open_is_a_breach() -> None:
    """D78: destroyed is open."""
    assert "breach-d1" in destroyed("#", SUCCESS).game.markers


def test_destroying_an_open_door_opens_nothing() -> None:
    """D78: what stood open is not opened by its end."""
    play = destroyed("=")

    assert play.rolls() == []
    assert play.game.markers == {}


def test_a_door_where_there_is_a_breach_already() -> None:
    """D78: a Breach that the scenario put at that link is the Breach; opening the door there makes no second one."""
    leak = Marker("leak", "breach", "Leaking seal", "b", "d1", {"resolved": 1})
    play = opened_and_shut(breaches=[leak])

    assert play.rolls("decompression") == []
    assert play.game.markers == {"leak": leak}, "and closing the door does not mend it"


def test_people_say_whom_an_open_door_pulls() -> None:
    """D78, D94: no area is defined for a door, so with `ask` there is a template over it."""
    play = opened(options=ASK)
    (part,) = play.events(Asked)[-1].parts
    play.dice.add(BLANK)

    play.answer("referee", "vega")

    assert ([value for value, _label in part.options], part.default) == (["vega"], ("vega",))
    assert play.unit("vega").conditions["prone"] == 1


def test_the_story_of_a_breach() -> None:
    play = opened(BLANK)

    assert play.story()[-7:] == [
        "Vega: d1 is now open.",
        "Breach at d1 in b.",
        "Within 3 inches of Breach at d1: Vega (b).",
        "Vega (Decompression): Blank.",
        "Vega is pulled straight toward Breach at d1, 3 inches or until something is in the way.",
        "Vega is prone (Decompression).",
        "b: Airless from now on.",
    ]


# ---------------------------------------------------------------------------------------------- later, and further


def hole_to(zone: str, **data: int | str) -> Marker:
    """A Breach that is there at the start, and lets nothing go out as yet."""
    return Marker("b1", "breach", "Cracked wall", "b", data={"joins": zone, **data})


VACUUM = {"do": "area", "kind": "airless", "zones": "c", "id": "cold"}


def test_d78_a_place_that_becomes_airless_later_decompresses_what_a_breach_joins_to_it() -> None:
    """ENV-22, D78: once it borders an Airless area the Breach decompresses what it affects, and only once."""
    events = {**at_end(VACUUM), **at_end({**VACUUM, "zones": "a,c"}, round=2)}
    play = start("a\nb\nc", unit("vega", "b"), breaches=[hole_to("c")], happenings=events)

    end_round(play, SUCCESS)

    assert [roll.rule for roll in play.rolls()] == ["decompression"]
    assert {zone for area in play.game.areas.values() for zone in area.zones} == {"b", "c"}
    end_round(play, turns=[SUCCESS])
    assert len(play.rolls("decompression")) == 1


def test_d78_the_scenario_may_say_that_it_does_not() -> None:
    """D78: another value of `late_breach`."""
    options = {"environments.late_breach": False}
    play = start("a\nb\nc", unit("vega", "b"), breaches=[hole_to("c")], happenings=at_end(VACUUM), options=options)
    end_round(play)
    assert play.rolls() == []


@pytest.mark.parametrize(
    ("breach", "areas"),
    [
        (hole_to("a"), []),
        (hole_to("c", resolved=1), []),
        (hole_to("c", releases="hazard"), []),
        (hole_to("c"), [Area("here", "airless", zones=("b",))]),
        (hole_to("c"), [Area("there", "airless", zones=("c",))]),
    ],
)
def test_d78_nothing_comes_of_what_is_elsewhere_done_or_airless_already(breach: Marker, areas: list[Area]) -> None:
    """ENV-19, ENV-22, D33: another place, one that let it loose, a danger, no air here, no air there before."""
    play = start("a\nb\nc", unit("vega", "b"), breaches=[breach], areas=areas, happenings=at_end(VACUUM))
    end_round(play, turns=[SUCCESS] if any("b" in area.zones for area in areas) else [])
    assert play.rolls("decompression") == []


def test_d78_one_hole_after_another() -> None:
    """ENV-22: c loses its air through one Breach, and b then through the next."""
    inner = Marker("b1", "breach", "Inner wall", "b", data={"joins": "c"})
    hull = {"do": "breach", "id": "b2", "zone": "c", "joins": "space"}
    play = start("a\nb\nc", unit("vega", "b"), unit("sol", "c"), breaches=[inner], happenings=at_end(hull))
    end_round(play, SUCCESS, SUCCESS)
    assert [roll.unit for roll in play.rolls("decompression")] == ["sol", "vega"]


# ---------------------------------------------------------------------------------------------- ways in, more effects


def test_env_25_reserves_arrive_through_a_breach_until_it_is_sealed() -> None:
    """ENV-25: in its zone, by those sides that it lets in; as their move, and entering (D7)."""
    way_in = Marker("b1", "breach", "Hole", "b", data={"entry": "red", "resolved": 1})
    late = unit("late", "", arrives=1)
    more = {"links": {}, "zones": {zone: Zone(zone, zone) for zone in ("a", "b", "den")}}
    play = start("a - b", unit("vega", "b", tags=("character",)), late, unit("blu", "", "blue", arrives=1))
    play = Play(replace(play.start, **more, markers={"b1": way_in}), RULEBOOK)

    assert play.refused("red", {"do": "deploy", "unit": "late", "zone": "a"}) == "out_of_reach"
    assert play.refused("blue", {"do": "deploy", "unit": "blu", "zone": "b"}) == "out_of_reach"
    assert [body["zone"] for body in legal(offers(play.context(), "late")) if body["do"] == "deploy"] == ["b"]
    play.act("red", "deploy", "late", zone="b")
    assert play.unit("late").zone == "b"

    play.undo()
    play.act("red", "seal", "vega", SUCCESS, breach="b1")
    play.act("red", "end", "vega")
    assert play.refused("red", {"do": "deploy", "unit": "late", "zone": "b"}) == "out_of_reach"


@pytest.mark.parametrize(("seals", "told"), [(False, ["Klaxons."]), (True, ["Klaxons.", "Silence."])])
def test_env_25_a_scenario_gives_it_further_effects(seals: bool, told: list[str]) -> None:
    """ENV-25: events that wait for it to be placed, after what it let loose, and to be sealed."""
    klaxons = Happening("in", {"breach": "b1", "is": "placed"}, ({"do": "tell", "text": "Klaxons."},))
    silence = Happening("out", {"breach": "b1", "is": "sealed"}, ({"do": "tell", "text": "Silence."},))
    play = start("a", unit("vega", tags=("character",)), happenings={"in": klaxons, "out": silence})
    play.do("referee", {"do": "ref_breach", "zone": "a", "breach": "b1", "joins": "space"}, SUCCESS)
    if seals:
        play.act("red", "seal", "vega", SUCCESS, SUCCESS, breach="b1")
    story = play.story()
    assert [line for line in story if line in ("Klaxons.", "Silence.")] == told
    assert story.index("Klaxons.") > story.index("a: Airless from now on.")
