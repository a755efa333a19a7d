"""Moving on a board in inches: how far, past what, and in which order what is on the way happens."""

from typing import Any

import pytest
from msgspec.structs import replace
from wardiary_server.game.board import ends_of
from wardiary_server.game.events import ConditionChanged, Remarked, StatusChanged, UnitEntered, UnitMoved
from wardiary_server.game.frame.marching import NOTICED
from wardiary_server.game.geometry.points import along
from wardiary_server.game.rulebook import Refused, Rulebook, Trigger
from wardiary_server.game.state import Area, Game, Unit

from tests.kit import Play
from tests.kit.inches import at, line, stood, two_rooms


def play(game: Game, *books: Rulebook) -> Play:
    return Play(game, *books)


def march(game: Play, unit: str, *places: tuple[int, int], by: str = "red") -> Any:
    """A move by way of places."""
    *path, end = places
    return game.do(by, {"do": "move", "unit": unit, "at": list(end), "path": [list(p) for p in path]})


def moves(game: Play) -> list[tuple[str, str, tuple[int, int] | None]]:
    """Every piece of every move: how it is told, the zone, and where it ends."""
    found = [e for e in game.events() if isinstance(e, UnitEntered | UnitMoved)]
    return [("enter" if isinstance(e, UnitEntered) else "move", e.zone, e.at) for e in found]


def vega(**more: Any) -> Unit:
    return stood("vega", 3, 6, speed=20, **more)


def test_a_unit_moves_straight_and_pays_by_the_inch() -> None:
    table = play(two_rooms(vega()))

    march(table, "vega", at(8, 6))

    assert (table.unit("vega").at, table.unit("vega").zone) == (at(8, 6), "dock")
    assert table.game.clock.active["vega"] == {"move": 15_000, "action": 1}
    assert table.story()[-1] == "Vega moves 5 inches to 8, 6."


def test_a_move_may_be_spent_in_parts_and_no_further() -> None:
    table = play(two_rooms(stood("vega", 3, 6, speed=5)))
    march(table, "vega", at(5.5, 6))

    assert table.refused("red", {"do": "move", "unit": "vega", "at": list(at(8.001, 6))}) == "out_of_reach"
    march(table, "vega", at(8, 6))

    assert table.game.clock.active["vega"]["move"] == 0


@pytest.mark.parametrize(
    ("spent", "to", "said"),
    [
        (0, 7.03, "That is 4.1 inches; Vega can move 4."),
        (0, 7.001, "That is 4.1 inches; Vega can move 4."),
        (0.98, 6.03, "That is 3.1 inches; Vega can move 3."),  # 3.03 of 3.02 that are left
        (3.02, 4, "That is 1 inch; Vega can move 0.9."),
    ],
)
def test_what_is_needed_is_rounded_up_and_what_is_left_is_rounded_down(spent: float, to: float, said: str) -> None:
    table = play(two_rooms(stood("vega", 3, 6, speed=4)))
    if spent:
        march(table, "vega", at(3 + spent / 2, 6), at(3, 6))

    with pytest.raises(Refused) as refused:
        march(table, "vega", at(to, 6))
    assert (refused.value.code, refused.value.text) == ("out_of_reach", said)


def test_a_way_that_was_gone_and_where_it_led_are_told_to_the_nearest_tenth() -> None:
    table = play(two_rooms(vega()))

    entry = march(table, "vega", at(7.137, 6.262))

    assert table.story()[-1] == "Vega moves 4.1 inches to 7.1, 6.3."
    assert table.events(UnitMoved, entry)[0].at == (7_137, 6_262)


def test_what_is_in_the_way_is_never_farther_than_it_reads() -> None:
    table = play(two_rooms(vega(), stood("rook", 3, 2.03, side="blue")))

    with pytest.raises(Refused, match=r"^Rook is in the way, 2.9 inches on\.$"):
        march(table, "vega", at(3, 1))


def test_with_one_payment_a_unit_moves_its_whole_speed_once() -> None:
    table = play(two_rooms(stood("vega", 3, 6, speed=5), options={"frame.economy": "slow-quick"}))

    march(table, "vega", at(4, 6))

    assert table.game.clock.active["vega"] == {"slow": 1, "quick": 0}
    assert table.refused("red", {"do": "move", "unit": "vega", "at": list(at(9.1, 6))}) == "out_of_reach"


def test_a_unit_without_a_speed_moves_six_inches_or_what_the_scenario_says() -> None:
    """D71."""
    six = play(two_rooms(stood("vega", 3, 6)))
    four = play(two_rooms(stood("vega", 3, 6), options={"frame.speed": 4}))

    assert six.refused("red", {"do": "move", "unit": "vega", "at": list(at(9.001, 6))}) == "out_of_reach"
    assert four.refused("red", {"do": "move", "unit": "vega", "at": list(at(7.001, 6))}) == "out_of_reach"
    march(four, "vega", at(7, 6))


def test_a_way_round_a_corner_is_as_long_as_its_pieces() -> None:
    table = play(two_rooms(vega()))

    march(table, "vega", at(9, 6), at(9, 10))

    assert moves(table) == [("move", "dock", at(9, 6)), ("move", "dock", at(9, 10))]
    assert table.game.clock.active["vega"]["move"] == 10_000


def test_crossing_a_border_is_an_entry_at_that_place() -> None:
    table = play(two_rooms(vega()))

    entry = march(table, "vega", at(15, 6))

    assert moves(table) == [("enter", "bridge", (12_001, 6_000)), ("move", "bridge", at(15, 6))]
    first = table.events(UnitEntered, entry)[0]
    assert (first.came, first.was) == ("dock", at(3, 6))
    assert table.game.clock.active["vega"]["move"] == 8_000
    assert [tuple(place) for place in ends_of(table.game, first)] == [
        ("dock", at(3, 6), 500), ("bridge", (12_001, 6_000), 500),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("to", "door", "said"),
    [
        (at(15, 6), "closed", "D1 is closed, 8.5 inches on."),
        (at(15, 2), "open", "The wall north is in the way"),
        (at(3, 1), "open", "Rook is in the way, 2 inches on."),
    ],
)
def test_what_is_in_the_way_is_named(to: tuple[int, int], door: str, said: str) -> None:
    table = play(two_rooms(vega(), stood("rook", 3, 3, side="blue"), door=door))
    offer = {"do": "move", "unit": "vega", "at": list(to)}

    with pytest.raises(Exception, match=said.replace(".", r"\.")):
        table.do("red", offer)
    assert table.refused("red", offer) == "in_the_way"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"to": "bridge"}, "no_point"),
        ({"at": [25_000, 6_000]}, "off_the_board"),
        ({"at": [8_000, 6_000], "to": "bridge"}, "wrong_zone"),
        ({"at": [3_000, 6_000]}, "no_change"),
        ({"at": [8_000, 6_000], "path": ["dock"]}, "no_point"),
        ({"at": [8_000, 6_000], "to": "brig"}, "no_such_zone"),
        ({"at": [3_000, -1]}, "off_the_board"),
        ({"at": [10**18, 0]}, "off_the_board"),
    ],
)
def test_a_place_that_is_none(body: dict[str, Any], code: str) -> None:
    assert play(two_rooms(vega())).refused("red", {"do": "move", "unit": "vega", **body}) == code


def test_by_zones_a_place_is_refused() -> None:
    table = play(replace(two_rooms(vega()), measure="table"))

    assert table.refused("red", {"do": "move", "unit": "vega", "to": "bridge", "at": [1, 1]}) == "by_zones"
    assert table.refused("red", {"do": "move", "unit": "vega", "to": "bridge", "path": [[1, 1]]}) == "by_zones"


# ---------------------------------------------------------------------------------------------- areas on the way


def circle(name: str, right: float, radius: float = 1) -> Area:
    return Area(name, "fog", name, centre=at(right, 6), radius=round(radius * 1000))


def test_an_area_on_the_way_is_entered_where_the_base_first_reaches_in() -> None:
    """D7, D9, foundryvtt#11626: passing through counts, and what is nearer comes first."""
    areas = {area.id: area for area in (circle("far", 9), circle("near", 6))}
    table = play(two_rooms(vega(), areas=areas))

    march(table, "vega", at(11, 6))

    assert moves(table) == [
        ("move", "dock", (4_501, 6_000)), ("move", "dock", (7_501, 6_000)), ("move", "dock", at(11, 6)),
    ]  # fmt: skip
    assert table.game.clock.active["vega"]["move"] == 12_000


def test_a_corner_of_an_area_that_is_only_grazed_is_entered() -> None:
    """foundryvtt#11251: any overlap is inside; to touch is not."""
    corner = Area("a", "fog", shape=line(6, 6.49, 7, 8, 5, 8))
    touching = Area("b", "fog", shape=line(9, 6.5, 10, 8, 8, 8))
    table = play(two_rooms(vega(), areas={"a": corner, "b": touching}))

    march(table, "vega", at(11, 6))

    assert len(moves(table)) == 2
    assert abs(moves(table)[0][2][0] - 5_900) < 5  # type: ignore[index]


# ---------------------------------------------------------------------------------------------- stopped on the way


def on_step(rule: Any) -> Rulebook:
    """A rulebook that does something as soon as anybody has moved past seven inches."""

    def past(ctx: Any, event: Any) -> bool:
        return bool(event.at and event.at[0] >= 7_000 and event.was[0] < 7_000)

    def noticed(ctx: Any, found: tuple[int, ...], unit: Unit, here: Any, end: Any) -> tuple[int, ...]:
        return (*found, *(far for far in (7_000 - here[0],) if 0 < far <= end[0] - here[0]))

    return Rulebook("mines", triggers=(Trigger(UnitMoved, rule, when=past),), modifiers=((NOTICED, noticed),))


def test_a_rulebook_is_given_the_places_that_it_looks_out_for() -> None:
    def beep(ctx: Any, event: UnitMoved) -> Any:
        yield Remarked(text="Beep.")

    table = play(two_rooms(vega()), on_step(beep))

    march(table, "vega", at(11, 6))

    assert moves(table) == [("move", "dock", at(7, 6)), ("move", "dock", at(11, 6))]
    assert table.story()[-2:] == ["Beep.", "Vega moves 4 inches to 11, 6."]


def test_whoever_falls_on_the_way_lies_there_and_has_paid_for_no_more() -> None:
    """D11."""

    def falls(ctx: Any, event: UnitMoved) -> Any:
        yield StatusChanged(unit=event.unit, status="down")

    table = play(two_rooms(vega(), stood("kei", 1, 1)), on_step(falls))

    march(table, "vega", at(11, 6))

    assert (table.unit("vega").at, table.unit("vega").status) == (at(7, 6), "down")


def test_whoever_is_knocked_over_on_the_way_goes_no_further() -> None:
    def trips(ctx: Any, event: UnitMoved) -> Any:
        yield ConditionChanged(unit=event.unit, condition="prone", value=1)

    table = play(two_rooms(vega()), on_step(trips))

    march(table, "vega", at(11, 6))

    assert table.unit("vega").at == at(7, 6)
    assert table.game.clock.active["vega"]["move"] == 16_000
    assert table.story()[-1] == "Vega lies prone, and goes no further."


def test_whoever_is_taken_off_the_way_does_not_go_on() -> None:
    def blown(ctx: Any, event: UnitMoved) -> Any:
        yield UnitMoved(unit=event.unit, zone="dock", at=at(7, 9), was=event.at, how="forced")

    table = play(two_rooms(vega()), on_step(blown))

    march(table, "vega", at(11, 6))

    assert table.unit("vega").at == at(7, 9)
    assert table.story()[-1] == "Vega is not on the way any more."


# ---------------------------------------------------------------------------------------------- Control Zones


def test_a_move_ends_on_entering_a_control_zone() -> None:
    """D76: an inch around a hostile base; what is left of the move is gone."""
    table = play(two_rooms(vega(), stood("rook", 9, 6.5, side="blue")))

    march(table, "vega", at(3, 6.5), at(7.5, 6.5))

    assert table.unit("vega").at == (7_001, 6_500)
    assert table.game.clock.active["vega"] == {"move": 0, "action": 1}
    assert table.story()[-1] == "Vega stops in the Control Zone of Rook."


def test_passing_by_within_an_inch_stops_too_and_exactly_an_inch_does_not() -> None:
    stopped = play(two_rooms(vega(), stood("rook", 7, 7.99, side="blue")))
    passed = play(two_rooms(vega(), stood("rook", 7, 8, side="blue")))

    march(stopped, "vega", at(11, 6))
    march(passed, "vega", at(11, 6))

    assert stopped.unit("vega").at != at(11, 6)
    assert passed.unit("vega").at == at(11, 6)


def test_who_is_in_a_control_zone_may_move_on_in_it_and_out_of_it() -> None:
    table = play(two_rooms(stood("vega", 7.5, 6, speed=20), stood("rook", 9, 6, side="blue")))

    march(table, "vega", at(8, 6))
    march(table, "vega", at(4, 6))

    assert table.unit("vega").at == at(4, 6)


@pytest.mark.parametrize("harmless", [{"side": "red"}, {"side": "blue", "status": "down"}])
def test_friends_and_the_fallen_hold_nobody(harmless: dict[str, Any]) -> None:
    table = play(two_rooms(vega(), stood("rook", 7, 7.2, **harmless)))

    march(table, "vega", at(11, 6))

    assert table.unit("vega").at == at(11, 6)


def test_a_scenario_may_do_without_control_zones() -> None:
    table = play(two_rooms(vega(), stood("rook", 7, 7.2, side="blue"), options={"frame.control_zone": 0}))

    march(table, "vega", at(11, 6))

    assert table.unit("vega").at == at(11, 6)


def test_every_state_is_the_same_from_the_log() -> None:
    table = play(two_rooms(vega(), stood("rook", 19, 6, side="blue"), areas={"near": circle("near", 6)}))

    march(table, "vega", at(11, 6), at(15, 7))
    march(table, "vega", along(at(15, 7), at(18, 7), 1_234))
    table.undo()

    assert table.folded() == table.state
    assert table.unit("vega").at == at(15, 7)


@pytest.mark.parametrize(("step", "left"), [(1, 19_000), (2, 18_000)])
def test_what_a_door_takes_of_a_move(step: int, left: int) -> None:
    """D71: an inch of the move that a turn buys, unless the scenario wants more."""
    table = play(two_rooms(stood("vega", 11.5, 6, speed=20), door="closed", options={"frame.step": step}))
    table.do("red", {"do": "open", "unit": "vega", "door": "d1"})

    assert table.game.clock.active["vega"]["move"] == left
