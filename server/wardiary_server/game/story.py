"""Entries as sentences: what an audience is told of them, with the faces of the dice and what led to what.

An event is told with what its audience may know before and after it. One that names what they may not know is not told
to them; nor is who did it, where the command itself names that or nothing of the entry is theirs to know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import Formatter
from typing import Any, NamedTuple

from msgspec.structs import replace
from wardiary_protocol.messages import Line, Told

from . import known as known_
from .entry import AnyEntry
from .event import Event
from .events import Rolled
from .known import REFEREE, audience_of, known, known_game
from .state import Game, State

NAMED = {
    "unit": "units",
    "target": "units",
    "by": "units",
    "zone": "zones",
    "came": "zones",
    "link": "links",
    "item": "items",
    "objective": "objectives",
    "marker": "markers",
    "area": "areas",
    "side": "sides",
    "seat": "seats",
}
"""Fields of events that hold an id, and where its name is found."""

HIDEABLE: Mapping[str, str] = {
    "unit": "units",
    "added": "units",
    "target": "units",
    "by": "units",
    "item": "items",
    "weapon": "items",
    "marker": "markers",
    "area": "areas",
    "objective": "objectives",
    "happening": "happenings",
}
"""Fields of events that hold an id, or the thing itself, of what may be hidden."""


class Untold(Exception):
    """An event whose sentence cannot be made: its rulebook has a fault. The text says of which event, and why."""


def tell(entry: AnyEntry, before: State, after: State, audience: str = REFEREE) -> Told:
    """One entry, told to an audience."""
    if audience == REFEREE or same_for_all(entry, before, after):
        return told(entry, entry.events, before.game, after.game, entry.by)
    events = [*heard(entry, before.game, audience)]
    was, now = known(before, audience), known(after, audience)
    shown = told(entry, events, was.game, now.game, entry.by)
    whole = len(told(entry, entry.events, before.game, after.game, entry.by).lines)
    is_secret = bool(whole and not shown.lines) or not names_known(entry, before, was)
    return replace(shown, by="") if is_secret and entry.by and not own(before, entry.by, audience) else shown


def same_for_all(entry: AnyEntry, before: State, after: State) -> bool:
    """Whether every audience is told the same of an entry."""
    if not known_.same_for_all(before) or not known_.same_for_all(after):
        return False
    return not any(event.is_addressed for event in entry.events)


def told(entry: AnyEntry, events: Sequence[Event | None], before: Game, after: Game, by: str) -> Told:
    """An entry with these of its events, each in its place."""
    lines: list[Line] = []
    places: dict[int, int] = {-1: -1}
    for place, event in enumerate(events):
        text = sentence(event, before, after) if event is not None else ""
        cause = places.get(entry.because[place], -1) if place < len(entry.because) else -1
        if event is None or not text:
            places[place] = cause  # what is not told hands on what led to it
            continue
        places[place] = len(lines)
        lines.append(
            Line(
                tag=str(event.__struct_config__.tag),
                text=text,
                because=cause,
                faces=event.faces if isinstance(event, Rolled) else (),
                unit=getattr(event, "unit", ""),
            )
        )
    return Told(
        seq=entry.seq,
        kind=entry.kind,
        at=entry.at,
        by=by,
        lines=tuple(lines),
        parent=entry.parent,
        root=entry.root,
        replays=entry.replays,
    )


# ---------------------------------------------------------------------------------------------- to some only


def heard(entry: AnyEntry, game: Game, audience: str) -> Iterator[Event | None]:
    """The events of an entry as an audience may be told of them, one after another; None for one that it may not."""
    folds = entry.kind not in ("table", "rewind")
    was = known_game(game, audience)
    for event in entry.events:
        after = event.fold(game) if folds else game
        now = known_game(after, audience)
        yield as_known(event, Moment(game, was), Moment(after, now), audience)
        game, was = after, now


class Moment(NamedTuple):
    """A game as it is, and as an audience may know it."""

    real: Game
    known: Game

    def has(self, name: str, key: str) -> bool:
        """Whether there is such a thing, as far as the audience may know."""
        return key in getattr(self.known, name)

    def hides(self, name: str, key: str) -> bool:
        """Whether there is such a thing, and the audience may not know."""
        return key in getattr(self.real, name) and not self.has(name, key)


def as_known(event: Event, before: Moment, after: Moment, audience: str) -> Event | None:
    """An event as an audience may be told of it: not at all where it names what is hidden, or without that."""
    left_out = {}
    for field in event.__struct_fields__:
        name, value = HIDEABLE.get(field), getattr(event, field)
        key = value if isinstance(value, str) else getattr(value, "id", "")
        if name is None or not key or before.has(name, key) or after.has(name, key):
            continue
        if before.hides(name, key) or after.hides(name, key):
            if field not in event.optional:
                return None
            left_out[field] = ""
    shown = replace(event, **left_out) if left_out else event
    return shown.as_known(after.known, after.real, audience)


def names_known(entry: AnyEntry, before: State, was: State) -> bool:
    """Whether a command names no unit that is hidden."""
    named = (str(entry.command.get(field, "")) for field in ("unit", "target"))
    return not any(unit in before.game.units and unit not in was.game.units for unit in named)


def own(state: State, seat: str, audience: str) -> bool:
    """Whether a seat belongs to an audience."""
    known_seat = state.game.seats.get(seat)
    return known_seat is not None and audience_of(state.game, seat, known_seat.role) == audience


# ---------------------------------------------------------------------------------------------- one sentence


def sentence(event: Event, before: Game, after: Game) -> str:
    """The sentence of one event, or an empty one where it is not told. Raises `Untold`."""
    try:
        return worded_whole(event, before, after)
    except Exception as error:  # a stranger's event may fail in any way
        name = type(event).__name__
        raise Untold(f"the event {name} cannot be told ({type(error).__name__}: {error})") from error


def worded_whole(event: Event, before: Game, after: Game) -> str:
    """The template of an event, filled in."""
    template = event.sentence()
    if not template:
        return ""
    values: dict[str, Any] = {}
    extra = event.args(after)
    for _literal, field, _spec, _conversion in _parse(template):
        if field is not None:
            values[field] = extra[field] if field in extra else worded(event, field, before, after)
    return tidy(template.format_map(values))


def worded(event: Event, field: str, before: Game, after: Game) -> object:
    """A field of an event as it is read: the name, where it holds an id. `{Link}` is `{link}` with a capital."""
    if field not in event.__struct_fields__ and field[:1].isupper():
        text = str(worded(event, field.lower(), before, after))
        return text[:1].upper() + text[1:]
    value = getattr(event, field)
    if field == "seat" and not value:
        return "The operator"
    place = NAMED.get(field)
    if place is None or not isinstance(value, str):
        return value
    entity = getattr(after, place).get(value) or getattr(before, place).get(value)
    return (entity.name or value) if entity is not None else value


def tidy(text: str) -> str:
    """Without the blanks that an empty field leaves behind."""
    return text.strip()


_parsed: dict[str, list[tuple[str, str | None, str | None, str | None]]] = {}


def _parse(template: str) -> list[tuple[str, str | None, str | None, str | None]]:
    parsed = _parsed.get(template)
    if parsed is None:
        parsed = _parsed[template] = list(Formatter().parse(template))
    return parsed
