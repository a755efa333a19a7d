"""Takes the pictures of README.md, in docs/pictures/, from what the program shows.

    python -m tools.pictures            what `make pictures` does
    python -m tools.pictures --check    writes nothing; exits 1 where a picture shows something else than the program

How it works. The demo's evening is played again, with its fixed dice, at a table to which real browsers and the full
screen of the terminal come; at some moments a picture is taken. Pixels differ from machine to machine, by their fonts
alone, so what is compared is what stands on the screen: its text as a screen reader finds it, and its colours. That
is written down beside the pictures, in shown.json, with the hash of each of them.
"""

from __future__ import annotations

import asyncio
import difflib
import hashlib
import html
import io
import json
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.async_api import Browser, Page, async_playwright
from textual.pilot import Pilot
from wardiary_cli.address import Address
from wardiary_cli.client import Client
from wardiary_cli.full.app import Full
from wardiary_cli.seats import Seats
from wardiary_protocol.wire import Format
from wardiary_server.data import opened
from wardiary_server.demo.evening import Evening
from wardiary_server.demo.player import Player
from wardiary_server.demo.script import SEATS, steps
from wardiary_server.net import Settings, serve

from tools import browser

FOLDER = Path(__file__).resolve().parent.parent / "docs/pictures"
RECORD = "shown.json"
ADDRESS = "http://192.168.1.23:8765"  # where the server is said to be
Scheme = Literal["light", "dark"]
SIZES: Mapping[str, Mapping[str, Any]] = {
    "phone": {
        "viewport": {"width": 360, "height": 740}, "device_scale_factor": 1.5, "has_touch": True, "is_mobile": True,
    },
    "laptop": {"viewport": {"width": 1280, "height": 800}},
    "tv": {"viewport": {"width": 1280, "height": 720}},
}  # fmt: skip
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
TERMINAL = (124, 40)
"""Columns and rows."""

OUT_OF_DATE = "docs/pictures/ is out of date: `make pictures` takes them anew. What differs:"
Shown = dict[str, list[str]]
"""What a picture shows: its `text` line by line, and the colours of its `light` and `dark` form."""


class Table(Evening):
    """The demo's evening, played so far as somebody says, with this very process as its server."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, lambda _line: None)
        self.port = 0
        self.tokens: Mapping[str, str] = {}
        self._steps = [step for step in steps() if step is not None]

    @asynccontextmanager
    async def served(self) -> AsyncIterator[Table]:
        """The game is made, the server serves it, and both players and a spectator have come."""
        self.tokens = await self.set_up()
        quick = Settings(port=0, rate=0.0, questions=0.0)
        async with opened(self.data) as lobby, await serve(lobby, quick) as server:
            lobby.address = ADDRESS
            self.port = server.port
            self.players = {seat: Player(name, Format.MSGPACK, token=self.tokens[seat]) for seat, name in SEATS.items()}
            self.players["watch"] = Player("Cleo", Format.JSON, code=self.tokens[""])
            for player in self.players.values():
                await player.connect(self.port)
            yield self
            for player in self.players.values():
                await player.close()

    async def before(self, **body: str) -> None:
        """Plays until this is the next command, and everybody who was asked has answered."""
        await self.answer_all()
        while self._steps[0].body != body:
            await self.go()
            await self.answer_all()

    async def go(self) -> None:
        """The next command alone; what it asks is left open."""
        await self.step(self._steps.pop(0))

    @property
    def seq(self) -> int:
        """The newest entry."""
        return self.players["watch"].replica.seq


# ------------------------------------------------------------------------------------------------ what is taken


class Camera:
    """Takes pictures, each in the light and in the dark, and keeps them as bytes and as what they show."""

    def __init__(self, chromium: Browser, table: Table, stack: AsyncExitStack) -> None:
        self.files: dict[str, bytes] = {}
        self.shown: dict[str, Shown] = {}
        self._chromium, self._table, self._stack = chromium, table, stack

    async def pages(self, size: str, seat: str = "") -> dict[str, Page]:
        """The page of a seat, or the screen on the wall, in each scheme."""
        return {scheme: await self._page(size, scheme, seat) for scheme in SCHEMES}

    async def _page(self, size: str, scheme: Scheme, seat: str) -> Page:
        context = await self._chromium.new_context(
            **SIZES[size], color_scheme=scheme, reduced_motion="reduce", locale="en-GB"
        )
        self._stack.push_async_callback(context.close)
        await context.add_init_script(HELD % json.dumps(self._table.tokens[seat]) if seat else HELD % '""')
        page = await context.new_page()
        way = "" if seat else f"#tv&r={self._table.tokens['']}"
        await page.goto(f"http://127.0.0.1:{self._table.port}/{way}")
        return page

    async def take(self, name: str, pages: Mapping[str, Page]) -> None:
        """One picture of each page, once it shows the newest entry."""
        for scheme, page in pages.items():
            await page.evaluate(FOLLOWED, self._table.seq)
            await page.evaluate("document.querySelectorAll('.awake').forEach((one) => one.classList.remove('awake'))")
            text = await settled(page)
            self.files[f"{name}-{scheme}.png"] = small(await page.screenshot(caret="hide"))
            self._seen(name, scheme, text.splitlines(), await page.evaluate(COLOURS))

    async def terminal(self, seat: str, folder: Path) -> None:
        """The full screen of a seat, in both themes."""
        for theme in SCHEMES:
            address = Address(f"ws://127.0.0.1:{self._table.port}/ws")
            client = Client(address, token=self._table.tokens[seat])
            app = Full(client, Seats(folder), theme=theme)
            async with app.run_test(size=TERMINAL) as pilot:
                svg = await still(app, pilot, self._table.seq)
            await client.aclose()
            self.files[f"terminal-{theme}.svg"] = svg.encode()
            self._seen("terminal", theme, lines_of(svg), colours_of(svg))

    def _seen(self, name: str, scheme: str, text: list[str], colours: list[str]) -> None:
        """Notes what a picture shows; in the light and in the dark that is the same text."""
        shown = self.shown.setdefault(name, {"text": text})
        shown[scheme] = colours
        if shown["text"] != text:
            raise RuntimeError(f"{name} does not show the same in the light and in the dark.")


def small(png: bytes) -> bytes:
    """The same picture with 256 colours: a screen of flat areas and text has no more that matter."""
    kept = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").quantize(dither=Image.Dither.NONE).save(kept, "PNG", optimize=True)
    return kept.getvalue()


async def play(chromium: Browser, folder: Path) -> Camera:
    """The evening, and the pictures of it."""
    async with Table(folder).served() as table, AsyncExitStack() as stack:
        camera = Camera(chromium, table, stack)
        await table.before(do="dice", way="typed")  # a browser that came before would have a part in the dice
        phones = await camera.pages("phone", "red")
        await table.before(do="move", unit="moss", to="medbay")
        await table.go()
        for phone in phones.values():
            for face in (5, 2, 6):
                await phone.get_by_role("group").get_by_role("button", name=str(face), exact=True).click()
        await camera.take("dice", phones)
        await table.before(do="attack", unit="vega", weapon="carbine", target="hale")
        for phone in phones.values():
            await phone.locator("wd-hand .chips").get_by_role("button", name="Vega").click()
            await phone.locator('.map [data-id="hale"][data-lit] .body').dispatch_event("click")
        await camera.take("phone", phones)
        await table.go()
        await camera.take("tv", await camera.pages("tv"))
        await camera.take("laptop", await camera.pages("laptop", "blue"))
        await camera.terminal("red", folder)
    return camera


# ------------------------------------------------------------------------------------------------ what it shows

HELD = """
const token = %s;
if (token) sessionStorage.setItem("wardiary.tab", JSON.stringify({ open: [{ token }], screens: [false], at: 0 }));
localStorage.setItem("wardiary.hints", JSON.stringify(["place", "ready", "turn"]));
"""
"""A browser that holds a seat, and whose first minute is over."""

FOLLOWED = """(seq) => new Promise((done) => {
  const app = document.querySelector("wd-app");
  const look = () => (app.session?.replica.seq >= seq ? done() : setTimeout(look, 20));
  look();
})"""
"""Once the page has followed to an entry."""

COLOURS = """() => {
  const seen = new Set();
  for (const one of document.body.querySelectorAll("*")) {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const style = getComputedStyle(one);
    for (const name of ["color", "background-color", "fill", "stroke"]) seen.add(style.getPropertyValue(name));
  }
  return [...seen].sort();
}"""
"""Every colour of whatever can be seen."""


async def settled(page: Page) -> str:
    """What stands on a page, as a screen reader finds it, once it changes no more; without the time of day."""
    shown = ""
    while (now := await page.locator("body").aria_snapshot()) != shown:
        shown = now
        await page.wait_for_timeout(250)
    return re.sub(r"\d\d:\d\d(:\d\d)?", "hh:mm", shown)


async def still(app: Full, pilot: Pilot[Any], seq: int) -> str:
    """What the full screen shows once it has followed to an entry and changes no more."""
    shown = ""
    while True:
        await pilot.pause(0.25)
        now = without_fonts(app.export_screenshot(title="wardiary"))
        if now == shown and app.following.diary.last >= seq:
            return now
        shown = now


def without_fonts(svg: str) -> str:
    """The same drawing in whatever fixed font the reader has: nothing of it comes from elsewhere."""
    plain = re.sub(r"@font-face \{.*?\}\n", "", svg, flags=re.S).replace("Fira Code, monospace", "monospace")
    return "".join(f"{line.rstrip()}\n" for line in plain.splitlines())


def lines_of(svg: str) -> list[str]:
    """The text of a drawing, by the rows in which it stands."""
    rows: dict[float, str] = {}
    for row, text in re.findall(r'<text [^>]*?\by="([\d.]+)"[^>]*>(.*?)</text>', svg):
        rows[float(row)] = rows.get(float(row), "") + html.unescape(text).replace("\u00a0", " ")
    return [text.rstrip() for _row, text in sorted(rows.items())]


def colours_of(svg: str) -> list[str]:
    """Every colour of a drawing."""
    return sorted(set(re.findall(r"#[0-9a-f]{6}\b", svg)))


# ------------------------------------------------------------------------------------------------ written and compared


def recorded(camera: Camera) -> str:
    """What shown.json says."""
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(camera.files.items())}
    return json.dumps({"sha256": sums, **camera.shown}, indent=1, ensure_ascii=False) + "\n"


def write(camera: Camera) -> None:
    """Puts all of it in the place of what was there."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    for name, data in camera.files.items():
        (FOLDER / name).write_bytes(data)
    (FOLDER / RECORD).write_text(recorded(camera), encoding="utf-8")


def differing(shown: Mapping[str, Shown]) -> Iterator[str]:
    """What the program shows now (+) and the pictures do not, and the other way round (-), line by line."""
    kept = json.loads((FOLDER / RECORD).read_text(encoding="utf-8"))
    for name in sorted({*kept, *shown} - {"sha256"}):
        was, now = kept.get(name, {}), shown.get(name, {})
        for part in sorted({*was, *now}):
            lines = difflib.unified_diff(
                was.get(part, []), now.get(part, []), name, f"{name} now ({part})", n=1, lineterm=""
            )
            yield from lines


async def main(arguments: Sequence[str]) -> int:
    """Writes or checks the pictures; returns the exit code."""
    if list(arguments) not in ([], ["--check"]):
        print("usage: pictures.py [--check]", file=sys.stderr)
        return 2
    program = browser.find()
    if program is None:
        print(f"wardiary: {browser.ADVICE}", file=sys.stderr)
        return 1
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu", "--disable-lcd-text"]
        )
        with tempfile.TemporaryDirectory(prefix="wardiary-pictures-") as folder:
            camera = await play(chromium, Path(folder))
        await chromium.close()
    if not arguments:
        write(camera)
        return 0
    different = list(differing(camera.shown))
    if different:
        print(OUT_OF_DATE, *different[:60], sep="\n", file=sys.stderr)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
