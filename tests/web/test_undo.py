"""Going back: asked by name, agreed or refused by the others on whatever screen they are, and put right afterwards."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from functools import partial

import pytest
from kit import game, unit
from kit.axe import flaws
from kit.browser import Evening, reached
from kit.house import accepted
from msgspec.structs import replace
from playwright.async_api import Locator, Page, expect
from wardiary_server.game.state import Game

Serve = partial[AbstractAsyncContextManager[Evening]]


def duel(**dice: str) -> Game:
    """Two crews in a row of zones; gas in b wants dice of whoever comes in."""
    crews = [unit("vega", speed=5_000, stamina=3), unit("rook", "c", "blue", speed=5_000)]
    levels = {"b": {"gas_irritating": 3}}
    return replace(game("a - b - c =d1= d", crews, rulebooks=("zones", "environments"), levels=levels), dice=dice)


async def opened(page: Page) -> Locator:
    """The story's pane is in front."""
    await page.get_by_role("button", name="Story", exact=True).click()
    return page.get_by_role("log")


def told(page: Page, seq: int) -> Locator:
    """An entry of the story."""
    return page.get_by_role("log").locator(f'[data-seq="{seq}"]')


async def menu(page: Page, seq: int, what: str) -> None:
    """Opens what can be done about an entry, and picks one."""
    await told(page, seq).get_by_role("button", name=f"Entry {seq},").click()
    await page.get_by_role("dialog").get_by_role("button", name=what).click()


async def test_an_undo_names_every_sentence_that_goes_back(serve: Serve) -> None:
    async with serve(duel()) as evening:
        page = await evening.seated("red")
        await opened(page)
        await accepted(evening.table.room, "red", "move", "vega", to="b")
        await page.get_by_role("button", name="Take the newest command back").tap()

        dialog = page.get_by_role("dialog")
        await expect(dialog.get_by_text("Vega moves from a to b.")).to_be_visible()
        await dialog.get_by_role("button", name="Take it back").tap()

        await expect(dialog).to_be_hidden()
        assert evening.table.room.state.game.units["vega"].zone == "a"


async def test_a_proposal_is_seen_on_every_screen_and_agreed_to(serve: Serve) -> None:
    """Given blue on the board's pane, when red asks for an undo, blue reads what goes back, and one tap lets it."""
    async with serve(duel()) as evening:
        page, other = await evening.seated("red"), await evening.seated("blue")
        await opened(page)
        await expect(other.locator("wd-board")).to_be_visible()
        await accepted(evening.table.room, "red", "move", "vega", to="b")
        await page.get_by_role("button", name="Take the newest command back").tap()
        await page.get_by_role("button", name="Take it back").tap()

        await expect(page.get_by_text("You propose: take back Vega's move")).to_be_visible()
        alert = other.locator(".proposal")
        await expect(
            alert.get_by_text("red proposes: take back Vega's move").or_(
                alert.get_by_text("Red proposes: take back Vega's move")
            )
        ).to_be_visible()
        await alert.get_by_role("button", name="Agree").tap()

        await expect(alert.first).to_be_hidden()
        await expect(page.locator(".proposal").first).to_be_hidden()
        assert evening.table.room.state.game.units["vega"].zone == "a"


@pytest.mark.parametrize(("who", "word"), [("blue", "Refuse"), ("red", "Withdraw")])
async def test_a_proposal_is_refused_by_others_and_withdrawn_by_its_own(who: str, word: str, serve: Serve) -> None:
    async with serve(duel()) as evening:
        room = evening.table.room
        await evening.table.seat("red")
        await evening.table.seat("blue")
        page = await evening.seated(who)
        await accepted(room, "red", "move", "vega", to="b")
        await accepted(room, "red", "undo", node=room.state.table.cursor)
        await page.locator(".proposal").get_by_role("button", name=word).tap()

        await expect(page.locator(".proposal").first).to_be_hidden()
        assert room.state.table.proposal is None
        assert room.state.game.units["vega"].zone == "b"


async def test_what_was_taken_back_comes_again(serve: Serve) -> None:
    async with serve(duel()) as evening:
        room = evening.table.room
        page = await evening.seated("red")
        await opened(page)
        seq = await accepted(room, "red", "move", "vega", to="b")
        await accepted(room, "red", "undo", node=room.state.table.cursor)
        await expect(told(page, seq)).to_have_attribute("data-undone", "")
        await page.get_by_role("button", name="Bring back what was taken back").tap()
        dialog = page.get_by_role("dialog")
        await expect(dialog.get_by_text("This comes again:")).to_be_visible()
        await expect(dialog.get_by_text("Vega moves from a to b.")).to_be_visible()
        await dialog.get_by_role("button", name="Bring it back").tap()

        await expect(told(page, seq)).not_to_have_attribute("data-undone", "")
        assert room.state.game.units["vega"].zone == "b"


async def test_a_proposal_lists_every_sentence_that_goes_also_those_that_were_not_loaded(serve: Serve) -> None:
    """Given a page that has lost the story so far, it reads the move and what the gas did before anybody agrees."""
    async with serve(duel()) as evening:
        room = evening.table.room
        await evening.table.seat("red")
        page = await evening.seated("blue")
        await reached(page, await accepted(room, "red", "move", "vega", to="b"))
        await page.evaluate(
            "() => { const { session } = document.querySelector('wd-app');"
            " session.storyFrom = session.replica.seq + 1; session.story = []; }"
        )
        await accepted(room, "red", "undo", node=room.state.table.cursor)

        strip = page.locator(".proposal").first
        await expect(strip.get_by_text("Vega moves from a to b.")).to_be_visible()
        await expect(strip.get_by_text("GAS")).not_to_have_count(0)
        await expect(strip.get_by_text("This comes again:")).to_have_count(0)


async def test_the_hand_leads_to_what_goes_back_and_leaves_votes_to_the_strip(serve: Serve) -> None:
    """Given a command that can be taken back, the panel's undo opens the same dialog; a vote stands in one place."""
    async with serve(duel()) as evening:
        room = evening.table.room
        await evening.table.seat("blue")
        page = await evening.seated("red")
        await accepted(room, "red", "move", "vega", to="b")
        await page.locator("wd-hand").get_by_role("button", name="Undo the newest command").tap()
        dialog = page.get_by_role("dialog")
        await expect(dialog.get_by_text("Vega moves from a to b.")).to_be_visible()
        await dialog.get_by_role("button", name="Take it back").tap()

        await expect(page.get_by_role("button", name="Withdraw")).to_have_count(1)
        await expect(page.locator("wd-hand").get_by_role("button", name="Undo")).to_have_count(0)


async def test_the_game_goes_back_to_an_entry_and_an_answer_is_given_again(serve: Serve) -> None:
    async with serve(duel(red="typed")) as evening:
        room = evening.table.room
        page = await evening.seated("red")
        await opened(page)
        move = await accepted(room, "red", "move", "vega", to="b")
        answer = await accepted(room, "red", "answer", root=move, opened=move, part=0, roll=True)
        await menu(page, answer, "Give this answer again")
        await expect(page.get_by_role("dialog").get_by_text("Give the answer of entry")).to_be_visible()
        await page.get_by_role("button", name="Answer again").tap()
        await expect(page.get_by_role("region", name="What waits for you")).to_be_visible()
        await page.locator(".asked").tap()

        await menu(page, move - 1, "Go back to after this entry")
        await page.get_by_role("dialog").get_by_role("button", name="Go back").tap()
        await expect(told(page, move)).to_have_attribute("data-undone", "")
        assert room.state.game.units["vega"].zone == "a"


def watched() -> Game:
    """Whoever passes the middle is asked whom they come near; behind it is gas, and Red rolls by hand."""
    units = [unit("vega", speed=5_000, stamina=3), unit("rook", "b", "blue")]
    options = {"frame.ask": True, "frame.control_zone": 1}
    levels = {"c": {"gas_irritating": 3}}
    start = game("a - b - c", units, rulebooks=("zones", "environments"), levels=levels, options=options)
    return replace(start, dice={"red": "typed"})


async def stopped(evening: Evening) -> tuple[Page, int]:
    """Red's story, with a choice that is answered: Vega came near Rook, and stopped in b."""
    room = evening.table.room
    page = await evening.seated("red")
    await opened(page)
    move = await accepted(room, "red", "move", "vega", to="c")
    answer = await accepted(room, "red", "answer", root=move, opened=move, part=0, chosen=["rook"])
    assert room.state.game.units["vega"].zone == "b"
    return page, answer


async def test_a_choice_is_made_again(serve: Serve) -> None:
    """Given a choice that was answered, giving it again says what goes back, asks it anew, and takes another answer."""
    async with serve(watched()) as evening:
        room = evening.table.room
        page, answer = await stopped(evening)
        await menu(page, answer, "Give this answer again")
        dialog = page.get_by_role("dialog")
        await expect(dialog.get_by_text("This goes back:")).to_be_visible()
        await dialog.get_by_role("button", name="Answer again").tap()
        sheet = page.get_by_role("region", name="What waits for you")
        await expect(sheet.get_by_role("button", name="Rook")).to_be_visible()
        await sheet.get_by_role("button", name="None of them").tap()
        await sheet.get_by_role("button", name="Answer", exact=True).tap()

        await expect(sheet.get_by_role("button", name="Roll for me")).to_be_visible()
        await expect(told(page, answer)).to_have_attribute("data-undone", "")
        assert room.state.game.units["vega"].zone == "c"


async def test_a_correction_asks_for_the_dice_that_it_newly_needs(serve: Serve) -> None:
    """Given a choice put right that leads into gas, the dice are typed before it counts; all of it can be undone."""
    async with serve(watched()) as evening:
        room = evening.table.room
        page, answer = await stopped(evening)
        await menu(page, answer, "Put it right")
        dialog = page.get_by_role("dialog")
        await dialog.get_by_role("button", name="None of them").tap()
        await dialog.get_by_role("button", name="See what follows").tap()
        await page.get_by_role("button", name="See what it changes").tap()
        await expect(dialog.get_by_role("button", name="Roll for me")).to_be_visible()
        for _die in range(3):
            await dialog.get_by_role("button", name="6", exact=True).tap()
        await dialog.get_by_role("button", name="Answer", exact=True).tap()
        await dialog.get_by_role("button", name="Let it count").tap()
        await expect(dialog).to_be_hidden()
        await expect(told(page, answer)).to_have_attribute("data-undone", "")
        assert room.state.game.units["vega"].zone == "c"

        await page.get_by_role("button", name="Take the newest command back").tap()
        await expect(dialog.get_by_role("heading", name="Take back the correction of entry")).to_be_visible()
        await expect(dialog.get_by_text("This comes again:")).to_be_visible()
        await dialog.get_by_role("button", name="Take it back").tap()
        await expect(told(page, answer)).not_to_have_attribute("data-undone", "")
        assert room.state.game.units["vega"].zone == "b"


async def test_a_refusal_says_why_and_leaves_the_question_open(serve: Serve) -> None:
    """Given a proposal that somebody else made, when another is asked for, the dialog says what comes first."""
    async with serve(duel()) as evening:
        room = evening.table.room
        await evening.table.seat("blue")
        page = await evening.seated("red")
        await opened(page)
        await accepted(room, "red", "move", "vega", to="b")
        await accepted(room, "blue", "undo", node=room.state.table.cursor)
        await page.get_by_role("button", name="Go back to where the round began").tap()
        await page.get_by_role("button", name="Go back", exact=True).tap()

        await expect(page.get_by_role("dialog").get_by_role("alert")).not_to_be_empty()


async def test_a_mistyped_die_is_put_right_and_shows_what_differs(serve: Serve) -> None:
    """Given dice that were typed wrongly and play that went on, the true ones show what follows, and then count."""
    async with serve(duel(red="typed")) as evening:
        room = evening.table.room
        page = await evening.seated("red")
        await opened(page)
        move = await accepted(room, "red", "move", "vega", to="b")
        part = room.state.game.open[str(move)].parts[0]
        first = await accepted(room, "red", "answer", root=move, opened=move, part=0, faces=[1] * part.dice)
        await menu(page, first, "Put it right")
        dialog = page.get_by_role("dialog")
        for _die in range(part.dice):
            await dialog.get_by_role("button", name="6", exact=True).tap()
        await dialog.get_by_role("button", name="See what follows").tap()

        await page.get_by_role("button", name="See what it changes").tap()
        await expect(dialog.locator(".outcomes del").first).to_be_visible()
        await dialog.get_by_role("button", name="Let it count").tap()

        await expect(dialog).to_be_hidden()
        await expect(told(page, first)).to_have_attribute("data-undone", "")
        await expect(page.get_by_text(f"in place of entry {first}")).to_be_visible()


async def test_a_command_that_should_not_have_been_is_left_out(serve: Serve) -> None:
    """What it makes illegal is decided: left out as well."""
    plain = game("a - b - c =d1= d", [])
    shut = {**plain.links, "d1": replace(plain.links["d1"], door="closed")}
    async with serve(replace(duel(), zones=plain.zones, links=shut)) as evening:
        room = evening.table.room
        page = await evening.seated("red")
        await opened(page)
        await accepted(room, "red", "move", "vega", to="c")
        first = await accepted(room, "red", "open", "vega", door="d1")
        second = await accepted(room, "red", "move", "vega", to="d")
        await menu(page, first, "Put it right")
        await page.get_by_role("dialog").get_by_role("button", name="It should not have been").tap()
        await page.get_by_role("button", name="See what it changes").tap()
        dialog = page.get_by_role("dialog")
        await dialog.get_by_role("button", name="Leave it out").tap()
        await dialog.get_by_role("button", name="Let it count").tap()

        await expect(told(page, second)).to_have_attribute("data-undone", "")
        assert room.state.game.units["vega"].zone == "c"


async def dialogs(page: Page, evening: Evening) -> None:
    """One dialog after another, with a proposal above."""
    room = evening.table.room
    await opened(page)
    seq = await accepted(room, "red", "move", "vega", to="b")
    await accepted(room, "red", "undo", node=room.state.table.cursor)
    await expect(page.locator(".proposal").first).to_be_visible()
    assert await flaws(page) == []
    await told(page, seq).get_by_role("button", name=f"Entry {seq},").click()
    assert await flaws(page) == []
    await page.get_by_role("dialog").get_by_role("button", name="Put it right").click()
    assert await flaws(page) == []
    await page.get_by_role("dialog").get_by_role("button", name="It should not have been").click()
    await page.get_by_role("button", name="See what it changes").click()
    assert await flaws(page) == []


@pytest.mark.parametrize(
    ("kind", "scheme"), [("phone", "light"), ("phone", "dark"), ("laptop", "light"), ("laptop", "dark")]
)
async def test_no_dialog_has_a_grave_flaw(kind: str, scheme: str, serve: Serve) -> None:
    async with serve(duel()) as evening:
        await evening.table.seat("red")
        await dialogs(await evening.seated("blue", kind, color_scheme=scheme), evening)
