"""A link as a QR code on the page: every module as the server worked it out, dark on light in either theme."""

from __future__ import annotations

from kit.browser import run
from playwright.async_api import Page
from wardiary_server.qr import rows

READ = """
  const drawing = it.qr(given, "the code");
  document.body.append(drawing);
  const path = drawing.querySelector("path");
  const dark = (x, y) => path.isPointInFill(new DOMPoint(x + 0.5, y + 0.5));
  const colour = (name) => getComputedStyle(drawing.querySelector(name)).fill;
  const found = given.map((row, y) => [...row].map((_, x) => (dark(x, y) ? "1" : "0")).join(""));
  return { found, colours: [colour(".dark"), colour(".light")] };
"""


async def test_each_module_of_the_code_is_where_it_belongs(page: Page) -> None:
    code = rows("http://192.168.178.23:8765/#r=DZ799N")

    read = await run(page, "qr.js", READ, list(code))

    assert tuple(read["found"]) == code


async def test_it_is_dark_on_light_in_the_dark_too(page: Page) -> None:
    await page.emulate_media(color_scheme="dark")

    read = await run(page, "qr.js", READ, ["0000", "0110", "0110", "0000"])

    assert read["colours"] == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
