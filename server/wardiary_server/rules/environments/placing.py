"""Who places a Breach while a game is played: the referee, or an event of the scenario.

The marker is all that they place; what comes of it is in `breaches`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from wardiary_server.game import fields
from wardiary_server.game.events import MarkerPlaced
from wardiary_server.game.frame.movement import zone_name
from wardiary_server.game.frame.queries import named_zone
from wardiary_server.game.frame.referee.hand import Reason, act, anywhere_in, remark
from wardiary_server.game.frame.spots import named_place, place_in
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Candidate, Command, DeedSpec, Refused, Rule, did_you_mean
from wardiary_server.game.state import Marker, Point, Unit

from .breaches import BREACH, BREACH_DATA, SPACE

Name = Annotated[str, Meta(max_length=64)]


class RefBreach(Command, frozen=True, tag="ref_breach"):
    """The referee places a Breach: a hole into space unless `joins`, `link` or `releases` say otherwise."""

    zone: str = ""
    breach: Name = ""
    name: Name = ""
    link: str = ""
    joins: str = ""
    releases: Literal["decompression", "airless", "hazard"] = "decompression"
    affects: tuple[str, ...] = ()
    at: Point | None = None
    reason: Reason = ""


def check_breach(ctx: Context, command: RefBreach) -> None:
    """Raises `Refused`: `no_such_link`, `out_of_reach`, `marker_exists`, `not_playing`, and what `named_place` does."""
    for zone in (*command.affects, *(z for z in (command.joins,) if z not in ("", SPACE))):
        named_zone(ctx, zone)
    place = named_place(ctx, command.zone, command.at)
    if ctx.game.clock.phase == "setup":
        raise Refused("not_playing", "Play has not begun.")
    if command.link:
        check_link(ctx, command, place.zone)
    if id_of(command.breach, place.zone) in ctx.game.markers:
        raise Refused("marker_exists", f"There is a Breach {id_of(command.breach, place.zone)!r} already.")


def check_link(ctx: Context, command: RefBreach, zone: str) -> None:
    """Raises `Refused` unless the Breach's link is one of its zone's."""
    link = ctx.game.links.get(command.link)
    if link is None:
        raise Refused("no_such_link", f"There is no link {command.link!r}.{did_you_mean(command.link, ctx.game.links)}")
    if zone not in (link.a, link.b):
        raise Refused("out_of_reach", f"{link.name or link.id} is not at {zone_name(ctx, zone)}.")


def id_of(breach: str, zone: str) -> str:
    """A Breach's id: as it was given, or after its zone."""
    return breach or f"{BREACH}-{zone}"


def run_breach(ctx: Context, command: RefBreach) -> Rule[None]:
    """The marker is placed; what follows is `resolve`."""
    yield from remark(command.reason)
    data: dict[str, int | str] = {"releases": command.releases}
    if command.joins:
        data["joins"] = command.joins
    if command.affects:
        data["affects"] = " ".join(command.affects)
    place = named_place(ctx, command.zone, command.at)
    id_, name = id_of(command.breach, place.zone), command.name or "Breach"
    yield MarkerPlaced(marker=Marker(id_, BREACH, name, place.zone, command.link, data, place.at))


def deed_breach(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """A scenario event places a Breach. One that is there already lets nothing loose, unless `again` (ENV-19)."""
    zone = str(deed["zone"])
    marker = id_of(str(deed.get("id", "")), zone)
    data = {key: value for key, value in deed.items() if key in BREACH_DATA}
    known = ctx.game.markers.get(marker)
    if known is None:
        name = str(deed.get("name", "Breach"))
        at = place_in(ctx.game, zone, deed.get("at"))
        yield MarkerPlaced(marker=Marker(marker, BREACH, name, zone, str(deed.get("link", "")), data, at))
    elif deed.get("again"):
        kept = {key: value for key, value in known.data.items() if key != "resolved"}
        yield MarkerPlaced(marker=replace(known, data={**kept, **data}))


def offer_breach(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """A Breach anywhere, and what it lets in; another zone that it joins, else space."""
    if unit is not None:
        return
    zones = [(zone.id, zone.name) for zone in ctx.game.zones.values()]
    releases = [("decompression", "Decompression"), ("airless", "Airless"), ("hazard", "an Environmental Hazard")]
    more = (
        fields.one_of("releases", "Lets in", releases, "decompression"),
        fields.one_of("joins", "Leads to", [(SPACE, "space"), *zones], kind="zone"),
        fields.several("affects", "Affects", zones, kind="zone"),
        fields.text("name", "Name", 64),
        fields.REASON,
    )
    asks, targets, anywhere = anywhere_in(ctx)
    label = "Place a Breach, with all that comes of it"
    yield Candidate(label, {"do": "ref_breach"}, asks, targets, fields=(*anywhere, *more))


ACTIONS = (act(RefBreach, check_breach, run_breach, offer_breach, "ref_breach cargo: place a Breach, into space"),)

DEEDS = {
    "breach": DeedSpec(
        deed_breach,
        {"zone": "zone"},
        {
            "id": "text", "name": "text", "link": "link", "joins": "text", "releases": "text", "affects": "zones",
            "template": "number", "damage": "number", "condition": "text", "amount": "number", "effect": "text",
            "entry": "text", "seal_dice": "number", "after": "text", "restores": "number",
            "again": "number", "hazard_name": "text", "hazard_label": "text",
            "hazard_damage": "number", "hazard_condition": "text", "hazard_amount": "number", "hazard_effect": "text",
            "hazard_ongoing": "number", "at": "place",
        },
        text="a Breach opens in a zone; `again` lets one that is there decompress once more",
    ),
}  # fmt: skip
