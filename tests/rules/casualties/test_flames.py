"""Flames: what they reach, when they hurt, and that what was lit just now waits."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play
from kit.field import PLAYERS, at_start, end_round, soldier, start
from msgspec.structs import replace
from wardiary_server.game.events import Asked, Chosen, ConditionChanged, Rolled, UnitHurt
from wardiary_server.game.state import Area, Clock, Marker, Point, Unit

BURNS = {"on_fire": 1}


def torch(name: str = "torch", zone: str = "a", **more: Any) -> Unit:
    """Something that burns and that nobody plays."""
    return soldier(name, zone, **{"seat": "", "health": 9, "conditions": BURNS, "kind": "machine", **more})


def dry(name: str = "vega", zone: str = "a", **more: Any) -> Unit:
    return soldier(name, zone, **{"tags": ("flammable",), "health": 9, **more})


def lit(play: Play) -> list[str]:
    """What burns, by id."""
    units = [u.id for u in play.game.units.values() if u.conditions.get("on_fire")]
    others = [*play.game.markers.values(), *play.game.areas.values()]
    return units + [thing.id for thing in others if thing.data.get("flaming")]


# ---------------------------------------------------------------------------------------------- on a board


def on_board(at: Point, **more: Any) -> Play:
    """A burning unit with a base of half an inch at the corner, and a dry one so far away, middle to middle."""
    units = [replace(torch(), at=(0, 0)), replace(dry(), at=at)]
    return start("a", *units, measure="board", **more)


@pytest.mark.parametrize(("apart", "burns"), [(3_000, True), (3_100, False)])
def test_a_roll_of_3_lights_what_is_within_3_inches(apart: int, burns: bool) -> None:
    """FIR-1: roll 3: 3.0 inches lit, 3.1 not; what is lit takes the damage automatically."""
    play = on_board((apart + 1_000, 0))
    end_round(play, 3)

    assert ("vega" in lit(play)) == burns
    hurt = [e.source for e in play.events(UnitHurt) if e.unit == "vega"]
    assert hurt == (["burning: 4 against Defense 4"] if burns else [])
    assert [(roll.sides, roll.reason) for roll in play.rolls("flames")] == [(6, "flames of Torch")]


def test_on_a_board_nobody_is_asked() -> None:
    play = on_board((2_000, 0), options={"frame.ask": True})
    end_round(play, 6)

    assert not play.events(Asked)
    assert not play.events(Chosen)


def test_another_die_of_inches() -> None:
    """D52: which die it is, is the scenario's to say."""
    play = on_board((12_000, 0), options={"casualties.fire_die": 12})
    end_round(play, 11)

    assert "vega" in lit(play)


# ---------------------------------------------------------------------------------------------- without a board


def test_in_the_same_zone_is_near_enough() -> None:
    """FIR-1, D94: nobody is asked, and what is flammable in the same zone is lit: units, markers and areas alike."""
    crate = Marker("crate", "crate", "the crate", "a", data={"flammable": 1})
    wood = Area("wood", "scenery", "the wood", ("a",), data={"flammable": 1})
    far = Marker("far", "crate", "another crate", "b", data={"flammable": 1})
    units = [torch(), dry(), soldier("wet"), dry("there", "b")]
    play = start("a - b", *units, markers=[crate, far], areas=[wood])
    end_round(play, 1)

    assert lit(play) == ["torch", "vega", "crate", "wood"]
    assert {"The crate catches fire.", "The wood catches fire."} <= set(play.story())


def test_people_say_who_is_within() -> None:
    """D94: with `ask` the referee is asked, with what lies in the same zone ticked; without a referee a player is."""
    for seats, seat in ((None, "referee"), (PLAYERS, "blue")):
        play = start("a - b", torch(), dry(), dry("there", "b"), options={"frame.ask": True}, seats=seats)
        end_round(play, 5)
        (part,) = play.events(Asked)[-1].parts
        assert (part.seat, part.reason) == (seat, "Within 5 inches of the flames of Torch")
        assert part.options == (("vega", "Vega"), ("there", "There"))
        assert part.default == ("vega",)

        play.answer(seat, "there")
        assert lit(play) == ["torch", "there"]


@pytest.mark.parametrize(("units", "ask"), [((torch(),), True), ((torch(), dry("far", "b")), False)])
def test_where_nothing_flammable_is_near_nothing_is_said(units: tuple[Unit, ...], ask: bool) -> None:
    """D94: neither asked, where nothing could be lit at all, nor told, where likely nothing is."""
    play = start("a - b", *units, options={"frame.ask": ask})
    end_round(play, 5)

    assert not play.events(Asked)
    assert not play.events(Chosen)
    assert len(play.rolls("flames")) == 1


# ---------------------------------------------------------------------------------------------- round after round


def test_what_was_lit_just_now_rolls_nothing_yet() -> None:
    """FIR-4, D52: all from one snapshot: no second roll in this round, one in the next."""
    play = start("a - b", torch(), dry(), dry("ito"))
    first = end_round(play, 6)
    assert [roll.target for roll in play.events(Rolled, first)] == ["torch"]

    second = end_round(play, 1, 1, 1)
    assert [roll.target for roll in play.events(Rolled, second)] == ["torch", "vega", "ito"]


def test_who_burns_is_struck_turn_after_turn() -> None:
    """FIR-2, D88: once at the start of each of its turns, round after round."""
    play = start("a", dry(conditions=BURNS))
    for round_ in (1, 2, 3):
        play.act("red", "begin", "vega")
        assert play.unit("vega").stats["health"] == 9 - round_
        end_round(play, 1)


def test_one_that_has_no_turns_is_struck_at_the_rounds_end() -> None:
    """FIR-2, D88: nobody plays it, so that it never begins a turn."""
    play = start("a", torch())
    end_round(play, 1)
    end_round(play, 1)

    assert play.unit("torch").stats["health"] == 7


@pytest.mark.parametrize(("moment", "hurt"), [("start", [1, 1, 2]), ("end", [0, 1, 1])])
def test_when_in_its_turn_a_unit_burns(moment: str, hurt: list[int]) -> None:
    """FIR-2, FIR-3, D88: as its turn begins, as it ends, and in the next, in which it puts itself out."""
    play = start("a", dry(conditions=BURNS), options={"casualties.burns_at": moment})
    wounds = []
    for word in ("begin", "end", "extinguish"):
        play.act("red", word, "vega")
        if word == "end":
            wounds.append(9 - play.unit("vega").stats["health"])
            end_round(play, 1)
        elif word == "begin":
            wounds.append(9 - play.unit("vega").stats["health"])
    play.act("red", "end", "vega")

    assert [*wounds, 9 - play.unit("vega").stats["health"]] == hurt
    assert "on_fire" not in play.unit("vega").conditions


@pytest.mark.parametrize(("damage", "health"), [(3, 9), (4, 8)])
def test_the_damage_is_the_scenarios(damage: int, health: int) -> None:
    """D53, D87: automatic means without a roll to hit; Defense still counts."""
    play = start("a", dry(conditions=BURNS), options={"casualties.burning": damage})
    play.act("red", "begin", "vega")

    assert play.unit("vega").stats["health"] == health


def test_who_burns_already_is_lit_no_second_time() -> None:
    """FIR-1: two that burn beside each other take their own damage and no more."""
    play = start("a", dry(conditions=BURNS), torch(tags=("flammable",)))
    end_round(play, 6, 6)

    assert play.unit("vega").stats["health"] == 8
    assert not play.events(ConditionChanged)


def test_a_unit_may_burn_from_the_start() -> None:
    """FIR-2: a scenario sets it up in flames."""
    play = start("a", dry(tags=("flaming",)), clock=Clock())
    for seat in ("red", "blue"):
        play.do(seat, {"do": "ready"})

    assert lit(play) == ["vega"]
    assert not play.events(UnitHurt)


def test_a_real_die_for_flames() -> None:
    """D66: where all players roll real dice, so are those of flames; all in one question."""
    play = start("a", torch(), torch("pyre"), dry(), typed=["red", "blue", "referee"], options={"frame.dice": "typed"})
    end_round(play)
    asked = play.events(Asked)[-1]

    assert [(part.seat, part.target) for part in asked.parts] == [("referee", "torch"), ("referee", "pyre")]
    play.answer("referee", 2)
    play.answer("referee", 3, part=1)
    assert "vega" in lit(play)
    assert play.folded() == play.state


def test_an_event_lights_and_puts_out() -> None:
    """FIR-1: units, a marker and an area."""
    deed = {"units": "vega", "marker": "crate", "area": "wood"}
    events = {**at_start({"do": "ignite", **deed}), **at_start({"do": "extinguish", **deed}, round=3)}
    crate, wood = Marker("crate", "crate", "the crate", "b"), Area("wood", "scenery", "the wood", ("c",))
    play = start("a - b - c", dry(), markers=[crate], areas=[wood], happenings=events)
    end_round(play)
    assert lit(play) == ["vega", "crate", "wood"]
    assert play.unit("vega").stats["health"] == 8

    end_round(play, 1, 1, 1)
    assert lit(play) == []
    assert {"Vega is no longer on fire.", "The crate burns no more."} <= set(play.story())
