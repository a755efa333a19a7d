"""Falls and crashes: how many dice, of what kind, against whom."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play, unit
from kit.field import PLAYERS, down, soldier, start
from kit.terminal import typed
from wardiary_server.game.events import Remarked, StatusChanged
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.state import Happening
from wardiary_server.rules.casualties.falls import deed_fall, dice_for, flaws, in_words, last_stretch


def fallen(inches: str | int, *faces: int, **more: Any) -> Play:
    """Vega, with Defense 4, falls; so may others who are there."""
    play = start("a - b", soldier(), soldier("under"), soldier("truck", kind="vehicle", defense=None, defense_die=10))
    play.do("referee", {"do": "fall", "unit": "vega", "inches": inches, **more}, *faces)
    return play


@pytest.mark.parametrize(
    ("inches", "dice"),
    [
        ("8", 1),
        ("10", 1),
        ("10.1", 2),
        ("16", 2),
        ("20", 2),
        ("21", 3),
        ("20.001", 3),
        ("100", 10),
        ("12+6", 1),
        (16, 2),
    ],
)
def test_a_die_for_every_ten_inches_rounded_up(inches: str | int, dice: int) -> None:
    """FAL-2, FAL-3, D47: 8, 10, 10.1, 16, 20, 21; 12 inches, a turn and 6 more are one die."""
    assert dice_for(last_stretch(inches)) == dice
    assert [len(roll.faces) for roll in fallen(inches, *[1] * dice).rolls("fall")] == [dice]


@given(st.integers(1, 9_999_999))
def test_at_least_one_die_and_never_too_few(distance: int) -> None:
    """FAL-2: n dice cover the distance, n - 1 do not, and there is at least one."""
    dice = dice_for(distance)

    assert dice >= 1
    assert (dice - 1) * 10_000 < distance <= dice * 10_000


@pytest.mark.parametrize(("face", "status"), [(3, "ready"), (4, "down"), (6, "down")])
def test_a_person_with_defense_4_who_falls_8_inches(face: int, status: str) -> None:
    """FAL-4, FAL-6: one die of the kind that stands for a number, a d6; its total meets or beats 4 (D89)."""
    play = fallen("8", face)

    (roll,) = play.rolls("fall")
    assert (roll.sides, roll.faces, roll.reason) == (6, (face,), "a fall of 8 inches")
    assert play.unit("vega").status == status


def test_another_die_for_a_number() -> None:
    """FAL-4, D47: which die it is, is the scenario's to say."""
    play = start("a", soldier(), options={"casualties.fall_die": 12})
    play.do("referee", {"do": "fall", "unit": "vega", "inches": "8"}, 3)

    assert [roll.sides for roll in play.rolls("fall")] == [12]


def test_a_truck_whose_defense_is_a_die_crashes_onto_a_person() -> None:
    """FAL-5, D89: 16 inches are two dice of its own Defense; the total counts against it and what it falls upon."""
    play = fallen("16", 5, 4, 10, unit="truck", target="under")

    assert [(roll.sides, roll.faces) for roll in play.rolls("fall")] == [(10, (5, 4)), (10, (10,))]
    assert play.unit("truck").status == "ready", "9 against the 10 that its Defense shows"
    assert play.unit("under").status == "down", "9 against 4"


@pytest.mark.parametrize(("inches", "rolls"), [("2", 0), ("3", 0), ("3.1", 1), ("12+2", 0)])
def test_a_small_drop_is_not_rolled_for(inches: str, rolls: int) -> None:
    """FAL-7, D48: 2 inches from a helicopter: none; up to 3: none; above: one die."""
    play = fallen(inches, 1)

    assert len(play.rolls("fall")) == rolls
    assert (play.events(Remarked)[-1].text.endswith("which is no matter for dice.")) == (not rolls)


def test_what_is_small_is_the_scenarios_to_say() -> None:
    """D48: with 1, a drop of 2 inches is rolled for."""
    play = start("a", soldier(), options={"casualties.trivial_fall": 1})
    play.do("referee", {"do": "fall", "unit": "vega", "inches": "2"}, 1)

    assert len(play.rolls("fall")) == 1


def test_a_fall_that_nobody_survives_kills_who_is_on_foot() -> None:
    """FAL-1: no roll for them; whom they fall upon is struck all the same."""
    play = fallen("30", fatal=True)
    assert play.unit("vega").status == "dead"
    assert play.rolls("fall") == []

    upon = fallen("30", 6, 6, 6, fatal=True, target="under")
    assert (upon.unit("vega").status, upon.unit("under").status) == ("dead", "down")


def test_and_who_is_aboard_a_vehicle() -> None:
    """FAL-1: the occupants die; the vehicle is struck as in any crash."""
    play = fallen("16", 9, 9, 1, unit="truck", fatal=True, aboard=["vega", "under"])

    assert [e.unit for e in play.events(StatusChanged)] == ["vega", "under", "truck"]
    assert [play.unit(u).status for u in ("vega", "under", "truck")] == ["dead", "dead", "down"]


@pytest.mark.parametrize(
    ("seat", "body", "code"),
    [
        ("red", {"unit": "vega"}, "for_the_referee"),
        ("referee", {"unit": "nobody"}, "no_such_unit"),
        ("referee", {"unit": "vega", "target": "vega"}, "no_target"),
        ("referee", {"unit": "vega", "target": "late"}, "unit_gone"),
        ("referee", {"unit": "late"}, "unit_gone"),
        ("referee", {"unit": "crate"}, "no_defense"),
        ("referee", {"unit": "vega", "target": "crate"}, "no_defense"),
        ("referee", {"unit": "vega", "inches": "far"}, "malformed"),
        ("referee", {"unit": "vega", "inches": "1e3"}, "malformed"),
        ("referee", {"unit": "vega", "inches": "9999"}, "too_many_dice"),
    ],
)
def test_who_may_say_what_fell(seat: str, body: dict[str, Any], code: str) -> None:
    """FAL-2: the referee, where one sits; units that are there and have a Defense."""
    play = start("a", soldier(), soldier("late", ""), soldier("crate", defense=None))

    assert play.refused(seat, {"do": "fall", "inches": "8", **body}) == code


def test_without_a_referee_whose_unit_it_is() -> None:
    play = start("a", soldier(), down("hurt"), seats=PLAYERS)
    assert play.refused("blue", {"do": "fall", "unit": "vega", "inches": "8"}) == "not_yours"

    play.do("red", {"do": "fall", "unit": "vega", "inches": "8"}, 4)
    play.do("red", {"do": "fall", "unit": "hurt", "inches": "8"})

    assert play.unit("vega").status == "down"
    assert len(play.rolls("fall")) == 1, "who is down already is not struck again"


def test_not_before_play_begins() -> None:
    from wardiary_server.game.state import Clock

    play = start("a", soldier(), clock=Clock())

    assert play.refused("referee", {"do": "fall", "unit": "vega", "inches": "8"}) == "not_playing"


@pytest.mark.parametrize("keep_live", [True, False])
def test_real_dice_for_a_fall(keep_live: bool) -> None:
    """D66: the seat of what falls rolls; then each struck unit's Defense die, if it has one."""
    units = [soldier(defense=None, defense_die=8), soldier("under", side="blue", defense=None, defense_die=6)]
    play = start("a", *units, typed=["red", "blue"], keep_live=keep_live)
    play.do("referee", {"do": "fall", "unit": "vega", "inches": "16", "target": "under"})
    play.answer("red", 2, 3)
    play.answer("blue", 5, part=1)
    play.answer("red", 6)

    assert (play.unit("vega").status, play.unit("under").status) == ("ready", "down")
    assert play.folded() == play.state


@pytest.mark.parametrize(("distance", "text"), [(1_000, "1 inch"), (10_100, "10.1 inches"), (500, "0.5 inches")])
def test_inches_in_words(distance: int, text: str) -> None:
    assert in_words(distance) == text


# ---------------------------------------------------------------------------------------------- from the scenario


def test_an_event_lets_something_crash_upon_whoever_of_those_is_there() -> None:
    """FAL-2: 16 inches, 2 of the truck's own dice, against it and Vega; who is elsewhere, or not named, is spared."""
    deed = {"do": "fall", "unit": "truck", "inches": "16", "onto": "vega,away"}
    truck = soldier("truck", kind="vehicle", defense=None, defense_die=10, seat="")
    brake = {"brake": Happening("brake", {"round": 2}, (deed,))}
    play = start("a - b", soldier(), soldier("away", "b"), soldier("near"), truck, happenings=brake)

    play.do("referee", {"do": "end_round"}, 5, 3, 9)

    assert [roll.faces for roll in play.rolls("fall")] == [(5, 3), (9,)]
    assert play.unit("vega").status == "down"
    assert {play.unit(name).status for name in ("truck", "away", "near")} == {"ready"}
    assert "Truck crashes after 16 inches." in play.story()


def test_nothing_falls_that_is_not_there() -> None:
    play = start("a - b", soldier(), soldier("truck", "", kind="vehicle", defense=None, defense_die=10, seat=""))
    context = play.context("referee")

    assert list(deed_fall(context, {"unit": "truck", "inches": "16"})) == []


def test_a_fall_of_the_scenario_that_cannot_be_played_is_a_fault() -> None:
    event = Happening("brake", {"round": 2}, ({"do": "fall", "unit": "bare", "inches": "far", "onto": "vega"},))
    game = start("a - b", soldier(), soldier("bare", defense=None), happenings={"brake": event}).game

    texts = [flaw.text for flaw in flaws(game)]

    assert texts == [
        "'far' is no length of a fall.",
        "Bare states no Defense, so a fall has nothing to be held against.",
    ]


# ---------------------------------------------------------------------------------------------- what is offered


def on_offer(play: Play, seat: str = "referee", name: str = "vega") -> list[Any]:
    return [offer for offer in offers(play.context(seat), name) if offer.body["do"] == "fall"]


def yard() -> Play:
    """Vega and somebody to fall upon, a truck, and one who states no Defense."""
    truck = soldier("truck", kind="vehicle", defense=None, defense_die=10)
    return start("a - b", soldier(), soldier("under"), truck, unit("ghost", "a", "blue"))


def test_the_referee_is_offered_what_can_fall_with_all_that_may_be_said() -> None:
    """FAL-1, FAL-2: how far is needed; onto whom, who was aboard, and that nobody survives it, may be said."""
    play = yard()
    (found,) = on_offer(play)
    fields = {field.name: field for field in found.fields}

    assert (found.label, found.body, found.why_not) == (
        "Vega falls or crashes",
        {"do": "fall", "unit": "vega"},
        "",
    )
    assert [(name, field.kind, field.needed, field.many) for name, field in fields.items()] == [
        ("inches", "text", True, False),
        ("target", "unit", False, False),
        ("aboard", "unit", False, True),
        ("fatal", "flag", False, False),
    ]
    assert [target.value for target in fields["target"].targets] == ["under", "truck"]
    assert {"under", "truck", "ghost"} <= {target.value for target in fields["aboard"].targets}
    assert list(legal((found,))) == []
    play.do("referee", {**found.body, "inches": "12+6", "target": "under", "fatal": True}, 3)
    assert play.unit("vega").status == "dead"


def test_nobody_else_is_offered_a_fall_and_nothing_that_cannot_fall_is_listed() -> None:
    play = yard()

    assert not on_offer(play, "red")
    assert not on_offer(play, "referee", "ghost")


def test_without_a_referee_whose_unit_it_is_is_offered_its_fall() -> None:
    play = yard()
    play.do("operator", {"do": "vacate", "seat": "referee"})

    (found,) = on_offer(play, "red")
    assert found.why_not == ""
    assert list(legal((found,))) == [], "how far is for people to say, and no bot does"
    assert not on_offer(play, "blue")


@pytest.mark.parametrize(
    ("line", "body"),
    [
        ("fall vega 16", {"inches": "16"}),
        ("fall vega 12+6 under fatal", {"inches": "12+6", "target": "under", "fatal": True}),
        ("fall vega 16 aboard=under", {"inches": "16", "aboard": ["under"]}),
    ],
)
def test_the_referee_types_a_fall(line: str, body: dict[str, Any]) -> None:
    assert typed(yard(), "referee", line) == {"do": "fall", "unit": "vega", **body}
