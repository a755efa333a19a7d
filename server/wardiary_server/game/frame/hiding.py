"""What is hidden, and how it comes to light (D96).

A hidden unit is revealed when it attacks, and by default also when a unit of a side that it is hidden from can see
it; its owner may reveal it, and the referee may reveal and hide whatever there is. A hidden marker or area is revealed
to the side of a unit that enters its zone. What no side is kept from any more, those who watch see as well.

With `frame.blips` those who may not know of a unit notice all the same where something moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace
from wardiary_protocol.messages import Field

from ..board import ends_of, place_of
from ..event import Event
from ..events import Blipped, DoorChanged, HiddenFrom, Remarked, Revealed, RoundBegan, UnitEntered, UnitMoved
from ..fields import REASON, several
from ..geometry.places import covers
from ..known import SPECTATOR, SPECTATORS, everyone, has_secrets, known
from ..resolver import Context
from ..rulebook import Candidate, Command, Refused, Rule, did_you_mean
from ..state import Game, Unit
from .queries import SIGHT, able, own_unit, unit_of

Word = Annotated[str, Meta(max_length=64)]
Reason = Annotated[str, Meta(max_length=300)]
Words = Annotated[tuple[Word, ...], Meta(max_length=64)]
REASON_KEPT = "It is not possible any more."


class Reveal(Command, frozen=True, tag="reveal"):
    """Lets a hidden unit of one's own be known: to these sides or `spectators`, or with none to everybody."""

    unit: Word
    to: Words = ()


class RefReveal(Command, frozen=True, tag="ref_reveal"):
    """Lets a unit, marker, area or objective be known: to these sides or `spectators`, or with none to everybody."""

    unit: Word = ""
    marker: Word = ""
    area: Word = ""
    objective: Word = ""
    to: Words = ()
    reason: Reason = ""


class RefHide(Command, frozen=True, tag="ref_hide"):
    """Hides a unit, marker, area or objective: from these sides or `spectators`, or with none from all but its own."""

    unit: Word = ""
    marker: Word = ""
    area: Word = ""
    objective: Word = ""
    of: Words = ()
    reason: Reason = ""


# ---------------------------------------------------------------------------------------------- by itself


def is_any(ctx: Context, event: Event) -> bool:
    """Whether anything is hidden at all: nearly every event asks."""
    return has_secrets(ctx.game)


def shows_itself(ctx: Context, unit: str) -> Rule[None]:
    """D96: whoever attacks is known to all from then on. Every rule of an attack begins with this."""
    if hidden := ctx.game.units[unit].hidden:
        yield Revealed(to=hidden, unit=unit)


def on_entering(ctx: Context, event: UnitEntered | UnitMoved) -> Rule[None]:
    """D96: who enters a zone or an area finds what is hidden there, and may see others or be seen."""
    for field, thing in found_by(ctx.game, event):
        yield Revealed(to=with_spectators(thing, ctx.game.units[event.unit].side), **{field: thing.id})
    yield from look_about(ctx, event)


def found_by(game: Game, event: UnitEntered | UnitMoved) -> list[tuple[str, Any]]:
    """The markers in a zone that are hidden from the side of whoever enters it, and the areas where it is then."""
    side, (_before, now) = game.units[event.unit].side, ends_of(game, event)
    entered = event.zone if isinstance(event, UnitEntered) else ""
    lying: list[tuple[str, Any]] = [("marker", m) for m in game.markers.values() if entered and m.zone == entered]
    lying += [("area", area) for area in game.areas.values() if covers(game, area, now)]
    return [(field, thing) for field, thing in lying if side and side in thing.hidden]


def look_about(ctx: Context, event: UnitEntered | UnitMoved | DoorChanged | RoundBegan) -> Rule[None]:
    """D96: each hidden unit that a side which may not know of it can see is revealed to that side."""
    for unit in [unit.id for unit in ctx.game.units.values() if unit.hidden]:
        for side in ctx.game.units[unit].hidden:
            if is_seen(ctx, ctx.game.units[unit], side):
                yield Revealed(to=with_spectators(ctx.game.units[unit], side), unit=unit)


def is_seen(ctx: Context, unit: Unit, side: str) -> bool:
    """Whether anyone of a side notices a hidden unit."""
    rule = ctx.option("frame.reveal")
    if rule == "attack" or not unit.zone or side not in unit.hidden:
        return False
    seers = [seer for seer in ctx.game.units.values() if seer.side == side and able(seer)]
    if rule == "zone":
        return any(seer.zone == unit.zone for seer in seers)
    return any(ctx.value(SIGHT, seer, place_of(unit)) for seer in seers)


def with_spectators(thing: Any, side: str) -> tuple[str, ...]:
    """A side, and those who watch where it was the last side that might not know."""
    last = set(thing.hidden) <= {side, SPECTATORS}
    return (side, SPECTATORS) if last and SPECTATORS in thing.hidden else (side,)


# ---------------------------------------------------------------------------------------------- blips


def moves_unknown(ctx: Context, event: UnitEntered | UnitMoved) -> bool:
    """Whether somebody may notice a unit that moves and not know it."""
    return bool(ctx.game.units[event.unit].hidden and ctx.option("frame.blips"))


def notice(ctx: Context, event: UnitEntered | UnitMoved) -> Rule[None]:
    """Everyone who may not know of it notices where it moves; it keeps its number while it stays unknown."""
    for word in ctx.game.units[event.unit].hidden:
        number = number_of(ctx.game, word, event.unit) or 1 + sum(b.to == word for b in ctx.game.blips.values())
        yield Blipped(to=word, number=number, unit=event.unit, zone=event.zone)


def number_of(game: Game, word: str, unit: str) -> int:
    """The number of the blip that a unit is for a side or those who watch; 0 where it is none."""
    own = (key for key, blip in game.blips.items() if blip.to == word and blip.unit == unit)
    return int(next(own, "/0").rpartition("/")[2])


def is_blip(ctx: Context, event: Revealed) -> bool:
    """Whether it was noticed before it was known."""
    return any(blip.unit == event.unit for blip in ctx.game.blips.values()) and event.unit != ""


def forget(ctx: Context, event: Revealed) -> Rule[None]:
    """What is known is no blip any more. Its number is not used again, so nobody can follow it into hiding."""
    for word in event.to:
        if number := number_of(ctx.game, word, event.unit):
            yield Blipped(to=word, number=number)


# ---------------------------------------------------------------------------------------------- by somebody's word


def check_reveal(ctx: Context, command: Reveal) -> None:
    """Raises `Refused`: `no_change`, `no_such_side`, and what `own_unit` does."""
    unit = own_unit(ctx, command.unit)
    named_words(ctx, command.to)
    if not set(command.to or unit.hidden) & set(unit.hidden):
        raise Refused("no_change", f"{unit.name} is not hidden from them.")


def reveal(ctx: Context, command: Reveal) -> Rule[None]:
    """It is known."""
    yield Revealed(to=command.to or ctx.game.units[command.unit].hidden, unit=command.unit)


def check_ref_reveal(ctx: Context, command: RefReveal) -> None:
    """Raises `Refused`: `malformed`, `no_change`, `no_such_…`, `no_such_side`."""
    _field, thing = named_thing(ctx, command)
    named_words(ctx, command.to)
    if not set(command.to or thing.hidden) & set(thing.hidden):
        raise Refused("no_change", f"{thing.name or thing.id} is not hidden from them.")


def ref_reveal(ctx: Context, command: RefReveal) -> Rule[None]:
    """It is known, and nothing comes of that."""
    ctx.quiet = True
    field, thing = named_thing(ctx, command)
    yield Revealed(to=command.to or thing.hidden, **{field: thing.id})
    yield from why(command.reason, field, thing.id)


def check_ref_hide(ctx: Context, command: RefHide) -> None:
    """Raises `Refused`: `malformed`, `no_change`, `own_side`, `no_such_…`, `no_such_side`."""
    _field, thing = named_thing(ctx, command)
    named_words(ctx, command.of)
    if both := own_sides(ctx.game, thing) & set(command.of):
        raise Refused("own_side", f"{thing.name} cannot be hidden from {', '.join(sorted(both))}, whose it is.")
    if not set(hidden_from(ctx.game, command, thing)) - set(thing.hidden):
        raise Refused("no_change", f"{thing.name or thing.id} is hidden from them already.")


def ref_hide(ctx: Context, command: RefHide) -> Rule[None]:
    """It is hidden: what they have seen they have seen, and they are told no more."""
    ctx.quiet = True
    field, thing = named_thing(ctx, command)
    yield HiddenFrom(of=hidden_from(ctx.game, command, thing), **{field: thing.id})
    yield from why(command.reason, field, thing.id)


def why(reason: str, field: str, key: str) -> Rule[None]:
    """The referee's reason, for those who know of the thing then."""
    if reason:
        yield Remarked(text=f"The referee: {reason}", **{field: key})


def hidden_from(game: Game, command: RefHide, thing: Any) -> tuple[str, ...]:
    """From whom a command hides a thing."""
    return command.of or tuple(word for word in everyone(game) if word not in own_sides(game, thing))


def own_sides(game: Game, thing: Any) -> set[str]:
    """The sides that a unit cannot be hidden from: its own, and that of the seat that decides for it."""
    if not isinstance(thing, Unit):
        return set()
    seat = game.seats.get(thing.seat)
    return {thing.side, seat.side if seat is not None else ""} - {""}


THINGS = {"marker": "markers", "area": "areas", "objective": "objectives"}


def named_thing(ctx: Context, command: RefReveal | RefHide) -> tuple[str, Any]:
    """The one thing that a command names, and its field. Raises `Refused`: `malformed`, `no_such_…`."""
    named = [field for field in ("unit", *THINGS) if getattr(command, field)]
    if len(named) != 1:
        raise Refused("malformed", "Say one of `unit`, `marker`, `area` and `objective`.")
    (field,) = named
    key = getattr(command, field)
    if field == "unit":
        return field, unit_of(ctx, key)
    things = getattr(ctx.game, THINGS[field])
    if key not in things:
        raise Refused(NO_SUCH[field], f"There is no {field} {key!r}.{did_you_mean(key, things)}")
    return field, things[key]


NO_SUCH = {"marker": "no_such_marker", "area": "no_such_area", "objective": "no_such_objective"}


def named_words(ctx: Context, words: Iterable[str]) -> None:
    """Raises `Refused`: `no_such_side`."""
    for word in words:
        if word not in everyone(ctx.game):
            hint = did_you_mean(word, everyone(ctx.game))
            raise Refused("no_such_side", f"There is no side {word!r}; those who watch are `spectators`.{hint}")


# ---------------------------------------------------------------------------------------------- what may be said


def openly(ctx: Context, unit: str, check: Callable[[Context, Any], None], command: Any, refusal: Refused) -> str:
    """Why a command is not legal any more, as all who know of its unit may read it.

    Where one of them would not find the same reason in what they know, it is kept to itself.
    """
    audiences = [*(f"side:{side}" for side in ctx.game.sides), SPECTATOR] if has_secrets(ctx.game) else []
    for audience in audiences:
        seen = known(replace(ctx.state, game=ctx.game, table=ctx.table), audience)
        if unit in seen.game.units and reason(Context(ctx.rules, seen, by=ctx.by, role=ctx.role), check, command) != (
            refusal.text
        ):
            return REASON_KEPT
    return refusal.text


def reason(ctx: Context, check: Callable[[Context, Any], None], command: Any) -> str:
    """Why a check refuses a command; nothing where it does not."""
    try:
        check(ctx, command)
    except Refused as refusal:
        return refusal.text
    return ""


# ---------------------------------------------------------------------------------------------- offers


def offer_reveal(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """To come out of hiding."""
    if unit is not None and unit.hidden:
        yield Candidate(f"Reveal {unit.name}", {"do": "reveal", "unit": unit.id}, cost="it is hidden no more")


def whom(ctx: Context, name: str, label: str) -> Field:
    """Sides, and those who watch."""
    return several(name, label, [(word, word) for word in everyone(ctx.game)])


def offer_ref_reveal(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """The unit, or without one whatever else is hidden."""
    more = (whom(ctx, "to", "Known to"), REASON)
    if unit is not None and unit.hidden:
        yield Candidate(f"Let {unit.name} be known", {"do": "ref_reveal", "unit": unit.id}, fields=more)
    for field, name in THINGS.items() if unit is None else ():
        hidden = tuple((t.id, t.name or t.id, "") for t in getattr(ctx.game, name).values() if t.hidden)
        if hidden:
            yield Candidate(f"Let a hidden {field} be known", {"do": "ref_reveal"}, field, hidden, fields=more)


def offer_ref_hide(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """The unit, from all but its own side, or without one whatever else there is."""
    more = (whom(ctx, "of", "Hidden from"), REASON)
    if unit is not None:
        yield Candidate(f"Hide {unit.name} from all but its own side", {"do": "ref_hide", "unit": unit.id}, fields=more)
    for field, name in THINGS.items() if unit is None else ():
        things = tuple((t.id, t.name or t.id, "") for t in getattr(ctx.game, name).values())
        if things:
            label = f"Hide a{'n' if field != 'marker' else ''} {field}"
            yield Candidate(label, {"do": "ref_hide"}, field, things, fields=more)
