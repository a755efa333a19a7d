"""Medical aid: a roll, and supply dice that pay for what its successes bring.

The healer rolls Empathy and Medical Aid, with stress dice, and may push. Supply dice can be rolled along as equipment:
they succeed like others, and those that show a 1 are gone and pay for nothing (AID-4). Then each success can be paid
for with one supply die, the healer's or the patient's, and treats one thing: an injury (a point of health, or a
critical one), unconsciousness (INC-3), or a point of Stress. What it is spent on, the healer's player says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

from msgspec import Meta

from wardiary_server.game import fields
from wardiary_server.game.event import stat
from wardiary_server.game.events import ConditionChanged, Remarked
from wardiary_server.game.frame.contact import in_contact
from wardiary_server.game.frame.economy import coin, pay
from wardiary_server.game.frame.harm import heal, wake
from wardiary_server.game.frame.movement import cost_of
from wardiary_server.game.frame.queries import able, unit_of
from wardiary_server.game.frame.turns import begun, ready_to
from wardiary_server.game.resolver import Context, ask, choice_part, roll_part
from wardiary_server.game.rulebook import Action, Candidate, Command, OptionSpec, Refused, Rule
from wardiary_server.game.state import Part, Unit

from . import supply
from .skills import Check, Outcome, once_more, pool, roll_skill
from .strain import gain_stress, stress_of
from .stress import respond
from .tables import CRITICAL

Name = Annotated[str, Meta(max_length=64)]

AID = "aid"
"""This kind of roll, as gear names it."""
HEALTH, WAKE, STRESS = "health", "wake", "stress"
HEALER, PATIENT = "healer", "patient"


class Aid(Command, frozen=True, tag="aid"):
    """Treats a patient, with so many supply dice as equipment."""

    unit: Name
    target: Name
    with_supply: Annotated[int, Meta(ge=0, le=100)] = 0


# ---------------------------------------------------------------------------------------------- may it be done?


def check_aid(ctx: Context, command: Aid) -> None:
    """Raises `Refused`: what `treatable` and `ready_to` do, `no_supply`, `no_skill`, `no_action`."""
    healer = ready_to(ctx, command.unit)
    patient = unit_of(ctx, command.target)
    treatable(ctx, healer, patient)
    if command.with_supply > supply.at_hand(healer):
        raise Refused("no_supply", f"{healer.name} has {supply.in_words(supply.at_hand(healer))} at hand.")
    if not sum(payers(healer, patient).values()):
        who = f"Neither {healer.name} nor {patient.name} has" if healer.id != patient.id else f"{healer.name} has no"
        raise Refused("no_supply", f"{who} supply dice at hand.")
    if not sum(pool(ctx, healer, "empathy", "medical_aid", rule=AID)) + command.with_supply:
        raise Refused("no_skill", f"{healer.name} has no dice for medical aid.")
    coin(ctx, healer, "special")


def treatable(ctx: Context, healer: Unit, patient: Unit) -> None:
    """Raises `Refused` where this one cannot be treated: `unit_down`, `not_yours`, `out_of_reach`, `no_change`."""
    if patient.status == "dead":
        raise Refused("unit_down", f"{patient.name} is dead.")
    if patient.side != healer.side:
        raise Refused("not_yours", f"{patient.name} is not of {healer.name}'s side.")
    if not beside(ctx, healer, patient):
        raise Refused("out_of_reach", f"{patient.name} is not at {healer.name}'s side.")
    if not ailments(patient):
        raise Refused("no_change", f"{patient.name} has nothing to treat.")


def beside(ctx: Context, healer: Unit, patient: Unit) -> bool:
    """Whether one is near enough to treat the other: in contact (D94), or oneself."""
    return healer.id == patient.id or in_contact(ctx, healer, patient)


def payers(healer: Unit, patient: Unit) -> Mapping[str, int]:
    """AID-2: who can pay, with how many supply dice each. Who treats themselves pays alone."""
    return {unit.id: supply.at_hand(unit) for unit in (healer, patient)}


def ailments(patient: Unit) -> dict[str, int]:
    """What can be treated, the most urgent first, and how often: each time takes one success and one supply die."""
    critical = {name: n for name, n in patient.conditions.items() if name.startswith(f"{CRITICAL}:")}
    wounds = max(0, stat(patient, "max_health", stat(patient, "health", 1)) - stat(patient, "health", 1))
    found = {
        WAKE: int(bool(patient.conditions.get("unconscious"))),
        **({HEALTH: wounds, **critical} if patient.status == "down" else {**critical, HEALTH: wounds}),
        STRESS: stress_of(patient),
    }
    return {name: n for name, n in found.items() if n > 0}


# ---------------------------------------------------------------------------------------------- the roll


def aid(ctx: Context, command: Aid) -> Rule[None]:
    """AID-1, AID-3: the action is paid, and the roll made; then what its successes are spent on (AID-2)."""
    if not (yield from begun(ctx, command.unit, check_aid, command)):
        return
    yield from pay(ctx, command.unit, "special")
    rolled = yield from attempt(ctx, command)
    healer, patient = ctx.game.units[command.unit], ctx.game.units[command.target]
    if rolled.successes and able(healer) and beside(ctx, healer, patient):  # much may have happened since
        yield from spend(ctx, command.unit, command.target, rolled.successes)
    else:
        yield Remarked(text=f"{healer.name}'s aid does not help.", unit=command.unit)
    if rolled.troubled:
        yield from respond(ctx, command.unit, "medical aid")


def attempt(ctx: Context, command: Aid) -> Rule[Outcome]:
    """The roll of skill, and with it the supply dice that serve as equipment: those that show a 1 are gone (AID-4)."""
    healer, patient = ctx.game.units[command.unit], ctx.game.units[command.target]
    reason = f"medical aid for {patient.name}"
    dice = pool(ctx, healer, "empathy", "medical_aid", rule=AID)
    check = Check(healer.id, AID, reason, dice, target=patient.id, others_count=True)
    rolled = yield from roll_skill(ctx, check, *equipment(command, reason))
    rolled = yield from once_more(ctx, check, rolled, not rolled.successes)
    yield from supply.lose(ctx, command.unit, sum(faces.count(1) for faces in rolled.others), "used up")
    return rolled


def equipment(command: Aid, reason: str) -> tuple[Part, ...]:
    """The supply dice that are rolled along."""
    if not command.with_supply:
        return ()
    return (
        roll_part(
            rule=AID, reason=f"{reason}, supplies", unit=command.unit, target=command.target,
            dice=command.with_supply, purpose="supply",
        ),
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------- what it brings


def spend(ctx: Context, healer: str, target: str, successes: int) -> Rule[None]:
    """AID-2: each success may be paid for with one supply die, and treats one thing."""
    here, patient = ctx.game.units[healer], ctx.game.units[target]
    purses = payers(here, patient)
    most = min(successes, sum(purses.values()), sum(ailments(patient).values()))
    if not most:
        yield Remarked(text=f"{here.name} has nothing left to treat {patient.name} with.", unit=healer, target=target)
        return
    what, who = yield from ask(what_part(ctx, here, patient, most), payer_part(ctx, here, purses))
    order = [target, healer] if who == (PATIENT,) else [healer, target]
    for treatment in what:
        yield from treat(ctx, str(treatment).partition("#")[0], target, order)


def what_part(ctx: Context, healer: Unit, patient: Unit, most: int) -> Part:
    """What the successes are spent on: by default the most urgent."""
    options = [
        (f"{name}#{n}", in_words(patient, name) + (f" ({n} of {often})" if often > 1 else ""))
        for name, often in ailments(patient).items()
        for n in range(1, often + 1)
    ]
    return choice_part(
        rule=AID,
        reason=f"medical aid for {patient.name}: up to {most}",
        options=options,
        unit=healer.id,
        least=0,
        most=most,
        default=tuple(value for value, _label in options[:most]),
        asks=ctx.option("zones.aid") == "ask",
    )


def payer_part(ctx: Context, healer: Unit, purses: Mapping[str, int]) -> Part:
    """Whose supply dice go first. Nobody is asked where one of the two has none."""
    return choice_part(
        rule=AID,
        reason="whose supply dice go first",
        options=((HEALER, "the healer's"), (PATIENT, "the patient's")),
        unit=healer.id,
        default=(HEALER,),
        asks=ctx.option("zones.aid") == "ask" and len(purses) > 1 and all(purses.values()),
    )


def in_words(patient: Unit, name: str) -> str:
    """A treatment, for people."""
    known = {WAKE: f"wake {patient.name}", HEALTH: "1 health", STRESS: "1 Stress less"}
    return known.get(name) or name.rpartition(":")[2].replace("_", " ") + ": treated"


def treat(ctx: Context, name: str, target: str, payers: list[str]) -> Rule[None]:
    """One thing is treated, and paid for; if there is still something to treat, and to pay with."""
    payer = next((unit for unit in payers if supply.at_hand(ctx.game.units[unit])), "")
    patient = ctx.game.units[target]
    if not payer or patient.status == "dead" or name not in ailments(patient):
        return
    why = "medical aid"
    yield from supply.lose(ctx, payer, 1, why)
    if name == WAKE:
        yield from wake(ctx, target, why)
    elif name == HEALTH:
        yield from heal(ctx, target, 1, why)
    elif name == STRESS:
        yield from gain_stress(ctx, target, -1, why)
    else:
        yield ConditionChanged(unit=target, condition=name, value=patient.conditions[name] - 1, why=why)


# ---------------------------------------------------------------------------------------------- what is offered


def offer_aid(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """Whoever here has anything to treat, and how many supply dice might serve as equipment."""
    if unit is None or not unit.zone:
        return
    patients = tuple(
        (other.id, other.name, note(other))
        for other in sorted(ctx.game.units.values(), key=lambda other: other.id)
        if beside(ctx, unit, other) and other.side == unit.side and other.status != "dead" and ailments(other)
    )
    if patients:
        label, cost = f"{unit.name} gives medical aid", cost_of(ctx, unit, "special")
        yield Candidate(label, {"do": "aid", "unit": unit.id}, "target", patients, cost, tuple(equipping(ctx, unit)))


def equipping(ctx: Context, unit: Unit) -> Iterator[fields.Field]:
    """AID-4: how many supply dice are rolled along; who has no other dice for it needs one of them."""
    most, least = supply.at_hand(unit), 0 if sum(pool(ctx, unit, "empathy", "medical_aid", rule=AID)) else 1
    if most:
        yield fields.number("with_supply", "Supply dice as equipment", least, most, least, needed=bool(least))


def note(patient: Unit) -> str:
    """What ails somebody, and what they have to pay with."""
    known = {HEALTH: "health lost", WAKE: "unconscious", STRESS: "Stress"}
    ails = [f"{known.get(name, name.rpartition(':')[2])} {n}" for name, n in ailments(patient).items()]
    return ", ".join([*ails, supply.in_words(supply.at_hand(patient))])


OPTIONS: Mapping[str, OptionSpec] = {
    "aid": OptionSpec(
        "ask",
        "what medical aid is spent on, and whose supplies pay first: the healer's player is asked, or it is the most "
        "urgent and the healer's, which is likely",
        values=("ask", "likely"),
    )
}
STATS = {
    "empathy": "dice for medical aid, and with significant items",
    "medical_aid": "dice for medical aid, with empathy",
}
ACTIONS = (
    Action(
        Aid,
        ("player", "referee"),
        aid,
        check_aid,
        offer_aid,
        help="aid vega ash: treat somebody of the unit's side who is in its zone",
    ),
)
