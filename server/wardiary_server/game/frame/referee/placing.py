"""Markers and areas, by the referee's word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from ... import fields
from ...event import put
from ...events import AreaEnded, AreaPlaced, MarkerPlaced, MarkerRemoved
from ...geometry.ground import polygon
from ...known import everyone
from ...resolver import Context
from ...rulebook import Candidate, Refused, Rule
from ...state import Area, Marker, Point, Unit
from ..hiding import named_words
from ..queries import named_zone
from ..spots import by_inches, named_place
from .hand import (
    ByHand,
    NewId,
    Word,
    Words,
    act,
    anywhere_in,
    declared,
    listed,
    named_one,
    named_word,
    new_id,
    playable,
    remark,
    said,
)

Data = Annotated[Mapping[str, int | Annotated[str, Meta(max_length=300)]], Meta(max_length=32)]
Shape = Annotated[tuple[Point, ...], Meta(max_length=64)]

NOTHING: Mapping[str, int | str] = {}


class RefMarker(ByHand, frozen=True, tag="ref_marker"):
    """Puts a marker into a zone, on a board in inches at a place. What its `kind` means, the rulebooks say."""

    zone: Word = ""
    at: Point | None = None
    kind: Annotated[str, Meta(min_length=1, max_length=64)] = "token"
    id: NewId = ""
    name: Word = ""
    hidden: Words = ()


class RefUnmark(ByHand, frozen=True, tag="ref_unmark"):
    """Takes a marker away."""

    marker: Word


class RefArea(ByHand, frozen=True, tag="ref_area"):
    """Declares an area: zones, or in inches an outline or a circle (thousandths). One of the same id is replaced."""

    kind: Word
    zones: Words = ()
    shape: Shape = ()
    centre: Point | None = None
    radius: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    id: NewId = ""
    name: Word = ""
    label: Word = ""
    data: Data = NOTHING
    hidden: Words = ()


class RefEndArea(ByHand, frozen=True, tag="ref_end_area"):
    """Ends an area."""

    area: Word


# ---------------------------------------------------------------------------------------------- markers


def check_marker(ctx: Context, command: RefMarker) -> None:
    """Raises `Refused`: `marker_exists`, `no_such_side`, and what `named_place` does."""
    named_place(ctx, command.zone, command.at)
    named_words(ctx, command.hidden)
    if command.id in ctx.game.markers:
        raise Refused("marker_exists", f"There is a marker {command.id!r} already.")


def put_marker(ctx: Context, command: RefMarker) -> Rule[None]:
    """It lies there."""
    ctx.quiet = not command.with_rules
    place = named_place(ctx, command.zone, command.at)
    id_ = command.id or new_id(ctx.game.markers, f"marker-{place.zone}")
    marker = Marker(id_, command.kind, command.name, place.zone, at=place.at, hidden=command.hidden)
    yield MarkerPlaced(marker=marker)
    yield from remark(command.reason, marker=id_)


def check_unmark(ctx: Context, command: RefUnmark) -> None:
    """Raises `Refused`: `no_such_marker`."""
    named_one(ctx.game.markers, command.marker, "no_such_marker", "marker")


def unmark(ctx: Context, command: RefUnmark) -> Rule[None]:
    """It is gone."""
    yield from said(ctx, command, marker=command.marker)
    marker = ctx.game.markers[command.marker]
    yield MarkerRemoved(marker=marker.id, name=marker.name or marker.kind)


# ---------------------------------------------------------------------------------------------- areas


def check_area(ctx: Context, command: RefArea) -> None:
    """Raises `Refused`: `no_such_area_kind`, `no_such_area_data`, `no_such_side`, `by_zones`, `no_place`,
    `bad_outline`, `not_playable`, and what `named_zone` does.
    """
    named_word(ctx, "areas", command.kind, "no_such_area_kind", "an area of kind", declared(ctx, "aliases"))
    for word in command.data:
        named_word(ctx, "area_data", word, "no_such_area_data", "an area's")
    for zone in command.zones:
        named_zone(ctx, zone)
    named_words(ctx, command.hidden)
    measured = bool(command.shape) or command.centre is not None
    if measured and not by_inches(ctx.game):
        raise Refused("by_zones", "This game is played by zones: name zones, and no outline.")
    if sum((bool(command.zones), bool(command.shape), command.centre is not None)) != 1:
        raise Refused("no_place", "Say one of `zones`, `shape`, and `centre` with `radius`.")
    if (command.shape and not is_outline(command.shape)) or (command.centre is not None and not command.radius):
        raise Refused(
            "bad_outline", "An outline has three points and more and crosses itself nowhere; a circle has a radius."
        )
    area = area_meant(ctx, command)
    playable(ctx, replace(ctx.game, areas=put(ctx.game.areas, area.id, area)), area.id)


def is_outline(shape: Shape) -> bool:
    """Whether points go round something."""
    return len(set(shape)) >= 3 and polygon(shape).is_valid


def area_meant(ctx: Context, command: RefArea) -> Area:
    """The area as it will be."""
    kind = declared(ctx, "aliases").get(command.kind, command.kind)
    id_ = command.id or new_id(ctx.game.areas, "-".join((kind, *command.zones))[:60])
    name = command.name or kind.replace("_", " ").capitalize()
    return Area(
        id_, kind, name, command.zones, command.label, data=dict(command.data), shape=command.shape,
        centre=command.centre, radius=command.radius, hidden=command.hidden,
    )  # fmt: skip


def put_area(ctx: Context, command: RefArea) -> Rule[None]:
    """It holds."""
    ctx.quiet = not command.with_rules
    area = area_meant(ctx, command)
    yield AreaPlaced(area=area)
    yield from remark(command.reason, area=area.id)


def check_end_area(ctx: Context, command: RefEndArea) -> None:
    """Raises `Refused`: `no_such_area`."""
    named_one(ctx.game.areas, command.area, "no_such_area", "area")


def end_area(ctx: Context, command: RefEndArea) -> Rule[None]:
    """It holds no more."""
    yield from said(ctx, command, area=command.area)
    area = ctx.game.areas[command.area]
    yield AreaEnded(area=area.id, name=area.name or area.kind)


# ---------------------------------------------------------------------------------------------- offers


def hidden(ctx: Context) -> Any:
    """From whom it is hidden."""
    return fields.several("hidden", "Hidden from", [(word, word) for word in everyone(ctx.game)])


def offer_marker(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """A marker in any zone, or at any point."""
    if unit is not None:
        return
    more = (fields.text("name", "Name", 64), fields.text("kind", "Kind", 64), hidden(ctx), *fields.HAND)
    asks, targets, anywhere = anywhere_in(ctx)
    yield Candidate("Put a marker", {"do": "ref_marker"}, asks, targets, fields=(*anywhere, *more))


def offer_unmark(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """Every marker."""
    if unit is None and ctx.game.markers:
        there = tuple((m.id, m.name or m.id, m.kind) for m in ctx.game.markers.values())
        yield Candidate("Take a marker away", {"do": "ref_unmark"}, "marker", there, fields=fields.HAND)


def offer_area(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """Every kind of area that the rulebooks know, over zones; in inches also by an outline."""
    kinds = listed(declared(ctx, "areas"))
    if unit is not None or not kinds:
        return
    kind = fields.one_of("kind", "Kind", kinds, kinds[0][0], needed=True)
    more = (fields.text("name", "Name", 64), fields.text("label", "Label", 64), hidden(ctx), *fields.HAND)
    zones = fields.several("zones", "Zones", [(z.id, z.name) for z in ctx.game.zones.values()], 1, kind="zone")
    yield Candidate("Declare an area over zones", {"do": "ref_area"}, fields=(kind, zones, *more))
    if by_inches(ctx.game):
        centre = fields.point("centre", "Middle", needed=True)
        radius = fields.number("radius", "Radius in thousandths of an inch", 1, 1_000_000, 3_000)
        yield Candidate("Declare a circle", {"do": "ref_area"}, fields=(kind, centre, radius, *more))
        shape = fields.outline("shape", "Outline")
        yield Candidate("Declare an area by its outline", {"do": "ref_area"}, fields=(kind, shape, *more))


def offer_end_area(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """Every area."""
    if unit is None and ctx.game.areas:
        there = tuple((a.id, a.name or a.id, a.kind) for a in ctx.game.areas.values())
        yield Candidate("End an area", {"do": "ref_end_area"}, "area", there, fields=fields.HAND)


ACTIONS = (
    act(RefMarker, check_marker, put_marker, offer_marker, "ref_marker cargo: put a marker somewhere"),
    act(RefUnmark, check_unmark, unmark, offer_unmark, "ref_unmark crate: take a marker away"),
    act(RefArea, check_area, put_area, offer_area, "ref_area hazard cargo: declare an area"),
    act(RefEndArea, check_end_area, end_area, offer_end_area, "ref_end_area leak: an area holds no more"),
)
