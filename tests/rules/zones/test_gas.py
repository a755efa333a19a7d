"""Gas: who resists it with what, what is left of it does, and how it thins out and flows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play, unit
from kit.skirmish import end_round, laid, play
from wardiary_server.game.events import ConditionChanged, LevelChanged, TurnEnded, UnitHurt
from wardiary_server.game.frame.queries import DISADVANTAGE
from wardiary_server.game.rulebook import Rulebook
from wardiary_server.game.state import Item, Special, Unit
from wardiary_server.rules.zones import RULEBOOK
from wardiary_server.rules.zones.gas import dispersed, states_resistance

DEADLY, IRRITATING = "gas_deadly", "gas_irritating"
LINE = "a - b - c - d - e"


def levels(level: str, *ratings: int) -> dict[str, dict[str, int]]:
    """Ratings of a, b, c, …"""
    return {zone: {level: rating} for zone, rating in zip("abcde", ratings, strict=False) if rating}


def ratings(game: Play, level: str = DEADLY) -> tuple[int, ...]:
    return tuple(zone.levels.get(level, 0) for zone in game.game.zones.values())


def soldier(zone: str = "a", **more: Any) -> Unit:
    """Strength 3, Stamina 2."""
    return unit("vega", zone, **{"strength": 3, "stamina": 2, **more})


def into(level: str, gas: int, *faces: int, vega: Unit | None = None, **more: Any) -> Play:
    """Vega enters gas and rolls these faces."""
    game = play("a - b", vega or soldier(), unit("rook", side="blue"), levels={"b": {level: gas}}, **more)
    game.act("red", "move", "vega", *faces, to="b")
    return game


# ---------------------------------------------------------------------------------------------- who resists, with what


def test_gas_1_gas_fills_zones_and_comes_in_two_agents() -> None:
    """GAS-1: deadly and irritating, each with a rating of its own in one zone; deadly comes first (D10)."""
    both = {"b": {DEADLY: 1, IRRITATING: 2}}
    game = play("a - b", soldier(), unit("rook", side="blue"), levels=both)
    game.act("red", "move", "vega", 1, 2, 3, 4, 5, 1, 1, 1, 1, 6, to="b")
    assert [roll.reason for roll in game.rolls("gas")] == ["GAS (deadly) 1", "GAS (irritating) 2"]
    assert game.unit("vega").stats["health"] == 4
    assert game.unit("vega").conditions == {"lost_turns": 1, "stress": 1}


def test_gas_2_armour_is_no_help() -> None:
    """GAS-2, D16: AR 5 changes nothing."""
    game = into(DEADLY, 3, 1, 2, 3, 4, 5, vega=soldier(ar=5))
    assert game.unit("vega").stats["health"] == 2


def test_gas_3_at_a_disadvantage_it_is_one_die_less() -> None:
    """GAS-3, D44, D93: 3 and 2 are 4 dice then."""
    hurt = Rulebook(name="hurt", modifiers=((DISADVANTAGE, lambda ctx, before, unit: True),))
    start = play("a - b", soldier(), unit("rook", side="blue"), levels={"b": {DEADLY: 1}}).start
    game = Play(start, RULEBOOK, hurt)
    game.act("red", "move", "vega", 2, 2, 2, 6, to="b")
    assert [len(roll.faces) for roll in game.rolls("gas")] == [4]


@pytest.mark.parametrize("more", [{"tags": ("gas_immune",)}, {"gas_immune": 1}])
def test_gas_2_the_immune_do_not_roll(more: Mapping[str, Any]) -> None:
    """GAS-2, D77: immunity is a tag or a stat; no roll is made, when entering or when beginning a turn."""
    game = into(DEADLY, 3, vega=soldier(**more))
    game.act("red", "end", "vega")
    end_round(game)
    game.act("red", "begin", "vega")
    assert not game.rolls()
    assert game.unit("vega").stats["health"] == 5


def test_gas_3_entering_asks_for_strength_and_stamina() -> None:
    """GAS-3: Strength 3 and Stamina 2: 5 dice; stress adds none."""
    game = into(IRRITATING, 3, 1, 3, 4, 6, 6, vega=soldier(conditions={"stress": 4}))
    (roll,) = game.rolls("gas")
    assert (roll.unit, len(roll.faces)) == ("vega", 5)


def test_gas_3_so_does_beginning_a_turn() -> None:
    """GAS-3: and every entry and every turn does (D3, D2)."""
    game = play("a - b", soldier(speed=3, health=20), levels={"a": {DEADLY: 3}})
    game.act("red", "move", "vega", *[6] * 5, *[6] * 5, to="a", path=["b", "a"])
    assert len(game.rolls("gas")) == 2
    game.act("red", "end", "vega")
    game.act("red", "begin", "vega", *[6] * 5)
    assert len(game.rolls("gas")) == 3


def test_leaving_asks_for_nothing() -> None:
    """MegaMek#1978, MegaMek#3727: out of the gas, into clean air: only the turn's start counted."""
    game = play("a - b", soldier(), unit("rook", side="blue"), levels={"a": {DEADLY: 1}})
    game.act("red", "move", "vega", *[6] * 5, to="b")
    assert len(game.rolls("gas")) == 1


def test_a_unit_may_state_another_stat() -> None:
    """D77: `gas_dice` instead of Strength and Stamina."""
    game = into(DEADLY, 2, 6, 1, vega=soldier(gas_dice=2))
    assert game.unit("vega").stats["health"] == 4


def test_a_unit_without_dice_just_suffers() -> None:
    """D77: no dice, no roll; all of it counts."""
    game = into(DEADLY, 2, vega=unit("vega"))
    assert not game.rolls()
    assert game.unit("vega").stats["health"] == 3


@pytest.mark.parametrize(
    ("given", "says"),
    [({}, False), ({"strength": 2}, True), ({"gas_dice": 0}, True), ({"gas_immune": 1}, True), ({"ar": 3}, False)],
)
def test_whether_a_unit_says_how_it_stands_in_gas(given: Mapping[str, int], says: bool) -> None:
    """D77: one that says nothing is a fault of the scenario."""
    assert states_resistance(unit("vega", **given)) is says


def test_irritating_is_the_other_agent_by_whatever_word() -> None:
    """D14, GAS-1: there are two agents, and what incapacitates is the irritating one: it takes turns and no health."""
    game = play("a - b", soldier(), unit("rook", side="blue"), levels={"b": {IRRITATING: 1}})
    game.act("red", "move", "vega", 2, 2, 2, 2, 2, to="b")
    assert game.unit("vega").stats["health"] == soldier().stats["health"]
    assert game.unit("vega").conditions["lost_turns"] == 1


def test_gas_thins_out_as_the_round_ends_and_not_as_a_turn_does() -> None:
    """D70, GAS-8: a turn ends, and the rating is 3 still; the round ends, and it is 2."""
    game = play("a - b", soldier(), unit("rook", side="blue"), levels={"b": {IRRITATING: 3}})
    game.act("red", "begin", "vega")
    game.act("red", "end", "vega")
    assert game.game.zones["b"].levels[IRRITATING] == 3
    end_round(game)
    assert game.game.zones["b"].levels[IRRITATING] == 2


def test_the_units_own_seat_types_its_dice() -> None:
    """GAS-3, D66: typed dice are asked of the unit's seat, and checked before anything happens."""
    game = play("a - b", soldier(), unit("rook", side="blue"), levels={"b": {DEADLY: 3}}, typed=True, keep_live=False)
    game.act("red", "move", "vega", to="b")
    (asked,) = game.game.open.values()
    assert [(p.seat, p.unit, p.dice, p.reason) for p in asked.parts] == [("red", "vega", 5, "GAS (deadly) 3")]
    game.answer("red", 1, 6, 2, 3, 4)
    assert game.unit("vega").stats["health"] == 3


def test_who_died_while_the_dice_were_out_suffers_no_more() -> None:
    """The referee interferes; the answer still goes in, and does nothing."""
    game = play("a - b", soldier(), unit("rook", side="blue"), levels={"b": {IRRITATING: 3}}, typed=True)
    game.act("red", "move", "vega", to="b")
    game.do("referee", {"do": "ref_hurt", "unit": "vega", "amount": 9})
    game.answer("red", 1, 1, 2, 3, 4)
    assert game.unit("vega").conditions == {}


# ---------------------------------------------------------------------------------------------- what is left of it


def test_gas_4_each_six_takes_one_off_for_this_unit() -> None:
    """GAS-4: 1, 3, 4, 6, 6 against 3: 1 is left."""
    game = into(DEADLY, 3, 1, 3, 4, 6, 6)
    assert game.unit("vega").stats["health"] == 4


def test_gas_4_what_is_a_success_is_an_option() -> None:
    """GAS-4, D72: with `zones.success` = 5 the same text's *success* is a 5 as well: 1, 3, 4, 5, 6 leave 1 of 3."""
    game = into(DEADLY, 3, 1, 3, 4, 5, 6, options={"zones.success": 5})
    assert game.unit("vega").stats["health"] == 4


def test_gas_5_deadly_takes_health() -> None:
    """GAS-5: GAS 3 and no success: 3 health."""
    game = into(DEADLY, 3, 1, 2, 3, 4, 5)
    assert game.unit("vega").stats["health"] == 2
    assert "Vega loses 3 health (GAS (deadly) 3); 2 left." in game.story()


def test_gas_6_irritating_takes_the_next_turn_and_adds_stress() -> None:
    """GAS-6: the text's own example: GAS 3, 1, 3, 4, 6, 6: the next turn is lost, one stress more.

    The turn that is on goes on (D13): it entered in the middle of it.
    """
    game = into(IRRITATING, 3, 1, 3, 4, 6, 6)
    assert game.unit("vega").conditions == {"lost_turns": 1, "stress": 1}
    assert "vega" in game.game.clock.active
    game.act("red", "end", "vega")
    end_round(game)
    assert game.refused("red", {"do": "move", "unit": "vega", "to": "a"}) == "turn_lost"
    game.act("red", "pass", "vega", *[6] * 5)
    assert game.unit("vega").conditions == {"stress": 1}
    assert game.events(TurnEnded)[-1].why == "the turn is lost"


def test_gas_6_two_points_take_two_turns() -> None:
    """GAS-6: 2 left: 2 turns, 2 stress, on top of what there was."""
    game = into(IRRITATING, 3, 1, 3, 4, 5, 6, vega=soldier(conditions={"stress": 1}))
    assert game.unit("vega").conditions == {"lost_turns": 2, "stress": 3}


def test_gas_7_the_zone_keeps_its_gas() -> None:
    """GAS-7: however many sixes: still 3."""
    game = into(DEADLY, 3, 6, 6, 6, 6, 6)
    assert ratings(game) == (0, 3)
    assert game.unit("vega").stats["health"] == 5
    assert "Vega withstands the gas." in game.story()


# ---------------------------------------------------------------------------------------------- which turn is lost


def start_in_gas(*faces: int, **options: Any) -> Play:
    """Vega begins a turn in GAS (irritating) 3."""
    game = play("a - b", soldier(), unit("rook", "b", "blue"), levels={"a": {IRRITATING: 3}}, options=options)
    game.act("red", "move", "vega", *faces, to="b")
    return game


def test_gas_at_the_start_of_a_turn_takes_that_turn() -> None:
    """D13: one point is left: the turn that was starting is the lost one, and the move does not happen."""
    game = start_in_gas(1, 3, 4, 6, 6)
    vega = game.unit("vega")
    assert (vega.zone, vega.conditions) == ("a", {"stress": 1})
    assert "vega" in game.game.clock.done


def test_which_turn_is_an_option() -> None:
    """D13: with `zones.choke_at_start` = `next` this turn is still the unit's; the next is lost."""
    game = start_in_gas(1, 3, 4, 6, 6, **{"zones.choke_at_start": "next"})
    vega = game.unit("vega")
    assert (vega.zone, vega.conditions) == ("b", {"choking": 1, "stress": 1})
    game.act("red", "end", "vega")
    assert game.unit("vega").conditions == {"lost_turns": 1, "stress": 1}
    end_round(game)
    assert game.refused("red", {"do": "move", "unit": "vega", "to": "a"}) == "turn_lost"


def test_a_unit_that_loses_its_turn_still_rolls_at_its_start() -> None:
    """foundryvtt#11998; D12: one turn to lose, in gas: it rolls, and one of what is then lost is this turn."""
    units = (soldier(conditions={"lost_turns": 1}), unit("rook", "b", "blue"))
    game = play("a - b", *units, levels={"a": {IRRITATING: 2}})
    game.act("red", "begin", "vega", 1, 2, 3, 4, 5)
    assert len(game.rolls("gas")) == 1
    assert game.unit("vega").conditions == {"lost_turns": 2, "stress": 2}
    assert "vega" in game.game.clock.done


def test_nobody_dodges_the_gas_by_not_taking_the_turn() -> None:
    """D71: the round's end begins every turn that was not taken."""
    game = play("a - b", soldier(), unit("rook", "b", "blue"), levels={"a": {DEADLY: 2}})
    end_round(game, 6, 2, 3, 4, 5)
    assert game.unit("vega").stats["health"] == 4


@pytest.mark.parametrize("rolls", [True, False])
def test_whether_lost_turns_count_is_an_option(rolls: bool) -> None:
    """D12: with `zones.roll_in_lost_turn` off nothing happens at the start of a lost turn: neither fire nor gas."""
    units = (soldier(conditions={"lost_turns": 1}), unit("rook", "b", "blue"))
    both = {"a": {"fire": 1, DEADLY: 1}}
    game = play("a - b", *units, levels=both, options={"zones.roll_in_lost_turn": rolls})
    game.act("red", "begin", "vega", *([1] * 5 if rolls else []))
    assert [hurt.amount for hurt in game.events(UnitHurt)] == ([1, 1] if rolls else [])
    assert game.unit("vega").conditions == {}
    end_round(game, 2)
    game.act("red", "begin", "vega")  # not lost: the fire burns again (the gas is gone)
    assert len(game.events(UnitHurt)) == (3 if rolls else 1)


def test_the_turn_that_gas_takes_at_its_start_had_begun() -> None:
    """D12, D13: with the option off, what starts with that turn happens in full; only the next lost turn is spared."""
    units = (soldier(), unit("rook", "b", "blue"))
    game = play("a - b", *units, levels={"a": {IRRITATING: 2}}, options={"zones.roll_in_lost_turn": False})
    game.act("red", "begin", "vega", 1, 2, 3, 4, 5)
    assert game.unit("vega").conditions == {"lost_turns": 1, "stress": 2}
    end_round(game)
    game.act("red", "begin", "vega")
    assert len(game.rolls("gas")) == 1
    assert game.unit("vega").conditions == {"stress": 2}


# ---------------------------------------------------------------------------------------------- a round's end


@pytest.mark.parametrize("level", [DEADLY, IRRITATING])
def test_gas_8_every_zone_loses_one(level: str) -> None:
    """GAS-8: 3 becomes 2, 0 stays 0; what shut doors part does not mix (D25)."""
    game = play("a #d1# b", unit("vega", "b"), levels={"a": {level: 3}})
    end_round(game)
    assert ratings(game, level) == (2, 0)


def test_gas_9_then_it_flows() -> None:
    """GAS-9: 3 among four zones without any: 2, and 1 in each of the four."""
    game = play("b - a - c\nd - a - e\nf - d", unit("vega", "f"), levels={"a": {DEADLY: 3}})
    end_round(game)
    assert {zone.id: zone.levels.get(DEADLY, 0) for zone in game.game.zones.values()} == {
        "a": 2, "b": 1, "c": 1, "d": 1, "e": 1, "f": 0,
    }  # fmt: skip
    assert "a: GAS (deadly) 2 (it thins out)." in game.story()
    assert "b: GAS (deadly) 1 (it flows in)." in game.story()


def test_gas_10_the_agents_do_not_mix() -> None:
    """GAS-10: 3/0 next to 0/3 becomes 2/1 and 1/2."""
    game = play("a - b - c", unit("vega", "c"), levels={"a": {DEADLY: 3}, "b": {IRRITATING: 3}})
    end_round(game)
    assert ratings(game, DEADLY)[:2] == (2, 1)
    assert ratings(game, IRRITATING)[:2] == (1, 2)


SEQUENCES = [
    ((5, 0, 0, 0, 0), (4, 3, 0, 0, 0), (3, 2, 1, 0, 0), (2, 1, 0, 0, 0), (1, 0, 0, 0, 0), (0, 0, 0, 0, 0)),
    ((5, 0, 0, 0, 5), (4, 3, 0, 3, 4)),
    ((3, 3, 0, 0, 0), (2, 2, 1, 0, 0)),
    ((1, 0, 0, 0, 0), (0, 0, 0, 0, 0)),
    ((4, 0, 0, 0, 0), (3, 2, 0, 0, 0)),
]


@pytest.mark.parametrize("sequence", SEQUENCES)
@pytest.mark.parametrize("drawing", [LINE, "e - d - c - b - a"])
def test_gas_11_all_at_once(sequence: tuple[tuple[int, ...], ...], drawing: str) -> None:
    """GAS-11; tgstation#86602 (the last: in place it would be 3, 2, 1, 0, 0): from one snapshot, in whatever order."""
    away = unit("vega", "a", tags=("gas_immune",))
    game = play(drawing, away, levels=levels(DEADLY, *sequence[0]))
    for expected in sequence[1:]:
        end_round(game)
        now = {zone.id: zone.levels.get(DEADLY, 0) for zone in game.game.zones.values()}
        assert tuple(now[zone] for zone in "abcde") == expected


def test_gas_laid_in_the_first_round_is_less_after_it() -> None:
    """MegaMek#3896, MegaMek#2102: GAS 3 laid in round 1: 2 after it, without any delay."""
    game = play(LINE, unit("vega", "a"), happenings=laid("gas", {"round_end": 1}, ("e", DEADLY, 9)))
    assert ratings(game) == (0, 0, 0, 0, 0)
    end_round(game)
    assert ratings(game) == (0, 0, 0, 0, 9)  # the scenario's own events come after the gas has thinned out (D95)
    end_round(game)
    assert ratings(game) == (0, 0, 0, 7, 8)
    door = laid("gas", {"door": "d1", "is": "open"}, ("b", DEADLY, 3))
    game = play("a #d1# b - c", unit("vega", "a", tags=("gas_immune",)), happenings=door)
    game.act("red", "open", "vega", door="d1")
    end_round(game)
    assert ratings(game) == (1, 2, 1)


def test_gas_that_comes_to_a_unit_is_not_entered() -> None:
    """D8: it flows over whoever stands there; they roll when their turn begins."""
    game = play("a - b", soldier("b"), levels={"a": {DEADLY: 3}})
    end_round(game)
    assert not game.rolls("gas")
    game.act("red", "begin", "vega", *[6] * 5)
    assert len(game.rolls("gas")) == 1


def test_nothing_is_told_where_nothing_changes() -> None:
    """A zone that is as it was has no line in the story."""
    game = play(LINE, unit("vega", "e"), levels=levels(DEADLY, 2))
    entry = end_round(game)
    assert [(e.zone, e.value) for e in game.events(LevelChanged, entry)] == [("a", 1)]


zones = st.integers(1, 7)


@st.composite
def clouds(draw: st.DrawFn) -> tuple[dict[str, int], dict[str, tuple[str, ...]]]:
    """Some zones, who is next to whom, and how much gas is where."""
    names = [f"z{n}" for n in range(draw(zones))]
    pairs = draw(st.sets(st.tuples(st.sampled_from(names), st.sampled_from(names))))
    near: dict[str, set[str]] = {name: set() for name in names}
    for one, other in pairs:
        if one != other:
            near[one].add(other)
            near[other].add(one)
    return {name: draw(st.integers(0, 8)) for name in names}, {name: tuple(sorted(near[name])) for name in names}


def slowly(gas: Mapping[str, int], near: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """The text's two sentences, one zone after another, written down on fresh paper each time."""
    paper = dict(gas)
    for zone in gas:
        if paper[zone] > 0:
            paper[zone] -= 1
    result = dict(paper)
    for zone in paper:
        higher = [paper[other] for other in near[zone] if paper[other] > paper[zone]]
        if higher:
            result[zone] = sorted(higher)[-1] - 1
    return result


@given(clouds())
def test_gas_disperses_as_the_text_says(cloud: tuple[dict[str, int], dict[str, tuple[str, ...]]]) -> None:
    """GAS-8, GAS-9, GAS-11 for all maps, against a plain model of the text."""
    gas, near = cloud
    assert dispersed(gas, near) == slowly(gas, near)


@given(clouds(), st.randoms(use_true_random=False))
def test_the_order_of_zones_is_of_no_matter(
    cloud: tuple[dict[str, int], dict[str, tuple[str, ...]]], random: Any
) -> None:
    """GAS-11: the same map listed in another order."""
    gas, near = cloud
    order = list(gas)
    random.shuffle(order)
    assert dispersed({zone: gas[zone] for zone in order}, near) == dispersed(gas, near)


@given(clouds())
def test_gas_never_grows_and_always_ends(cloud: tuple[dict[str, int], dict[str, tuple[str, ...]]]) -> None:
    """D23: nothing is lowered by more than one, no zone exceeds the highest; after as many rounds all is clean."""
    gas, near = cloud
    after = dispersed(gas, near)
    assert all(after[zone] >= gas[zone] - 1 for zone in gas)
    assert max(after.values()) <= max(0, max(gas.values()) - 1)
    for _round in range(max(gas.values())):
        gas = dispersed(gas, near)
    assert set(gas.values()) == {0}


@given(st.lists(st.integers(0, 6), min_size=5, max_size=5))
def test_decay_and_spread_commute_on_a_snapshot(start: list[int]) -> None:
    """D22: to spread first and thin out then gives the same, as long as both look at one snapshot."""
    near = {"a": ("b",), "b": ("a", "c"), "c": ("b", "d"), "d": ("c", "e"), "e": ("d",)}
    gas = dict(zip("abcde", start, strict=True))
    spread = {zone: max([n, *(gas[other] - 1 for other in near[zone])]) for zone, n in gas.items()}
    assert dispersed(gas, near) == {zone: max(0, n - 1) for zone, n in spread.items()}


def test_stress_and_lost_turns_are_conditions_that_views_show() -> None:
    """GAS-6: both in the story, in words."""
    game = into(IRRITATING, 2, 1, 2, 3, 4, 6)
    assert [event.condition for event in game.events(ConditionChanged)] == ["lost_turns", "stress"]
    assert "Vega is going to lose 1 turn (GAS (irritating) 2)." in game.story()
    assert "Vega is at stress 1 (GAS (irritating) 2)." in game.story()


# ---------------------------------------------------------------------------------------------- gear


def masked(special: Special, gas: int, *faces: int, level: str = DEADLY, **more: Any) -> Play:
    """Vega, Strength 3 and Stamina 2, walks into gas with a mask that has this special rule."""
    vega = soldier(items=("mask",))
    items = {"mask": Item("mask", "Mask", "gear", specials=(special.id,))}
    options = {"frame.reroll": "likely"}
    return into(level, gas, *faces, vega=vega, items=items, specials={special.id: special}, options=options, **more)


@pytest.mark.parametrize("level", [DEADLY, IRRITATING])
def test_gas_2_sealed_gear_protects(level: str) -> None:
    """GAS-2, D77: no roll, as for those who are immune; only against the agent that it names."""
    suit = Special("sealed", "Sealed", "protect", (level,))
    other = IRRITATING if level == DEADLY else DEADLY

    assert masked(suit, 3, level=level).rolls("gas") == []
    assert len(masked(suit, 3, 6, 6, 6, 1, 1, level=other).rolls("gas")) == 1


def test_gas_2_gear_with_a_bonus_says_how_many_dice() -> None:
    """GAS-2, D77: 3 and 2 and two more: 7 dice."""
    game = masked(Special("filter", "Filter", "bonus", (DEADLY,), 2), 3, 1, 1, 1, 1, 1, 6, 6)
    assert [len(roll.faces) for roll in game.rolls("gas")] == [7]
    assert game.unit("vega").stats["health"] == 4


def test_gas_2_what_is_ignored_is_rolled_and_does_nothing() -> None:
    """GAS-2, D5."""
    game = masked(Special("lungs", "Iron lungs", "ignore", (IRRITATING,)), 3, 1, 1, 1, 1, 1, level=IRRITATING)
    assert len(game.rolls("gas")) == 1
    assert dict(game.unit("vega").conditions) == {}


def test_gas_2_a_roll_that_failed_is_made_once_more() -> None:
    """GAS-2, D6: the whole roll again, and what it shows counts; a roll that sufficed stays."""
    again = Special("calm", "Calm", "reroll", (DEADLY,))
    game = masked(again, 3, 1, 1, 1, 1, 6, 6, 6, 1, 1, 1)
    assert [roll.faces.count(6) for roll in game.rolls("gas")] == [1, 2]
    assert game.unit("vega").stats["health"] == 4

    assert len(masked(again, 1, 1, 1, 1, 1, 6).rolls("gas")) == 1


def test_gas_2_who_has_no_dice_is_not_asked_to_roll_them_again() -> None:
    """GAS-2: nothing rolled, nothing to roll again."""
    again = Special("calm", "Calm", "reroll", (DEADLY,))
    vega = unit("vega", gas_dice=0, specials=("calm",))
    game = into(DEADLY, 1, vega=vega, specials={"calm": again})
    assert not game.game.open
    assert game.unit("vega").stats["health"] == 4
