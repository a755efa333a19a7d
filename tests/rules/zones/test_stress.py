"""Stress Responses and panic: how they come, what they do, how they end."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.skirmish import end_round, play
from wardiary_server.game.events import ConditionChanged
from wardiary_server.game.frame.queries import DISADVANTAGE
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import Action, Command, Rule, Rulebook
from wardiary_server.game.state import ResultRow, ResultTable
from wardiary_server.rules.zones import RULEBOOK
from wardiary_server.rules.zones.strain import gain_stress
from wardiary_server.rules.zones.stress import brings_nothing, relieve, respond, responses
from wardiary_server.rules.zones.tables import BUNDLED, PANIC, RESPONSE


class Scare(Command, frozen=True, tag="scare"):
    """A stress die showed a 1."""

    unit: str


class Soothe(Command, frozen=True, tag="soothe"):
    """So much Stress less."""

    unit: str
    amount: int = 1


def scare(ctx: Context, command: Scare) -> Rule[None]:
    yield from respond(ctx, command.unit, "a noise")


def soothe(ctx: Context, command: Soothe) -> Rule[None]:
    yield from gain_stress(ctx, command.unit, -command.amount, "rest")


HOUSE = Rulebook(
    name="house", actions=(Action(Scare, ("player", "referee"), scare), Action(Soothe, ("player", "referee"), soothe))
)


def nerves(stress: int = 1, *, options: Any = None, tables: Any = None, more: Any = None, **kwargs: Any) -> Play:
    """Vega, under Stress; Ash and Rook."""
    conditions = {"stress": stress, **(more or {})} if stress else dict(more or {})
    vega = unit("vega", conditions=conditions, **kwargs)
    others = (unit("ash"), unit("rook", "a", "blue"))
    start = play("a - b", vega, *others, options=options or {}, tables=tables or {}).start
    return Play(start, RULEBOOK, HOUSE)


def scared(game: Play, *faces: int) -> dict[str, int]:
    """Vega rolls for a Stress Response: her conditions then."""
    game.act("red", "scare", "vega", *faces)
    return dict(game.unit("vega").conditions)


# ---------------------------------------------------------------------------------------------- a Stress Response


@pytest.mark.parametrize(
    ("face", "conditions"),
    [
        (1, {"stress": 1}),
        (2, {"stress": 1}),
        (3, {"stress": 2}),
        (4, {"stress": 1, "response:trembling": 1}),
        (5, {"stress": 1, "response:jumpy": 1}),
        (6, {"stress": 1, "lost_turns": 1}),
    ],
)
def test_stress_is_added_to_the_die(face: int, conditions: dict[str, int]) -> None:
    """D74: Stress 1: one row further on the bundled table."""
    assert scared(nerves(), face) == conditions


def test_enough_of_it_is_panic() -> None:
    """D74: Stress 3 and a 5, and anything above."""
    assert scared(nerves(3), 5) == {"stress": 3, "panic": 1}
    game = nerves(6)
    assert scared(game, 6) == {"stress": 6, "panic": 1}
    assert "Vega is in panic (Stress Response)." in game.story()


def test_the_die_alone_by_an_option() -> None:
    """D74: "zones.response_adds_stress" = false: a 6 is a 6."""
    assert scared(nerves(5, options={"zones.response_adds_stress": False}), 3) == {"stress": 5}


def test_it_is_told() -> None:
    game = nerves()
    scared(game, 4)
    assert game.story()[-3:] == [
        "Vega (Stress Response (a noise)): 4.",
        "Vega, Stress Response: hands that tremble.",
        "Vega is trembling (Stress Response).",
    ]


def test_nobody_trembles_twice() -> None:
    game = nerves()
    scared(game, 4)
    assert scared(game, 4) == {"stress": 1, "response:trembling": 1}


def test_aliens_and_those_who_are_out_have_none() -> None:
    assert scared(nerves(tags=("alien",))) == {"stress": 1}
    assert scared(nerves(more={"unconscious": 1})) == {"stress": 1, "unconscious": 1}


def test_a_scenario_has_its_own_table() -> None:
    """D74: its condition is a Stress Response too; `prone` is what it always is."""
    own = ResultTable(
        RESPONSE, (ResultRow(1, 3, "a tic", condition="twitching"), ResultRow(4, 6, "x", condition="prone"))
    )
    game = nerves(tables={RESPONSE: own})
    assert scared(game, 1) == {"stress": 1, "response:twitching": 1}
    assert scared(game, 6) == {"stress": 1, "response:twitching": 1, "prone": 1}


@pytest.mark.parametrize("condition", ["response:trembling", "response:twitching", "panic"])
def test_whoever_is_under_one_is_at_a_disadvantage(condition: str) -> None:
    """D74, D44."""
    game = nerves(more={condition: 1})
    assert [game.context().value(DISADVANTAGE, game.unit(name)) for name in ("vega", "ash")] == [True, False]


# ---------------------------------------------------------------------------------------------- panic


def begins(game: Play, *faces: int) -> dict[str, int]:
    game.act("red", "begin", "vega", *faces)
    return dict(game.unit("vega").conditions)


def test_panic_goes_on_until_it_is_over() -> None:
    """D74: Stress 2: a 3 loses the turn, in the next a 2 ends it."""
    game = nerves(2, more={"panic": 1})
    assert begins(game, 3) == {"stress": 2, "panic": 1}
    assert "vega" in game.game.clock.done
    end_round(game)
    assert begins(game, 2) == {"stress": 2}
    assert "vega" in game.game.clock.active
    assert game.story()[-2:] == ["Vega, panic: the worst of it is over.", "Vega is no longer in panic."]


@pytest.mark.parametrize(
    ("face", "conditions", "health"),
    [
        (4, {"stress": 1, "panic": 1}, 5),
        (5, {"stress": 2, "panic": 1}, 5),
        (6, {"stress": 1, "panic": 1, "prone": 1}, 5),
    ],
)
def test_what_a_unit_in_panic_does(face: int, conditions: dict[str, int], health: int) -> None:
    """D74: Stress 1: each costs the turn, and something besides."""
    game = nerves(1, more={"panic": 1})
    assert begins(game, face) == conditions
    assert "vega" in game.game.clock.done


def test_the_worst_of_panic() -> None:
    """D74: Stress 6: a 2 hurts, a 6 is a faint, of which one turn is left to lose."""
    game = nerves(6, more={"panic": 1})
    begins(game, 2)
    assert game.unit("vega").stats["health"] == 4
    end_round(game)
    assert begins(game, 6)["lost_turns"] == 1


def test_who_loses_the_turn_anyway_does_not_roll() -> None:
    game = nerves(1, more={"panic": 1, "lost_turns": 1})
    begins(game)
    assert not game.rolls(PANIC)


def test_others_do_not_roll() -> None:
    game = nerves(1, more={"panic": 1})
    game.act("red", "begin", "ash")
    assert not game.rolls(PANIC)


def test_the_bundled_tables_have_six_rows_of_words() -> None:
    for name in (RESPONSE, PANIC):
        assert len(BUNDLED[name].rows) == 6
        assert brings_nothing(BUNDLED[name].rows[0])
        assert not any(brings_nothing(row) for row in BUNDLED[name].rows[1:])


@pytest.mark.parametrize("keep_live", [True, False])
def test_real_dice_and_an_undo_in_the_middle(keep_live: bool) -> None:
    """Panic asks as the turn begins; an undo takes the command back that began it."""
    units = (unit("vega", conditions={"stress": 1, "panic": 1}), unit("rook", "b", "blue"))
    game = play("a - b", *units, typed=True, keep_live=keep_live)
    before = game.game
    game.act("red", "move", "vega", to="b")
    game.undo()
    assert game.game == before
    game.act("red", "move", "vega", to="b")
    game.answer("red", 6)
    assert game.unit("vega").zone == "a"
    assert game.unit("vega").conditions == {"stress": 1, "panic": 1, "prone": 1}
    assert game.folded() == game.state


@pytest.mark.parametrize("keep_live", [True, False])
def test_who_is_helped_while_the_dice_are_awaited_is_in_panic_no_more(keep_live: bool) -> None:
    units = (unit("vega", conditions={"stress": 1, "panic": 1}), unit("rook", "b", "blue"))
    start = play("a - b", *units, typed=True).start
    game = Play(start, RULEBOOK, HOUSE, keep_live=keep_live)
    game.act("red", "begin", "vega")
    game.act("referee", "soothe", "vega")
    game.answer("red", 6)
    assert game.unit("vega").conditions == {}
    assert "vega" in game.game.clock.active


# ---------------------------------------------------------------------------------------------- the end of it


def test_without_stress_there_is_none_of_it() -> None:
    """D74: not at Stress 1; at 0 all of it is over."""
    game = nerves(2, more={"response:jumpy": 1, "panic": 1, "dazed": 1})
    game.act("red", "soothe", "ash")
    game.act("referee", "soothe", "vega")
    assert game.unit("vega").conditions == {"stress": 1, "response:jumpy": 1, "panic": 1, "dazed": 1}
    game.act("referee", "soothe", "vega")
    assert game.unit("vega").conditions == {"dazed": 1}
    assert "Vega is no longer jumpy (no Stress is left)." in game.story()


def test_it_may_last_by_an_option() -> None:
    """D74: "zones.calm" = false: until something else ends it."""
    game = nerves(1, more={"panic": 1}, options={"zones.calm": False})
    game.act("referee", "soothe", "vega")
    assert game.unit("vega").conditions == {"panic": 1}


def test_relief_ends_what_is_a_response_and_nothing_else() -> None:
    game = nerves(2, more={"response:jumpy": 1, "panic": 1, "prone": 1})
    assert responses(game.unit("vega")) == ["response:jumpy", "panic"]
    assert list(relieve(game.context(), "vega", "a locket")) == [
        ConditionChanged(unit="vega", condition="response:jumpy", value=0, why="a locket"),
        ConditionChanged(unit="vega", condition="panic", value=0, why="a locket"),
    ]
