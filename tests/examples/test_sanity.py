"""A stranger's rulebook, examples/wardiary-sanity: its cases, its rule over undo and restart, installed and played."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from kit import Play, game, unit
from kit.skirmish import WEAPONS
from msgspec.structs import replace
from wardiary_server.cases import try_all
from wardiary_server.rules.zones import RULEBOOK as ZONES
from wardiary_server.scenario import check_text, house_rules, rulebooks

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "examples/wardiary-sanity"
SANITY = house_rules.read(PACKAGE / "wardiary_sanity.py")


@pytest.fixture(autouse=True)
def given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebooks, "_given", {"sanity": (PACKAGE / "wardiary_sanity.py", SANITY)})


def test_its_cases_pass() -> None:
    outcomes = list(try_all([PACKAGE / "cases"]))

    assert len(outcomes) == 2
    assert [outcome.text for outcome in outcomes if not outcome.passed] == []


def test_a_sanity_below_one_is_a_flaw() -> None:
    text = (PACKAGE / "lighthouse.toml").read_text().replace("sanity = 2", "sanity = 0", 1)

    made, faults = check_text(text, "lighthouse.toml")

    assert made is None
    assert [fault.text for fault in faults] == ["abel has sanity 0."]


@pytest.mark.parametrize("keep_live", [True, False])
def test_its_question_waits_over_a_restart_and_its_event_is_undone(keep_live: bool) -> None:
    units = [
        unit("ann", "a", health=1, sanity=2),
        unit("bob", "a", sanity=2),
        unit("eve", "b", "blue", items=("rifle",)),
    ]
    start = game("a - b", units, items=WEAPONS, options={"zones.criticals": False})
    play = Play(
        replace(start, dice={**start.dice, "red": "typed"}), ZONES, SANITY, keep_live=keep_live, faces=[6] * 5 + [6] * 3
    )
    before = play.game

    play.act("blue", "attack", "eve", weapon="rifle", target="ann")
    assert [part.unit for part in next(iter(play.game.open.values())).parts] == ["bob"]
    play.answer("red", 2)

    assert play.unit("bob").conditions["shaken"] == 1
    assert play.folded() == play.state
    play.undo()
    assert play.game == before


def test_who_has_no_sanity_is_beyond_it() -> None:
    units = [unit("ann", "a", health=1), unit("bob", "a"), unit("eve", "b", "blue", items=("rifle",))]
    start = game("a - b", units, items=WEAPONS, options={"zones.criticals": False})
    play = Play(start, ZONES, SANITY, faces=[6] * 8)

    play.act("blue", "attack", "eve", weapon="rifle", target="ann")

    assert play.unit("ann").status == "down"
    assert not play.rolls("sanity")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the path in which the package is installed, as pip does it without a network."""
    target = tmp_path_factory.mktemp("site")
    offline = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--no-index"]
    pip = [sys.executable, "-m", "pip", "install", *offline, "--target", str(target), str(PACKAGE)]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


async def test_installed_it_is_played_by_two_bots_over_a_real_server(installed: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(installed), "WARDIARY_RULEBOOKS": ""}

    async def run(*words: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable, *words, cwd=tmp_path, env=environment, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip

    scenario = str(PACKAGE / "lighthouse.toml")
    server = await run(
        "-m", "wardiary_server", "serve", "--port", "0", "--rate", "0", "--data", "games", "--scenario", scenario
    )
    assert server.stdout is not None
    try:
        async with asyncio.timeout(60):
            text = ""
            while "Stop with" not in text:
                line = await server.stdout.readline()
                assert line, text
                text += line.decode()
            links = re.findall(r"join '(\S+)'", text)
            bots = [await run(str(ROOT / "examples/bot.py"), link, "--pause", "0", "--seed", "1") for link in links]
            ends = [(await one.communicate())[0].decode() for one in bots]
    finally:
        server.terminate()
        await server.wait()

    assert len(links) == 2, text
    assert ends[0] == ends[1]
    assert re.fullmatch(r"(.+ wins|A draw): .+\n", ends[0])
    found = re.search(r"\((g\w+)\)", text)
    assert found is not None
    verified = await run("-m", "wardiary_server", "verify", found[1], "--data", "games")
    assert (await verified.communicate())[1] is None
    assert verified.returncode == 0


def test_it_is_no_part_of_the_wheel() -> None:
    assert importlib.util.find_spec("wardiary_sanity") is None
