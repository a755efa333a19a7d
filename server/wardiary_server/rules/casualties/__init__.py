"""Casualties: the rulebook *casualties*, one module for each heading of its text.

    medicine      who is brought back, and how well               MED
    repair        vehicles likewise, with tools                   MED-10
    falls         falls and crashes                               FAL
    persistent    dangerous effects that last                     DNG
    flames        what burns, and what that lights                FIR
    extinguish    how it is put out                               FIR-3

    injury        injured, disabled, and rolls made worse         D44, D45, D91
    defense       what damage is held against                     D87
    burning       what burns and what can
    reach         so many inches away                    D94
    flaws         what a scenario got wrong

All of it comes at its one place among the triggers (D10), persistent effects before flames.
"""

from __future__ import annotations

from wardiary_server.game.rulebook import OptionSpec, Rulebook

from . import burning, extinguish, falls, flames, injury, medicine, persistent, repair
from .flaws import flaws

__all__ = ["RULEBOOK"]

OPTIONS = {
    "dead_to": OptionSpec(3, "treatment: the highest result that is death", "D41", most=100),
    "nothing_to": OptionSpec(5, "treatment: the highest result that changes nothing", "D41", most=100),
    "injured_to": OptionSpec(8, "treatment: the highest result that leaves an injury; above it, none", "D41", most=100),
    "patients": OptionSpec(
        "friends", "whom a unit may bring back: its own side, or anyone", "D97", ("friends", "anyone"),
    ),
    "injured_health": OptionSpec(1, "health with which an injured unit is back, at most", "D87", least=1, most=100),
    "fall_die": OptionSpec(6, "the die of a fall where Defense is a number", "D47", least=4, most=20),
    "trivial_fall": OptionSpec(3, "inches that one may fall without a roll", "D48", most=100),
    "overtakes": OptionSpec(
        "meets", "a disabling effect works where its damage meets, or only where it exceeds Defense", "D51",
        ("meets", "exceeds"),
    ),
    "disabled": OptionSpec(
        "no_actions", "what a disabled unit cannot do at half speed: act, or act without a disadvantage", "D91",
        ("no_actions", "disadvantage"),
    ),
    "fire_die": OptionSpec(6, "the die of inches that flames reach at a round's end", "D52", least=4, most=20),
    "burns_at": OptionSpec(
        "start", "when in its turn a unit that burns is hurt: at its start, or at its end unless it was put out", "D88",
        ("start", "end"),
    ),
    "burning": OptionSpec(0, "damage of burning; where anything may burn, the scenario has to state it", "D53"),
}  # fmt: skip

STATS = {
    "skill_die": "faces of its Skill die, 4 to 20",
    "defense": "its Defense, where that is a number",
    "defense_die": "faces of its Defense die, 4 to 20, where it is a die",
}

TAGS = {
    "medkit": "of an item: people can be treated with it",
    "tools": "of an item: vehicles and machines can be repaired with it",
    "vulnerable": "of a unit: dangerous effects harm it",
    "vulnerable:<area>": "of a unit: this dangerous effect harms it",
    **burning.TAGS,
}

ROLLS = {"treat": "treating with a medkit", "repair": "repairing with tools"}

RULEBOOK = Rulebook(
    name="casualties",
    title="Casualties: medicine, falls, gas and flames",
    events=(burning.FlamesChanged,),
    actions=(*medicine.ACTIONS, *repair.ACTIONS, *falls.ACTIONS, *extinguish.ACTIONS),
    triggers=(*persistent.TRIGGERS, *flames.TRIGGERS, *extinguish.TRIGGERS, *injury.TRIGGERS),
    modifiers=injury.MODIFIERS,
    deeds={**persistent.DEEDS, **extinguish.DEEDS, **falls.DEEDS},
    options=OPTIONS,
    stats=STATS,
    rolls={**ROLLS, **persistent.KINDS},
    areas={**persistent.KINDS, **burning.KINDS},
    tags=TAGS,
    area_data={**persistent.AREA_DATA, **burning.AREA_DATA},
    flaws=flaws,
    conditions={
        injury.INJURED: "for the rest of the game, after a treatment",
        injury.DISABLED: "for this turn it is slow and can do nothing",
        burning.ON_FIRE: "in flames",
    },
)
