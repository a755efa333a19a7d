"""Entries as sentences: what an audience is told of them, with the faces of the dice and what led to what."""

from __future__ import annotations

from string import Formatter
from typing import Any

from wardiary_protocol.messages import Line, Told

from .entry import AnyEntry
from .event import Event
from .events import Rolled
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
    "side": "sides",
    "seat": "seats",
}
"""Fields of events that hold an id, and where its name is found."""


def tell(entry: AnyEntry, before: State, after: State) -> Told:
    """One entry, told to everyone who may see all of it."""
    lines: list[Line] = []
    places: dict[int, int] = {-1: -1}
    for place, event in enumerate(entry.events):
        text = sentence(event, before.game, after.game)
        cause = places.get(entry.because[place], -1) if place < len(entry.because) else -1
        if not text:
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
        by=entry.by,
        lines=tuple(lines),
        parent=entry.parent,
        root=entry.root,
    )


def sentence(event: Event, before: Game, after: Game) -> str:
    """The sentence of one event, or an empty one where it is not told."""
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
