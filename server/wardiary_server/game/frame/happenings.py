"""A scenario's own events: what comes by round, by door or by objective, and what it then does.

What it does is a list of deeds, each a map with `do` and the fields that deed needs. The core has a few; rulebooks add
theirs (a Breach, a restored area, a zone's level).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..events import (
    DoorChanged,
    HappeningCame,
    ObjectiveClosed,
    Remarked,
    RoundBegan,
    RoundEnding,
    Scored,
    UnitEntered,
)
from ..resolver import Context, named
from ..rulebook import Rule
from ..state import Happening
from .spots import arrival


def comes(ctx: Context, when: Mapping[str, int | str]) -> Rule[None]:
    """Let everything come that waits for exactly this."""
    for happening in [h for h in ctx.game.happenings.values() if matches(h, when)]:
        if happening.id in ctx.game.happenings:  # one may have done away with another
            yield from come(ctx, happening)


def matches(happening: Happening, when: Mapping[str, int | str]) -> bool:
    """Whether a happening waits for exactly this."""
    return all(happening.when.get(key) == value for key, value in when.items()) and set(happening.when) == set(when)


def come(ctx: Context, happening: Happening) -> Rule[None]:
    """One of them comes to pass."""
    yield HappeningCame(happening=happening.id, text=happening.text)
    for deed in happening.does:
        word = str(deed["do"])
        if word in ctx.active.deeds:
            with named(ctx.active.deed_owner[word]):
                yield from ctx.active.deeds[word].run(ctx, deed)
        else:
            yield Remarked(text=f"Nothing comes of it ({word}): its rulebook is set aside.")


def at_round(ctx: Context, event: RoundBegan) -> Rule[None]:
    """What waits for a round's beginning."""
    yield from comes(ctx, {"round": event.round})


def at_round_end(ctx: Context, event: RoundEnding) -> Rule[None]:
    """What waits for a round's end."""
    yield from comes(ctx, {"round_end": event.round})


def at_door(ctx: Context, event: DoorChanged) -> Rule[None]:
    """What waits for a door to be in some state."""
    yield from comes(ctx, {"door": event.link, "is": event.door})


def at_objective(ctx: Context, event: Scored | ObjectiveClosed) -> Rule[None]:
    """What waits for an objective to score or to be taken: the first time."""
    yield from comes(ctx, {"objective": event.objective})


# ---------------------------------------------------------------------------------------------- the core's deeds


def bring(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """Units arrive from reserve in a zone. They enter it (D7)."""
    for unit in [u for u in str(deed["units"]).replace(",", " ").split() if u in ctx.game.units]:
        if ctx.game.units[unit].status == "reserve":
            zone = str(deed["zone"])
            yield UnitEntered(unit=unit, zone=zone, how="deployed", at=arrival(ctx.game, ctx.game.units[unit], zone))


def set_door(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """A door opens, closes, is sealed or destroyed."""
    was = ctx.game.links[deed["link"]].door
    if was != deed["is"]:
        yield DoorChanged(link=deed["link"], door=deed["is"], was=was)


def tell(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """A line for the story."""
    yield Remarked(text=str(deed["text"]))
