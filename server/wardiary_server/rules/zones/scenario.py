"""What a scenario may say in this rulebook's words: what its own events do to a zone, and what cannot be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wardiary_server.game.event import level
from wardiary_server.game.events import LevelChanged
from wardiary_server.game.frame.gear import specials
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import DeedSpec, Flaw, Rule, did_you_mean
from wardiary_server.game.state import Game, Item, Unit

from . import homing, stun, supply
from .ammunition import one_shot
from .autonomous import TARGETS
from .explosions import bad_explosions
from .fire import FIRE
from .full_auto import FULL_AUTO
from .gas import DEADLY, IRRITATING, states_resistance
from .homing import HOMING
from .tables import bad_tables
from .weapons import BLAST, uses

LEVELS = {
    FIRE: "FIRE: how strongly the zone burns",
    DEADLY.level: "GAS (deadly): what it takes is health",
    IRRITATING.level: "GAS (irritating): what it takes is turns, and it adds stress",
}


def set_level(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """A zone's FIRE or GAS is now so high. Who stands there has not entered: it counts from their next turn (D21)."""
    zone, name, number = str(deed["zone"]), str(deed["level"]), int(deed["number"])
    if level(ctx.game.zones[zone], name) != number:
        yield LevelChanged(zone=zone, level=name, value=number)


DEEDS = {
    "level": DeedSpec(
        set_level,
        {"zone": "zone", "level": "text", "number": "number"},
        text="a zone's fire, gas_deadly or gas_irritating is now this high; 0 puts it out",
    )
}


# ---------------------------------------------------------------------------------------------- what cannot be played


def flaws(game: Game) -> Iterator[Flaw]:
    """Everything in a scenario that these rules could not play, or that would surprise whoever wrote it."""
    yield from bad_levels(game)
    yield from bad_weapons(game)
    yield from bad_targets(game)
    yield from bad_tables(game)
    yield from bad_explosions(game)
    yield from unskilled(game)
    yield from supply.flaws(game)
    yield from stun.flaws(game)
    yield from defenceless(game)


def levels_set(game: Game) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The deeds that set a level, each with the id of its event."""
    for happening in game.happenings.values():
        yield from ((happening.id, deed) for deed in happening.does if deed.get("do") == "level")


def bad_levels(game: Game) -> Iterator[Flaw]:
    """Levels that no zone has, or that are out of bounds."""
    for event, deed in levels_set(game):
        name, number = str(deed.get("level")), int(deed.get("number", 0))
        if name not in LEVELS:
            hint = did_you_mean(name, LEVELS).strip() or f"There is {', '.join(LEVELS)}."
            yield Flaw("events", event, f"No zone has a level {name!r}.", hint)
        if not 0 <= number <= 100:
            yield Flaw("events", event, f"A level is 0 to 100, and {number} is not.")


def bad_weapons(game: Game) -> Iterator[Flaw]:
    """Weapons that cannot attack, or contradict themselves."""
    for item in game.items.values():
        if item.kind == "weapon":
            yield from bad_weapon(item)


def bad_weapon(item: Item) -> Iterator[Flaw]:
    """What is wrong with one weapon."""
    for stat in ("dice", "autonomous", *(HOMING + kind for kind in homing.kinds(item))):
        if item.stats.get(stat, 1) <= 0:
            hint = "Give it dice = 5, or autonomous = 5 if it fires by itself, or leave that to who uses it."
            yield Flaw("weapons", item.id, f"{item.name} has no attack dice: {stat} is {item.stats[stat]}.", hint)
    if one_shot(item) and "ammo" in item.stats:
        yield Flaw("weapons", item.id, f"{item.name} has both ammunition dice and a single shot.", "Leave out one.")
    if FULL_AUTO in item.tags and item.stats.get("ammo", 0) <= 0:
        yield Flaw("weapons", item.id, f"{item.name} fires full auto and has no ammunition dice.", "Give it ammo = 4.")
    if BLAST in item.stats:
        yield from bad_blast(item)
    for name in (name for name, number in item.stats.items() if number < 0):
        yield Flaw("weapons", item.id, f"{item.name}: {name} is less than 0.")


def bad_blast(item: Item) -> Iterator[Flaw]:
    """What explodes takes no roll, so whatever tells of one is a mistake."""
    if item.stats[BLAST] <= 0:
        yield Flaw("weapons", item.id, f"{item.name} has a BLAST of {item.stats[BLAST]}.", "Give it blast = 3.")
    rolls = [stat for stat in ("dice", "damage", "ap", "autonomous", "beam", stun.STUN) if stat in item.stats]
    rolls += [HOMING + kind for kind in homing.kinds(item)] + [tag for tag in (FULL_AUTO,) if tag in item.tags]
    if rolls:
        text = f"{item.name} explodes, and states {some(rolls)} besides, which nothing reads."
        yield Flaw("weapons", item.id, text, "Its blast says all: everybody is hit, AP and damage come from it.")


def unskilled(game: Game) -> Iterator[Flaw]:
    """Units that carry a weapon which rolls an attribute that they do not state. A skill may be absent: it is 0."""
    for unit in game.units.values():
        for item in (game.items[name] for name in unit.items if name in game.items):
            if item.kind == "weapon" and not item.stats.keys() & {"dice", "autonomous", BLAST}:
                attribute, *skills = uses(item)
                if attribute not in unit.stats:
                    words = some([attribute, *skills])
                    text = f"{unit.name} attacks by {words} with {item.name}, and states no {attribute}."
                    yield Flaw("units", unit.id, text, f"Give it {attribute} = 3, or the weapon dice = 5.")


def some(words: list[str]) -> str:
    """Words as a list in a sentence."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def bad_targets(game: Game) -> Iterator[Flaw]:
    """Guns that fire at a side that is not there."""
    for unit in game.units.values():
        for side in (tag.removeprefix(TARGETS) for tag in unit.tags if tag.startswith(TARGETS)):
            if side not in game.sides:
                hint = did_you_mean(side, game.sides).strip()
                yield Flaw("units", unit.id, f"{unit.name} fires at a side {side!r}, and there is none.", hint)


def gases(game: Game) -> set[str]:
    """The gas that there is anywhere, now or by one of the scenario's own events."""
    there = {name for zone in game.zones.values() for name in zone.levels}
    return {DEADLY.level, IRRITATING.level} & (there | {str(deed.get("level")) for _event, deed in levels_set(game)})


def defenceless(game: Game) -> Iterator[Flaw]:
    """D77: in a game with gas, a unit that moves about says what it resists with, or that it need not."""
    for unit in game.units.values():
        if unit.seat and not states_resistance(unit) and not gases(game) <= kept_out(game, unit):
            hint = "Give it strength and stamina, or gas_dice, or the tag gas_immune, or gear that protects it."
            yield Flaw("units", unit.id, f"{unit.name} does not say how it stands in gas.", hint)


def kept_out(game: Game, unit: Unit) -> set[str]:
    """What a unit and its gear protect it from at the start."""
    return {kind for special in specials(game, unit) if special.does == "protect" for kind in special.against}
