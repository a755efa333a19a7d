"""The roster, on the screen and on paper; how it ended, and what proves it."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from functools import partial

import pytest
from kit.axe import flaws
from kit.browser import LOOKS, Evening
from kit.house import accepted
from msgspec.structs import replace
from playwright.async_api import Page, expect
from wardiary_protocol.messages import Accepted
from wardiary_server.game.state import Game, Result
from wardiary_server.scenario import load

Serve = partial[AbstractAsyncContextManager[Evening]]


def derelict(**more: object) -> Game:
    """The bundled scenario."""
    return replace(load("derelict").game, dice={}, **more)


def over() -> Game:
    """The same, and it has ended."""
    game = derelict()
    result = Result(winner="red", reason="The recorder is off the ship.", scores={"red": 6, "blue": 2})
    return replace(game, clock=replace(game.clock, phase="over", round=8), result=result)


async def opened(page: Page) -> None:
    """The roster is in front."""
    await page.get_by_role("button", name="Roster", exact=True).click()


async def test_a_unit_stands_there_with_its_numbers_and_what_it_carries(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("red")
        await opened(page)

        card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Vega"))
        await expect(card.get_by_role("term").filter(has_text="strength")).to_be_visible()
        await expect(card.get_by_text("carbine", exact=False).first).to_be_visible()
        await page.get_by_label("Which side").select_option("Ledger")
        await expect(card).to_be_hidden()


async def test_what_is_left_in_a_weapon_is_told_with_its_name(serve: Serve) -> None:
    start = derelict()
    guns = {one: replace(unit, stats={**unit.stats, "ammo:sentry": 2}) for one, unit in start.units.items()}
    async with serve(replace(start, units={**start.units, "argus": guns["argus"]})) as evening:
        page = await evening.seated("red")
        await opened(page)

        card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Argus"))
        await expect(card.get_by_role("term").filter(has_text="ammo (Sentry gun)")).to_be_visible()


async def test_on_paper_there_is_the_roster_alone(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("red", "laptop")
        await opened(page)
        await page.get_by_label("Which side").select_option("Magpie")
        await page.emulate_media(media="print")

        await expect(page.get_by_role("heading", name="Vega")).to_be_visible()
        await expect(page.get_by_role("heading", name="Hale")).to_be_hidden()
        await expect(page.locator("wd-board")).to_be_hidden()
        await expect(page.locator("header.bar")).to_be_hidden()


async def test_the_end_says_who_won_why_and_what_to_take_home(serve: Serve) -> None:
    async with serve(over()) as evening:
        page = await evening.seated("red")
        await opened(page)

        await expect(page.get_by_role("heading", name="Magpie has won")).to_be_visible()
        await expect(page.get_by_text("The recorder is off the ship.").last).to_be_visible()
        await expect(page.get_by_role("button", name="The game, to replay in any browser")).to_be_visible()
        await expect(page.get_by_text("Vega: in reserve")).to_be_visible()
        await expect(page.get_by_text("The dice are bound to")).to_be_visible()


async def test_a_closed_log_is_checked_in_the_browser(serve: Serve) -> None:
    async with serve(over()) as evening:
        page = await evening.seated("red")
        await opened(page)
        await accepted(evening.table.room, "red", "say", text="That was that.")
        assert isinstance(await evening.table.lobby.close(evening.table.room.game), Accepted)
        await page.get_by_role("button", name="Check the log").tap()

        await expect(page.get_by_text(f"All {evening.table.room.state.seq} entries hold together")).to_be_visible()


async def test_whoever_comes_back_after_the_end_reads_who_won_and_is_led_to_the_rest(serve: Serve) -> None:
    """Given a game that was closed meanwhile, a device that comes back reads the result, and a tap leads on."""
    async with serve(over()) as evening:
        page = await evening.seated("red")
        await expect(page.get_by_role("button", name="Magpie: change seat")).to_be_visible()
        await page.goto("about:blank")
        assert isinstance(await evening.table.lobby.close(evening.table.room.game), Accepted)
        await page.goto(evening.origin)

        await expect(
            page.locator("wd-clock").get_by_text("Magpie has won: The recorder is off the ship.")
        ).to_be_visible()
        await page.get_by_role("button", name="How it ended, and what to take home").tap()
        await expect(page.get_by_role("heading", name="To take home")).to_be_visible()


@pytest.mark.parametrize(("kind", "scheme"), LOOKS)
async def test_the_roster_has_no_grave_flaw_and_fits(kind: str, scheme: str, serve: Serve) -> None:
    async with serve(over()) as evening:
        page = await evening.seated("red", kind, color_scheme=scheme)
        await opened(page)
        await expect(page.get_by_role("heading", name="Magpie has won")).to_be_visible()

        assert await flaws(page) == []
        wide, space = await page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert wide <= space
