"""Where a view's things stand in a drawing."""

from __future__ import annotations

import random
from itertools import combinations
from math import hypot
from typing import Any

import pytest
from kit.browser import run
from playwright.async_api import Page

LAYOUT = "return given.map(([view, aspect]) => it.layout(view, aspect));"


def grid(*places: tuple[int, int], links: tuple[tuple[str, str], ...] = (), crowd: int = 0) -> dict[str, Any]:
    """A view of zones `z0`, `z1`, … at these places, with that many units in the first."""
    return {
        "game": {"now": {"measure": "table"}},
        "zones": {f"z{n}": {"id": f"z{n}", "name": f"z{n}", "place": list(at)} for n, at in enumerate(places)},
        "links": {f"{a}-{b}": {"id": f"{a}-{b}", "a": a, "b": b, "door": "none"} for a, b in links},
        "units": {f"u{n}": {"id": f"u{n}", "zone": "z0"} for n in range(crowd)},
    }


def inside(zone: dict[str, Any], unit: dict[str, Any]) -> bool:
    """Whether a unit's token lies wholly in its zone."""
    left, top, r = zone["x"], zone["y"], unit["radius"]
    return left + r <= unit["x"] <= left + zone["width"] - r and top + r <= unit["y"] <= top + zone["height"] - r


async def test_zones_stand_as_their_place_says_and_never_touch(bare: Page) -> None:
    """For all grids and all shapes of the room for them: 40 from a seed."""
    chance = random.Random(5)
    cells = [(x, y) for x in range(-2, 6) for y in range(5)]
    views = [grid(*chance.sample(cells, chance.randrange(1, 12))) for _ in range(40)]

    drawn = await run(bare, "geometry.js", LAYOUT, [[view, chance.uniform(0.3, 3)] for view in views])

    for view, lay in zip(views, drawn, strict=True):
        boxes = {name: lay["zones"][name] for name in view["zones"]}
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= lay["width"] for box in boxes.values())
        assert all(box["y"] >= 0 and box["y"] + box["height"] <= lay["height"] for box in boxes.values())
        for one, other in combinations(boxes, 2):
            a, b = view["zones"][one]["place"], view["zones"][other]["place"]
            assert (boxes[one]["x"] < boxes[other]["x"]) == (a[0] < b[0])
            apart_x = abs(boxes[one]["x"] - boxes[other]["x"]) > boxes[one]["width"]
            apart_y = abs(boxes[one]["y"] - boxes[other]["y"]) > boxes[one]["height"]
            assert apart_x or apart_y or a == b


@pytest.mark.parametrize("crowd", [1, 2, 3, 4, 7, 12, 25, 60])
async def test_any_crowd_fits_into_a_zone_and_nobody_lies_on_another(crowd: int, bare: Page) -> None:
    (lay,) = await run(bare, "geometry.js", LAYOUT, [[grid((0, 0), (1, 0), crowd=crowd), 1.3]])

    units = lay["units"].values()
    assert len(units) == crowd
    assert all(unit["radius"] >= 2 and inside(lay["zones"]["z0"], unit) for unit in units)
    for one, other in combinations(units, 2):
        assert hypot(one["x"] - other["x"], one["y"] - other["y"]) >= 2 * one["radius"]


async def test_a_link_leads_from_border_to_border(bare: Page) -> None:
    links = (("z0", "z1"), ("z0", "z2"))
    (lay,) = await run(bare, "geometry.js", LAYOUT, [[grid((0, 0), (1, 0), (2, 3), links=links), 1]])

    beside, far = lay["links"]["z0-z1"], lay["links"]["z0-z2"]
    zone, other = lay["zones"]["z0"], lay["zones"]["z1"]
    assert beside["a"] == [zone["x"] + zone["width"], zone["middle"][1]]
    assert beside["b"] == [other["x"], other["middle"][1]]
    assert abs(beside["across"][1]) == 1
    assert hypot(*far["across"]) == pytest.approx(1)


INCHES = {
    "game": {"now": {"measure": "board", "size": [24_000, 12_000]}},
    "zones": {"a": {"id": "a", "shape": [[0, 0], [12_000, 0], [12_000, 12_000], [0, 12_000]]}},
    "links": {"d": {"id": "d", "a": "a", "b": "b", "line": [[12_000, 5_000], [12_000, 7_000]]}},
    "walls": {"w": {"id": "w", "line": [[12_000, 0], [12_000, 5_000]]}},
    "areas": {"g": {"id": "g", "kind": "gas", "centre": [3_000, 3_000], "radius": 1_500}},
    "units": {"v": {"id": "v", "zone": "a", "at": [6_000, 3_000], "base": 500}, "r": {"id": "r", "base": 500}},
}


async def test_a_board_in_inches_is_drawn_to_scale(bare: Page) -> None:
    (lay,) = await run(bare, "geometry.js", LAYOUT, [[INCHES, 1]])

    inch = lay["zones"]["a"]["points"][1][0] / 12
    assert lay["units"] == {"v": {"x": 6 * inch, "y": 3 * inch, "radius": inch / 2, "named": True}}
    assert lay["links"]["d"]["middle"] == [12 * inch, 6 * inch]
    assert lay["walls"]["w"]["points"] == [[12 * inch, 0], [12 * inch, 5 * inch]]
    assert lay["areas"]["g"] == {"centre": [3 * inch, 3 * inch], "radius": 1.5 * inch}


async def test_a_place_comes_back_in_whole_thousandths(bare: Page) -> None:
    places = [[0, 0], [1, 23_999], [6_125, 3_333]]

    assert (
        await run(bare, "geometry.js", "return given.map((at) => it.inThousandths(it.onBoard(at)));", places) == places
    )


async def test_only_what_has_places_is_drawn(bare: Page) -> None:
    """Zones that all lie at the same place have no map: they are listed."""
    views = [grid((0, 0), (1, 0)), grid((0, 0), (0, 0)), grid((0, 0), (1, 0), (1, 0)), grid((0, 0)), INCHES, {}]

    assert await run(bare, "geometry.js", "return given.map(it.drawable);", views) == [
        True,
        False,
        False,
        True,
        True,
        False,
    ]


async def test_a_drawing_leaves_room_for_the_buttons_where_a_zone_would_lie_under_them(bare: Page) -> None:
    """Given a room of 400 by 300 px with a corner of 50, a zone that reaches into it does, and one above does not."""
    lay = {"left": 0, "top": 0, "width": 400, "height": 300, "zones": {}}
    low, high = ({"x": 300, "y": y, "width": 100, "height": 50} for y in (250, 100))
    rooms = [[{**lay, "zones": {"a": zone}}, [400, 300], [50, 50]] for zone in (low, high)]

    assert await run(bare, "geometry.js", "return given.map((one) => it.reaches(...one));", rooms) == [True, False]
    wide, tall = [{**lay, "width": 300}, [400, 300], [50, 50]], [lay, [400, 300], [50, 50]]
    spared = await run(bare, "geometry.js", "return given.map((one) => it.roomier(...one));", [wide, tall])
    assert spared == [[50, 0], [0, 50]]


async def test_people_read_tenths_and_what_is_left_is_rounded_down(bare: Page) -> None:
    lengths = [0, 4_137, 4_150, 4_190, 11_990]
    read = "return given.map((n) => [String(it.inches(n)), String(it.inchesLeft(n))]);"

    assert await run(bare, "geometry.js", read, lengths) == [
        ["0", "0"], ["4.1", "4.1"], ["4.2", "4.1"], ["4.2", "4.1"], ["12", "11.9"],
    ]  # fmt: skip
