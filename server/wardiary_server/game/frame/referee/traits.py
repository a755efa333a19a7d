"""A unit's numbers, conditions and things, by the referee's word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from ... import fields
from ...event import put
from ...events import ConditionChanged, ItemDropped, ItemTaken, StatChanged
from ...resolver import Context
from ...rulebook import Candidate, Refused, Rule, did_you_mean
from ...state import Game, Unit
from ..queries import unit_of
from .hand import ByHand, Level, Word, act, declared, listed, named_word, playable, said

BY = "the referee"
HEALTH = "health"


class RefStat(ByHand, frozen=True, tag="ref_stat"):
    """Sets a number of a unit, one that its rulebooks read."""

    unit: Word
    stat: Word
    value: Level


class RefCondition(ByHand, frozen=True, tag="ref_condition"):
    """Gives a unit a condition, or with 0 takes it away: `unconscious` 0 wakes."""

    unit: Word
    condition: Word
    value: Level = 1


class RefGive(ByHand, frozen=True, tag="ref_give"):
    """Gives a unit something that is in the game; with `of` that unit no longer has it."""

    unit: Word
    item: Word
    of: Word = ""


class RefTake(ByHand, frozen=True, tag="ref_take"):
    """Takes something from a unit."""

    unit: Word
    item: Word


# ---------------------------------------------------------------------------------------------- numbers


def check_stat(ctx: Context, command: RefStat) -> None:
    """Raises `Refused`: `no_such_stat`, `no_change`, `not_playable`, and what `unit_of` does."""
    unit = unit_of(ctx, command.unit)
    named_word(ctx, "stats", command.stat, "no_such_stat", "a stat", unit.stats)
    if unit.stats.get(command.stat) == command.value:
        raise Refused("no_change", f"{unit.name}: {command.stat} is {command.value}.")
    if command.stat == HEALTH and not command.value:
        raise Refused("not_playable", "With health 0 it is down: use ref_hurt or ref_down.")
    stats = put(unit.stats, command.stat, command.value)
    playable(ctx, replace(ctx.game, units=put(ctx.game.units, unit.id, replace(unit, stats=stats))), unit.id)


def set_stat(ctx: Context, command: RefStat) -> Rule[None]:
    """The number is this."""
    yield from said(ctx, command, command.unit)
    yield StatChanged(unit=command.unit, stat=command.stat, value=command.value, why=BY)


# ---------------------------------------------------------------------------------------------- conditions


def conditions(ctx: Context) -> Mapping[str, str]:
    """The conditions that there are: those of the rulebooks, and those that the scenario gives names to."""
    return {**dict.fromkeys(sorted(of_scenario(ctx.game)), "this scenario's own"), **declared(ctx, "conditions")}


def of_scenario(game: Game) -> set[str]:
    """The conditions that units have, or that areas, Breaches and events bring."""
    having = {condition for unit in game.units.values() for condition in unit.conditions}
    deeds = [deed for happening in game.happenings.values() for deed in happening.does]
    data = [thing.data for things in (game.areas, game.markers) for thing in things.values()]
    named = {str(of.get(key, "")) for of in (*data, *deeds) for key in ("condition", "hazard_condition")}
    return (having | named) - {""}


def check_condition(ctx: Context, command: RefCondition) -> None:
    """Raises `Refused`: `no_such_condition`, `no_change`, and what `unit_of` does."""
    unit = unit_of(ctx, command.unit)
    more = conditions(ctx)
    named_word(ctx, "conditions", command.condition, "no_such_condition", "a condition", more)
    now = unit.conditions.get(command.condition, 0)
    if now == command.value:
        text = f"{unit.name}: {command.condition} is {now}." if now else f"{unit.name} is not {command.condition}."
        raise Refused("no_change", text)


def set_condition(ctx: Context, command: RefCondition) -> Rule[None]:
    """It is so now. Whoever wakes has no turns left to lose, whoever can no longer act has had their turn: always."""
    yield from said(ctx, command, command.unit)
    yield ConditionChanged(unit=command.unit, condition=command.condition, value=command.value, why=BY)


# ---------------------------------------------------------------------------------------------- things


def named_item(ctx: Context, item: str) -> str:
    """What something is called. Raises `Refused`: `no_such_item`."""
    if item not in ctx.game.items:
        raise Refused("no_such_item", f"There is no {item!r} in this game.{did_you_mean(item, ctx.game.items)}")
    return ctx.game.items[item].name


def check_give(ctx: Context, command: RefGive) -> None:
    """Raises `Refused`: `no_such_item`, `no_change`, and what `unit_of` and `has_it` do."""
    unit, name = unit_of(ctx, command.unit), named_item(ctx, command.item)
    if command.of:
        has_it(ctx, command.of, command.item)
    if command.item in unit.items:
        raise Refused("no_change", f"{unit.name} has {name}.")


def has_it(ctx: Context, unit: str, item: str) -> None:
    """Raises `Refused`: `no_such_item`, and what `unit_of` does."""
    here, name = unit_of(ctx, unit), named_item(ctx, item)
    if item not in here.items:
        raise Refused("no_such_item", f"{here.name} does not have {name}.{did_you_mean(item, here.items)}")


def give(ctx: Context, command: RefGive) -> Rule[None]:
    """It changes hands."""
    yield from said(ctx, command, command.unit)
    if command.of:
        yield ItemDropped(unit=command.of, item=command.item)
    yield ItemTaken(unit=command.unit, item=command.item)


def check_take(ctx: Context, command: RefTake) -> None:
    """Raises `Refused`: what `has_it` does."""
    has_it(ctx, command.unit, command.item)


def take(ctx: Context, command: RefTake) -> Rule[None]:
    """It is gone."""
    yield from said(ctx, command, command.unit)
    yield ItemDropped(unit=command.unit, item=command.item)


# ---------------------------------------------------------------------------------------------- offers


def offer_stat(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """Any number that a rulebook reads; the check of what it may be comes with the command."""
    if unit is not None:
        words = dict.fromkeys([*unit.stats, *(word for word, _text in listed(declared(ctx, "stats")))])
        known = fields.text("stat", "Stat", 64, needed=True, suggested=words)
        value = fields.number("value", "Value", 0, 10_000, 1)
        yield Candidate(
            f"Set a number of {unit.name}", {"do": "ref_stat", "unit": unit.id}, fields=(known, value, *fields.HAND)
        )


def offer_condition(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """To give a condition, and to take each away that the unit has."""
    if unit is None:
        return
    body = {"do": "ref_condition", "unit": unit.id}
    known = fields.text("condition", "Condition", 64, needed=True, suggested=dict(listed(conditions(ctx))))
    value = fields.number("value", "Value", 0, 10_000, 1)
    yield Candidate(f"Give {unit.name} a condition", body, fields=(known, value, *fields.HAND))
    if unit.conditions:
        has = tuple((word, word.replace("_", " "), str(number)) for word, number in unit.conditions.items())
        yield Candidate(f"End a condition of {unit.name}", {**body, "value": 0}, "condition", has, fields=fields.HAND)


def offer_give(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """All that the unit does not have; of whom, if of anybody."""
    if unit is not None:
        items = tuple((i.id, i.name, "") for i in ctx.game.items.values() if i.id not in unit.items)
        others = [(u.id, u.name) for u in ctx.game.units.values() if u.items and u.id != unit.id]
        of = fields.one_of("of", "Taken from", others, kind="unit")
        more = ((of,) if others else ()) + fields.HAND
        if items:
            yield Candidate(f"Give {unit.name} something", {"do": "ref_give", "unit": unit.id}, "item", items, "", more)


def offer_take(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """What the unit has."""
    if unit is not None and unit.items:
        items = tuple((item, ctx.game.items[item].name, "") for item in unit.items)
        body = {"do": "ref_take", "unit": unit.id}
        yield Candidate(f"Take something from {unit.name}", body, "item", items, fields=fields.HAND)


ACTIONS = (
    act(RefStat, check_stat, set_stat, offer_stat, "ref_stat vega ar 2: set a number of a unit"),
    act(
        RefCondition, check_condition, set_condition, offer_condition,
        "ref_condition vega unconscious 0: give a condition, or with 0 end it",
    ),
    act(RefGive, check_give, give, offer_give, "ref_give vega medkit: give a unit something"),
    act(RefTake, check_take, take, offer_take, "ref_take vega medkit: take something away"),
)  # fmt: skip
