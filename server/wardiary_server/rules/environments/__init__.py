"""The rulebook *environments*: Airless, Decompression, Breaches, Environmental Hazards, Darkness, on areas of zones.

    areas            what is Airless or a Hazard
    exposure         who rolls, and when             symbol      the die that shows Success or Blank
    once             no more than once a turn        overrides   what a Blank brings
    airless          its place among the triggers    hazards     likewise
    decompression    what a hole does at once        breaches    where holes come from
    placing          who makes them                  sealing     how they are closed
    restoring        how an area stops               changing    grows, moves, ends by itself
    suppressing      or does not hold for a while    darkness    how far one sees
    power            what is out without it          flaws       what a scenario got wrong

The trap in all of it: a roll for an environment comes at most once a round for each unit (ENV-2). Decompression, which
is none, has nothing to do with that. The text's own summary (ENV-46) says nothing that its rules do not say.
"""

from __future__ import annotations

from wardiary_server.game.frame.measuring import SIGHT_WITHIN
from wardiary_server.game.frame.queries import POWERED, SIGHT
from wardiary_server.game.rulebook import OptionSpec, Rulebook

from . import (
    airless,
    areas,
    breaches,
    changing,
    darkness,
    decompression,
    hazards,
    overrides,
    placing,
    power,
    restoring,
    sealing,
    suppressing,
)
from .flaws import flaws

YES_NO = (True, False)

OPTIONS = {
    "success": OptionSpec(3, "faces of the symbol die that are a Success", "D40", least=1, most=19),
    "die": OptionSpec(6, "faces of the symbol die, where it is rolled as an ordinary one", "D40", least=4, most=20),
    "template": OptionSpec(3, "the Blast Template's radius in inches, to the base", "D27", least=1, most=24),
    "pull": OptionSpec(3, "inches that a Decompression pulls, all of them where nothing is in the way", "D28", most=24),
    "once_per": OptionSpec(
        "round", "how long one roll for an environment counts for a unit", "D1", ("round", "activation")
    ),
    "sight": OptionSpec(4, "inches that one sees in Darkness, where the area says nothing else", "D39", most=1_000),
    "roll_on_create": OptionSpec(
        False, "an area that comes over units makes them roll at once, not when their next turn begins", "D8", YES_NO
    ),
    "roll_in_lost_turn": OptionSpec(
        True, "a unit rolls at the start of a turn that it has lost before, too", "D12", YES_NO
    ),
    "airless_to_airless": OptionSpec(
        False, "a Breach between two Airless areas decompresses all the same", "D33", YES_NO
    ),
    "seal_restores": OptionSpec(
        False, "sealing a Breach restores at once what it made Airless or a Hazard", "D35", YES_NO
    ),
    "late_breach": OptionSpec(
        True, "a Breach decompresses later, too, once the place beyond it has become Airless", "D78", YES_NO
    ),
    "door_breach": OptionSpec(
        True, "opening a door between air and an Airless area is a Breach at that door", "D78", YES_NO
    ),
}

RULEBOOK = Rulebook(
    name="environments",
    title="Environments",
    events=(breaches.BreachResolved, power.PowerChanged),
    actions=(
        *sealing.ACTIONS,
        *suppressing.ACTIONS,
        *placing.ACTIONS,
        *hazards.ACTIONS,
        *decompression.ACTIONS,
        *restoring.ACTIONS,
        *power.ACTIONS,
    ),
    modifiers=((SIGHT, darkness.in_darkness), (SIGHT_WITHIN, darkness.sight_within), (POWERED, power.works)),
    triggers=(*airless.TRIGGERS, *hazards.TRIGGERS, *breaches.TRIGGERS, *changing.TRIGGERS, *power.TRIGGERS),
    deeds={
        **placing.DEEDS,
        **sealing.DEEDS,
        **decompression.DEEDS,
        **restoring.DEEDS,
        **changing.DEEDS,
        **suppressing.DEEDS,
        **hazards.DEEDS,
        **power.DEEDS,
    },
    options=OPTIONS,
    areas=areas.KINDS,
    aliases=areas.ALIASES,
    tags={
        "fixed": "bolted down: a Decompression neither asks it for a roll nor pulls it",
        "suppresses:<area>": "of a unit or an item: it can suppress that area from inside it, for a special action",
    },
    rolls={
        "airless": "against being without air, also where it goes by another name",
        "hazard": "against any Environmental Hazard",
        "hazard:<label>": "against the Environmental Hazards with that label",
        "decompression": "against being pulled by a Decompression",
        "darkness": "seeing in Darkness; only `ignore`, with `within` for a distance",
        "seal": "sealing a Breach; what does `protect` seals it without a roll, for the same action",
    },
    area_data=overrides.AREA_DATA,
    breach_data=breaches.BREACH_DATA,
    flaws=flaws,
)

__all__ = ["RULEBOOK"]
