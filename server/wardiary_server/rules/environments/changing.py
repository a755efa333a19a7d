"""Areas that grow, move or end, by round or by an event (ENV-44).

At the end of each round (D95) an area that says so

    ends = 5            is over with round 5, unless an open Breach keeps it up (D80)
    moves = ["b", "c"]  is in the next of these zones; a circle moves so many inches to the right and down, "2 -1"
    grows = 1           takes in what lies next to it through what is open; a circle's radius grows by so many inches

in this order. What comes over a unit by that is not entered: the unit rolls when its next turn begins (D8). What is
suppressed neither grows nor moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from wardiary_server.game.board import graph
from wardiary_server.game.events import AreaEnded, AreaPlaced, Remarked, RoundEnding
from wardiary_server.game.geometry.points import INCH
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import DeedSpec, Rule, Trigger
from wardiary_server.game.state import Area, Game

from . import breaches
from .areas import full_name, is_suppressed, zones_of
from .restoring import holding

PRIORITY = 500
"""After fire, gas and flames, before the scenario's events for a round's end (D95)."""


def at_round_end(ctx: Context, event: RoundEnding) -> Rule[None]:
    """Each area, in the scenario's order. What one does is of no matter to another."""
    for id_ in list(ctx.game.areas):
        if id_ in ctx.game.areas:
            yield from change(ctx, ctx.game.areas[id_], event.round)


def changes(ctx: Context, event: RoundEnding) -> bool:
    """Whether any area changes by itself at all."""
    return any(not {"ends", "moves", "grows"}.isdisjoint(area.data) for area in ctx.game.areas.values())


def change(ctx: Context, area: Area, round: int) -> Rule[None]:
    """What the end of a round does to one area."""
    ends = int(area.data.get("ends", 0))
    if 0 < ends <= round:
        yield from finish(ctx, area)
    elif not is_suppressed(area):
        after = grown(ctx.game, moved(area), int(area.data.get("grows", 0)))
        if after != area:
            yield AreaPlaced(area=after)


def finish(ctx: Context, area: Area, *, force: bool = False) -> Rule[None]:
    """An area is over, unless an open Breach keeps it up (D80)."""
    open_ = [] if force else holding(ctx.game, area)
    if open_:
        names = ", ".join(breaches.name_of(marker) for marker in open_)
        yield Remarked(text=f"{full_name(ctx.game, area)} stays: {names} is open.")
    else:
        yield AreaEnded(area=area.id, name=full_name(ctx.game, area))


def moved(area: Area) -> Area:
    """An area where it is next: in the first zone of its track that is left, or so many inches on."""
    track = zones_of(area.data.get("moves", ""))
    if not track:
        return area
    if area.centre is not None:
        right, down = (int(step) * INCH for step in track)
        return replace(area, centre=(area.centre[0] + right, area.centre[1] + down))
    data = {key: value for key, value in area.data.items() if key != "moves"}
    left = " ".join(track[1:])
    return replace(area, zones=track[:1], data={**data, "moves": left} if left else data)


def grown(game: Game, area: Area, by: int) -> Area:
    """An area that has grown by so many zones through what is open (D25), or by so many inches around its centre."""
    if area.centre is not None:
        return replace(area, radius=area.radius + by * INCH)
    zones = area.zones
    for _ in range(by):
        zones = tuple(dict.fromkeys((*zones, *(next_ for zone in zones for next_ in graph(game).neighbours(zone)))))
    return replace(area, zones=zones)


# ---------------------------------------------------------------------------------------------- by the scenario


def deed_grow(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """An area expands now, wherever it has come to."""
    area = ctx.game.areas.get(str(deed["area"]))
    if area is not None and (after := grown(ctx.game, area, int(deed.get("by", 1)))) != area:
        yield AreaPlaced(area=after)


def deed_move(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """An area is somewhere else now, and otherwise as it was."""
    area, zones = ctx.game.areas.get(str(deed["area"])), zones_of(deed["zones"])
    if area is not None and area.zones != zones:
        yield AreaPlaced(area=replace(area, zones=zones, shape=(), centre=None, radius=0))


def deed_end(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """An area ends, wherever it has come to by then."""
    area = ctx.game.areas.get(str(deed["area"]))
    if area is not None:
        yield from finish(ctx, area, force=bool(deed.get("force")))


TRIGGERS = (Trigger(RoundEnding, at_round_end, PRIORITY, changes),)

DEEDS = {
    "grow_area": DeedSpec(deed_grow, {"area": "area"}, {"by": "number"}, text="an area grows: by so many zones, or 1"),
    "move_area": DeedSpec(deed_move, {"area": "area", "zones": "zones"}, text="an area is in these zones instead"),
    "end_area": DeedSpec(deed_end, {"area": "area"}, {"force": "number"}, text="an area ends"),
}
