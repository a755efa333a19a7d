"""*Depot* is a good evening: it ends, either side may win, all that the text of medicine and fire knows comes up."""

from collections import Counter

import pytest
from kit.contest import Contest, again, told_well
from kit.evening import happened
from wardiary_server.game.events import HappeningCame, Rolled, Scored, StatusChanged, UnitHurt
from wardiary_server.scenario import load

SCENARIO = load("depot")
GAME = SCENARIO.game
SEEDS = range(40)

pytestmark = pytest.mark.xdist_group("depot")  # the evenings are played once, by one process


@pytest.fixture(scope="module")
def evenings() -> list[Contest]:
    return [Contest(SCENARIO, seed, {"red": "greedy", "blue": "greedy"}).play() for seed in SEEDS]


# ---------------------------------------------------------------------------------------------- as it is written


def test_two_sides_have_five_units_each_and_one_of_them_comes_later() -> None:
    for side in ("red", "blue"):
        units = [unit for unit in GAME.units.values() if unit.side == side]
        assert len(units) == 5
        assert sum("brought" in unit.tags for unit in units) == 1


def test_what_the_briefing_says_of_points_is_so() -> None:
    points = {objective.id: objective.points for objective in GAME.objectives.values()}

    assert points == {
        "through": 5, "crate-a": 1, "crate-b": 1, "red-a": 2, "red-b": 2, "blue-a": 2, "blue-b": 2, "pell": 0,
        "pell-out": 3, "ledger": 1, "ledger-out": 2, "pumps": 1, "crossing": 1, "valve": 3, "hydrant": 0,
        "cylinders": 0,
    }  # fmt: skip
    assert GAME.objectives["pumps"].data["from"] == GAME.objectives["crossing"].data["from"] == 3


def test_what_burns_lies_in_a_chain_from_the_pumps_to_the_yard() -> None:
    chain = [GAME.areas[name].zones for name in ("drums", "oil", "sleepers")]

    assert chain == [("pumps",), ("pumps", "crossing"), ("crossing", "yard")]


def test_each_side_has_two_who_treat_people_and_most_of_them_may_go_where_it_burns() -> None:
    medics = [u for u in GAME.units.values() if any("medkit" in GAME.items[item].tags for item in u.items)]

    assert Counter(unit.side for unit in medics) == {"red": 2, "blue": 2}
    assert all(unit.stats["skill_die"] >= 8 for unit in medics)
    assert [unit.id for unit in medics if "flammable" in unit.tags] == ["dobbs"]


# ---------------------------------------------------------------------------------------------- as it is played


def test_every_evening_ends_and_takes_some_rounds(evenings: list[Contest]) -> None:
    rounds = [evening.game.clock.round for evening in evenings]

    assert all(evening.game.result is not None for evening in evenings)
    assert max(rounds) == 8
    assert sum(rounds) / len(rounds) > 5


def test_either_side_may_win(evenings: list[Contest]) -> None:
    winners = Counter(evening.game.result.winner for evening in evenings if evening.game.result)

    assert max(winners["red"], winners["blue"]) <= len(SEEDS) * 65 // 100


def test_whatever_scores_is_scored(evenings: list[Contest]) -> None:
    scored = {event.objective for event in happened(evenings) if isinstance(event, Scored)}

    assert scored == {objective.id for objective in GAME.objectives.values() if objective.points}


def test_medicine_fire_gas_and_the_crash_all_come_up(evenings: list[Contest]) -> None:
    events = list(happened(evenings))
    rolled = {event.rule for event in events if isinstance(event, Rolled)}
    hurt = {event.source.partition(":")[0] for event in events if isinstance(event, UnitHurt) and event.amount}
    back = [event.unit for event in events if isinstance(event, StatusChanged) and event.status == "ready"]

    assert {"treat", "repair", "fall", "flames", "fire", "attack"} <= rolled
    assert {"burning", "Mustard gas", "the crash of Wagon 77", "FIRE 1", "Quarry charge, BLAST 3"} <= hurt
    assert len(set(back)) >= 3
    assert len(back) >= len(SEEDS) // 3


def test_whatever_the_scenario_holds_ready_comes(evenings: list[Contest]) -> None:
    came = {event.happening for event in happened(evenings) if isinstance(event, HappeningCame)}

    assert came == GAME.happenings.keys()


def test_it_is_the_same_live_folded_and_thawed(evenings: list[Contest]) -> None:
    for evening in evenings[:20]:
        again(evening)


def test_anything_on_offer_leads_to_an_end_as_well() -> None:
    for seed in range(20):
        again(Contest(SCENARIO, seed, {"red": "random", "blue": "random"}).play())


def test_the_story_reads_as_sentences(evenings: list[Contest]) -> None:
    for evening in evenings[:5]:
        told_well(evening)
