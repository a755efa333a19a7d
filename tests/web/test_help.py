"""The first minute: what to press is said and pointed at, once."""

from __future__ import annotations

import pytest
from kit.axe import flaws
from kit.derelict import derelict, placed
from kit.house import accepted
from playwright.async_api import Page, expect

HINT = "wd-help"


async def points(page: Page, at: str) -> None:
    """The hint points there."""
    await expect(page.locator("wd-board")).to_have_attribute("data-points", at)


async def test_each_hint_points_at_what_it_says(serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("red", "phone")
        await expect(page.locator(HINT)).to_contain_text("Set up your people")
        await points(page, "units")

        await page.locator('[data-points="units"] wd-hand .chips button').first.tap()

        await expect(page.locator(HINT)).to_contain_text("Now choose a zone that is lit")
        await points(page, "board")


async def test_no_zone_is_pointed_at_where_none_is_lit(serve) -> None:
    """Given somebody who comes later, or a gun of nobody's, no hint says where to put them."""
    async with serve(derelict()) as evening:
        page = await evening.seated("red", "phone")
        for one in ("Kei", "Argus"):
            if one == "Kei":
                await page.locator("wd-hand .chips").get_by_role("button", name=one).tap()
            else:
                await page.locator('.map [data-id="argus"]').tap()
            await expect(page.get_by_role("heading", name=one)).to_be_visible()
            await expect(page.locator(HINT)).to_be_hidden()


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
