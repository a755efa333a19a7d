"""The pane of the people: who sits where, who is here, what one is called, and how one's dice are rolled."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from functools import partial

from kit.axe import flaws
from kit.browser import Evening, reached, run
from kit.house import accepted
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


async def test_whoever_came_by_a_link_says_their_name_and_every_device_shows_it(serve: Serve) -> None:
    """Typed and sent by Enter; shown in Table, story and talk, on both devices of the seat, and to the others."""
    async with serve() as evening:
        page, other = await evening.seated("red"), await evening.seated("blue", "laptop")
        second = await evening.devices[0].more()
        await second.goto(evening.origin)
        await second.get_by_role("button", name="red in a test").click()
        await page.get_by_role("button", name="Table").tap()
        field = page.get_by_label("Your name")
        await expect(field).to_have_value("")
        await expect(field).to_have_attribute("placeholder", "Red")
        await expect(page.get_by_role("button", name="Change", exact=True)).to_be_disabled()
        assert await flaws(page) == []

        await field.fill("  Ada  ")
        await field.press("Enter")

        await expect(field).to_have_value("Ada")
        for there in (page, second, other):
            await expect(there.locator("wd-table li").first.locator("span")).to_have_text("Ada")
            await expect(there.locator("wd-story").get_by_text("Red is Ada now.")).to_have_count(1)
        await expect(second.get_by_label("Your name")).to_have_value("Ada")
        await expect(other.get_by_label("Your name")).to_have_value("")
        await accepted(evening.table.room, "red", "say", text="hm")
        await expect(other.locator("wd-story").get_by_text("Red (Ada): hm")).to_have_count(1)
        assert evening.table.room.state.table.held["red"].name == "Ada"
        seats = await run(page, "seats.js", "return it.kept().map((one) => one.name);")
        assert "Ada" in seats  # the first screen calls the seat so when it comes back


async def test_an_empty_name_is_the_seats_own_again_and_what_is_being_typed_stays(serve: Serve) -> None:
    async with serve() as evening:
        page = await evening.seated("red", "laptop")
        await page.get_by_role("button", name="Table").click()
        field, save = page.get_by_label("Your name"), page.get_by_role("button", name="Change", exact=True)
        await field.fill("Ada")
        await save.click()
        await expect(page.locator("wd-table li").first.locator("span")).to_have_text("Ada")
        await expect(save).to_be_disabled()
        before = evening.table.room.head.seq
        await field.press("Enter")  # the same again is not sent

        await field.fill("")
        await accepted(evening.table.room, "red", "say", text="hm")
        await reached(page, before + 1)
        await expect(field).to_have_value("")
        await field.press("Enter")

        await expect(page.locator("wd-story").get_by_text("Red is Red again.")).to_have_count(1)
        await expect(page.locator("wd-table li").first.locator("span")).to_be_empty()
        await expect(save).to_be_disabled()


async def test_a_script_in_a_name_runs_nothing(serve: Serve) -> None:
    name = '<img src=x onerror="window.ran = 1"><b>Eve</b>'
    async with serve() as evening:
        page, other = await evening.seated("red", "laptop"), await evening.seated("blue", "laptop")
        await page.get_by_role("button", name="Table").click()
        await page.get_by_label("Your name").fill(name)
        await page.get_by_label("Your name").press("Enter")

        for there in (page, other):
            await expect(there.locator("wd-table li").first.locator("span")).to_have_text(name)
            await expect(there.locator("wd-story").get_by_text(f"Red is {name} now.")).to_have_count(1)
            assert await there.locator("wd-app img, wd-app b").count() == 0
            assert await there.evaluate("window.ran") is None


async def test_one_who_watches_has_no_name_and_no_dice(serve: Serve) -> None:
    async with serve() as evening:
        page = await evening.watching("laptop")
        await page.get_by_role("button", name="Only watch").click()
        await page.get_by_role("button", name="Table").click()

        await expect(page.get_by_text("One person watches.")).to_be_visible()
        await expect(page.get_by_text("My dice")).to_be_hidden()
        await expect(page.get_by_label("Your name")).to_be_hidden()
