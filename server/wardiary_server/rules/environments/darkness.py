"""Darkness: nobody sees farther than 4 inches through it (ENV-37), or as far as the scenario says (ENV-38).

It says no to the question whether a place is seen, and that is all: whoever asks (an attack, a gun that fires by
itself) need not know of it. What counts is the whole line, as soon as any part of it runs through Darkness (D39).

By zones the line is the shortest way, and the next zone is 6 inches away: in Darkness one sees one's own zone, and at 8
inches the next one too (D94). That is the likely answer; with `frame.ask` people say how far a target is, where it may
be on either side of that line: in the same zone from 0 to 6 inches away, in the next from 0 to 12.

Special rules that ignore Darkness do so within a distance, and so does a light: whoever stands in it sees (ENV-39).
"""

from __future__ import annotations

from collections.abc import Iterator

from wardiary_server.game.board import Place, distance, graph, place_of
from wardiary_server.game.frame.gear import specials
from wardiary_server.game.frame.measuring import asks
from wardiary_server.game.geometry.lines import line_crosses
from wardiary_server.game.geometry.places import ZONE, covers, gap
from wardiary_server.game.geometry.points import INCH
from wardiary_server.game.resolver import Context
from wardiary_server.game.state import Area, Game, Unit

from .areas import is_suppressed

DARKNESS = "darkness"
LIGHT = "light"
WHOLLY = 10**9
"""Farther than any board is wide."""


def in_darkness(ctx: Context, seen: bool, seer: Unit, place: Place) -> bool:
    """Whether a unit sees a place, Darkness and all."""
    here = place_of(seer)
    dark = [area for area in holding(ctx.game, DARKNESS) if seen and runs_through(ctx.game, area, here, place)]
    if not dark:
        return seen
    return apart(ctx.game, here, place) <= reach_in(ctx, seer, dark)


def reach_in(ctx: Context, seer: Unit, dark: list[Area]) -> int:
    """How far a unit sees where its line runs through all these, in thousandths of an inch."""
    return max((min(sight_in(ctx, area) for area in dark), *ignored(ctx, seer)))


def sight_within(ctx: Context, within: int, seer: Unit, target: Unit) -> int:
    """ENV-37, D94: how near a target has to be, where the zones do not tell whether it is and people can."""
    here, there = place_of(seer), place_of(target)
    zones = distance(ctx.game, here.zone, there.zone)
    if zones is None or not asks(ctx) or measured(ctx.game, here, there):
        return within
    dark = [area for area in holding(ctx.game, DARKNESS) if runs_through(ctx.game, area, here, there)]
    reach = reach_in(ctx, seer, dark) if dark else 0
    unsure = (zones - 1) * ZONE < reach < (zones + 1) * ZONE
    return min(reach, within or reach) if unsure else within


def holding(game: Game, kind: str) -> list[Area]:
    """The areas of a kind that are not suppressed."""
    return [area for area in game.areas.values() if area.kind == kind and not is_suppressed(area)]


def sight_in(ctx: Context, area: Area) -> int:
    """How far one sees in this Darkness, in thousandths of an inch."""
    return int(area.data.get("sight", ctx.number("environments.sight"))) * INCH


def ignored(ctx: Context, seer: Unit) -> Iterator[int]:
    """How far a unit ignores Darkness, by each special rule and each light that lets it."""
    for special in specials(ctx.game, seer):
        if special.does == "ignore" and DARKNESS in special.against:
            yield special.within or WHOLLY
    for area in holding(ctx.game, LIGHT):
        if covers(ctx.game, area, place_of(seer)):
            yield int(area.data.get("within", 0)) * INCH or WHOLLY


def runs_through(game: Game, area: Area, here: Place, there: Place) -> bool:
    """Whether any part of the line between two places runs through an area."""
    if measured(game, here, there):
        return line_crosses(game, area, here, there) > 0
    return not {here.zone, *graph(game).way(here.zone, there.zone)}.isdisjoint(area.zones)


def apart(game: Game, here: Place, there: Place) -> int:
    """How far two places are apart, in thousandths of an inch: on a board from base to base."""
    if measured(game, here, there):
        return gap(here, there)
    zones = distance(game, here.zone, there.zone)
    return WHOLLY + 1 if zones is None else zones * ZONE


def measured(game: Game, here: Place, there: Place) -> bool:
    """Whether both are places on a board that is measured in inches."""
    return game.measure == "board" and here.at is not None and there.at is not None
