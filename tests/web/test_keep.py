"""A game outlives the laptop it ran on: from what the referee's page kept it goes on elsewhere."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kit.browser import PATIENCE, profile
from kit.derelict import derelict
from kit.house import do
from playwright.async_api import Browser, Page, expect
from wardiary_protocol.messages import Accepted, Told
from wardiary_protocol.wire import Format
from wardiary_server import tools
from wardiary_server.data import opened
from wardiary_server.demo.player import Player
from wardiary_server.demo.process import ServerProcess
from wardiary_server.net import Settings, serve

PASSPHRASE = "nineteen days adrift"
GAME = "ondine"


@dataclass
class Crew:
    """Who plays one side, and what they were told of dice."""

    player: Player
    told: list[Told]

    async def do(self, word: str, unit: str = "", **more: Any) -> int:
        """A command that must be accepted; its entry."""
        answer = await self.player.command({"do": word, **({"unit": unit} if unit else {}), **more})
        assert isinstance(answer, Accepted), answer
        return answer.seq

    def dice(self, seq: int) -> list[tuple[int, ...]]:
        """The faces that an entry told of."""
        return [line.faces for entry in self.told if entry.seq == seq for line in entry.lines if line.faces]


def crew(name: str, token: str) -> Crew:
    """Somebody with a token, not connected yet; the ids of their commands begin with the name."""
    told: list[Told] = []
    return Crew(Player(name, Format.MSGPACK, token=token, heard=told.append), told)


@asynccontextmanager
async def server(data: Path) -> AsyncIterator[ServerProcess]:
    """A server as a process, which can be killed, and is gone at the end however that comes."""
    process = await ServerProcess.start(data)
    try:
        yield process
    finally:
        await process.stop()


async def on_the_command_line(*words: str) -> str:
    """What `wardiary-server` says; it must go well."""
    pipe, with_it = asyncio.subprocess.PIPE, asyncio.subprocess.STDOUT
    program = (sys.executable, "-m", "wardiary_server")
    process = await asyncio.create_subprocess_exec(*program, *words, stdout=pipe, stderr=with_it)
    text = (await process.communicate())[0].decode()
    assert process.returncode == 0, text
    return text


async def prepared(data: Path) -> dict[str, str]:
    """A new game with two players seated: their tokens."""
    async with opened(data) as lobby:
        await lobby.create(derelict(), game=GAME)
        tokens = {}
        for seat in ("red", "blue"):
            await lobby.sit(GAME, seat, seat.title())
            tokens[seat] = lobby.vault.issue_token(GAME, seat)
        return tokens


async def play(red: Crew, blue: Crew) -> int:
    """Both crews come aboard, and somebody changes their mind; the last entry."""
    for who, zone, people in ((red, "hangar", "vega rook juno moss"), (blue, "mess", "hale onyx wren dace")):
        for one in people.split():
            await who.do("place", one, zone=zone)
        await who.do("ready")
    begun = await red.do("begin", "rook")
    await red.do("undo", node=begun)
    seq = await red.do("begin", "vega")
    await blue.player.until(seq)
    return seq


async def would_be(data: Path, body: dict[str, Any]) -> list[tuple[int, ...]]:
    """The dice that a command of red's leads to, on this data."""
    async with opened(data) as lobby:
        room = await lobby.open(GAME)
        answer = await do(room, "red", body)
        assert isinstance(answer, Accepted), answer
        (told,) = [entry async for entry in room.story("referee", answer.seq - 1, 1)]
        return [line.faces for line in told.lines if line.faces]


async def kept_up_to(page: Page, seq: int) -> None:
    """Returns once the page says that it keeps everything up to this entry."""
    await expect(page.locator("wd-keep [role=status]").first).to_contain_text(f"Kept up to entry {seq} ·")


async def test_a_game_outlives_the_laptop_it_ran_on(browser: Browser, tmp_path: Path) -> None:
    """Given a game that the referee's page keeps, when its server and all its data are gone, it goes on from the file.

    The same entries and hashes, the same view, the same seats; the dice are those that would have been, which a twin of
    the lost server shows; and in the end everything can be verified.
    """
    first, twin, second, file = (tmp_path / name for name in ("first", "twin", "second", "evening.wardiary"))
    tokens = await prepared(first)
    red, blue = crew("Ada", tokens["red"]), crew("Bo", tokens["blue"])
    context = await browser.new_context(**profile("laptop"))
    context.set_default_timeout(PATIENCE)
    page = await context.new_page()

    async with server(first) as lost:
        await red.player.connect(lost.port)
        await blue.player.connect(lost.port)
        link = (await on_the_command_line("invite", GAME, "referee", "--data", str(first))).split("'")[1]
        await page.goto(link)
        await page.get_by_role("button", name="Table").click()
        await page.get_by_label("Passphrase, 8").fill(PASSPHRASE)
        await page.get_by_label("The same again").fill(PASSPHRASE)
        await page.get_by_role("button", name="Keep it").click()
        seq = await play(red, blue)
        await kept_up_to(page, seq)
        tools.backup(first, twin)
        before = red.player.replica.hash
        await lost.kill()
    shutil.rmtree(first)
    await red.player.gone()
    await blue.player.gone()

    await expect(page.get_by_text("The server is not there.")).to_be_visible()
    await expect(page.get_by_text("wardiary-server import FILE")).to_be_visible()
    async with page.expect_download() as download:
        await page.get_by_role("button", name="Save to a file").click()
    await (await download.value).save_as(file)
    (tmp_path / "words").write_text(PASSPHRASE)
    words = ("import", str(file), "--data", str(second), "--passphrase-file", str(tmp_path / "words"))
    assert f"{GAME} is here, with {seq} entries." in await on_the_command_line(*words)

    async with opened(second) as lobby, await serve(lobby, Settings(port=lost.port)) as found:
        await red.player.connect(found.port)
        await blue.player.connect(found.port)
        assert (red.player.replica.seq, red.player.replica.hash) == (seq, before)

        seq = await red.do("open", "vega", door="d6")  # the guns behind it shoot at everybody
        await blue.player.until(seq)
        await kept_up_to(page, seq)  # the page has come back by itself, and goes on keeping

        await lobby.close(GAME)
        for one in (red, blue):
            await one.player.close()

    rolled = red.dice(seq)
    assert rolled
    assert rolled == await would_be(twin, {"do": "open", "unit": "vega", "door": "d6"})
    verdict = tools.verify_game(second, GAME)
    assert verdict.ok, verdict.fault
    assert verdict.rolls >= len(rolled)
    await context.close()
