"""The rulebook as a whole: that it is complete, and that its games replay."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play, unit
from kit.ship import BLANK, SUCCESS, at_end, end_round, start
from msgspec.structs import replace
from wardiary_server.game.board import place_of
from wardiary_server.game.events import Spent
from wardiary_server.game.frame.queries import SIGHT
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.rulebook import Refused, Rules
from wardiary_server.game.state import Area, Marker, Special
from wardiary_server.rules.environments import OPTIONS, RULEBOOK, breaches, overrides, placing, restoring


def test_every_option_names_its_decision() -> None:
    """Each number or word that the text leaves open is an option that says which decision it stands for."""
    assert {name: spec.row for name, spec in OPTIONS.items()} == {
        "success": "D40",
        "die": "D40",
        "template": "D27",
        "pull": "D28",
        "once_per": "D1",
        "sight": "D39",
        "roll_on_create": "D8",
        "roll_in_lost_turn": "D12",
        "airless_to_airless": "D33",
        "seal_restores": "D35",
        "late_breach": "D78",
        "door_breach": "D78",
    }
    assert all(spec.text and (not spec.values or spec.default in spec.values) for spec in OPTIONS.values())


def test_the_order_of_its_triggers() -> None:
    """D10, D95: Airless and what a Breach does at 10, Hazards at 20, events at 500, areas at a round's end at 500."""
    from wardiary_server.rules.environments import airless, changing, hazards

    assert {t.priority for t in airless.TRIGGERS} == {10}
    assert {t.priority for t in hazards.TRIGGERS} == {20}
    assert [t.priority for t in breaches.TRIGGERS] == [10, 10, 500, 10]
    assert [t.priority for t in changing.TRIGGERS] == [500]


def test_deeds_may_say_what_areas_and_breaches_may() -> None:
    """What a scenario can write of an area or a Breach at the start it can write in an event, too."""
    area, breach = restoring.DEEDS["area"], placing.DEEDS["breach"]

    assert set(overrides.AREA_DATA) <= {*area.needs, *area.may}
    assert set(breaches.BREACH_DATA) <= {*breach.needs, *breach.may}


def test_it_stands_beside_another_book() -> None:
    """No command, deed or option of it takes the place of another rulebook's."""
    from kit import FRAME

    zones = pytest.importorskip("wardiary_server.rules.zones").RULEBOOK
    alone = [Rules((FRAME, book)) for book in (RULEBOOK, zones)]
    both = Rules((FRAME, RULEBOOK, zones))

    for words in ("actions", "deeds", "options"):
        frame = len(getattr(Rules((FRAME,)), words))
        assert len(getattr(both, words)) == sum(len(getattr(rules, words)) - frame for rules in alone) + frame


@pytest.mark.parametrize("keep_live", [True, False])
def test_an_evening_replays(keep_live: bool) -> None:
    """A game in which all of it happens folds to the same state, and undone and redone comes out the same."""
    units = [unit("vega", "b", tags=("character",), speed=3), unit("ito"), unit("sol", "b", "blue")]
    areas = [Area("hold", "airless", "Airless", ("c",)), Area("lab", "hazard", "Lab", ("a",))]
    play = start(
        "a - b #d1# c", *units, areas=areas, typed=["red", "blue"], options={"frame.ask": True}, keep_live=keep_live
    )

    play.act("red", "open", "vega", door="d1")
    play.answer("referee", "vega", "sol", "ito")
    parts = next(iter(play.game.open.values())).parts
    shown = {"vega": "blank", "sol": "success", "ito": "success"}
    for number, part in reversed(list(enumerate(parts))):
        play.answer(part.seat, shown[part.unit], part=number)
    play.act("red", "seal", "vega", breach="breach-d1")
    play.answer("red", "success")
    play.act("red", "end", "vega")
    done = play.hash()
    play.undo()
    play.undo(word="undo")
    play.undo(word="redo")
    play.undo(word="redo")

    assert play.folded() == play.state
    assert play.game.links["d1"].door == "sealed"
    assert play.unit("vega").conditions["prone"] == 1
    assert done != play.hash(), "the table remembers that it was taken back"


ACTING = st.sampled_from(["vega", "ito", "sol"])
MEDDLING = st.sampled_from(
    [
        {"do": "ref_breach", "zone": "a", "breach": "b1"},
        {"do": "ref_breach", "zone": "b", "breach": "b2", "releases": "hazard"},
        {"do": "ref_decompress", "zone": "b", "affects": ["a", "b"]},
        {"do": "ref_restore", "zones": ["a", "b", "c"], "force": True},
        {"do": "ref_restore", "zones": ["a"], "kind": "hazard"},
        {"do": "ref_move", "unit": "vega", "zone": "b", "with_rules": True},
    ]
)


@given(st.data())
def test_live_and_thawed_are_equal(data: st.DataObject) -> None:
    """Whatever is done, asked and answered: a game whose waiting rules are run again from the log is the same game."""
    live, thawed = (lively(keep_live=keep) for keep in (True, False))

    for _ in range(data.draw(st.integers(1, 12))):
        seat, body = data.draw(next_command(live))
        for play in (live, thawed):
            if body is not None:
                attempt(play, seat, body)
        assert live.state == thawed.state

    assert live.folded() == live.state
    for (unit_, key), rolls in groupby(sorted((roll.unit, roll.key) for roll in live.rolls("airless"))):
        assert len(list(rolls)) == 1, f"{unit_} rolled twice for {key}"


def lively(*, keep_live: bool) -> Play:
    """A game with something of everything, in which people are asked whatever can be asked."""
    units = [
        unit("vega", "b", tags=("character",), speed=3),
        unit("ito", "a", speed=3),
        unit("sol", "b", "blue", speed=3),
    ]
    areas = [Area("hold", "airless", "Airless", ("c",)), Area("lab", "hazard", "Lab", ("a",))]
    options = {"frame.ask": True, "frame.dice": "typed", "environments.roll_on_create": True}
    return start(
        "a - b #d1# c\nc =d2= a",
        *units,
        areas=areas,
        typed=["red", "blue"],
        options=options,
        keep_live=keep_live,
    )


@st.composite
def next_command(draw: st.DrawFn, play: Play) -> tuple[str, dict[str, Any] | None]:
    """An answer where one is awaited and the draw says so, else something that is on offer, or the referee's hand."""
    if play.game.open and draw(st.integers(0, 3)):
        asked = draw(st.sampled_from(sorted(play.game.open.values(), key=lambda asked: asked.root)))
        number = draw(st.sampled_from([n for n in range(len(asked.parts)) if str(n) not in asked.answers]))
        part = asked.parts[number]
        body: dict[str, Any] = {"do": "answer", "root": asked.root, "opened": asked.opened, "part": number}
        if part.kind == "roll":
            return part.seat, {**body, "faces": [draw(st.sampled_from(["success", "blank"]))] * part.dice}
        chosen = draw(st.lists(st.sampled_from(part.options), min_size=part.least, max_size=part.most, unique=True))
        return part.seat, {**body, "chosen": [value for value, _label in chosen]}
    if not draw(st.integers(0, 3)):
        return "referee", draw(MEDDLING)
    acting = draw(ACTING)
    seat = play.unit(acting).seat
    found = list(legal(offers(play.context(seat), acting)))
    return seat, draw(st.sampled_from(found)) if found else None


def attempt(play: Play, seat: str, body: dict[str, Any]) -> None:
    """Do it, or have it refused: not everything that is on offer stays legal while something is awaited."""
    try:
        play.do(seat, body, *[BLANK] * 8)
    except Refused as refusal:
        if refusal.code in ("rulebook_failed", "diverged", "endless"):
            raise


# ---------------------------------------------------------------------------------------------- the text's own summary

COLD = Area("cold", "airless", "Airless", ("b",))
LEAK = Area("leak", "hazard", "Leak", ("b",))
HULL = {"do": "breach", "id": "b1", "zone": "b", "joins": "space"}


@pytest.mark.parametrize("area", [COLD, LEAK])
@pytest.mark.parametrize("inside", [False, True])
def test_env_46_airless_and_hazards(area: Area, inside: bool) -> None:
    """ENV-46 of ENV-2, 7, 8, 33: a roll on entering or on beginning inside, one a turn; a Blank is 1 damage."""
    play = start("a - b", unit("vega", "b" if inside else "a", speed=4), areas=[area])
    if inside:
        play.act("red", "begin", "vega", BLANK)
        play.act("red", "move", "vega", to="a")
        play.act("red", "move", "vega", to="b")
    else:
        play.act("red", "move", "vega", BLANK, to="b")
    assert [(roll.rule, len(roll.faces)) for roll in play.rolls()] == [(area.kind, 1)]
    assert play.unit("vega").stats["health"] == 4


def test_env_46_a_default_is_one_until_the_scenario_says_otherwise() -> None:
    """ENV-46 of ENV-35: 1 damage *by default*."""
    play = start("a - b", unit("vega", "b"), areas=[replace(LEAK, data={"condition": "sick"})])
    play.act("red", "begin", "vega", BLANK)
    assert (play.unit("vega").stats["health"], dict(play.unit("vega").conditions)) == (5, {"sick": 1})


def test_env_46_decompression() -> None:
    """ENV-46 of ENV-15, 19: once, when it occurs, and by the template over the Breach where no area is named."""
    events = {**at_end(HULL), **at_end(HULL, round=2)}
    play = start("a - b - c", unit("vega", "b"), unit("ito", "c"), happenings=events)
    end_round(play, SUCCESS)
    end_round(play, turns=[SUCCESS])
    assert [roll.unit for roll in play.rolls("decompression")] == ["vega"]
    assert "Within 3 inches of Breach: Vega (b)." in play.story()


@pytest.mark.parametrize(
    ("data", "rolled", "kind"),
    [
        ({"joins": "space"}, ["decompression"], "airless"),
        ({"releases": "airless"}, [], "airless"),
        ({"releases": "hazard"}, [], "hazard"),
    ],
)
def test_env_46_a_breach_is_a_source_of_three_things_and_may_be_sealed(
    data: dict[str, str], rolled: list[str], kind: str
) -> None:
    """ENV-46 of ENV-21, 22, 23, 26: Decompression, Airless, or a Hazard; sealing it is a Special Action."""
    hole = {"do": "breach", "id": "b1", "zone": "b", **data}
    play = start("a - b", unit("vega", "b", tags=("character",)), happenings=at_end(hole))
    end_round(play, *[SUCCESS] * len(rolled))
    assert [roll.rule for roll in play.rolls()] == rolled
    assert [area.kind for area in play.game.areas.values()] == [kind]

    play.act("red", "seal", "vega", SUCCESS, SUCCESS, breach="b1")
    assert play.game.markers == {}
    assert play.events(Spent)[-1].left["action"] == 0


@pytest.mark.parametrize(("sight", "ignores", "seen"), [(4, False, False), (8, False, True), (4, True, True)])
def test_env_46_darkness(sight: int, ignores: bool, seen: bool) -> None:
    """ENV-46 of ENV-37, 38, 39: 4 inches by default, farther by another rule; the next zone is 6 away."""
    night = Area("night", "darkness", "Darkness", ("a", "b"), data={"sight": sight} if sight != 4 else {})
    rule = Special("eyes", "Eyes", "ignore", ("darkness",))
    vega = unit("vega", specials=("eyes",) if ignores else ())
    ctx = start("a - b", vega, unit("rook", "b", "blue"), areas=[night], specials={"eyes": rule}).context()
    assert ctx.value(SIGHT, ctx.game.units["vega"], place_of(ctx.game.units["rook"])) is seen


def test_env_46_disabled_power() -> None:
    """ENV-46 of ENV-40: a parameter of the mission, with nothing by default."""
    supply = Marker("main", "power", "Main power", data={"is": "on"})
    play = start("a - b", unit("vega"), areas=[COLD, LEAK], breaches=[supply])
    before = play.game
    play.do("referee", {"do": "ref_power", "power": "main", "now": "off"})
    assert replace(play.game, markers={}) == replace(before, markers={})
