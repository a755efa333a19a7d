"""The screen on the wall: what is told across a room, the way in, and that nothing on it is to be pressed."""

from __future__ import annotations

import pytest
from kit import game, unit
from kit.axe import flaws
from kit.browser import MOTION
from kit.derelict import derelict, placed, real_dice
from kit.house import accepted
from msgspec.structs import replace
from playwright.async_api import Page, expect
from wardiary_server.game.state import Result

SCALE = "document.querySelector('wd-tv .map > g').transform.baseVal.consolidate().matrix.a"


async def tv(evening, kind: str = "tv", **more) -> Page:
    """A screen that was reached by the room code."""
    return await evening.open(f"#tv&r={evening.code}", kind, **more)


async def test_it_tells_the_round_the_score_the_last_events_and_who_is_awaited(serve) -> None:
    """Given a seat with real dice, when its unit walks into gas, then the wall says who is to roll, and for what."""
    async with serve(derelict()) as evening:
        page = await tv(evening)
        await real_dice(evening, "red")
        await expect(page.get_by_role("heading", name="Setting up")).to_be_visible()

        await placed(evening)
        await expect(page.get_by_role("heading", name="Round 1 · Magpie's go")).to_be_visible()
        await accepted(evening.table.room, "red", "move", "vega", to="medbay")

        await expect(page.locator(".latest li").first).to_contain_text("Vega")
        await expect(page.get_by_text("Waiting for")).to_have_count(1)
        await expect(page.locator(".waited-for")).to_contain_text("Waiting for Magpie: Vega")
        await expect(page.locator(".sides")).to_contain_text("Ledger")
        await expect(page.locator('.map [data-id="vega"]')).to_be_visible()
        assert page.url == f"{evening.origin}/"


async def test_it_shows_the_way_in_until_all_seats_are_taken(serve) -> None:
    async with serve(derelict()) as evening:
        page = await tv(evening)
        await expect(page.get_by_role("img", name=f"QR code of {evening.origin}/#r={evening.code}")).to_be_visible()
        await expect(page.get_by_text("In the same Wi-Fi as this screen")).to_be_visible()
        await expect(page.get_by_text(f"Room code: {evening.code}")).to_be_visible()

        for seat in ("red", "blue"):
            await evening.table.seat(seat)

        await expect(page.locator(".qr")).to_be_hidden()
        await expect(page.get_by_text(f"Room code: {evening.code}")).to_be_visible()


async def test_it_is_legible_and_whole_on_a_wall(serve) -> None:
    """What happened last is written in at least a fortieth of the screen's height, and nothing hangs over its edge."""
    async with serve(derelict()) as evening:
        await placed(evening)
        for size in ({"width": 1920, "height": 1080}, {"width": 1280, "height": 720}):
            page = await tv(evening, viewport=size)
            await expect(page.locator(".latest li").first).to_be_visible()
            for name in (".latest li:first-child", ".now"):
                letters = await page.locator(name).evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)")
                assert letters >= size["height"] / 40
            assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight")
            assert await page.locator(".beside").evaluate("(node) => node.scrollHeight <= node.clientHeight + 1")


async def test_the_camera_follows_and_can_be_told_to_stay(serve) -> None:
    async with serve(derelict()) as evening:
        page = await tv(evening, **MOTION)
        await placed(evening)
        await expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
        await page.keyboard.press("c")
        await expect(page.get_by_role("button", name="Camera follows")).to_have_attribute("aria-pressed", "false")
        whole = await page.evaluate(SCALE)

        await accepted(evening.table.room, "red", "move", "vega", to="vents")
        await expect(page.locator(".latest li").first).to_contain_text("Vent room")
        assert await page.evaluate(SCALE) == whole

        await page.keyboard.press("c")
        await accepted(evening.table.room, "red", "move", "vega", to="hangar")
        await page.wait_for_function(f"{SCALE} > {whole} * 1.2")


async def test_the_camera_stays_for_whoever_wants_less_motion(serve) -> None:
    async with serve(derelict()) as evening:
        page = await tv(evening, reduced_motion="reduce")
        await placed(evening)
        await expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
        whole = await page.evaluate(SCALE)

        await accepted(evening.table.room, "red", "move", "vega", to="vents")
        await expect(page.locator(".latest li").first).to_contain_text("Vent room")

        assert await page.evaluate(SCALE) == whole
        await expect(page.get_by_role("button", name="Camera stays")).to_be_disabled()


async def test_the_result_is_the_largest_word_at_the_end(serve) -> None:
    start = game("a - b", [unit("vega"), unit("rook", "b", "blue")])
    over = replace(start, clock=replace(start.clock, phase="over"), result=Result("red", "the light is gone", {}))
    async with serve(over) as evening:
        page = await tv(evening)

        await expect(page.get_by_role("heading", name="Red has won: the light is gone")).to_be_visible()


async def test_the_mouse_and_the_knobs_go_when_nobody_moves_them(serve) -> None:
    async with serve() as evening:
        page = await tv(evening)
        wake = page.locator("wd-tv")
        await expect(wake).to_have_class("awake")

        await expect(wake).not_to_have_class("awake")
        assert await wake.evaluate("(node) => getComputedStyle(node).cursor") == "none"
        await page.mouse.move(300, 300)
        await expect(wake).to_have_class("awake")


async def test_nothing_of_the_game_can_be_pressed_there(serve) -> None:
    async with serve(derelict()) as evening:
        page = await tv(evening)
        await placed(evening)
        await expect(page.locator('.map [data-id="vega"]')).to_be_visible()

        reached = []
        for _ in range(5):
            await page.keyboard.press("Tab")
            reached.append(await page.evaluate("document.activeElement.closest('.map, body')?.localName"))
        found = page.locator("wd-tv :is(button, a, input)")

        assert set(reached) == {"body"}
        assert await found.evaluate_all("(all) => all.filter((one) => !one.closest('[inert], .knobs')).length") == 0


async def test_whoever_watches_turns_their_screen_into_it_and_back(serve) -> None:
    async with serve() as evening:
        page = await evening.watching("laptop")
        await page.get_by_role("button", name="Big screen").click()
        await expect(page.locator("wd-tv")).to_be_visible()

        await page.reload()
        await expect(page.locator("wd-tv")).to_be_visible()
        await page.keyboard.press("Escape")

        await expect(page.get_by_role("button", name="Watching: change seat")).to_be_visible()
        await page.get_by_role("button", name="Table").click()
        await page.get_by_role("button", name="Big screen").click()
        await expect(page.locator("wd-tv")).to_be_visible()


async def test_it_says_when_the_connection_is_gone_and_goes_on_by_itself(serve) -> None:
    async with serve() as evening:
        page = await tv(evening)
        await expect(page.locator(".qr")).to_be_visible()

        await page.evaluate("document.querySelector('wd-app').session.moved('reconnecting', '')")

        await expect(page.get_by_role("alert")).to_have_text("reconnecting …")


@pytest.mark.parametrize("kind", ["tv", "tablet", "phone"])
async def test_it_has_no_grave_flaw(kind: str, serve) -> None:
    async with serve(derelict()) as evening:
        await real_dice(evening, "red")
        await placed(evening)
        await accepted(evening.table.room, "red", "move", "vega", to="medbay")
        for scheme in ("light", "dark"):
            page = await tv(evening, kind, color_scheme=scheme)
            await expect(page.locator(".waited-for")).to_contain_text("Waiting for Magpie")
            assert await flaws(page) == []
