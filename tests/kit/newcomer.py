"""Somebody who never saw the page, and has a game to play: by keys alone, by touch alone.

`make_play` serves as `make play` does and hands out what that prints. The two ways return how many keys or taps it took
until the server had accepted the first command; each does what the page's hints say, and nothing else.
"""

from __future__ import annotations

import asyncio
import re
import shlex
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Locator, Page, expect

ROOT = Path(__file__).resolve().parents[2]
FOCUSED = "document.activeElement === document.body ? '' : document.activeElement.textContent"
MOST = 30


@asynccontextmanager
async def make_play(data: Path) -> AsyncIterator[str]:
    """The first player's link, as a server prints it that was started by the command of `make play`."""
    asked = ["make", "--dry-run", "--no-print-directory", "play", f"ARGS=--port 0 --data {shlex.quote(str(data))}"]
    recipe = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: ASYNC221
    _exec, *command = shlex.split(recipe.splitlines()[-1])
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    try:
        text = ""
        while not (found := re.search(r"https?://\S+#i=[\w-]+", text)):
            line = await process.stdout.readline()
            assert line, text
            text += line.decode()
        yield found.group()
    finally:
        process.terminate()
        await process.communicate()


async def by_keys(page: Page, address: str) -> int:
    """Tab and Enter alone: past the board, a unit, *Place*, a zone, the button."""
    keys = 0

    async def press(key: str) -> None:
        nonlocal keys
        keys += 1
        await page.keyboard.press(key)

    async def reach(name: str) -> None:
        while name not in await page.evaluate(FOCUSED):
            assert keys < MOST, f"{name} is not reached"
            await press("Tab")

    await page.goto(address)
    await expect(page.locator("wd-help")).to_contain_text("Set up your people")
    await reach("To what you can do")
    await press("Enter")
    await expect(page.locator(":focus")).to_contain_text("Vega")
    await press("Enter")
    await expect(page.locator(":focus")).to_have_text("Vega")
    await expect(page.locator("wd-hand .offers")).to_contain_text("Place")
    await reach("Place Vega")
    await press("Enter")
    await expect(page.locator("h2:focus")).to_contain_text("Place Vega")
    await reach("Port dock")
    await press("Enter")
    await reach("Place Vega: Port dock")
    await press("Enter")
    await _placed(page)
    return keys


async def by_touch(page: Page, address: str) -> int:
    """Taps alone, each on what the page points at: a unit, a zone that is lit, the button."""
    taps = 0

    async def tap(what: Locator, **where: Any) -> None:
        nonlocal taps
        taps += 1
        await what.tap(**where)

    await page.goto(address)
    await expect(page.locator("wd-help")).to_contain_text("Set up your people")
    await tap(page.locator('[data-points="units"] wd-hand .chips button').first)
    await expect(page.locator("wd-help")).to_contain_text("Now choose a zone that is lit")
    await tap(page.locator('[data-points="board"] .map [data-kind="zones"][data-lit]').last, position={"x": 6, "y": 6})
    await tap(page.locator("wd-form button.big"))
    await _placed(page)
    return taps


async def _placed(page: Page) -> None:
    """The server has said that the unit stands on the board."""
    await expect(page.locator('.map [data-kind="units"][data-id="vega"]')).to_be_visible()
