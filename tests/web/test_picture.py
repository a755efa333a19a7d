"""The picture of an imported map: beneath the walls of a board in inches, as large as the board."""

from __future__ import annotations

import zlib
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from struct import pack

from kit.axe import flaws
from kit.browser import Evening
from kit.inches import stood, two_rooms
from msgspec.structs import replace
from playwright.async_api import expect
from wardiary_server.data import keep_picture
from wardiary_server.game.state import Game
from wardiary_server.scenario.pictures import Picture

Serve = partial[AbstractAsyncContextManager[Evening]]


def png(wide: int = 2, high: int = 2) -> bytes:
    """A grey picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"\x80" * wide for _ in range(high))
    head = pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


PICTURE = Picture(png(), ".png")


def inn() -> Game:
    """Two rooms on a picture."""
    return replace(two_rooms(stood("vega", 3, 3), stood("rook", 20, 6, "blue")), picture=PICTURE.name)


async def test_it_lies_beneath_everything_and_a_tap_goes_through_it(serve: Serve, tmp_path: Path) -> None:
    """Given a picture, it is fetched once, is as large as the board, and a unit on it is picked as ever."""
    async with serve(inn()) as evening:
        keep_picture(tmp_path, PICTURE)
        page = await evening.seated("red")
        await expect(page.locator(".map[data-pictured]")).to_be_visible()
        image, floor = page.locator("image.beneath"), page.locator('.map [data-kind="zones"]').first
        assert await image.evaluate("(node) => node === node.parentNode.firstChild")
        wide, high = evening.table.room.state.game.size
        box, room = await image.bounding_box(), await floor.bounding_box()
        assert box is not None
        assert room is not None
        assert abs(box["width"] / box["height"] - wide / high) < 0.02
        assert box["width"] >= room["width"]

        await page.locator('.map [data-kind="units"][data-id="vega"]').tap()
        await expect(page.get_by_role("button", name="Move Vega")).to_be_visible()
        assert await flaws(page) == []


async def test_where_it_is_not_found_the_board_is_drawn_as_ever(serve: Serve) -> None:
    """Given a game that was moved here without its picture, its rooms have their floors."""
    async with serve(inn()) as evening:
        page = await evening.seated("red")
        await expect(page.locator('.map [data-kind="zones"]').first).to_be_visible()
        await expect(page.locator(".map[data-pictured]")).to_have_count(0)
        evening.devices[0].errors.clear()  # the browser tells of the file that it did not get
