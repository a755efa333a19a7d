"""*Station* is a good evening in inches and in the dark: it ends, either side may win, and its secrets are kept."""

import re
from collections import Counter
from typing import cast

import pytest
from kit.contest import Contest, again, told_well
from kit.evening import happened
from wardiary_server.game.entry import EMPTY, fold
from wardiary_server.game.events import HappeningCame, Revealed, Rolled, Scored, UnitHurt
from wardiary_server.game.geometry.places import zone_at
from wardiary_server.game.known import known
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.resolver import Context
from wardiary_server.scenario import load

SCENARIO = load("station")
GAME = SCENARIO.game
SEEDS = range(20)

pytestmark = pytest.mark.xdist_group("station")  # the evenings are played once, by one process


@pytest.fixture(scope="module")
def evenings() -> list[Contest]:
    return [Contest(SCENARIO, seed, {"red": "greedy", "blue": "greedy"}).play() for seed in SEEDS]


# ---------------------------------------------------------------------------------------------- as it is written


def test_it_is_measured_in_inches_and_coordinates_are_on_half_inches() -> None:
    points = [
        *(point for zone in GAME.zones.values() for point in zone.shape),
        *(point for wall in GAME.walls.values() for point in wall.line),
        *(objective.at for objective in GAME.objectives.values() if objective.at),
    ]

    assert GAME.measure == "board"
    assert GAME.size == (36_000, 24_000)
    assert all(x % 500 == 0 == y % 500 for x, y in points)


def test_what_the_briefing_says_of_points_is_so() -> None:
    points = {objective.id: objective.points for objective in GAME.objectives.values()}

    assert points == {
        "pump": 4, "charts": 2, "away": 3, "sluice": 2, "breaker": 2, "battery": 1, "boats": 1,
        "hall": 1, "control": 1, "mast": 1, "relays": 0,
    }  # fmt: skip
    assert [GAME.objectives[hold].data["from"] for hold in ("hall", "control", "boats")] == [3, 4, 3]


def test_what_lies_about_lies_in_the_room_that_the_briefing_names() -> None:
    rooms = {name: zone_at(GAME, o.at) for name, o in GAME.objectives.items() if o.at}

    assert rooms == {
        "pump": "hall", "charts": "control", "sluice": "valves", "breaker": "shop", "battery": "valves",
        "mast": "apron", "relays": "control",
    }  # fmt: skip


def test_the_man_inside_and_the_gas_are_kept_from_those_who_may_not_know() -> None:
    state = Contest(SCENARIO, 1, {}).timeline.state
    watch, ferry = (known(state, f"side:{side}").game for side in ("blue", "red"))

    assert "lamb" in ferry.units
    assert "lamb" not in watch.units
    assert "chlorine" in watch.areas
    assert "chlorine" not in ferry.areas
    assert "lamb" not in SCENARIO.briefing.lower()
    assert "chlorine" not in SCENARIO.briefing.lower()


# ---------------------------------------------------------------------------------------------- as it is played


def test_every_evening_ends_and_either_side_may_win(evenings: list[Contest]) -> None:
    winners = Counter(evening.game.result.winner for evening in evenings if evening.game.result)

    assert sum(winners.values()) == len(SEEDS)
    assert min(winners["red"], winners["blue"]) >= len(SEEDS) // 4


def test_whatever_scores_is_scored(evenings: list[Contest]) -> None:
    scored = {event.objective for event in happened(evenings) if isinstance(event, Scored)}

    assert scored >= {"pump", "charts", "sluice", "breaker", "battery", "boats", "hall", "control", "mast"}


def test_the_flood_charts_can_be_carried_off() -> None:
    """By raiders who come for nothing else, from a Watch that is not at its best."""
    raids = (Contest(SCENARIO, seed, {"red": "greedy:charts", "blue": "random"}).play() for seed in range(2, 8))
    scored = ({event.objective for event in happened([raid]) if isinstance(event, Scored)} for raid in raids)

    assert any({"charts", "away"} <= objectives for objectives in scored)


def test_the_dark_the_gun_and_rolls_of_skill_all_come_up(evenings: list[Contest]) -> None:
    events = list(happened(evenings))
    rolled = {event.rule for event in events if isinstance(event, Rolled)}
    hurt = {event.source for event in events if isinstance(event, UnitHurt) and event.amount}
    revealed = {event.unit or event.area for event in events if isinstance(event, Revealed)}

    assert {"attack", "autonomous", "hazard", "aid", "reload", "critical", "stress_response"} <= rolled
    assert {"Repeater", "Carbine", "Scattergun", "Chlorine"} <= hurt
    assert {"lamb", "chlorine"} <= revealed


def test_whatever_the_scenario_holds_ready_comes(evenings: list[Contest]) -> None:
    came = {event.happening for event in happened(evenings) if isinstance(event, HappeningCame)}

    assert came == GAME.happenings.keys()


def test_it_is_the_same_live_folded_and_thawed(evenings: list[Contest]) -> None:
    for evening in evenings:
        again(evening)


def test_anything_on_offer_leads_to_an_end_as_well() -> None:
    for seed in range(3):
        again(Contest(SCENARIO, seed, {"red": "random", "blue": "random"}).play())


def test_nothing_on_offer_has_more_than_one_decimal_and_what_is_sent_is_exact(evenings: list[Contest]) -> None:
    """Reach and cost, targets, and why something is not on offer: tenths of an inch, while places are thousandths."""
    read, sent, state = [], [], EMPTY
    for n, entry in enumerate(evenings[0].log):
        state = fold(state, entry)
        for unit in [*state.game.clock.active] if n % 4 == 0 else []:
            ctx = Context(evenings[0].timeline.rules, state, by=state.game.units[unit].seat)
            found = offers(ctx, unit)
            read += [text for one in found for text in (one.label, one.cost, one.why_not)]
            read += [text for one in found for target in one.targets for text in (target.label, target.note)]
            sent += [part for body in legal(found) if "at" in body for part in cast("list[int]", body["at"])]

    assert not [text for text in read if re.search(r"\d\.\d\d", text)]
    assert [text for text in read if re.search(r"\d\.\d", text)]
    assert any(part % 100 for part in sent)


def test_the_story_reads_as_sentences(evenings: list[Contest]) -> None:
    for evening in evenings[:5]:
        told_well(evening)
