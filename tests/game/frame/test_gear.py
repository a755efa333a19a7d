"""Special rules as data: four ways to help, by unit or by item (D5)."""

from __future__ import annotations

import pytest
from kit import Play, game, unit
from msgspec.structs import replace
from wardiary_server.game.frame.gear import AGAIN, HELP, Help, again_part, specials
from wardiary_server.game.state import Item, Special

RULES = {
    "sealed": Special("sealed", "SEALED", "protect", ("airless", "hazard")),
    "liner": Special("liner", "RUGGED LINER", "ignore", ("hazard",)),
    "lucky": Special("lucky", "Lucky", "reroll", ("hazard",)),
    "filter": Special("filter", "Filter", "bonus", ("gas_deadly",), 2),
    "mask": Special("mask", "Mask", "bonus", ("gas_deadly",), 1),
}
SUIT = Item("suit", "Suit", "gear", specials=("liner", "mask"))
GAME = game("a", [unit("vega", specials=("filter", "lucky", "liner"), items=("suit",)), unit("bare")])


def play() -> Play:
    return Play(replace(GAME, specials=RULES, items={"suit": SUIT}))


def test_what_a_unit_and_its_gear_have_counts_once_each() -> None:
    ctx = play().context("red")
    assert [special.id for special in specials(ctx.game, ctx.game.units["vega"])] == [
        "filter",
        "lucky",
        "liner",
        "mask",
    ]


def test_help_is_told_by_kind_of_roll_and_bonuses_add_up() -> None:
    ctx = play().context("red")
    vega = ctx.game.units["vega"]
    assert ctx.value(HELP, vega, "hazard") == Help(ignores=("RUGGED LINER",), rerolls=("Lucky",))
    assert ctx.value(HELP, vega, "gas_deadly") == Help(bonus=3)
    assert ctx.value(HELP, vega, "airless") == Help()
    assert ctx.value(HELP, ctx.game.units["bare"], "hazard") == Help()


def test_a_rule_that_names_a_roll_twice_counts_once() -> None:
    """A Hazard's label is a second name for the same roll: two dice more, not four."""
    suit = Special("suit", "Suit", "bonus", ("hazard", "hazard:acid"), 2)
    start = replace(GAME, specials={"suit": suit}, units={"vega": unit("vega", specials=("suit",))})
    ctx = Play(start).context("red")
    assert ctx.value(HELP, ctx.game.units["vega"], "hazard", "hazard:acid").bonus == 2


@pytest.mark.parametrize(("option", "asks"), [({}, True), ({"frame.reroll": "likely"}, False)])
def test_d6_a_reroll_is_asked_for_unless_the_scenario_always_takes_it(option: dict[str, str], asks: bool) -> None:
    """D6: the likely answer is to roll again."""
    part = again_part(Play(replace(GAME, options=option)).context("red"), "vega", "hazard", "Acid", ("Lucky",))
    assert (part.kind, part.unit, part.reason) == ("choice", "vega", "Acid: roll again")
    assert (part.default, part.asks) == ((AGAIN,), asks)
    assert dict(part.options)[AGAIN] == "once more (Lucky)"
