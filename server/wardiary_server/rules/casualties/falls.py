"""Falls and crashes: how far something came without a change of direction, in dice of its own Defense (FAL-2).

The people at the table know what fell, how far and on whom; they say so, and the rule does the rest. Inches are typed
as they are measured: `16`, `10.1`, or `12+6` for 12 inches, a turn, and 6 more, of which only the last stretch counts
(FAL-3). What falls and what it falls upon are both struck by the total (D89). A small drop is not rolled for (D48).

A fall that nobody survives is for people to call (FAL-1): with `fatal` whoever fell on foot is dead, and so are those
`aboard` a vehicle; the vehicle itself is struck as in any crash.

A scenario's own event lets something fall, too: upon whoever of those it names is in contact with it by then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import Meta

from wardiary_server.game import fields
from wardiary_server.game.events import Remarked, StatusChanged
from wardiary_server.game.frame.contact import in_contact
from wardiary_server.game.frame.hiding import shows_itself
from wardiary_server.game.frame.measuring import inches as in_words
from wardiary_server.game.frame.queries import own_unit, unit_of
from wardiary_server.game.geometry.points import INCH
from wardiary_server.game.resolver import Context, roll
from wardiary_server.game.rulebook import HAND, Action, Candidate, Command, DeedSpec, Flaw, Refused, Rule
from wardiary_server.game.state import Game, Unit

from .defense import DEFENSE, strike
from .medicine import MACHINES
from .persistent import listed

PATTERN = r"^\d{1,4}(\.\d{1,3})?(\+\d{1,4}(\.\d{1,3})?)*$"
Inches = Annotated[str, Meta(pattern=PATTERN, max_length=100)]


HEIGHTS = ("6", "12", "24")
"""Suggested, in inches."""


class Fall(Command, frozen=True, tag="fall"):
    """Something fell so many inches, perhaps onto a target: for the referee, and without one for whose unit it is."""

    unit: str
    inches: Inches | Annotated[int, Meta(ge=0, le=9_999)]
    target: str = ""
    fatal: bool = False
    aboard: tuple[str, ...] = ()


# ---------------------------------------------------------------------------------------------- how far


def last_stretch(inches: str | int) -> int:
    """FAL-3: what was travelled since the last change of direction, in thousandths of an inch."""
    whole, _, part = str(inches).split("+")[-1].partition(".")
    return int(whole) * INCH + int(part.ljust(3, "0"))


def dice_for(distance: int) -> int:
    """FAL-2: one die for every ten inches, rounded up, and at least one (D47)."""
    return max(1, -(-distance // (10 * INCH)))


# ---------------------------------------------------------------------------------------------- the command


def check_fall(ctx: Context, command: Fall) -> None:
    """Raises `Refused`: `not_playing`, `for_the_referee`, `no_such_unit`, `not_yours`, `unit_gone`, `no_target`,
    `no_defense`.
    """
    if ctx.game.clock.phase != "play":
        raise Refused("not_playing", "There is no round going on.")
    unit = own_unit(ctx, command.unit)
    if ctx.role == "player" and is_referee_seated(ctx):
        raise Refused("for_the_referee", "There is a referee at the table, who says what falls.")
    others = [unit_of(ctx, other) for other in (command.target, *command.aboard) if other]
    if unit in others:
        raise Refused("no_target", f"{unit.name} cannot fall onto itself, nor be aboard itself.")
    for here in (unit, *others):
        if not here.zone or here.status not in ("ready", "down"):
            raise Refused("unit_gone", f"{here.name} is not on the board.")
    struck = [unit, *others[:1]] if command.target else [unit]
    for here in struck:
        if not falls(ctx, here):
            raise Refused("no_defense", f"{here.name} states no Defense, so a fall has nothing to be held against.")


def is_referee_seated(ctx: Context) -> bool:
    """Whether somebody is there to rule on it."""
    return any(seat.role == "referee" and seat.id in ctx.table.held for seat in ctx.game.seats.values())


def fall(ctx: Context, command: Fall) -> Rule[None]:
    """FAL-1 to FAL-7: whoever fell, and whatever it fell upon."""
    fell, distance = ctx.game.units[command.unit], last_stretch(command.inches)
    if command.fatal:
        yield from kill(ctx, fell, command.aboard)
    yield from come_down(ctx, fell, distance, (command.target,) if command.target else ())


def come_down(ctx: Context, fell: Unit, distance: int, onto: tuple[str, ...]) -> Rule[None]:
    """FAL-2, FAL-7: one roll, held against the Defense of what fell and of those it fell upon."""
    struck = tuple(unit for unit in (fell.id, *onto) if ctx.game.units[unit].status == "ready")
    if distance <= ctx.number("casualties.trivial_fall") * INCH:
        yield Remarked(text=f"{fell.name} drops {in_words(distance)}, which is no matter for dice.", unit=fell.id)
    elif struck:
        crash = fell.kind in MACHINES
        does = "crashes after" if crash else "comes down"
        yield Remarked(text=f"{fell.name} {does} {in_words(distance)}.", unit=fell.id)
        damage = yield from impact(ctx, fell, distance)
        if len(struck) > 1:
            yield from shows_itself(ctx, fell.id)
        yield from strike(ctx, struck, damage, "fall", f"the {'crash' if crash else 'fall'} of {fell.name}")


def impact(ctx: Context, fell: Unit, distance: int) -> Rule[int]:
    """FAL-2, FAL-4: dice of the kind of its Defense; where that is a number, of the kind that the scenario names."""
    sides = ctx.value(DEFENSE, fell).die or ctx.number("casualties.fall_die")
    reason = f"{'a crash after' if fell.kind in MACHINES else 'a fall of'} {in_words(distance)}"
    faces = yield from roll(rule="fall", reason=reason, unit=fell.id, dice=dice_for(distance), sides=sides)
    return sum(faces)


def kill(ctx: Context, fell: Unit, aboard: tuple[str, ...]) -> Rule[None]:
    """FAL-1: units on foot, and who is aboard a vehicle."""
    for unit in ((fell.id,) if fell.kind not in MACHINES else ()) + aboard:
        if ctx.game.units[unit].status in ("ready", "down"):
            yield StatusChanged(unit=unit, status="dead", why="Nobody survives such a fall.")


# ---------------------------------------------------------------------------------------------- from the scenario


def deed_fall(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """Something falls or crashes that is on the board, upon whoever of these is where it comes down (D94)."""
    fell = ctx.game.units[str(deed["unit"])]
    if not fell.zone or fell.status not in ("ready", "down"):
        return
    others = [ctx.game.units[unit] for unit in listed(deed.get("onto", "")) if unit != fell.id]
    onto = tuple(other.id for other in others if in_contact(ctx, fell, other))
    yield from come_down(ctx, fell, last_stretch(deed["inches"]), onto)


def flaws(game: Game) -> Iterator[Flaw]:
    """Falls in a scenario's events that nothing could be rolled for, or held against."""
    for event in game.happenings.values():
        for deed in (deed for deed in event.does if deed.get("do") == "fall"):
            if not re.match(PATTERN, str(deed.get("inches"))):
                text = f"{deed.get('inches')!r} is no length of a fall."
                yield Flaw("events", event.id, text, 'Such as inches = "16", or "12+6" with a turn between.')
            struck = (*listed(deed.get("unit", "")), *listed(deed.get("onto", "")))
            for unit in (game.units[name] for name in struck if name in game.units):
                if not {"defense", "defense_die"} & unit.stats.keys():
                    text = f"{unit.name} states no Defense, so a fall has nothing to be held against."
                    yield Flaw("units", unit.id, text, "Give it defense = 4, or defense_die = 8.")


DEEDS = {
    "fall": DeedSpec(
        deed_fall,
        {"unit": "unit", "inches": "text"},
        {"onto": "units"},
        text="something falls or crashes after so many inches, upon whoever of `onto` is there",
    ),
}

# ---------------------------------------------------------------------------------------------- what is offered


def offer_fall(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """For whoever has a say in it: what happened to a unit that can fall, and to whom besides."""
    if unit is None or not unit.zone or not falls(ctx, unit):
        return
    if ctx.role != "referee" and (unit.seat != ctx.by or is_referee_seated(ctx)):
        return
    others = [other for other in ctx.game.units.values() if other is not unit and other.status in ("ready", "down")]
    there = [other for other in others if other.zone]
    under = [(other.id, other.name) for other in there if falls(ctx, other)]
    more = (
        fields.text("inches", "Inches, as measured (12+6: with a turn between)", 100, needed=True, suggested=HEIGHTS),
        *((fields.one_of("target", "Onto", under, kind="unit"),) if under else ()),
        fields.several("aboard", "Aboard", [(other.id, other.name) for other in there], kind="unit"),
        fields.flag("fatal", "Nobody survives it"),
    )
    yield Candidate(f"{unit.name} falls or crashes", {"do": "fall", "unit": unit.id}, fields=more)


def falls(ctx: Context, unit: Unit) -> bool:
    """Whether a unit has a Defense that a fall can be held against."""
    defense = ctx.value(DEFENSE, unit)
    return bool(defense.number or defense.die)


ACTIONS = (
    Action(
        Fall,
        ("player", "referee"),
        fall,
        check_fall,
        offer_fall,
        help="fall truck 16: it fell or crashed so many inches (12+6: with a turn between), perhaps onto a target",
        rank=HAND,
    ),
)
