"""*Derelict* is a good evening: it ends, either crew may win, every danger shows itself, nobody waits for a referee."""

from collections import Counter

import pytest
from kit.evening import Evening, happened
from msgspec.structs import replace
from wardiary_server.game.entry import EMPTY, fold
from wardiary_server.game.events import (
    ConditionChanged,
    HappeningCame,
    LevelChanged,
    MarkerPlaced,
    Rolled,
    Scored,
    UnitHurt,
)
from wardiary_server.game.state import Clock
from wardiary_server.game.story import tell
from wardiary_server.scenario import load

PLANS = {
    "red": {"juno": "core", "moss": "box"},
    "blue": {"wren": "core", "dace": "box"},
}
SEEDS = range(60)
SCENARIO = load("derelict")
GAME = SCENARIO.game

pytestmark = pytest.mark.xdist_group("derelict")  # the evenings are played once, by one process


@pytest.fixture(scope="module")
def evenings() -> list[Evening]:
    return [Evening(SCENARIO, seed, PLANS).play() for seed in SEEDS]


# ---------------------------------------------------------------------------------------------- as it is written


def test_two_sides_have_five_units_each_and_one_of_them_comes_later() -> None:
    for side in ("red", "blue"):
        units = [unit for unit in GAME.units.values() if unit.side == side]
        assert len(units) == 5
        assert sum("brought" in unit.tags for unit in units) == 1


def test_both_crews_are_worth_the_same() -> None:
    """But for the two tools of their trades, which are the big ones' own."""

    def worth(side: str) -> Counter[str]:
        total: Counter[str] = Counter()
        for unit in [unit for unit in GAME.units.values() if unit.side == side]:
            total.update(unit.stats)
            total.update(dict.fromkeys((*unit.tags, *unit.items), 1))
        return total

    red, blue = worth("red"), worth("blue")

    assert red - blue == {"torch": 1}
    assert blue - red == {"maul": 1}


def test_the_map_has_rooms_doors_and_a_place_for_each() -> None:
    places = {zone.place for zone in GAME.zones.values()}
    doors = [link for link in GAME.links.values() if link.door != "none"]

    assert len(GAME.zones) >= 12
    assert len(places) == len(GAME.zones)
    assert len(doors) >= 8
    assert all(link.name for link in doors)
    assert {link.door for link in doors} == {"open", "closed", "sealed"}


def test_links_join_only_what_lies_side_by_side() -> None:
    for link in GAME.links.values():
        (x, y), (u, v) = GAME.zones[link.a].place, GAME.zones[link.b].place
        assert abs(x - u) + abs(y - v) == 1, link.id


def test_two_guns_fire_by_themselves_at_everybody() -> None:
    guns = [u for u in GAME.units.values() if any("autonomous" in GAME.items[i].stats for i in u.items)]

    assert len(guns) == 2
    assert all(gun.side == gun.seat == "" and "dies" in gun.tags for gun in guns)


def test_the_referee_may_stay_away() -> None:
    assert GAME.seats["referee"].role == "referee"
    assert GAME.options["zones.spread"] == "random"


def test_what_the_briefing_says_of_points_is_so() -> None:
    points = {objective.id: objective.points for objective in GAME.objectives.values()}

    assert (points["recorder"], points["red-out"], points["blue-out"]) == (1, 4, 4)
    assert (points["bridge"], points["core"]) == (1, 2)
    assert (points["box"], points["red-box"], points["blue-box"]) == (0, 3, 3)
    assert GAME.objectives["bridge"].data["from"] == 3
    assert GAME.options["frame.rounds"] == 8


# ---------------------------------------------------------------------------------------------- as it is played


def test_every_evening_ends_and_takes_some_rounds(evenings: list[Evening]) -> None:
    rounds = [evening.game.clock.round for evening in evenings]

    assert all(evening.game.result is not None for evening in evenings)
    assert max(rounds) == 8
    assert sum(rounds) / len(rounds) > 6


def test_either_crew_may_win(evenings: list[Evening]) -> None:
    winners = Counter(evening.game.result.winner for evening in evenings if evening.game.result)

    assert min(winners["red"], winners["blue"]) >= len(SEEDS) // 4


def test_everything_that_scores_is_scored_by_both(evenings: list[Evening]) -> None:
    scored = {(event.side, event.objective) for event in happened(evenings) if isinstance(event, Scored)}

    both = {(side, objective) for side in ("red", "blue") for objective in ("recorder", "bridge", "core")}
    own = {(side, f"{side}-{what}") for side in ("red", "blue") for what in ("out", "box")}
    assert scored == both | own


def test_every_danger_shows_itself(evenings: list[Evening]) -> None:
    rolled = {event.rule for event in happened(evenings) if isinstance(event, Rolled)}
    hurt = {event.source for event in happened(evenings) if isinstance(event, UnitHurt) and event.amount}

    assert {"attack", "autonomous", "fire", "gas", "airless", "hazard", "decompression", "seal"} <= rolled
    assert {"Sentry gun", "FIRE 1", "FIRE 2", "GAS (deadly) 2", "Vacuum", "Airless", "Radiation"} <= hurt
    assert {"Carbine", "Long rifle", "Cutting torch", "Breaching maul", "Shaped charge"} <= hurt


def test_every_effect_shows_itself(evenings: list[Evening]) -> None:
    events = list(happened(evenings))
    conditions = {event.condition for event in events if isinstance(event, ConditionChanged)}
    levels = Counter((event.level, event.why) for event in events if isinstance(event, LevelChanged))
    breaches = {event.marker.id for event in events if isinstance(event, MarkerPlaced)}
    guns = {event.unit for event in events if getattr(event, "status", "") == "dead"}
    tags = {str(event.__struct_config__.tag) for event in events}

    assert {"prone", "lost_turns", "stress"} <= conditions
    assert levels["fire", "the fire spreads"]
    assert levels["gas_irritating", "it flows in"]
    assert {"b2", "breach-d11", "breach-d12"} <= breaches
    assert guns == {"argus", "brutus"}
    assert {"ammunition", "item_dropped", "marker_gone", "area_ended"} <= tags


def test_whatever_the_scenario_holds_ready_comes(evenings: list[Evening]) -> None:
    came = {event.happening for event in happened(evenings) if isinstance(event, HappeningCame)}

    assert came >= GAME.happenings.keys() - {"shield"}


def test_the_shield_door_lets_the_reactor_out() -> None:
    """What players seldom do by themselves: it costs a special action in the gun's view."""
    there = replace(GAME.units["vega"], zone="spine", status="ready")
    game = replace(GAME, units={**GAME.units, "vega": there}, clock=Clock(phase="play", round=1))
    evening = Evening(SCENARIO._replace(game=game), 1, PLANS)

    evening.do("red", {"do": "open", "unit": "vega", "door": "d8"})

    assert evening.game.links["d8"].door == "open"
    assert evening.game.areas["shine"].zones == ("spine",)


def test_the_story_reads_as_sentences(evenings: list[Evening]) -> None:
    state = EMPTY
    for entry in evenings[3].log:
        after = fold(state, entry)
        for line in tell(entry, state, after).lines:
            assert line.text[-1] in ".!?", line.text
            assert not set("{}_") & set(line.text), line.text
        state = after
