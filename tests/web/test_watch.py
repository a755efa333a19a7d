"""Watching on a phone: all that may be known, nothing to press in the game, and the door to a free seat."""

from __future__ import annotations

import pytest
from kit.axe import flaws
from kit.browser import Evening
from kit.derelict import derelict, placed
from kit.house import accepted
from playwright.async_api import Page, expect


async def looking_on(evening: Evening, kind: str = "phone", **more: object) -> Page:
    """Somebody who has said that watching is all they want."""
    page = await evening.watching(kind, **more)
    await page.get_by_role("button", name="Only watch").click()
    return page


async def test_who_watches_follows_the_game_and_has_no_command(serve) -> None:
    async with serve(derelict()) as evening:
        page = await looking_on(evening)
        await expect(page.get_by_text("Setting up", exact=True)).to_be_visible()
        await placed(evening)
        await accepted(evening.table.room, "red", "move", "vega", to="vents")
        await expect(page.get_by_text("Round 1 · Vega's turn")).to_be_visible()

        await page.locator('.map [data-kind="units"][data-id="vega"]').tap()

        await expect(page.get_by_role("heading", name="Vega")).to_be_visible()
        await expect(page.locator("wd-hand .offers button")).to_have_count(0)
        await expect(page.locator("wd-form")).to_be_hidden()


async def test_the_door_to_a_free_seat_stays_open_while_the_game_goes_on(serve) -> None:
    """Given a game without a referee, when one who watches asks for that seat, a player lets them in."""
    async with serve(derelict()) as evening:
        page = await looking_on(evening)
        await placed(evening)
        host = await evening.seated("red")
        await page.get_by_role("button", name="Table").tap()
        await page.get_by_role("button", name="Take a free seat").tap()
        await page.get_by_role("button", name="Ask for Referee").tap()
        await host.get_by_role("button", name="Let in").tap()

        await expect(page.get_by_role("button", name="Referee: change seat")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_it_has_no_grave_flaw(scheme: str, serve) -> None:
    async with serve(derelict()) as evening:
        page = await looking_on(evening, color_scheme=scheme)
        await placed(evening)
        assert await flaws(page) == []
        await page.get_by_role("button", name="Table").tap()
        assert await flaws(page) == []
