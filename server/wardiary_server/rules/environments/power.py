"""Disabled Power: a parameter of the mission, with no effect of its own (ENV-40).

The scenario says what hangs on a power supply. While that is out, and only then:

    doors         have to be forced, for a special action, to be opened or closed
    objectives    can neither be taken nor held, and let nobody leave
    units         do not fire by themselves
    areas         hold: Darkness for one (ENV-41); while there is power they are suppressed

Whatever else it brings are events that wait for it, `{power = "main", is = "off"}`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec.structs import replace

from wardiary_server.game import fields
from wardiary_server.game.event import Event, put
from wardiary_server.game.frame.happenings import comes
from wardiary_server.game.frame.referee.hand import Reason, act, remark
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Candidate, Command, DeedSpec, Flaw, Refused, Rule, Trigger, did_you_mean
from wardiary_server.game.state import Game, Marker, Unit

from .areas import is_suppressed, zones_of
from .suppressing import switch

POWER = "power"
HANGS: Mapping[str, str] = {"door": "doors", "objective": "objectives", "unit": "units"}
"""What may hang on a supply, and under which word the scenario lists it."""


class PowerChanged(Event, frozen=True, tag="power"):
    """A power supply is on from now on, or off."""

    marker: str
    name: str
    now: Literal["on", "off"]
    why: str = ""

    def fold(self, game: Game) -> Game:
        """The supply remembers it."""
        supply = game.markers[self.marker]
        after = replace(supply, data={**supply.data, "is": self.now})
        return replace(game, markers=put(game.markers, supply.id, after))

    def sentence(self) -> str:
        """Out, or back."""
        return ("{Name} is back." if self.now == "on" else "{Name} is out.") + (" {why}" if self.why else "")


def supplies(game: Game) -> list[Marker]:
    """The power supplies that a scenario has."""
    return [marker for marker in game.markers.values() if marker.kind == POWER]


def is_out(supply: Marker) -> bool:
    """Whether there is no power."""
    return supply.data.get("is") == "off"


def works(ctx: Context, powered: bool, kind: str, thing: str) -> bool:
    """Whether nothing that a thing hangs on is out."""
    listed = HANGS.get(kind, "")
    return powered and not any(is_out(s) and thing in zones_of(s.data.get(listed, "")) for s in supplies(ctx.game))


def set_power(ctx: Context, supply: str, now: Literal["on", "off"]) -> Rule[None]:
    """Power is cut, or restored; where it is so already, nothing happens."""
    known = ctx.game.markers.get(supply)
    if known is not None and known.kind == POWER and is_out(known) != (now == "off"):
        yield PowerChanged(marker=supply, name=known.name, now=now)


def switch_areas(ctx: Context, event: PowerChanged) -> Rule[None]:
    """ENV-41: what holds while there is no power begins to hold, or stops."""
    for area in zones_of(ctx.game.markers[event.marker].data.get("areas", "")):
        yield from switch(ctx, area, on=event.now == "off")


def at_power(ctx: Context, event: PowerChanged) -> Rule[None]:
    """What waits for the power to go, or to come back."""
    yield from comes(ctx, {"power": event.marker, "is": event.now})


# ---------------------------------------------------------------------------------------------- who may


class RefPower(Command, frozen=True, tag="ref_power"):
    """The referee cuts the power, or restores it. Nobody else does, but events of the scenario."""

    power: str
    now: Literal["on", "off"]
    reason: Reason = ""


def check_power(ctx: Context, command: RefPower) -> None:
    """Raises `Refused`: `no_such_power`, `no_change`, `not_playing`."""
    known = {supply.id: supply for supply in supplies(ctx.game)}
    if command.power not in known:
        text = f"There is no power supply {command.power!r}.{did_you_mean(command.power, known)}"
        raise Refused("no_such_power", text)
    if ctx.game.clock.phase == "setup":
        raise Refused("not_playing", "Play has not begun.")
    if is_out(known[command.power]) == (command.now == "off"):
        raise Refused("no_change", f"{known[command.power].name} is {command.now}.")


def run_power(ctx: Context, command: RefPower) -> Rule[None]:
    """The referee's word."""
    yield from remark(command.reason)
    yield from set_power(ctx, command.power, command.now)


def deed_power(ctx: Context, deed: Mapping[str, Any]) -> Rule[None]:
    """An event's."""
    yield from set_power(ctx, str(deed["power"]), "off" if deed["is"] == "off" else "on")


def offer_power(ctx: Context, unit: Unit | None) -> Iterator[Candidate]:
    """Each supply, to be cut or restored."""
    if unit is None:
        for supply in supplies(ctx.game):
            now, label = ("on", "Restore") if is_out(supply) else ("off", "Cut")
            body = {"do": "ref_power", "power": supply.id, "now": now}
            yield Candidate(f"{label} {supply.name or supply.id}", body, fields=(fields.REASON,))


ACTIONS = (act(RefPower, check_power, run_power, offer_power, "ref_power main off: cut the power, or restore it"),)

TRIGGERS = (
    Trigger(PowerChanged, switch_areas, 100, always=True),
    Trigger(PowerChanged, at_power, 500),
)

DEEDS = {
    "power": DeedSpec(deed_power, {"power": "power", "is": "switch"}, text="power is cut, or restored"),
}


# ---------------------------------------------------------------------------------------------- what cannot be played


def flaws(game: Game) -> Iterator[Flaw]:
    """Areas that hold although there is power, or do not although there is none; doors that are none."""
    for supply in supplies(game):
        for area in zones_of(supply.data.get("areas", "")):
            if area in game.areas and is_suppressed(game.areas[area]) == is_out(supply):
                text = f"{area!r} holds while {supply.name!r} is off, and that is {supply.data['is']} at the start."
                hint = "Leave its `suppressed` out." if is_out(supply) else "Give it suppressed = 1."
                yield Flaw("areas", area, text, hint)
        for link in zones_of(supply.data.get("doors", "")):
            if link in game.links and game.links[link].door == "none":
                yield Flaw("power", supply.id, f"There is no door at {link!r}.", 'Give it door = "closed".')
