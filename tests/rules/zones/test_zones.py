"""The rulebook as a whole: its order, its options, what it declares, and that every row has its test."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, unit
from kit.rows import mentioned
from kit.skirmish import end_round, gun, laid, play
from msgspec.structs import replace
from wardiary_server.game.dice import ScriptedDice
from wardiary_server.game.events import LevelChanged, RoundEnding, TurnBegan, UnitEntered, UnitHurt
from wardiary_server.game.frame import FRAME
from wardiary_server.game.offers import legal, offers
from wardiary_server.game.rulebook import Refused, Rules
from wardiary_server.game.state import Clock, Item
from wardiary_server.rules.zones import OPTIONS, RULEBOOK

HERE = Path(__file__).parent
SOURCES = Path(RULEBOOK.triggers[0].run.__code__.co_filename).parent
ROWS = {"ZON": 2, "ARM": 4, "FRE": 7, "GAS": 11, "AMM": 7, "AUT": 4, "INC": 3, "REL": 5, "STN": 6, "AID": 5, "SIG": 2}
"""The rows of this rulebook that are built: how many of each kind."""


@pytest.mark.parametrize("folder", [HERE, SOURCES], ids=["tests", "sources"])
def test_no_row_is_without_its_place(folder: Path) -> None:
    """Each id stands beside the code that plays it, and in a test."""
    rows = {f"{kind}-{number}" for kind, most in ROWS.items() for number in range(1, most + 1)}
    assert rows <= mentioned(folder)


@pytest.mark.parametrize("event", [UnitEntered, TurnBegan])
def test_triggers_at_one_point_run_in_their_order(event: type) -> None:
    """D10: FIRE, GAS deadly, GAS irritating, autonomous weapons; panic once all that is over."""
    order = [trigger.priority for _book, trigger in Rules((FRAME, RULEBOOK)).triggers(event)]
    assert [priority for priority in order if 0 < priority < 80] == [30, 40, 50, 70]


def test_a_rounds_end_comes_in_its_order() -> None:
    """D24, D95: FIRE, then GAS deadly, then GAS irritating."""
    levels = {"a": {"gas_irritating": 1, "fire": 1, "gas_deadly": 1}}
    game = play("a - b", unit("vega", "b"), levels=levels)
    entry = end_round(game, 1)
    assert [event.level for event in game.events(LevelChanged, entry)] == ["fire", "gas_deadly", "gas_irritating"]
    assert game.events(RoundEnding, entry)


@pytest.mark.parametrize("zones", ["b c", "c b"])
def test_a_path_meets_what_lies_on_it_in_its_order(zones: str) -> None:
    """foundryvtt#11626: gas first, then fire; the path reversed, the order reversed; so is the log."""
    here, there = zones.split()
    levels = {"b": {"gas_deadly": 1}, "c": {"fire": 2}}
    game = play("a - b - c\na - c", unit("vega", speed=2), levels=levels)
    game.act("red", "move", "vega", to=there, path=[here, there])
    expected = ["GAS (deadly) 1", "FIRE 2"]
    sources = [hurt.source for hurt in game.events(UnitHurt)]
    assert sources == (expected if here == "b" else expected[::-1])
    assert game.folded() == game.state


def test_nothing_of_a_rounds_end_happens_as_the_game_begins() -> None:
    """MegaMek#3896: fire and gas wait for the first round's end."""
    levels = {"a": {"fire": 3, "gas_deadly": 3}}
    game = play("a - b", unit("vega", "b"), levels=levels, clock=Clock())
    game.do("red", {"do": "ready"})
    assert game.game.zones["a"].levels == levels["a"]
    assert not game.rolls()


def test_every_assumption_is_an_option_with_its_row() -> None:
    """What the text leaves open can be played otherwise, and says which decision it stands for.

    `aid` stands for none: it says whether people are asked.
    """
    assert {spec.row for name, spec in OPTIONS.items() if name != "aid"} == {
        "D12",
        "D13",
        "D18",
        "D25",
        "D44",
        "D54",
        "D56",
        "D58",
        "D59",
        "D61",
        "D62",
        "D63",
        "D72",
        "D73",
        "D74",
        "D75",
        "D79",
        "D85",
        "D92",
    }
    for name, spec in OPTIONS.items():
        assert spec.text, name
        assert spec.default in spec.values if spec.values else spec.least <= int(spec.default) <= spec.most


def test_every_option_has_a_test_of_its_other_value() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    missing = [name for name in OPTIONS if f'"zones.{name}"' not in text]
    assert not missing


def test_what_a_scenario_may_write_is_described() -> None:
    """The scenario's reader and the docs are made from these words."""
    words = {**RULEBOOK.stats, **RULEBOOK.item_stats, **RULEBOOK.levels, **RULEBOOK.tags}
    assert all(words.values())
    assert {"fire", "gas_deadly", "gas_irritating"} == set(RULEBOOK.levels)
    assert {
        "dice", "blast", "beam", "homing:<kind>", "damage", "ap", "reach", "ammo", "autonomous", "supply", "stun",
    } == set(RULEBOOK.item_stats)  # fmt: skip
    assert set(RULEBOOK.deeds) == {"level", "supply", "explosion"}


def test_a_suspended_rulebook_burns_nobody() -> None:
    """The referee sets it aside: no fire, no gas, no attack."""
    units = (unit("vega", items=("rifle",)), unit("rook", "b", "blue"))
    start = play("a - b", *units, levels={"b": {"fire": 3}}).start
    game = Play(replace(start, rulebooks=("zones",)), RULEBOOK)
    game.do("referee", {"do": "suspend", "rulebook": "zones"})
    game.act("red", "move", "vega", to="b")
    assert game.unit("vega").stats["health"] == 5
    body = {"do": "attack", "unit": "vega", "weapon": "rifle", "target": "rook"}
    assert game.refused("red", body) == "suspended"


# ---------------------------------------------------------------------------------------------- whole evenings


class Fixed(ScriptedDice):
    """Dice that show the same for the same roll, whoever asks and in whatever order."""

    def faces(self, roll: str, dice: int, sides: int) -> tuple[int, ...]:
        return tuple(crc32(f"{roll}/{n}".encode()) % sides + 1 for n in range(dice))


def evening(*, keep_live: bool) -> Play:
    """Everything at once: a burning ring with gas, two guns, a door, an event, supplies, a medic in panic.

    Red and the referee type their dice.
    """
    healer = {"supply": 4, "pack": 1, "empathy": 2, "conditions": {"stress": 2, "panic": 1}}
    units = (
        unit("vega", "a", health=9, ar=2, strength=2, stamina=2, speed=2, items=("rifle", "axe"), **healer),
        unit("ash", "a", health=9, gas_dice=3, speed=2, items=("launcher", "beamer")),
        unit("rook", "d", "blue", health=9, strength=1, stamina=1, speed=2, items=("rifle", "taser")),
        unit("rat", "e", "blue", health=9, gas_immune=1, stun_dice=2, speed=2, items=("beamer", "taser")),
        gun("alpha", "c", health=9),
        gun("zeta", "e", "turret", side="blue", health=9),
    )
    game = play(
        "a - b - c =d1= d - e - a\nb #d2# e",
        *units,
        items={"taser": Item("taser", "taser", stats={"dice": 6, "damage": 0, "stun": 3})},
        levels={"b": {"fire": 3}, "d": {"gas_irritating": 3}, "e": {"gas_deadly": 2, "fire": 2}},
        happenings=laid("bomb", {"door": "d2", "is": "open"}, ("b", "gas_deadly", 4), ("a", "fire", 3)),
        keep_live=keep_live,
    )
    start = replace(game.start, dice={"red": "typed", "blue": "server", "referee": "typed"})
    game = Play(start, RULEBOOK, keep_live=keep_live)
    game.dice = Fixed()
    return game


def answers(game: Play) -> list[tuple[str, dict[str, Any]]]:
    """An answer to every open part, each a plain one."""
    found = []
    for asked in game.game.open.values():
        for number, part in enumerate(asked.parts):
            if str(number) not in asked.answers:
                body = {"do": "answer", "root": asked.root, "opened": asked.opened, "part": number}
                faces = {"faces": [crc32(f"{part.key}/{n}".encode()) % part.sides + 1 for n in range(part.dice)]}
                picked = {"chosen": [value for value, _label in part.options[: part.least]]}
                found.append((part.seat, {**body, **(faces if part.kind == "roll" else picked)}))
    return found


def might(game: Play) -> list[tuple[str, dict[str, Any]]]:
    """What could be sent now: all that is on offer to the players, answers, the end of the round, an undo."""
    bodies: list[tuple[str, dict[str, Any]]] = [*answers(game), ("referee", {"do": "end_round"})]
    bodies.append(("referee", {"do": "undo", "node": game.state.table.cursor}))
    for seat in ("red", "blue"):
        for body in (body for u in game.game.units for body in legal(offers(game.context(seat), u))):
            if body["do"] in ("move", "attack", "open", "begin", "end", "pass", "reload", "unpack", "aid"):
                bodies.append((seat, body))
    return bodies


@settings(max_examples=40)
@given(st.lists(st.integers(0, 10_000), min_size=10, max_size=60))
def test_whole_evenings_are_the_same_live_and_from_the_log(picks: list[int]) -> None:
    """Any commands in any order: a rule that waited in memory and one that was run again leave the same game."""
    live, thawed = evening(keep_live=True), evening(keep_live=False)
    for pick in picks:
        seat, body = (bodies := might(live))[pick % len(bodies)]
        codes = [sent(game, seat, body) for game in (live, thawed)]
        assert codes[0] == codes[1]
        assert codes[0] not in ("rulebook_failed", "diverged", "endless", "no_dice")
        assert live.state == thawed.state
        for person in live.game.units.values():
            assert person.stats["health"] >= 0
    assert live.folded() == live.state
    assert all(live.story())


def sent(game: Play, seat: str, body: dict[str, Any]) -> str:
    """Send a command; the code with which it was refused, or nothing."""
    try:
        game.do(seat, body)
    except Refused as refusal:
        return refusal.code
    return ""
