"""Rolls of skill: attribute and skill, stress dice, disadvantage, and pushing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play, unit
from kit.skirmish import play
from wardiary_server.game.events import Remarked, Rolled
from wardiary_server.game.frame.queries import DISADVANTAGE
from wardiary_server.game.resolver import Context, roll_part
from wardiary_server.game.rulebook import Action, Command, Rule, Rulebook
from wardiary_server.game.state import Special, Unit
from wardiary_server.rules.zones import RULEBOOK
from wardiary_server.rules.zones.skills import Check, Outcome, Pool, again, hindered, pool, roll_skill


class Climb(Command, frozen=True, tag="climb"):
    """A roll of skill of a house rule: Agility and Climbing."""

    unit: str
    pushes: bool = True


def climb(ctx: Context, command: Climb) -> Rule[None]:
    dice = pool(ctx, ctx.game.units[command.unit], "agility", "climbing", rule="climb")
    rope = roll_part(rule="climb", reason="rope", unit=command.unit, dice=2, purpose="rope")
    outcome = yield from roll_skill(
        ctx, Check(command.unit, "climb", "climbing", dice, pushes=command.pushes, purpose="wall"), rope
    )
    trouble = ", trouble" if outcome.troubled else ""
    yield Remarked(text=f"{outcome.successes} of {len(outcome.dice)}+{len(outcome.stress)}{trouble}, {outcome.others}")


HOUSE = Rulebook(name="house", actions=(Action(Climb, ("player",), climb),))


def wall(stress: int = 0, *, options: dict[str, Any] | None = None, typed: bool = False, **more: Any) -> Play:
    """Vega has Agility 3 and Climbing 2."""
    vega = unit("vega", "a", agility=3, climbing=2, conditions={"stress": stress} if stress else {}, **more)
    start = play("a - b", vega, unit("rook", "b", "blue"), typed=typed, options=options or {}).start
    return Play(start, RULEBOOK, HOUSE)


def climbs(game: Play, *faces: int, **more: Any) -> str:
    game.act("red", "climb", "vega", *faces, **more)
    return remark(game)


def remark(game: Play) -> str:
    return game.events(Remarked)[-1].text if game.events(Remarked) else ""


# ---------------------------------------------------------------------------------------------- the dice


def test_attribute_skill_and_stress_are_rolled_at_once_in_two_parts() -> None:
    """D73: five dice and two stress dice in one request; the dice of something else with them."""
    game = wall(2, typed=True)
    game.act("red", "climb", "vega")
    (asked,) = game.game.open.values()
    assert [(part.reason, part.dice, part.seat) for part in asked.parts] == [
        ("climbing", 5, "red"),
        ("climbing, stress dice", 2, "red"),
        ("rope", 2, "red"),
    ]


def test_without_stress_there_is_no_such_part() -> None:
    game = wall(options={"zones.push": "never"})
    assert climbs(game, 6, 6, 1, 1, 2, 3, 3) == "2 of 5+0, ((3, 3),)"


def test_sixes_on_stress_dice_count_and_ones_on_them_are_trouble() -> None:
    """D61, D72."""
    assert climbs(wall(2, options={"zones.push": "never"}), 1, 2, 3, 4, 5, 6, 1, 3, 3) == "1 of 5+2, trouble, ((3, 3),)"
    assert climbs(wall(2, options={"zones.push": "never"}), 1, 2, 3, 4, 6, 6, 2, 3, 3) == "2 of 5+2, ((3, 3),)"


def test_what_succeeds_is_an_option() -> None:
    """D72: `zones.success` 5."""
    game = wall(options={"zones.push": "never", "zones.success": 5})
    assert climbs(game, 5, 6, 4, 1, 2, 3, 3) == "2 of 5+0, ((3, 3),)"


def test_aliens_have_no_stress_dice() -> None:
    game = wall(2, tags=("alien",))
    assert climbs(game, 2, 2, 2, 2, 2, 3, 3) == "0 of 5+0, ((3, 3),)"


@pytest.mark.parametrize(("dice", "rolled"), [(5, 4), (2, 1), (1, 1), (0, 0)])
def test_a_disadvantage_is_one_die_less_but_one_remains(dice: int, rolled: int) -> None:
    """D44: also of a single die nothing is taken."""
    hurt = Rulebook(name="hurt", modifiers=((DISADVANTAGE, lambda ctx, before, unit: True),))
    game = Play(wall().start, RULEBOOK, hurt)
    assert hindered(game.context(), game.unit("vega"), dice) == rolled


def test_how_many_dice_a_disadvantage_takes_is_an_option() -> None:
    """D44: `zones.disadvantage` 3; by default nobody is at one."""
    hurt = Rulebook(name="hurt", modifiers=((DISADVANTAGE, lambda ctx, before, unit: True),))
    game = Play(wall(options={"zones.disadvantage": 3}).start, RULEBOOK, hurt)
    assert hindered(game.context(), game.unit("vega"), 5) == 2
    assert hindered(wall().context(), game.unit("vega"), 5) == 5


def test_gear_adds_dice_to_the_kind_of_roll_that_it_names() -> None:
    """D5: a special rule with a bonus."""
    boots = Special("boots", "Climbing boots", "bonus", ("climb",), 2)
    start = play("a - b", unit("vega", agility=1, specials=("boots",)), specials={"boots": boots}).start
    ctx = Play(start, RULEBOOK).context()
    vega: Unit = start.units["vega"]
    assert pool(ctx, vega, "agility", rule="climb") == Pool(3)
    assert pool(ctx, vega, "agility", rule="swim") == Pool(1)


# ---------------------------------------------------------------------------------------------- pushing


def test_the_owner_is_asked_and_may_push() -> None:
    """D73: 1, 6 of five and 1, 4 of two: what is no success nor a stress 1 again, and one stress die more."""
    game = wall(2)
    game.act("red", "climb", "vega", 6, 1, 2, 3, 4, 1, 4, 3, 3)
    ((part,),) = [asked.parts for asked in game.game.open.values()]
    assert (part.seat, part.default, part.reason) == ("red", ("keep",), "climbing: 1 success")
    assert dict(part.options)["push"] == "push it: roll 6 dice again, one more stress die among them, for 1 Stress"
    game.dice.add(6, 2, 2, 2, 6, 5)
    game.answer("red", "push")
    assert [roll.faces for roll in game.events(Rolled)][-2:] == [(6, 2, 2, 2), (6, 5)]
    assert remark(game) == "3 of 5+3, trouble, ((3, 3),)"
    assert game.unit("vega").conditions["stress"] == 3
    assert "Vega is at stress 3 (pushed)." in game.story()


def test_a_roll_is_pushed_once() -> None:
    game = wall()
    game.act("red", "climb", "vega", *[2] * 7)
    game.dice.add(*[2] * 6)
    game.answer("red", "push")
    assert not game.game.open
    assert remark(game) == "0 of 5+1, ((2, 2),)"


def test_whoever_keeps_the_roll_pays_nothing() -> None:
    game = wall()
    game.act("red", "climb", "vega", 6, *[2] * 6)
    game.answer("red", "keep")
    assert remark(game) == "1 of 5+0, ((2, 2),)"
    assert game.unit("vega").conditions == {}


def test_pushing_is_the_likely_answer_where_nothing_has_succeeded() -> None:
    game = wall()
    game.act("red", "climb", "vega", *[2] * 7)
    ((part,),) = [asked.parts for asked in game.game.open.values()]
    assert (part.default, part.reason) == (("push",), "climbing: no successes")


def test_nobody_is_asked_where_the_scenario_settles_it() -> None:
    """D73: `zones.push`: `never`, or `failed`: what has failed is pushed, and nothing else."""
    assert climbs(wall(options={"zones.push": "never"}), *[2] * 7) == "0 of 5+0, ((2, 2),)"
    assert climbs(wall(options={"zones.push": "likely"}), *[2] * 7, 6, *[2] * 5) == "1 of 5+1, ((2, 2),)"
    assert climbs(wall(options={"zones.push": "likely"}), 6, *[2] * 6) == "1 of 5+0, ((2, 2),)"


@pytest.mark.parametrize(
    ("faces", "more"),
    [((6, 6, 6, 6, 6, 2, 2), {}), ((2,) * 7, {"tags": ("alien",)}), ((2,) * 7, {"seat": ""})],
)
def test_what_cannot_be_pushed(faces: tuple[int, ...], more: dict[str, Any]) -> None:
    """D73: a roll of which every die succeeded, an alien's, and that of a unit that is nobody's."""
    start = play("a - b", unit("vega", agility=3, climbing=2, **more), unit("ash"), unit("rook", "b", "blue")).start
    game = Play(start, RULEBOOK, HOUSE)
    game.act("red", "climb", "vega", *faces)
    assert not game.game.open
    assert game.unit("vega").conditions == {}


def test_a_roll_that_the_text_excepts_is_not_pushed() -> None:
    """D73: GAS-3 and SIG-2 say so of theirs."""
    game = wall()
    assert climbs(game, *[2] * 7, pushes=False) == "0 of 5+0, ((2, 2),)"


def test_who_fell_while_the_question_was_open_does_not_push() -> None:
    game = wall()
    game.act("red", "climb", "vega", *[2] * 7)
    game.do("referee", {"do": "ref_hurt", "unit": "vega", "amount": 9})
    game.answer("red", "push")
    assert remark(game) == "0 of 5+0, ((2, 2),)"


def test_an_undo_takes_the_push_back_and_a_restart_does_not_matter() -> None:
    """The Stress and all the dice; the same game comes of the log alone."""
    for keep_live in (True, False):
        game = Play(wall(1).start, RULEBOOK, HOUSE, keep_live=keep_live)
        before = game.game
        game.act("red", "climb", "vega", *[2] * 8)
        game.dice.add(*[2] * 7)
        game.answer("red", "push")
        after = game.game
        assert game.unit("vega").conditions["stress"] == 2
        assert game.folded() == game.state
        game.undo()
        assert game.game == before
        game.undo(word="redo")
        assert game.game == after


@given(st.lists(st.integers(1, 6), max_size=12), st.lists(st.integers(1, 6), max_size=6))
def test_a_push_rolls_as_many_dice_as_neither_succeeded_nor_are_a_stress_one(
    dice: list[int], stress: list[int]
) -> None:
    """D73, for all faces: ordinary dice but their sixes, stress dice but their sixes and ones, and one more."""
    outcome = Outcome(tuple(dice), tuple(stress), 0)
    rolled = again(wall().context(), outcome)
    assert rolled.dice == len([face for face in dice if face != 6])
    assert rolled.stress == len([face for face in stress if face not in (1, 6)]) + 1
