"""Environmental Hazard: gas, contamination, radiation, leaks and the like, all of one kind (ENV-32 to 36, ENV-43).

Rolled like Airless and counted for itself: a unit in both rolls for both. Overlapping Hazards share one roll (ENV-34),
with the effect of the one that was entered first, or stands first in the scenario. One that the scenario both labels
and gives its own effect rolls for itself, else a mild Hazard would make the reactor safe (D38).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wardiary_server.game import fields
from wardiary_server.game.events import AreaPlaced
from wardiary_server.game.frame.referee.hand import ByHand, Word, act, said
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Candidate, DeedSpec, Refused, Rule, did_you_mean
from wardiary_server.game.state import Area, Unit

from .areas import HAZARD, SWITCHES, environment, name_of, switched
from .exposure import triggers

PRIORITY = 20
"""After Airless, before fire (D10)."""

TRIGGERS = triggers(HAZARD, PRIORITY)


def contaminate(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """ENV-36, ENV-43: containment has failed, or the scenario says that this smoke or fire is a Hazard from now on."""
    area = ctx.game.areas.get(str(deed["area"]))
    if area is not None and area.kind in SWITCHES and environment(area) != HAZARD:
        yield AreaPlaced(area=switched(area, on=True))


class RefContaminate(ByHand, frozen=True, tag="ref_contaminate"):
    """Containment has failed: a quarantine is a Hazard from now on; or this smoke or fire is one (ENV-36, ENV-43)."""

    area: Word


def check_contaminate(ctx: Context, command: RefContaminate) -> None:
    """Raises `Refused`: `no_such_area`, `no_change`."""
    found = contained(ctx)
    area = ctx.game.areas.get(command.area)
    if area is None or area.kind not in SWITCHES:
        hint = did_you_mean(command.area, [area.id for area in found])
        raise Refused("no_such_area", f"There is no quarantine, smoke or fire {command.area!r}.{hint}")
    if area not in found:
        raise Refused("no_change", f"{name_of(area)} is an Environmental Hazard already.")


def contained(ctx: Context) -> list[Area]:
    """The areas that are no Hazard and could become one."""
    return [area for area in ctx.game.areas.values() if area.kind in SWITCHES and environment(area) != HAZARD]


def run_contaminate(ctx: Context, command: RefContaminate) -> Rule[None]:
    """The referee's word."""
    yield from said(ctx, command, area=command.area)
    yield from contaminate(ctx, {"area": command.area})


def offer_contaminate(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """Whatever is contained."""
    if unit is None and (found := contained(ctx)):
        areas = tuple((area.id, name_of(area), area.kind) for area in found)
        yield Candidate("Containment fails", {"do": "ref_contaminate"}, "area", areas, fields=fields.HAND)


ACTIONS = (
    act(
        RefContaminate,
        check_contaminate,
        run_contaminate,
        offer_contaminate,
        "ref_contaminate lab: containment has failed, and the area is a Hazard",
    ),
)

DEEDS = {
    "contaminate": DeedSpec(
        contaminate, {"area": "area"}, text="a quarantine fails, or smoke or fire becomes an Environmental Hazard"
    ),
}
