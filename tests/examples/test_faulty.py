"""Rulebooks of strangers that raise, never end, or make what cannot be kept: refused over a real server, and set aside.

Two areas that push a unit into each other for ever are `foundryvtt#10887`.
"""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path

import pytest
from kit import game, unit
from kit.house import do
from kit.net import serving
from msgspec.structs import replace
from wardiary_protocol.messages import Accepted, Rejected
from wardiary_server.data import opened, rules_for
from wardiary_server.game.state import Area, Game
from wardiary_server.scenario import rulebooks

HEAD = "from wardiary_server.rulebooks import *\n"
HANG = 'RULEBOOK = Rulebook("{name}", triggers=(Trigger(UnitEntered, rule),), areas={{"pusher": "pushes"}})'
PUSH = """
def rule(ctx, event):
    for area in ctx.game.areas.values():
        if event.zone in area.zones:
            yield UnitEntered(event.unit, area.data["to"], came=event.zone, how="forced")
"""
FLOOD = """
def rule(ctx, event):
    while True:
        yield MarkSet(event.unit, "flood", 1)
"""
RAISE = """
def rule(ctx, event):
    yield MarkSet(event.unit, "then", 1)
    raise KeyError("rope")
"""
FLOAT = """
def rule(ctx, event):
    yield StatChanged(event.unit, "health", 2.5)
"""
UNNAMED = """
class Sank(Event, frozen=True, tag="sank"):
    unit: str

def rule(ctx, event):
    yield Sank(event.unit)
"""
NONSENSE = """
def rule(ctx, event):
    yield "a text"
"""
SENTENCE = """
class Sank(Event, frozen=True, tag="sank"):
    unit: str
    template = "{unit} sinks into {nothing}."

def rule(ctx, event):
    yield Sank(event.unit)
"""
ARGS = """
class Sank(Event, frozen=True, tag="sank"):
    unit: str
    template = "{unit} sinks."

    def args(self, game):
        return {"deep": 1 // 0}

def rule(ctx, event):
    yield Sank(event.unit)
"""
MODIFIER = """
def slow(ctx, speed, unit):
    return speed // 0

RULEBOOK = Rulebook("NAME", modifiers=((SPEED, slow),), areas={"pusher": "pushes"})
"""
AFTER = """
def after(ctx):
    yield Remarked(text="so far")
    raise KeyError("after")

RULEBOOK = Rulebook("NAME", after=after, areas={"pusher": "pushes"})
"""
MOVE = {"unit": "vega", "to": "b"}
_names = (f"faulty{n}" for n in count(1))


@pytest.fixture(autouse=True)
def nothing_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebooks, "_given", {})


def given(folder: Path, text: str) -> str:
    """A rulebook of this text, given as a file; its name."""
    name = next(_names)
    file = folder / f"{name}.py"
    hang = "" if "RULEBOOK" in text else HANG.format(name=name)
    if "template" in text:
        hang = hang[:-1] + ", events=(Sank,))"
    file.write_text(f"{HEAD}{text.replace('NAME', name)}\n{hang}\n")
    rulebooks.give([file])
    return name


def start(name: str) -> Game:
    """Two areas, each of which pushes into the other, where that is a rule."""
    units = [unit("vega", "a", speed=50), unit("rook", "d", "blue", speed=50)]
    areas = {
        "east": Area("east", "pusher", zones=("b",), data={"to": "c"}),
        "west": Area("west", "pusher", zones=("c",), data={"to": "b"}),
    }
    return replace(game("a - b - c - d", units, areas=areas, rulebooks=(name,)), dice={})


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (PUSH, "endless", "more than 32 deep"),
        (FLOOD, "endless", "more than 4096 events"),
        (RAISE, "rulebook_failed", "{name!r} failed (KeyError: 'rope')"),
        (
            FLOAT,
            "rulebook_failed",
            "StatChanged cannot be read back from the log: Expected `int`, got `float`",
        ),
        (UNNAMED, "rulebook_failed", "the event Sank cannot be read back from the log"),
        (NONSENSE, "rulebook_failed", "{name!r} failed (AttributeError: 'str' object has no attribute 'fold')"),
        (
            SENTENCE,
            "rulebook_failed",
            "the event Sank cannot be told (AttributeError: 'Sank' object has no attribute 'nothing')",
        ),
        (MODIFIER, "rulebook_failed", "{name!r} failed (ZeroDivisionError"),
        (AFTER, "rulebook_failed", "{name!r} failed (KeyError: 'after')"),
        (ARGS, "rulebook_failed", "the event Sank cannot be told (ZeroDivisionError"),
    ],
    ids=["push", "flood", "raise", "float", "unnamed", "nonsense", "sentence", "modifier", "after", "args"],
)
async def test_it_is_refused_and_the_referee_sets_it_aside(tmp_path: Path, text: str, code: str, words: str) -> None:
    name = given(tmp_path, text)
    async with serving(tmp_path / "games", start(name)) as table:
        red, blue, referee = [await table.player(seat) for seat in ("red", "blue", "referee")]
        before = table.room.state

        refused = await red.do("move", **MOVE)

        assert isinstance(refused, Rejected)
        assert (refused.code, words.format(name=name) in refused.text) == (code, True), refused.text
        assert table.room.state is before
        await blue.accepted("say", text="what happened?")
        await referee.accepted("suspend", rulebook=name)
        seq = await red.accepted("move", **MOVE)
        await blue.at(seq)
        assert blue.replica.view["units"]["vega"]["zone"] == "b"
    async with serving(tmp_path / "games") as again:
        assert again.room.state.game.units["vega"].zone == "b"


async def test_only_the_command_whose_sentence_fails_is_refused(tmp_path: Path) -> None:
    """Three in one batch: the others' are written, as if it had not been there."""
    async with serving(tmp_path / "games", start(given(tmp_path, ARGS))) as table:
        for seat in ("red", "blue"):
            await table.seat(seat)
        before = table.room.state.seq

        first, bad, last = await asyncio.gather(
            do(table.room, "blue", {"do": "say", "text": "one"}),
            do(table.room, "red", {"do": "move", **MOVE}),
            do(table.room, "blue", {"do": "say", "text": "two"}),
        )

        assert isinstance(first, Accepted)
        assert isinstance(bad, Rejected)
        assert isinstance(last, Accepted)
        assert (bad.code, first.seq, last.seq) == ("rulebook_failed", before + 1, before + 2)


async def test_a_game_whose_rulebook_is_gone_is_named_and_others_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = given(tmp_path, RAISE)
    async with serving(tmp_path / "games", start(name)) as table:
        await table.lobby.create(replace(start(name), rulebooks=()), game="other")
        assert [listed.game async for listed in table.lobby.listed()] == ["test", "other"]
    monkeypatch.setattr(rulebooks, "_given", {})
    rules_for.cache_clear()

    async with opened(tmp_path / "games") as lobby:
        assert [listed.game async for listed in lobby.listed()] == ["other"]
        with pytest.raises(LookupError, match=f"There is no rulebook '{name}' here. Install .* or name its file with"):
            await lobby.open("test")
