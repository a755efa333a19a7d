"""Environmental Hazard: gas, contamination, radiation, leaks and the like, all of one kind (ENV-32 to 36, ENV-43).

Rolled like Airless and counted for itself: a unit in both rolls for both. Overlapping Hazards share one roll (ENV-34),
with the effect of the one that was entered first, or stands first in the scenario. One that the scenario both labels
and gives its own effect rolls for itself, else a mild Hazard would make the reactor safe (D38).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wardiary_server.game.events import AreaPlaced
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import DeedSpec, Rule

from .areas import HAZARD, SWITCHES, environment, switched
from .exposure import triggers

PRIORITY = 20
"""After Airless, before fire (D10)."""

TRIGGERS = triggers(HAZARD, PRIORITY)


def contaminate(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """ENV-36, ENV-43: containment has failed, or the scenario says that this smoke or fire is a Hazard from now on."""
    area = ctx.game.areas.get(str(deed["area"]))
    if area is not None and area.kind in SWITCHES and environment(area) != HAZARD:
        yield AreaPlaced(area=switched(area, on=True))


DEEDS = {
    "contaminate": DeedSpec(
        contaminate, {"area": "area"}, text="a quarantine fails, or smoke or fire becomes an Environmental Hazard"
    ),
}
