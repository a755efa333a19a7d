"""The figures that were promised: frames a second, the first paint, the bytes, and the steps to a first command."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from functools import partial

import pytest
from kit.browser import Evening, reached
from kit.frames import TOKENS, cost, counts, move, seen_moving, sixty, there, tokens
from playwright.async_api import Browser, Page

Serve = partial[AbstractAsyncContextManager[Evening]]

FRAMES = 50
"""Frames a second, at least, while sixty units move."""

FULL = 60
"""Frames a second that a screen shows at most."""

WINDOWS = 12
"""How often a rate is looked at before it counts as missed: what else runs here takes many a frame from both."""

WATCHED = """() => {
  window.animated = new Set();
  document.querySelector(".map").addEventListener("transitionrun", ({ propertyName }) => animated.add(propertyName));
}"""
ARRIVED = "Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))"

kinds = pytest.mark.parametrize(("kind", "inches"), [("phone", False), ("laptop", True), ("tv", False)])


async def shown(evening: Evening, kind: str) -> Page:
    """A player's screen with all units on it, or the one on the wall, whose camera stays."""
    page = await (evening.open(f"#tv&r={evening.code}", "tv") if kind == "tv" else evening.seated("red", kind))
    await there(page)
    if kind == "tv":
        await page.keyboard.press("c")
    return page


@kinds
async def test_sixty_units_move_at_fifty_frames_a_second(kind: str, inches: bool, serve: Serve) -> None:
    """Given sixty units, when all move at once, the page shows five of six frames that bare tokens are shown in."""
    async with serve(sixty(inches)) as evening:
        page = await shown(evening, kind)
        bare = (await evening.device(kind)).page
        await bare.set_content(TOKENS)
        seen = []
        for window in range(WINDOWS):
            await bare.bring_to_front()
            beside = await tokens(bare)
            await page.bring_to_front()
            seen.append((await seen_moving(evening, page, (window + 1) % 2), beside))
            if seen[-1][0] >= FRAMES / FULL * beside:
                break

        assert any(rate >= FRAMES / FULL * beside for rate, beside in seen), seen


@kinds
async def test_each_frame_leaves_time_for_fifty_a_second(
    kind: str, inches: bool, serve: Serve, browser: Browser
) -> None:
    """In processor time of each thread, whatever else runs here: moved at once, and one after another."""
    async with serve(sixty(inches)) as evening:
        page = await shown(evening, kind)

        for room, at_once in ((1, True), (0, False)):
            found = await cost(browser, partial(seen_moving, evening, page, room, at_once=at_once))
            assert 0 < max(found.values()) < 1 / FRAMES, found


@kinds
async def test_a_move_is_the_browsers_own_and_nothing_is_laid_out_for_its_frames(
    kind: str, inches: bool, serve: Serve
) -> None:
    """Given sixty units on the way, then only `transform` changes, and what is laid out are the news, no frames."""
    async with serve(sixty(inches)) as evening:
        page = await shown(evening, kind)
        cdp = await page.context.new_cdp_session(page)
        await page.evaluate(WATCHED)
        before = await counts(cdp)

        await move(evening, 1)
        await reached(page, evening.table.room.state.seq)
        await page.evaluate(ARRIVED)

        after = await counts(cdp)
        assert await page.evaluate("[...animated]") == ["transform"]
        assert after["LayoutCount"] - before["LayoutCount"] < 20
        assert after["RecalcStyleCount"] - before["RecalcStyleCount"] < 20
