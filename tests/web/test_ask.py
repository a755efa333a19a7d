"""What waits for somebody: one form for all of it, over everything, and nothing that was filled in is lost."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from functools import partial

from kit import SEATS, game, unit
from kit.axe import flaws
from kit.browser import Evening, reached
from kit.house import accepted
from msgspec.structs import replace
from playwright.async_api import Locator, Page, expect
from wardiary_server.game.state import Clock, Game

Serve = partial[AbstractAsyncContextManager[Evening]]


def initiative() -> Game:
    """Set up and nearly ready: each side's initiative is rolled by hand, two dice of them by Red."""
    units = [unit("vega", "a"), unit("nova", "a"), unit("rook", "a", "blue")]
    options = {"frame.order": "initiative", "frame.dice": "typed"}
    return replace(game("a", units, clock=Clock(), options=options), seats=SEATS, dice={})


def passing() -> Game:
    """Whoever passes through the middle is asked whom they come near."""
    units = [unit("vega", "a", speed=5), unit("rook", "b", "blue"), unit("onyx", "b", "blue")]
    return game("a - b - c", units, options={"frame.ask": True, "frame.control_zone": 1})


def sheet(page: Page) -> Locator:
    """What waits."""
    return page.get_by_role("region", name="What waits for you")


def key(part: Locator, face: int) -> Locator:
    """One face of a part's pad."""
    return part.get_by_role("button", name=str(face), exact=True)


async def rolling(evening: Evening) -> Page:
    """Red, who is asked for two dice."""
    page = await evening.seated("red")
    for seat in ("red", "blue"):
        await evening.table.seat(seat)
        await accepted(evening.table.room, seat, "ready")
    await expect(sheet(page).locator(".question")).to_have_count(2)
    return page


async def test_all_that_waits_for_one_person_is_one_form(serve: Serve) -> None:
    async with serve(initiative()) as evening:
        page = await rolling(evening)
        first, second = await sheet(page).locator(".question").all()
        await expect(sheet(page).get_by_text("2 questions wait for you")).to_be_visible()
        await key(first, 5).tap()
        await expect(sheet(page).get_by_role("button", name="Answer 1 of 2")).to_be_enabled()
        await key(second, 2).tap()
        assert await flaws(page) == []
        await sheet(page).get_by_role("button", name="Answer", exact=True).tap()

        await expect(sheet(page)).to_be_hidden()
        (asked,) = evening.table.room.state.game.open.values()
        assert sorted(asked.answers.values()) == [(2,), (5,)]


async def test_what_is_filled_in_stays_while_the_table_goes_on(serve: Serve) -> None:
    """Given a die typed into one part, when others answer and talk, it is still there."""
    async with serve(initiative()) as evening:
        page = await rolling(evening)
        await key(sheet(page).locator(".question").nth(1), 4).tap()
        await accepted(evening.table.room, "blue", "say", text="hello")
        (asked,) = evening.table.room.state.game.open.values()
        part = next(n for n, one in enumerate(asked.parts) if one.seat == "blue")
        which = {"root": asked.root, "opened": asked.opened, "part": part}
        seq = await accepted(evening.table.room, "blue", "answer", **which, faces=[3])

        await reached(page, seq)
        await expect(page.locator("wd-clock").get_by_text("Waiting for Blue")).to_have_count(0)
        await expect(sheet(page).locator(".question").nth(1).locator(".faces li")).to_have_text(["4"])


async def test_an_answer_that_is_refused_says_why_at_its_part_and_loses_no_other(serve: Serve) -> None:
    """Given a form of which one answer is not legal: the other is taken all the same."""
    async with serve(initiative()) as evening:
        page = await rolling(evening)
        await key(sheet(page).locator(".question").nth(0), 6).tap()
        await page.evaluate(
            "() => { const { session } = document.querySelector('wd-app'); const send = session.command.bind(session);"
            " let n = 0; session.command = (body) => send(n++ ? body : { ...body, faces: [99] }); }"
        )
        await key(sheet(page).locator(".question").nth(1), 1).tap()
        await sheet(page).get_by_role("button", name="Answer", exact=True).tap()

        await expect(sheet(page).locator(".question")).to_have_count(1)
        await expect(sheet(page).get_by_role("alert")).to_contain_text("1 face of 1 to 10")
        await expect(sheet(page).locator(".faces li")).to_have_text(["6"])


async def test_an_answer_on_one_device_closes_the_form_on_the_other(serve: Serve) -> None:
    """Given one seat on a phone and on a tablet, what is answered on one is asked on neither; the rest stays."""
    async with serve(initiative()) as evening:
        tablet = await evening.seated("red", "tablet")
        await expect(tablet.get_by_role("button", name="Red: change seat")).to_be_visible()
        phone = await rolling(evening)
        await key(sheet(phone).locator(".question").nth(1), 3).tap()
        await key(sheet(tablet).locator(".question").first, 5).tap()
        await sheet(tablet).get_by_role("button", name="Answer 1 of 2").tap()

        for page in (tablet, phone):
            await expect(sheet(page).locator(".question")).to_have_count(1)
        await sheet(phone).get_by_role("button", name="Answer", exact=True).tap()
        for page in (tablet, phone):
            await expect(sheet(page)).to_be_hidden()


async def test_to_choose_nobody_has_to_be_said(serve: Serve) -> None:
    """Given a choice of none to two of which none is likely: nothing is sent before something is tapped."""
    async with serve(passing()) as evening:
        page = await evening.seated("red")
        await evening.table.seat("red")
        await accepted(evening.table.room, "red", "move", "vega", to="c")
        send = sheet(page).get_by_role("button", name="Answer", exact=True)
        await expect(sheet(page).get_by_text("Choose up to 2, or none.")).to_be_visible()
        await expect(send).to_be_disabled()

        await sheet(page).get_by_role("button", name="Rook").tap()
        await expect(send).to_be_enabled()
        await sheet(page).get_by_role("button", name="Rook").tap()
        await expect(send).to_be_disabled()
        await sheet(page).get_by_role("button", name="None of them").tap()
        await send.tap()

        await expect(sheet(page)).to_be_hidden()
        assert evening.table.room.state.game.units["vega"].zone == "c"


async def test_a_choice_is_answered_with_what_was_tapped(serve: Serve) -> None:
    async with serve(passing()) as evening:
        page = await evening.seated("red")
        await evening.table.seat("red")
        await accepted(evening.table.room, "red", "move", "vega", to="c")
        await sheet(page).get_by_role("button", name="Onyx").tap()
        await sheet(page).get_by_role("button", name="Answer", exact=True).tap()

        await expect(sheet(page)).to_be_hidden()
        assert evening.table.room.state.game.units["vega"].zone == "b"


async def test_a_new_question_is_said_aloud_and_opens_the_sheet_again(serve: Serve) -> None:
    async with serve(passing()) as evening:
        page = await evening.seated("red")
        await evening.table.seat("red")
        await accepted(evening.table.room, "red", "move", "vega", to="c")

        await expect(page.locator("wd-ask > [role=alert]")).to_have_text("You are asked: Vega: passes within 1 inch of")
        await page.keyboard.press("Escape")
        await expect(sheet(page).get_by_role("button", name="None of them")).to_be_hidden()
        await expect(sheet(page).get_by_role("button", name="Vega: passes within 1 inch of")).to_be_visible()


async def test_others_are_told_who_is_awaited_and_for_what(serve: Serve) -> None:
    async with serve(passing()) as evening:
        watcher = await evening.watching()
        await watcher.get_by_role("button", name="Only watch").tap()
        await evening.table.seat("red")
        await accepted(evening.table.room, "red", "move", "vega", to="c")

        await expect(
            watcher.locator("wd-clock").get_by_text("Waiting for Red: Vega: passes within 1 inch of")
        ).to_be_visible()
        await expect(watcher.get_by_role("button", name="Answer for them")).to_be_hidden()
        await expect(sheet(watcher)).to_be_hidden()
