"""Dangerous effects that last: whom they meet, how often, and what they bring."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from kit import Play
from kit.field import at_start, end_round, on_board, soldier, start
from kit.inches import at
from msgspec.structs import replace
from wardiary_server.game.events import MarkSet, UnitHurt
from wardiary_server.game.state import Area, Unit


def area(kind: str = "nerve_gas", zones: tuple[str, ...] = ("b",), value: int = 4, **data: int | str) -> Area:
    return Area(f"the-{kind}", kind, "", zones, data={"value": value, **data})


def person(**more: Any) -> Unit:
    return soldier(**{"tags": ("vulnerable",), "health": 9, "speed": 5, **more})


def walked(*areas: Area, unit: Unit | None = None, **more: Any) -> Play:
    play = start("a - b - c", unit or person(), areas=areas, **more)
    play.act("red", "move", "vega", to="b")
    return play


# ---------------------------------------------------------------------------------------------- whom


@pytest.mark.parametrize(("vulnerable", "masked"), list(product([True, False], repeat=2)))
def test_only_who_is_vulnerable_and_has_no_protection(vulnerable: bool, masked: bool) -> None:
    """DNG-1, DNG-2: of the four combinations one is hit."""
    unit_ = replace(person(tags=("vulnerable",) if vulnerable else ()), specials=("mask",) if masked else ())
    play = walked(area("mustard_gas"), unit=unit_)

    assert len(play.events(UnitHurt)) == int(vulnerable and not masked)


def test_protection_is_against_a_kind() -> None:
    """DNG-2: the mask is no help against nerve gas."""
    assert walked(area("nerve_gas"), unit=replace(person(), specials=("mask",))).events(UnitHurt)


def test_vulnerable_to_one_effect_alone() -> None:
    """DNG-2: by the effect's own id."""
    only = person(tags=("vulnerable:the-nerve_gas",))

    assert walked(area("nerve_gas"), unit=only).events(UnitHurt)
    assert not walked(area("mustard_gas"), unit=only).events(UnitHurt)


# ---------------------------------------------------------------------------------------------- when


def test_once_a_round_on_entering_or_beginning_a_turn() -> None:
    """DNG-2, D50: coming in, going out and in again in one round is once; the next turn that begins inside again."""
    play = walked(area())
    play.act("red", "move", "vega", to="c")
    play.act("red", "move", "vega", to="b")
    assert len(play.events(UnitHurt)) == 1

    end_round(play)
    assert len(play.events(UnitHurt)) == 1
    play.act("red", "begin", "vega")
    assert len(play.events(UnitHurt)) == 2
    assert not play.rolls(), "no die is rolled for it"


def test_from_one_zone_of_it_to_the_next_is_no_entry() -> None:
    """D50: it stood inside when its turn began, and was met by it then."""
    play = start("a - b - c", person(zone="b"), areas=[area(zones=("b", "c"))])
    play.act("red", "move", "vega", to="c")

    assert len(play.events(UnitHurt)) == 1


def test_a_template_on_a_board_is_entered_where_the_way_crosses_it() -> None:
    """DNG-2, D50: walking through it is one entry; walking back in the same round is none."""
    cloud = Area("cloud", "nerve_gas", centre=at(8, 6), radius=2_000, data={"value": 4})
    walker = replace(person(zone="", speed=20), at=at(2, 6), status="ready")
    play = on_board(walker, areas=[cloud])
    play.do("red", {"do": "move", "unit": "vega", "at": list(at(5, 6))})
    assert not play.events(UnitHurt), "its base ends half an inch short of the edge"

    play.do("red", {"do": "move", "unit": "vega", "at": list(at(12, 6))})
    assert len(play.events(UnitHurt)) == 1
    play.do("red", {"do": "move", "unit": "vega", "at": list(at(8, 6))})
    assert len(play.events(UnitHurt)) == 1
    end_round(play)
    play.act("red", "begin", "vega")
    assert len(play.events(UnitHurt)) == 2


def test_two_effects_each_do_their_own() -> None:
    """DNG-2: the first to last in the scenario's order."""
    play = walked(area("mustard_gas"), area("nerve_gas"))

    assert [e.source.partition(":")[0] for e in play.events(UnitHurt)] == ["Mustard gas", "Nerve gas"]
    assert [e.mark for e in play.events(MarkSet)] == ["casualties:the-mustard_gas", "casualties:the-nerve_gas"]


def test_who_falls_to_the_first_does_not_meet_the_second() -> None:
    """D11."""
    play = walked(area("mustard_gas"), area("nerve_gas"), unit=soldier(tags=("vulnerable",)))

    assert play.unit("vega").status == "down"
    assert len(play.events(UnitHurt)) == 1


# ---------------------------------------------------------------------------------------------- what


@pytest.mark.parametrize(
    ("kind", "data", "lethal"),
    [
        ("tear_gas", {}, False),
        ("mustard_gas", {}, True),
        ("nerve_gas", {}, True),
        ("effect", {}, True),
        ("effect", {"brings": "disabling"}, False),
        ("tear_gas", {"brings": "lethal"}, True),
    ],
)
def test_lethal_or_disabling(kind: str, data: dict[str, str], lethal: bool) -> None:
    """DNG-4, DNG-5: tear gas disables, mustard and nerve gas kill; any other effect is what the scenario says."""
    play = walked(area(kind, **data))

    assert (play.unit("vega").stats["health"] == 8) == lethal
    assert ("disabled" in play.unit("vega").conditions) == (not lethal)


@pytest.mark.parametrize(
    ("option", "value", "disabled"),
    [("meets", 3, False), ("meets", 4, True), ("exceeds", 4, False), ("exceeds", 5, True)],
)
def test_damage_that_has_overtaken_defense(option: str, value: int, disabled: bool) -> None:
    """DNG-3, D51: 4 against Defense 4 disables, unless the scenario wants more than that."""
    play = walked(area("tear_gas", value=value), options={"casualties.overtakes": option})

    assert ("disabled" in play.unit("vega").conditions) == disabled


# ---------------------------------------------------------------------------------------------- by an event


def test_an_event_releases_and_disperses() -> None:
    """DNG-1, DNG-5: who stands there meets it as their turn begins, not when it comes."""
    release = {"do": "release", "kind": "effect", "zones": "a,b", "value": 4, "name": "Radiation", "id": "rays"}
    events = {**at_start(release), **at_start({"do": "disperse", "area": "rays"}, round=3)}
    play = start("a - b", person(), happenings=events)

    end_round(play)
    assert play.game.areas["rays"].zones == ("a", "b")
    assert not play.events(UnitHurt)
    play.act("red", "begin", "vega")
    assert play.events(UnitHurt)[0].source == "Radiation: 4 against Defense 4"
    end_round(play)

    assert play.game.areas == {}
    assert "Radiation is over." in play.story()


def test_an_effect_without_a_name_goes_by_its_kind() -> None:
    play = start("a", person(), happenings=at_start({"do": "release", "kind": "tear_gas", "zones": "a", "value": 9}))
    end_round(play)

    assert play.game.areas["tear_gas-a"].name == "Tear gas"
