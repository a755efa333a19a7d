"""Full auto: a choice before an attack, for Stress; ammunition dice that show a 6 then hit too, and are gone."""

from __future__ import annotations

from collections.abc import Iterator

from wardiary_server.game import fields
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Refused, Rule
from wardiary_server.game.state import Item

from .strain import gain_stress

FULL_AUTO, MOUNTED, REMOTE = "full_auto", "mounted", "remote"
"""Tags of a weapon: it can fire full auto; it is on a vehicle; it is operated from afar."""


def check(weapon: Item) -> None:
    """FUL-1: only a weapon that can. Raises `Refused`: `no_full_auto`."""
    if FULL_AUTO not in weapon.tags:
        raise Refused("no_full_auto", f"{weapon.name} cannot fire full auto.")


def price(weapon: Item) -> int:
    """FUL-2: the Stress that it costs: 1 with a personal weapon, none with a mounted or a remote one."""
    return 0 if MOUNTED in weapon.tags or REMOTE in weapon.tags else 1


def ways(weapon: Item) -> Iterator[fields.Field]:
    """What may be said besides the target, with the price."""
    if FULL_AUTO in weapon.tags:
        yield fields.flag("auto", f"Full auto: {price(weapon)} Stress" if price(weapon) else "Full auto")


def tense(ctx: Context, unit: str, weapon: str) -> Rule[None]:
    """D58: the Stress comes before the roll, and so is rolled with."""
    item = ctx.game.items[weapon]
    yield from gain_stress(ctx, unit, price(item), f"{item.name}, full auto")
