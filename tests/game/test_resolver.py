"""What drives rules: events and their triggers depth first, limits, and whose fault a failure is."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, game, unit
from msgspec.structs import replace
from wardiary_server.game.board import graph
from wardiary_server.game.events import (
    ConditionChanged,
    LevelChanged,
    Remarked,
    RoundBegan,
    StatusChanged,
    UnitEntered,
    UnitHurt,
    UnitPlaced,
)
from wardiary_server.game.frame.harm import hurt
from wardiary_server.game.frame.queries import SPEED
from wardiary_server.game.resolver import MAX_DEPTH, MAX_EVENTS, Context, roll
from wardiary_server.game.rulebook import DeedSpec, Refused, Rule, Rulebook, Trigger
from wardiary_server.game.state import Happening

MOVE = {"do": "move", "unit": "vega", "to": "b"}


def on(event: Any, run: Any, priority: int = 50, **more: Any) -> Rulebook:
    return Rulebook("house", triggers=(Trigger(event, run, priority, **more),))


def play(*books: Rulebook, drawing: str = "a - b - c", **more: Any) -> Play:
    units = [unit("vega", speed=9), unit("rook", "c", "blue", speed=9), unit("wren", "c", "blue")]
    return Play(game(drawing, units, rulebooks=("house",)), *books, **more)


def test_each_event_and_all_that_it_triggers_is_over_before_the_rule_goes_on() -> None:
    def burn(ctx: Context, event: UnitEntered) -> Rule[None]:
        yield Remarked("it is hot")
        yield from hurt(ctx, event.unit, 1, "fire")
        yield Remarked(f"{ctx.game.units[event.unit].conditions}")

    def shaken(ctx: Context, event: UnitHurt) -> Rule[None]:
        yield ConditionChanged(unit=event.unit, condition="stress", value=1)

    table = play(Rulebook("house", triggers=(Trigger(UnitEntered, burn, 50), Trigger(UnitHurt, shaken, 50))))
    entry = table.do("red", MOVE)

    events = entry.events
    kinds = [type(e).__name__ for e in events]
    assert kinds[2:] == ["UnitEntered", "Remarked", "UnitHurt", "ConditionChanged", "Remarked"]
    assert events[6].text == "{'stress': 1}"  # type: ignore[attr-defined]
    assert [entry.because[n] for n in (2, 3, 4, 5, 6)] == [-1, 2, 2, 4, 2]


def test_who_was_shot_on_the_way_does_not_walk_on() -> None:
    """D11."""

    def shoot(ctx: Context, event: UnitEntered) -> Rule[None]:
        yield from hurt(ctx, event.unit, 9, "a gun")

    table = play(on(UnitEntered, shoot))
    table.do("red", {"do": "move", "unit": "vega", "to": "c"})

    assert table.unit("vega").zone == "b"
    assert table.unit("vega").status == "down"
    assert len(table.events(UnitEntered)) == 1


# ---------------------------------------------------------------------------------------------- limits


def push(ctx: Context, event: UnitEntered) -> Rule[None]:
    """Whoever enters is pushed on into the next zone, and there again."""
    here = ctx.game.units[event.unit].zone
    yield UnitEntered(unit=event.unit, zone=graph(ctx.game).neighbours(here)[0], came=here, how="forced")


def test_two_areas_that_push_a_unit_into_each_other_are_refused_whole() -> None:
    """foundryvtt#10887: at the limit of depth; the state is unchanged and the game goes on."""
    table = play(on(UnitEntered, push), drawing="a - b\nc")
    before = table.hash()

    assert table.refused("red", MOVE) == "endless"

    assert table.hash() == before
    assert table.do("red", {"do": "say", "text": "still here"})
    table.do("referee", {"do": "suspend", "rulebook": "house"})
    assert table.do("red", MOVE)


@pytest.mark.parametrize(("depth", "fine"), [(MAX_DEPTH, True), (MAX_DEPTH + 1, False)])
def test_the_depth_that_is_allowed_is_32(depth: int, fine: bool) -> None:
    def deeper(ctx: Context, event: LevelChanged) -> Rule[None]:
        if event.value < depth:
            yield LevelChanged(zone="a", level="deep", value=event.value + 1)

    def begin(ctx: Context, event: UnitEntered) -> Rule[None]:
        yield LevelChanged(zone="a", level="deep", value=2)

    table = play(Rulebook("house", triggers=(Trigger(UnitEntered, begin), Trigger(LevelChanged, deeper))))

    if fine:
        table.do("red", MOVE)
        assert table.game.zones["a"].levels["deep"] == depth
    else:
        assert table.refused("red", MOVE) == "endless"


def test_a_rule_that_never_stops_is_refused_at_4096_events() -> None:
    def flood(ctx: Context, event: UnitEntered) -> Rule[None]:
        while True:
            yield Remarked("and on")

    assert MAX_EVENTS == 4_096
    assert play(on(UnitEntered, flood)).refused("red", MOVE) == "endless"


def test_a_rule_that_rolls_without_end_is_refused_too() -> None:
    def flood(ctx: Context, event: UnitEntered) -> Rule[None]:
        while True:
            yield from roll(rule="r", reason="r", dice=1)

    assert play(on(UnitEntered, flood), faces=[1] * 5000).refused("red", MOVE) == "endless"


# ---------------------------------------------------------------------------------------------- failures


def broken(ctx: Context, event: UnitEntered) -> Rule[None]:
    yield Remarked("so far so good")
    raise KeyError("sanity")


def broken_at_once(ctx: Context, event: UnitEntered) -> Rule[None]:
    raise ZeroDivisionError


def fine(ctx: Context, event: UnitEntered) -> Rule[None]:
    yield Remarked("fine")


@pytest.mark.parametrize(
    "trigger",
    [
        Trigger(UnitEntered, broken), Trigger(UnitEntered, broken_at_once),
        Trigger(UnitEntered, fine, 50, lambda ctx, event: ctx.game.nonsense),
    ],
)  # fmt: skip
def test_a_rulebook_that_raises_is_named_and_nothing_is_written(trigger: Trigger) -> None:
    table = play(Rulebook("good", triggers=(Trigger(UnitEntered, fine, 1),)), Rulebook("house", triggers=(trigger,)))

    with pytest.raises(Refused, match="The rulebook 'house' failed") as refusal:
        table.do("red", MOVE)

    assert refusal.value.code == "rulebook_failed"
    assert table.unit("vega").zone == "a"
    assert table.state.seq == len(table.log)


def test_what_a_rulebook_refuses_is_its_own_word() -> None:
    def refuse(ctx: Context, event: UnitEntered) -> Rule[None]:
        raise Refused("haunted", "Nobody goes in there.")
        yield

    assert play(on(UnitEntered, refuse)).refused("red", MOVE) == "haunted"


@pytest.mark.parametrize(
    "book",
    [
        Rulebook("house", modifiers=((SPEED, lambda ctx, speed, unit: speed // 0),)),
        Rulebook("house", after=lambda ctx: iter([1 // 0])),  # type: ignore[arg-type, return-value]
        Rulebook("house", deeds={"flood": DeedSpec(lambda ctx, deed: iter([deed["nonsense"]]))}),  # type: ignore[arg-type, return-value]
    ],
)
def test_whatever_of_a_rulebook_fails_it_is_named_so_that_it_can_be_set_aside(book: Rulebook) -> None:
    """A query, what follows every command, a deed of the scenario's: the frame is not to blame."""
    start = game("a =d1= b", [unit("vega", speed=9), unit("rook", "b", "blue")], rulebooks=("house",))
    hatch = Happening("hatch", {"door": "d1", "is": "closed"}, ({"do": "flood"},))
    table = Play(replace(start, happenings={"hatch": hatch} if book.deeds else {}), book)
    body = {"do": "close", "unit": "vega", "door": "d1"} if book.deeds else MOVE

    with pytest.raises(Refused, match="The rulebook 'house' failed"):
        table.do("red", body)

    table.do("referee", {"do": "suspend", "rulebook": "house"})
    assert table.do("red", body)


# ---------------------------------------------------------------------------------------------- the referee's hand


def test_what_the_referee_puts_triggers_nothing_but_what_keeps_the_game_in_order() -> None:
    def shout(ctx: Context, event: Any) -> Rule[None]:
        yield Remarked("ouch")

    house = Rulebook("house", triggers=tuple(Trigger(kind, shout) for kind in (UnitHurt, UnitPlaced, StatusChanged)))
    table = play(house)
    table.act("red", "begin", "vega")

    put = table.act("referee", "ref_hurt", "vega", amount=9)

    assert not table.events(Remarked, put)
    assert table.unit("vega").status == "down"
    assert table.game.clock.active == {}
    table.act("referee", "ref_heal", "vega", amount=1)
    ruled = table.act("referee", "ref_hurt", "vega", amount=9, with_rules=True)
    assert len(table.events(Remarked, ruled)) == 2


def test_what_follows_a_quiet_command_is_not_quiet() -> None:
    """A hand that takes the last fighter out of the round does not silence the next round's beginning."""

    def dawn(ctx: Context, event: RoundBegan) -> Rule[None]:
        yield Remarked("a new round")

    table = play(on(RoundBegan, dawn))
    table.act("red", "pass", "vega")
    table.act("blue", "pass", "wren")

    over = table.act("referee", "ref_hurt", "rook", amount=9)

    assert table.game.clock.round == 2
    assert [e.text for e in table.events(Remarked, over)] == ["a new round"]
