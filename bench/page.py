"""The page in a real Chromium: frames while sixty units move, the first paint, bytes, a tap, the first command.

    python bench/page.py [--n 40]

`value` is frames a second while sixty units move at once by zones: the worst of phone, laptop and the screen on the
wall. `limit` is what the same browser shows there a moment before, when nothing but sixty drawn tokens moves. `screens`
has each, also in inches, one unit after another (20 a second), and an empty page; `cost_ms` is the processor time of a
frame in the page's own thread and in the one that draws, without any graphics hardware. `paint_ms` is the first paint
of a phone that never was here, four times slower than this machine. `bytes` are those of the referee's laptop with
every pane looked at. `tap_ms` is from the finger on the button to the frame that shows what came of it, n times on a
phone at rest. `first` is how long a browser takes from the link that `make play` prints to the first command that is
accepted, and how many keys or taps, without anybody thinking.

Nothing is pinned. `load` is the machine's when this began.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from lib import machine

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]  # the browser and the games are those of the page's tests

from kit.browser import DEVICES, MOTION, Evening, chromium, evening, reached, tool  # noqa: E402
from kit.derelict import derelict, placed  # noqa: E402
from kit.frames import TOKENS, cost, frames, orders, seen_moving, sixty, there, tokens  # noqa: E402
from kit.house import do  # noqa: E402
from kit.newcomer import by_keys, by_touch, make_play  # noqa: E402
from kit.sent import painted, sent  # noqa: E402
from playwright.async_api import Browser, Page, expect  # noqa: E402
from wardiary_server.net import Settings  # noqa: E402

SLOWED = 4
SCREENS, MEASURES = ("phone", "laptop", "tv"), ("zones", "inches")
BLANK = "<!doctype html>"
SHOWN = """() => new Promise((done) => {
  let pressed = 0;
  addEventListener("pointerdown", ({ timeStamp }) => { pressed = timeStamp; }, { capture: true, once: true });
  const unit = document.querySelector('.map [data-kind="units"][data-id="u00"]');
  const watch = new MutationObserver(() => {
    watch.disconnect();
    requestAnimationFrame(() => requestAnimationFrame((now) => done(now - pressed)));
  });
  watch.observe(unit, { attributes: true, attributeFilter: ["style"] });
})"""
"""From the press of a finger until the frame after the one in which the unit had begun to move."""


def main() -> None:
    """Runs it all; without a browser it says so."""
    given = machine.arguments(__doc__, 40, "taps", repeats=5)
    if tool().find() is None:
        print(f"Skipped: {tool().ADVICE}", file=sys.stderr)
        return
    load = os.getloadavg()[0]
    with machine.scratch() as folder:
        found = asyncio.run(measured(folder, given.repeats, 2 if given.quick else given.n, given.quick))
    screens = found["screens"]
    worst = min(screens, key=lambda kind: screens[kind]["zones"])
    machine.emit(
        "page", given.n, screens[worst]["zones"], "frames/s", limit=screens[worst]["tokens"], worst=worst,
        limit_is="sixty drawn tokens alone", ratio=screens[worst]["zones"] / screens[worst]["tokens"], load=load,
        **found,
    )  # fmt: skip


async def measured(folder: Path, repeats: int, taps: int, quick: bool) -> dict[str, Any]:
    """All figures, by name."""
    async with chromium() as browser:
        serve = partial(served, browser, folder)
        screens, measures = (SCREENS[:1], MEASURES[:1]) if quick else (SCREENS, MEASURES)
        each = {kind: await screen(serve, browser, kind, measures, repeats) for kind in screens}
        everything = [rate for one in each.values() for rate in one.pop("rates")]
        return {
            "spread": (max(everything) - min(everything)) / statistics.median(everything),
            "screens": each,
            "paint_ms": await paint(serve, repeats),
            "bytes": await size(serve),
            "tap_ms": await tapped(serve, taps),
            "first": await first(browser, folder),
        }


def served(browser: Browser, folder: Path, name: str, start: Any) -> Any:
    """A server of its own with a game."""
    (folder / name).mkdir()
    return evening(browser, folder / name, start)


# ---------------------------------------------------------------------------------------------- frames


async def screen(serve: Any, browser: Browser, kind: str, measures: Sequence[str], repeats: int) -> dict[str, Any]:
    """Frames a second on one kind of screen, and what one costs."""
    found: dict[str, Any] = {}
    for measure in measures:
        async with serve(f"{kind}-{measure}", sixty(measure == "inches")) as at:
            page = await (
                at.open(f"#tv&r={at.code}", "tv", **MOTION) if kind == "tv" else at.seated("red", kind, **MOTION)
            )
            await there(page)
            if kind == "tv":
                await page.keyboard.press("c")
            bare = (await at.device(kind)).page
            rates = [await windows(at, page, bare) for _ in range(repeats)]
            found[measure] = statistics.median(rate["here"] for rate in rates)
            if measure == "zones":
                found |= {name: statistics.median(rate[name] for rate in rates) for name in ("tokens", "empty")}
                found["rates"] = [rate["here"] for rate in rates]
                found["in_turn"] = await frames(page, partial(in_turn, at, page))
                spent = await cost(browser, partial(seen_moving, at, page))
                found["cost_ms"] = {name: 1000 * seconds for name, seconds in spent.items()}
    return found


async def in_turn(at: Evening, page: Page) -> None:
    """One unit after another, as many a second as a seat may command."""
    for order in list(orders(at.table.room.state.game)):
        await do(at.table.room, "referee", order)
        await asyncio.sleep(1 / Settings().rate)
    await reached(page, at.table.room.state.seq)


async def windows(at: Evening, page: Page, bare: Page) -> Mapping[str, float]:
    """The three rates, one straight after another."""
    await bare.bring_to_front()
    await bare.set_content(TOKENS)
    beside = await tokens(bare)
    await bare.set_content(BLANK)
    empty = await frames(bare, partial(bare.evaluate, EMPTY))
    await page.bring_to_front()
    return {"here": await seen_moving(at, page), "tokens": beside, "empty": empty}


EMPTY = """() => new Promise((done) => {
  document.dispatchEvent(new Event("transitionrun"));
  setTimeout(() => done(document.dispatchEvent(new Event("transitionend"))), 420);
})"""
"""Nothing moves, for as long as a move takes."""


# ---------------------------------------------------------------------------------------------- the rest


async def paint(serve: Any, repeats: int) -> dict[str, float]:
    """Milliseconds until the first screen, on a phone as slow as that and as fast as this machine."""
    async with serve("paint", derelict()) as at:
        took = {
            rate: [await painted(await at.device("phone"), at.origin, rate) for _ in range(repeats)]
            for rate in (SLOWED, 1)
        }
    return {"slowed": statistics.median(took[SLOWED]), "best": min(took[SLOWED]), "here": statistics.median(took[1])}


async def size(serve: Any) -> dict[str, int]:
    """Bytes of the screen that shows most."""
    async with serve("size", derelict()) as at:
        await placed(at)
        device = await at.device("laptop")
        count = await sent(device)
        await device.page.goto(f"{at.origin}/#i={at.table.lobby.vault.issue_invite(at.table.room.game, 'referee')}")
        await device.page.locator(".map .unit").first.wait_for()
        for tab in await device.page.locator(".tabs button:visible").all():
            await tab.click()
        await reached(device.page, at.table.room.state.seq)
    return {"files": count.packed, "unpacked": count.plain, "socket": count.told, "requests": len(count.paths)}


async def tapped(serve: Any, taps: int) -> dict[str, float]:
    """Milliseconds from a finger on *Move* until the board shows it."""
    took = []
    async with serve("tap", sixty()) as at:
        page = await at.seated("red", "phone", **MOTION)
        await there(page)
        await page.locator("wd-hand .chips button").first.tap()
        for n in range(taps):
            zone = "ba"[n % 2]
            await page.locator(f'.map [data-kind="zones"][data-id="{zone}"][data-lit]').tap(position={"x": 6, "y": 6})
            shown = asyncio.ensure_future(page.evaluate(SHOWN))
            await page.locator("wd-form button.big").tap()
            took.append(await shown)
            await expect(page.locator("wd-form")).to_be_hidden()
    return {"p50": machine.percentile(took, 0.5), "p99": machine.percentile(took, 0.99)}


async def first(browser: Browser, folder: Path) -> dict[str, Any]:
    """Keys, taps and seconds to the first command, after `make play`."""
    found: dict[str, Any] = {}
    for name, way, kind in (("keys", by_keys, "laptop"), ("taps", by_touch, "phone")):
        async with make_play(folder / name) as link:
            context = await browser.new_context(**DEVICES[kind])
            page, start = await context.new_page(), time.perf_counter()
            found[name] = await way(page, link)
            found[f"{name}_s"] = time.perf_counter() - start
            await context.close()
    return found


if __name__ == "__main__":
    machine.run(main)
