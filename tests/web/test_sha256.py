"""SHA-256 in plain JavaScript, against Python's."""

from __future__ import annotations

import random
from hashlib import sha256

from kit.browser import run
from playwright.async_api import Page

LENGTHS = (0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1_000, 70_000)
"""Around every edge of its blocks of 64 bytes, and something long."""


async def test_it_says_what_python_says(bare: Page) -> None:
    chance = random.Random(7)
    texts = [chance.randbytes(length) for length in LENGTHS] + [bytes([value]) * 64 for value in (0, 0x7F, 0x80, 0xFF)]

    digests = await run(
        bare,
        "sha256.js",
        "return given.map((bytes) => Array.from(it.sha256(Uint8Array.from(bytes))));",
        [list(text) for text in texts],
    )

    assert [bytes(digest) for digest in digests] == [sha256(text).digest() for text in texts]
