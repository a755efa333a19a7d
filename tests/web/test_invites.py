"""Bringing others in: the referee's links and doors, everyone's link to watch."""

from __future__ import annotations

import pytest
from kit.axe import flaws
from kit.browser import Evening
from playwright.async_api import Page, expect

LISTEN = "window.copies = []; addEventListener('copy', () => copies.push(document.activeElement.value))"
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"


async def at_the_table(evening: Evening, seat: str, kind: str = "phone", **more: object) -> Page:
    """A seat that looks at who is there."""
    page = await evening.seated(seat, kind, **more)
    await page.get_by_role("button", name="Table").click()
    return page


async def test_a_link_that_the_referee_makes_seats_somebody_and_the_one_before_does_not(serve) -> None:
    async with serve() as evening:
        page = await at_the_table(evening, "referee")
        await page.get_by_role("button", name="Make a link for Blue").tap()
        first = await page.locator(".address").inner_text()
        await expect(page.get_by_role("img", name=f"QR code of {first}")).to_be_visible()
        await expect(page.get_by_text("It opens in the same Wi-Fi as this device.")).to_be_visible()
        await page.get_by_role("button", name="Make a new link for Blue").tap()
        await expect(page.get_by_text("opens nothing any more")).to_be_visible()
        await expect(page.locator(".address")).not_to_have_text(first)
        second = await page.locator(".address").inner_text()

        late, guest = await evening.device(), await evening.device()
        await late.page.goto(first)
        await expect(late.page.get_by_text("This link opens nothing here.")).to_be_visible()
        await guest.page.goto(second)

        await expect(guest.page.get_by_role("button", name="Blue: change seat")).to_be_visible()
        await expect(page.get_by_text("Held by")).to_have_count(2)


async def test_a_seat_is_taken_back_once_the_referee_is_sure(serve) -> None:
    async with serve() as evening:
        page, other = await at_the_table(evening, "referee"), await evening.seated("blue")
        take = page.get_by_role("button", name="Take Blue back")
        await take.tap()
        await page.get_by_role("button", name="Leave it").tap()
        assert "blue" in evening.table.room.state.table.held

        await take.tap()
        await page.get_by_role("button", name="Take it back").tap()

        await expect(other.get_by_role("heading", name="This seat was taken back.")).to_be_visible()
        await expect(take).to_be_hidden()
        await expect(page.get_by_role("button", name="Take Referee back")).to_be_hidden()


async def test_the_referee_closes_the_door_to_those_who_watch(serve) -> None:
    async with serve() as evening:
        page = await at_the_table(evening, "referee")
        await page.get_by_label("Let people watch").uncheck()
        await expect(page.get_by_role("button", name="Show the QR code")).to_be_hidden()

        late = await evening.watching()

        await expect(late.get_by_role("heading", name="Join a game")).to_be_visible()
        await page.get_by_label("Let people watch").check()
        await expect(page.get_by_role("button", name="Show the QR code")).to_be_visible()


async def test_a_player_shows_the_way_in_and_has_no_other_seats_links(serve) -> None:
    async with serve() as evening:
        page = await at_the_table(evening, "red")
        await page.get_by_role("button", name="Show the QR code").tap()

        await expect(page.locator(".address")).to_have_text(f"{evening.origin}/#r={evening.code}")
        await expect(page.get_by_role("button", name="Make a link")).to_have_count(0)
        await expect(page.get_by_label("Let people watch")).to_be_hidden()


async def test_a_link_is_copied_where_a_browser_has_no_clipboard_for_the_page(serve) -> None:
    async with serve() as evening:
        page = await at_the_table(evening, "red")
        await page.evaluate(NO_CLIPBOARD)
        await page.evaluate(LISTEN)
        await page.get_by_role("button", name="Show the QR code").tap()
        copy = page.get_by_role("button", name="Copy the link")
        await copy.focus()
        await page.keyboard.press("Enter")

        await expect(page.get_by_text("Copied.")).to_be_visible()
        assert await page.evaluate("copies") == [f"{evening.origin}/#r={evening.code}"]
        await expect(copy).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_it_has_no_grave_flaw(scheme: str, serve) -> None:
    async with serve() as evening:
        await evening.table.seat("blue")
        page = await at_the_table(evening, "referee", color_scheme=scheme)
        await page.get_by_role("button", name="Make a link for Red").tap()
        await page.get_by_role("button", name="Take Blue back").tap()
        await expect(page.locator(".qr")).to_be_visible()

        assert await flaws(page) == []
