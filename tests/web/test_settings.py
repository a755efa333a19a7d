"""What a browser is set to: it counts at once, and is there again after a reload."""

from __future__ import annotations

import pytest
from kit.axe import flaws
from playwright.async_api import Page, expect

GROUND = "getComputedStyle(document.body).backgroundColor"


async def opened(page: Page) -> None:
    """The sheet is open."""
    await page.get_by_role("button", name="Settings").click()
    await expect(page.get_by_role("dialog", name="Settings")).to_be_visible()


@pytest.mark.parametrize(("device", "other"), [("light", "Dark"), ("dark", "Light")])
async def test_the_colours_are_those_of_the_device_or_the_chosen_ones(device: str, other: str, serve) -> None:
    async with serve() as evening:
        page = await evening.seated("red", color_scheme=device)
        before = await page.evaluate(GROUND)
        await opened(page)
        await page.get_by_label(other).check()
        chosen = await page.evaluate(GROUND)
        assert chosen != before

        await page.reload()
        await expect(page.locator(".status")).to_have_text("connected")
        assert await page.evaluate(GROUND) == chosen
        await opened(page)
        await page.get_by_label("As the device").check()
        assert await page.evaluate(GROUND) == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_sheet_closes_by_escape_and_has_no_grave_flaw(scheme: str, serve) -> None:
    async with serve() as evening:
        page = await evening.seated("red", color_scheme=scheme)
        await opened(page)
        assert await flaws(page) == []

        await page.keyboard.press("Escape")

        await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_it_is_there_before_anybody_has_come_in(serve) -> None:
    async with serve() as evening:
        page = await evening.open()

        await opened(page)
