"""The format: what programs write differently, leave out or get wrong, each counted or refused in words."""

from typing import Any

import pytest
from wardiary_server.maps import universal
from wardiary_server.maps.notes import NoMap, Notes
from wardiary_server.maps.universal import Door, drawing

from tests.kit.vtt import INCH, TWO_ROOMS, drawn, path, point, portal, vtt


def counted(data: dict[str, Any]) -> dict[str, int]:
    """What is counted when a map is read."""
    notes = Notes()
    drawing(data, INCH, notes)
    return notes.found


def without(key: str, **more: Any) -> dict[str, Any]:
    """The two rooms without a key."""
    return {name: value for name, value in {**TWO_ROOMS, **more}.items() if name != key}


def resolution(**more: Any) -> dict[str, Any]:
    """The two rooms with another resolution; what is None is left out."""
    found = {**TWO_ROOMS["resolution"], **more}
    return {**TWO_ROOMS, "resolution": {key: value for key, value in found.items() if value is not None}}


def test_a_map_is_read_in_thousandths_of_an_inch() -> None:
    found = drawn(TWO_ROOMS)

    assert found.size == (12_000, 6_000)
    assert found.walls == (((6_000, 0), (6_000, 2_000)), ((6_000, 3_500), (6_000, 6_000)))
    assert found.doors == (Door(((6_000, 2_000), (6_000, 3_500)), "closed"),)
    assert counted(TWO_ROOMS) == {}


def test_a_square_may_be_of_another_size() -> None:
    found = drawing(TWO_ROOMS, 1_500, Notes())

    assert found.size == (18_000, 9_000)
    assert found.doors[0].ends == ((9_000, 3_000), (9_000, 5_250))


def test_where_the_picture_begins_is_subtracted() -> None:
    """maptool#3114."""
    cropped = {**resolution(map_origin=point(46, 41)), "line_of_sight": [path(46, 41, 50, 44.25)]}

    assert drawn(cropped).walls == (((0, 0), (4_000, 3_250)),)


@pytest.mark.parametrize(
    ("data", "kinds"),
    [
        (without("format"), {"format_missing": 1}),
        ({**TWO_ROOMS, "format": None}, {"format_missing": 1}),
        ({**TWO_ROOMS, "format": "0.3"}, {"format_text": 1}),
        ({**TWO_ROOMS, "format": 0.2}, {}),
        ({**TWO_ROOMS, "format": 1.0}, {"format_unknown": 1}),
        ({**TWO_ROOMS, "format": "1.0"}, {"format_text": 1, "format_unknown": 1}),
        (without("objects_line_of_sight"), {}),
        (without("lights"), {}),
        (without("environment"), {}),
        ({**TWO_ROOMS, "lights": [{}, {}]}, {"lights": 2}),
        (without("line_of_sight"), {"no_walls": 1}),
        (without("portals"), {"no_portals": 1}),
        (without("image"), {"no_picture": 1}),
        (resolution(map_origin=None), {"no_origin": 1}),
        (resolution(pixels_per_grid=None), {}),
    ],
)
def test_what_programs_leave_out_is_counted(data: dict[str, Any], kinds: dict[str, int]) -> None:
    """maptool#3064 and #5427: a `format` that is missing, a text, or 1.0."""
    assert counted(data) == kinds


def test_an_open_portal_is_an_open_door_or_a_window() -> None:
    """maptool#2081, FVTT-DD-Import#146."""
    data = vtt(12, 6, doors=[portal(6, 2, 6, 3, closed=False), portal(6, 4, 6, 5)])

    assert [door.kind for door in drawn(data).doors] == ["open", "closed"]
    assert [door.kind for door in drawn(data, opened="window").doors] == ["window", "closed"]


def test_a_portal_that_does_not_say_is_closed() -> None:
    door = portal(6, 2, 6, 3)
    del door["closed"]

    assert drawn(vtt(12, 6, doors=[door])).doors[0].kind == "closed"


def test_a_portal_without_bounds_is_placed_by_its_middle_and_rotation() -> None:
    notes = Notes()
    down = {"position": point(6, 2.5), "rotation": 1.570796, "closed": True}
    across = {"position": point(3, 3), "bounds": []}

    found = drawn(vtt(12, 6, doors=[down, across]), notes)

    assert [door.ends for door in found.doors] == [((6_000, 2_000), (6_000, 3_000)), ((2_500, 3_000), (3_500, 3_000))]
    assert notes["bare_doors"] == 2


def test_a_freestanding_portal_is_counted() -> None:
    assert counted(vtt(12, 6, path(0, 0, 1, 1), doors=[portal(6, 2, 6, 3, freestanding=True)])) == {"freestanding": 1}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (without("resolution"), "no `resolution`"),
        ({**TWO_ROOMS, "resolution": [1]}, "no `resolution`"),
        (resolution(map_size=None), "`resolution.map_size` is no point"),
        (resolution(map_size=point(0, 6)), "0 by 6 squares"),
        (resolution(map_size=point(-3, 6)), "-3 by 6 squares"),
        (resolution(map_size=point(2_000, 6)), "see --square"),
        (resolution(map_origin=[0, 0]), "`resolution.map_origin` is no point"),
        (resolution(pixels_per_grid=0), "pixels_per_grid"),
        (resolution(pixels_per_grid="70"), "`resolution.pixels_per_grid` is no number"),
        ({**TWO_ROOMS, "line_of_sight": {}}, "`line_of_sight` is no list"),
        ({**TWO_ROOMS, "line_of_sight": [point(1, 2)]}, r"`line_of_sight\[0\]` is no list"),
        ({**TWO_ROOMS, "line_of_sight": [[point(1, 2), {"x": 1}]]}, r"`line_of_sight\[0\]\[1\]` is no point"),
        ({**TWO_ROOMS, "line_of_sight": [[point(1, True)]]}, r"`line_of_sight\[0\]\[0\]\.y` is no number"),
        ({**TWO_ROOMS, "line_of_sight": [[point(1e300, 2)]]}, "no map is as large"),
        ({**TWO_ROOMS, "line_of_sight": [[point(float("inf"), 2)]]}, "no map is as large"),
        ({**TWO_ROOMS, "line_of_sight": [[point(float("nan"), 2)]]}, "no map is as large"),
        ({**TWO_ROOMS, "portals": "none"}, "`portals` is no list"),
        ({**TWO_ROOMS, "portals": [3]}, r"`portals\[0\]` is no object"),
        ({**TWO_ROOMS, "portals": [{"closed": True}]}, r"`portals\[0\]\.position` is no point"),
        ({**TWO_ROOMS, "image": 3}, "`image` is no text"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_place(data: dict[str, Any], said: str) -> None:
    with pytest.raises(NoMap, match=said):
        drawn(data)


def test_there_may_be_so_many_walls_and_doors_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(universal, "MOST_POINTS", 5)
    monkeypatch.setattr(universal, "MOST_DOORS", 2)

    with pytest.raises(NoMap, match="`line_of_sight` has more than 5 points"):
        drawn(vtt(12, 6, *[path(0, 0, 1, 1)] * 3))
    with pytest.raises(NoMap, match="`portals` has more than 2 doors"):
        drawn(vtt(12, 6, doors=[portal(1, 1, 2, 2)] * 3))
