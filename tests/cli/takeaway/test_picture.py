"""The board as an SVG."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st
from wardiary_cli.scene import Scene
from wardiary_cli.takeaway.picture import EDGE, PER_INCH, picture

SVG = "{http://www.w3.org/2000/svg}"


def view(**more: Any) -> dict[str, Any]:
    """Two zones with a closed door between them, and two units."""
    return {
        "game": {"now": {"title": "A night", "clock": {"round": 2}}},
        "sides": {"red": {"id": "red", "name": "Red"}, "blue": {"id": "blue", "name": "Blue"}},
        "zones": {
            "a": {"id": "a", "name": "Hall", "place": [0, 0], "levels": {"fire": 2}},
            "b": {"id": "b", "name": "Yard", "place": [1, 0]},
        },
        "links": {"d1": {"id": "d1", "a": "a", "b": "b", "door": "closed"}},
        "units": {
            "vega": {"id": "vega", "name": "Vega", "side": "red", "zone": "a", "status": "ready"},
            "rook": {"id": "rook", "name": "Rook", "side": "blue", "zone": "b", "status": "down"},
        },
        **more,
    }


def texts(svg: str) -> list[str]:
    """All words in a picture."""
    return [node.text or "" for node in ElementTree.fromstring(svg).iter() if node.tag in (SVG + "text", SVG + "title")]


def test_zones_doors_levels_and_units_have_their_words() -> None:
    words = texts(picture(Scene(view()), "after entry 7"))
    assert words[0] == "A night · after entry 7"
    for word in ("Hall", "Yard", "fire 2", "closed", "Vega", "Rook", "Rook: down"):
        assert word in words


def test_sides_are_told_apart_by_shape_and_who_is_down_is_faint() -> None:
    root = ElementTree.fromstring(picture(Scene(view())))
    groups = {
        node.findtext(SVG + "title"): node for node in root.iter(SVG + "g") if node.find(SVG + "title") is not None
    }
    paths = {name: node.find(SVG + "path") for name, node in groups.items() if name}
    red, blue = paths["Vega: ready"], paths["Rook: down"]
    assert red is not None
    assert blue is not None
    assert "a11 11" in red.attrib["d"]
    assert "a" not in blue.attrib["d"]
    assert groups["Rook: down"].get("opacity") == "0.45"


def test_in_inches_everything_is_to_scale() -> None:
    board = view(
        game={"now": {"title": "A night", "measure": "board", "size": [24_000, 12_000]}},
        zones={"a": {"id": "a", "name": "Hall", "shape": [[0, 0], [24_000, 0], [24_000, 12_000], [0, 12_000]]}},
        walls={"w": {"id": "w", "line": [[1_000, 1_000], [5_000, 1_000]], "stops": "all"}},
        areas={"x": {"id": "x", "kind": "airless", "centre": [6_000, 6_000], "radius": 3_000}},
        links={},
        units={"vega": {"id": "vega", "name": "Vega", "side": "red", "zone": "a", "at": [2_000, 3_000], "base": 500,
                        "status": "ready"}},
    )  # fmt: skip
    root = ElementTree.fromstring(picture(Scene(board)))
    assert root.attrib["viewBox"].split()[2] == f"{24 * PER_INCH + 2 * EDGE:g}"
    circle = root.find(f".//{SVG}circle")
    assert circle is not None
    assert float(circle.attrib["r"]) == 3 * PER_INCH
    token = root.find(f".//{SVG}g/{SVG}g/{SVG}path")
    assert token is not None
    assert token.attrib["d"].startswith(f"M{2 * PER_INCH + EDGE - PER_INCH / 2:g} {3 * PER_INCH + EDGE:g}a")


@given(st.text(max_size=40))
def test_whatever_something_is_called_the_picture_is_well_formed_and_no_markup_comes_of_it(name: str) -> None:
    """melee#243, Foundry#13341: names are text."""
    named = view()
    named["units"]["vega"]["name"] = named["zones"]["a"]["name"] = f"<script>{name}"
    root = ElementTree.fromstring(picture(Scene(named)))
    assert {node.tag for node in root.iter()} <= {
        SVG + tag for tag in ("svg", "g", "rect", "path", "text", "title", "circle")
    }
