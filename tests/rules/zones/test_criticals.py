"""Critical injuries, and weapons that are less lethal."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.skirmish import gun, play
from msgspec.structs import replace
from wardiary_server.game.events import Rolled
from wardiary_server.game.state import Item, ResultRow, ResultTable
from wardiary_server.rules.zones import OPTIONS

ITEMS = {
    "rifle": Item("rifle", "rifle", stats={"dice": 1, "damage": 9}),
    "baton": Item("baton", "baton", stats={"dice": 1, "damage": 9}, tags=("less_lethal",)),
}
HIT = 6


def duel(weapon: str = "rifle", *, options: dict[str, Any] | None = None, **rook: Any) -> Play:
    """Vega shoots Rook down with one six; Rat keeps the game going."""
    on = {"zones.criticals": True} if options is None else options
    units = (unit("vega", "a", items=(weapon,)), unit("rook", "a", "blue", **rook), unit("rat", "a", "blue"))
    return play("a", *units, items=ITEMS, options=on)


def shoot(game: Play, *faces: int, weapon: str = "rifle") -> None:
    game.act("red", "attack", "vega", HIT, *faces, weapon=weapon, target="rook")


def test_whoever_is_shot_down_rolls_for_a_critical_injury() -> None:
    """D74: one die of six, by whoever was hit; what it brings is told and stays with the unit."""
    game = duel()
    shoot(game, 3)
    (roll,) = game.rolls("critical")
    assert (roll.unit, roll.faces, roll.sides) == ("rook", (3,), 6)
    assert game.unit("rook").status == "down"
    assert game.unit("rook").conditions == {"critical:bleeding": 1}
    assert "Rook, critical injury: a wound that bleeds." in game.story()
    assert "Rook is bleeding (critical injury)." in game.story()


@pytest.mark.parametrize(
    ("face", "status", "conditions"),
    [
        (1, "down", {}),
        (2, "down", {"stress": 1}),
        (4, "down", {"critical:lamed": 1}),
        (5, "down", {"critical:concussed": 1, "lost_turns": 1}),
        (6, "dead", {}),
    ],
)
def test_the_bundled_rows(face: int, status: str, conditions: dict[str, int]) -> None:
    """D74: six plain rows of our own; the last is lethal."""
    game = duel()
    shoot(game, face)
    assert game.unit("rook").status == status
    assert game.unit("rook").conditions == conditions


def test_it_is_on_unless_the_scenario_says_otherwise() -> None:
    """D74: `zones.criticals` is an option, true by default; without it a unit at health 0 is down and no more."""
    assert OPTIONS["criticals"].default is True
    game = duel(options={"zones.criticals": False})
    shoot(game)
    assert not game.rolls("critical")
    assert game.unit("rook").status == "down"


def test_who_still_stands_and_what_dies_at_once_roll_for_nothing() -> None:
    """D74: machines and others that die at health 0 are dead already."""
    game = duel(health=20)
    shoot(game)
    assert not game.rolls("critical")
    game = duel(tags=("dies",))
    shoot(game)
    assert not game.rolls("critical")
    assert game.unit("rook").status == "dead"


def test_guns_and_fire_injure_as_well_and_gas_does_not() -> None:
    """D15: fire hits as an attack does; gas takes health and hits nobody (D16)."""
    on = {"zones.criticals": True}
    game = play("a - b", unit("vega", health=1), unit("ash"), gun("argus", "b"), options=on)
    game.act("red", "move", "vega", 6, *[2] * 7, 3, to="b")
    assert game.unit("vega").conditions == {"critical:bleeding": 1}
    for level, injuries in (("fire", {"critical:bleeding": 1}), ("gas_deadly", {})):
        game = play("a - b", unit("vega", health=1), unit("ash"), levels={"b": {level: 5}}, options=on)
        game.act("red", "move", "vega", *([3] if injuries else []), to="b")
        assert game.unit("vega").status == "down"
        assert game.unit("vega").conditions == injuries


def test_a_scenarios_own_table_is_read_instead() -> None:
    """D74: never beside ours."""
    own = ResultTable("critical", (ResultRow(1, 10, "a scratch", condition="scratched", amount=2),), sides=10)
    game = duel()
    game = play("a", *game.start.units.values(), items=ITEMS, options={"zones.criticals": True}, tables={own.id: own})
    shoot(game, 9)
    assert game.unit("rook").conditions == {"critical:scratched": 2}
    assert game.rolls("critical")[0].sides == 10


# ---------------------------------------------------------------------------------------------- less lethal


@pytest.mark.parametrize(
    ("faces", "status"),
    [((6, 6), "dead"), ((6, 1), "down"), ((5,), "down")],
)
def test_llw_1_a_lethal_injury_is_rolled_once_more(faces: tuple[int, ...], status: str) -> None:
    """LLW-1: lethal, lethal is lethal; one reroll only, and none where the first is not lethal."""
    game = duel("baton")
    shoot(game, *faces, weapon="baton")
    assert game.unit("rook").status == status
    assert tuple(roll.faces[0] for roll in game.rolls("critical")) == faces


def test_llw_1_only_weapons_with_that_rule_roll_again() -> None:
    game = duel()
    shoot(game, 6)
    assert len(game.rolls("critical")) == 1
    assert game.unit("rook").status == "dead"


def test_real_dice_undo_and_replay() -> None:
    """The one who was hit rolls; an undo takes the injury back with the shot."""
    start = duel("baton").start
    game = play("a", *start.units.values(), items=ITEMS, options={"zones.criticals": True}, typed=True, keep_live=False)
    before = game.game
    game.act("red", "attack", "vega", weapon="baton", target="rook")
    game.answer("red", HIT)
    game.answer("blue", 6)
    game.answer("blue", 4)
    assert game.unit("rook").conditions == {"critical:lamed": 1}
    assert game.folded() == game.state
    game.undo()
    assert game.game == before


def test_whoever_was_helped_up_meanwhile_is_spared() -> None:
    """The referee interferes while the die is out."""
    start = duel().start
    game = play("a", *start.units.values(), items=ITEMS, options={"zones.criticals": True}, typed=True)
    game.act("red", "attack", "vega", weapon="rifle", target="rook")
    game.answer("red", HIT)
    game.do("referee", {"do": "ref_heal", "unit": "rook", "amount": 3})
    game.answer("blue", 6)
    assert game.unit("rook").status == "ready"
    assert isinstance(game.events(Rolled)[-1], Rolled)
    assert replace(game.unit("rook"), stats={}).conditions == {}
