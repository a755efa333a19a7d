"""Reading the game back: any moment on the board, nobody pulled away, and one who leads the others."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from functools import partial

import pytest
from kit import game, unit
from kit.axe import flaws
from kit.browser import LOOKS, Evening, reached, run
from kit.house import accepted
from msgspec.structs import replace
from playwright.async_api import Locator, Page, expect
from wardiary_server.game.state import Game

Serve = partial[AbstractAsyncContextManager[Evening]]


def drawn() -> Game:
    """A row of rooms that can be drawn."""
    start = game("a - b - c - d", [unit("vega", speed=5_000), unit("rook", "d", "blue", speed=50)])
    zones = {name: replace(zone, place=(n, 0)) for n, (name, zone) in enumerate(start.zones.items())}
    return replace(start, zones=zones, dice={})


async def walked(evening: Evening) -> list[int]:
    """Vega goes from a to d; the entries of her three moves."""
    return [await accepted(evening.table.room, "red", "move", "vega", to=zone) for zone in "bcd"]


def past(page: Page) -> Locator:
    """Where the game is read back."""
    return page.get_by_role("region", name="The game read back")


async def opened(page: Page) -> Locator:
    """Reads back; the slider."""
    await page.get_by_role("button", name="Read the game back").click()
    return past(page).get_by_role("slider")


def zone(page: Page, name: str) -> Locator:
    """A zone on the board of the past."""
    return past(page).locator(f'.map [data-kind="zones"][data-id="{name}"]')


async def test_the_board_shows_the_moment_that_the_slider_names(serve: Serve) -> None:
    async with serve(drawn()) as evening:
        page = await evening.seated("red")
        await expect(page.locator("wd-board")).to_be_visible()
        seqs = await walked(evening)
        slider = await opened(page)
        await expect(zone(page, "d")).to_have_attribute("aria-label", "d: Vega, Rook")

        await slider.fill(str(seqs[0]))

        await expect(zone(page, "b")).to_have_attribute("aria-label", "b: Vega")
        await expect(past(page).get_by_text(f"After entry {seqs[0]} of")).to_be_visible()
        await expect(past(page).get_by_text("Vega moves from a to b.")).to_be_visible()


async def test_it_steps_and_plays_by_keys_and_comes_back_to_now(serve: Serve) -> None:
    async with serve(drawn()) as evening:
        page = await evening.seated("red", "laptop")
        await expect(page.locator("wd-board")).to_be_visible()
        seqs = await walked(evening)
        slider = await opened(page)
        await page.keyboard.press("ArrowLeft")
        await expect(zone(page, "c")).to_have_attribute("aria-label", "c: Vega")
        await page.keyboard.press("ArrowRight")
        await expect(zone(page, "d")).to_have_attribute("aria-label", "d: Vega, Rook")

        await past(page).get_by_label("Speed").select_option("4 ×")
        await slider.fill(str(seqs[0]))
        await slider.focus()
        await page.keyboard.press("Space")
        await expect(past(page).get_by_role("button", name="Pause")).to_be_visible()
        await expect(zone(page, "d")).to_have_attribute("aria-label", "d: Vega, Rook")
        await expect(past(page).get_by_role("button", name="Play")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(past(page)).to_be_hidden()


async def test_what_is_new_pulls_nobody_out_of_the_past(serve: Serve) -> None:
    """cuttle#1247, netrunner#7914: and whoever reads back moves nobody else's view."""
    async with serve(drawn()) as evening:
        page, other = await evening.seated("red"), await evening.seated("blue")
        await expect(page.locator("wd-board")).to_be_visible()
        first, second, _third = await walked(evening)
        slider = await opened(page)
        await slider.fill(str(first))
        await expect(zone(page, "b")).to_have_attribute("aria-label", "b: Vega")
        last = await accepted(evening.table.room, "red", "say", text="Hello")

        await expect(past(page).get_by_text(f"After entry {first} of {last}")).to_be_visible()
        await reached(other, last)
        await expect(other.locator('.map [data-id="d"][data-kind="zones"]')).to_have_accessible_name("d: Vega, Rook")
        await expect(past(other)).to_be_hidden()
        await expect(zone(page, "b")).to_have_attribute("aria-label", "b: Vega")
        await past(page).get_by_role("button", name="Back to LIVE").tap()
        await expect(page.locator('.map [data-id="d"][data-kind="zones"]')).to_have_attribute(
            "aria-label", "d: Vega, Rook"
        )
        assert second


async def test_an_entry_of_the_story_opens_its_moment(serve: Serve) -> None:
    async with serve(drawn()) as evening:
        page = await evening.seated("red")
        await expect(page.locator("wd-board")).to_be_visible()
        seqs = await walked(evening)
        await page.get_by_role("button", name="Story", exact=True).tap()
        await page.get_by_role("button", name=f"Entry {seqs[1]},").tap()
        await page.get_by_role("button", name="Look at the board at that moment").tap()

        await expect(zone(page, "c")).to_have_attribute("aria-label", "c: Vega")


async def test_a_branch_that_was_left_can_be_looked_at_and_gone_back_to(serve: Serve) -> None:
    """Given a move that was taken back and another one since, the first one's board is shown, and can come again."""
    async with serve(drawn()) as evening:
        room, page = evening.table.room, await evening.seated("red")
        left = await accepted(room, "red", "move", "vega", to="b")
        await accepted(room, "referee", "undo", node=room.state.table.cursor)
        other = await accepted(room, "red", "move", "vega", to="c")
        await page.get_by_role("button", name="Story", exact=True).tap()
        struck = page.get_by_role("log").locator(f'[data-seq="{left}"]')
        await expect(struck).to_have_attribute("data-undone", "")
        await struck.get_by_role("button", name=f"Entry {left},").tap()
        await page.get_by_role("dialog").get_by_role("button", name="Look at the board at that moment").tap()
        await expect(page.get_by_text(f"After entry {left} of")).to_be_visible()
        await page.get_by_role("button", name="Back to LIVE").tap()

        await page.get_by_role("button", name="Story", exact=True).tap()
        await struck.get_by_role("button", name=f"Entry {left},").tap()
        dialog = page.get_by_role("dialog")
        await dialog.get_by_role("button", name="Go back to after this entry").tap()
        await expect(dialog.get_by_role("list").first.get_by_text("Vega moves from b to c.")).to_be_visible()
        await expect(dialog.get_by_role("list").last.get_by_text("Vega moves from a to b.")).to_be_visible()
        await dialog.get_by_role("button", name="Go back", exact=True).tap()
        await expect(struck).not_to_have_attribute("data-undone", "")
        await expect(page.get_by_role("log").locator(f'[data-seq="{other}"]')).to_have_attribute("data-undone", "")
        assert room.state.game.units["vega"].zone == "b"


async def test_one_leads_and_another_follows_the_same_slider(serve: Serve) -> None:
    """Given red who shows everyone, blue follows with a tap, goes where red goes, and is back when red is."""
    async with serve(drawn()) as evening:
        page, other = await evening.seated("red"), await evening.seated("blue")
        await expect(page.locator("wd-board")).to_be_visible()
        await expect(other.locator("wd-board")).to_be_visible()
        first, second, _third = await walked(evening)
        slider = await opened(page)
        await slider.fill(str(first))
        await past(page).get_by_role("button", name="Show everyone").tap()

        await other.get_by_role("button", name="Follow Red").tap()
        await expect(zone(other, "b")).to_have_attribute("aria-label", "b: Vega")
        await slider.fill(str(second))
        await expect(zone(other, "c")).to_have_attribute("aria-label", "c: Vega")
        await past(page).get_by_role("button", name="Back to LIVE").tap()
        await expect(past(other)).to_be_hidden()


async def test_whoever_takes_the_slider_follows_no_more(serve: Serve) -> None:
    async with serve(drawn()) as evening:
        page, other = await evening.seated("red"), await evening.seated("blue")
        await expect(page.locator("wd-board")).to_be_visible()
        await expect(other.locator("wd-board")).to_be_visible()
        first, second, third = await walked(evening)
        slider = await opened(page)
        await past(page).get_by_role("button", name="Show everyone").tap()
        await other.get_by_role("button", name="Follow Red").tap()
        await past(other).get_by_role("slider").fill(str(first))
        await expect(other.get_by_role("button", name="Follow Red")).to_be_visible()
        await slider.fill(str(second))

        await expect(other.get_by_text(f"Red shows the game after entry {second}.")).to_be_visible()
        await expect(zone(other, "b")).to_have_attribute("aria-label", "b: Vega")
        assert third


async def test_moments_by_changes_are_those_of_the_server(serve: Serve) -> None:
    """Given a walk that is taken back, each view that the changes lead to is the one that `look` gives."""
    async with serve(drawn()) as evening:
        page = await evening.seated("red")
        await expect(page.locator("wd-board")).to_be_visible()
        await walked(evening)
        room = evening.table.room
        await accepted(room, "red", "undo", node=room.state.table.cursor)
        found = await run(
            page, "moments.js",
            "const session = document.querySelector('wd-app').session;"
            "const { canonical } = await import('/page/replica.js');"
            "const moments = new it.Moments(session), same = [];"
            "for (let seq = 1; seq <= given; seq += 1) {"
            " const [a, b] = [await moments.at(seq), await session.look(seq)];"
            " same.push(canonical(a.view) === canonical(b.view)); }"
            "return same",
            room.state.seq,
        )  # fmt: skip

        assert found == [True] * room.state.seq


@pytest.mark.parametrize(("kind", "scheme"), LOOKS)
async def test_the_past_has_no_grave_flaw_and_fits(kind: str, scheme: str, serve: Serve) -> None:
    async with serve(drawn()) as evening:
        page = await evening.seated("red", kind, color_scheme=scheme)
        await expect(page.locator("wd-board")).to_be_visible()
        await walked(evening)
        await opened(page)
        await expect(zone(page, "d")).to_have_attribute("aria-label", "d: Vega, Rook")

        assert await flaws(page) == []
        wide, space = await page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert wide <= space
