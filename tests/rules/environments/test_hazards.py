"""Environmental Hazards: their one roll, their place among the triggers, and what is none."""

from __future__ import annotations

import pytest
from kit import Play, unit
from kit.ship import BLANK, SUCCESS, at_end, end_round, start
from wardiary_server.game.board import place_of
from wardiary_server.game.events import Rolled, UnitEntered, UnitHurt
from wardiary_server.game.frame.queries import SIGHT
from wardiary_server.game.offers import offers
from wardiary_server.game.state import Area, Happening
from wardiary_server.rules.environments.areas import ALIASES, HAZARD, environment

LAB = Area("lab", "hazard", "Spilled reagents", ("b",))


@pytest.mark.parametrize(("face", "damage"), [(SUCCESS, 0), (BLANK, 1)])
def test_entering_a_hazard(face: int, damage: int) -> None:
    """ENV-33: on entering, Success 0 damage, Blank 1."""
    play = start("a - b", unit("vega"), areas=[LAB])

    play.act("red", "move", "vega", face, to="b")

    assert len(play.rolls("hazard")) == 1
    assert play.unit("vega").stats["health"] == 5 - damage


@pytest.mark.parametrize(("face", "damage"), [(SUCCESS, 0), (BLANK, 1)])
def test_beginning_an_activation_in_a_hazard(face: int, damage: int) -> None:
    """ENV-33: on beginning an activation inside, Success 0 damage, Blank 1."""
    play = start("a - b", unit("vega", "b"), areas=[LAB])

    play.act("red", "begin", "vega", face)

    assert len(play.rolls("hazard")) == 1
    assert play.unit("vega").stats["health"] == 5 - damage


def test_two_overlapping_hazards_are_one_roll() -> None:
    """ENV-34 and forge#4633: two Hazards entered at one point are 1 roll and at most 1 damage."""
    play = start("a - b", unit("vega"), areas=[LAB, Area("rays", "radiation", "Rays", ("b",))])

    play.act("red", "move", "vega", BLANK, to="b")

    assert len(play.rolls("hazard")) == 1
    assert play.unit("vega").stats["health"] == 4


def test_beginning_in_one_and_entering_another_is_one_roll() -> None:
    """ENV-34: one roll a turn for all Hazards together, also where they do not overlap."""
    play = start("b - c", unit("vega", "b"), areas=[LAB, Area("rays", "radiation", "Rays", ("c",))])

    play.act("red", "move", "vega", BLANK, to="c")

    assert len(play.rolls("hazard")) == 1
    assert play.unit("vega").stats["health"] == 4


def test_airless_comes_before_the_hazard() -> None:
    """D10: Airless and a Hazard at one point are two Environments: two rolls, Airless first."""
    play = start("a - b", unit("vega"), areas=[LAB, Area("hold", "airless", zones=("b",))])

    play.act("red", "move", "vega", BLANK, BLANK, to="b")

    assert [roll.rule for roll in play.rolls()] == ["airless", "hazard"]
    assert play.unit("vega").stats["health"] == 3


def test_who_falls_in_the_vacuum_does_not_roll_for_the_hazard() -> None:
    """D11: whoever is down at a point is spared its later triggers."""
    play = start("a - b", unit("vega", health=1), areas=[LAB, Area("hold", "airless", zones=("b",))])

    play.act("red", "move", "vega", BLANK, to="b")

    assert [roll.rule for roll in play.rolls()] == ["airless"]
    assert play.unit("vega").status == "down"


def test_who_falls_on_the_way_lies_where_it_fell() -> None:
    """hex-tactical-roguelite#155: health 1, a Blank at the first hazard of a path: it lies at the entry point.

    The rest of the path and its triggers do not happen.
    """
    areas = [LAB, Area("hold", "airless", zones=("c",))]
    play = start("a - b - c - d", unit("vega", health=1, speed=3), areas=areas)

    play.act("red", "move", "vega", BLANK, to="d")

    assert (play.unit("vega").zone, play.unit("vega").status) == ("b", "down")
    assert [e.zone for e in play.events(UnitEntered)] == ["b"]
    assert len(play.rolls()) == 1


@pytest.mark.parametrize("path", [("b", "c", "d"), ("c", "b", "a")])
def test_a_hazard_and_a_fire_along_a_path(path: tuple[str, ...]) -> None:
    """foundryvtt#11626: a path through Hazard A, then FIRE B: events in path order; reversed, the order reversed."""
    zones = pytest.importorskip("wardiary_server.rules.zones").RULEBOOK
    from wardiary_server.rules.environments import RULEBOOK

    here = "a" if path[-1] == "d" else "d"
    play = start(
        "a - b - c - d", unit("vega", here, speed=3), areas=[LAB], levels={"c": {"fire": 3}}, books=(RULEBOOK, zones)
    )

    entry = play.act("red", "move", "vega", BLANK, to=path[-1], path=path)

    told = [e for e in entry.events if isinstance(e, UnitEntered | Rolled | UnitHurt)]
    at_lab, at_fire = [UnitEntered, Rolled, UnitHurt], [UnitEntered, UnitHurt]
    first, second = (at_lab, at_fire) if path[0] == "b" else (at_fire, at_lab)
    assert [type(e) for e in told] == [*first, *second, UnitEntered]


# ---------------------------------------------------------------------------------------------- what is none


def test_an_intact_quarantine_is_none() -> None:
    """ENV-36: quarantine by itself is no Environment: intact quarantine, no roll."""
    play = start("a - b", unit("vega"), areas=[Area("ward", "quarantine", "Ward", ("b",))])

    play.act("red", "move", "vega", to="b")

    assert play.rolls() == []


def test_a_contaminated_quarantine_is_one() -> None:
    """ENV-36: where the scenario says that the area is contaminated it counts as a Hazard."""
    play = start("a - b", unit("vega"), areas=[Area("ward", "quarantine", "Ward", ("b",), data={"contaminated": 1})])

    play.act("red", "move", "vega", BLANK, to="b")

    assert [roll.rule for roll in play.rolls()] == ["hazard"]
    assert play.unit("vega").stats["health"] == 4


def test_containment_fails_during_play() -> None:
    """ENV-36: an event says that containment has failed; from then on the area is a Hazard, and rolled for as one."""
    fails = Happening("fails", {"round_end": 1}, ({"do": "contaminate", "area": "ward"},), "Containment fails.")
    ward = Area("ward", "quarantine", "Ward", ("b",))
    play = start("a - b", unit("vega", "b"), areas=[ward], happenings={"fails": fails})

    end_round(play)
    assert play.rolls() == []
    play.act("red", "begin", "vega", BLANK)

    assert [roll.rule for roll in play.rolls()] == ["hazard"]
    assert "b: Ward, contaminated from now on." in play.story()


@pytest.mark.parametrize("kind", ["smoke", "burning"])
def test_smoke_and_fire_are_none(kind: str) -> None:
    """ENV-43: 0 rolls for merely being in smoke or among flames."""
    play = start("a - b", unit("vega"), areas=[Area("s", kind, zones=("b",))])

    play.act("red", "move", "vega", to="b")

    assert play.rolls() == []


@pytest.mark.parametrize("kind", ["smoke", "burning"])
def test_smoke_and_fire_are_one_where_the_scenario_says_so(kind: str) -> None:
    """ENV-43: the scenario says that it is a Hazard: 1 roll, also together with another Hazard (D86)."""
    play = start("a - b", unit("vega"), areas=[Area("s", kind, zones=("b",), data={"hazard": 1}), LAB])

    play.act("red", "move", "vega", BLANK, to="b")

    assert len(play.rolls("hazard")) == 1
    assert play.unit("vega").stats["health"] == 4


def test_gas_and_fire_levels_are_none() -> None:
    """D86: a zone's GAS and FIRE belong to another book, and are no Hazard by themselves."""
    play = start("a - b", unit("vega"), levels={"b": {"fire": 3, "gas_deadly": 3}})

    play.act("red", "move", "vega", to="b")

    assert play.rolls() == []


def test_contaminating_what_cannot_be_or_is_already() -> None:
    """An event that fails a containment twice, or names an area that is a Hazard anyway, changes nothing."""
    deeds = (
        {"do": "contaminate", "area": "ward"},
        {"do": "contaminate", "area": "lab"},
        {"do": "contaminate", "area": "x"},
    )
    ward = Area("ward", "quarantine", "Ward", ("b",), data={"contaminated": 1})
    happenings = at_end(*deeds)
    play = start("a - b", areas=[ward, LAB], happenings=happenings)

    end_round(play)

    assert play.game.areas == {"ward": ward, "lab": LAB}


@pytest.mark.parametrize("kind", ["burning", "smoke"])
def test_env_42_fire_and_smoke_lie_there_and_do_nothing_by_themselves(kind: str) -> None:
    """ENV-42, D86: no roll, no wound, no change of sight, and they stay; nor does burning do anything here."""
    areas = [Area("there", kind, "Fire", ("b",))]
    play = start("a - b - c", unit("vega", "a", conditions={"burning": 1}), unit("rook", "c", "blue"), areas=areas)
    play.act("red", "move", "vega", to="b")
    for _ in range(3):
        end_round(play)

    assert play.rolls() == []
    assert play.events(UnitHurt) == []
    assert play.game.areas == play.start.areas
    assert play.unit("vega").conditions == {"burning": 1}
    ctx = play.context()
    assert ctx.value(SIGHT, ctx.game.units["vega"], place_of(ctx.game.units["rook"]))


@pytest.mark.parametrize("name", ["burning_terrain", "fire_token"])
def test_env_42_they_go_by_these_names_too(name: str) -> None:
    """ENV-42: each is of the kind that burns, and no Hazard."""
    assert ALIASES[name] == "burning"
    assert environment(Area("x", name, zones=("b",))) == ""


def contained() -> Play:
    lab = Area("lab", "quarantine", "Lab", ("b",))
    return start("a - b", areas=[lab, Area("dark", "darkness", "Dark", ("a",))])


def test_the_referee_declares_that_containment_has_failed() -> None:
    """ENV-36."""
    play = contained()
    (offer,) = [o for o in offers(play.context("referee")) if o.body["do"] == "ref_contaminate"]
    assert [target.value for target in offer.targets] == ["lab"]

    play.do("referee", {"do": "ref_contaminate", "area": "lab", "reason": "the seal gave way"})

    assert environment(play.game.areas["lab"]) == HAZARD
    assert "The referee: the seal gave way" in play.story()
    assert play.refused("referee", {"do": "ref_contaminate", "area": "lab"}) == "no_change"
    play.undo()
    assert environment(play.game.areas["lab"]) == ""


@pytest.mark.parametrize("area", ["dark", "nowhere"])
def test_what_holds_nothing_in_cannot_fail(area: str) -> None:
    play = contained()

    assert play.refused("referee", {"do": "ref_contaminate", "area": area}) == "no_such_area"
    assert play.refused("red", {"do": "ref_contaminate", "area": "lab"}) == "not_allowed"
