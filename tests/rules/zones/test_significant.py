"""Significant items: for oneself, and for another."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.skirmish import play
from kit.terminal import typed
from msgspec.structs import replace
from wardiary_cli.naming import Unclear
from wardiary_protocol.messages import Field
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.state import Item, Seat
from wardiary_server.rules.zones import RULEBOOK

LOCKET = Item("locket", "locket", "gear", tags=("significant",))
ROPE = Item("rope", "rope", "gear")
WORN = {"stress": 5, "response:trembling": 1, "panic": 1, "dazed": 1}
SLOW_QUICK = {"frame.economy": "slow-quick"}


def scene(*, referee: bool = False, seat: str = "green", more: Any = None, conditions: Any = None, **ash: Any) -> Play:
    """Vega (Empathy 3) with a locket; Ash (Empathy 2), of the same side and another seat, at the end of her tether."""
    vega = unit("vega", **{"empathy": 3, "items": ("locket", "rope"), **(more or {})})
    options = {**SLOW_QUICK, **ash.pop("options", {})}
    other = unit("ash", **{"seat": seat, "empathy": 2, "conditions": WORN if conditions is None else conditions, **ash})
    units = (vega, other, unit("rook", "b", "blue"))
    items = {"locket": LOCKET, "rope": ROPE}
    start = play("a - b", *units, items=items, referee=referee, options=options).start
    seats = {**start.seats, "green": Seat("green", "Green", "red")}
    return Play(replace(start, seats=seats, dice={**start.dice, "green": "script"}), RULEBOOK)


def use(game: Play, *faces: int, **more: Any) -> Any:
    return game.act("red", "significant", "vega", *faces, item="locket", **more)


def comfort(game: Play, *faces: int) -> Any:
    return use(game, *faces, target="ash", reason="Her brother gave it to me.")


def refused(game: Play, **more: Any) -> str:
    return game.refused("red", {"do": "significant", "unit": "vega", "item": "locket", **more})


# ---------------------------------------------------------------------------------------------- for oneself


def test_sig_1_it_removes_all_stress_responses_and_panic() -> None:
    """SIG-1: Stress 5: 0; whatever else there is stays. For a quick action."""
    game = scene(more={"conditions": {"stress": 5, "response:trembling": 1, "dazed": 1}})
    use(game)
    assert game.unit("vega").conditions == {"dazed": 1}
    assert game.game.clock.active["vega"] == {"slow": 1, "quick": 0}
    assert not game.rolls()
    assert "Vega is no longer trembling (locket)." in game.story()
    assert "Vega is no longer under stress (locket)." in game.story()


def test_sig_1_ongoing_panic_as_well() -> None:
    """SIG-1: where panic leaves a turn to use it in."""
    game = scene(more={"conditions": {"stress": 1, "panic": 1}})
    game.act("red", "begin", "vega", 1)
    assert game.unit("vega").conditions == {"stress": 1}
    game = Play(replace(game.start, options={**game.start.options, "frame.auto_end": False}), RULEBOOK)
    use(game, 1)
    assert game.unit("vega").conditions == {}


def test_panic_without_stress_is_something_to_remove() -> None:
    game = scene(more={"conditions": {"response:jumpy": 1}})
    use(game)
    assert game.unit("vega").conditions == {}


@pytest.mark.parametrize(
    ("more", "code"),
    [({}, "no_change"), ({"item": "rope"}, "no_such_item"), ({"item": "lockte"}, "no_such_item")],
)
def test_when_it_is_no_use(more: dict[str, str], code: str) -> None:
    assert refused(scene(), **more) == code


def test_it_is_offered_to_whoever_needs_it() -> None:
    (offer,) = on_offer(scene(more={"conditions": {"stress": 1}}, conditions={}))
    assert (offer.label, offer.cost, offer.why_not) == ("Vega holds on to locket", "1 quick", "")
    assert not on_offer(scene(conditions={}))


def test_for_another_the_offer_asks_for_a_reason() -> None:
    """SIG-2: nothing to be sent without one."""
    game = scene()
    (offer,) = on_offer(game)
    assert (offer.label, offer.asks, offer.why_not) == ("Vega reminds somebody of locket", "target", "")
    assert offer.fields == (Field("reason", "text", "Reason", most=300, needed=True),)
    assert list(legal((offer,))) == []
    typed_in = typed(game, "red", "significant vega locket ash it was her mother's")
    assert typed_in == {**offer.body, "target": "ash", "reason": "it was her mother's"}
    game.do("red", typed_in)
    with pytest.raises(Unclear, match="say the reason"):
        typed(scene(), "red", "significant vega locket ash")


def on_offer(game: Play) -> list[Any]:
    return [offer for offer in offers(game.context(), "vega") if offer.body["do"] == "significant"]


# ---------------------------------------------------------------------------------------------- for another


def test_sig_2_both_empathies_and_one_success() -> None:
    """SIG-2: Empathy 3 and 2: 5 dice, of which one six is enough; no stress dice; nobody pushes."""
    game = scene(more={"conditions": {"stress": 2}})
    comfort(game)
    game.dice.add(2, 2, 6, 2, 2)
    game.answer("green", "yes")
    assert [(len(roll.faces), roll.reason) for roll in game.rolls()] == [(5, "locket for Ash")]
    assert game.unit("ash").conditions == {"dazed": 1}
    assert game.unit("vega").conditions == {"stress": 2}
    assert not game.game.open
    assert game.game.clock.active["vega"] == {"slow": 1, "quick": 0}


def test_sig_2_without_a_success_nothing_changes() -> None:
    """SIG-2: the action is spent, and nobody may push."""
    game = scene()
    comfort(game)
    game.dice.add(2, 2, 1, 2, 2)
    game.answer("green", "yes")
    assert game.unit("ash").conditions == WORN
    assert game.game.clock.active["vega"] == {"slow": 1, "quick": 0}
    assert "locket says nothing to Ash." in game.story()


def test_d92_the_referee_accepts_the_reason() -> None:
    """D92: where one is seated, the referee is asked; the reason can be read."""
    game = scene(referee=True)
    comfort(game)
    ((part,),) = (asked.parts for asked in game.game.open.values())
    assert part.seat == "referee"
    assert part.reason == "Vega reminds Ash of locket: Her brother gave it to me."
    assert game.refused("green", {"do": "answer", **at(game), "chosen": ["yes"]}) == "not_yours"
    game.dice.add(6, 2, 1, 2, 2)
    game.answer("referee", "yes")
    assert game.unit("ash").conditions == {"dazed": 1}


def at(game: Play) -> dict[str, int]:
    (asked,) = game.game.open.values()
    return {"root": asked.root, "opened": asked.opened, "part": 0}


def test_d92_nobody_is_asked_where_the_reason_counts_as_accepted() -> None:
    """D92: by option `zones.significant`."""
    game = scene(referee=True, options={"zones.significant": "likely"})
    comfort(game, 6, 2, 1, 2, 2)
    assert not game.game.open
    assert game.unit("ash").conditions == {"dazed": 1}


def test_d92_a_reason_that_is_not_accepted_costs_nothing() -> None:
    """D92: no roll, no action."""
    game = scene()
    comfort(game)
    game.answer("green", "no")
    assert not game.rolls()
    assert game.game.clock.active["vega"] == {"slow": 1, "quick": 1}
    assert game.story()[-1] == "That means nothing to Ash."


def test_d92_nobody_is_asked_about_their_own() -> None:
    """D92: one player with both units, and no referee: the reason is theirs."""
    game = scene(seat="red")
    comfort(game, 6, 2, 2, 2, 2)
    assert game.unit("ash").conditions == {"dazed": 1}


@pytest.mark.parametrize(
    ("more", "command", "code"),
    [
        ({}, {"target": "ash"}, "no_reason"),
        ({}, {"target": "ash", "reason": "  "}, "no_reason"),
        ({"zone": "b"}, {"target": "ash", "reason": "x"}, "out_of_reach"),
        ({"seat": ""}, {"target": "ash", "reason": "x"}, "not_yours"),
        ({"side": "blue", "seat": "blue"}, {"target": "ash", "reason": "x"}, "not_yours"),
        ({"conditions": {"stress": 1, "unconscious": 1}}, {"target": "ash", "reason": "x"}, "unit_down"),
        ({"conditions": {}}, {"target": "ash", "reason": "x"}, "no_change"),
        ({"empathy": 0, "more": {"empathy": 0}}, {"target": "ash", "reason": "x"}, "no_skill"),
        ({}, {"target": "ahs", "reason": "x"}, "no_such_unit"),
    ],
)
def test_whom_it_cannot_help(more: Any, command: Any, code: str) -> None:
    assert refused(scene(**more), **command) == code


@pytest.mark.parametrize("keep_live", [True, False])
def test_an_undo_while_the_reason_is_weighed(keep_live: bool) -> None:
    start = scene(referee=True).start
    game = Play(start, RULEBOOK, keep_live=keep_live)
    before = game.game
    comfort(game)
    game.undo()
    assert game.game == before
    comfort(game)
    game.do("referee", {"do": "ref_hurt", "unit": "rook", "amount": 1})
    game.dice.add(6, 2, 2, 2, 2)
    game.answer("referee", "yes")
    assert game.unit("ash").conditions == {"dazed": 1}
    assert game.folded() == game.state


@pytest.mark.parametrize("keep_live", [True, False])
def test_who_falls_while_the_reason_is_weighed_comforts_nobody(keep_live: bool) -> None:
    game = Play(scene(referee=True).start, RULEBOOK, keep_live=keep_live)
    comfort(game)
    game.do("referee", {"do": "ref_hurt", "unit": "vega", "amount": 5})
    game.answer("referee", "yes")
    assert not game.rolls()
    assert game.unit("ash").conditions == WORN
