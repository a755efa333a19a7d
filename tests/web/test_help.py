"""The first minute: what to press is said and pointed at, and the first command takes few steps by touch or by keys."""

from __future__ import annotations

import pytest
from kit.axe import flaws
from kit.derelict import derelict, placed
from kit.house import accepted
from playwright.async_api import Page, expect

HINT = "wd-help"
FOCUSED = "document.activeElement === document.body ? '' : document.activeElement.textContent"


async def points(page: Page, at: str) -> None:
    """The hint points there."""
    await expect(page.locator("wd-board")).to_have_attribute("data-points", at)


async def test_by_touch_alone_the_first_command_takes_three_taps(serve) -> None:
    """Given a newcomer, when they tap what each hint points at, a unit stands on the board: far within ten seconds."""
    async with serve(derelict()) as evening:
        page = await evening.seated("red", "phone")
        await expect(page.locator(HINT)).to_contain_text("Set up your people")
        await points(page, "units")

        await page.locator('[data-points="units"] wd-hand .chips button').first.tap()
        await expect(page.locator(HINT)).to_contain_text("Now choose a zone that is lit")
        await points(page, "board")
        await page.locator('.map [data-kind="zones"][data-lit]').last.tap(position={"x": 6, "y": 6})
        await page.locator("wd-form button.big").tap()

        await expect(page.locator('.map [data-kind="units"][data-id="vega"]')).to_be_visible()
        assert evening.table.room.state.game.units["vega"].zone in {"dock", "hangar"}


async def test_by_keyboard_alone_the_first_command_takes_ten_keys(serve) -> None:
    """A newcomer who presses a key a second is within ten seconds."""
    async with serve(derelict()) as evening:
        page = await evening.seated("red", "laptop")
        await expect(page.locator(HINT)).to_contain_text("Set up your people")
        keys = 0

        async def press(key: str) -> None:
            nonlocal keys
            keys += 1
            await page.keyboard.press(key)

        async def reach(name: str) -> None:
            while name not in await page.evaluate(FOCUSED):
                assert keys < 10, f"{name} is too far away"
                await press("Tab")

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

        await expect(page.locator('.map [data-kind="units"][data-id="vega"]')).to_be_visible()
        assert keys <= 10


async def test_each_hint_comes_when_its_time_has_come_and_goes_for_good(serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("red")
        await expect(page.locator(HINT)).to_contain_text("Set up your people")
        await evening.table.seat("red")
        for one in ("vega", "rook", "juno", "moss"):
            await accepted(evening.table.room, "red", "place", one, zone="hangar")
        await evening.table.seat("blue")
        for one in ("hale", "onyx", "wren", "dace"):
            await accepted(evening.table.room, "blue", "place", one, zone="mess")
        await expect(page.locator(HINT)).to_contain_text("Say that you are ready")
        await points(page, "offers")
        for seat in ("red", "blue"):
            await accepted(evening.table.room, seat, "ready")

        await expect(page.locator(HINT)).to_contain_text("On your go")
        await page.get_by_role("button", name="Got it").tap()
        await expect(page.locator(HINT)).to_be_hidden()
        await expect(page.locator("wd-board")).not_to_have_attribute("data-points", "units")

        await page.reload()
        await expect(page.locator("wd-clock")).to_contain_text("Round 1")
        await expect(page.locator(HINT)).to_be_hidden()


async def test_the_settings_bring_the_hints_back(serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("red")
        await page.get_by_role("button", name="Got it").tap()
        await expect(page.locator(HINT)).to_be_hidden()

        await page.get_by_role("button", name="Settings").tap()
        await page.get_by_role("button", name="Show the first hints again").tap()
        await page.get_by_role("button", name="Close").tap()

        await expect(page.locator(HINT)).to_contain_text("Set up your people")


async def test_whoever_watches_or_referees_is_told_nothing_of_units(serve) -> None:
    async with serve(derelict()) as evening:
        await placed(evening)
        for page in (await evening.seated("referee"), await evening.watching()):
            await expect(page.locator(".status")).to_have_text("connected")
            await expect(page.locator(f"{HINT}:not([hidden])")).to_have_count(0)


@pytest.mark.parametrize("kind", ["phone", "laptop"])
async def test_the_hints_have_no_grave_flaw(kind: str, serve) -> None:
    async with serve(derelict()) as evening:
        for scheme in ("light", "dark"):
            page = await evening.seated("red", kind, color_scheme=scheme)
            await expect(page.locator(HINT)).to_be_visible()
            assert await flaws(page) == []
