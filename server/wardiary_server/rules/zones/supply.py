"""Supply dice: what a unit has at hand, what lies in its pack, and how it comes by more.

`supply` counts all the supply dice of a unit, `pack` those among them that are in its pack. Only what is at hand is
rolled and spent; unpacking takes a quick action. There is one kind of supplies: ammunition and medicine are not told
apart before somebody looks for them (AID-5).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from wardiary_server.game import fields
from wardiary_server.game.event import Event, stat, with_unit
from wardiary_server.game.events import ItemTaken, StatChanged
from wardiary_server.game.frame.economy import coin, pay
from wardiary_server.game.frame.movement import cost_of
from wardiary_server.game.frame.turns import begun, ready_to
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Action, Candidate, Command, DeedSpec, Flaw, Refused, Rule, Trigger
from wardiary_server.game.state import Game, Unit

SUPPLY, PACK = "supply", "pack"
"""Stats of a unit: all its supply dice, and those among them that are in its pack. `supply` is an item's stat too."""


class UsedUp(Event, frozen=True, tag="used_up"):
    """A unit has emptied something that it carried, and it is gone."""

    unit: str
    item: str
    template: ClassVar[str] = "{unit} empties {item}."

    def fold(self, game: Game) -> Game:
        items = tuple(item for item in game.units[self.unit].items if item != self.item)
        return with_unit(game, self.unit, items=items)


class Unpack(Command, frozen=True, tag="unpack"):
    """Takes supply dice out of the pack, for a quick action: all of them, or so many."""

    unit: str
    dice: Annotated[int, Meta(ge=0, le=1_000)] = 0


def at_hand(unit: Unit) -> int:
    """The supply dice that a unit can roll and spend: all but those in its pack (REL-2)."""
    return max(0, stat(unit, SUPPLY) - stat(unit, PACK))


def lose(ctx: Context, unit: str, dice: int, why: str) -> Rule[None]:
    """So many of the supply dice at hand are gone."""
    here = ctx.game.units[unit]
    gone = min(dice, at_hand(here))
    if gone:
        yield StatChanged(unit=unit, stat=SUPPLY, value=stat(here, SUPPLY) - gone, why=why)


def gain(ctx: Context, unit: str, dice: int, why: str) -> Rule[None]:
    """So many supply dice more are at hand."""
    yield StatChanged(unit=unit, stat=SUPPLY, value=stat(ctx.game.units[unit], SUPPLY) + dice, why=why)


def in_words(dice: int) -> str:
    """So many supply dice, for people."""
    return f"{dice or 'no'} supply {'die' if dice == 1 else 'dice'}"


# ---------------------------------------------------------------------------------------------- the pack


def check_unpack(ctx: Context, command: Unpack) -> None:
    """Raises `Refused`: `no_supply`, `no_action`, and what `ready_to` does."""
    unit = ready_to(ctx, command.unit)
    if stat(unit, PACK) < max(1, command.dice):
        raise Refused("no_supply", f"{unit.name} has {in_words(stat(unit, PACK))} in the pack.")
    coin(ctx, unit, "quick")


def unpack(ctx: Context, command: Unpack) -> Rule[None]:
    """REL-4: what comes out of the pack is at hand."""
    if not (yield from begun(ctx, command.unit, check_unpack, command)):
        return
    yield from pay(ctx, command.unit, "quick")
    packed = stat(ctx.game.units[command.unit], PACK)
    yield StatChanged(unit=command.unit, stat=PACK, value=packed - (command.dice or packed), why="unpacked")


def offer_unpack(ctx: Context, unit: Unit | None) -> Iterable[Candidate]:
    """To empty a pack that has anything in it, or to take out less."""
    if unit is not None and (packed := stat(unit, PACK)):
        label, cost = f"{unit.name} takes {in_words(packed)} out of the pack", cost_of(ctx, unit, "quick")
        fewer = (fields.number("dice", "How many", 1, packed, packed, needed=False),) if packed > 1 else ()
        yield Candidate(label, {"do": "unpack", "unit": unit.id}, cost=cost, fields=fewer)


# ---------------------------------------------------------------------------------------------- more of it


def found(ctx: Context, event: ItemTaken) -> bool:
    """Whether what was taken holds supplies."""
    return ctx.game.items[event.item].stats.get(SUPPLY, 0) > 0


def empty(ctx: Context, event: ItemTaken) -> Rule[None]:
    """Whoever takes an item with supplies has them, and it is empty: nobody finds them in it twice."""
    item = ctx.game.items[event.item]
    yield UsedUp(unit=event.unit, item=item.id)
    yield from gain(ctx, event.unit, item.stats[SUPPLY], item.name)


def deed_supply(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """A scenario's event brings supplies."""
    for unit in str(deed["units"]).split(","):
        yield from gain(ctx, unit, int(deed["number"]), str(deed.get("text", "")))


def flaws(game: Game) -> Iterator[Flaw]:
    """Packs that hold more than there is, and supplies that nobody would ever find."""
    for unit in game.units.values():
        if stat(unit, PACK) > stat(unit, SUPPLY):
            text = f"{unit.name} has {stat(unit, PACK)} supply dice in the pack, and {stat(unit, SUPPLY)} in all."
            yield Flaw("units", unit.id, text, "`supply` counts them all, those in the pack too (REL-2).")
        for item in (game.items[name] for name in unit.items if name in game.items):
            if item.stats.get(SUPPLY, 0) > 0:
                text = f"{unit.name} carries {item.name}, and the supplies in that are found by whoever takes it."
                yield Flaw("units", unit.id, text, "Count them in the unit's own `supply`.")


ACTIONS = (
    Action(
        Unpack,
        ("player", "referee"),
        unpack,
        check_unpack,
        offer_unpack,
        help="unpack vega: take supply dice out of the pack, for a quick action",
    ),
)
TRIGGERS = (Trigger(ItemTaken, empty, 0, found),)
DEEDS = {
    "supply": DeedSpec(
        deed_supply,
        {"units": "units", "number": "number"},
        {"text": "text"},
        text="units have so many supply dice more at hand; `text` says where from",
    )
}
STATS = {
    SUPPLY: "supply dice, those in the pack too: for ammunition and for medical aid",
    PACK: "how many of its supply dice are in its pack, out of reach",
}
ITEM_STATS = {SUPPLY: "supply dice that whoever takes it finds in it"}
