"""What a scenario lacks is said before the game begins, with the row that wants it."""

from __future__ import annotations

from typing import Any

import pytest
from kit import game
from kit.field import KITS, at_start, medic, soldier
from wardiary_server.game.state import Area, Unit
from wardiary_server.rules.casualties.flaws import flaws


def found(*units: Unit, areas: tuple[Area, ...] = (), **more: Any) -> list[tuple[str, str, str]]:
    """The flaws of a game: where, of what, and the beginning of the text."""
    made = game("a - b", units, areas={area.id: area for area in areas}, items=KITS, **more)
    return [(flaw.table, flaw.id, flaw.text) for flaw in flaws(made)]


def only(*units: Unit, **more: Any) -> str:
    (flaw,) = found(*units, **more)
    return flaw[2]


def test_a_sound_game_has_none() -> None:
    gas = Area("gas", "tear_gas", zones=("b",), data={"value": 3})
    events = at_start(
        {"do": "release", "kind": "effect", "zones": "b", "value": 4, "id": "rays"}, {"do": "ignite", "units": "vega"}
    )
    units = [medic(), soldier(tags=("vulnerable", "flammable")), soldier("rook", tags=("vulnerable:rays",))]

    assert not found(*units, areas=(gas,), happenings=events, options={"casualties.burning": 4})
    assert not found(soldier(defense=None))


def test_a_kit_wants_a_skill_die() -> None:
    """MED-2: the roll that treatment is."""
    assert only(soldier(items=("kit",))) == "Vega carries medkit, and states no Skill die (MED-2)."
    assert only(soldier(items=("box", "kit"))) == "Vega carries medkit and tools, and states no Skill die (MED-2)."


@pytest.mark.parametrize("faces", [3, 21])
def test_a_die_has_4_to_20_faces(faces: int) -> None:
    assert f"skill_die says {faces}" in only(soldier(skill_die=faces))
    assert f"defense_die says {faces}" in only(soldier(defense=None, defense_die=faces))


def test_defense_is_a_number_or_a_die() -> None:
    assert "not both" in only(soldier(defense_die=8))
    assert "not both" in only(soldier(defense=-1))


@pytest.mark.parametrize("tag", ["vulnerable", "vulnerable:gas", "flammable", "flaming"])
def test_who_can_be_harmed_states_a_defense(tag: str) -> None:
    """D87: fire and gas are held against it."""
    text = "Vega can be harmed by fire or gas, and states no Defense."

    assert only(soldier(defense=None, tags=(tag,)), options={"casualties.burning": 4}) == text


def test_so_does_who_is_set_alight_by_an_event() -> None:
    events = at_start({"do": "ignite", "units": "vega"})

    assert "states no Defense" in only(soldier(defense=None), happenings=events, options={"casualties.burning": 4})


@pytest.mark.parametrize("data", [{}, {"value": 0}, {"value": "much"}])
def test_an_effect_without_a_value_is_refused(data: dict[str, int | str]) -> None:
    """DNG-1, D49: the text lost its numbers, so the scenario gives them."""
    gas = Area("gas", "nerve_gas", zones=("b",), data=data)

    assert found(soldier(tags=("vulnerable",)), areas=(gas,)) == [
        ("areas", "gas", "Nerve gas does damage that this scenario does not state (DNG-1, D49).")
    ]


def test_an_effect_brings_one_of_two_things() -> None:
    """DNG-4."""
    gas = Area("gas", "effect", "Spores", ("b",), data={"value": 4, "brings": "leathal"})

    assert only(soldier(tags=("vulnerable",)), areas=(gas,)) == "Spores cannot bring 'leathal'."


def test_an_effect_harms_somebody() -> None:
    """DNG-2."""
    gas = Area("gas", "nerve_gas", zones=("b",), data={"value": 4})

    assert only(soldier(), areas=(gas,)) == "Nobody in this game is vulnerable to Nerve gas (DNG-2)."


def test_events_are_held_to_the_same() -> None:
    """DNG-5: a kind that is not known, and a value that is none."""
    vega = soldier(tags=("vulnerable",))
    release = {"do": "release", "kind": "nerve_gas", "zones": "b", "value": 0}

    assert "does damage that this scenario does not state" in only(vega, happenings=at_start(release))
    unknown = {**release, "kind": "nerve_gass", "value": 4}
    assert only(vega, happenings=at_start(unknown)) == "There is no dangerous effect 'nerve_gass'."
    assert only(vega, happenings=at_start({"do": "ignite"})) == "'ignite' names nothing."


def test_what_may_burn_wants_a_damage() -> None:
    """FIR-2, D53."""
    assert only(soldier(tags=("flammable",))) == "Vega may burn, and nothing states the damage of that."
    events = at_start({"do": "ignite", "units": "vega"})
    assert only(soldier(), happenings=events) == "This sets units alight, and nothing states the damage of that."


def test_the_rows_of_the_table_follow_one_another() -> None:
    """D41."""
    text = "The rows of the table of treatment end at 6, 5 and 8, and overlap."

    assert only(soldier(), options={"casualties.dead_to": 6}) == text
