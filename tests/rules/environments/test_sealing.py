"""Sealing a Breach, and what that does not do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from kit import Play, unit
from kit.ship import BLANK, SUCCESS, at_end, end_round, start
from wardiary_server.game.events import AreaEnded, Asked, DoorChanged, MarkerRemoved, Remarked, Spent
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.state import Area, Item, Marker, Special, Unit
from wardiary_server.rules.environments import OPTIONS

HULL = Marker("b1", "breach", "Torn hull", "b", data={"joins": "space", "resolved": 1})
OTHER = Marker("b2", "breach", "Cracked pane", "b", data={"joins": "space", "resolved": 1})
AIRLESS = Area("airless-b1", "airless", "Airless", ("b",), source="b1")


def character(name: str = "vega", zone: str = "b", **more: Any) -> Unit:
    return unit(name, zone, tags=("character",), **more)


def sealed(*faces: int, breach: Marker = HULL, areas: Iterable[Area] = (), **more: Any) -> Play:
    play = start("a - b", character(), breaches=[breach], areas=areas, **more)
    play.act("red", "seal", "vega", *faces, breach=breach.id)
    return play


# ---------------------------------------------------------------------------------------------- the roll


def test_success_removes_the_marker() -> None:
    """ENV-26: a Character in contact spends its Special Action and rolls; Success: marker gone."""
    play = sealed(SUCCESS)

    assert play.game.markers == {}
    assert [roll.rule for roll in play.rolls()] == ["seal"]
    assert [dict(e.left) for e in play.events(Spent)] == [{"move": 1, "action": 0}]


def test_blank_leaves_it_and_spends_the_action() -> None:
    """ENV-27: the Breach remains, the action is spent; it may be tried again in another turn (D36)."""
    play = sealed(BLANK)

    assert "b1" in play.game.markers
    assert play.refused("red", {"do": "seal", "unit": "vega", "breach": "b1"}) == "no_action"
    assert play.events(Remarked)[-1].text == "Torn hull is still open."

    end_round(play)
    play.act("red", "seal", "vega", SUCCESS, breach="b1")
    assert play.game.markers == {}


def test_the_roll_is_no_environment_roll() -> None:
    """ENV-12: sealing neither uses nor sets the mark of Airless; the turn that it begins rolls for that first."""
    play = sealed(SUCCESS, BLANK, areas=[AIRLESS])

    assert [roll.rule for roll in play.rolls()] == ["airless", "seal"]
    assert dict(play.unit("vega").marks) == {"airless": 1}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"unit": "vega", "breach": "b9"}, "no_such_breach"),
        ({"unit": "vega", "breach": "loot"}, "no_such_breach"),
        ({"unit": "grunt", "breach": "b1"}, "not_a_character"),
        ({"unit": "far", "breach": "b1"}, "out_of_reach"),
        ({"unit": "foe", "breach": "b1"}, "not_yours"),
        ({"unit": "hurt", "breach": "b1"}, "unit_down"),
    ],
)
def test_who_cannot_seal(body: dict[str, Any], code: str) -> None:
    """ENV-26, D36, D94: a Character and no other unit, in the same zone, of a Breach that there is."""
    units = [character(), unit("grunt", "b"), character("far", "a"), character("hurt", "b", status="down")]
    play = start("a - b", *units, breaches=[HULL, Marker("loot", "loot", zone="b")])

    assert play.refused("red", {"do": "seal", **body}) == code


def test_at_a_door_both_sides_are_in_contact() -> None:
    """ENV-26, D94: a Breach at a link is in contact with both zones of that link, and with no third."""
    leak = Marker("leak", "breach", "Leaking seal", "b", "d1", {"resolved": 1})
    units = [character("ann", "b"), character("bob", "c"), character("cyd", "a")]
    play = start("a - b #d1# c", *units, breaches=[leak])

    assert play.refused("red", {"do": "seal", "unit": "cyd", "breach": "leak"}) == "out_of_reach"
    play.act("red", "seal", "bob", SUCCESS, breach="leak")

    assert play.game.markers == {}
    assert play.events(DoorChanged) == []


def test_an_open_door_is_sealed_with_its_breach() -> None:
    """D78: where the Breach is an open door, sealing it seals that door."""
    play = start("a - b #d1# c", character(speed=3), areas=[Area("hold", "airless", zones=("c",))])
    play.act("red", "open", "vega", SUCCESS, door="d1")

    play.act("red", "seal", "vega", SUCCESS, breach="breach-d1")

    assert play.game.links["d1"].door == "sealed"
    assert play.game.markers == {}
    assert "airless-breach-d1" in play.game.areas


def test_a_slow_action_pays_in_the_other_economy() -> None:
    """D71: a Special Action is the slow action of 003."""
    play = sealed(SUCCESS, options={"frame.economy": "slow-quick"})

    assert [dict(e.left) for e in play.events(Spent)] == [{"slow": 0, "quick": 1}]


@pytest.mark.parametrize("keep_live", [True, False])
def test_real_dice_for_a_seal(keep_live: bool) -> None:
    """ENV-26: with typed dice the question names the unit and what it is sealing."""
    play = start("a - b", character(), breaches=[HULL], typed=["red"], keep_live=keep_live)

    play.act("red", "seal", "vega", breach="b1")
    (part,) = play.events(Asked)[-1].parts
    play.answer("red", "success")

    assert (part.seat, part.unit, part.reason) == ("red", "vega", "sealing Torn hull")
    assert play.game.markers == {}
    assert play.folded() == play.state


def test_who_falls_as_its_turn_begins_seals_nothing() -> None:
    """D11: no roll to seal, no action spent."""
    play = start("a - b", character(health=1), breaches=[HULL], areas=[AIRLESS])

    play.act("red", "seal", "vega", BLANK, breach="b1")

    assert [roll.rule for roll in play.rolls()] == ["airless"]
    assert "b1" in play.game.markers


def test_another_sealed_it_while_the_turns_start_was_awaited() -> None:
    """There is nothing left to seal: it is said, and no action is spent."""
    units = [character(), character("ito", seat="blue", side="blue")]
    play = start("a - b", *units, breaches=[HULL], areas=[AIRLESS], typed=["red"])

    play.act("red", "seal", "vega", breach="b1")
    play.act("blue", "seal", "ito", SUCCESS, SUCCESS, breach="b1")
    play.answer("red", "success")

    assert [e.unit for e in play.events(Spent)] == ["ito"]
    assert play.events(Remarked)[-1].text == "There is nothing left to seal here."


def test_another_sealed_it_while_the_dice_were_awaited() -> None:
    """Whatever the die shows then, the marker is gone once."""
    units = [character(), character("ito", seat="blue", side="blue")]
    play = start("a - b", *units, breaches=[HULL], typed=["red"])

    play.act("red", "seal", "vega", breach="b1")
    play.act("blue", "seal", "ito", SUCCESS, breach="b1")
    play.answer("red", "success")

    assert len(play.events(MarkerRemoved)) == 1
    assert play.game.open == {}


def test_what_is_offered() -> None:
    """A Character is offered the Breaches that it touches, with the cost; others are offered none."""
    away = Marker("b3", "breach", "Far one", "a", data={})
    play = start("a - b", character(), unit("grunt", "b"), breaches=[HULL, OTHER, away])

    found = [o for o in offers(play.context(), "vega") if o.body["do"] == "seal"]

    assert [(o.label, o.cost, [t.value for t in o.targets]) for o in found] == [
        ("Vega seals a Breach", "1 action", ["b1", "b2"])
    ]
    assert {"do": "seal", "unit": "vega", "breach": "b1"} in list(legal(tuple(found)))
    assert not [o for o in offers(play.context(), "grunt") if o.body["do"] == "seal"]
    assert not [o for o in offers(play.context()) if o.body.get("do") == "seal"]


# ---------------------------------------------------------------------------------------------- what it does not do


def test_the_area_stays_airless() -> None:
    """ENV-11, ENV-31 and D35: after the seal beginning an activation inside still rolls. `seal_restores` is off."""
    play = sealed(SUCCESS, SUCCESS, areas=[AIRLESS])
    end_round(play)

    play.act("red", "begin", "vega", BLANK)

    assert OPTIONS["seal_restores"].default is False
    assert [roll.rule for roll in play.rolls()] == ["airless", "seal", "airless"]
    assert play.unit("vega").stats["health"] == 4


def test_the_hazard_that_it_released_stays() -> None:
    """ENV-31, D35: the Hazard's own state stays until something restores it."""
    play = sealed(BLANK, SUCCESS, areas=[Area("hazard-b1", "hazard", "Gas", ("b",), source="b1")])

    assert play.game.markers == {}
    assert list(play.game.areas) == ["hazard-b1"]


def test_what_has_happened_stays() -> None:
    """ENV-30: health, position and Prone are unchanged."""
    play = start("a - b", character(), unit("ito", "b"))
    play.do("referee", {"do": "ref_breach", "zone": "b", "breach": "b1"}, BLANK, BLANK)
    play.act("red", "begin", "vega", BLANK)
    before = play.game.units

    play.act("red", "seal", "vega", SUCCESS, breach="b1")

    assert play.game.markers == {}
    assert play.game.units == before


def test_seal_restores() -> None:
    """D35: with the option, sealing restores at once what the Breach made, and nothing else."""
    own = Area("hold", "airless", "Airless", ("a",))
    options = {"environments.seal_restores": True}
    play = sealed(SUCCESS, SUCCESS, areas=[AIRLESS, own], options=options)

    assert list(play.game.areas) == ["hold"]


@pytest.mark.parametrize(("restores", "option", "left"), [(1, False, []), (0, True, ["airless-b1"])])
def test_a_breach_says_for_itself(restores: int, option: bool, left: list[str]) -> None:
    """ENV-11: the scenario states of this Breach whether sealing restores; that goes before the option."""
    breach = Marker("b1", "breach", "Torn hull", "b", data={**HULL.data, "restores": restores})
    options = {"environments.seal_restores": option}
    play = sealed(SUCCESS, SUCCESS, breach=breach, areas=[AIRLESS], options=options)

    assert list(play.game.areas) == left


def test_nothing_is_restored_while_another_breach_is_open() -> None:
    """D80: sealing one of two restores nothing; it is said which is still open."""
    options = {"environments.seal_restores": True}
    play = start("a - b", character(), breaches=[HULL, OTHER], areas=[AIRLESS], options=options)

    play.act("red", "seal", "vega", SUCCESS, SUCCESS, breach="b1")

    assert list(play.game.markers) == ["b2"]
    assert list(play.game.areas) == ["airless-b1"]
    assert play.events(Remarked)[-1].text == "Airless (b) stays: Cracked pane is open."


def test_what_the_breach_keeps_up_ends() -> None:
    """ENV-29: ongoing effects generated by that Breach end, and only that Breach's."""
    areas = [
        Area("jet", "hazard", "Jet of steam", ("b",), source="b1", data={"ongoing": 1}),
        Area("mist", "hazard", "Mist", ("b",), data={"ongoing": 1, "breach": "b1"}),
        Area("spray", "hazard", "Spray", ("b",), source="b2", data={"ongoing": 1}),
        Area("spill", "hazard", "Spill", ("b",), source="b1"),
    ]
    play = sealed(SUCCESS, SUCCESS, breach=HULL, areas=areas)

    assert list(play.game.areas) == ["spray", "spill"]
    assert [e.name for e in play.events(AreaEnded)] == ["Jet of steam (b)", "Mist (b)"]


def test_an_ongoing_hazard_of_a_breach() -> None:
    """ENV-29: a Breach that vents gas for as long as it is open."""
    deed = {"do": "breach", "id": "v1", "zone": "b", "releases": "hazard", "hazard_ongoing": 1}
    play = start("a - b", character(), happenings=at_end(deed))
    end_round(play)
    assert list(play.game.areas) == ["hazard-v1"]

    play.act("red", "seal", "vega", SUCCESS, SUCCESS, breach="v1")

    assert play.game.areas == {}


def test_an_event_seals_without_a_roll() -> None:
    """ENV-29: the mission seals a Breach by itself; what it keeps up ends likewise."""
    deeds = ({"do": "seal", "breach": "b1"}, {"do": "seal", "breach": "b1"}, {"do": "seal", "breach": "loot"})
    areas = [Area("jet", "hazard", "Jet", ("a",), source="b1", data={"ongoing": 1})]
    loot = Marker("loot", "loot", zone="a")
    happenings = at_end(*deeds)
    play = start("a - b", breaches=[HULL, OTHER, loot], areas=areas, happenings=happenings)

    end_round(play)

    assert list(play.game.markers) == ["b2", "loot"]
    assert play.game.areas == {}
    assert play.rolls() == []


# ---------------------------------------------------------------------------------------------- gear


def with_kit(special: Special, *faces: int) -> Play:
    """Vega seals with something in hand that has this special rule."""
    kit = Item("kit", "Sealing kit", "gear", specials=(special.id,))
    play = start(
        "a - b", character(items=("kit",)), breaches=[HULL], items={"kit": kit}, specials={special.id: special},
        options={"frame.reroll": "likely"},
    )  # fmt: skip
    play.act("red", "seal", "vega", *faces, breach="b1")
    return play


def test_env_28_gear_that_seals_by_itself() -> None:
    """ENV-28, D5: `protect`: no roll; the Special Action is spent all the same."""
    play = with_kit(Special("foam", "Foam", "protect", ("seal",)))

    assert play.rolls() == []
    assert play.game.markers == {}
    assert [dict(e.left) for e in play.events(Spent)] == [{"move": 1, "action": 0}]


@pytest.mark.parametrize(
    ("special", "faces", "open_"),
    [
        (Special("patch", "Patch", "bonus", ("seal",), 1), (BLANK, SUCCESS), False),
        (Special("patch", "Patch", "bonus", ("seal",), 1), (BLANK, BLANK), True),
        (Special("weld", "Welder", "reroll", ("seal",)), (BLANK, SUCCESS), False),
        (Special("weld", "Welder", "reroll", ("seal",)), (BLANK, BLANK), True),
        (Special("mask", "Mask", "bonus", ("hazard",), 1), (BLANK,), True),
    ],
)
def test_env_28_gear_that_helps_the_roll(special: Special, faces: tuple[int, ...], open_: bool) -> None:
    """ENV-28: one die more, or the Blank once again; what is for other rolls is no help."""
    play = with_kit(special, *faces)

    assert [face for roll in play.rolls() for face in roll.faces] == list(faces)
    assert bool(play.game.markers) is open_


@pytest.mark.parametrize(("faces", "open_"), [((BLANK, BLANK, SUCCESS), False), ((BLANK, BLANK, BLANK), True)])
def test_env_28_a_mission_helps_the_roll(faces: tuple[int, ...], open_: bool) -> None:
    """ENV-28: this Breach is easier to seal: two dice more, whoever seals it."""
    easy = Marker("b1", "breach", "Small crack", "b", data={"joins": "space", "resolved": 1, "seal_dice": 2})
    play = sealed(*faces, breach=easy)
    assert [roll.faces for roll in play.rolls()] == [faces]
    assert bool(play.game.markers) is open_
