"""What an import mends and leaves out is counted by kind."""

from pathlib import Path

from wardiary_server.maps.notes import KINDS, Notes


def test_what_there_was_is_told_in_one_order_with_its_number() -> None:
    notes = Notes()

    notes.add("gaps", 12)
    notes.add("short_walls")
    notes.add("slivers", 0)

    assert notes["gaps"] == 12
    assert notes.found == {"short_walls": 1, "gaps": 12}
    assert notes.table() == [f" 1  {KINDS['short_walls']}", f"12  {KINDS['gaps']}"]


def test_of_nothing_nothing_is_told() -> None:
    assert Notes().table() == []


def test_the_page_on_maps_tells_of_every_kind() -> None:
    page = (Path(__file__).parents[2] / "docs" / "maps.md").read_text(encoding="utf-8")

    assert [line[2:] for line in page.splitlines() if line[2:] in KINDS.values()] == list(KINDS.values())
