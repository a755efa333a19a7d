"""A game as one HTML file, opened from the disk by a real browser that has no network."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from kit.axe import flaws
from kit.browser import DEVICES, PATIENCE, chromium, profile
from kit.house import accepted, small, table
from msgspec.structs import replace
from playwright.async_api import Browser, Page, expect
from wardiary_cli.attending import export
from wardiary_cli.exits import Exit
from wardiary_cli.reading import replay
from wardiary_cli.takeaway.html import player
from wardiary_protocol.changes import view_hash
from wardiary_server.game.state import Game
from wardiary_server.tools import export as export_game
from wardiary_web import pages

pytestmark = pytest.mark.xdist_group("test_html.py")
in_browser = pytest.mark.asyncio(loop_scope="module")

Opens = Callable[..., Awaitable[Page]]
ELSEWHERE = "data:text/plain,elsewhere"
"""What a test fetches to see it refused; the browser then says so."""
NASTY = "</script><script>document.title='broken'</script><!--"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A spectator's export of a game in which something was taken back, something said, and a unit has an odd name."""
    start = small()
    vega = replace(start.units["vega"], name=NASTY)
    zones = {id: replace(zone, place=(n, 0)) for n, (id, zone) in enumerate(start.zones.items())}
    return played(tmp_path, replace(start, units={**start.units, "vega": vega}, zones=zones))


def played(path: Path, start: Game, audience: str = "spectator") -> Path:
    """An export of a short game, as an audience was told of it."""

    async def play() -> None:
        async with table(path / "games", start) as (lobby, room):
            for seat in ("red", "blue", "referee"):
                await lobby.sit("test", seat, seat.title())
            await accepted(room, "red", "move", "vega", to="b")
            await accepted(room, "referee", "undo", node=room.state.table.cursor)
            await accepted(room, "red", "say", text=f"Ha! {NASTY}")
            await accepted(room, "referee", "note", text="A trap in zone d.", to=["referee"])
            await accepted(room, "red", "move", "vega", to="c")

    asyncio.run(play())
    out = path / "game.wardiary"
    export_game(path / "games", "test", out, audience=audience, secrets=False)
    return out


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """One browser for all of these tests."""
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def opens(browser: Browser, tmp_path: Path) -> AsyncIterator[Opens]:
    """Opens the file that replays an export, on a device without a network. At the end no page may have complained."""
    faults: list[str] = []
    async with AsyncExitStack() as stack:

        async def open_(found: Path, kind: str = "phone") -> Page:
            out = tmp_path / "evening.html"
            assert export(found, None, None, None, out) is Exit.OK
            context = await browser.new_context(**profile(kind, offline=True))
            context.set_default_timeout(PATIENCE)
            stack.push_async_callback(context.close)
            page = await context.new_page()
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
            await page.goto(out.as_uri())
            return page

        yield open_
    assert not [fault for fault in faults if ELSEWHERE not in fault]


@in_browser
async def test_it_replays_the_game_and_every_view_is_the_exports(game: Path, opens: Opens) -> None:
    """Given an export, when its file is opened offline, then each moment has the view whose hash was told."""
    page = await opens(game)
    await expect(page.get_by_role("heading", name="a test")).to_be_visible()

    views = await page.evaluate("""() => {
      const { session } = document.querySelector("wd-replay");
      return session.story.map(({ seq }) => session.look(seq).view);
    }""")

    found = replay(game)
    assert [view_hash(view) for view in views] == [told.hash for told in found.entries]
    assert views[-1] == found.view


@in_browser
async def test_the_slider_the_buttons_and_the_story_go_to_a_moment(game: Path, opens: Opens) -> None:
    page = await opens(game)
    vega = page.locator('.map [data-kind="units"][data-id="vega"]')
    slider = page.get_by_role("slider", name="Which entry")
    head = len(replay(game).entries)
    before = await vega.get_attribute("style")
    await expect(slider).to_have_value("1")

    await slider.fill(str(head))
    await expect(vega).not_to_have_attribute("style", str(before))
    await expect(page.locator("wd-told [aria-current]")).to_contain_text("to c.")
    await page.get_by_role("button", name="One entry back").tap()
    await expect(slider).not_to_have_value(str(head))
    await page.locator("wd-told button").first.tap()
    await expect(vega).to_have_attribute("style", str(before))
    await expect(page.locator("wd-told [data-undone]")).to_contain_text("taken back")


@in_browser
async def test_it_is_played_by_the_keys(game: Path, opens: Opens) -> None:
    """Given a game at its end, when the space bar is pressed, then it plays from its beginning and stops at its end."""
    page = await opens(game, "laptop")
    slider, head = page.get_by_role("slider", name="Which entry"), str(len(replay(game).entries))
    await page.keyboard.press("End")
    await expect(slider).to_have_value(head)
    await page.keyboard.press("ArrowLeft")
    await expect(slider).not_to_have_value(head)
    await page.keyboard.press("End")
    await page.clock.install()

    await page.keyboard.press("Space")
    await expect(slider).to_have_value("1")
    await page.clock.run_for(1_500)
    await expect(slider).not_to_have_value("1")
    await expect(page.get_by_role("button", name="Pause")).to_be_visible()
    await page.clock.run_for(1_500 * int(head))

    await expect(slider).to_have_value(head)
    await expect(page.get_by_role("button", name="Play")).to_be_visible()


@in_browser
async def test_a_name_never_breaks_out(game: Path, opens: Opens) -> None:
    """Foundry#13341: names are text, in the file's data too."""
    page = await opens(game)

    await expect(page.get_by_text(f"{NASTY} moves from b to c.").first).to_be_attached()
    await page.locator('.map [data-kind="units"][data-id="vega"]').tap()
    await expect(page.locator("wd-hand").get_by_role("heading", name=NASTY)).to_be_visible()
    assert await page.title() == "a test"
    assert await page.locator("script").count() == 2


@in_browser
async def test_nothing_of_it_comes_from_elsewhere_or_goes_anywhere(game: Path, opens: Opens) -> None:
    page = await opens(game)

    blocked = await page.evaluate(
        """async (address) => {
      const seen = new Promise((done) =>
        addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective)));
      fetch(address).catch(() => {});
      return seen;
    }""",
        ELSEWHERE,
    )

    assert blocked == "connect-src"
    asked = await page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert [one for one in asked if not one.startswith("data:")] == []


@pytest.mark.parametrize("kind", ["phone", "laptop"])
@in_browser
async def test_everybody_can_use_it(kind: str, game: Path, opens: Opens) -> None:
    page = await opens(game, kind)
    await expect(page.locator("wd-told [aria-current]")).to_be_visible()

    assert await flaws(page) == []
    width = DEVICES[kind]["viewport"]["width"]
    ends = "[...document.querySelectorAll('wd-player *')].map((one) => one.getBoundingClientRect().right)"
    assert max(await page.evaluate(ends)) <= width
    assert await page.evaluate("innerWidth") == width


@pytest.mark.parametrize(("audience", "told"), [("side:red", False), ("spectator", False), ("referee", True)])
def test_it_holds_what_its_audience_was_told_and_nothing_else(tmp_path: Path, audience: str, told: bool) -> None:
    """Given a note for the referee alone, then the file of a side's view does not hold it in any form."""
    found = replay(played(tmp_path, small(), audience))
    text = player(found)

    record = json.loads(re.search(r'id="record">(.*?)</script>', text)[1])  # type: ignore[index]
    assert [one["seq"] for one in record["entries"]] == [one.seq for one in found.entries]
    assert ("A trap in zone d." in text) is told
    assert set(strings(record)) <= set(strings(json.loads(game_told(tmp_path))))


def strings(value: Any) -> list[str]:
    """Every string in some JSON."""
    if isinstance(value, dict):
        return [found for pair in value.items() for one in pair for found in strings(one)]
    if isinstance(value, list):
        return [found for one in value for found in strings(one)]
    return [value] if isinstance(value, str) else []


def game_told(path: Path) -> str:
    """The lines of an export as one list, what was told of each entry alone."""
    lines = [json.loads(line) for line in (path / "game.wardiary").read_text().splitlines()]
    names = ["title", "entries"]
    return json.dumps([lines[0]["title"], names, *(line.get("told") for line in lines)])


def test_the_script_ends_where_the_file_says() -> None:
    """Nothing in the page's modules or its style closes the element that they stand in, or begins a comment."""
    files = {name: data.decode() for name, data in pages().items()}

    assert not re.search(r"</|<!--|<script", files["replay.js"], re.IGNORECASE)
    assert "<" not in files["style.css"]
