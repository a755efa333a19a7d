"""The story: sentences with their dice, what led to what, talk among them; it follows only whoever is at its end."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any

import pytest
from kit import game, unit
from kit.axe import flaws
from kit.browser import LOOKS, Evening, run
from kit.house import accepted
from msgspec.structs import replace
from playwright.async_api import Locator, Page, expect
from wardiary_server.game.state import Game, Zone

Serve = partial[AbstractAsyncContextManager[Evening]]


def burning(**more: Any) -> Game:
    """Two units; whoever goes from a to b walks into gas, and the server rolls."""
    crews = [unit("vega", speed=5_000, stamina=3), unit("rook", "c", "blue", speed=5_000)]
    start = game("a - b - c", crews, rulebooks=("zones", "environments"), **more)
    zones = {**start.zones, "b": Zone("b", "Boiler", levels={"gas_irritating": 3})}
    return replace(start, zones=zones, dice={})


def log(page: Page) -> Locator:
    """What is told."""
    return page.get_by_role("log")


async def opened(page: Page) -> None:
    """The story's pane is in front."""
    await page.get_by_role("button", name="Story", exact=True).click()


async def test_the_tree_says_what_counts(bare: Page) -> None:
    """Given 1-2-3, and 5 that went on from 2 after a rewind: 3 was taken back, and talk never is.

    An undo takes 5 back; going on to after 3 does too, and brings 3 again. Where the story begins late, more is wanted.
    """
    story = [
        {"seq": 1, "kind": "game"}, {"seq": 2, "kind": "game", "parent": 1, "root": 2},
        {"seq": 3, "kind": "game", "parent": 2, "root": 3}, {"seq": 4, "kind": "rewind", "parent": 2},
        {"seq": 5, "kind": "game", "parent": 2, "root": 5}, {"seq": 6, "kind": "table", "parent": 5},
    ]  # fmt: skip
    found = await run(
        bare, "past.js",
        "const c = it.counting(given, 5);"
        "return [[...c].sort(), given.filter((e) => it.undone(e, c)).map((e) => e.seq),"
        " it.newest(given, 5), it.stood(given, 4), it.stood(given, 6),"
        " Object.values(it.between(given, 5, 3)).map((f) => f === true ? f : f.map((e) => e.seq)),"
        " it.between(given.slice(2), 5, 3).whole,"
        " it.depths([{}, {because: 0}, {because: 1}, {because: -1}])]",
        story,
    )  # fmt: skip

    undo = {"seq": 5, "to": 2, "correction": False}
    assert found == [[1, 2, 5], [3], undo, 2, 5, [[5], [3], True], False, [0, 1, 2, 0]]


async def test_a_correction_goes_back_whole_to_where_it_came_from(bare: Page) -> None:
    """Given 1-2-3 of which 4 puts 2 right, with 5 and 6 in place of 2 and 3: an undo takes both back, and goes to 3."""
    story = [
        {"seq": 1, "kind": "game"}, {"seq": 2, "kind": "game", "parent": 1, "root": 2},
        {"seq": 3, "kind": "game", "parent": 2, "root": 3}, {"seq": 4, "kind": "rewind", "parent": 1},
        {"seq": 5, "kind": "game", "parent": 1, "root": 5, "replays": 2},
        {"seq": 6, "kind": "game", "parent": 5, "root": 6, "replays": 3},
    ]  # fmt: skip

    found = await run(bare, "past.js", "return it.newest(given, 6)", story)

    assert found == {"seq": 4, "to": 3, "correction": True}


async def test_an_entry_tells_dice_the_reason_and_what_it_led_to(serve: Serve) -> None:
    async with serve(burning()) as evening:
        page = await evening.seated("red")
        await opened(page)
        seq = await accepted(evening.table.room, "red", "move", "vega", to="b")

        entry = log(page).locator(f'[data-seq="{seq}"]')
        rolled = entry.locator('li[data-tag="rolled"]').first
        await expect(rolled).to_contain_text("Vega (GAS (irritating) 3)")
        await expect(rolled.get_by_role("img", name="Dice: ")).to_be_visible()
        assert await rolled.locator(".die").count() > 0
        assert int(await rolled.get_attribute("data-depth") or 0) > 0


async def test_what_is_taken_back_stays_and_is_struck_out(serve: Serve) -> None:
    async with serve(burning()) as evening:
        page = await evening.seated("red")
        await opened(page)
        room = evening.table.room
        seq = await accepted(room, "red", "move", "vega", to="b")
        entry = log(page).locator(f'[data-seq="{seq}"]')
        await expect(entry).not_to_have_attribute("data-undone", "")

        await accepted(room, "red", "undo", node=room.state.table.cursor)

        await expect(entry).to_have_attribute("data-undone", "")
        await expect(entry.get_by_text("taken back")).to_be_visible()


async def test_a_name_that_is_tapped_shows_that_unit_alone(serve: Serve) -> None:
    async with serve(burning()) as evening:
        page = await evening.seated("red")
        room = evening.table.room
        await evening.table.seat("blue")
        await opened(page)
        mine = await accepted(room, "red", "move", "vega", to="b")
        other = await accepted(room, "blue", "move", "rook", to="b")
        await log(page).locator(f'[data-seq="{mine}"]').get_by_role("button", name="Vega", exact=True).first.tap()

        await expect(log(page).locator(f'[data-seq="{mine}"]')).to_be_visible()
        await expect(log(page).locator(f'[data-seq="{other}"]')).to_be_hidden()
        await page.get_by_label("Whose story").select_option("Everybody")
        await expect(log(page).locator(f'[data-seq="{other}"]')).to_be_visible()


async def test_talk_and_notes_reach_those_they_are_for(serve: Serve) -> None:
    """Given a note to one's own side, the other side reads the talk and not the note."""
    async with serve(burning()) as evening:
        page, other = await evening.seated("red"), await evening.seated("blue")
        await opened(page)
        await opened(other)
        await page.get_by_label("Say something").fill("Ready?")
        await page.get_by_role("button", name="Send").tap()
        await expect(page.get_by_label("Say something")).to_have_value("")
        await page.get_by_label("For whom").select_option("Note: own side, referee")
        await page.get_by_label("Say something").fill("We take the bridge")
        await page.keyboard.press("Enter")

        await expect(log(page).get_by_text("We take the bridge")).to_be_visible()
        await expect(log(other).get_by_text("Ready?")).to_be_visible()
        await accepted(evening.table.room, "red", "say", text="done")
        await expect(log(other).get_by_text("done")).to_be_visible()
        await expect(log(other).get_by_text("We take the bridge")).to_have_count(0)


async def test_what_is_sent_twice_in_a_hurry_is_said_once(serve: Serve) -> None:
    """Given a server that takes a moment, a second press of Send says nothing twice, and what is typed next stays."""
    async with serve(burning()) as evening:
        page = await evening.seated("red")
        await opened(page)
        await page.get_by_label("Say something").fill("Ready?")
        await page.locator("form.say").evaluate(
            "(form) => { form.requestSubmit(); form.requestSubmit(); form.querySelector('input').value = 'And'; }"
        )
        await expect(log(page).get_by_text("Red: Ready?")).to_have_count(1)
        await accepted(evening.table.room, "red", "say", text="done")

        await expect(log(page).get_by_text("done")).to_be_visible()
        await expect(log(page).get_by_text("Red: Ready?")).to_have_count(1)
        await expect(page.get_by_label("Say something")).to_have_value("And")


async def test_a_note_to_a_named_side_is_told_to_it_to_its_writers_side_and_to_the_referee(serve: Serve) -> None:
    """Given notes of the referee and of a player to named sides, nobody else is told, and the story names the sides."""
    start = burning()
    sides = {**start.sides, "red": replace(start.sides["red"], name="Magpie")}
    async with serve(replace(start, sides=sides)) as evening:
        referee, red = await evening.seated("referee", "laptop"), await evening.seated("red")
        blue, watcher = await evening.seated("blue"), await evening.watching("laptop")
        for page in (referee, red, blue, watcher):
            await opened(page)
        for page, way, said in ((referee, "Note for Magpie", "Ada is late"), (blue, "Note for Magpie", "A truce?")):
            await page.get_by_label("For whom").select_option(way)
            await page.get_by_label("Say something").fill(said)
            await page.get_by_role("button", name="Send").click()

        for page in (referee, red):
            await expect(log(page).get_by_text("Note by Referee for Magpie: Ada is late")).to_be_visible()
            await expect(log(page).get_by_text("Note by Blue for Magpie: A truce?")).to_be_visible()
        await expect(log(blue).get_by_text("A truce?")).to_be_visible()
        await accepted(evening.table.room, "red", "say", text="done")
        for page in (blue, watcher):
            await expect(log(page).get_by_text("done")).to_be_visible()
            await expect(log(page).get_by_text("Ada is late")).to_have_count(0)
        await expect(log(watcher).get_by_text("A truce?")).to_have_count(0)


async def test_what_people_write_runs_nothing(serve: Serve) -> None:
    """Names and talk with markup in them are text (`melee#243`, `foundryvtt#13341`)."""
    evil = "<img src=x onerror=\"document.title='gone'\"><script>document.title='gone'</script>"
    start = game("a - b", [replace(unit("vega", speed=5_000), name=evil[:60]), unit("rook", "b", "blue")])
    async with serve(replace(start, dice={}, title=evil)) as evening:
        page = await evening.seated("red")
        await opened(page)
        await accepted(evening.table.room, "red", "move", "vega", to="b")
        await accepted(evening.table.room, "red", "say", text=evil)

        await expect(log(page).get_by_text(f"Red: {evil}")).to_be_visible()
        await expect(log(page).get_by_role("button", name=evil[:60]).first).to_be_visible()
        assert await page.locator("wd-app img, wd-app script").count() == 0
        assert "gone" not in (await page.title()).replace(evil, "")


async def test_older_entries_come_when_scrolled_to_and_nothing_jumps(serve: Serve) -> None:
    """Given 260 entries, when the reader scrolls up, the rest comes, and what is read stays in its place."""
    async with serve(burning()) as evening:
        room = evening.table.room
        await evening.table.seat("red")
        for n in range(260):
            await accepted(room, "red", "say", text=f"line {n}")
        page = await evening.watching()
        await page.get_by_role("button", name="Only watch").tap()
        await opened(page)
        await expect(log(page).get_by_text("line 259")).to_be_in_viewport()
        oldest = "document.querySelector('wd-app').session.storyFrom"
        assert await page.evaluate(oldest) > 50

        await log(page).evaluate("(node) => { node.scrollTop = 0; }")
        await expect(log(page).get_by_text("line 0", exact=False).first).to_be_attached()
        await page.wait_for_function(f"{oldest} === 1")
        assert await log(page).evaluate("(node) => node.scrollTop") > 0


async def test_what_is_new_pulls_nobody_away(serve: Serve) -> None:
    """Given a reader who has scrolled up, when others speak, a button counts it, and takes them there."""
    async with serve(burning()) as evening:
        page = await evening.seated("red")
        await opened(page)
        room = evening.table.room
        for n in range(40):
            await accepted(room, "red", "say", text=f"line {n}.")
        await expect(log(page).get_by_text("line 39.")).to_be_in_viewport()
        await log(page).evaluate("(node) => { node.scrollTop = 100; }")
        await page.wait_for_function("document.querySelector('.log').scrollTop === 100")
        await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        await accepted(room, "red", "say", text="one more.")
        await accepted(room, "red", "say", text="and one.")

        button = page.get_by_role("button", name="2 new")
        await expect(button).to_be_visible()
        assert await log(page).evaluate("(node) => node.scrollTop") == 100
        await button.tap()
        await expect(log(page).get_by_text("and one.")).to_be_in_viewport()
        await expect(button).to_be_hidden()


@pytest.mark.parametrize(("kind", "scheme"), LOOKS)
async def test_the_story_has_no_grave_flaw_and_scrolls_no_page_sideways(kind: str, scheme: str, serve: Serve) -> None:
    async with serve(burning()) as evening:
        page = await evening.seated("red", kind, color_scheme=scheme)
        await opened(page)
        room = evening.table.room
        await accepted(room, "red", "move", "vega", to="b")
        await accepted(room, "red", "undo", node=room.state.table.cursor)
        await accepted(room, "red", "say", text="Well.")
        await expect(log(page).get_by_text("Well.")).to_be_visible()

        assert await flaws(page) == []
        wide, space = await page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert wide <= space
