"""A Breach: a hole in what should hold air or danger back, with a marker where it is (ENV-21).

A Breach lets one thing loose, once (ENV-19, D81): a Decompression where it joins what it affects to an Airless area
(ENV-22), or a Hazard instead (ENV-23, ENV-24, D34), or Airless alone. Outer space counts as Airless. Between two places
without air there is nothing to lose (D33). Where it lies, and what its data may say beyond that, is in `BREACH_DATA`.

A door that is opened between air and an Airless area is a Breach at that door (D78); closing it ends that Breach and
restores nothing. Who places a Breach is in `placing`, how one is sealed in `sealing`.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from wardiary_server.game.board import place_of
from wardiary_server.game.event import Event, put
from wardiary_server.game.events import AreaPlaced, DoorChanged, MarkerPlaced, MarkerRemoved, Remarked
from wardiary_server.game.frame.happenings import comes
from wardiary_server.game.frame.measuring import caused_by, who_part
from wardiary_server.game.frame.movement import zone_name
from wardiary_server.game.frame.spots import by_inches
from wardiary_server.game.geometry.ground import middle_of_link
from wardiary_server.game.resolver import Context, ask
from wardiary_server.game.rulebook import Rule, Trigger
from wardiary_server.game.state import Area, Game, Link, Marker

from .areas import AIRLESS, HAZARD, NAMES, covering, environment, grown, is_airless, zones_of
from .decompression import Burst, decompress, lose_air, radius, reach, template
from .overrides import effect_in

BREACH = "breach"
SPACE = "space"
DECOMPRESSION = "decompression"
PRIORITY = 10

BREACH_DATA: Mapping[str, str] = {
    "joins": "what lies beyond: a zone, or `space`, which is Airless; at a link it is the zone on the other side",
    "releases": "`decompression`, `airless` or `hazard`; unless stated, a Decompression where it joins what is Airless",
    "affects": "the zones that it affects; unless stated, what a template over it touches: likely its own zone",
    "after": "`nothing`: what has decompressed does not become Airless",
    "again": "1: it decompresses even where there is no air left",
    "restores": "1: sealing it restores what it did at once; 0: it does not",
    "template": "the radius of its Blast Template in inches, in place of the option's",
    "damage": "what a Blank of its Decompression brings in place of the pull: as `damage` of an area",
    "condition": "likewise, as `condition` of an area",
    "amount": "likewise, as `amount` of an area",
    "effect": "likewise, as `effect` of an area",
    "entry": "the sides whose reserves may arrive through it, in its zone",
    "seal_dice": "dice more for whoever seals it",
    "hazard_name": "what its Hazard is called",
    "hazard_label": "the label of its Hazard, which then rolls for itself if it has an effect of its own",
    "hazard_damage": "as `damage` of an area",
    "hazard_condition": "as `condition` of an area",
    "hazard_amount": "as `amount` of an area",
    "hazard_effect": "as `effect` of an area",
    "hazard_ongoing": "1: the Hazard ends when the Breach is sealed",
}
"""What a scenario may say of a Breach. Two more are ours alone: `door`, it is an open door and ends when that is
closed, and `resolved`, it has let loose what it had to."""


class BreachResolved(Event, frozen=True, tag="breach_resolved"):
    """A Breach has let loose what it had to, and will not do so again (ENV-19). Not told: what it let loose is."""

    marker: str

    def fold(self, game: Game) -> Game:
        """The marker remembers it."""
        marker = game.markers[self.marker]
        return replace(game, markers=put(game.markers, marker.id, replace(marker, data={**marker.data, "resolved": 1})))


# ---------------------------------------------------------------------------------------------- what it is


def name_of(marker: Marker) -> str:
    """What a Breach is called in a sentence."""
    return marker.name or marker.id


def affected(marker: Marker) -> tuple[str, ...]:
    """The zones that it affects: those named, else its own (D94's likely answer)."""
    return zones_of(marker.data.get("affects", "")) or (marker.zone,)


def beyond(game: Game, marker: Marker) -> str:
    """What lies beyond it: a zone, `space`, or nothing that anybody has named.

    Where a scenario says no more than that it decompresses, it opens into space.
    """
    if joins := str(marker.data.get("joins", "")):
        return joins
    if marker.link:
        link = game.links[marker.link]
        return link.b if link.a == marker.zone else link.a
    return SPACE if marker.data.get("releases") == DECOMPRESSION else ""


def reaches_airless(game: Game, marker: Marker) -> bool:
    """ENV-22: whether an Airless area lies beyond."""
    there = beyond(game, marker)
    return there == SPACE or (there != "" and is_airless(game, there))


def releases(game: Game, marker: Marker) -> str:
    """What it lets loose (D81): `hazard`, `airless`, `decompression`, or nothing where it joins air to air."""
    said = marker.data.get("releases", DECOMPRESSION)
    if said in (HAZARD, AIRLESS):
        return str(said)
    return DECOMPRESSION if reaches_airless(game, marker) else ""


def burst_of(marker: Marker) -> Burst:
    """Its Decompression."""
    named, brings = zones_of(marker.data.get("affects", "")), effect_in(marker.data)
    airless, inches = marker.data.get("after") != "nothing", int(marker.data.get("template", 0))
    return Burst(name_of(marker), marker.zone, named, marker.id, airless, inches, brings, marker.at)


def is_measured(game: Game, marker: Marker) -> bool:
    """Whether what it affects is a circle around it, on a board in inches, and no zones that are named."""
    return by_inches(game) and marker.at is not None and not marker.data.get("affects")


def is_breach(ctx: Context, event: MarkerPlaced) -> bool:
    """Whether a marker is a Breach that has not let anything loose yet."""
    return event.marker.kind == BREACH and not event.marker.data.get("resolved")


# ---------------------------------------------------------------------------------------------- what it lets loose


def resolve(ctx: Context, event: MarkerPlaced) -> Rule[None]:
    """ENV-19, 22, 23: a Breach that was placed lets loose what it holds, or it is said why it does not."""
    yield from let_loose(ctx, event.marker)


def let_loose(ctx: Context, marker: Marker) -> Rule[None]:
    """What a Breach holds goes out, once, if anything does."""
    what = releases(ctx.game, marker)
    if not what:
        yield Remarked(text=f"{name_of(marker)}: nothing Airless lies beyond it, so nothing goes out.")
        return
    if what != HAZARD and is_empty(ctx, marker) and not leaks_anyway(ctx, marker, what):
        yield Remarked(text=f"{name_of(marker)}: there is no air on this side either, so nothing goes out.")
        return
    yield BreachResolved(marker=marker.id)
    if what == HAZARD:
        yield from release_hazard(ctx, marker)
    elif what == AIRLESS:
        yield from lose_air(ctx, burst_of(marker))
    else:
        yield from decompress(ctx, burst_of(marker))


def may_let_loose_now(ctx: Context, event: AreaPlaced) -> bool:
    """Whether a place becomes Airless, and Breaches that had nothing Airless beyond them are to heed that (D78)."""
    return environment(event.area) == AIRLESS and bool(ctx.option("environments.late_breach"))


def resolve_later(ctx: Context, event: AreaPlaced) -> Rule[None]:
    """ENV-22, D78: the air beyond a Breach is gone from now on, so what it affects decompresses: once, as ever."""
    for marker in [m for m in ctx.game.markers.values() if m.kind == BREACH and not m.data.get("resolved")]:
        there, known = beyond(ctx.game, marker), ctx.game.markers.get(marker.id)
        newly = there in event.area.zones and not is_airless(ctx.state.game, there)
        if known == marker and newly and releases(ctx.game, marker) == DECOMPRESSION and not is_empty(ctx, marker):
            yield from let_loose(ctx, marker)


def is_empty(ctx: Context, marker: Marker) -> bool:
    """Whether all that a Breach affects is Airless already, so that there is nothing to lose (D33).

    In inches, whether the place where it is has no air.
    """
    if is_measured(ctx.game, marker):
        return bool(covering(ctx.game, AIRLESS, place_of(marker)))
    return all(is_airless(ctx.game, zone) for zone in affected(marker))


def leaks_anyway(ctx: Context, marker: Marker, what: str) -> bool:
    """Whether it decompresses where all is Airless: by the letter, which is an option (D33), or once more (ENV-19)."""
    by_letter = bool(marker.data.get("again") or ctx.option("environments.airless_to_airless"))
    return what == DECOMPRESSION and by_letter


def release_hazard(ctx: Context, marker: Marker) -> Rule[None]:
    """ENV-23, ENV-24: a Hazard instead of a Decompression. Nobody moves, nobody rolls before their next turn (D8)."""
    data = {key[7:]: value for key, value in marker.data.items() if key.startswith("hazard_")}
    name, label = str(data.pop("name", "")), str(data.pop("label", ""))
    area = Area(f"{HAZARD}-{marker.id}", HAZARD, name or NAMES[HAZARD], (), label, marker.id, data)
    if is_measured(ctx.game, marker):
        circle = template(ctx, burst_of(marker))
        yield AreaPlaced(area=replace(area, centre=circle.centre, radius=circle.radius))
        return
    zones = zones_of(marker.data.get("affects", "")) or (yield from under_template(ctx, marker))
    if zones:
        yield AreaPlaced(area=grown(ctx.game, replace(area, zones=zones)))


def under_template(ctx: Context, marker: Marker) -> Rule[tuple[str, ...]]:
    """ENV-24 with D94: the zones that a template over the Breach makes a Hazard, likely its own alone."""
    near = reach(ctx, burst_of(marker))
    part = who_part(
        ctx,
        rule=HAZARD,
        reason=f"Zones within {radius(ctx, burst_of(marker))} of {name_of(marker)}",
        near=[(zone, zone_name(ctx, zone)) for zone in near],
        likely=(marker.zone,),
        seat=caused_by(ctx),
    )
    (zones,) = yield from ask(part)
    return zones


# ---------------------------------------------------------------------------------------------- doors


def at_door(ctx: Context, event: DoorChanged) -> Rule[None]:
    """D78: a door that opens onto an Airless area is a Breach; closing it stops what goes through it."""
    link = ctx.game.links[event.link]
    if not link.passable:
        yield from door_closed(ctx, link)
    elif ctx.option("environments.door_breach") and (air := air_side(ctx.game, link)):
        name = f"Breach at {link.name or link.id}"
        at = middle_of_link(ctx.game, link) if by_inches(ctx.game) else None
        yield MarkerPlaced(marker=Marker(f"breach-{link.id}", BREACH, name, air, link.id, {"door": 1}, at))


def air_side(game: Game, link: Link) -> str:
    """The side of a door that has air, where the other has none and the door is no Breach already; else nothing."""
    sides = [zone for zone in (link.a, link.b) if not is_airless(game, zone)]
    known = any(marker.kind == BREACH and marker.link == link.id for marker in game.markers.values())
    return sides[0] if len(sides) == 1 and not known else ""


def door_closed(ctx: Context, link: Link) -> Rule[None]:
    """The Breach that was this door is none any more. The air that is gone stays gone."""
    for marker in [m for m in ctx.game.markers.values() if m.link == link.id and m.data.get("door")]:
        yield MarkerRemoved(marker=marker.id, name=name_of(marker), why=f"{link.name or link.id} is {link.door}.")


def newly_open(ctx: Context, event: DoorChanged) -> bool:
    """Whether a door was opened or closed just now. Destroying one that stood open opens nothing."""
    return event.door != "destroyed" or not ctx.state.game.links[event.link].passable


def at_breach(ctx: Context, event: MarkerPlaced) -> Rule[None]:
    """ENV-25: what else a scenario lets come of a Breach, once it has let loose what it holds."""
    if event.marker.kind == BREACH:
        yield from comes(ctx, {"breach": event.marker.id, "is": "placed"})


TRIGGERS = (
    Trigger(MarkerPlaced, resolve, PRIORITY, is_breach),
    Trigger(AreaPlaced, resolve_later, PRIORITY, may_let_loose_now),
    Trigger(MarkerPlaced, at_breach, 500),
    Trigger(DoorChanged, at_door, PRIORITY, newly_open),
)
