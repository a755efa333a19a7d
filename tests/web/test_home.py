"""What a phone takes home: files that its browser puts together, as good as those that the terminal makes."""

from __future__ import annotations

import re
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

from kit.browser import Evening
from kit.house import accepted
from msgspec.structs import replace
from playwright.async_api import Page, expect
from wardiary_cli.reading import replay, verify
from wardiary_cli.takeaway.html import player
from wardiary_protocol.messages import Accepted
from wardiary_server.game.state import Game, Result
from wardiary_server.scenario import load

Serve = partial[AbstractAsyncContextManager[Evening]]
RECORD = re.compile(r'<script type="application/json" id="record">.*?</script>')


def over() -> Game:
    """A game that has ended, and of whose units one is hidden from Blue."""
    game = load("derelict").game
    vega = replace(game.units["vega"], name="Vega </script> <b>", hidden=("blue", "spectators"))
    result = Result(winner="red", reason="The recorder is off the ship.", scores={"red": 6, "blue": 2})
    units = {**game.units, "vega": vega}
    return replace(game, units=units, dice={}, clock=replace(game.clock, phase="over", round=8), result=result)


async def taken(page: Page, name: str, to: Path) -> Path:
    """The file that a button saves."""
    await page.get_by_role("button", name="Roster", exact=True).click()
    async with page.expect_download() as download:
        await page.get_by_role("button", name=name).click()
    path = to / (await download.value).suggested_filename
    await (await download.value).save_as(path)
    await expect(page.get_by_text("Saved, where this browser keeps")).to_be_visible()
    return path


async def test_the_log_of_a_closed_game_is_proved_and_the_replay_is_the_terminals(serve: Serve, tmp_path: Path) -> None:
    """Given a closed game, the saved log proves every entry, and the saved replay is the file made from that log."""
    async with serve(over()) as evening:
        page = await evening.seated("blue")
        await expect(page.get_by_role("button", name="Ledger: change seat")).to_be_visible()
        await accepted(evening.table.room, "blue", "say", text="That was </script> that.")
        assert isinstance(await evening.table.lobby.close(evening.table.room.game), Accepted)
        log = await taken(page, "The log, to keep", tmp_path)
        film = await taken(page, "The game, to replay", tmp_path)

        verdict = verify(log)
        assert (verdict.ok, verdict.fault, verdict.entries) == (True, "", evening.table.room.state.seq)
        assert log.name == "Derelict.wardiary"
        assert replay(log).view["units"]["vega"]["name"] == "Vega </script> <b>"
        made, expected = film.read_text(), player(replay(log))
        assert made.count("<script") == 2
        assert RECORD.sub("", made) == RECORD.sub("", expected)

        other = await evening.devices[0].more()
        await other.goto(film.as_uri())
        await expect(other.get_by_text("That was </script> that.")).to_be_visible()


async def test_nothing_hidden_leaves_a_game_that_is_not_closed(serve: Serve, tmp_path: Path) -> None:
    """Given an enemy who does not know of Vega, none of the files names her; the text tells what happened."""
    async with serve(over()) as evening:
        page = await evening.seated("blue")
        await expect(page.get_by_role("button", name="Ledger: change seat")).to_be_visible()
        await accepted(evening.table.room, "blue", "say", text="That was that.")
        log = await taken(page, "The log, to keep", tmp_path)
        story = await taken(page, "The story, to read", tmp_path)

        found = replay(log)
        assert (found.fault, "vega" in found.view["units"], "rook" in found.view["units"]) == ("", False, True)
        assert "ega <" not in log.read_text() + story.read_text()
        assert "That was that." in story.read_text()
        assert "Magpie has won" in story.read_text()


async def test_without_a_connection_it_says_so(serve: Serve) -> None:
    async with serve(over()) as evening:
        page = await evening.seated("blue")
        await page.get_by_role("button", name="Roster", exact=True).click()
        await page.route("**/page/replay.html", lambda route: route.abort())
        await page.get_by_role("button", name="The game, to replay").click()

        await expect(page.get_by_text("It could not be put together")).to_be_visible()
        evening.devices[0].errors.clear()  # the browser tells of the file that it did not get
