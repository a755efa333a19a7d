"""Sixty units that move on a page: the games, the moves, and how many frames a second the browser shows meanwhile.

What a browser can show depends on the machine and on what else runs there. So each figure stands beside that of a page
of nothing but sixty tokens that move the same way (`TOKENS`), taken in the same browser a moment before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace
from playwright.async_api import Browser, CDPSession, Page, expect
from wardiary_protocol.messages import Accepted
from wardiary_server.game.state import Game

from . import game, unit
from .browser import Evening, reached
from .house import do
from .inches import stood, two_rooms

MANY = 60
TIMES = 420
"""Milliseconds that a unit takes from one place to another (`--walk` of style.css)."""

STAGES = {"ProxyMain::BeginMainFrame": "page", "Display::DrawAndSwap": "drawing"}
"""The work of a frame, as Chromium's traces call it: the page's own thread, and the one that puts it on the screen."""

_TOKEN = '<g class="unit"><circle r="10"/><path d="M-9-9H9V9H-9Z"/><text y="4">{}</text><path d="M-9 12h18"/></g>'


def _stand(room: int) -> str:
    """Style: a grid of ten by six in a half of the window."""
    return "".join(
        f"{'.there ' * room}.unit:nth-child({n + 1}) "
        f"{{ transform: translate({50 * room + 3 + n % 10 * 4.5}vw, {5 + n // 10 * 15}vh) }}\n"
        for n in range(MANY)
    )


TOKENS = f"""<!doctype html><style>
  body {{ margin: 0 }} svg {{ display: block; width: 100vw; height: 100vh; background: #f4f2ec }}
  .unit {{ fill: #14594d; transition: transform {TIMES}ms ease-in-out }} circle {{ fill: none }} text {{ fill: #fff }}
  {_stand(0)}{_stand(1)}
</style><svg>{"".join(_TOKEN.format(n) for n in range(MANY))}</svg>"""
"""A page of sixty drawn tokens and nothing else; with the class `there` they move from one half of it to the other."""

_WATCH = """() => {
  const seen = (window.seen = { frames: [], begins: Infinity, ends: 0 });
  document.addEventListener("transitionrun", () => { seen.begins = Math.min(seen.begins, performance.now()); });
  document.addEventListener("transitionend", () => { seen.ends = performance.now(); });
  const frame = () => {
    seen.frames.push(performance.now());
    if (window.seen === seen) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
_STILL = "() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})))"
_COUNT = """() => {
  const { frames, begins, ends } = window.seen;
  window.seen = null;
  const during = frames.filter((at) => at >= begins && at <= ends);
  return during.length > 1 ? [during.length - 1, (during.at(-1) - during[0]) / 1000] : [0, 1];
}"""


def sixty(inches: bool = False) -> Game:
    """Sixty units in the first of two rooms, and one in the other, whom the referee may put where they like."""
    names = [f"u{n:02}" for n in range(MANY)]
    if inches:
        crew = [stood(name, *map(float, _place(n, 0))) for n, name in enumerate(names)]
        return two_rooms(*crew, stood("rook", 23.5, 11.5, "blue"))
    start = game("a - b", [*(unit(name, "a", speed=5_000) for name in names), unit("rook", "b", "blue")])
    return replace(start, zones={id: replace(zone, place=(n, 0)) for n, (id, zone) in enumerate(start.zones.items())})


def _place(n: int, room: int) -> tuple[float, float]:
    """Inches right and down of the place of unit `n` in a room."""
    return 12 * room + 1 + n % 10 * 1.1, 1 + n // 10 * 1.5


async def move(evening: Evening, *, at_once: bool = True) -> None:
    """The referee puts all sixty into the other room: in one go, or one after another."""
    await evening.table.seat("referee")
    moves = [do(evening.table.room, "referee", order) for order in orders(evening.table.room.state.game)]
    answers = await asyncio.gather(*moves) if at_once else [await one for one in moves]
    assert all(isinstance(answer, Accepted) for answer in answers), answers


def orders(state: Game) -> Iterator[Mapping[str, Any]]:
    """The referee's sixty commands that put all into the room where they are not."""
    here, other = state.zones
    room = int(state.units["u00"].zone == here)
    for n in range(MANY):
        where = {"at": [round(1000 * inches) for inches in _place(n, room)]} if state.measure == "board" else {}
        yield {"do": "ref_move", "unit": f"u{n:02}", "zone": (here, other)[room], **where}


async def there(page: Page) -> None:
    """Returns once all units stand on the board."""
    await expect(page.locator(".map .unit")).to_have_count(MANY + 1)


async def frames(page: Page, moves: Callable[[], Awaitable[object]]) -> float:
    """Frames a second from the first thing that begins to move until the last has arrived."""
    await page.evaluate(_WATCH)
    await moves()
    await page.evaluate(_STILL)
    many, seconds = await page.evaluate(_COUNT)
    return float(many / seconds)


async def counts(cdp: CDPSession) -> Mapping[str, float]:
    """What a page has done so far, by the names of Chromium's `Performance.getMetrics`."""
    await cdp.send("Performance.enable")
    return {one["name"]: one["value"] for one in (await cdp.send("Performance.getMetrics"))["metrics"]}


async def cost(browser: Browser, moves: Callable[[], Awaitable[object]]) -> Mapping[str, float]:
    """Seconds of processor time that one frame takes meanwhile, in each of the threads that it goes through.

    It is the time of the threads, not of the clock: what else runs on the machine counts for little.
    """
    spent: dict[str, list[float]] = {name: [] for name in STAGES}
    over = asyncio.Event()
    cdp = await browser.new_browser_cdp_session()

    def heard(message: Mapping[str, Any]) -> None:
        for event in message["value"]:
            if event["name"] in STAGES and event["ph"] == "X":
                spent[event["name"]].append(event.get("tdur", 0) / 1e6)

    cdp.on("Tracing.dataCollected", heard)
    cdp.on("Tracing.tracingComplete", lambda _: over.set())
    await cdp.send("Tracing.start", {"categories": "cc,viz", "transferMode": "ReportEvents"})
    await moves()
    await cdp.send("Tracing.end")
    await over.wait()
    await cdp.detach()
    return {STAGES[name]: sum(found) / max(1, len(found)) for name, found in spent.items()}


async def seen_moving(evening: Evening, page: Page, *, at_once: bool = True) -> float:
    """Frames a second of a page while all sixty go to the other room."""

    async def moves() -> None:
        await move(evening, at_once=at_once)
        await reached(page, evening.table.room.state.seq)

    return await frames(page, moves)


async def tokens(page: Page) -> float:
    """Frames a second of the page of tokens, each time that they go there or back."""
    return await frames(page, lambda: page.evaluate("() => { document.body.classList.toggle('there'); }"))
