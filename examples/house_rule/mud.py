"""House rule: whoever comes into mud rolls a die, and is stuck for a turn where it shows the zone's MUD or less."""

from wardiary_server.rulebooks import Rulebook, Trigger, UnitEntered, level, lose_turns, roll


def sticks(ctx, event):
    (face,) = yield from roll(rule="mud", reason="Mud", unit=event.unit, dice=1)
    if face <= level(ctx.game.zones[event.zone], "mud"):
        yield from lose_turns(ctx, event.unit, 1, "mud")


def is_muddy(ctx, event):
    return level(ctx.game.zones[event.zone], "mud") > 0


RULEBOOK = Rulebook(
    "mud",
    triggers=(Trigger(UnitEntered, sticks, when=is_muddy),),
    levels={"mud": "a die up to this holds whoever comes in for a turn"},
)
