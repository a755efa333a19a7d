"""What a link says, and what somebody types who was given one."""

from __future__ import annotations

from kit.browser import run
from playwright.async_api import Page

FRAGMENTS = {
    "#i=abc_-9": {"invite": "abc_-9"},
    "#r=DZ799N": {"code": "DZ799N", "screen": False},
    "#tv&r=DZ799N": {"code": "DZ799N", "screen": True},
    "": {},
    "#": {},
    "#story": {},
}

TYPED = {
    "dz799n": {"code": "DZ799N"},
    "  DZ799N ": {"code": "DZ799N"},
    "http://192.168.1.5:8765/#r=DZ799N": {"code": "DZ799N", "screen": False},
    "wardiary join 'http://h:8765/#i=abc'": {"invite": "abc"},
    "https://games.example.org/#i=abc": {"invite": "abc"},
    "": None,
    "no": None,
    "not a code": None,
    "http://192.168.1.5:8765/": None,
    "http://192.168.1.5:8765/#x=1": None,
}


async def test_a_fragment_says_how_somebody_comes_in(bare: Page) -> None:
    assert await run(bare, "address.js", "return given.map(it.wayIn);", [*FRAGMENTS]) == [*FRAGMENTS.values()]


async def test_a_code_or_a_whole_link_can_be_typed(bare: Page) -> None:
    assert await run(bare, "address.js", "return given.map(it.typed);", [*TYPED]) == [*TYPED.values()]
