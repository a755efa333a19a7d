"""Zones, armour, fire, gas and weapons: the rulebook `zones`, one module for each heading of its text.

    space         how large a zone is, and how far is far         ZON
    armour        what gets through                               ARM
    fire          burns, dies down, spreads                       FRE
    gas           poisons or chokes, thins out                    GAS
    skills        rolls of skill, stress dice, pushing            D72, D73
    tables        results that a scenario may replace             D74
    criticals     what befalls whoever is hit down                D74, LLW
    weapons       which one, how far, with how many dice          D75
    attack        whom a person may attack, and what hits         D72, D75
    beams         weaker with range                               BEA
    full_auto     more hits for Stress                            FUL
    homing        dice of the weapon's own                        HOM
    explosions    everybody is hit                                BLA
    ammunition    dice that get fewer                             AMM
    autonomous    guns that fire by themselves                    AUT
    supply        what is at hand, and in the pack                REL-2, AID-5
    reloading     ammunition from the supplies                    REL
    incapacity    lost turns, unconscious                         INC
    stress        Stress Responses and panic                      D74, STN-4
    stun          what takes turns besides health                 STN
    aid           medical aid, and what supplies pay for          AID, INC-3
    significant   what somebody holds on to                       SIG
    scenario      its words in a scenario, and what is wrong there

Triggers at one point run in the order of D10, those of a round's end in the order of D95.
"""

from __future__ import annotations

from functools import partial

from wardiary_server.game.events import (
    ConditionChanged,
    DoorChanged,
    RoundEnding,
    TurnBegan,
    TurnEnded,
    UnitEntered,
    UnitHurt,
    UnitMoved,
)
from wardiary_server.game.frame.marching import NOTICED
from wardiary_server.game.frame.queries import ATTACK_DICE, OUT_FOR_GOOD, TARGET
from wardiary_server.game.rulebook import Action, OptionSpec, Rulebook, Trigger

from . import (
    aid,
    ammunition,
    attack,
    autonomous,
    criticals,
    explosions,
    fire,
    full_auto,
    gas,
    incapacity,
    reloading,
    scenario,
    significant,
    strain,
    stress,
    stun,
    supply,
    tables,
    weapons,
)
from .gas import DEADLY, IRRITATING

__all__ = ["RULEBOOK"]

ENTERING = (
    Trigger(UnitEntered, fire.on_entering, 30, fire.enters_fire),
    Trigger(UnitEntered, partial(gas.on_entering, DEADLY), 40, partial(gas.enters_gas, DEADLY)),
    Trigger(UnitEntered, partial(gas.on_entering, IRRITATING), 50, partial(gas.enters_gas, IRRITATING)),
    Trigger(UnitEntered, autonomous.on_entering, 70, autonomous.guns_about),
    Trigger(UnitMoved, autonomous.on_entering, 70, autonomous.guns_about),
    Trigger(DoorChanged, autonomous.on_door, 70, autonomous.opens_view),
)
TURNS = (
    Trigger(TurnBegan, incapacity.mark_lost_turn, 0, incapacity.marks_lost_turn),
    Trigger(TurnBegan, fire.on_turn, 30, fire.begins_in_fire),
    Trigger(TurnBegan, partial(gas.on_turn, DEADLY), 40, partial(gas.begins_in_gas, DEADLY)),
    Trigger(TurnBegan, partial(gas.on_turn, IRRITATING), 50, partial(gas.begins_in_gas, IRRITATING)),
    Trigger(TurnBegan, autonomous.on_turn, 70, autonomous.guns_about),
    Trigger(TurnEnded, gas.choke_later, 50, gas.chokes_later),
)
ROUNDS = (
    Trigger(RoundEnding, fire.at_round_end, 100, fire.burns_anywhere),
    Trigger(RoundEnding, partial(gas.at_round_end, DEADLY), 200, partial(gas.lingers, DEADLY)),
    Trigger(RoundEnding, partial(gas.at_round_end, IRRITATING), 300, partial(gas.lingers, IRRITATING)),
    Trigger(RoundEnding, incapacity.wear_off, 400, incapacity.wears_off),
)
LOST_TURNS = (
    Trigger(ConditionChanged, incapacity.overcome, 5, incapacity.loses_too_many),
    Trigger(UnitHurt, incapacity.overcome, 5, incapacity.is_too_weak),
    Trigger(ConditionChanged, incapacity.forget_lost_turns, 5, incapacity.wakes, always=True),
)

OPTIONS = {
    "roll_in_lost_turn": OptionSpec(
        True,
        "what starts with a turn (fire, gas, guns) also happens to a unit that loses that turn",
        "D12",
        (True, False),
    ),
    "choke_at_start": OptionSpec(
        "this", "which turn irritating gas takes at the start of a turn: this one, or the next", "D13", ("this", "next")
    ),
    "spread": OptionSpec(
        "referee",
        "who says where a fire spreads: the referee where one is seated, or always the dice",
        "D18",
        ("referee", "random"),
    ),
    "doors_stop": OptionSpec(True, "a shut door stops fire, gas and explosions", "D25", (True, False)),
    "endurance": OptionSpec(
        "current",
        "what lost turns are held against: the health that is left, or all that a unit began with",
        "D62",
        ("current", "full"),
    ),
    "stretch": OptionSpec(0, "rounds that one stays unconscious; 0 for the rest of the scenario", "D63", most=1_000),
    "success": OptionSpec(
        6,
        "the lowest face of a die that is a success, in attacks, rolls of skill and against gas; one success hits",
        "D72",
        least=2,
        most=6,
    ),
    "push": OptionSpec(
        "ask",
        "who may push a roll of skill: its owner is asked, every roll that failed is pushed (likely), or none is",
        "D73",
        ("ask", "likely", "never"),
    ),
    "disadvantage": OptionSpec(1, "dice fewer for a unit at a disadvantage; one always remains", "D44", most=10),
    "extra_damage": OptionSpec(1, "damage that each success after the first adds", "D72", most=10),
    "criticals": OptionSpec(
        True, "whoever a hit brings down rolls on the table of critical injuries", "D74", (True, False)
    ),
    "medium": OptionSpec(1, "the farthest zone of medium range", "D75", least=1, most=100),
    "long": OptionSpec(
        4, "the farthest zone of long range; a weapon that states no reach carries so far", "D75", least=1, most=100
    ),
    "view_triggers": OptionSpec(
        True, "a gun also fires at a unit that comes into its view inside its range", "D79", (True, False)
    ),
    "guns_know_friends": OptionSpec(
        True, "a gun that lists no targets fires at every side but its own, or else at everybody", "D54", (True, False)
    ),
    "guns_full_auto": OptionSpec(
        False, "a gun that can fire full auto by itself always does, or else never", "D56", (True, False)
    ),
    "full_auto_ones": OptionSpec(
        True, "in full auto ammunition dice that show a 1 are gone, beside those that hit", "D58", (True, False)
    ),
    "slow_reload": OptionSpec(
        4, "ammunition dice from which on reloading a weapon is a slow action", "D59", least=1, most=100
    ),
    "stress_withstands": OptionSpec(True, "sixes of stress dice take stun off, too", "D61", (True, False)),
    "waking_clears": OptionSpec(
        True, "who wakes up has none of the lost turns left that were outstanding", "D85", (True, False)
    ),
    **stress.OPTIONS,
    **aid.OPTIONS,
    **significant.OPTIONS,
}

STATS = {
    "ar": "Armour Rating",
    "agility": "dice of attacks at range, with ranged_combat",
    "ranged_combat": "dice of attacks at range, with agility",
    "close_combat": "dice of attacks hand to hand, with strength",
    "strength": "dice against gas and stun, with stamina; and hand to hand, with close_combat",
    "stamina": "dice against gas and stun, with strength",
    "gas_dice": "dice against gas, instead of strength and stamina",
    "gas_immune": "1 for a unit that gas does nothing to",
    "ammo:<weapon>": "what is left in that weapon, where it is not full at the start",
    **supply.STATS,
    **stun.STATS,
    **aid.STATS,
}
ITEM_STATS = {
    "dice": "attack dice; without them its user's attribute and skill are rolled",
    "blast": "it explodes: everybody in the zone is hit with this damage, and around it",
    "beam": "damage, and stun, that it loses with each range band past short",
    "homing:<kind>": "dice that are rolled at units of that kind, instead of its user's or its own",
    "damage": "damage of a hit; 1 where it says nothing",
    "ap": "Armour Piercing",
    "reach": "the farthest zone it can attack: 0 the same zone, 1 the next",
    "ammo": "ammunition dice; a weapon without any never runs out",
    "autonomous": "it fires by itself, with so many dice, from whatever unit carries it",
    **supply.ITEM_STATS,
    **stun.ITEM_STATS,
}
TAGS = {
    "gas_immune": "gas does nothing to it",
    strain.ALIEN: "it knows no Stress: no stress dice, and it pushes nothing",
    "targets:<side>": "of a gun that fires by itself: it attacks that side only; more than one may be listed",
    "single": "of a weapon: empty after each use",
    "disposable": "of a weapon: can be used once",
    full_auto.FULL_AUTO: "of a weapon: it can fire full auto",
    full_auto.MOUNTED: "of a weapon: on a vehicle, full auto with it costs no Stress",
    full_auto.REMOTE: "of a weapon: operated from afar, full auto with it costs no Stress",
    "melee": "of a weapon: reaches its own zone only",
    criticals.LESS_LETHAL: "of a weapon: a lethal critical injury from it is rolled once more",
    **stun.TAGS,
    **significant.TAGS,
}

CONDITIONS = {
    strain.STRESS: "its Stress",
    tables.PANIC: "in panic it can do nothing but what panic says",
    f"{stress.KIND}:<what>": "what a Stress Response left behind",
    f"{tables.CRITICAL}:<injury>": "a critical injury",
    incapacity.LATER: "turns that it will lose, but not the one that is on",
    f"{reloading.NO_AMMO}<weapon>": "it found no ammunition for that weapon",
}

RULEBOOK = Rulebook(
    name="zones",
    title="Zones, armour, fire, gas and weapons",
    events=(ammunition.AmmunitionChanged, supply.UsedUp, reloading.Reloaded, reloading.Barred),
    actions=(
        Action(
            attack.Attack,
            ("player", "referee"),
            attack.attack,
            attack.check_attack,
            attack.offer_attack,
            help="attack vega carbine drone: attack a unit with a weapon; with auto full auto",
        ),
        explosions.ACTION,
        explosions.REF_ACTION,
        *reloading.ACTIONS,
        *supply.ACTIONS,
        *aid.ACTIONS,
        *significant.ACTIONS,
    ),
    triggers=(*ENTERING, *TURNS, *ROUNDS, *LOST_TURNS, *reloading.TRIGGERS, *supply.TRIGGERS, *stress.TRIGGERS),
    modifiers=(
        (ATTACK_DICE, weapons.attack_dice),
        (TARGET, autonomous.by_side_list),
        (NOTICED, autonomous.noticed),
        (OUT_FOR_GOOD, incapacity.out_for_good),
        *stress.MODIFIERS,
    ),
    deeds={**scenario.DEEDS, **supply.DEEDS, "explosion": explosions.DEED},
    options=OPTIONS,
    stats=STATS,
    item_stats=ITEM_STATS,
    levels=scenario.LEVELS,
    tags=TAGS,
    rolls={
        DEADLY.level: "against deadly gas",
        IRRITATING.level: "against irritating gas",
        stun.STUN: "against stun",
        aid.AID: "medical aid",
        "attack": "attacks with a weapon",
    },
    tables=tables.NAMES,
    conditions=CONDITIONS,
    flaws=scenario.flaws,
)
