"""Where a camera looks that follows the game."""

from __future__ import annotations

from typing import Any

import pytest
from kit.browser import run
from playwright.async_api import Page

LOOK = """
  const geometry = await import("/page/geometry.js");
  const [before, after] = given;
  for (const kind of ["units", "zones", "links"]) {
    for (const id of Object.keys(after[kind])) {
      if (JSON.stringify(before[kind]?.[id]) === JSON.stringify(after[kind][id])) after[kind][id] = before[kind][id];
    }
  }
  const drawing = geometry.layout(after, 1);
  return { touched: it.happened(before, after), box: it.outlook(drawing, it.happened(before, after)), drawing };
"""


def view(**units: str) -> dict[str, Any]:
    """Five zones in a row and five below, with units by the zone that they are in."""
    zones = {f"z{x}{y}": {"id": f"z{x}{y}", "name": "", "place": [x, y]} for x in range(5) for y in range(5)}
    people = {name: {"id": name, "zone": zone} for name, zone in units.items()}
    link = {"id": "d", "a": "z00", "b": "z10", "door": "closed"}
    return {"game": {"now": {"measure": "table"}}, "zones": zones, "links": {"d": link}, "units": people}


async def test_nothing_new_shows_all_of_it(bare: Page) -> None:
    found = await run(bare, "camera.js", LOOK, [view(vega="z00"), view(vega="z00")])

    assert found["touched"] == {"units": [], "zones": []}
    assert found["box"] is None


@pytest.mark.parametrize("to", ["z10", "z42", "z44"])
async def test_it_looks_at_who_has_moved_and_stays_on_the_board(to: str, bare: Page) -> None:
    found = await run(bare, "camera.js", LOOK, [view(vega="z00", hale="z33"), view(vega=to, hale="z33")])

    left, top, width, height = found["box"]
    unit, board = found["drawing"]["units"]["vega"], found["drawing"]
    assert found["touched"] == {"units": ["vega"], "zones": []}
    assert left <= unit["x"] <= left + width
    assert top <= unit["y"] <= top + height
    assert left >= board["left"]
    assert top >= board["top"]
    assert left + width <= board["left"] + board["width"] + 0.01
    assert top + height <= board["top"] + board["height"] + 0.01
    assert width < board["width"]


async def test_a_door_is_seen_with_both_its_zones(bare: Page) -> None:
    after = view()
    after["links"]["d"] = {**after["links"]["d"], "door": "open"}

    found = await run(bare, "camera.js", LOOK, [view(), after])

    assert found["touched"]["zones"] == ["z00", "z10"]


async def test_what_happens_everywhere_is_seen_whole(bare: Page) -> None:
    found = await run(bare, "camera.js", LOOK, [view(vega="z10", hale="z30"), view(vega="z00", hale="z44")])

    assert found["box"] is None


async def test_one_who_was_never_on_the_board_is_not_looked_for(bare: Page) -> None:
    after = view(vega="")
    after["units"]["vega"]["status"] = "dead"

    found = await run(bare, "camera.js", LOOK, [view(vega=""), after])

    assert found["box"] is None
