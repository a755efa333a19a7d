"""Something waits for you: a title, a sound and a shake, once for each thing, and not where they are switched off."""

from __future__ import annotations

from kit.browser import Evening
from kit.derelict import derelict, placed, real_dice
from kit.house import accepted
from playwright.async_api import Page, expect

COUNTING = """
  window.heard = { notes: 0, shakes: 0 };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) { window.heard.notes += 1; return start.apply(this, at); };
  const shake = navigator.vibrate?.bind(navigator);
  if (shake) navigator.vibrate = (how) => { window.heard.shakes += 1; return shake(how); };
"""
"""Counts what the browser is told to play; it plays it all the same."""


async def listening(evening: Evening, seat: str = "red") -> Page:
    """A phone whose sounds and shakes are counted."""
    device = await evening.device("phone")
    await device.page.add_init_script(COUNTING)
    invite = evening.table.lobby.vault.issue_invite(evening.table.room.game, seat)
    await device.page.goto(f"{evening.origin}/#i={invite}")
    await expect(device.page.locator(".status")).to_have_text("connected")
    return device.page


async def gassed(evening: Evening) -> None:
    """Vega walks into gas, and red is to roll."""
    await accepted(evening.table.room, "red", "move", "vega", to="medbay")


async def test_a_roll_rings_once_and_the_title_says_so_until_it_is_made(serve) -> None:
    """Given one who touched the page, when their dice are asked for, it rings; not again while nothing new does."""
    async with serve(derelict()) as evening:
        page = await listening(evening)
        await page.get_by_role("button", name="Vega").tap()
        await expect(page).to_have_title("Derelict · wardiary")
        await real_dice(evening, "red")
        await placed(evening)
        await expect(page).to_have_title("● Your go - Derelict")
        assert await page.evaluate("heard") == {"notes": 2, "shakes": 1}

        await gassed(evening)
        await expect(page).to_have_title("● Your roll - Derelict")
        assert await page.evaluate("heard") == {"notes": 4, "shakes": 2}

        await accepted(evening.table.room, "blue", "say", text="Well?")
        await expect(page.locator("wd-app")).to_have_attribute("data-state", "connected")
        await page.get_by_role("button", name="Roll for me").tap()
        await expect(page).to_have_title("● Your go - Derelict")
        assert await page.evaluate("heard") == {"notes": 4, "shakes": 2}


async def test_nobody_who_only_looks_is_rung_for(serve) -> None:
    async with serve(derelict()) as evening:
        other, watcher = await listening(evening, "blue"), await evening.watching()
        await other.get_by_role("button", name="Hale").tap()
        await real_dice(evening, "red")
        await placed(evening)
        await gassed(evening)

        await expect(other.locator(".awaited")).to_contain_text("Waiting for Magpie")
        await expect(other).to_have_title("Derelict · wardiary")
        await expect(watcher).to_have_title("Derelict · wardiary")
        assert await other.evaluate("heard") == {"notes": 0, "shakes": 0}


async def test_before_a_touch_it_is_silent_and_the_title_speaks(serve) -> None:
    async with serve(derelict()) as evening:
        page = await listening(evening)
        await placed(evening)

        await expect(page).to_have_title("● Your go - Derelict")
        assert await page.evaluate("heard") == {"notes": 0, "shakes": 0}


async def test_each_can_be_switched_off_and_stays_off(serve) -> None:
    async with serve(derelict()) as evening:
        page = await listening(evening)
        await page.get_by_role("button", name="Settings").tap()
        await page.get_by_label("A sound").uncheck()
        await page.get_by_role("button", name="Close").tap()
        await page.reload()
        await expect(page.locator(".status")).to_have_text("connected")
        await page.get_by_role("button", name="Vega").tap()

        await placed(evening)

        await expect(page).to_have_title("● Your go - Derelict")
        assert await page.evaluate("heard") == {"notes": 0, "shakes": 1}
