"""The README's pictures show what the program shows."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Browser

from tools import pictures


async def test_the_pictures_are_not_out_of_date(browser: Browser, tmp_path: Path) -> None:
    """Given the demo's evening, played again, what stands on each screen is what its picture shows."""
    camera = await pictures.play(browser, tmp_path)

    different = "\n".join(pictures.differing(camera.shown))
    assert not different, f"{pictures.OUT_OF_DATE}\n{different}"
    assert all(data.startswith((b"\x89PNG", b"<svg")) for data in camera.files.values())
