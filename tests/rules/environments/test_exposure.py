"""Who rolls for an environment and when; whatever the environment."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from kit import SEATS, Play, unit
from kit.ship import BLANK, SUCCESS, at_end, end_round, start
from wardiary_server.game.events import Asked, ItemDropped, TurnBegan, UnitHurt
from wardiary_server.game.frame.gear import HELP, Help
from wardiary_server.game.resolver import Context
from wardiary_server.game.rulebook import DeedSpec, Rule, Rulebook
from wardiary_server.game.state import Area, Happening, Item, Seat, Special, Unit
from wardiary_server.rules.environments import OPTIONS, RULEBOOK

HOLD = Area("hold", "airless", "Airless", ("b",))


def spreads(kind: str = "airless", zones: str = "a b") -> dict[str, Happening]:
    """An event that lets an area cover these zones at the end of round 1."""
    return at_end({"do": "area", "id": "hold", "kind": kind, "zones": zones})


# ---------------------------------------------------------------------------------------------- areas that come over


@pytest.mark.parametrize("kind", ["airless", "hazard"])
def test_an_area_that_comes_over_a_unit_is_not_entered(kind: str) -> None:
    """D8: an area created onto a unit asks for nothing; its next turn there does. `roll_on_create` is off."""
    play = start("a - b", unit("vega"), happenings=spreads(kind))

    end_round(play)
    assert play.rolls() == []
    play.act("red", "begin", "vega", SUCCESS)

    assert OPTIONS["roll_on_create"].default is False
    assert len(play.rolls(kind)) == 1


@pytest.mark.parametrize("kind", ["airless", "hazard"])
def test_roll_on_create(kind: str) -> None:
    """D8: with `roll_on_create` whoever it comes over rolls at once, by id; the mark counts as always."""
    options = {"environments.roll_on_create": True}
    play = start("a - b", unit("vega", "b"), unit("ito"), happenings=spreads(kind), options=options)

    end_round(play, BLANK, SUCCESS)

    assert [roll.unit for roll in play.rolls(kind)] == ["ito", "vega"]
    assert [e.unit for e in play.events(UnitHurt)] == ["ito"]


def test_roll_on_create_asks_only_whom_it_newly_covers() -> None:
    """D8: an area that grows comes over those in its new zones, not over those who were in it."""
    options = {"environments.roll_on_create": True}
    play = start("a - b", unit("vega", "b"), unit("ito"), areas=[HOLD], happenings=spreads(), options=options)

    play.act("red", "begin", "vega", SUCCESS)
    end_round(play, SUCCESS)

    assert [roll.unit for roll in play.rolls("airless")] == ["vega", "ito"]


def test_a_quarantine_that_fails_comes_over_who_is_in_it() -> None:
    """D8, ENV-36: with `roll_on_create` a failed containment is an area that comes over units."""
    fails = at_end({"do": "contaminate", "area": "ward"})
    ward = Area("ward", "quarantine", "Ward", ("a",))
    options = {"environments.roll_on_create": True}
    play = start("a - b", unit("vega"), areas=[ward], happenings=fails, options=options)

    end_round(play, SUCCESS)

    assert [roll.unit for roll in play.rolls("hazard")] == ["vega"]


# ---------------------------------------------------------------------------------------------- who rolls


def test_a_lost_turn_begins_all_the_same() -> None:
    """D12 (foundryvtt#11998 for these environments): the trigger fires, then the turn is lost."""
    play = start("a - b", unit("vega", "b", conditions={"lost_turns": 1}), areas=[HOLD])

    play.act("red", "begin", "vega", BLANK)

    assert OPTIONS["roll_in_lost_turn"].default is True
    assert len(play.rolls("airless")) == 1
    assert play.game.clock.done == ("vega",)


def test_a_lost_turn_without_a_roll() -> None:
    """D12: with `roll_in_lost_turn = false` a turn that is lost asks for nothing."""
    options = {"environments.roll_in_lost_turn": False}
    play = start("a - b", unit("vega", "b", conditions={"lost_turns": 1}), areas=[HOLD], options=options)

    play.act("red", "begin", "vega")

    assert play.rolls() == []


def test_the_unconscious_roll() -> None:
    """D12: unconscious: environment yes. Nobody dodges it: the round's end begins the turn (D71)."""
    play = start("a - b", unit("vega", "b", conditions={"unconscious": 1}), areas=[HOLD])

    end_round(play, BLANK)

    assert play.unit("vega").stats["health"] == 4


@pytest.mark.parametrize("status", ["down", "dead"])
def test_the_down_and_the_dead_do_not(status: str) -> None:
    """D12 and MegaMek#408, #2571: no turn, no rolls, wherever they are dragged."""
    play = start("a - b", unit("vega", "a", status=status), areas=[HOLD])

    play.do("referee", {"do": "ref_move", "unit": "vega", "zone": "b", "with_rules": True})
    end_round(play)

    assert play.rolls() == []
    assert [e.unit for e in play.events(TurnBegan)] == ["mate", "foe"]


def test_reserves_do_not() -> None:
    """MegaMek#408: a unit in reserve is nowhere, also when an area covers the whole board."""
    options = {"environments.roll_on_create": True}
    play = start("a - b", unit("vega", "", arrives=9), happenings=spreads(), options=options)

    end_round(play)

    assert play.rolls() == []


def test_whoever_is_brought_from_reserve_enters() -> None:
    """D7: reserves that an event brings come from outside."""
    bring = at_end({"do": "reserves", "units": "vega", "zone": "b"})
    play = start("a - b", unit("vega", "", tags=("brought",)), areas=[HOLD], happenings=bring)

    end_round(play, SUCCESS)

    assert [roll.unit for roll in play.rolls("airless")] == ["vega"]


def test_a_turn_that_nobody_took_begins_at_the_rounds_end() -> None:
    """D71: nobody dodges what starts with a turn by not taking it."""
    play = start("a - b", unit("vega", "b", conditions={"unconscious": 1}), unit("ito", "b"), areas=[HOLD])

    end_round(play, SUCCESS, turns=[SUCCESS])

    assert [roll.unit for roll in play.rolls()] == ["ito", "vega"]


def test_what_protects_makes_no_roll_and_no_mark() -> None:
    """D5: a rulebook that protects a unit says so to the query; then no roll is made and no mark set."""

    def helmets(ctx: Context, found: Help, wearer: Unit, *kinds: str) -> Help:
        return found._replace(protects=("helmet",)) if "airless" in kinds and "helmet" in wearer.tags else found

    helmet = Rulebook(name="helmets", modifiers=((HELP, helmets),))
    play = start("a - b", unit("vega", tags=("helmet",)), unit("ito"), areas=[HOLD], books=(RULEBOOK, helmet))

    play.act("red", "move", "vega", to="b")
    assert dict(play.unit("vega").marks) == {}
    play.act("red", "end", "vega")
    play.act("red", "move", "ito", SUCCESS, to="b")

    assert [roll.unit for roll in play.rolls()] == ["ito"]


def test_one_request_whoever_is_watching() -> None:
    """dnd4eBeta#808, pf2e#20858: six seats, two of them referees: one request, one damage."""
    more = {
        "green": Seat("green", "Green", "red"), "black": Seat("black", "Black", "blue"),
        "second": Seat("second", "Second referee", role="referee"),
    }  # fmt: skip
    play = start("a - b", unit("vega"), areas=[HOLD], typed=["red"], seats={**SEATS, **more})

    play.act("red", "move", "vega", to="b")
    (asked,) = play.events(Asked)
    play.answer("referee", "blank")

    assert [(part.seat, part.unit) for part in asked.parts] == [("red", "vega")]
    assert [e.amount for e in play.events(UnitHurt)] == [1]
    assert play.refused("second", {"do": "answer", "root": asked.root, "opened": asked.opened, "faces": [1]}) == (
        "stale_request"
    )


def test_an_area_that_ended_while_dice_were_awaited_asks_nobody_else() -> None:
    """A rule reads the state afresh: the second area is gone by the time that its turn would come."""
    fog = Area("fog", "hazard", "Fog", ("b",), label="fog", data={"damage": 2})
    play = start("a - b", unit("vega"), areas=[Area("lab", "hazard", "Lab", ("b",)), fog], typed=["red"])
    play.act("red", "move", "vega", to="b")

    play.do("referee", {"do": "ref_restore", "zones": ["b"], "kind": "hazard"})
    play.answer("red", "success")

    assert [roll.reason for roll in play.rolls()] == ["Lab"]
    assert play.game.open == {}


def test_who_was_taken_off_the_board_while_dice_were_awaited() -> None:
    """D11: a Blank does nothing to a unit that is dead by the time it is answered."""
    play = start("a - b", unit("vega", tags=("dies",)), areas=[HOLD], typed=["red"])
    play.act("red", "move", "vega", to="b")

    play.do("referee", {"do": "ref_hurt", "unit": "vega", "amount": 5})
    play.answer("red", "blank")

    assert [e.amount for e in play.events(UnitHurt)] == [5]


# ---------------------------------------------------------------------------------------------- special rules

SEALED = Special("sealed", "SEALED", "protect", ("airless", "hazard"))
LINER = Special("liner", "RUGGED LINER", "ignore", ("hazard:acid",))
ACID = Area("acid", "hazard", "Acid", ("b",), "acid", data={"condition": "corroded", "damage": 2})


def wearing(*rules: Special, areas: Iterable[Area], item: bool = False) -> Play:
    """Vega and her special rules, by herself or by what she carries."""
    names = tuple(rule.id for rule in rules)
    vega = unit("vega", items=("suit",), speed=3) if item else unit("vega", specials=names, speed=3)
    items = {"suit": Item("suit", "Suit", "gear", specials=names)} if item else {}
    return start("a - b", vega, areas=areas, items=items, specials={rule.id: rule for rule in rules})


@pytest.mark.parametrize("item", [False, True])
@pytest.mark.parametrize("area", [HOLD, ACID])
def test_env_4_sealed_as_a_scenario_states_it_makes_no_roll_and_no_mark(area: Area, item: bool) -> None:
    """ENV-4, D5: `protect` against Airless and Hazards, by the unit or its suit."""
    play = wearing(SEALED, areas=[area], item=item)

    play.act("red", "move", "vega", to="b")

    assert play.rolls() == []
    assert dict(play.unit("vega").marks) == {}


def test_d5_whoever_takes_the_suit_off_rolls_in_the_same_round() -> None:
    """D5: no mark was set, so the roll is still to come."""
    drops = {"h": Happening("h", {"door": "d", "is": "closed"}, ({"do": "strip"},))}

    def strip(ctx: Context, deed: object) -> Rule[None]:
        yield ItemDropped(unit="vega", item="suit")

    undressing = Rulebook(name="undressing", deeds={"strip": DeedSpec(strip)})
    play = start(
        "a - b =d= c", unit("vega", items=("suit",), speed=5), areas=[HOLD], books=(RULEBOOK, undressing),
        happenings=drops, items={"suit": Item("suit", "Suit", "gear", specials=("sealed",))},
        specials={"sealed": SEALED},
    )  # fmt: skip
    play.act("red", "move", "vega", to="b")
    play.act("red", "close", "vega", door="d")
    play.act("red", "move", "vega", to="a")
    play.act("red", "move", "vega", SUCCESS, to="b")
    assert [roll.unit for roll in play.rolls()] == ["vega"]


def test_env_5_a_liner_makes_nothing_of_what_it_covers() -> None:
    """ENV-5, D5: `ignore`: the roll is made and counts as one, and neither condition nor damage comes of the Blank."""
    play = wearing(LINER, areas=[ACID])

    play.act("red", "move", "vega", BLANK, to="b")
    play.act("red", "move", "vega", to="a")
    play.act("red", "move", "vega", to="b")

    assert [roll.faces for roll in play.rolls()] == [(BLANK,)]
    assert play.events(UnitHurt) == []
    assert dict(play.unit("vega").conditions) == {}
    assert "Vega: nothing comes of it (RUGGED LINER)." in play.story()


def test_env_5_a_liner_does_not_cover_what_it_does_not_name() -> None:
    """ENV-5, D37: the special rule says which; another label is another danger."""
    play = wearing(LINER, areas=[Area("lab", "hazard", "Lab", ("b",), "spores", data={"damage": 2})])

    play.act("red", "move", "vega", BLANK, to="b")

    assert [e.amount for e in play.events(UnitHurt)] == [2]


def test_d37_the_names_of_special_rules_mean_nothing_by_themselves() -> None:
    """D37: SEALED is what the scenario states; without that it is a word."""
    play = wearing(Special("sealed", "SEALED", "protect", ("decompression",)), areas=[HOLD])
    play.act("red", "move", "vega", BLANK, to="b")
    assert [e.amount for e in play.events(UnitHurt)] == [1]
