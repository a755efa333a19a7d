"""The pane of the people: who sits where, who is here, and how one's dice are rolled."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from functools import partial

from kit.axe import flaws
from kit.browser import Evening
from playwright.async_api import expect

Serve = partial[AbstractAsyncContextManager[Evening]]


async def test_it_shows_who_sits_where_and_who_is_here(serve: Serve) -> None:
    async with serve() as evening:
        await evening.table.seat("blue")
        page = await evening.seated("red", "laptop")
        seats = page.locator("wd-table li")

        await expect(seats.nth(0)).to_contain_text("here · you")
        await expect(seats.nth(0).locator("span")).to_be_empty()  # nobody said a name: the seat's own stands there once
        await expect(seats.nth(1)).to_contain_text("away")
        await expect(seats.nth(2)).to_contain_text("free")
        blue = await evening.table.player("blue")
        await expect(seats.nth(1)).to_contain_text("here")
        await blue.leave()
        await expect(seats.nth(1)).to_contain_text("away")
        await page.get_by_role("button", name="Table").click()
        await expect(page.get_by_text(f"Room code: {evening.code}")).to_be_visible()
        assert await flaws(page) == []


async def test_a_seat_chooses_its_dice_and_every_device_of_it_shows_that(serve: Serve) -> None:
    async with serve() as evening:
        page = await evening.seated("red", "laptop")
        phone = await evening.devices[0].more()
        await phone.goto(evening.origin)
        await phone.get_by_role("button", name="red in a test").click()
        await page.get_by_role("button", name="Table").click()
        await expect(page.get_by_label("The server rolls")).to_be_checked()

        await page.get_by_label("I roll real dice").check()

        await expect(phone.get_by_label("I roll real dice")).to_be_checked()
        assert evening.table.room.state.table.dice == {"red": "typed"}


async def test_one_who_watches_has_no_dice(serve: Serve) -> None:
    async with serve() as evening:
        page = await evening.watching("laptop")
        await page.get_by_role("button", name="Only watch").click()
        await page.get_by_role("button", name="Table").click()

        await expect(page.get_by_text("One person watches.")).to_be_visible()
        await expect(page.get_by_text("My dice")).to_be_hidden()
