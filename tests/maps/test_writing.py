"""The scenario that is written for a map: all that was found, and words for whoever goes on from there."""

import tomllib
from typing import Any

import pytest
from shapely import MultiLineString
from wardiary_server.maps.notes import Notes
from wardiary_server.maps.picture import picture
from wardiary_server.maps.plan import plan
from wardiary_server.maps.rooms import rooms
from wardiary_server.maps.universal import Kind
from wardiary_server.maps.writing import CORNERS, Made, scenario, walls

from tests.kit.vtt import TWO_ROOMS, block, drawn, lined, path, portal, vtt


def text_of(data: dict[str, Any], title: str = "An inn", name: str = "inn.uvtt", opened: Kind = "open") -> str:
    """The scenario of a map, a square an inch."""
    notes = Notes()
    drawing, lines = drawn(data, opened=opened), lined(data, notes, opened=opened)
    found = rooms(lines, 1_000, notes)
    solid = walls(lines, found)
    chosen = plan(found, MultiLineString([line.coords for line in solid]), notes)
    shown = picture(drawing.picture)
    return scenario(Made(name, title, drawing.size, 1_000, lines, solid, found, chosen, notes, shown, "inn.png"))


def made(data: dict[str, Any], **more: Any) -> dict[str, Any]:
    return tomllib.loads(text_of(data, **more))


def test_rooms_are_zones_doors_are_links_and_walls_are_walls() -> None:
    found = made(TWO_ROOMS)

    assert found["game"]["measure"] == "board"
    assert found["game"]["size"] == [12, 6]
    assert [zone["id"] for zone in found["zones"]] == ["room-1", "room-2"]
    assert sorted(found["zones"][1]["shape"]) == [[6, 0], [6, 6], [12, 0], [12, 6]]
    assert found["links"] == [
        {"id": "d1", "between": ["room-1", "room-2"], "door": "closed", "line": [[6, 2], [6, 3.5]]}
    ]
    assert sorted(sorted(wall["line"]) for wall in found["walls"]) == [[[6, 0], [6, 2]], [[6, 3.5], [6, 6]]]


def test_there_are_two_sides_with_units_places_to_begin_and_an_end() -> None:
    found = made(TWO_ROOMS)

    assert [seat["side"] for seat in found["seats"]] == ["red", "blue"]
    assert [zone["deploy"] for zone in found["zones"]] == [["red"], ["blue"]]
    assert [unit["side"] for unit in found["units"]] == ["red", "red", "blue", "blue"]
    assert found["objectives"][0]["kind"] == "take"
    assert found["options"]["frame"]["rounds"] == 6


def test_in_one_room_units_have_places() -> None:
    found = made(vtt(8, 8))

    assert found["zones"][0]["deploy"] == ["red", "blue"]
    assert all("at" in unit for unit in found["units"])


def test_what_is_taken_for_granted_and_what_was_counted_is_said_at_the_head() -> None:
    text = text_of(vtt(8, 8, path(1, 1, 1, 1)))

    assert "# ASSUMPTION: the side of a square of its grid is 1 inches (--square)." in text
    assert "#   1  walls without length, left out" in text
    assert "No door leads" not in text


def test_the_picture_is_named_and_is_not_in_the_text() -> None:
    """ogres#147"""
    text = text_of(TWO_ROOMS)

    assert "inn.png, 72 bytes" in text
    assert TWO_ROOMS["image"][:20] not in text
    assert "image" not in made(TWO_ROOMS)["game"]


def test_an_open_door_blocks_nothing_and_a_window_movement_only() -> None:
    """maptool#2081, FVTT-DD-Import#146."""
    walls = [path(6, 0, 6, 1), path(6, 2, 6, 4), path(6, 5, 6, 6)]
    data = vtt(12, 6, *walls, doors=[portal(6, 1, 6, 2), portal(6, 4, 6, 5, closed=False)])

    opened, windows = made(data), made(data, opened="window")

    assert [link["door"] for link in opened["links"]] == ["closed", "open"]
    assert all("stops" not in wall for wall in opened["walls"])
    assert [link["door"] for link in windows["links"]] == ["closed"]
    assert windows["walls"][-1] == {"id": "window-1", "line": [[6, 4], [6, 5]], "stops": "move"}


def test_a_shut_door_that_leads_nowhere_and_a_bridged_gap_are_walls() -> None:
    data = {**TWO_ROOMS, "portals": [*TWO_ROOMS["portals"], portal(2, 2, 3, 2)]}
    data["line_of_sight"] = [path(6, 0, 6, 1.9), path(6, 3.5, 6, 6)]

    lines = [wall["line"] for wall in made(data)["walls"]]

    assert sorted(sorted(line) for line in lines) == [[[2, 2], [3, 2]], [[6, 0], [6, 2]], [[6, 3.5], [6, 6]]]


def test_objects_are_walls_that_part_no_rooms() -> None:
    data = {**TWO_ROOMS, "objects_line_of_sight": [block(2, 2, 3, 3)]}

    found = made(data)

    assert len(found["zones"]) == 2
    assert sum(len(wall["line"]) - 1 for wall in found["walls"]) == 2 + 4


def test_an_open_border_is_a_link_without_line_or_door() -> None:
    house = vtt(12, 8, path(8, 5, 8, 3, 4, 3, 4, 5, 5, 5), path(6.5, 5, 8, 5), doors=[portal(5, 5, 6.5, 5)])

    assert {"between": ["room-1", "room-2"]} in made(house)["links"]


def test_what_no_door_leads_into_can_be_taken_in() -> None:
    data = {**TWO_ROOMS, "line_of_sight": [*TWO_ROOMS["line_of_sight"], path(0, 4, 2, 4, 2, 6)]}

    text = text_of(data)
    ending = text[text.index("# No door leads into these") :]
    uncommented = "\n".join(line.removeprefix("# ") for line in ending.splitlines()[1:])

    (zone,) = tomllib.loads(uncommented)["zones"]
    assert zone["id"] == "room-3"
    assert sorted(zone["shape"]) == [[0, 4], [0, 6], [2, 4], [2, 6]]


def test_long_walls_are_written_in_pieces() -> None:
    points = [n / 100 if m else 3 + n % 2 / 10 for n in range(2_500) for m in (1, 0)]

    lines = [wall["line"] for wall in made(vtt(25, 6, path(*points)))["walls"]]

    assert max(map(len, lines)) <= CORNERS
    assert sum(len(line) - 1 for line in lines) >= 2_499


@pytest.mark.parametrize("title", ['"; drop', "back\\slash", "Grüße\nline", "\x1b[31m"])
def test_names_of_any_kind_make_no_other_text(title: str) -> None:
    found = made(TWO_ROOMS, title=title, name=f"{title}.uvtt")

    assert found["game"]["title"] == "".join(char if char.isprintable() else "?" for char in title)
