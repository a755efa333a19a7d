"""The rulebook as a whole: its order, its options, what it declares, a scenario that uses all of it, and replays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import FRAME, Play
from kit.field import down, end_round, medic, soldier, start
from kit.rows import mentioned
from kit.texts import TWO_SIDES
from msgspec.structs import replace
from wardiary_server.game.events import RoundEnding, TurnBegan, UnitEntered
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.rulebook import Refused, Rules
from wardiary_server.game.state import Area, Marker
from wardiary_server.rules.casualties import OPTIONS, RULEBOOK
from wardiary_server.rules.environments import RULEBOOK as ENVIRONMENTS
from wardiary_server.rules.zones import RULEBOOK as ZONES
from wardiary_server.scenario import check_text

HERE = Path(__file__).parent
SOURCES = Path(RULEBOOK.triggers[0].run.__code__.co_filename).parent
ROWS = {"MED": 12, "FAL": 7, "DNG": 5, "FIR": 4}

SCENARIO = (
    """\
[game]
title = "The depot"
rulebooks = ["casualties"]
[options]
frame.rounds = 6
frame.economy = "focus"
casualties.burning = 4
casualties.fall_die = 8
"""
    + TWO_SIDES
    + """\
[[zones]]
id = "yard"
deploy = ["red"]
[[zones]]
id = "depot"
deploy = ["blue"]
[[links]]
between = ["yard", "depot"]
[[items]]
id = "medkit"
tags = ["medkit"]
[[items]]
id = "toolbox"
tags = ["tools"]
[[specials]]
id = "mask"
does = "protect"
against = ["tear_gas", "mustard_gas", "nerve_gas", "effect"]
[[specials]]
id = "handbook"
does = "reroll"
against = ["treat", "repair"]
[[units]]
id = "doc"
specials = ["handbook"]
side = "red"
health = 1
skill_die = 10
defense = 4
items = ["medkit", "toolbox"]
tags = ["vulnerable", "flammable"]
[[units]]
id = "truck"
kind = "vehicle"
side = "red"
health = 1
defense_die = 12
specials = ["mask"]
[[units]]
id = "rook"
side = "blue"
health = 1
defense_die = 6
tags = ["vulnerable:rays", "flaming"]
[[areas]]
id = "gas"
kind = "tear_gas"
zones = ["depot"]
value = 4
[[areas]]
id = "wreck"
kind = "scenery"
zones = ["depot"]
flaming = true
flammable = true
[[events]]
when = { round = 2 }
do = [
  { do = "release", kind = "effect", id = "rays", name = "Radiation", zones = ["yard"], value = 5, brings = "lethal" },
  { do = "ignite", units = ["doc"] },
]
[[events]]
when = { round = 3 }
do = [{ do = "disperse", area = "rays" }, { do = "extinguish", area = "wreck" }]
"""
)


@pytest.mark.parametrize("folder", [HERE, SOURCES], ids=["tests", "sources"])
def test_no_row_is_without_its_place(folder: Path) -> None:
    """Each id stands beside the code that plays it, and in a test."""
    rows = {f"{kind}-{number}" for kind, most in ROWS.items() for number in range(1, most + 1)}

    assert not rows - mentioned(folder)


@pytest.mark.parametrize("event", [UnitEntered, TurnBegan])
def test_it_comes_after_gas_and_before_guns(event: type) -> None:
    """D10: at 60, between irritating gas and weapons that fire by themselves."""
    order = Rules((FRAME, ZONES, ENVIRONMENTS, RULEBOOK)).triggers(event)
    books = [book for book, trigger in order if trigger.priority >= 50]

    assert "casualties" in books
    assert set(books[: books.index("casualties")]) == {"zones"}
    assert books[-1] == "zones"


def test_flames_come_after_gas_at_a_rounds_end() -> None:
    """D95."""
    mine = {t.priority for t in RULEBOOK.triggers if t.on is RoundEnding}

    assert mine == {400}


def test_every_assumption_is_an_option_with_its_row() -> None:
    assert {spec.row for spec in OPTIONS.values()} == {
        "D41",
        "D47",
        "D48",
        "D51",
        "D52",
        "D53",
        "D87",
        "D88",
        "D91",
        "D97",
    }
    for name, spec in OPTIONS.items():
        assert spec.text, name
        assert spec.default in spec.values if spec.values else int(spec.default) <= spec.most


def test_every_option_has_a_test_of_its_other_value() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))

    assert not [name for name in OPTIONS if f'"casualties.{name}"' not in text and f"{name}=" not in text]


def test_a_scenario_that_uses_all_of_it_loads() -> None:
    """Every word of the rulebook in one file, without a fault."""
    made, faults = check_text(SCENARIO, "depot.toml")

    assert not faults
    assert made is not None
    assert made.areas["wreck"].data == {"flaming": 1, "flammable": 1}


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("value = 4\n", "", "Tear gas does damage that this scenario does not state (DNG-1, D49)."),
        ("skill_die = 10\n", "", "Doc carries medkit and tools, and states no Skill die (MED-2)."),
        ("casualties.burning = 4\n", "", "Doc may burn, and nothing states the damage of that."),
        (
            'kind = "tear_gas"',
            'kind = "tear_gass"',
            "No rulebook of this game knows the kind of area 'tear_gass'.",
        ),
    ],
)
def test_what_is_missing_there_is_told(old: str, new: str, text: str) -> None:
    assert old in SCENARIO
    _made, faults = check_text(SCENARIO.replace(old, new), "depot.toml")

    assert text in [fault.text for fault in faults]


def test_that_scenario_is_played_by_command() -> None:
    """Set-up, gas, flames and treatment in one game from a file."""
    made, _faults = check_text(SCENARIO, "depot.toml")
    assert made is not None
    seats = dict.fromkeys(made.seats, "script")
    play = Play(replace(made, dice=seats), RULEBOOK)
    for seat, unit, zone in (("red", "doc", "yard"), ("red", "truck", "yard"), ("blue", "rook", "depot")):
        play.act(seat, "place", unit, zone=zone)
    for seat in ("red", "blue"):
        play.do(seat, {"do": "ready"})
    assert play.unit("rook").conditions == {"on_fire": 1}

    play.do("red", {"do": "fall", "unit": "truck", "inches": "12+16"}, 6, 6, 12)
    assert play.unit("truck").status == "down"
    play.act("red", "repair", "doc", 9, target="truck")
    play.act("blue", "extinguish", "rook", 5)
    play.act("red", "pass", "truck", 1)

    assert play.unit("truck").status == "ready"
    assert play.unit("rook").conditions == {}
    assert play.game.clock.round == 2
    assert play.game.areas["rays"].data == {"value": 5, "brings": "lethal"}
    assert play.unit("doc").status == "down", "set alight as the round began"
    assert play.folded() == play.state


def test_a_suspended_rulebook_harms_nobody() -> None:
    """The referee sets it aside: no gas, no flames, no treatment."""
    gas = Area("gas", "nerve_gas", zones=("b",), data={"value": 9})
    made = start("a - b", medic(speed=2, tags=("vulnerable",)), down("vega", "b"), areas=[gas]).start
    play = Play(replace(made, rulebooks=("casualties",)), RULEBOOK)
    play.do("referee", {"do": "suspend", "rulebook": "casualties"})
    play.act("red", "move", "doc", to="b")

    assert play.unit("doc").status == "ready"
    assert play.refused("red", {"do": "treat", "unit": "doc", "target": "vega"}) == "suspended"


# ---------------------------------------------------------------------------------------------- whole evenings


def lively(*, keep_live: bool) -> Play:
    """A game with something of everything, in which people are asked whatever can be asked."""
    units = [
        medic("doc", health=9, tags=("flammable", "vulnerable"), conditions={"injured": 1}),
        down("vega", "b"),
        soldier(
            "ito", health=9, defense=None, defense_die=6, tags=("flammable", "vulnerable"), conditions={"on_fire": 1}
        ),
        soldier("truck", "b", side="blue", kind="vehicle", health=9, conditions={"on_fire": 1}),
    ]
    gas = Area("gas", "tear_gas", zones=("b",), data={"value": 4})
    crate = Marker("crate", "crate", "the crate", "a", data={"flammable": 1})
    options = {"frame.ask": True, "frame.dice": "typed", "frame.economy": "focus"}
    return start(
        "a - b - c", *units, areas=[gas], markers=[crate], typed=["red", "blue"], options=options, keep_live=keep_live
    )


MEDDLING = st.sampled_from(
    [
        {"do": "fall", "unit": "doc", "inches": "16", "target": "ito"},
        {"do": "fall", "unit": "truck", "inches": "8", "target": "vega"},
        {"do": "ref_hurt", "unit": "ito", "amount": 9, "with_rules": True},
        {"do": "ref_heal", "unit": "vega", "amount": 1},
        {"do": "end_round", "bare": True},
        {"do": "undo"},
    ]
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
            return part.seat, {**body, "faces": [draw(st.integers(1, part.sides)) for _die in range(part.dice)]}
        chosen = draw(st.lists(st.sampled_from(part.options), min_size=part.least, max_size=part.most, unique=True))
        return part.seat, {**body, "chosen": [value for value, _label in chosen]}
    if not draw(st.integers(0, 4)):
        body = draw(MEDDLING)
        return "referee", {**body, "node": play.state.table.cursor} if body["do"] == "undo" else body
    acting = draw(st.sampled_from(sorted(play.game.units)))
    seat = play.unit(acting).seat
    found = list(legal(offers(play.context(seat), acting)))
    return seat, draw(st.sampled_from(found)) if found else None


def attempt(play: Play, seat: str, body: dict[str, Any]) -> str:
    """Do it, or have it refused: not everything that is on offer stays legal while something is awaited."""
    try:
        play.do(seat, body)
    except Refused as refusal:
        if refusal.code in ("rulebook_failed", "diverged", "endless", "no_dice"):
            raise
        return refusal.code
    return ""


@given(st.data())
def test_live_and_thawed_are_equal(data: st.DataObject) -> None:
    """Whatever is done, asked and answered: a game whose waiting rules are run again from the log is the same game."""
    live, thawed = (lively(keep_live=keep) for keep in (True, False))

    for _ in range(data.draw(st.integers(1, 25))):
        seat, body = data.draw(next_command(live))
        if body is not None:
            assert attempt(live, seat, body) == attempt(thawed, seat, body)
        assert live.state == thawed.state

    assert live.folded() == live.state
    assert all(live.story())


def test_redo_leads_where_undo_came_from() -> None:
    """Undo takes a fall back whole, and redo brings it again."""
    play = start("a", soldier())
    play.do("referee", {"do": "fall", "unit": "vega", "inches": "8"}, 6)
    after = play.game
    play.undo()
    assert play.unit("vega").status == "ready"
    play.undo(word="redo")

    assert play.game == after
    end_round(play)
