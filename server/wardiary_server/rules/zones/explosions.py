"""Explosions: everybody in the zone is hit, and with a strong one everybody around it, friends and the thrower too.

A weapon with `blast` is thrown into a zone, or at a unit; that takes no roll. What goes off by itself is a scenario's
deed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from msgspec import Meta

from wardiary_server.game import fields
from wardiary_server.game.board import Place, place_of
from wardiary_server.game.events import Remarked
from wardiary_server.game.frame.economy import coin, pay
from wardiary_server.game.frame.hiding import shows_itself
from wardiary_server.game.frame.movement import cost_of, zone_name
from wardiary_server.game.frame.queries import named_zone, unit_of
from wardiary_server.game.frame.referee.hand import Reason, act, anywhere_in, remark
from wardiary_server.game.frame.spots import by_inches, named_place, place_in
from wardiary_server.game.frame.turns import begun, ready_to
from wardiary_server.game.resolver import Context, ask
from wardiary_server.game.rulebook import Action, Candidate, Command, DeedSpec, Flaw, Refused, Rule
from wardiary_server.game.state import Game, Item, Point, Unit

from . import ammunition
from .armour import hit
from .criticals import is_less_lethal
from .space import apart, distances, sees, within
from .weapons import BLAST, reach, weapon_of, weapons

Name = Annotated[str, Meta(max_length=64)]


class Throw(Command, frozen=True, tag="throw"):
    """Throws, or fires, a weapon that explodes: into a zone, or at a unit.

    On a board in inches that is the zone's middle, the unit's, or any point `at`: thousandths of an inch.
    """

    unit: Name
    weapon: Name
    zone: Name = ""
    target: Name = ""
    at: Point | None = None


# ---------------------------------------------------------------------------------------------- an explosion


def explode(ctx: Context, place: Place, blast: int, source: str, *, less_lethal: bool = False) -> Rule[None]:
    """BLA-5: whoever stood within it when it went off is hit, the nearest first, ties by id (D26)."""
    yield Remarked(text=f"{source} explodes in {zone_name(ctx, place.zone)}: BLAST {blast}.")
    for unit, strength in caught(ctx, place, blast):
        yield from hit(
            ctx, unit, ap=strength - 1, damage=strength, against=BLAST, source=f"{source}, BLAST {strength}",
            less_lethal=less_lethal,
        )  # fmt: skip


def caught(ctx: Context, place: Place, blast: int) -> list[tuple[str, int]]:
    """Everybody whom it hits, and with what damage; AP is one less.

    In its own zone that is its BLAST (BLA-1, BLA-4), and one less for each zone away (BLA-2, BLA-3).
    """
    ready = [unit for unit in ctx.game.units.values() if unit.status == "ready" and unit.zone]
    far = sorted((away, unit.id) for unit in ready if (away := zones_away(ctx, place, unit)) is not None)
    return [(unit, blast - away) for away, unit in far if away < blast]


def zones_away(ctx: Context, place: Place, unit: Unit) -> int | None:
    """How far a unit is from an explosion, by the way that it has to take (D25); None where there is none."""
    steps = distances(ctx, place.zone).get(unit.zone)
    if steps is None or place.at is None:
        return steps
    return max(steps, apart(ctx, place, place_of(unit)) or 0)


# ---------------------------------------------------------------------------------------------- throwing it


def check_throw(ctx: Context, command: Throw) -> None:
    """Refuses a throw that cannot be made now, with a code for each reason."""
    thrower = ready_to(ctx, command.unit)
    aim(ctx, thrower, command)
    coin(ctx, thrower, "attack")


def aim(ctx: Context, thrower: Unit, command: Throw) -> Place:
    """Where it lands, if it can be thrown there.

    Raises `Refused`: `no_blast`, `unseen`, `out_of_reach`, and what `weapon_of` and `place_meant` do.
    """
    weapon = weapon_of(ctx, thrower, command.weapon)
    if BLAST not in weapon.stats:
        raise Refused("no_blast", f"{weapon.name} does not explode: attack somebody with it.")
    place = place_meant(ctx, command)
    there = zone_name(ctx, place.zone)
    if not sees(ctx, thrower, place):
        raise Refused("unseen", f"{thrower.name} cannot see into {there}.")
    if not within(ctx, place_of(thrower), place, reach(ctx, weapon)):
        raise Refused("out_of_reach", f"{there} is too far for {weapon.name}.")
    return place


def place_meant(ctx: Context, command: Throw) -> Place:
    """The zone, the unit or the point that is named.

    Raises `Refused`: `no_aim`, `no_such_zone`, `no_such_unit`, `unit_gone`, and for a point what `named_place` does.
    """
    if bool(command.zone or command.at) == bool(command.target):
        raise Refused("no_aim", "Name the zone to throw into, or a unit to throw at.")
    if command.target:
        target = unit_of(ctx, command.target)
        if not target.zone:
            raise Refused("unit_gone", f"{target.name} is not on the board.")
        return Place(target.zone, target.at)
    if command.at is not None:
        return named_place(ctx, command.zone, command.at)
    return middle(ctx, named_zone(ctx, command.zone))


def middle(ctx: Context, zone: str) -> Place:
    """A zone; on a board in inches its middle."""
    return Place(zone, place_in(ctx.game, zone, ""))


def throw(ctx: Context, command: Throw) -> Rule[None]:
    """The turn begins, if it has not; then the throw is paid for and made, if it still can be."""
    if not (yield from begun(ctx, command.unit)):
        yield Remarked(text="The throw does not happen.", unit=command.unit)
        return
    try:
        place = aim(ctx, ctx.game.units[command.unit], command)
        coin(ctx, ctx.game.units[command.unit], "attack")
    except Refused as why:  # what came with the turn's beginning has changed that; the turn itself stands
        yield Remarked(text=f"The throw does not happen: {why}", unit=command.unit, target=command.target)
        return
    yield from pay(ctx, command.unit, "attack")
    yield from shows_itself(ctx, command.unit)
    thrower, weapon = ctx.game.units[command.unit], ctx.game.items[command.weapon]
    yield Remarked(text=f"{thrower.name} throws {weapon.name}.", unit=thrower.id, target=command.target)
    faces = yield from ask(*ammunition.dice_of(thrower, weapon, "throw", command.target or place.zone))
    yield from explode(ctx, place, weapon.stats[BLAST], weapon.name, less_lethal=is_less_lethal(weapon))
    yield from ammunition.spend(ctx, command.unit, command.weapon, faces[0] if faces else ())


# ---------------------------------------------------------------------------------------------- what is offered


def offer_throw(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """Each weapon that explodes, with the zones that it might be thrown into; on a board also whom at, or any place."""
    if unit is None or not unit.zone:
        return
    for weapon in weapons(ctx, unit):
        if BLAST in weapon.stats:
            label, cost = f"{unit.name} throws {weapon.name}", cost_of(ctx, unit, "attack")
            body = {"do": "throw", "unit": unit.id, "weapon": weapon.id}
            zones = tuple(
                (zone.id, zone.name, note(ctx, middle(ctx, zone.id), weapon)) for zone in ctx.game.zones.values()
            )
            yield Candidate(label, body, "zone", zones, cost=cost)
            if by_inches(ctx.game):
                others = sorted((u for u in ctx.game.units.values() if u.zone and u.at), key=lambda other: other.id)
                units = tuple((u.id, u.name, note(ctx, Place(u.zone, u.at), weapon)) for u in others)
                yield Candidate(f"{label} at somebody", body, "target", units, cost=cost)
                place = fields.point("at", "Where", needed=True)
                yield Candidate(f"{label} at a place", body, "at", cost=cost, fields=(place,), example=unit.at)


def note(ctx: Context, place: Place, weapon: Item) -> str:
    """What there is to know before one throws: how strong it is, and whom it would hit."""
    blast = weapon.stats[BLAST]
    hurt = ", ".join(f"{ctx.game.units[unit].name} {damage}" for unit, damage in caught(ctx, place, blast))
    return f"BLAST {blast}, damage: {hurt or 'nobody'}"


ACTION = Action(
    Throw,
    ("player", "referee"),
    throw,
    check_throw,
    offer_throw,
    help="throw vega frag cargo: throw a weapon that explodes into a zone; everybody there is hit, and around it",
)


# ---------------------------------------------------------------------------------------------- a scenario's own


def explosion(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """Something goes off, as the scenario has it."""
    zone = str(deed["zone"])
    place = Place(zone, place_in(ctx.game, zone, deed.get("at")))
    yield from explode(ctx, place, int(deed["number"]), str(deed.get("text", "Something")))


class RefExplode(Command, frozen=True, tag="ref_explode"):
    """Something goes off in a zone, in inches at a place, with so much BLAST, and hits whoever is there."""

    zone: Name = ""
    at: Point | None = None
    blast: Annotated[int, Meta(ge=1, le=100)] = 1
    what: Name = "Something"
    reason: Reason = ""


def check_explode(ctx: Context, command: RefExplode) -> None:
    """Raises `Refused`: `not_playing`, and what `named_place` does."""
    named_place(ctx, command.zone, command.at)
    if ctx.game.clock.phase == "setup":
        raise Refused("not_playing", "Play has not begun.")


def run_explode(ctx: Context, command: RefExplode) -> Rule[None]:
    """It goes off, with all that comes of it."""
    yield from remark(command.reason)
    yield from explode(ctx, named_place(ctx, command.zone, command.at), command.blast, command.what)


def offer_explode(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """Anywhere."""
    if unit is None:
        blast, what = fields.number("blast", "BLAST", 1, 100, 3), fields.text("what", "What goes off", 64)
        asks, targets, anywhere = anywhere_in(ctx)
        body = {"do": "ref_explode"}
        yield Candidate("Let something explode", body, asks, targets, fields=(*anywhere, blast, what, fields.REASON))


REF_ACTION = act(
    RefExplode, check_explode, run_explode, offer_explode, "ref_explode cargo blast=3: something goes off there"
)

DEED = DeedSpec(
    explosion,
    {"zone": "zone", "number": "number"},
    {"text": "text", "at": "place"},
    "something explodes in a zone with this BLAST, on a board in inches at a place in it; the text is what it was",
)


def bad_explosions(game: Game) -> Iterator[Flaw]:
    """Deeds whose BLAST is nothing, or out of bounds."""
    for happening in game.happenings.values():
        for number in (int(deed.get("number", 0)) for deed in happening.does if deed.get("do") == "explosion"):
            if not 1 <= number <= 100:
                yield Flaw("events", happening.id, f"A BLAST is 1 to 100, and {number} is not.")
