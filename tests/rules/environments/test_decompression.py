"""Decompression: who is caught, who rolls, who is pulled where, and what is left."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from kit import Play, unit
from kit.ship import BLANK, SUCCESS, at_end, end_round, start
from wardiary_server.game.entry import AnyEntry
from wardiary_server.game.events import AreaPlaced, Asked, Chosen, ConditionChanged, Remarked, UnitEntered, UnitHurt
from wardiary_server.game.offers import offers
from wardiary_server.game.state import Area, Special, Unit
from wardiary_server.rules.environments import OPTIONS

ASK = {"frame.ask": True}


def burst(play: Play, *faces: int, zone: str = "b", **more: Any) -> AnyEntry:
    return play.do("referee", {"do": "ref_decompress", "zone": zone, **more}, *faces)


# ---------------------------------------------------------------------------------------------- what it is


def test_it_is_no_environment() -> None:
    """ENV-12 and D30: it neither uses nor sets the Airless mark, and no Airless roll stands in for its own."""
    hold = Area("hold", "airless", zones=("b",))
    play = start("a - b", unit("vega", "b"), areas=[hold])
    play.act("red", "begin", "vega", SUCCESS)

    burst(play, BLANK)

    assert [roll.rule for roll in play.rolls()] == ["airless", "decompression"]
    assert dict(play.unit("vega").marks) == {"airless": 1}
    assert play.unit("vega").conditions["prone"] == 1


def test_it_does_not_set_the_mark() -> None:
    """ENV-12: a unit that rolled for a Decompression still rolls for Airless in the same round."""
    play = start("a - b", unit("vega", "b"))

    burst(play, SUCCESS)
    play.act("red", "begin", "vega", SUCCESS)

    assert [roll.rule for roll in play.rolls()] == ["decompression", "airless"]


def test_a_point_that_is_no_breach() -> None:
    """ENV-13 and D82: the referee names the point and the area, an airlock for one; there is no marker."""
    play = start("a - b - c", unit("vega", "a"), unit("ito", "b"), unit("sol", "c"))

    burst(play, SUCCESS, SUCCESS, zone="b", affects=["b", "c"])

    assert sorted(roll.unit for roll in play.rolls()) == ["ito", "sol"]
    assert play.game.markers == {}
    assert play.game.areas["airless-b"].zones == ("b", "c")


def test_a_scenario_event_decompresses() -> None:
    """D82: a scenario's event names point and area; it may leave the air where it is (ENV-20)."""
    deed = {"do": "decompress", "zone": "b", "affects": "a,b", "airless": 0}
    play = start("a - b", unit("vega"), unit("ito", "b"), happenings=at_end(deed))

    end_round(play, SUCCESS, BLANK)

    assert sorted(roll.unit for roll in play.rolls("decompression")) == ["ito", "vega"]
    assert play.game.areas == {}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"zone": "x"}, "no_such_zone"),
        ({"zone": "b", "affects": ["x"]}, "no_such_zone"),
    ],
)
def test_a_point_that_there_is_not(body: dict[str, Any], code: str) -> None:
    play = start("a - b")

    assert play.refused("referee", {"do": "ref_decompress", **body}) == code


def test_only_the_referee_and_not_before_play() -> None:
    from wardiary_server.game.state import Clock

    assert start("a - b").refused("red", {"do": "ref_decompress", "zone": "b"}) == "not_allowed"
    play = start("a - b", clock=Clock())
    assert play.refused("referee", {"do": "ref_decompress", "zone": "b"}) == "not_playing"


# ---------------------------------------------------------------------------------------------- who is caught


def test_the_area_that_the_scenario_defines_is_used() -> None:
    """ENV-14: where an area is defined the template is ignored: all in it are caught, nobody is asked."""
    play = start("a - b - c", unit("vega"), unit("ito", "b"), unit("sol", "c"), options=ASK)

    burst(play, SUCCESS, zone="b", affects=["c"])

    assert [roll.unit for roll in play.rolls()] == ["sol"]
    assert play.events(Asked) == []


def test_the_template_lies_over_the_zone_of_the_hole() -> None:
    """ENV-15 in the form of D94: without `ask` all in the hole's own zone are meant, and no others.

    No scatter and no attack roll: one die for each unit is all that is rolled.
    """
    play = start("a - b", unit("vega"), unit("ito", "b"), unit("sol", "b", "blue"))

    burst(play, SUCCESS, SUCCESS)

    assert [(roll.rule, roll.unit, len(roll.faces)) for roll in play.rolls()] == [
        ("decompression", "ito", 1),
        ("decompression", "sol", 1),
    ]
    assert play.events(Chosen)[0].chosen == ("ito", "sol")


def test_people_say_whom_the_template_touches() -> None:
    """ENV-15 in the form of D94: with `ask` the likely ones are ticked, and the answer alone counts.

    A base that reaches 0.01 inch inside the radius is in, one that touches it is out: people see that on their table.
    """
    play = start("a - b - c", unit("vega"), unit("ito", "b"), unit("sol", "b"), unit("kim", "c"), options=ASK)

    burst(play)
    (part,) = play.events(Asked)[-1].parts
    play.dice.add(SUCCESS, SUCCESS)
    play.answer("referee", "vega", "sol")

    assert [value for value, _label in part.options] == ["ito", "sol", "vega", "kim"]
    assert (part.default, part.least, part.most) == (("ito", "sol"), 0, 4)
    assert sorted(roll.unit for roll in play.rolls()) == ["sol", "vega"]


@pytest.mark.parametrize(("options", "inches"), [({}, "3 inches"), ({"environments.template": 1}, "1 inch")])
def test_the_radius_of_the_template_is_told(options: dict[str, Any], inches: str) -> None:
    """D27: 3 inches to the base, unless the scenario says otherwise; who is asked is told how far that is."""
    play = start("a - b", unit("ito", "b"), options={**ASK, **options})

    burst(play)

    (part,) = play.events(Asked)[-1].parts
    assert OPTIONS["template"].default == 3
    assert part.reason == f"Within {inches} of the opening in b"


def test_nobody_may_be_caught() -> None:
    """D94: the answer may be nobody; the place loses its air all the same."""
    play = start("a - b", unit("ito", "b"), options=ASK)

    burst(play)
    play.answer("referee")

    assert play.rolls() == []
    assert play.game.areas["airless-b"].zones == ("b",)


def test_an_empty_place_asks_nothing() -> None:
    play = start("a - b", options=ASK)

    burst(play)

    assert play.events(Asked) == []
    assert play.events(Chosen) == []
    assert play.game.areas["airless-b"].zones == ("b",)


def test_the_list_goes_to_the_seat_that_caused_it() -> None:
    """D94: a template's list goes to the seat that caused it, where no referee sits."""
    from kit import SEATS

    hold = Area("hold", "airless", zones=("c",))
    players = {name: SEATS[name] for name in ("red", "blue")}
    play = start("b #d1# c", unit("ito", "b"), areas=[hold], options=ASK, seats=players)

    play.act("red", "open", "ito", door="d1")

    (part,) = play.events(Asked)[-1].parts
    assert (part.seat, part.kind) == ("red", "choice")


@pytest.mark.parametrize(("status", "pulled"), [("ready", True), ("down", True), ("dead", False)])
def test_who_can_be_pulled(status: str, pulled: bool) -> None:
    """D12, MegaMek#408 and #2571: the dead are not moved; who is down is pulled without a roll."""
    play = start("a - b", unit("vega", "b", status=status), unit("ito", "", arrives=9))

    burst(play, *([BLANK] if status == "ready" else []))

    assert len(play.rolls()) == (1 if status == "ready" else 0)
    assert [e.unit for e in play.events(ConditionChanged)] == (["vega"] if pulled else [])


def test_the_unconscious_roll_and_are_pulled() -> None:
    """D12: unconscious: still pulled."""
    play = start("a - b", unit("vega", "b", conditions={"unconscious": 1}))

    burst(play, BLANK)

    assert play.unit("vega").conditions["prone"] == 1


def test_what_is_bolted_down_is_left_alone() -> None:
    """The tag `fixed`: no roll, no pull; for guns on a mount."""
    play = start("a - b", unit("gun", "b", "blue", tags=("fixed",)))

    burst(play)

    assert play.rolls() == []
    assert dict(play.unit("gun").conditions) == {}


# ---------------------------------------------------------------------------------------------- who is pulled


def test_a_success_stays_in_place() -> None:
    """ENV-16: Success: moved 0 inches, on its feet."""
    play = start("a - b", unit("vega", "b"))

    burst(play, SUCCESS)

    assert play.unit("vega").zone == "b"
    assert dict(play.unit("vega").conditions) == {}
    assert "Decompression in b!" in play.story()
    assert not any("pulled" in line for line in play.story())


def test_a_blank_pulls_up_to_three_inches_and_lays_prone() -> None:
    """ENV-17 in the form of D94: 3 inches toward the hole, then Prone; people move the miniature."""
    play = start("a - b", unit("vega", "b"))

    entry = burst(play, BLANK)

    pull = "Vega is pulled straight toward the opening in b, 3 inches or until something is in the way."
    assert [type(e).__name__ for e in entry.events][-3:] == ["Remarked", "ConditionChanged", "AreaPlaced"]
    assert (play.story()[-3], play.story()[-2]) == (pull, "Vega is prone (Decompression).")


def test_a_pull_changes_no_zone_by_itself() -> None:
    """D94: likely a pull changes no zone; without `ask` that is so, and nobody enters anything."""
    play = start("a - b", unit("vega"))

    burst(play, BLANK, affects=["a", "b"])

    assert play.unit("vega").zone == "a"
    assert play.events(UnitEntered) == []
    assert play.unit("vega").conditions["prone"] == 1


def test_a_pull_past_enemies() -> None:
    """ENV-18: the pull may enter Control Zones: no stop at an edge, whoever stands there, and Prone at its end."""
    play = start("a - b", unit("vega"), unit("gun", "b", "blue", tags=("fixed",)), options=ASK)

    burst(play, BLANK, affects=["a", "b"])
    play.answer("red", "crosses")

    assert play.unit("vega").zone == "b"
    assert play.unit("vega").conditions["prone"] == 1


@pytest.mark.parametrize("keep_live", [True, False])
def test_people_say_whether_it_leads_into_the_next_zone(keep_live: bool) -> None:
    """D94 and D32: whoever crosses is forced into the next zone, and enters there as by any other move."""
    lab = Area("lab", "hazard", "Lab", ("b",))
    units = [unit("vega"), unit("ito"), unit("sol", "b")]
    play = start("a - b", *units, areas=[lab], options=ASK, keep_live=keep_live)

    burst(play, BLANK, BLANK, BLANK, affects=["a", "b"])
    parts = play.events(Asked)[-1].parts
    play.answer("red", "stays")
    play.dice.add(BLANK)
    play.answer("red", "crosses", part=1)

    assert [(part.seat, part.unit, part.default) for part in parts] == [
        ("red", "ito", ("stays",)),
        ("red", "vega", ("stays",)),
    ]
    (entered,) = play.events(UnitEntered)
    assert (entered.unit, entered.zone, entered.came, entered.how) == ("vega", "b", "a", "forced")
    assert [e.unit for e in play.events(UnitHurt)] == ["vega"]
    assert {u.id: u.zone for u in play.game.units.values() if u.conditions.get("prone")} == {
        "vega": "b", "ito": "a", "sol": "b",
    }  # fmt: skip
    assert "Vega, pulled up to 3 inches toward the opening in b: into b." in play.story()
    assert play.folded() == play.state


def test_who_was_pulled_in_has_rolled() -> None:
    """D32: pulled into a Hazard that it rolled for this round already, a unit does not roll again."""
    lab = Area("lab", "hazard", "Lab", ("b",))
    play = start("a - b", unit("vega", speed=2), areas=[lab], options=ASK)
    play.act("red", "move", "vega", SUCCESS, to="a", path=("b", "a"))

    burst(play, BLANK, affects=["a"])
    play.answer("red", "crosses")

    assert len(play.rolls("hazard")) == 1
    assert play.unit("vega").zone == "b"


def test_a_pull_that_is_blocked_at_once_is_no_entry() -> None:
    """ArkhamHorror#5412 and D28: behind a closed door nobody is asked and nobody enters; Prone all the same."""
    play = start("a #d1# b", unit("vega"), areas=[Area("lab", "hazard", zones=("b",))], options=ASK)

    burst(play, BLANK, affects=["a", "b"])

    assert play.events(Asked) == []
    assert play.events(UnitEntered) == []
    assert play.unit("vega").conditions["prone"] == 1


def test_who_is_killed_by_what_it_is_pulled_into() -> None:
    """D11: down where it was pulled to; the others are pulled all the same."""
    lab = Area("lab", "hazard", "Lab", ("b",), data={"damage": 9})
    dies = unit("ito", tags=("dies",))
    play = start("a - b", dies, unit("vega"), areas=[lab], options=ASK)

    burst(play, BLANK, BLANK, affects=["a"])
    play.answer("red", "crosses")
    play.dice.add(BLANK)
    play.answer("red", "stays", part=1)

    assert (play.unit("ito").status, dict(play.unit("ito").conditions)) == ("dead", {})
    assert play.unit("vega").conditions["prone"] == 1


def test_all_dice_first_then_the_nearest_moves_first() -> None:
    """D29: everybody rolls before anybody moves; moves go nearest first, ties by id."""
    units = [unit("zoe", "b"), unit("abe", "c"), unit("kim", "a"), unit("ann", "b")]
    play = start("a - b - c", *units)

    entry = burst(play, BLANK, BLANK, BLANK, BLANK, zone="a", affects=["c", "b", "a"])

    names = [type(e).__name__ for e in entry.events]
    assert names.index("ConditionChanged") > max(i for i, name in enumerate(names) if name == "Rolled")
    assert [e.unit for e in play.events(ConditionChanged)] == ["kim", "ann", "zoe", "abe"]


@pytest.mark.parametrize("keep_live", [True, False])
def test_each_seat_rolls_for_its_own(keep_live: bool) -> None:
    """ENV-16, D94: one request, a part for each unit, answered in any order by its own seat."""
    play = start("a - b", unit("vega", "b"), unit("sol", "b", "blue"), typed=["red", "blue"], keep_live=keep_live)

    burst(play)
    (asked,) = play.events(Asked)
    play.answer("red", "blank", part=1)
    assert play.events(ConditionChanged) == []
    play.answer("blue", "success", part=0)

    assert [(part.seat, part.unit) for part in asked.parts] == [("blue", "sol"), ("red", "vega")]
    assert [e.unit for e in play.events(ConditionChanged)] == ["vega"]
    assert play.folded() == play.state


def test_who_is_somewhere_else_by_then_is_not_pulled() -> None:
    """The referee moved a unit away while the dice were awaited: there is nothing to pull it from."""
    play = start("a - b", unit("vega", "b"), typed=["red"])

    burst(play)
    play.do("referee", {"do": "ref_move", "unit": "vega", "zone": "a"})
    play.answer("red", "blank")

    assert dict(play.unit("vega").conditions) == {}


# ---------------------------------------------------------------------------------------------- what is left


def test_the_place_becomes_airless() -> None:
    """ENV-20 and D31: afterwards it is Airless; nobody rolls for that now, the next activation does."""
    play = start("a - b", unit("vega", "b"))

    burst(play, SUCCESS)

    assert [roll.rule for roll in play.rolls()] == ["decompression"]
    (area,) = play.game.areas.values()
    assert (area.kind, area.zones) == ("airless", ("b",))
    assert play.story()[-1] == "b: Airless from now on."
    play.act("red", "begin", "vega", SUCCESS)
    assert [roll.rule for roll in play.rolls()] == ["decompression", "airless"]


def test_it_stays_as_it_is_where_the_scenario_says_so() -> None:
    """ENV-20: unless the scenario states otherwise."""
    play = start("a - b", unit("vega", "b"))

    burst(play, SUCCESS, airless=False)

    assert play.events(AreaPlaced) == []


def test_what_was_airless_is_not_made_so_twice() -> None:
    """ENV-20: only what had air becomes Airless."""
    play = start("a - b", areas=[Area("hold", "airless", zones=("b",))])

    burst(play, affects=["a", "b"])

    assert play.game.areas["airless-b"].zones == ("a",)


def test_one_undo_takes_all_of_it_back() -> None:
    """D67: the pull, the dice, Prone and the lost air are one command; the undo rolls nothing."""
    play = start("a - b", unit("vega", "b"))
    before = play.game

    burst(play, BLANK)
    play.undo()

    assert play.game == before


def test_a_referee_who_says_why_is_heard() -> None:
    play = start("a - b", unit("vega", "b"))

    burst(play, BLANK)

    assert play.events(Remarked)[0].text == "Decompression in b!"


# ---------------------------------------------------------------------------------------------- special rules


def braced(does: Literal["protect", "ignore", "reroll", "bonus"], *against: str) -> Play:
    rule = Special("brace", "Brace", does, against or ("decompression",), 1 if does == "bonus" else 0)
    return start(
        "a - b", unit("vega", "b", specials=("brace",)), specials={"brace": rule}, options={"frame.reroll": "likely"}
    )


def test_env_4_what_helps_against_airless_does_not_help_here() -> None:
    """ENV-4, ENV-12: SEALED is for the rolls of Airless and Hazards; the pull is neither."""
    play = braced("protect", "airless", "hazard")

    burst(play, BLANK)

    assert play.unit("vega").conditions["prone"] == 1


@pytest.mark.parametrize(
    ("does", "faces", "prone"),
    [
        ("protect", (), False),
        ("ignore", (BLANK,), False),
        ("reroll", (BLANK, SUCCESS), False),
        ("reroll", (BLANK, BLANK), True),
        ("bonus", (BLANK, SUCCESS), False),
        ("bonus", (BLANK, BLANK), True),
    ],
)
def test_d5_all_four_ways_to_hold_on(
    does: Literal["protect", "ignore", "reroll", "bonus"], faces: tuple[int, ...], prone: bool
) -> None:
    """D5: who is protected rolls nothing; whoever ignores the Blank stays; one Success among more dice suffices."""
    play = braced(does)

    burst(play, *faces)

    assert [face for roll in play.rolls() for face in roll.faces] == list(faces)
    assert bool(play.unit("vega").conditions.get("prone")) is prone


def test_all_rerolls_are_asked_at_once() -> None:
    """D6, D29: two units, two Blanks: one request with both choices, then both dice."""
    rule = Special("brace", "Brace", "reroll", ("decompression",))
    crew = (unit("ito", "b", specials=("brace",)), unit("vega", "b", specials=("brace",)))
    play = start("a - b", *crew, specials={"brace": rule})
    burst(play, BLANK, BLANK)

    assert [len(asked.parts) for asked in play.game.open.values()] == [2]
    play.answer("red", "keep", part=0)
    play.dice.add(SUCCESS)
    play.answer("red", "again", part=1)

    assert [bool(play.unit(name).conditions.get("prone")) for name in ("ito", "vega")] == [True, False]


# ---------------------------------------------------------------------------------------------- a scenario's own


def holed(*units: Unit, faces: tuple[int, ...], options: dict[str, Any] | None = None, **data: int | str) -> Play:
    """A Breach into space opens in b at the end of the first round."""
    hole = {"do": "breach", "id": "b1", "zone": "b", "joins": "space", **data}
    play = start("a - b", *units, happenings=at_end(hole), options=options or {})
    end_round(play, *faces)
    return play


def test_env_44_a_scenario_replaces_the_pull() -> None:
    """ENV-44, ENV-45: a condition and damage in place of the pull; nobody lies prone, nobody is moved."""
    play = holed(unit("vega", "b"), unit("ito", "b"), faces=(SUCCESS, BLANK), condition="dazed", damage=2)

    assert dict(play.unit("vega").conditions) == {"dazed": 1}
    assert [(e.unit, e.amount) for e in play.events(UnitHurt)] == [("vega", 2)]
    assert dict(play.unit("ito").conditions) == {}
    assert not any("pulled" in line for line in play.story())


def test_env_44_in_words_or_nothing_at_all() -> None:
    """ENV-44: people see to it; `none` leaves the roll and the lost air."""
    told = holed(unit("vega", "b"), faces=(BLANK,), effect="drops everything")
    assert "Vega (Breach): drops everything" in told.story()
    assert dict(told.unit("vega").conditions) == {}

    nothing = holed(unit("vega", "b"), faces=(BLANK,), effect="none")
    assert dict(nothing.unit("vega").conditions) == {}
    assert "b: Airless from now on." in nothing.story()


def test_env_44_a_decompression_without_a_breach_may_be_another_one_too() -> None:
    """ENV-44, D82: the deed says so; who is down has nothing more to suffer."""
    deed = {"do": "decompress", "zone": "b", "damage": 1, "airless": 0}
    down = unit("ito", "b", status="down", health=0)
    play = start("a - b", unit("vega", "b"), down, happenings=at_end(deed))
    end_round(play, BLANK)
    assert [(e.unit, e.amount) for e in play.events(UnitHurt)] == [("vega", 1)]


def test_env_44_another_template() -> None:
    """ENV-44, D27: this Breach's own radius, in place of the option's 3 inches."""
    play = holed(unit("vega", "b"), faces=(BLANK,), template=5)
    assert "Within 5 inches of Breach: Vega (b)." in play.story()
    assert "Within 3 inches of Breach: Vega (b)." in holed(unit("vega", "b"), faces=(BLANK,)).story()


def test_a_decompression_without_a_breach_is_on_offer() -> None:
    """D82."""
    (offer,) = [o for o in offers(start("a - b").context("referee")) if o.body["do"] == "ref_decompress"]

    assert (offer.asks, [field.name for field in offer.fields]) == ("zone", ["affects", "airless", "reason"])
