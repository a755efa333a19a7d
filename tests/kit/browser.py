"""A real browser for the tests of the page: one Chromium for each process, a fresh profile for each device.

The server, the clients of other seats and the page's tests share one event loop, which lasts as long as the tests of
this process do: so does the browser.
"""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, async_playwright
from wardiary_server.game.state import Game

from .net import Table, serving

DEVICES: Mapping[str, Mapping[str, Any]] = {
    "phone": {
        "viewport": {"width": 360, "height": 740},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
    "tablet": {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "tv": {"viewport": {"width": 1920, "height": 1080}},
}
"""Who looks at the page, and on what."""

LOOKS = (
    [(kind, scheme) for kind in DEVICES for scheme in ("light", "dark")]
    if os.environ.get("WARDIARY_LOOKS") == "all"
    else [("phone", "light"), ("laptop", "dark")]
)
"""The screens that are looked at in every size and scheme: two of them in the suite, all with `make looks`."""

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-default-apps", "--no-default-browser-check",
)  # fmt: skip

MOTION: Mapping[str, Any] = {"reduced_motion": "no-preference"}
"""For a device whose owner sees things move. Most here want less: no finger waits until all stands still."""

PATIENCE = 30_000
"""Milliseconds after which a test that waits has failed; nothing here takes long."""


def profile(kind: str, **more: Any) -> Mapping[str, Any]:
    """Somebody with a device of a kind, for a context of their own: British, and content with less motion."""
    return {**DEVICES[kind], "locale": "en-GB", "reduced_motion": "reduce", **more}


def tool() -> ModuleType:
    """tools/browser.py, as a module."""
    path = Path(__file__).resolve().parents[2] / "tools/browser.py"
    spec = importlib.util.spec_from_file_location("browser_tool", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """The browser. Without one the tests are skipped, and under CI they fail."""
    found = tool().find()
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(tool().ADVICE)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
        await browser.close()


@dataclass
class Device:
    """One person's browser: pages of one profile, and whatever went wrong on them."""

    context: BrowserContext
    page: Page
    errors: list[str] = field(default_factory=list)

    async def more(self) -> Page:
        """Another tab of the same browser."""
        return self.watched(await self.context.new_page())

    def watched(self, page: Page | None = None) -> Page:
        """A page, the first where none is named, from now on with its errors."""
        page = page or self.page
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._heard)
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        # A socket that cannot be opened is told by the browser itself: tests that cut the network ask for it.
        if message.type == "error" and "WebSocket connection" not in message.text:
            self.errors.append(message.text)


@dataclass
class Evening:
    """A served game, and the devices around it. At the end no page may have complained."""

    browser: Browser
    table: Table
    stack: AsyncExitStack
    devices: list[Device] = field(default_factory=list)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.table.server.port}"

    @property
    def code(self) -> str:
        """The room code."""
        return self.table.lobby.vault.room_code(self.table.room.game)

    async def device(self, kind: str = "phone", **more: Any) -> Device:
        """Somebody's browser, with an empty page open."""
        context = await self.browser.new_context(**profile(kind, **more))
        context.set_default_timeout(PATIENCE)
        self.stack.push_async_callback(context.close)
        device = Device(context, await context.new_page())
        device.watched()
        self.devices.append(device)
        return device

    async def open(self, fragment: str = "", kind: str = "phone", **more: Any) -> Page:
        """A device that opened a link of the game."""
        device = await self.device(kind, **more)
        await device.page.goto(f"{self.origin}/{fragment}")
        return device.page

    async def seated(self, seat: str, kind: str = "phone", **more: Any) -> Page:
        """A device that came in by an invite, and holds a seat."""
        return await self.open(f"#i={self.table.lobby.vault.issue_invite(self.table.room.game, seat)}", kind, **more)

    async def watching(self, kind: str = "phone", **more: Any) -> Page:
        """A device that watches."""
        return await self.open(f"#r={self.code}", kind, **more)


@asynccontextmanager
async def evening(browser: Browser, data: Path, start: Game | None = None, **settings: Any) -> AsyncIterator[Evening]:
    """A real server with one game, for browsers to come to."""
    async with serving(data, start, **{"beat": 0.1, **settings}) as table, AsyncExitStack() as stack:
        made = Evening(browser, table, stack)
        yield made
        errors = [error for device in made.devices for error in device.errors]
        assert not errors, errors


async def reached(page: Page, seq: int) -> None:
    """Returns once the session that a page shows is at entry `seq`."""
    wait = """(seq) => new Promise((done) => {
      const { session } = document.querySelector("wd-app");
      const look = () => session.replica.seq >= seq && done(true);
      session.addEventListener("change", look);
      look();
    })"""
    await page.evaluate(wait, seq)


async def run(page: Page, module: str, body: str, argument: Any = None) -> Any:
    """Runs JavaScript with a module of the page as `it` and an argument as `given`; what it returns.

    Both ways go as JSON, so that nothing in between changes what is odd.
    """
    call = (
        f"async (text) => {{ const it = await import('/page/{module}'); const given = JSON.parse(text); "
        f"const found = await (async () => {{ {body} }})(); return JSON.stringify(found ?? null); }}"
    )
    return json.loads(await page.evaluate(call, json.dumps(argument)))
