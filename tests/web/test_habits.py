"""Sound habits: less motion where it is asked for, no layout that jumps, a focus that is seen, room for large text."""

from __future__ import annotations

import re
from contextlib import AbstractAsyncContextManager
from functools import partial

import pytest
from kit import game, unit
from kit.axe import flaws
from kit.browser import LOOKS, MOTION, Evening, reached
from kit.derelict import derelict, placed, real_dice
from kit.house import accepted, do
from msgspec.structs import replace
from playwright.async_api import Page, expect

Serve = partial[AbstractAsyncContextManager[Evening]]

LONG = "Wolfeschlegelsteinhausenbergerdorff the Younger of Lower Saxony"
SIDEWAYS = "[document.documentElement.scrollWidth, innerWidth]"
MOVES = """() => [...document.querySelectorAll("*")].filter((one) => {
  const style = getComputedStyle(one);
  const takes = [style.transitionDuration, style.animationDuration].map(parseFloat);
  return takes.some(Boolean) || style.scrollBehavior === "smooth";
}).map((one) => one.outerHTML.slice(0, 80))"""
"""Whatever would move by itself."""
SHIFTS = """() => { window.shifted = []; new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries())
    window.shifted.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.data)]);
}).observe({ type: "layout-shift", buffered: false }); }"""
RING = """() => {
  const one = document.activeElement, style = getComputedStyle(one), box = one.getBoundingClientRect();
  const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  return [one.matches("body") || (ring && box.width > 0 && box.height > 0), one.outerHTML.slice(0, 120)];
}"""
"""Whether what has the focus can be seen to have it."""


async def picked(page: Page, name: str = "Vega") -> None:
    """Somebody has a unit in hand, and what it may do is listed."""
    await page.get_by_role("group", name="Units").get_by_role("button", name=name).click()
    await expect(page.locator("wd-hand .offers button").first).to_be_visible()


async def fits(page: Page) -> None:
    """Nothing hangs over the side of the page, or of what is in hand."""
    wide, room = await page.evaluate(SIDEWAYS)
    assert wide <= room
    assert await page.locator("wd-hand").first.evaluate("(node) => node.scrollWidth <= node.clientWidth")


async def test_whoever_wants_less_motion_gets_none(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("red", reduced_motion="reduce")
        await placed(evening)
        await picked(page)
        wall = await evening.open(f"#tv&r={evening.code}", "tv", reduced_motion="reduce")
        await expect(wall.get_by_role("heading", name="Round 1")).to_be_visible()

        assert await page.evaluate(MOVES) == []
        assert await wall.evaluate(MOVES) == []


async def test_nothing_jumps_while_others_play(serve: Serve) -> None:
    """Given a phone whose owner looks at a unit, when others move, talk and are asked, all stays where it is."""
    async with serve(derelict()) as evening:
        room = evening.table.room
        await real_dice(evening, "blue")
        page, _other = await evening.seated("red", **MOTION), await evening.seated("blue")
        await placed(evening)
        await accepted(room, "red", "move", "rook", to="vents")
        await accepted(room, "red", "end", "rook")
        await page.get_by_role("button", name="Got it").tap()
        await page.get_by_role("group", name="Units").get_by_role("button", name="Vega").tap()
        await expect(page.get_by_role("heading", name="Vega")).to_be_visible()
        await page.evaluate("new Promise((done) => setTimeout(done, 600))")  # a tap may move things for half a second
        await page.evaluate(SHIFTS)

        await accepted(room, "blue", "move", "hale", to="pumps")
        await accepted(room, "blue", "move", "hale", to="tanks")
        await expect(page.locator("wd-clock").get_by_text("Waiting for Ledger")).to_be_visible()
        await accepted(room, "blue", "say", text="One moment, they are under the table.")
        await reached(page, room.state.seq)
        await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

        shifted = await page.evaluate("window.shifted")
        assert sum(value for value, _nodes in shifted) < 0.01, shifted


async def test_the_keyboard_goes_round_and_is_seen_everywhere(serve: Serve) -> None:
    """Whatever Tab comes to has a ring around it, and the way leads once round all of the page."""
    async with serve(derelict()) as evening:
        page = await evening.seated("red", "laptop")
        await placed(evening)
        await picked(page)
        await page.evaluate("document.activeElement.blur()")
        reached_: list[str] = []
        for _ in range(80):
            await page.keyboard.press("Tab")
            seen, node = await page.evaluate(RING)
            assert seen, node
            if node in reached_[:1]:
                break
            reached_.append(node)

        assert any('class="skip"' in node for node in reached_)
        assert any('class="map' in node for node in reached_)
        assert any("choice" in node for node in reached_)
        assert len(set(reached_)) == len(reached_)


@pytest.mark.parametrize(("kind", "scheme"), LOOKS)
async def test_long_names_and_many_units_have_no_grave_flaw_and_fit(kind: str, scheme: str, serve: Serve) -> None:
    """Given 20 units a side, most of them in one zone, some with names of 63 letters."""
    crews = [unit(f"{side}{n}", "a" if n < 14 else "b", side, speed=6) for side in ("red", "blue") for n in range(20)]
    start = game("a - b - c", [replace(one, name=LONG) if one.id.endswith("d0") else one for one in crews])
    zones = {name: replace(zone, place=(n, 0), name=LONG) for n, (name, zone) in enumerate(start.zones.items())}
    async with serve(replace(start, zones=zones, title=LONG)) as evening:
        page = await evening.seated("red", kind, color_scheme=scheme)
        await expect(page.locator(".map .unit")).to_have_count(40)
        await picked(page, LONG)

        assert await flaws(page) == []
        await fits(page)


async def test_the_board_of_a_phone_tells_what_the_newest_entry_came_to(serve: Serve) -> None:
    """Given a phone, whose story is another pane, when a unit moves into gas, then the board says what came of it.

    The dice may hurt it or spare it: both are the last of what happened then.
    """
    async with serve(derelict()) as evening:
        phone, laptop = await evening.seated("blue"), await evening.seated("referee", "laptop")
        newest = phone.locator(".newest")
        await placed(evening)
        await accepted(evening.table.room, "red", "move", "vega", to="medbay")
        await expect(newest).to_have_text(re.compile(r"(\(GAS \(irritating\) 3\)|withstands the gas)\. \(\+[2-9]\)$"))
        await expect(newest).to_be_visible()
        await accepted(evening.table.room, "red", "say", text="Ouch.")
        await expect(newest).to_have_text("Magpie (Red): Ouch.")
        await expect(laptop.locator(".newest")).to_have_text("Magpie (Red): Ouch.")
        await expect(laptop.locator(".newest")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_a_phone_on_its_side_shows_the_board_beside_what_is_in_hand(scheme: str, serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("red", color_scheme=scheme, viewport={"width": 740, "height": 360})
        await placed(evening)
        await picked(page)
        board, hand = [await page.locator(name).bounding_box() for name in ("wd-map", "wd-board > wd-hand")]

        assert board is not None
        assert hand is not None
        assert board["height"] > 280
        assert hand["x"] >= board["x"] + board["width"]
        assert await flaws(page) == []
        await fits(page)


async def test_text_of_twice_the_size_leaves_all_within_reach(serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("red")
        await placed(evening)
        await expect(page.locator("wd-board")).to_be_visible()
        await page.evaluate("document.documentElement.style.fontSize = '200%'")
        await page.get_by_role("button", name="Got it").tap()
        await picked(page)
        await page.locator("wd-hand .offers").get_by_role("button", name="Move Vega").tap()
        await page.locator("wd-form").get_by_role("button", name="Vent room", exact=True).tap()
        await page.get_by_role("button", name="Move Vega: Vent room").tap()

        await expect(page.locator("wd-form")).to_be_hidden()
        assert evening.table.room.state.game.units["vega"].zone == "vents"
        await fits(page)


async def rest(page: Page, evening: Evening) -> list[str]:
    """What is wrong with the screens that come and go: the list, the seats, the curtain, a lost connection or seat."""
    found = []
    await page.get_by_role("button", name="Show it as a list").click()
    await expect(page.locator("wd-zones").get_by_text("Port dock").first).to_be_visible()
    found += await flaws(page)
    await page.get_by_role("button", name="Show it as a map").click()
    await page.get_by_role("button", name="change seat").click()
    found += await flaws(page)
    await page.get_by_role("dialog").get_by_role("button", name="Close").click()
    await page.evaluate("document.querySelector('wd-app').cover()")
    await expect(page.get_by_role("heading", name="This is for Magpie.")).to_be_visible()
    found += await flaws(page)
    await page.get_by_role("button", name="I am Magpie").click()
    await page.evaluate("document.querySelector('wd-app').session.moved('reconnecting', '')")
    await expect(page.get_by_text("reconnecting")).to_be_visible()
    found += await flaws(page)
    await evening.table.seat("referee")
    await do(evening.table.room, "referee", {"do": "vacate", "seat": "red"})
    await expect(page.get_by_role("heading", name="This seat was taken back.")).to_be_visible()
    return found + await flaws(page)


@pytest.mark.parametrize(("kind", "scheme"), LOOKS)
async def test_no_screen_that_comes_and_goes_has_a_grave_flaw(kind: str, scheme: str, serve: Serve) -> None:
    async with serve(derelict()) as evening:
        page = await evening.seated("red", kind, color_scheme=scheme)
        guest = await evening.watching("laptop")
        await guest.get_by_role("button", name="Ask for Ledger").click()
        await expect(page.locator(".knock").get_by_role("button", name="Let in")).to_be_visible()
        found = await flaws(page)
        await page.locator(".knock").get_by_role("button", name="Turn away").click()

        assert found + await rest(page, evening) == []


async def test_sides_differ_by_their_shape_and_what_burns_by_its_sign(serve: Serve) -> None:
    """Nothing is told by colour alone: each side's token has a form of its own, and fire and gas have theirs."""
    async with serve(derelict()) as evening:
        page = await evening.seated("red", "laptop")
        await placed(evening)
        await expect(page.locator('.map [data-id="hale"]')).to_be_visible()
        forms = "(all) => all.map((one) => one.getAttribute('d'))"

        bodies = await page.locator(
            '.map :is([data-id="vega"], [data-id="hale"], [data-id="argus"]) .body'
        ).evaluate_all(forms)
        signs = await page.locator('.map :is([data-sign="fire"], [data-sign="gas"]) .drawn').evaluate_all(forms)
        assert len(set(bodies)) == 3
        assert len(set(signs)) == 2
