"""Sanity: what people have to look at, and what it does to them. A rulebook, as anybody can write one.

Whoever stands where a comrade falls may be shaken. Who is shaken as often as its `sanity` attacks with a die less,
until somebody in the same zone calms it. Whoever states no `sanity` is beyond all that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wardiary_server.rulebooks import (
    ATTACK_DICE,
    Action,
    Candidate,
    Command,
    Context,
    Event,
    Flaw,
    Game,
    Item,
    OptionSpec,
    Refused,
    Rule,
    Rulebook,
    StatusChanged,
    Trigger,
    Unit,
    able,
    ask,
    begun,
    coin,
    cost_of,
    pay,
    put_number,
    ready_to,
    roll_part,
    stat,
    unit_of,
    with_unit,
)

# ---------------------------------------------------------------------------------------------- what happens


class Shaken(Event, frozen=True, tag="sanity_shaken"):
    """A unit is shaken so many times now."""

    unit: str
    shaken: int
    why: str = ""

    def fold(self, game: Game) -> Game:
        conditions = put_number(game.units[self.unit].conditions, "shaken", self.shaken)
        return with_unit(game, self.unit, conditions=conditions)

    def sentence(self) -> str:
        return "{unit} is shaken ({shaken} of {sanity}): {why}." if self.shaken else "{unit} is calm: {why}."

    def args(self, game: Game) -> Mapping[str, object]:
        return {"sanity": stat(game.units[self.unit], "sanity")}


# ---------------------------------------------------------------------------------------------- what sets it off


def falls(ctx: Context, event: StatusChanged) -> bool:
    """Whether somebody on the board has just gone down, or is dead."""
    return event.status in ("down", "dead") and bool(ctx.game.units[event.unit].zone)


def look(ctx: Context, event: StatusChanged) -> Rule[None]:
    """Everybody who sees it rolls at once; then, one after another, those who failed are shaken."""
    fallen = ctx.game.units[event.unit]
    witnesses = sorted(unit.id for unit in ctx.game.units.values() if is_witness(unit, fallen))
    rolls = yield from ask(*(roll_part(rule="sanity", reason="Sanity", unit=w, dice=1) for w in witnesses))
    for witness, (face,) in zip(witnesses, rolls, strict=True):
        if face <= ctx.number("sanity.shock") and able(ctx.game.units[witness]):
            shaken = ctx.game.units[witness].conditions.get("shaken", 0)
            yield Shaken(witness, shaken + 1, f"{ctx.game.units[event.unit].name} falls")


def is_witness(unit: Unit, fallen: Unit) -> bool:
    """Whether a unit stands with one that falls, and is able to mind."""
    with_it = unit.zone == fallen.zone and unit.side == fallen.side and unit.id != fallen.id
    return with_it and able(unit) and stat(unit, "sanity") > 0


# ---------------------------------------------------------------------------------------------- what it changes


def fewer_dice(ctx: Context, dice: int, attacker: Unit, weapon: Item, target: Unit) -> int:
    """Who is shaken as often as its sanity attacks with a die less, and always with one."""
    sanity = stat(attacker, "sanity")
    is_broken = 0 < sanity <= attacker.conditions.get("shaken", 0)
    return dice - 1 if is_broken and dice > 1 else dice


# ---------------------------------------------------------------------------------------------- what people may do


class Calm(Command, frozen=True, tag="calm"):
    """A unit calms another that stands in the same zone, for a quick action."""

    unit: str
    target: str


def check_calm(ctx: Context, command: Calm) -> None:
    """Raises `Refused`: `out_of_reach`, `no_change`, `no_action`, and what `ready_to` does."""
    unit, other = ready_to(ctx, command.unit), unit_of(ctx, command.target)
    if other.zone != unit.zone or other.id == unit.id:
        raise Refused("out_of_reach", f"{unit.name} has to stand where {other.name} stands, and be somebody else.")
    if not other.conditions.get("shaken"):
        raise Refused("no_change", f"{other.name} is calm.")
    coin(ctx, unit, "quick")


def calm(ctx: Context, command: Calm) -> Rule[None]:
    """Once the unit's turn is on, and if it can still do that: it pays, and the other is shaken once less."""
    if (yield from begun(ctx, command.unit, check_calm, command)):
        yield from pay(ctx, command.unit, "quick")
        shaken = ctx.game.units[command.target].conditions.get("shaken", 0)
        if shaken:
            yield Shaken(command.target, shaken - 1, f"{ctx.game.units[command.unit].name} is there")


def offer_calm(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """To calm whoever is shaken here; the check says of each whether it is legal."""
    if unit is None or not unit.zone:
        return
    here = [u for u in ctx.game.units.values() if u.zone == unit.zone and u.conditions.get("shaken") and u != unit]
    if here:
        targets = tuple((u.id, u.name, f"shaken {u.conditions['shaken']}") for u in here)
        body = {"do": "calm", "unit": unit.id}
        yield Candidate(f"{unit.name} calms", body, "target", targets, cost=cost_of(ctx, unit, "quick"))


# ---------------------------------------------------------------------------------------------- what it cannot play


def flaws(game: Game) -> Iterable[Flaw]:
    """A sanity below 1 is no sanity: whoever shall be beyond it states none."""
    for unit in game.units.values():
        if stat(unit, "sanity", 1) < 1:
            yield Flaw(
                "units", unit.id, f"{unit.id} has sanity {unit.stats['sanity']}.", "Leave it out, or give 1 or more."
            )


RULEBOOK = Rulebook(
    name="sanity",
    title="Sanity",
    events=(Shaken,),
    triggers=(Trigger(StatusChanged, look, priority=200, when=falls),),
    modifiers=((ATTACK_DICE, fewer_dice),),
    actions=(
        Action(
            Calm,
            ("player", "referee"),
            calm,
            check_calm,
            offer_calm,
            help="calm vega rook: calm somebody in the same zone",
        ),
    ),
    options={"shock": OptionSpec(2, "a die up to this shakes whoever sees a comrade fall", most=6)},
    stats={"sanity": "how often it can be shaken before it attacks with a die less; none: it cannot be"},
    flaws=flaws,
)
