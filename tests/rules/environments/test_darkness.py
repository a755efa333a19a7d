"""Darkness: how far one sees, and what looks through it."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, unit
from kit.inches import at, field, line, room, stood
from kit.ship import at_end, end_round, start
from msgspec.structs import replace
from wardiary_server.game.board import place_of
from wardiary_server.game.frame.queries import SIGHT
from wardiary_server.game.state import Area, Item, Special, Unit
from wardiary_server.rules.environments import OPTIONS, RULEBOOK
from wardiary_server.rules.zones import RULEBOOK as ZONES

LINE = "a - b - c - d"


def dark(*zones: str, **data: int) -> Area:
    return Area("dark", "darkness", "Darkness", zones, data=data)


def sees(play: Play, target: str, seer: str = "vega") -> bool:
    ctx = play.context()
    return ctx.value(SIGHT, ctx.game.units[seer], place_of(ctx.game.units[target]))


def row(*areas: Area, vega: Unit | None = None, **more: Any) -> Play:
    """Vega in a, and somebody in each zone of a row."""
    foes = (unit(f"in_{zone}", zone, "blue") for zone in "abcd")
    return start(LINE, vega or unit("vega"), *foes, areas=areas, **more)


def seen(play: Play) -> str:
    """The zones of the row that Vega sees somebody in."""
    return "".join(zone for zone in "abcd" if sees(play, f"in_{zone}"))


# ---------------------------------------------------------------------------------------------- how far


def test_env_37_in_darkness_one_sees_4_inches() -> None:
    """ENV-37, D39, D94: one's own zone is within 4 inches, the next one is 6 away."""
    assert OPTIONS["sight"].default == 4
    assert seen(row()) == "abcd"
    assert seen(row(dark("a", "b", "c", "d"))) == "a"


@pytest.mark.parametrize(("zones", "sight"), [("a", "a"), ("b", "a"), ("c", "ab"), ("d", "abc")])
def test_env_37_any_part_of_the_line_counts(zones: str, sight: str) -> None:
    """ENV-37, D39: what lies in Darkness, and what lies behind it; what lies before it is seen."""
    assert seen(row(dark(*zones))) == sight


@pytest.mark.parametrize(("inches", "sight"), [(0, "a"), (5, "a"), (6, "ab"), (8, "ab"), (12, "abc"), (18, "abcd")])
def test_env_38_a_scenario_sets_another_distance(inches: int, sight: str) -> None:
    """ENV-38: 8 inches reach one zone, 12 two: an area says so, or the option for all."""
    everywhere = ("a", "b", "c", "d")
    assert seen(row(dark(*everywhere, sight=inches))) == sight
    assert seen(row(dark(*everywhere), options={"environments.sight": inches})) == sight


def test_of_two_the_darker_one_counts() -> None:
    """ENV-37, ENV-38: the line runs through both."""
    dim = Area("dim", "darkness", "Dusk", ("c",), data={"sight": 12})
    assert seen(row(dim)) == "abc"
    assert seen(row(dim, dark("b"))) == "a"


def test_what_is_not_seen_in_the_light_is_not_seen_in_the_dark() -> None:
    """D75: no way, no sight, however far one sees in Darkness."""
    areas = [dark("a", "b", sight=24)]
    play = start("a #d# b", unit("vega"), unit("rook", "b", "blue"), areas=areas)
    assert not sees(play, "rook")


# ---------------------------------------------------------------------------------------------- what looks through it


@pytest.mark.parametrize(("within", "sight"), [(0, "abcd"), (3, "a"), (8, "ab"), (12, "abc")])
@pytest.mark.parametrize("item", [False, True])
def test_env_39_gear_ignores_darkness_within_a_distance(within: int, sight: str, item: bool) -> None:
    """ENV-39, D5: up to 8 inches the next zone and no farther; without a distance everywhere."""
    rule = Special("goggles", "Goggles", "ignore", ("darkness",), within=within * 1_000)
    vega = unit("vega", items=("goggles",)) if item else unit("vega", specials=("goggles",))
    items = {"goggles": Item("goggles", "Goggles", "gear", specials=("goggles",))}
    play = row(dark("a", "b", "c", "d"), vega=vega, items=items, specials={"goggles": rule})
    assert seen(play) == sight


def test_env_39_gear_never_makes_it_darker() -> None:
    """ENV-39: it lets one ignore a limit, and sets none."""
    rule = Special("goggles", "Goggles", "ignore", ("darkness",), within=6_000)
    vega = unit("vega", specials=("goggles",))
    assert seen(row(dark("a", "b", "c", "d", sight=12), vega=vega, specials={"goggles": rule})) == "abc"


@pytest.mark.parametrize(("data", "sight"), [({}, "abcd"), ({"within": 8}, "ab")])
def test_env_39_terrain_lets_whoever_stands_there_see(data: dict[str, int], sight: str) -> None:
    """ENV-39: a light; for those who stand elsewhere it is as dark as before."""
    lamp = Area("lamp", "light", "Floodlight", ("a",), data=data)
    play = row(dark("a", "b", "c", "d"), lamp)
    assert seen(play) == sight
    assert not sees(play, "in_a", "in_b")


# ---------------------------------------------------------------------------------------------- who heeds it


def test_env_37_attacks_and_guns_obey() -> None:
    """ENV-37, D54: whoever asks for sight is told no; a gun does not fire, an attack is refused."""
    items = {
        "rifle": Item("rifle", "rifle", stats={"dice": 3}),
        "turret": Item("turret", "turret", stats={"autonomous": 3, "reach": 2}),
    }
    units = (
        unit("vega", "a", items=("rifle",), speed=2),
        unit("rook", "c", "blue"),
        unit("gun", "c", "station", seat="", items=("turret",)),
    )
    area = dark("a", "b", "c")
    play = start("a - b - c", *units, areas=[area], items=items, books=(RULEBOOK, ZONES))

    shot = {"do": "attack", "unit": "vega", "weapon": "rifle", "target": "rook"}
    assert play.refused("red", shot) == "unseen"
    play.act("red", "move", "vega", to="b")
    assert play.rolls() == []
    play.act("red", "move", "vega", 1, 1, 1, to="c")
    assert [roll.unit for roll in play.rolls()] == ["gun"]


def test_darkness_is_no_environment_that_anybody_rolls_for() -> None:
    """ENV-37: sight is all that it limits; an event brings it and takes it away again."""
    falls = {"do": "area", "id": "night", "kind": "darkness", "zones": "a b c d", "sight": 6}
    ends = {"do": "end_area", "area": "night"}
    play = row(happenings={**at_end(falls), **at_end(ends, round=2)})
    end_round(play)
    assert (seen(play), play.rolls()) == ("ab", [])
    end_round(play)
    assert seen(play) == "abcd"


# ---------------------------------------------------------------------------------------------- in inches


def lane(gap: float, area: Area, **more: Any) -> Play:
    """Vega at the left end of a hall 60 inches long, and Rook so many inches away from her, base to base."""
    rook = stood("rook", 2 + gap + 1, 6, "blue")
    hall = field([room("hall", 0, 0, 60, 12)], stood("vega", 2, 6, **more.pop("vega", {})), rook, **more)
    return Play(replace(hall, areas={area.id: area}), RULEBOOK)


HALL = Area("dark", "darkness", "Darkness", ("hall",))


@pytest.mark.parametrize(("inches", "yes"), [(0, True), (3.9, True), (4.0, True), (4.001, False), (4.1, False)])
def test_env_37_exactly_4_inches_are_seen(inches: float, yes: bool) -> None:
    """ENV-37, D39: 4.0 inches yes, 4.1 no."""
    assert sees(lane(inches, HALL), "rook") is yes


@pytest.mark.parametrize(("inches", "yes"), [(7, True), (8, True), (8.1, False)])
def test_env_38_eight_inches(inches: float, yes: bool) -> None:
    """ENV-38: 8 inches of sight: 7 yes."""
    assert sees(lane(inches, replace(HALL, data={"sight": 8})), "rook") is yes


@pytest.mark.parametrize(("inches", "yes"), [(8, True), (9, False)])
def test_env_39_gear_within_8_inches(inches: float, yes: bool) -> None:
    """ENV-39: it ignores Darkness up to 8 inches: 8 yes, 9 no."""
    rule = Special("goggles", "Goggles", "ignore", ("darkness",), within=8_000)
    play = lane(inches, HALL, vega={"specials": ("goggles",)}, specials={"goggles": rule})
    assert sees(play, "rook") is yes


@pytest.mark.parametrize(
    ("area", "yes"),
    [
        (Area("dark", "darkness", centre=at(10, 6), radius=1_000), False),
        (Area("dark", "darkness", centre=at(10, 8), radius=1_000), True),
        (Area("dark", "darkness", shape=line(8, 0, 9, 0, 9, 12, 8, 12)), False),
        (Area("dark", "darkness", shape=line(8, 7, 9, 7, 9, 12, 8, 12)), True),
    ],
)
def test_env_37_the_whole_line_is_measured_where_any_part_of_it_is_dark(area: Area, yes: bool) -> None:
    """D39: a patch of an inch in the middle of ten: one sees past it, and not through it."""
    assert sees(lane(10, area), "rook") is yes


@pytest.mark.parametrize(("centre", "yes"), [(2.9, True), (4.0, False)])
def test_env_39_a_light_is_for_whoever_stands_in_it(centre: float, yes: bool) -> None:
    """ENV-39, D9: a base that reaches into the light is in it; one that touches it is not."""
    play = lane(10, HALL)
    lamp = Area("lamp", "light", centre=at(centre, 6), radius=1_500)
    play = Play(replace(play.start, areas={**play.start.areas, "lamp": lamp}), RULEBOOK)
    assert sees(play, "rook") is yes


# ---------------------------------------------------------------------------------------------- with miniatures


def duel(zone: str, *, ask: bool = True, **more: Any) -> Play:
    """Vega in a with a rifle, Rook in `zone`, all of it dark; with people who measure."""
    rifle = Item("rifle", "rifle", stats={"dice": 1, "damage": 1})
    units = (unit("vega", items=("rifle",)), unit("rook", zone, "blue"))
    books = (RULEBOOK, ZONES)
    options = {"frame.ask": ask, "frame.economy": "slow-quick"}
    areas = (dark("a", "b", "c", "d"),)
    return start(LINE, *units, items={"rifle": rifle}, areas=areas, books=books, options=options, **more)


SHOT = {"do": "attack", "unit": "vega", "weapon": "rifle", "target": "rook"}


@pytest.mark.parametrize(("zone", "likely"), [("a", "within"), ("b", "beyond")])
@pytest.mark.parametrize("keep_live", [True, False])
def test_env_37_people_say_how_far_a_target_is(zone: str, likely: str, keep_live: bool) -> None:
    """ENV-37, D94: in one's own zone and in the next a target may be on either side of 4 inches."""
    play = duel(zone, keep_live=keep_live)
    play.do("red", SHOT)
    (asked,) = play.game.open.values()
    (part,) = asked.parts
    assert (part.seat, part.default) == ("red", (likely,))
    assert part.options[0] == ("within", "within 4 inches: seen")

    play.dice.add(6)
    play.answer("red", "within")
    assert len(play.rolls("attack")) == 1


def test_env_37_whoever_is_farther_is_not_shot_at_and_nothing_is_paid() -> None:
    """ENV-37, D94: measured at more than 4 inches: unseen. The turn stands, and the action is left."""
    play = duel("a")
    play.do("red", SHOT)
    play.answer("red", "beyond")

    assert not play.rolls("attack")
    assert play.story()[-1] == "The attack does not happen: Vega cannot see Rook."
    assert play.game.clock.active["vega"] == {"slow": 1, "quick": 1}


def test_env_37_two_zones_off_nobody_measures() -> None:
    """ENV-37: two zones away is 6 inches at the least: out of sight."""
    assert duel("c").refused("red", SHOT) == "unseen"
    assert duel("b", ask=False).refused("red", SHOT) == "unseen"


def test_env_37_a_gun_fires_through_darkness_where_people_say_so() -> None:
    """ENV-37, AUT-1: the referee measures for what is nobody's."""
    gun = unit("argus", "b", "station", seat="", kind="machine", items=("turret",))
    turret = Item("turret", "turret", stats={"autonomous": 2, "damage": 1, "reach": 1})
    for answer, shots in (("within", 1), ("beyond", 0)):
        play = start(
            LINE, unit("vega", "a"), gun, items={"turret": turret}, areas=(dark("b"),), books=(RULEBOOK, ZONES),
            options={"frame.ask": True},
        )  # fmt: skip
        play.act("red", "move", "vega", to="b")
        (asked,) = play.game.open.values()
        assert [part.seat for part in asked.parts] == ["referee"]
        play.dice.add(*(2, 2)[: 2 * shots])
        play.answer("referee", answer)
        assert len(play.rolls("autonomous")) == shots
