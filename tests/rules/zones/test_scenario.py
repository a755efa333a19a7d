"""What a scenario may say in the rulebook's words, and what it is told about its faults."""

from __future__ import annotations

from typing import Any

import pytest
from kit import game, unit
from kit.skirmish import WEAPONS, end_round, gun, laid, play
from wardiary_server.game.events import LevelChanged, UnitHurt
from wardiary_server.game.rulebook import Flaw
from wardiary_server.game.state import Happening, Item, ResultRow, ResultTable
from wardiary_server.rules.zones.scenario import DEEDS, flaws


def test_an_event_sets_levels() -> None:
    """FIRE and GAS by a scenario's event; nobody has entered anything by that (D8, D21)."""
    start = laid("bomb", {"round": 2}, ("a", "fire", 3), ("a", "gas_deadly", 2), ("b", "gas_irritating", 1))
    fight = play("a - b", unit("vega", strength=1, stamina=1), happenings=start)
    end_round(fight)
    assert [dict(zone.levels) for zone in fight.game.zones.values()] == [
        {"fire": 3, "gas_deadly": 2},
        {"gas_irritating": 1},
    ]
    assert not fight.events(UnitHurt)
    fight.act("red", "begin", "vega", 2, 2)
    assert [hurt.amount for hurt in fight.events(UnitHurt)] == [3, 2]
    assert "a: FIRE 3." in fight.story()


def test_an_event_puts_a_fire_out() -> None:
    """0 puts it out; a level that is so already is not told again."""
    start = laid("foam", {"round": 2}, ("a", "fire", 0), ("b", "fire", 0))
    fight = play("a - b", unit("vega", "b"), levels={"a": {"fire": 2}}, happenings=start)
    entry = end_round(fight, 2, 2)
    assert [(event.zone, event.value) for event in fight.events(LevelChanged, entry)] == [("a", 0)]


def test_the_deed_says_what_it_needs() -> None:
    assert set(DEEDS["level"].needs) == {"zone", "level", "number"}


PLAIN = {"plain": Item("plain", "plain"), "fist": Item("fist", "fist", tags=("melee",))}


def explosion(number: int) -> dict[str, Happening]:
    return {"bomb": Happening("bomb", {"round": 2}, ({"do": "explosion", "zone": "a", "number": number},))}


def found(**more: Any) -> list[Flaw]:
    units = more.pop("units", [unit("vega", strength=3, stamina=2)])
    items = {**WEAPONS, **more.pop("items", {})}
    return list(flaws(game("a - b", units, items=items, **more)))


def test_a_sound_scenario_has_no_flaws() -> None:
    assert not found(
        units=[unit("vega", gas_dice=0), gun("turret", "b", tags=("targets:red",))],
        levels={"a": {"gas_deadly": 3}},
        happenings=laid("bomb", {"round": 2}, ("a", "fire", 3)),
    )


@pytest.mark.parametrize(
    ("more", "table", "id", "hint"),
    [
        ({"happenings": laid("bomb", {"round": 2}, ("a", "gas_dedly", 3))}, "events", "bomb", "gas_deadly"),
        ({"happenings": laid("bomb", {"round": 2}, ("a", "smoke", 3))}, "events", "bomb", "fire"),
        ({"happenings": laid("bomb", {"round": 2}, ("a", "fire", 101))}, "events", "bomb", ""),
        ({"happenings": laid("bomb", {"round": 2}, ("a", "fire", -1))}, "events", "bomb", ""),
        ({"items": {"stick": Item("stick", "stick", stats={"dice": 0})}}, "weapons", "stick", "dice = 5"),
        ({"items": {"sam": Item("sam", "sam", stats={"homing:person": 0})}}, "weapons", "sam", "dice = 5"),
        ({"items": {"mg": Item("mg", "mg", stats={"dice": 2}, tags=("full_auto",))}}, "weapons", "mg", "ammo = 4"),
        ({"items": {"pop": Item("pop", "pop", stats={"blast": 0})}}, "weapons", "pop", "blast = 3"),
        ({"items": {"pop": Item("pop", "pop", stats={"blast": 3, "dice": 4})}}, "weapons", "pop", "blast"),
        ({"units": [unit("vega", items=("plain",))], "items": PLAIN}, "units", "vega", "agility = 3"),
        ({"units": [unit("vega", items=("fist",), agility=3)], "items": PLAIN}, "units", "vega", "strength = 3"),
        ({"tables": {"critical": ResultTable("critical", (ResultRow(1, 5, "x"),))}}, "tables", "critical", ""),
        ({"happenings": explosion(0)}, "events", "bomb", ""),
        ({"items": {"both": Item("both", "x", stats={"dice": 1, "ammo": 2}, tags=("single",))}}, "weapons", "both", ""),
        ({"items": {"odd": Item("odd", "odd", stats={"dice": 1, "ap": -1})}}, "weapons", "odd", ""),
        ({"units": [gun("turret", "a", tags=("targets:rde",))]}, "units", "turret", "red"),
        ({"units": [unit("vega")], "levels": {"a": {"gas_deadly": 1}}}, "units", "vega", "gas_immune"),
        (
            {"units": [unit("vega")], "happenings": laid("bomb", {"round": 2}, ("a", "gas_irritating", 3))},
            "units", "vega", "gas_immune",
        ),
    ],
)  # fmt: skip
def test_each_flaw_is_named(more: dict[str, Any], table: str, id: str, hint: str) -> None:
    """In which table, of which id, and what to do."""
    (flaw,) = found(**more)
    assert (flaw.table, flaw.id) == (table, id)
    assert hint in flaw.hint


def test_gear_is_no_weapon_and_needs_no_dice() -> None:
    assert not found(items={"kit": Item("kit", "medkit", kind="gear")})


def test_a_weapon_without_dice_asks_for_an_attribute_of_whoever_carries_it() -> None:
    """Its user's attribute is needed, the skill may be absent; what explodes or homes needs no dice of its own."""
    sam = Item("sam", "sam", stats={"homing:aircraft": 8})
    frag = Item("frag", "frag", stats={"blast": 3})
    units = [unit("vega", items=("plain", "fist", "frag", "sam"), agility=3, strength=2)]
    assert not found(units=units, items={**PLAIN, "sam": sam, "frag": frag})


def test_without_gas_nobody_has_to_say_anything_about_it() -> None:
    """D77 is about gas; a scenario without any is sound."""
    assert not found(units=[unit("vega")], levels={"a": {"fire": 2}})
