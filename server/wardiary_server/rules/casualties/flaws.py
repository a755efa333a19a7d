"""What this rulebook cannot play in a scenario: dice that are missing, damage that nobody stated, words it knows not.

The text lost its numbers for dangerous effects and for burning, and they are for the players to agree on; so a scenario
states them, and one that does not is refused before the game begins (D49, D53).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wardiary_server.game.rulebook import Flaw, did_you_mean
from wardiary_server.game.state import Area, Game, Unit

from . import falls
from .medicine import MEDICINE
from .persistent import BRINGS, DISABLING, LETHAL, VULNERABLE, brings, is_vulnerable, listed, name_of
from .repair import REPAIR

FACES = range(4, 21)
"""Faces that a Skill or Defense die may have."""

BURNING = 'Under [options], "casualties.burning" = 4 states the damage (FIR-2, D53).'
DEFENSE = "Give it defense = 4, or defense_die = 8."


def flaws(game: Game) -> Iterator[Flaw]:
    """Everything that is wrong in a game as its scenario sets it up."""
    yield from in_table(game)
    lit = {unit for _event, deed in deeds_of(game, "ignite") for unit in listed(deed.get("units", ""))}
    for unit in game.units.values():
        yield from in_unit(game, unit, lit)
    yield from in_effects(game)
    yield from in_deeds(game)
    yield from falls.flaws(game)
    yield from in_flames(game)


def in_table(game: Game) -> Iterator[Flaw]:
    """D41: the rows of the table follow one another."""
    names = ("dead_to", "nothing_to", "injured_to")
    rows = [int(game.options.get(f"casualties.{name}", n)) for name, n in zip(names, (3, 5, 8), strict=True)]
    if rows != sorted(rows):
        text = f"The rows of the table of treatment end at {rows[0]}, {rows[1]} and {rows[2]}, and overlap."
        yield Flaw("options", "", text, "dead_to is the lowest, then nothing_to, then injured_to (D41).")


# ---------------------------------------------------------------------------------------------- units


def in_unit(game: Game, unit: Unit, lit: set[str]) -> Iterator[Flaw]:
    """Dice that there are not, and what a unit has to state for what may happen to it."""
    for name in ("skill_die", "defense_die"):
        if name in unit.stats and unit.stats[name] not in FACES:
            text = f"{unit.name}: a die has 4 to 20 faces, and {name} says {unit.stats[name]}."
            yield Flaw("units", unit.id, text, f"Such as {name} = 8.")
    if unit.stats.get("defense", 0) < 0 or {"defense", "defense_die"} <= unit.stats.keys():
        yield Flaw("units", unit.id, f"{unit.name}'s Defense is a number above 0 or a die, not both.", DEFENSE)
    tags = {tag for item in unit.items if item in game.items for tag in game.items[item].tags}
    if (kits := {MEDICINE.kit, REPAIR.kit} & tags) and "skill_die" not in unit.stats:
        text = f"{unit.name} carries {' and '.join(sorted(kits))}, and states no Skill die (MED-2)."
        yield Flaw("units", unit.id, text, "Such as skill_die = 8; a specialist has a better one.")
    if (unit.id in lit or has_to_defend(unit)) and not {"defense", "defense_die"} & unit.stats.keys():
        yield Flaw("units", unit.id, f"{unit.name} can be harmed by fire or gas, and states no Defense.", DEFENSE)


def has_to_defend(unit: Unit) -> bool:
    """Whether a unit's tags say that effects or flames harm it."""
    return any(tag in ("flaming", "flammable") or tag.partition(":")[0] == VULNERABLE for tag in unit.tags)


# ---------------------------------------------------------------------------------------------- dangerous effects


def in_effects(game: Game) -> Iterator[Flaw]:
    """DNG-1, D49: each has a value, brings something that we know, and somebody to whom it matters."""
    for area in game.areas.values():
        if area.kind in BRINGS:
            yield from in_effect(game, "areas", area.id, area)


def in_effect(game: Game, table: str, id: str, area: Area) -> Iterator[Flaw]:
    """What is wrong with one effect."""
    value = area.data.get("value")
    if not isinstance(value, int) or value < 1:
        text = f"{name_of(area)} does damage that this scenario does not state (DNG-1, D49)."
        yield Flaw(table, id, text, "Agree on a number and give it: value = 4.")
    if brings(area) not in (LETHAL, DISABLING):
        hint = did_you_mean(brings(area), (LETHAL, DISABLING)).strip() or "It is lethal or disabling."
        yield Flaw(table, id, f"{name_of(area)} cannot bring {brings(area)!r}.", hint)
    if not any(is_vulnerable(unit, area) for unit in game.units.values()):
        text = f"Nobody in this game is vulnerable to {name_of(area)} (DNG-2)."
        yield Flaw(table, id, text, f'Give tags = ["{VULNERABLE}"] to the units that it harms.')


# ---------------------------------------------------------------------------------------------- the scenario's events


def deeds_of(game: Game, *words: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The deeds of these words, each with the id of its event."""
    for happening in game.happenings.values():
        yield from ((happening.id, deed) for deed in happening.does if deed.get("do") in words)


def in_deeds(game: Game) -> Iterator[Flaw]:
    """Effects that there are not, and flames that are nowhere."""
    for event, deed in deeds_of(game, "release"):
        kind = str(deed.get("kind"))
        if kind in BRINGS:
            area = Area(str(deed.get("id", "")), kind, str(deed.get("name", "")), data=dict(deed))
            yield from in_effect(game, "events", event, area)
        else:
            hint = did_you_mean(kind, BRINGS).strip() or f"There is {', '.join(BRINGS)}."
            yield Flaw("events", event, f"There is no dangerous effect {kind!r}.", hint)
    for event, deed in deeds_of(game, "ignite", "extinguish"):
        if not {"units", "marker", "area"} & deed.keys():
            yield Flaw("events", event, f"{deed['do']!r} names nothing.", "Give it units, a marker or an area.")


# ---------------------------------------------------------------------------------------------- flames


def in_flames(game: Game) -> Iterator[Flaw]:
    """D53: where something may burn, the scenario states what that does."""
    if int(game.options.get("casualties.burning", 0)):
        return
    unit = next((u for u in game.units.values() if {"flaming", "flammable"} & set(u.tags)), None)
    if unit is not None:
        yield Flaw("units", unit.id, f"{unit.name} may burn, and nothing states the damage of that.", BURNING)
    for event, deed in deeds_of(game, "ignite"):
        if "units" in deed:
            yield Flaw("events", event, "This sets units alight, and nothing states the damage of that.", BURNING)
